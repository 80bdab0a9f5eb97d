import math
from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scaning.errors import UsageError
from scaning.records import Pair, Scores
from scaning.score import overall_score
from scaning.select import RULES, Limit, Rules, Scored, diversity_of, rules_of, select

PROMPTS = ["", "paraphrase replace : ", "paraphrase shuffle : ", "paraphrase fix replace : "]


def row(
    candidate: str = "other words",
    *,
    group: str = "p",
    original: str = "the words",
    prompt: str = "",
    ok: bool | None = None,
    similarity: float | None = 0.97,
    bleu_diversity: float = 0.5,
    wpd: float = 0.3,
    diversity: float = 0.42,
    numeracy: float = 1.0,
) -> Scored:
    scores = Scores(similarity, bleu_diversity, wpd, diversity, numeracy, pqi=0.8)
    return Scored(Pair(group, original, candidate, prompt), scores, ok)


def apart(original: str, candidate: str) -> float:
    """Texts are as far apart as their lengths."""
    return min(1.0, abs(len(original) - len(candidate)) / 10)


def kinds(found: Scored, rules: str | Rules) -> list[str]:
    selection = select([found], rules=rules, diversity=apart)
    return [miss.kind for dropped in selection.dropped for miss in dropped.misses]


@pytest.mark.parametrize("rules", sorted(RULES))
def test_a_good_row_is_kept_and_ranked_first(rules: str) -> None:
    kept = select([row()], rules=rules, diversity=apart).kept
    assert [(one.row.pair.candidate, one.rank) for one in kept] == [("other words", 1)]


@pytest.mark.parametrize(
    ("rules", "scores", "expected"),
    [
        # The paper asks for more than its limits, of all three at once.
        ("paper", {"similarity": 0.90}, ["similarity"]),
        ("paper", {"similarity": 0.901}, []),
        ("paper", {"numeracy": 0.60}, ["numeracy"]),
        ("paper", {"diversity": 0.15}, ["diversity"]),
        ("paper", {"diversity": 0.1501, "wpd": 0.0, "bleu_diversity": 0.0}, []),
        ("paper", {"similarity": 0.5, "numeracy": 0.0}, ["similarity", "numeracy"]),
        # The code takes the limit itself, and any one kind of diversity.
        ("official", {"similarity": 0.95}, []),
        ("official", {"similarity": 0.949}, ["similarity"]),
        ("official", {"numeracy": 0.60}, []),
        ("official", {"bleu_diversity": 0.2, "wpd": 0.0, "diversity": 0.0}, []),
        ("official", {"bleu_diversity": 0.0, "wpd": 0.15, "diversity": 0.0}, []),
        ("official", {"bleu_diversity": 0.0, "wpd": 0.0, "diversity": 0.2}, []),
        ("official", {"bleu_diversity": 0.19, "wpd": 0.14, "diversity": 0.19}, ["diversity"]),
        ("default", {"numeracy": 0.99}, ["numeracy"]),
        ("default", {"similarity": 0.93}, ["similarity"]),
    ],
)
def test_the_quality_filter_is_that_of_its_preset(
    rules: str, scores: dict[str, Any], expected: list[str]
) -> None:
    assert kinds(row(**scores), rules) == expected


@pytest.mark.parametrize(
    ("rules", "column", "limits"),
    [
        ("paper", "bleu_diversity", ("replace", 0.30)),
        ("paper", "wpd", ("shuffle", 0.10)),
        ("paper", "diversity", ("fix", 0.25)),
        ("official", "bleu_diversity", ("replace", 0.15)),
        ("official", "wpd", ("shuffle", 0.05)),
        ("official", "diversity", ("fix", 0.10)),
    ],
)
def test_a_prompt_must_show_in_its_diversity(
    rules: str, column: str, limits: tuple[str, float]
) -> None:
    word, limit = limits
    prompt = f"paraphrase passive {word} : "
    at: dict[str, Any] = {column: limit}
    below: dict[str, Any] = {column: limit - 0.01}
    assert kinds(row(prompt=prompt, **at), rules) == []
    assert kinds(row(prompt=prompt, **below), rules) == [word]
    assert kinds(row(prompt="paraphrase passive : ", **below), rules) == []


def test_rules_that_ask_for_no_diversity_take_a_copy() -> None:
    assert kinds(row(diversity=0.0), replace(RULES["default"], varied=())) == []


def test_several_words_of_a_prompt_must_all_show() -> None:
    both = row(prompt="paraphrase replace shuffle : ", bleu_diversity=0.2, wpd=0.05)
    assert kinds(both, "paper") == ["shuffle", "replace"]


@pytest.mark.parametrize("missing", [None, math.nan])
@pytest.mark.parametrize("rules", sorted(RULES))
def test_a_score_that_is_missing_reaches_no_limit(rules: str, missing: float | None) -> None:
    assert kinds(row(similarity=missing), rules) == ["similarity"]
    assert kinds(row(similarity=missing, numeracy=math.nan), rules) == ["similarity", "numeracy"]


def test_rows_whose_facts_do_not_agree_are_dropped_by_default_alone() -> None:
    assert kinds(row(ok=False), "default") == ["facts"]
    assert kinds(row(ok=True), "default") == kinds(row(ok=None), "default") == []
    assert kinds(row(ok=False), "paper") == kinds(row(ok=False), "official") == []


def test_a_dropped_row_says_its_number_and_the_limit() -> None:
    (dropped,) = select([row(similarity=0.91)], rules="official", diversity=apart).dropped
    assert [str(miss) for miss in dropped.misses] == ["similarity: 0.910, needs 0.950"]


def test_pammr_takes_the_best_then_what_is_good_and_far_from_it() -> None:
    best, near, far = row("a" * 10, similarity=1.0), row("a" * 9), row("a" * 4)
    rules = RULES["paper"]
    selection = select([near, far, best], rules=rules, diversity=apart)
    assert [kept.row for kept in selection.kept] == [best, far]
    own = [overall_score(one.scores, rules.preset) or 0.0 for one in (best, far, near)]
    first, second = (kept.relevance for kept in selection.kept)
    assert first == pytest.approx(0.65 * own[0])
    assert second == pytest.approx(0.65 * own[1] + 0.35 * 0.6)
    (miss,) = selection.dropped[0].misses
    assert (miss.kind, miss.limit) == ("outranked", second)
    assert miss.value == pytest.approx(0.65 * own[2] + 0.35 * 0.1)


def test_the_distance_is_that_to_the_nearest_kept_row() -> None:
    rules = replace(RULES["paper"], keep=3, relevance=0.0)
    rows = [row("a" * length) for length in (1, 2, 6, 11)]
    # The first by the alphabet; then the farthest; then 6, which is 5 from both and not 1.
    kept = select(rows, rules=rules, diversity=apart).kept
    assert [len(one.row.pair.candidate) for one in kept] == [1, 11, 6]


def test_the_candidate_is_the_reference_and_the_kept_row_the_hypothesis() -> None:
    asked = []

    def remember(original: str, candidate: str) -> float:
        asked.append((original, candidate))
        return 0.5

    select([row("kept", similarity=1.0), row("x"), row("y")], rules="official", diversity=remember)
    assert sorted(asked) == [("x", "kept"), ("y", "kept")]


def test_near_duplicates_are_dropped_by_default_and_name_what_they_repeat() -> None:
    rows = [row("Ann has 3 red apples.", similarity=1.0), row("Ann has 3 red apples !")]
    selection = select(rows, rules="default", diversity=lambda a, b: 0.05)
    (dropped,) = selection.dropped
    (miss,) = dropped.misses
    assert (miss.kind, miss.value, miss.limit) == ("near-duplicate", 0.05, 0.10)
    assert miss.other == "Ann has 3 red apples."
    assert len(select(rows, rules="official", diversity=lambda a, b: 0.05).kept) == 2


def test_groups_are_gathered_from_a_shuffled_stream() -> None:
    rows = [row("a" * n, group=group) for group in "pqr" for n in (1, 20, 40)]
    Random(3407).shuffle(rows)
    kept = select(rows, diversity=apart).kept
    assert Counter(one.row.pair.id for one in kept) == {"p": 2, "q": 2, "r": 2}


def test_equal_originals_with_different_ids_stay_apart() -> None:
    rows = [row("a" * n, group=group) for group in "pq" for n in (1, 20, 40)]
    assert len({one.row.pair.original for one in select(rows, diversity=apart).kept}) == 1
    assert len(select(rows, diversity=apart).kept) == 4


SCORED = st.builds(
    row,
    st.text("abc", max_size=12),
    group=st.sampled_from("pq"),
    prompt=st.sampled_from(PROMPTS),
    ok=st.sampled_from([None, True, False]),
    similarity=st.sampled_from([None, math.nan, 0.9, 0.94, 0.95, 0.97, 1.0]),
    diversity=st.sampled_from([0.0, 0.15, 0.2, 0.4, 0.9]),
    numeracy=st.sampled_from([0.0, 0.6, 1.0]),
)


@given(rows=st.lists(SCORED, max_size=12), rules=st.sampled_from(sorted(RULES)))
def test_every_row_is_kept_or_dropped_once_and_a_drop_has_its_reason(
    rows: list[Scored], rules: str
) -> None:
    selection = select(rows, rules=rules, diversity=apart)
    found = [kept.row for kept in selection.kept] + [gone.row for gone in selection.dropped]
    assert sorted(map(id, found)) == sorted(map(id, rows))
    assert all(gone.misses for gone in selection.dropped)
    sizes = Counter(kept.row.pair.id for kept in selection.kept)
    assert all(size <= RULES[rules].keep for size in sizes.values())


@given(rows=st.lists(SCORED, max_size=10), rules=st.sampled_from(sorted(RULES)), rng=st.randoms())
def test_the_order_of_arrival_decides_nothing(rows: list[Scored], rules: str, rng: Random) -> None:
    def chosen(stream: list[Scored]) -> set[tuple[str, int, str]]:
        kept = select(stream, rules=rules, diversity=apart).kept
        return {(one.row.pair.id, one.rank, one.row.pair.candidate) for one in kept}

    shuffled = list(rows)
    rng.shuffle(shuffled)
    assert chosen(shuffled) == chosen(rows)


@given(rows=st.lists(SCORED, max_size=10))
def test_rethresholding_is_selecting_anew_and_leaves_the_first_selection_alone(
    rows: list[Scored],
) -> None:
    first = select(rows, rules="default", diversity=apart)
    before = (first.kept, first.dropped)
    looser = replace(RULES["default"], similarity=0.9, varied=(Limit("diversity", 0.0),), keep=3)
    again = first.rethreshold(looser)
    assert again == select(rows, rules=looser, diversity=apart)
    assert (first.kept, first.dropped) == before
    assert again.rethreshold("default") == first


def test_rethresholding_compares_no_two_texts_again() -> None:
    asked: Counter[tuple[str, str]] = Counter()

    def remember(original: str, candidate: str) -> float:
        asked[original, candidate] += 1
        return apart(original, candidate)

    rows = [row("a" * n) for n in (1, 20, 40)]
    select(rows, diversity=remember).rethreshold(replace(RULES["default"], similarity=0.5))
    assert set(asked.values()) == {1}


def test_the_diversity_between_candidates_is_that_of_the_preset() -> None:
    diversity = diversity_of(RULES["official"].preset)
    assert diversity("Ann has 3 apples.", "Ann has 3 apples.") == 0.0
    assert 0.3 < diversity("Ann has 3 apples.", "Three apples are Ann's.") < 1.0


def test_unknown_rules_are_answered_with_the_known_ones() -> None:
    with pytest.raises(UsageError, match="Known: default, official, paper"):
        rules_of("strict")
