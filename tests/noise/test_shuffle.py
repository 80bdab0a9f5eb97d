from collections import Counter
from collections.abc import Callable
from random import Random

from scaning.noise import Kit, complete_shuffling, random_shuffling
from scaning.parse import Text

Ready = Callable[..., Text]
PARTY = "A train runs 60 miles in 2 hours and stops at the old town. How far does it get?"


def test_random_shuffling_moves_words_but_never_a_number_or_the_tail(
    ready: Ready, kit: Kit
) -> None:
    text = ready(PARTY)
    for seed in range(50):
        noised = random_shuffling(0.5, kit)(text, Random(seed))
        assert noised is not None
        for before, after in zip(text.tokens, noised.tokens, strict=True):
            if before.ent == "quantity" or before.i >= len(text) - 4:
                assert after.text == before.text


def test_random_shuffling_moves_no_word_further_than_its_windows_reach(
    ready: Ready, kit: Kit
) -> None:
    text = ready(PARTY)
    noised = random_shuffling(0.06, kit)(text, Random(2))

    assert noised is not None
    moved = [n for n, token in enumerate(noised.tokens) if token.text != text.tokens[n].text]
    assert 2 <= len(moved) <= 4
    assert moved[-1] - moved[0] <= 3


def test_complete_shuffling_keeps_every_word_and_every_quantity_whole(
    ready: Ready, kit: Kit
) -> None:
    text = ready(PARTY)
    noised = complete_shuffling(1.0, kit)(text, Random(3))

    assert noised is not None
    assert Counter(t.text for t in noised.tokens) == Counter(t.text for t in text.tokens)
    assert "60 miles" in noised.text
    assert "2 hours" in noised.text
    assert sum(a.text != b.text for a, b in zip(text.tokens, noised.tokens, strict=True)) > 10


def test_nothing_to_shuffle_is_not_applicable(ready: Ready, kit: Kit) -> None:
    assert random_shuffling(0.5, kit)(ready("5 10 15 20 25 30."), Random(1)) is None
    assert complete_shuffling(1.0, kit)(ready("Ann"), Random(1)) is None
