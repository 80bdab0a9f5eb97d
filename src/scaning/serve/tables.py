"""The tables of the database: jobs with their problems, candidates and reviews; studies."""

from __future__ import annotations

from datetime import UTC, datetime
from secrets import token_urlsafe
from typing import Any

from sqlalchemy import JSON, ForeignKey, LargeBinary, MetaData, String, Text, UniqueConstraint
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

# Constraints are named, so that a migration can find them again in every database.
NAMES = {
    "ix": "ix_%(table_name)s_%(column_0_name)s",
    "uq": "uq_%(table_name)s_%(column_0_name)s",
    "fk": "fk_%(table_name)s_%(column_0_name)s",
    "pk": "pk_%(table_name)s",
}


def now() -> str:
    """The time, in a form that sorts and that every database keeps."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def new_id() -> str:
    """A name that nobody guesses."""
    return token_urlsafe(12)


class Base(DeclarativeBase):
    """All tables."""

    metadata = MetaData(naming_convention=NAMES)
    type_annotation_map = {dict[str, Any]: JSON, list[Any]: JSON}  # noqa: RUF012


class Job(Base):
    """A file or a pasted text: problems to rewrite. `file` is kept of question banks only."""

    __tablename__ = "jobs"

    id: Mapped[str] = mapped_column(String(16), primary_key=True, default=new_id)
    name: Mapped[str] = mapped_column(String(200))
    created: Mapped[str] = mapped_column(String(32), default=now)
    state: Mapped[str] = mapped_column(String(16), default="waiting")
    format: Mapped[str] = mapped_column(String(8))
    wish: Mapped[dict[str, Any]]
    bad_rows: Mapped[list[Any]]
    file: Mapped[bytes | None] = mapped_column(LargeBinary)


class Item(Base):
    """A problem of a job; `place` is where it stands in its file, `note` what is missing."""

    __tablename__ = "problems"
    __table_args__ = (UniqueConstraint("job", "place"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    job: Mapped[str] = mapped_column(ForeignKey("jobs.id", ondelete="CASCADE"))
    place: Mapped[int]
    key: Mapped[str] = mapped_column(Text)
    question: Mapped[str] = mapped_column(Text)
    cells: Mapped[dict[str, Any]]
    segments: Mapped[list[Any]]
    note: Mapped[str] = mapped_column(Text, default="")
    done: Mapped[bool] = mapped_column(default=False)


class Written(Base):
    """A candidate of a problem; `rank` is None where it was turned down."""

    __tablename__ = "candidates"

    id: Mapped[int] = mapped_column(primary_key=True)
    problem: Mapped[int] = mapped_column(ForeignKey("problems.id", ondelete="CASCADE"), index=True)
    rank: Mapped[int | None]
    text: Mapped[str] = mapped_column(Text)
    cells: Mapped[dict[str, Any]]
    segments: Mapped[list[Any]]


class Review(Base):
    """What a person decided about a candidate. Nothing is overwritten: the last one counts."""

    __tablename__ = "reviews"

    id: Mapped[int] = mapped_column(primary_key=True)
    candidate: Mapped[int] = mapped_column(
        ForeignKey("candidates.id", ondelete="CASCADE"), index=True
    )
    decision: Mapped[str] = mapped_column(String(16))
    reviewer: Mapped[str] = mapped_column(String(100))
    at: Mapped[str] = mapped_column(String(32), default=now)
    text: Mapped[str] = mapped_column(Text)
    cells: Mapped[dict[str, Any]]
    segments: Mapped[list[Any]]


class Study(Base):
    """Samples that several people rate blindly."""

    __tablename__ = "studies"

    id: Mapped[str] = mapped_column(String(16), primary_key=True, default=new_id)
    name: Mapped[str] = mapped_column(String(200))
    created: Mapped[str] = mapped_column(String(32), default=now)
    seed: Mapped[int]


class Sample(Base):
    """A pair to rate; `source` says who wrote it, and no rater sees it."""

    __tablename__ = "samples"
    __table_args__ = (UniqueConstraint("study", "place"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    study: Mapped[str] = mapped_column(ForeignKey("studies.id", ondelete="CASCADE"))
    place: Mapped[int]
    original: Mapped[str] = mapped_column(Text)
    candidate: Mapped[str] = mapped_column(Text)
    source: Mapped[str] = mapped_column(String(200))


class Rated(Base):
    """What one rater says of one sample."""

    __tablename__ = "ratings"
    __table_args__ = (UniqueConstraint("sample", "rater"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    sample: Mapped[int] = mapped_column(ForeignKey("samples.id", ondelete="CASCADE"))
    rater: Mapped[str] = mapped_column(String(100))
    at: Mapped[str] = mapped_column(String(32), default=now)
    solvability: Mapped[int]
    diversity: Mapped[int]
    fluency: Mapped[int]
