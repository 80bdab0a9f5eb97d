"""Blind rating: samples in an order of each rater's own, grades, and what they say together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from sqlalchemy import Engine, delete, func, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session, sessionmaker

from scaning.serve.agreement import MEASURES, Rating, agreement, by_source, histogram, mean_of
from scaning.serve.store import Missing
from scaning.serve.tables import Rated, Sample, Study, now

Cells = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Blind:
    """A pair to rate, and who wrote it."""

    original: str
    candidate: str
    source: str


class Studies:
    """The studies in a database."""

    def __init__(self, engine: Engine) -> None:
        self.sessions = sessionmaker(engine, expire_on_commit=False)

    def add(self, name: str, samples: Sequence[Blind], *, count: int | None, seed: int) -> str:
        """Keep a study of `count` of the samples, drawn and put in order by the seed."""
        drawn = list(samples)
        Random(f"{seed}/study").shuffle(drawn)
        with self.sessions.begin() as session:
            study = Study(name=name, seed=seed)
            session.add(study)
            session.flush()
            session.add_all(
                Sample(
                    study=study.id,
                    place=place,
                    original=one.original,
                    candidate=one.candidate,
                    source=one.source,
                )
                for place, one in enumerate(drawn[:count])
            )
            return study.id

    def all(self) -> list[Cells]:
        """The studies, the newest first."""
        with self.sessions() as session:
            found = session.scalars(select(Study).order_by(Study.created.desc(), Study.id))
            return [_study(session, study) for study in found]

    def one(self, id: str) -> Cells:
        """A study with its progress."""
        with self.sessions() as session:
            return _study(session, _found(session, id))

    def drop(self, id: str) -> None:
        """Delete a study with its ratings."""
        with self.sessions.begin() as session:
            _found(session, id)
            session.execute(delete(Study).where(Study.id == id))

    def task(self, id: str, rater: str) -> Cells:
        """The samples in this rater's order, with what this rater has said, and no source."""
        with self.sessions() as session:
            study = _found(session, id)
            samples = list(_samples(session, id))
            mine = {
                rated.sample: {measure: getattr(rated, measure) for measure in MEASURES}
                for rated in session.scalars(_rated(id).where(Rated.rater == rater))
            }
            shown = _study(session, study)
        Random(f"{study.seed}/{rater}").shuffle(samples)
        return {
            "study": shown,
            "rater": rater,
            "samples": [
                {
                    "id": one.id,
                    "original": one.original,
                    "candidate": one.candidate,
                    "mine": mine.get(one.id),
                }
                for one in samples
            ],
        }

    def rate(self, id: str, sample: int, rater: str, grades: dict[str, int]) -> None:
        """Keep a rater's grades for a sample; the last ones count."""
        with self.sessions() as session:
            one = session.get(Sample, sample)
            if one is None or one.study != id:
                raise Missing(f"There is no sample {sample} in the study {id!r}.")
        try:
            self._keep(sample, rater, grades)
        except IntegrityError:  # the same rater in two windows: the row is there now
            self._keep(sample, rater, grades)

    def _keep(self, sample: int, rater: str, grades: dict[str, int]) -> None:
        with self.sessions.begin() as session:
            known = select(Rated).where(Rated.sample == sample, Rated.rater == rater)
            rated = session.scalars(known).first() or Rated(sample=sample, rater=rater)
            for measure, grade in grades.items():
                setattr(rated, measure, grade)
            rated.at = now()
            session.add(rated)

    def results(self, id: str) -> Cells:
        """The means, deviations, κ and counts of each measure; the means of each source."""
        ratings, sources = self._ratings(id)
        return {
            "study": self.one(id),
            "measures": {
                measure: {
                    **mean_of(ratings, measure)._asdict(),
                    "agreement": agreement(ratings, measure)._asdict(),
                    "histogram": histogram(ratings, measure),
                }
                for measure in MEASURES
            },
            "sources": {
                source: {measure: mean._asdict() for measure, mean in means.items()}
                for source, means in by_source(ratings, sources).items()
            },
        }

    def rows(self, id: str) -> list[Cells]:
        """Every rating as a row, with the source of its sample."""
        with self.sessions() as session:
            _found(session, id)
            found = session.execute(
                select(Sample, Rated)
                .join(Rated, Rated.sample == Sample.id)
                .where(Sample.study == id)
                .order_by(Sample.place, Rated.rater)
            )
            return [
                {
                    "id": sample.place + 1,
                    "original": sample.original,
                    "candidate": sample.candidate,
                    "source": sample.source,
                    "rater": rated.rater,
                    **{measure: getattr(rated, measure) for measure in MEASURES},
                }
                for sample, rated in found
            ]

    def _ratings(self, id: str) -> tuple[list[Rating], dict[int, str]]:
        with self.sessions() as session:
            _found(session, id)
            sources = {sample.id: sample.source for sample in _samples(session, id)}
            ratings = [
                Rating(r.sample, r.rater, r.solvability, r.diversity, r.fluency)
                for r in session.scalars(_rated(id).order_by(Rated.id))
            ]
        return ratings, sources


def _found(session: Session, id: str) -> Study:
    study = session.get(Study, id)
    if study is None:
        raise Missing(f"There is no study {id!r}.")
    return study


def _samples(session: Session, id: str) -> Sequence[Sample]:
    return session.scalars(select(Sample).where(Sample.study == id).order_by(Sample.place)).all()


def _rated(id: str) -> Any:  # noqa: ANN401 - a select, whose type says nothing more
    return select(Rated).join(Sample, Sample.id == Rated.sample).where(Sample.study == id)


def _study(session: Session, study: Study) -> Cells:
    count = select(func.count()).select_from(Sample).where(Sample.study == study.id)
    progress = (
        select(Rated.rater, func.count().label("rated"))
        .join(Sample, Sample.id == Rated.sample)
        .where(Sample.study == study.id)
        .group_by(Rated.rater)
        .order_by(Rated.rater)
    )
    return {
        "id": study.id,
        "name": study.name,
        "created": study.created,
        "samples": session.scalar(count) or 0,
        "raters": {row.rater: row.rated for row in session.execute(progress)},
    }
