import pytest

from scaning.errors import UsageError
from scaning.seq2seq.evaluation import reconstruction, score_of
from scaning.seq2seq.rating import paraphrase
from scaning.seq2seq.rows import Pair
from scaning.seq2seq.settings import settings_of

READ = "⟦1⟧Ann has ⟦2⟧3 apples and buys ⟦3⟧5 more. How many apples has ⟦1⟧Ann now?"
PAIR = Pair("q", "paraphrase fix : ", READ, "")


def test_a_paraphrase_that_keeps_the_facts_is_worth_its_quality() -> None:
    good = "How many apples does ⟦1⟧ have now, if ⟦1⟧ has ⟦2⟧ apples and buys ⟦3⟧ more?"
    copy = "⟦1⟧ has ⟦2⟧ apples and buys ⟦3⟧ more. How many apples has ⟦1⟧ now?"
    wrong = "How many apples does ⟦1⟧ have now, if ⟦1⟧ has ⟦2⟧ apples and sells ⟦3⟧?"
    lost = "⟦1⟧ has ⟦2⟧ apples and buys some. How many apples has ⟦1⟧ now?"
    worth = [paraphrase([PAIR], [text]) for text in (good, copy, wrong, lost)]
    assert worth[0]["score"] == worth[0]["pqi"] > worth[1]["score"]
    for broken in worth[2:]:
        assert broken["facts_ok"] == broken["score"] == 0.0
        assert broken["pqi"] > 0.0
    both = paraphrase([PAIR, PAIR], [good, wrong])
    assert both["score"] == pytest.approx(worth[0]["score"] / 2)


def test_a_training_names_its_score() -> None:
    assert score_of("reconstruction") is reconstruction
    assert score_of("paraphrase") is paraphrase
    cells = {"base": "b", "train": "t", "output": "o", "steps": 1}
    assert settings_of(cells).score == "reconstruction"
    with pytest.raises(UsageError, match="No score 'pqi'"):
        settings_of(cells | {"score": "pqi"})
