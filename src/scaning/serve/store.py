"""Jobs, what was written for them, and what people decided. A decision is on disk when it returns.

All functions block: call them on a thread, not on the event loop.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any

from sqlalchemy import Engine, delete, func, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session, sessionmaker

from scaning.paraphraser import Wish
from scaning.serve.tables import Item, Job, Review, Written
from scaning.serve.uploads import Upload

Cells = dict[str, Any]

ACCEPTED = ("accepted", "edited")
PAGE = 100


class Missing(Exception):
    """Something that was asked for by its number is not there (any more)."""


class Store:
    """The jobs in a database."""

    def __init__(self, engine: Engine) -> None:
        self.sessions = sessionmaker(engine, expire_on_commit=False)

    def ping(self) -> None:
        """Raise what the database raises."""
        with self.sessions() as session:
            session.execute(select(1))

    def add(self, upload: Upload, wish: Wish, *, most_waiting: int) -> str | None:
        """Keep a job; None if too many are waiting."""
        with self.sessions.begin() as session:
            waiting = session.scalar(select(func.count()).where(Job.state != "done")) or 0
            if waiting >= most_waiting:
                return None
            job = Job(
                name=upload.name,
                format=upload.format,
                wish=asdict(wish),
                bad_rows=upload.bad_rows,
                file=upload.file,
            )
            session.add(job)
            session.flush()
            session.add_all(
                Item(
                    job=job.id,
                    place=place,
                    key=entry.key,
                    question=entry.question,
                    cells=entry.cells,
                    segments=[],
                    note=f"It stays as it is: {entry.note}." if entry.note else "",
                    done=bool(entry.note),
                )
                for place, entry in enumerate(upload.entries)
            )
            return job.id

    def next_job(self) -> Job | None:
        """The job that is to be worked on: the oldest that is not done."""
        with self.sessions() as session:
            oldest = select(Job).where(Job.state != "done").order_by(Job.created, Job.id)
            return session.scalars(oldest.limit(1)).first()

    def next_problem(self, job: str) -> Item | None:
        """The first problem of a job that nobody has worked on; None ends the job."""
        with self.sessions.begin() as session:
            undone = select(Item).where(Item.job == job, ~Item.done).order_by(Item.place)
            found = session.scalars(undone.limit(1)).first()
            state = "done" if found is None else "running"
            session.execute(update(Job).where(Job.id == job).values(state=state))
            return found

    def finish(self, problem: int, found: Cells) -> None:
        """Keep what was written for a problem, all of it or, after a crash, nothing."""
        try:
            with self.sessions.begin() as session:
                item = session.get(Item, problem)
                if item is None:  # its job was deleted
                    return
                item.done, item.note = True, found["note"]
                item.segments = found["segments"] or []
                session.add_all(
                    _written(problem, row) for row in (*found["variants"], *found["rejected"])
                )
        except IntegrityError:
            return  # deleted in this moment

    def jobs(self, only: str | None = None) -> list[Cells]:
        """All jobs, or one, with their counts; the newest first."""
        with self.sessions() as session:
            wanted = select(Job).order_by(Job.created.desc(), Job.id)
            if only is not None:
                wanted = wanted.where(Job.id == only)
            found = session.scalars(wanted).all()
            counts = _counts(session, only)
        return [
            {
                **{name: getattr(job, name) for name in
                   ("id", "name", "created", "state", "format", "wish", "bad_rows")},
                **counts.get(job.id, dict.fromkeys(COUNTS, 0)),
            }
            for job in found
        ]  # fmt: skip

    def job(self, id: str) -> Cells:
        """One job with its counts."""
        found = self.jobs(id)
        if not found:
            raise Missing(f"There is no job {id!r}.")
        return found[0]

    def file(self, id: str) -> tuple[str, bytes | None]:
        """The name of a job's file, and its bytes if it is a question bank."""
        with self.sessions() as session:
            job = session.get(Job, id)
            if job is None:
                raise Missing(f"There is no job {id!r}.")
            return job.name, job.file

    def drop(self, id: str) -> None:
        """Delete a job with all that belongs to it."""
        with self.sessions.begin() as session:
            if not session.execute(delete(Job).where(Job.id == id)).rowcount:  # type: ignore[attr-defined]
                raise Missing(f"There is no job {id!r}.")

    def problems(self, job: str, start: int = 0, count: int = PAGE) -> list[Cells]:
        """Some problems of a job with their candidates and the last decision on each."""
        with self.sessions() as session:
            some = select(Item).where(Item.job == job).order_by(Item.place)
            items = session.scalars(some.offset(start).limit(count)).all()
            return [_shown(session, items, item) for item in items]

    def every_problem(self, job: str) -> Iterator[Cells]:
        """All problems of a job, a page in memory at a time."""
        start = 0
        while page := self.problems(job, start):
            yield from page
            start += len(page)

    def original(self, candidate: int) -> tuple[str, int, str]:
        """The problem of a candidate: its text, its place, and its job."""
        with self.sessions() as session:
            row = session.execute(
                select(Item.question, Item.place, Item.job)
                .join(Written, Written.problem == Item.id)
                .where(Written.id == candidate)
            ).first()
        if row is None:
            raise Missing(f"There is no candidate {candidate}.")
        return row.question, row.place, row.job

    def review(
        self, candidate: int, decision: str, reviewer: str, *, text: str = "", cells: Cells
    ) -> Cells:
        """Keep a decision. When this returns, it outlives the server."""
        cells = dict(cells)
        try:
            with self.sessions.begin() as session:
                made = Review(
                    candidate=candidate,
                    decision=decision,
                    reviewer=reviewer,
                    text=text,
                    segments=cells.pop("segments", None) or [],
                    cells=cells,
                )
                session.add(made)
        except IntegrityError as error:
            raise Missing(f"There is no candidate {candidate}.") from error
        return _review(made)


COUNTS = ("problems", "done", "variants", "accepted", "rejected")


def latest() -> Any:  # noqa: ANN401 - a select, whose type says nothing more
    """The numbers of the reviews that count: the last one of each candidate."""
    return select(func.max(Review.id)).group_by(Review.candidate)


def _counts(session: Session, only: str | None) -> dict[str, Cells]:
    counts: dict[str, Cells] = {}

    def add(name: str, rows: Any) -> None:  # noqa: ANN401
        for job, number in session.execute(rows if only is None else rows.where(Item.job == only)):
            counts.setdefault(job, dict.fromkeys(COUNTS, 0))[name] = number

    items = select(Item.job, func.count()).group_by(Item.job)
    candidates = items.join(Written, Written.problem == Item.id)
    reviewed = candidates.join(Review, Review.candidate == Written.id).where(
        Review.id.in_(latest())
    )
    add("problems", items)
    add("done", items.where(Item.done))
    add("variants", candidates.where(Written.rank.is_not(None)))
    add("accepted", reviewed.where(Review.decision.in_(ACCEPTED)))
    add("rejected", reviewed.where(Review.decision == "rejected"))
    return counts


def _written(problem: int, row: Cells) -> Written:
    cells = dict(row)
    return Written(
        problem=problem,
        rank=cells.pop("rank"),
        text=cells.pop("paraphrase"),
        segments=cells.pop("segments") or [],
        cells=cells,
    )


def _shown(session: Session, items: Sequence[Item], item: Item) -> Cells:
    """A problem with its candidates; those of the whole page are fetched at the first."""
    fetched = session.info.get("page")
    if fetched is None:
        fetched = session.info["page"] = _candidates(session, [item.id for item in items])
    own = ("id", "place", "key", "question", "cells", "segments", "note", "done")
    return {
        **{name: getattr(item, name) for name in own},
        "candidates": fetched.get(item.id, []),
    }


def _candidates(session: Session, problems: Sequence[int]) -> dict[int, list[Cells]]:
    ours = select(Written).where(Written.problem.in_(problems)).order_by(Written.id)
    candidates = session.scalars(ours).all()
    mine = select(func.max(Review.id)).join(Written, Written.id == Review.candidate)
    mine = mine.where(Written.problem.in_(problems)).group_by(Review.candidate)
    last = session.scalars(select(Review).where(Review.id.in_(mine)))
    reviews = {review.candidate: _review(review) for review in last}
    found: dict[int, list[Cells]] = {}
    for one in sorted(candidates, key=lambda c: (c.rank is None, c.rank or 0, c.id)):
        own = {name: getattr(one, name) for name in ("id", "rank", "text", "cells", "segments")}
        found.setdefault(one.problem, []).append({**own, "review": reviews.get(one.id)})
    return found


def _review(review: Review) -> Cells:
    own = ("decision", "reviewer", "at", "text", "cells", "segments")
    return {name: getattr(review, name) for name in own}
