from collections import Counter

import numpy as np
import pytest
from fake import END, START, FakeStepper

from scaning.errors import UsageError
from scaning.seq2seq.candidates import Candidates
from scaning.seq2seq.decoding import DecodeSettings
from scaning.seq2seq.sampling import pick
from scaning.seq2seq.search import search
from scaning.seq2seq.stepper import Source

SOURCES = [Source((7, n), key=f"q{n}") for n in range(5)]


def test_greedy_takes_the_most_likely_token_each_time() -> None:
    model = FakeStepper(11, end_bonus=1.0)
    found = search(model, SOURCES, DecodeSettings(mode="greedy", n=1, max_length=40))
    for source, (text,) in zip(SOURCES, found, strict=True):
        ids: list[int] = []
        while True:
            logs = model.row(source.ids, ids)
            logs[START] = -np.inf
            if (token := int(logs.argmax())) == END:
                break
            ids.append(token)
        assert text.ids == tuple(ids)
        assert text.log_likelihood == pytest.approx(model.likelihood(source.ids, ids), abs=1e-5)


def test_samples_depend_on_seed_and_key_alone() -> None:
    model = FakeStepper(11, end_bonus=1.0)
    settings = DecodeSettings(mode="sample", n=4, top_k=11)
    together = search(model, SOURCES, settings)
    alone = [search(model, [source], settings)[0] for source in SOURCES]
    assert together == alone
    assert together != search(model, SOURCES, DecodeSettings(mode="sample", n=4, top_k=11, seed=1))
    assert len({text.ids for text in together[0]}) > 1


def test_samples_come_as_often_as_the_model_says() -> None:
    model = FakeStepper(6, end_bonus=1.0)
    settings = DecodeSettings(mode="sample", n=4000, top_k=6, max_length=1)
    texts = search(model, SOURCES[:1], settings, batch=4000)[0]
    counts = Counter(text.ids for text in texts)
    chances = np.exp(model.row(SOURCES[0].ids, []))
    chances[START] = 0
    chances /= chances.sum()
    for token in range(2, 6):
        assert counts[(token,)] / 4000 == pytest.approx(chances[token], abs=0.03)
    assert counts[()] / 4000 == pytest.approx(chances[END], abs=0.03)


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        (DecodeSettings(top_p=0.5), {0}),
        (DecodeSettings(top_p=0.51), {0, 1}),
        (DecodeSettings(top_p=0.81), {0, 1, 2}),
        (DecodeSettings(top_k=2), {0, 1}),
        (DecodeSettings(top_p=0.5, temperature=10.0), {0, 1}),
    ],
)
def test_the_nucleus_holds_the_fewest_tokens_that_reach_top_p(
    settings: DecodeSettings, expected: set[int]
) -> None:
    logs = np.log(np.array([[[0.5, 0.3, 0.15, 0.05]]], np.float32))
    candidates = Candidates(np.arange(4)[None, None], logs)
    draws = np.linspace(0, 1, 1000, endpoint=False)
    found = {int(pick(candidates, np.array([[draw]]), settings)[0, 0]) for draw in draws}
    assert found == expected


def test_settings_that_make_no_sense_are_named() -> None:
    for wrong, word in [
        ({"mode": "beams"}, "did you mean"),
        ({"groups": 4}, "4 groups"),
        ({"n": 7}, "at most 6"),
        ({"top_p": 0.0}, "top_p"),
        ({"max_length": 0}, "max_length"),
        ({"top_k": 1000}, "256"),
    ]:
        with pytest.raises(UsageError, match=word):
            DecodeSettings(**wrong)  # type: ignore[arg-type]
