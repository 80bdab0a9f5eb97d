import asyncio
import subprocess
import sys
from collections.abc import Sequence

import pytest

import scaning
from scaning.errors import InputError, UsageError
from scaning.paraphraser import Paraphraser, Wish
from scaning.records import Candidate, Problem

PENS = "Ann has 45 pens. She gives 17 pens to Ben. How many pens does Ann have left?"
GOOD = "Of her 45 pens Ann gives 17 to Ben. How many pens does she have left?"
ALSO_GOOD = "17 of the 45 pens that Ann has are given to Ben. How many pens are left?"
BAD = "Ann has 45 pens. She gives 71 pens to Ben. How many pens does Ann have left?"
NEAR = "Ann has 45 pens. She gives Ben 17 pens. How many pens does Ann have left?"


class Fake:
    """Proposes what it was told to, and remembers what it was asked."""

    name = "fake"

    def __init__(self, *texts: str) -> None:
        self.texts = texts
        self.asked: list[tuple[list[str], int, tuple[str, ...], int]] = []

    def candidates(  # noqa: D102
        self, problems: Sequence[Problem], *, n: int, prompts: Sequence[str], seed: int
    ) -> list[list[Candidate]]:
        self.asked.append(([p.id for p in problems], n, tuple(prompts), seed))
        return [[Candidate(text, prompts[0], self.name) for text in self.texts] for _ in problems]


def test_the_package_gives_the_paraphraser_and_loads_nothing_for_it() -> None:
    assert scaning.Paraphraser is Paraphraser
    code = "import sys, scaning; print([n for n in sys.modules if n.startswith('scaning.')])"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout == "[]\n"
    with pytest.raises(AttributeError, match="no attribute 'Paraphrase'"):
        _ = scaning.Paraphrase


def test_only_what_keeps_the_facts_is_handed_out_and_the_note_says_what_is_missing() -> None:
    found = Paraphraser(generators=[Fake(BAD, GOOD, PENS, ALSO_GOOD)]).paraphrase(PENS, n=3)
    assert {v.text for v in found.variants} == {GOOD, ALSO_GOOD}
    assert [v.rank for v in found.variants] == [1, 2]
    assert all(v.verdict.ok and v.scores.diversity >= 0.15 for v in found.variants)
    assert [r.text for r in found.rejected] == [BAD]
    assert {r.kind for r in found.rejected[0].reasons} >= {"missing-number"}
    assert found.note.startswith("2 of 3 variants: 1 more candidate was turned down (")
    assert "missing-number 1" in found.note


def test_what_is_too_close_is_turned_down_until_less_is_asked() -> None:
    paraphraser = Paraphraser(generators=[Fake(NEAR)])
    strict = paraphraser.paraphrase(PENS, n=1)
    assert strict.variants == ()
    assert [r.kind for r in strict.rejected[0].reasons] == ["diversity"]
    free = paraphraser.paraphrase(PENS, n=1, min_diversity=0.0)
    assert [v.text for v in free.variants] == [NEAR]
    assert free.note == ""


def test_of_equal_wordings_one_is_handed_out_and_blanks_are_mended() -> None:
    twice = Fake(GOOD, "of her 45 pens  Ann gives 17 to Ben . How many pens does she have left")
    found = Paraphraser(generators=[twice, Fake(GOOD)]).paraphrase(PENS)
    assert [v.text for v in found.variants] == [GOOD]


def test_marks_of_a_model_are_never_handed_out() -> None:
    found = Paraphraser(generators=[Fake(GOOD + " ⟦3⟧")]).paraphrase(PENS, n=1)
    assert found.variants == ()
    assert "mark of the model" in found.rejected[0].reasons[0].message


def test_names_are_kept_unless_others_are_welcome() -> None:
    renamed = GOOD.replace("Ann", "Eve")
    paraphraser = Paraphraser(generators=[Fake(renamed)])
    kept = paraphraser.paraphrase(PENS, n=1)
    assert [(r.kind, r.original) for r in kept.rejected[0].reasons] == [("name", "Ann")]
    free = paraphraser.paraphrase(PENS, n=1, keep_names=False)
    assert [v.text for v in free.variants] == [renamed]


def test_a_prompt_asks_generators_for_it_alone() -> None:
    fake = Fake(GOOD)
    Paraphraser(generators=[fake], seed=5).paraphrase(PENS, prompt="shuffle")
    assert fake.asked[0][2:] == (("paraphrase shuffle : ",), 5)
    with pytest.raises(UsageError, match="did you mean 'passive'"):
        Paraphraser(generators=[fake]).paraphrase(PENS, prompt="pasive")


def test_several_problems_come_back_in_order_and_with_their_ids() -> None:
    problems = [Problem("a", PENS), Problem("b", PENS.replace("17", "18"))]
    fake = Fake(GOOD)
    found = Paraphraser(generators=[fake]).paraphrase(problems)
    assert [one.id for one in found] == ["a", "b"]
    assert [len(one.variants) for one in found] == [1, 0]
    list(Paraphraser(generators=[fake]).stream(problems, Wish(), batch=1))
    assert [asked[0] for asked in fake.asked] == [["a", "b"], ["a"], ["b"]]


def test_many_can_be_awaited_at_once() -> None:
    paraphraser = Paraphraser(generators=[Fake(GOOD, ALSO_GOOD)])

    async def several() -> list[int]:
        found = await asyncio.gather(*(paraphraser.aparaphrase(PENS, n=2) for _ in range(3)))
        return [len(one.variants) for several in found for one in several]

    assert asyncio.run(several()) == [2, 2, 2]


@pytest.mark.parametrize("wrong", [{"n": 0}, {"min_diversity": 1.5}, {"drafts": 0}])
def test_a_wish_that_cannot_be_met_is_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(UsageError):
        Wish(**wrong)  # type: ignore[arg-type]


def test_an_empty_problem_is_refused() -> None:
    with pytest.raises(InputError, match="empty"):
        Paraphraser(generators=[Fake(GOOD)]).paraphrase("  ")


def test_a_pair_can_be_checked_and_scored() -> None:
    paraphraser = Paraphraser(generators=[])
    assert paraphraser.check(PENS, GOOD).ok
    assert not paraphraser.check(PENS, BAD).ok
    assert paraphraser.score(PENS, GOOD).diversity > paraphraser.score(PENS, NEAR).diversity


def test_the_rules_give_the_same_variants_for_the_same_seed() -> None:
    first, second = (Paraphraser("rules").paraphrase(PENS) for _ in range(2))
    assert first == second
