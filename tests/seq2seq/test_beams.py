from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import product

import pytest
from fake import END, START, FakeStepper

from scaning.seq2seq.decoding import DecodeSettings
from scaning.seq2seq.search import search
from scaning.seq2seq.stepper import Hypothesis, Source

SOURCES = [Source((7, n, n)) for n in range(6)]


@dataclass
class Lane:
    """Tokens and their score."""

    ids: tuple[int, ...]
    score: float


def best_first(lanes: Sequence[Lane]) -> list[Lane]:
    return sorted(lanes, key=lambda lane: -lane.score)


def diverse_by_hand(
    model: FakeStepper, source: Sequence[int], settings: DecodeSettings, *, groups: int
) -> list[list[Lane]]:
    """The published definition, word for word: every token of every lane, one group at a time."""
    width = settings.beams // groups
    running = [[Lane((), 0.0)] for _ in range(groups)]
    done: list[list[Lane]] = [[] for _ in range(groups)]
    closed = [False] * groups
    for length in range(1, settings.max_length + 1):
        used: list[int] = []
        for group in range(groups):
            if closed[group]:
                continue
            grown: list[tuple[float, Lane]] = []
            for lane in running[group]:
                logs = model.row(source, lane.ids)
                for token in range(model.vocabulary):
                    if token == START:
                        continue
                    loss = settings.penalty * used.count(token) if token != END else 0.0
                    ranked = lane.score + float(logs[token]) - loss
                    kept = ranked if settings.penalty_stays else lane.score + float(logs[token])
                    grown.append((ranked, Lane((*lane.ids, token), kept)))
            grown.sort(key=lambda pair: -pair[0])
            best = [lane for _, lane in grown[: 2 * width]]
            done[group] += [
                Lane(lane.ids[:-1], lane.score / length**settings.length_penalty)
                for lane in best[:width]
                if lane.ids[-1] == END
            ]
            done[group] = best_first(done[group])[:width]
            running[group] = [lane for lane in best if lane.ids[-1] != END][:width]
            used += [lane.ids[-1] for lane in running[group]]
            hope = max(lane.score for lane in running[group]) / length**settings.length_penalty
            closed[group] = len(done[group]) == width and hope <= done[group][-1].score
    return done


def same(found: Sequence[Hypothesis], expected: Sequence[Lane]) -> None:
    assert [one.ids for one in found] == [lane.ids for lane in expected]
    assert [one.score for one in found] == pytest.approx(
        [lane.score for lane in expected], abs=1e-5
    )


@pytest.mark.parametrize("penalty", [0.0, 0.5, 10.0, 100.0])
@pytest.mark.parametrize("stays", [False, True])
@pytest.mark.parametrize(("groups", "beams"), [(3, 6), (2, 6), (4, 4)])
def test_diverse_beams_are_those_of_the_published_definition(
    penalty: float, stays: bool, groups: int, beams: int
) -> None:
    model = FakeStepper(13, end_bonus=1.0)
    settings = DecodeSettings(
        groups=groups, beams=beams, n=groups, penalty=penalty, penalty_stays=stays, max_length=9
    )
    found = search(model, SOURCES, settings)
    for source, texts in zip(SOURCES, found, strict=True):
        by_hand = diverse_by_hand(model, source.ids, settings, groups=groups)
        ended = [text for text in texts if text.ended]
        same(ended, [lanes[0] for lanes in by_hand if lanes])
        assert len(texts) >= len(ended)


@pytest.mark.parametrize("length_penalty", [0.0, 1.0, 2.0])
def test_one_group_is_beam_search(length_penalty: float) -> None:
    model = FakeStepper(9, end_bonus=1.5)
    settings = DecodeSettings(
        mode="beam", beams=4, n=4, max_length=8, length_penalty=length_penalty
    )
    found = search(model, SOURCES, settings)
    for source, texts in zip(SOURCES, found, strict=True):
        same(texts, diverse_by_hand(model, source.ids, settings, groups=1)[0])


def test_beams_without_end_find_the_most_likely_of_all_texts() -> None:
    model = FakeStepper(5, end_bonus=0.5)
    settings = DecodeSettings(mode="beam", beams=64, n=3, max_length=4, length_penalty=0.0)
    for source, texts in zip(SOURCES, search(model, SOURCES, settings), strict=True):
        every = [
            Lane(ids, model.likelihood(source.ids, ids))
            for length in range(4)
            for ids in product((2, 3, 4), repeat=length)
        ]
        same(texts, best_first(every)[:3])


def test_a_heavy_penalty_bans_what_earlier_groups_chose_at_a_step() -> None:
    model = FakeStepper(40, end_bonus=-2.0)
    settings = DecodeSettings(groups=3, beams=3, n=3, penalty=100.0, max_length=8)
    for texts in search(model, SOURCES, settings):
        for step in range(min(len(text.ids) for text in texts)):
            assert len({text.ids[step] for text in texts}) == 3


def test_the_batch_does_not_change_what_is_found() -> None:
    model = FakeStepper(13, end_bonus=1.0)
    settings = DecodeSettings(max_length=12)
    assert search(model, SOURCES, settings, batch=6) == search(model, SOURCES, settings, batch=99)


def test_finished_sources_leave_the_batch() -> None:
    model = FakeStepper(9, end_bonus=2.5)
    search(model, SOURCES, DecodeSettings(max_length=30), batch=99)
    sizes = [sources for sources, _ in model.calls]
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[-1] < sizes[0] == len(SOURCES)


def test_what_the_limit_cuts_off_is_marked() -> None:
    model = FakeStepper(9, end_bonus=-99.0)
    for mode in ("greedy", "beam", "diverse", "sample"):
        settings = DecodeSettings(mode=mode, n=1, top_k=9, max_length=5)
        (text,) = search(model, SOURCES[:1], settings)[0]
        assert not text.ended
        assert len(text.ids) == 5
        ratio = replace(settings, max_length=50, max_ratio=2.0)
        assert len(search(model, SOURCES[:1], ratio)[0][0].ids) == 16
