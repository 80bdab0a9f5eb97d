import numpy as np
import pytest
from fake import FakeStepper

from scaning.seq2seq.constraint import Guard
from scaning.seq2seq.decoding import DecodeSettings
from scaning.seq2seq.repetition import forbidden, runs_of
from scaning.seq2seq.search import search
from scaning.seq2seq.stepper import Source, Uses

GUARD = Guard(slots=(10, 11, 12, 13), banned=(2, 3))
ONCE, TWICE, NAME = Uses(1, 1), Uses(2, 2), Uses(1, None)
SOURCES = [
    Source((7, 1), "a", (ONCE, NAME)),
    Source((7, 2), "b", (TWICE, ONCE, NAME)),
    Source((7, 3), "c"),
    Source((7, 4), "d", (NAME,)),
]
EVERY_WAY = [
    DecodeSettings(mode="greedy", n=1, max_length=60),
    DecodeSettings(mode="beam", max_length=40),
    DecodeSettings(max_length=40),
    DecodeSettings(penalty=100.0, penalty_stays=True, no_repeat=3, max_length=40),
    DecodeSettings(mode="sample", n=5, max_length=60),
]


@pytest.mark.parametrize("settings", EVERY_WAY, ids=lambda settings: settings.mode)
def test_every_text_keeps_its_slots(settings: DecodeSettings) -> None:
    model = FakeStepper(20, end_bonus=2.0)
    found = search(model, SOURCES, settings, guard=GUARD)
    assert sum(map(len, found)) >= len(SOURCES)
    for source, texts in zip(SOURCES, found, strict=True):
        for text in texts:
            assert text.ended
            assert not {2, 3} & {*text.ids}
            counts = [text.ids.count(slot) for slot in GUARD.slots]
            for uses, count in zip(source.slots, counts, strict=False):
                assert uses.least <= count <= (99 if uses.most is None else uses.most)
            assert not any(counts[len(source.slots) :])
            assert text.log_likelihood == pytest.approx(
                model.likelihood(source.ids, text.ids), abs=1e-4
            )


def test_without_a_guard_slots_get_lost() -> None:
    model = FakeStepper(20, end_bonus=2.0)
    found = search(model, SOURCES, DecodeSettings(max_length=40))
    assert any(text.ids.count(10) != 1 for texts in found[:1] for text in texts)


def test_no_text_is_better_than_a_broken_one() -> None:
    model = FakeStepper(20)
    for settings in (
        DecodeSettings(max_length=3),
        DecodeSettings(mode="greedy", n=1, max_length=3),
    ):
        found = search(model, SOURCES[1:3], settings, guard=GUARD)
        assert found[0] == []


def test_a_guard_that_forbids_nothing_changes_nothing() -> None:
    model = FakeStepper(20, end_bonus=2.0)
    sources = [Source((7, n)) for n in range(5)]
    for settings in EVERY_WAY[:3]:
        assert search(model, sources, settings, guard=Guard(())) == search(model, sources, settings)


def test_a_run_comes_no_more_often_than_in_the_source_or_once() -> None:
    model = FakeStepper(5, end_bonus=-1.0, sharp=2.0)
    repeats = Source((2, 3, 2, 3, 2, 4), key="r")
    for mode in ("greedy", "diverse", "sample"):
        settings = DecodeSettings(mode=mode, n=1, no_repeat=2, max_length=30)
        for source in (repeats, Source((2, 3, 4))):
            (text,) = search(model, [source], settings)[0]
            allowed = runs_of(source.ids, 2)
            for run, times in runs_of(text.ids, 2).items():
                assert times <= max(1, allowed[run])
    free = search(model, [repeats], DecodeSettings(mode="greedy", n=1, max_length=30))[0][0]
    assert max(runs_of(free.ids, 2).values()) > 1


def test_what_the_source_repeats_may_be_repeated() -> None:
    written = np.array([[[2, 3, 2], [2, 4, 2]]])
    runs = [runs_of((2, 3, 2, 3), 2)]
    assert forbidden(written, runs, 2) == [(0, 1, 4)]
    assert forbidden(np.array([[[2, 3, 2, 3, 2]]]), runs, 2) == [(0, 0, 3)]
    assert forbidden(written, runs, 0) == []
