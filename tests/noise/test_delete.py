from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest

from scaning.noise import Kit, Rules, random_deletion
from scaning.parse import Text

Ready = Callable[..., Text]
SHOP = "Ann did not buy 3 more of the pens in the shop for Bob, and she left with the 5 kg of rice."


def kept(text: Text, kit: Kit, share: float = 0.9) -> str:
    noised = random_deletion(share, kit)(text, Random(5))
    assert noised is not None
    return noised.text


def test_deletion_spares_what_the_solution_rests_on(ready: Ready, kit: Kit) -> None:
    assert kept(ready(SHOP), kit) == "Ann not buy 3 more Bob, left 5 kg of rice."


@pytest.mark.parametrize("share", [0.1, 0.2])
def test_deletion_takes_the_share_of_all_tokens(ready: Ready, kit: Kit, share: float) -> None:
    text = ready(SHOP)
    noised = random_deletion(share, kit)(text, Random(4))

    assert noised is not None
    assert len(text) - len(noised) == int(share * len(text))


def test_the_length_of_the_tail_is_a_rule(ready: Ready, kit: Kit) -> None:
    text = ready("Ann has the pens of the men in the bag of the boy.")
    long = Kit(kit.synonyms, kit.fluency, replace(Rules(), tail=9))

    assert kept(text, kit).endswith("of the boy.")
    assert kept(text, long).endswith("men in the bag of the boy.")


def test_what_may_not_be_deleted_is_not_applicable(ready: Ready, kit: Kit) -> None:
    assert random_deletion(0.5, kit)(ready("Ann and Bob ran."), Random(1)) is None
    assert random_deletion(0.01, kit)(ready(SHOP), Random(1)) is None
