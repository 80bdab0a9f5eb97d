"""What a service is told when it starts: the model, the database, who may ask, and how much."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from scaning.errors import UsageError
from scaning.paraphraser import SEED

KEYS = "SCANING_API_KEYS"
DATABASE = "SCANING_DATABASE"
# A name by which only this machine itself is reached: a page of another site cannot borrow it.
LOOPBACK = ("localhost", "127.0.0.1", "[::1]", "::1")
SHORTEST_KEY = 16


@dataclass(frozen=True, slots=True)
class Limits:
    """How much one client, one request and all of them together may ask for."""

    body: int = 1_000_000  # bytes of a request
    file: int = 10_000_000  # bytes of an uploaded file
    text: int = 4_000  # characters of a problem; the longest of AQuA has 1,100
    variants: int = 12
    batch: int = 200  # problems in one request
    job: int = 5_000  # problems in one file
    waiting: int = 64  # requests that wait for the model
    jobs: int = 8  # files that wait
    seconds: float = 60.0  # that a request may take
    rate: int = 600  # requests of a client in a minute; 0 is no limit


@dataclass(frozen=True, slots=True)
class Settings:
    """How a service runs. No `keys`: everybody who reaches it may ask; no `hosts`: by any name."""

    database: str
    model: str = "embedded"
    preset: str = "default"
    seed: int = SEED
    keys: frozenset[str] = field(default=frozenset(), repr=False)
    hosts: tuple[str, ...] = ()
    origins: tuple[str, ...] = ()
    limits: Limits = Limits()


def keys_of(environment: Mapping[str, str] = os.environ) -> frozenset[str]:
    """The API keys in the environment, which are separated by commas or white space.

    >>> sorted(keys_of({"SCANING_API_KEYS": "first-key-of-class, second-key-of-class"}))
    ['first-key-of-class', 'second-key-of-class']
    """
    keys = frozenset(environment.get(KEYS, "").replace(",", " ").split())
    if any(len(key) < SHORTEST_KEY or not key.isascii() for key in keys):
        raise UsageError(
            f"{KEYS} holds a key of fewer than {SHORTEST_KEY} characters, or one that is not "
            "ASCII. Make one with: python -c 'import secrets; print(secrets.token_urlsafe())'"
        )
    return keys


def database_url(given: str) -> str:
    """The URL of a database, from one or from the path of a SQLite file.

    >>> database_url("reviews.db"), database_url("postgres://ann@localhost/school")
    ('sqlite:///reviews.db', 'postgresql+psycopg://ann@localhost/school')
    """
    scheme, colon, rest = given.partition("://")
    if not colon:
        return f"sqlite:///{given}"
    if scheme in ("postgres", "postgresql", "postgresql+psycopg"):
        return f"postgresql+psycopg://{rest}"
    if scheme == "sqlite":
        return given
    raise UsageError(
        f"The database {scheme}:// is not known. Give the path of a SQLite file, or "
        "postgresql://USER:PASSWORD@HOST/NAME."
    )


def default_database(environment: Mapping[str, str] = os.environ) -> str:
    """Where reviews are kept if nobody says otherwise.

    >>> default_database({"SCANING_DATABASE": "postgresql://localhost/school"})
    'postgresql://localhost/school'
    """
    if given := environment.get(DATABASE):
        return given
    home = environment.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return str(Path(home) / "scaning" / "reviews.db")
