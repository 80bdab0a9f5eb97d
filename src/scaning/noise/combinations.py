"""Which functions are applied together, how strongly and how often: the published tables.

A row reads: letter of the paper, probability, then the functions in the order of application,
each with the share of the text that it changes.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from types import MappingProxyType
from typing import NamedTuple

from scaning.noise.contract import Mode

FUNCTIONS: Mapping[str, str] = MappingProxyType(
    {
        "SP": "sentence_permutation",
        "RS": "random_shuffling",
        "CS": "complete_shuffling",
        "PS": "phrase_shuffling",
        "PoS": "permute_shuffle",
        "T": "templatization",
        "SS": "synonym_substitution",
        "RD": "random_deletion",
        "WI": "word_insertion",
        "ID": "same_sentence",
    }
)


class Step(NamedTuple):
    """A function and the share of the text that it changes; None where it has no share."""

    function: str
    share: float | None


class Combination(NamedTuple):
    """Functions that are applied one after the other."""

    name: str
    probability: float
    steps: tuple[Step, ...]


class Table(NamedTuple):
    """The combinations of both modes.

    `passive_rows` adds, for a problem chosen for the passive, a row of its own that only asks for
    the passive; otherwise one of the problem's rows asks for it.
    """

    training: tuple[Combination, ...]
    inference: tuple[Combination, ...]
    passive_rows: bool = False

    def of(self, mode: Mode) -> tuple[Combination, ...]:
        """The combinations of a mode."""
        return self.training if mode == "training" else self.inference


def combinations(table: str) -> tuple[Combination, ...]:
    """The combinations written in a table.

    >>> combinations("b .10 PS .90 SS .40")[0].steps
    (Step(function='phrase_shuffling', share=0.9), Step(function='synonym_substitution', share=0.4))
    """
    found = []
    for line in table.strip().splitlines():
        name, probability, *steps = line.split()
        found.append(
            Combination(
                name,
                float(probability),
                tuple(
                    Step(FUNCTIONS[function], None if share == "-" else float(share))
                    for function, share in zip(steps[::2], steps[1::2], strict=True)
                ),
            )
        )
    return tuple(found)


def sampled(table: tuple[Combination, ...], rng: Random) -> list[Combination]:
    """All combinations in random order, drawn by their probabilities without replacement."""
    left = list(table)
    return [
        left.pop(rng.choices(range(len(left)), [c.probability for c in left])[0]) for _ in table
    ]


_V10 = Table(
    training=combinations("""
        j .07 WI .20 RD .20 CS -
        f .10 RS .25 RD .20 SS .45 WI .15
        h .10 SP .25 RD .25 SS .35 WI .20
        b .10 T .80
        e .16 SP .25 RS .20 T .25 SS .20 WI .10 RD .10
        i .07 CS - SS .30
        c .10 T .45 RD .20 WI .20
        g .10 SS .30 T .35 RD .10 WI .10
        d .10 RD .25 WI .25
        a .10 RD .20 RS .20 T .40
    """),
    inference=combinations("""
        b .10 PS .90 SS .40
        f .10 SP .90 SS .40
        i .05 RD .25 WI .25
        d .15 PoS 1.0 SS .40
        h .05 SP .75 PS .65 SS .30
        g .10 T .45 RD .15 WI .15
        c .10 PS .95 T .40
        a .15 SP .95 T .40
        j .15 PoS .95 SS .30 T .35
        e .05 SS .40 T .40
    """),
)
_EM_V2 = Table(
    training=combinations("""
        j .07 WI .20 RD .20 CS -
        f .10 RS .25 RD .15 SS .35 WI .10
        h .10 SP .25 RD .10 SS .10 WI .10
        b .10 T .80
        e .16 SP .15 RS .15 T .15 SS .15 WI .15 RD .15
        i .07 CS - SS .20
        c .10 T .45 RD .15 WI .15
        g .10 SS .15 T .20 RD .10 WI .10
        d .10 RD .20 WI .20
        a .10 RD .20 RS .20 T .30
    """),
    inference=combinations("""
        b .10 PS .95 SS .35
        f .10 SP .95 SS .35
        i .05 RD .15 WI .15
        d .15 PoS 1.0 SS .35
        h .05 SP .75 PS .65 SS .30
        g .10 T .35 RD .10 WI .10
        c .10 PS .95 T .30
        a .15 SP .95 T .30
        j .15 PoS .95 SS .30 T .30
        e .05 SS .40 T .40
    """),
)
_CLI_TRAINING = combinations("""
    1  .07  SP .5 WI .2 RD .2 SS .3
    2  .07  T .4 SP .4 SS .3
    3  .07  SP .4 T .6
    4  .07  RD .4 WI .5
    5  .075 WI .25 RD .15 CS -
    6  .07  SP .3 RS .25 RD .25 SS .25 WI .15
    7  .075 CS - SS .35
    8  .075 RD .25 SS .4 WI .25
    9  .07  T .85
    10 .07  T .4 SP .4 WI .2 RD .2 SS .4
    11 .075 T .4 RS .3 RD .15
    12 .07  SS .55
    13 .07  T .5 RD .25 WI .2
    14 .07  T .15 SS .45 RS .3
""")
_CLI = Table(
    training=_CLI_TRAINING,
    inference=combinations("""
        1  .10 PS .75 SS .2
        2  .10 SP .75 SS .2
        3  .05 RD .4 WI .4
        4  .15 PoS .8
        5  .05 SP .5 PS .5 SS .15
        6  .05 T .7 RD .05 WI .05
        7  .15 PS .8 T .5
        8  .15 SP .8 T .5
        9  .15 PoS .8 T .5
        10 .05 SS .5 T .5
    """),
)
_SUPPORT = Table(
    training=_CLI_TRAINING,
    inference=combinations("""
        1 .14 PS .95
        2 .13 SP .95
        3 .20 RD .3 WI .3
        4 .13 PoS .95
        5 .20 T .6 SS .2
        6 .20 SS .65
    """),
    passive_rows=True,
)
TABLES: Mapping[str, Table] = MappingProxyType(
    {"v10": _V10, "em_v2": _EM_V2, "cli": _CLI, "support": _SUPPORT}
)
