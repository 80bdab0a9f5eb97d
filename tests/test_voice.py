import json
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scaning.facts.quantities import quantities
from scaning.noise.voice import active, is_passive, passive, passive_sentences, roles, safety
from scaning.noise.voice.clauses import clauses, predicates
from scaning.noise.voice.move import Move
from scaning.noise.voice.objects import read_objects
from scaning.noise.voice.verbs import participle, read_group
from scaning.parse import Text, shared_parser

CASES = [
    json.loads(line)
    for line in (Path(__file__).parent / "cases" / "voice.jsonl")
    .read_text(encoding="utf-8")
    .splitlines()
]
CONVERT = {"passive": passive, "active": active}
# All that a change of voice may add or take away, beside the forms of the main verb.
GRAMMAR = frozenset(
    "by to for in is are was were be been being has have do does did not "
    "he him she her they them i me we us who whom it".split()
)
SUBJECTS = ["Ann", "The boys", "A man", "3 students", "20% of the girls", "Ann and Bob", "She", "X"]
VERBS = [("buys", "bought"), ("sold", "sold"), ("will buy", "bought"), ("has sold", "sold")]
OBJECTS = ["5 apples", "$5.50 worth of pens", "a car", "2/3 of the milk", "3 pens and 4 books"]
TAILS = ["", " on Monday", " for $3.50 each", " in 2 days", " because Bob asked"]


def parsed(text: str) -> Text:
    return shared_parser()(text)


def words(text: str) -> Counter[str]:
    return Counter(re.findall(r"[\w$%./]+", text.lower().rstrip(".")))


@pytest.mark.parametrize("case", CASES, ids=[f"{c['function']}: {c['case']}" for c in CASES])
def test_sentences_change_their_voice_as_the_golden_cases_say(case: dict[str, str | None]) -> None:
    text = parsed(str(case["text"]))
    assert CONVERT[str(case["function"])](text) == case["result"]


@pytest.mark.parametrize("rule", [*safety.RULES, *roles.RULES], ids=lambda rule: rule.__name__)
def test_every_rule_of_safety_forbids_one_of_the_golden_cases(rule: Callable[[Move], bool]) -> None:
    kept = [c["text"] for c in CASES if c["function"] == "passive" and c["result"] is None]
    assert any(rule(move) for text in kept for move in moves(parsed(text)))


def moves(text: Text) -> list[Move]:
    return [
        Move(text, each, objects)
        for sentence in range(len(text.sents))
        for clause in clauses(text, sentence)
        for each in predicates(text, clause)
        if (objects := read_objects(text, each)) is not None
    ]


@given(
    st.sampled_from(SUBJECTS), st.sampled_from(VERBS), st.sampled_from(OBJECTS),
    st.sampled_from(TAILS),
)  # fmt: skip
def test_only_words_of_grammar_come_and_go(
    subject: str, verb: tuple[str, str], thing: str, tail: str
) -> None:
    original = f"{subject} {verb[0]} {thing}{tail}."
    result = passive(parsed(original))
    if result is None:
        return
    before, after = words(original), words(result)
    verbs = set(verb[0].split()) | {verb[1]}
    changed = {word for word in before | after if before[word] != after[word]}
    assert changed <= GRAMMAR | verbs
    assert Counter(q.value for q in quantities(original)) == Counter(
        q.value for q in quantities(result)
    )


@given(st.sampled_from(SUBJECTS[:6]), st.sampled_from(OBJECTS), st.sampled_from(TAILS[:2]))
def test_there_and_back_again_is_the_original(subject: str, thing: str, tail: str) -> None:
    original = f"{subject} bought {thing}{tail}."
    result = passive(parsed(original))
    if result is not None:
        assert active(parsed(result)) in (original, None)


@pytest.mark.parametrize("name", ["Ann", "McDonald", "iPhone", "A", "X", "NASA"])
def test_names_and_variables_keep_their_case(name: str) -> None:
    result = passive(parsed(f"{name} sold the old car on Monday."))
    assert result in (None, f"The old car was sold by {name} on Monday.")


def test_one_sentence_can_be_chosen() -> None:
    text = parsed("Ann bought 5 pens. Bob sold 3 books.")
    assert passive(text, 1) == "Ann bought 5 pens. 3 books were sold by Bob."
    assert passive(text) == "5 pens were bought by Ann. 3 books were sold by Bob."


def test_the_sentences_that_can_change_are_told() -> None:
    text = parsed("Ann has 5 pens. Bob sold 3 books. How many pens does she have?")
    assert passive_sentences(text) == [1]
    assert passive(text, 0) is None


def test_what_stands_between_sentences_stays() -> None:
    text = parsed("Ann sold 5 pens.\n\n  Bob has 3 [1 kg = 1000 g].")
    assert passive(text) == "5 pens were sold by Ann.\n\n  Bob has 3 [1 kg = 1000 g]."


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("5 pens were sold by Ann.", True),
        ("Ann sold 5 pens.", False),
        ("Ann is selling 5 pens.", False),
        ("How many pens were sold by Ann?", True),
        ("Were 5 pens sold by Ann?", True),
        ("When was the car bought by Ann?", True),
        ("Ann has a car that was sold by Bob.", False),
        ("This is the car bought by Ann.", False),
        ("There were 5 pens bought by Ann.", False),
        ("The pens are red.", False),
    ],
)
def test_a_passive_main_clause_is_told_from_others(text: str, expected: object) -> None:
    assert is_passive(parsed(text), 0) is expected


@pytest.mark.parametrize("text", ["", " ", "?", "5", "Rs. ", "By.", "\n\n", "x = 5", "¿Qué?"])
def test_what_is_no_sentence_stays(text: str) -> None:
    assert passive(parsed(text)) is None
    assert active(parsed(text)) is None
    assert passive_sentences(parsed(text)) == []


@given(
    st.lists(
        st.sampled_from("Ann did by 5 pens $ . , ? sold were how many than the it and who".split())
    )
)
def test_any_order_of_words_is_read_without_an_error(tokens: list[str]) -> None:
    text = parsed(" ".join(tokens))
    for sentence in range(len(text.sents)):
        passive(text, sentence)
        active(text, sentence)
        is_passive(text, sentence)


@pytest.mark.parametrize(
    ("lemma", "expected"),
    [("sell", "sold"), ("buy", "bought"), ("eat", "eaten"), ("stop", "stopped"), ("carry", "carried"),
     ("put", "put"), ("light", "lit"), ("write", "written")],
)  # fmt: skip
def test_participles_are_regular_or_known(lemma: str, expected: object) -> None:
    assert participle(lemma) == expected


def test_a_negation_without_an_auxiliary_is_no_group_of_verbs() -> None:
    text = shared_parser()("She not ate the apple, and they not sold the 3 pens.")

    assert read_group(text.tokens[1:3], None) is None
