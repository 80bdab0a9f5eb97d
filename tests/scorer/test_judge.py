"""The scorer in use, on a stand-in for the trained encoder: what it says follows from its parts."""

from __future__ import annotations

from collections.abc import Sequence
from math import log
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from scaning.encoder import OnnxEncoder, Vectors
from scaning.errors import ResourceError
from scaning.scorer.judge import ACCEPT, Scorer, chance, log_odds

ANN = "Ann has 3 apples. She buys 4 more apples. How many apples does Ann have now?"
KEEPS = "Ann owns 3 apples and buys another 4 apples. What number of apples does Ann have now?"
BREAKS = "Ann has 3 apples. She eats 2 more apples. How many apples does Ann have now?"
SETTINGS: dict[str, Any] = {
    "alone": [1.0, -0.5], "similarity": [0.5, -0.25], "facts": [1.0, 0.25],
}  # fmt: skip


class _Standing(OnnxEncoder):
    """Knows three cosines and one logit."""

    def __init__(self, logit: float = 2.0) -> None:
        super().__init__(Path("nowhere"))
        self.logit = logit

    def encode(self, texts: Sequence[str]) -> Vectors:
        angles = [0.0 if text == ANN else 0.2 if text == KEEPS else 1.2 for text in texts]
        return np.array([[np.cos(a), np.sin(a)] for a in angles], np.float32)

    def compare(self, pairs: Sequence[tuple[str, str]]) -> list[float]:
        return [self.logit for _ in pairs]

    @property
    def name(self) -> str:
        return "standing"

    @property
    def calibration(self) -> dict[str, Any]:
        return SETTINGS


def test_the_solvability_is_the_logistic_of_both_sides() -> None:
    found = Scorer(_Standing())(ANN, KEEPS)
    assert found.cosine == pytest.approx(np.cos(0.2), abs=1e-6)
    assert found.similarity == pytest.approx(chance(1.5))
    assert found.why.similarity == pytest.approx(0.75)
    assert found.why.facts == pytest.approx(log_odds(found.facts) + 0.25)
    assert found.solvability == pytest.approx(chance(found.why.similarity + found.why.facts))


def test_a_break_is_refused_with_the_reasons_of_the_facts() -> None:
    kept, broken = Scorer(_Standing()).judge([(ANN, KEEPS), (ANN, BREAKS)])
    assert kept.verdict.ok
    assert not kept.verdict.reasons
    assert not broken.verdict.ok
    assert broken.why.facts < 0 < kept.why.facts
    assert {reason.kind for reason in broken.verdict.reasons} >= {"missing-number"}


def test_the_model_alone_can_refuse_and_says_so() -> None:
    verdict = Scorer(_Standing(-30.0))(ANN, KEEPS).verdict
    assert not verdict.ok
    assert [reason.kind for reason in verdict.reasons] == ["doubted"]
    assert "0.00" in verdict.reasons[0].message
    assert verdict.solvability < ACCEPT


@pytest.mark.parametrize(("candidate", "kind"), [(ANN, "copy"), ("", "incoherent")])
def test_a_copy_and_no_text_are_refused_whatever_the_model_says(candidate: str, kind: str) -> None:
    verdict = Scorer(_Standing(30.0))(ANN, candidate).verdict
    assert not verdict.ok
    assert verdict.reasons[0].kind == kind


def test_the_facts_are_never_surer_than_their_bounds() -> None:
    assert log_odds(0.0) == pytest.approx(log(0.0001 / 0.9999))
    assert log_odds(1.0) == pytest.approx(-log_odds(0.0))


def test_an_encoder_that_was_not_trained_is_no_scorer(tmp_path: Path) -> None:
    (tmp_path / "manifest.json").write_text(
        '{"name": "plain", "files": {"model.onnx": "0123456789"}}', encoding="utf-8"
    )
    with pytest.raises(ResourceError, match="plain@01234567 is no trained scorer"):
        Scorer(OnnxEncoder(tmp_path))
