from collections import Counter
from itertools import permutations
from math import isclose, prod
from random import Random

import pytest

from scaning.noise import NOISERS
from scaning.noise.combinations import TABLES, Combination, sampled
from scaning.prompts import paraphraser_prompt

V10 = TABLES["v10"]
# The tables of the paper's appendix, which name the functions of a combination by the alphabet.
PAPER_TRAINING = {
    "a": "random_deletion random_shuffling templatization",
    "b": "templatization",
    "c": "random_deletion templatization word_insertion",
    "d": "random_deletion word_insertion",
    "e": "random_deletion random_shuffling sentence_permutation synonym_substitution "
    "templatization word_insertion",
    "f": "random_deletion random_shuffling synonym_substitution word_insertion",
    "g": "random_deletion synonym_substitution templatization word_insertion",
    "h": "random_deletion sentence_permutation synonym_substitution word_insertion",
    "i": "complete_shuffling synonym_substitution",
    "j": "complete_shuffling random_deletion word_insertion",
}
PAPER_INFERENCE = {
    "a": ("sentence_permutation templatization", "paraphrase replace shuffle : "),
    "b": ("phrase_shuffling synonym_substitution", "paraphrase replace shuffle : "),
    "c": ("phrase_shuffling templatization", "paraphrase replace shuffle : "),
    "d": ("permute_shuffle synonym_substitution", "paraphrase replace shuffle : "),
    "e": ("synonym_substitution templatization", "paraphrase replace : "),
    "f": ("sentence_permutation synonym_substitution", "paraphrase replace shuffle : "),
    "g": ("random_deletion templatization word_insertion", "paraphrase fix replace : "),
    "h": (
        "phrase_shuffling sentence_permutation synonym_substitution",
        "paraphrase replace shuffle : ",
    ),
    "i": ("random_deletion word_insertion", "paraphrase fix : "),
    "j": (
        "permute_shuffle synonym_substitution templatization",
        "paraphrase replace shuffle : ",
    ),
}


def functions(combination: Combination) -> str:
    return " ".join(sorted(step.function for step in combination.steps))


@pytest.mark.parametrize("table", ["v10", "em_v2"])
def test_the_combinations_are_those_of_the_paper(table: str) -> None:
    chosen = TABLES[table]

    assert {c.name: functions(c) for c in chosen.training} == PAPER_TRAINING
    assert {c.name: functions(c) for c in chosen.inference} == {
        name: said for name, (said, _) in PAPER_INFERENCE.items()
    }


def test_the_prompts_of_the_combinations_are_those_of_the_paper() -> None:
    for combination in V10.inference:
        done = [step.function for step in combination.steps]
        assert paraphraser_prompt(done, passive=False) == PAPER_INFERENCE[combination.name][1]


@pytest.mark.parametrize("name", TABLES)
def test_probabilities_sum_to_one_and_every_function_exists_for_its_mode(name: str) -> None:
    for mode in ("training", "inference"):
        chosen = TABLES[name].of(mode)
        assert isclose(sum(c.probability for c in chosen), 1.0)
        assert len({c.name for c in chosen}) == len(chosen)
        for combination in chosen:
            for step in combination.steps:
                assert (step.function, mode) in NOISERS
                assert step.share is None or 0 < step.share <= 1


def inclusion(table: tuple[Combination, ...], rows: int) -> dict[str, float]:
    """How likely each combination is among the first `rows`, summed over all their orders."""
    found: Counter[str] = Counter()
    for drawn in permutations(table, rows):
        taken = [sum(c.probability for c in drawn[:n]) for n in range(rows)]
        likely = prod(c.probability / (1 - t) for c, t in zip(drawn, taken, strict=True))
        for combination in drawn:
            found[combination.name] += likely  # type: ignore[assignment]
    return dict(found)


@pytest.mark.parametrize(
    ("table", "rows", "published"),
    [
        (V10.training, 2, {0.07: 0.143, 0.10: 0.201, 0.16: 0.309}),
        (V10.inference, 4, {0.05: 0.228, 0.10: 0.413, 0.15: 0.556}),
    ],
)
def test_sampling_has_the_published_chances_of_inclusion(
    table: tuple[Combination, ...], rows: int, published: dict[float, float]
) -> None:
    exact = inclusion(table, rows)
    counted = Counter(c.name for seed in range(6000) for c in sampled(table, Random(seed))[:rows])

    for combination in table:
        assert exact[combination.name] == pytest.approx(
            published[combination.probability], abs=0.0006
        )
        assert counted[combination.name] / 6000 == pytest.approx(exact[combination.name], abs=0.03)


def test_no_combination_is_drawn_twice() -> None:
    drawn = sampled(V10.training, Random(1))

    assert sorted(drawn) == sorted(V10.training)
