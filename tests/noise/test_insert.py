from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from random import Random

from scaning.facts.relations import relations
from scaning.noise import Kit, Rules, word_insertion
from scaning.noise.insert import COMMON
from scaning.noise.protect import says_amount
from scaning.parse import Text, shared_parser

Ready = Callable[..., Text]
APPLES = "Steve sold 5 apples and a car on the way to the store for 20 dollars in all."


def added(text: Text, noised: Text) -> Counter[str]:
    return Counter(t.text for t in noised.tokens) - Counter(t.text for t in text.tokens)


def test_no_quantity_word_is_ever_inserted(ready: Ready, kit: Kit) -> None:
    text = ready(APPLES)
    for seed in range(200):
        noised = word_insertion(0.3, kit)(text, Random(seed))
        for word in added(text, noised) if noised else ():
            assert not says_amount(word), word


def test_common_words_count_compare_and_deny_nothing() -> None:
    for word in COMMON:
        assert not says_amount(word), word
        assert not relations(shared_parser()(f"He {word} it.")), word


def test_four_in_ten_insertions_are_common_words(ready: Ready, kit: Kit) -> None:
    text = ready(APPLES)
    common = 0
    for seed in range(400):
        noised = word_insertion(0.5, kit)(text, Random(seed))
        words = added(text, noised) if noised else Counter[str]()
        common += bool(words) and all(word in COMMON for word in words)
    assert 0.3 < common / 400 < 0.5


def test_insertion_adds_the_share_of_all_tokens(ready: Ready, kit: Kit) -> None:
    text = ready(APPLES)
    counts = {
        added(text, noised).total()
        for seed in range(60)
        if (noised := word_insertion(0.2, kit)(text, Random(seed)))
        and all(word in COMMON for word in added(text, noised))
    }

    assert counts == {int(0.2 * len(text))}


def test_nothing_is_inserted_into_a_quantity(ready: Ready, kit: Kit) -> None:
    text = ready("It runs 20 miles per hour for 3 1/2 hours and costs $5 a day.")
    for seed in range(60):
        noised = word_insertion(0.9, kit)(text, Random(seed))
        assert noised is None or ("20 miles per hour" in noised.text and "$5" in noised.text)


def test_a_synonym_stands_at_most_two_places_from_its_word(ready: Ready, kit: Kit) -> None:
    text = ready(APPLES)
    alone = replace(kit, rules=Rules(until_reached=False))
    for seed in range(100):
        noised = word_insertion(0.9, alone)(text, Random(seed))
        if noised is None or "vehicle" not in noised.text:
            continue
        words = [t.text for t in noised.tokens]
        assert abs(words.index("vehicle") - words.index("car")) <= 5


def test_common_words_make_up_for_missing_synonyms(ready: Ready, kit: Kit) -> None:
    text = ready("They are there in the end, so it is what it is and we see it.")
    counts = {
        added(text, noised).total() if noised else 0
        for seed in range(40)
        for noised in [word_insertion(0.3, kit)(text, Random(seed))]
    }

    assert counts == {int(0.3 * len(text))}
