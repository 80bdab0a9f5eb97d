"""The first tables."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make jobs with their problems, candidates and reviews, and studies with their ratings."""
    op.create_table(
        "jobs",
        _text("id", 16),
        _text("name", 200),
        _text("created", 32),
        _text("state", 16),
        _text("format", 8),
        _json("wish"),
        _json("bad_rows"),
        sa.Column("file", sa.LargeBinary(), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_jobs"),
    )
    op.create_table(
        "problems",
        _number("id"),
        _text("job", 16),
        _number("place"),
        _text("key"),
        _text("question"),
        _json("cells"),
        _json("segments"),
        _text("note"),
        sa.Column("done", sa.Boolean(), nullable=False),
        _of("problems", "job", "jobs"),
        sa.PrimaryKeyConstraint("id", name="pk_problems"),
        sa.UniqueConstraint("job", "place", name="uq_problems_job"),
    )
    op.create_table(
        "candidates",
        _number("id"),
        _number("problem"),
        sa.Column("rank", sa.Integer(), nullable=True),
        _text("text"),
        _json("cells"),
        _json("segments"),
        _of("candidates", "problem", "problems"),
        sa.PrimaryKeyConstraint("id", name="pk_candidates"),
    )
    op.create_index("ix_candidates_problem", "candidates", ["problem"])
    op.create_table(
        "reviews",
        _number("id"),
        _number("candidate"),
        _text("decision", 16),
        _text("reviewer", 100),
        _text("at", 32),
        _text("text"),
        _json("cells"),
        _json("segments"),
        _of("reviews", "candidate", "candidates"),
        sa.PrimaryKeyConstraint("id", name="pk_reviews"),
    )
    op.create_index("ix_reviews_candidate", "reviews", ["candidate"])
    op.create_table(
        "studies",
        _text("id", 16),
        _text("name", 200),
        _text("created", 32),
        _number("seed"),
        sa.PrimaryKeyConstraint("id", name="pk_studies"),
    )
    op.create_table(
        "samples",
        _number("id"),
        _text("study", 16),
        _number("place"),
        _text("original"),
        _text("candidate"),
        _text("source", 200),
        _of("samples", "study", "studies"),
        sa.PrimaryKeyConstraint("id", name="pk_samples"),
        sa.UniqueConstraint("study", "place", name="uq_samples_study"),
    )
    op.create_table(
        "ratings",
        _number("id"),
        _number("sample"),
        _text("rater", 100),
        _text("at", 32),
        _number("solvability"),
        _number("diversity"),
        _number("fluency"),
        _of("ratings", "sample", "samples"),
        sa.PrimaryKeyConstraint("id", name="pk_ratings"),
        sa.UniqueConstraint("sample", "rater", name="uq_ratings_sample"),
    )


def downgrade() -> None:
    """Drop them all."""
    for table in "ratings samples studies reviews candidates problems jobs".split():
        op.drop_table(table)


def _text(name: str, length: int | None = None) -> sa.Column[str]:
    return sa.Column(name, sa.String(length) if length else sa.Text(), nullable=False)


def _number(name: str) -> sa.Column[int]:
    return sa.Column(name, sa.Integer(), nullable=False)


def _json(name: str) -> sa.Column[object]:
    return sa.Column(name, sa.JSON(), nullable=False)


def _of(table: str, column: str, other: str) -> sa.ForeignKeyConstraint:
    name = f"fk_{table}_{column}"
    return sa.ForeignKeyConstraint([column], [f"{other}.id"], name, ondelete="CASCADE")
