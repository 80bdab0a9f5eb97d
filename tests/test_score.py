import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import count, islice

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scaning.encoder import Vectors
from scaning.errors import UsageError
from scaning.parse import Parser, Text, shared_parser
from scaning.records import Pair
from scaning.score import (
    METRICS,
    PRESETS,
    overall_score,
    preset_of,
    score_pairs,
    signature,
)
from scaning.score.pairs import CHUNK

ANN = "Ann has 3 apples and buys 1,000 more. How many apples does Ann have?"
TOLD = "Three apples are Ann's and she buys 1000 more. How many apples are hers?"


class FixedEncoder:
    """Vectors in a plane, at the angle whose cosine with the first axis is given."""

    name = "fixed"

    def __init__(self, cosines: dict[str, float] | None = None) -> None:
        self.cosines = cosines or {}
        self.seen: list[str] = []

    def encode(self, texts: Sequence[str]) -> Vectors:
        """One row for each text."""
        self.seen.extend(texts)
        cosines = np.array([self.cosines.get(text, 1.0) for text in texts])
        return np.stack([cosines, np.sqrt(1 - cosines**2)], axis=1).astype(np.float32)


class CountingParser(Parser):
    """The real parser, which remembers what it was asked."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: list[str] = []

    def parse(self, texts: Iterable[str]) -> Iterator[Text]:
        """Parse and remember."""
        asked = list(texts)
        self.seen.extend(asked)
        return shared_parser().parse(asked)


def numbered(n: int) -> list[Pair]:
    return [Pair("p", f"Ann has {i // 3} cats.", f"{i} cats are Ann's.") for i in range(n)]


def test_each_text_is_parsed_once_and_encoded_once_in_a_chunk() -> None:
    parser, encoder = CountingParser(), FixedEncoder()
    pairs = numbered(CHUNK)
    list(score_pairs(pairs, encoder=encoder, parser=parser))
    texts = {text for pair in pairs for text in (pair.original, pair.candidate)}
    assert sorted(parser.seen) == sorted(encoder.seen) == sorted(texts)


def test_an_original_is_not_parsed_again_for_candidates_of_the_next_chunk() -> None:
    parser = CountingParser()
    pairs = [Pair("p", ANN, f"Ann has {i} apples.") for i in range(2 * CHUNK)]
    list(score_pairs(pairs, encoder=None, parser=parser))
    assert parser.seen.count(ANN) == 1


def test_pairs_are_scored_while_they_stream_by() -> None:
    endless = (Pair("p", ANN, f"Ann has {i} apples.") for i in count())
    assert len(list(islice(score_pairs(endless, encoder=None), CHUNK + 1))) == CHUNK + 1


def test_scores_come_in_the_order_of_the_pairs() -> None:
    pairs = numbered(CHUNK + 7)
    together = list(score_pairs(pairs, encoder=None))
    assert together == [next(score_pairs([pair], encoder=None)) for pair in pairs]


def test_without_an_encoder_similarity_and_pqi_are_none() -> None:
    scores = next(score_pairs([Pair("p", ANN, TOLD)], encoder=None))
    assert scores.similarity is None
    assert scores.pqi is None
    assert overall_score(scores, PRESETS["default"]) is None


@pytest.mark.parametrize(
    ("preset", "numeracy"),
    # The published reader finds 1 and 0 in "1,000", and 3 but not "Three".
    [("default", 1.0), ("paper", 0.0), ("official", 0.0)],
)
def test_the_presets_differ_in_how_they_read_numbers(preset: str, numeracy: float) -> None:
    told = TOLD.replace("Three apples", "Three-apple boxes") if preset != "default" else TOLD
    scores = next(score_pairs([Pair("p", ANN, told)], preset=preset, encoder=None))
    assert scores.numeracy == numeracy


def test_paper_and_official_differ_in_the_intersection_and_in_bleu() -> None:
    pair = Pair("p", "5 and 5 and 3 red hens", "5 and 3 and 3 red hens")
    paper, official = (
        next(score_pairs([pair], preset=name, encoder=None)) for name in ("paper", "official")
    )
    assert official.numeracy == 1.0
    assert paper.numeracy == pytest.approx(8 / 27)
    assert paper.bleu_diversity != official.bleu_diversity
    assert paper.wpd == official.wpd


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_an_empty_text_has_defined_scores(preset: str) -> None:
    pairs = [Pair("p", ANN, ""), Pair("p", "", ANN), Pair("p", "", " \n")]
    for scores, numeracy in zip(
        score_pairs(pairs, preset=preset, encoder=FixedEncoder()), (0.0, 0.0, 1.0), strict=True
    ):
        assert (scores.similarity, scores.bleu_diversity, scores.wpd) == (0.0, 1.0, 0.0)
        assert scores.numeracy == numeracy


def test_a_copy_has_no_diversity_and_so_hardly_any_pqi() -> None:
    scores = next(score_pairs([Pair("p", ANN, ANN)], encoder=FixedEncoder()))
    assert (scores.similarity, scores.diversity, scores.numeracy) == (1.0, 0.0, 1.0)
    assert scores.pqi == pytest.approx(0.0056, abs=0.0001)


def test_line_breaks_are_words_for_the_published_code_alone() -> None:
    pair = Pair("p", ANN, ANN.replace(". ", ".\n"))
    diversity = {
        name: next(score_pairs([pair], preset=name, encoder=None)).diversity for name in PRESETS
    }
    assert diversity["default"] == 0.0
    assert diversity["official"] > 0.0


def test_the_second_encoder_vetoes_as_in_the_published_final_scores() -> None:
    pair, main = Pair("p", ANN, TOLD), FixedEncoder({TOLD: 0.9})
    for second, similarity in ((0.75, 0.95), (0.5, 0.75)):
        veto = FixedEncoder({TOLD: second})
        scores = next(score_pairs([pair], preset="official", encoder=main, veto=veto))
        assert scores.similarity == pytest.approx(similarity)


def test_the_overall_score_takes_the_raw_cosine_in_the_published_code_alone() -> None:
    pair, encoder = Pair("p", ANN, TOLD), FixedEncoder({TOLD: 0.8})
    for name, similarity in (("official", 0.8), ("paper", 0.9)):
        preset = PRESETS[name]
        scores = next(score_pairs([pair], preset=preset, encoder=encoder))
        w = preset.weights
        rest = w.diversity * scores.diversity + w.numeracy * scores.numeracy
        found = overall_score(scores, preset)
        assert found == pytest.approx(w.similarity * similarity + rest)


def test_a_preset_of_your_own_is_measured_as_it_says() -> None:
    own = replace(PRESETS["default"], name="mine", bleu="bleu-plain", mean="geometric")
    scores = next(score_pairs([Pair("p", ANN, TOLD)], preset=own, encoder=None))
    expected = scores.bleu_diversity**0.6 * scores.wpd**0.4
    assert scores.diversity == pytest.approx(expected, abs=1e-6)


@settings(max_examples=60)
@given(original=st.text(max_size=60), candidate=st.text(max_size=60))
def test_any_two_texts_have_scores_between_zero_and_one(original: str, candidate: str) -> None:
    for preset in PRESETS:
        pair = Pair("p", original, candidate)
        scores = next(score_pairs([pair], preset=preset, encoder=FixedEncoder()))
        for name in scores.__slots__:
            assert 0.0 <= getattr(scores, name) <= 1.0 + 1e-8


def test_every_preset_names_metrics_that_exist() -> None:
    for name, preset in PRESETS.items():
        assert preset.name == name
        assert {preset.bleu, preset.numeracy} <= METRICS.keys()
        assert sum(preset.weights) == pytest.approx(1.0)


def test_an_unknown_preset_is_answered_with_the_known_ones() -> None:
    with pytest.raises(UsageError, match=r"did you mean 'official'\? Known: default, official"):
        preset_of("oficial")


def test_a_signature_says_everything_that_a_figure_needs() -> None:
    line = signature("official", FixedEncoder(), 440, metric="numeracy")
    for part in ("numeracy|", "preset:official", "numeracy-official", "encoder:fixed", "n:440",
                 "seed:3407", "scaning:0.", "parser:embedded"):  # fmt: skip
        assert part in line
    assert "encoder:none" in signature("paper", None, 1)


def test_importing_the_scores_loads_neither_spacy_nor_onnxruntime() -> None:
    code = (
        "import sys, scaning.score, scaning.select, scaning.encoder;"
        "print({'spacy', 'onnxruntime', 'tokenizers', 'torch'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"
