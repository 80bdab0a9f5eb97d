"""Other names for the people and the things of a problem, everywhere in it."""

from __future__ import annotations

import re
from random import Random

from scaning.parse import Text

from .entities import strangers
from .spans import people
from .words import COLOURS, THINGS


def rename_person(problem: Text, rng: Random) -> str | None:
    """One person gets another name of the same gender, everywhere."""
    names = people(problem.text)
    if not names:
        return None
    name = rng.choice(names)
    return re.sub(rf"\b{name}\b", rng.choice(strangers(name, problem.text)), problem.text)


def rename_thing(problem: Text, rng: Random) -> str | None:
    """One kind of thing becomes another, everywhere."""
    text = problem.text
    words = set(re.findall(r"[a-z]+", text.lower()))
    options = [
        (old, new)
        for group in THINGS
        for old in _forms(group)
        for new in _forms(group)
        if words & set(old) and not words & set(new)
        and not ("orange" in (*old, *new) and words & COLOURS)
    ]  # fmt: skip
    if not options or words & _BODY:
        return None
    old, new = rng.choice(options)
    for before, after in zip(old, new, strict=True):
        text = _replaced(text, before, after)
    return text


# What only some of the things in a group have.
_BODY = frozenset("leg legs wheel wheels puppies puppy kittens pages chapters sleeves".split())


def _forms(group: str) -> list[list[str]]:
    """Singular and plural of each thing."""
    return [pair.split("/") for pair in group.split()]


def _replaced(text: str, old: str, new: str) -> str:
    """The text with another noun, with its capital, and with the article that it wants."""

    def replacement(match: re.Match[str]) -> str:
        noun = new.capitalize() if match["noun"][0].isupper() else new
        if not match["article"]:
            return noun
        return f"{match['article']}{'n' if new[0] in 'aeiou' else ''} {noun}"

    pattern = rf"(?<!-)\b(?:(?P<article>a)n? )?(?P<noun>{old})\b"
    return re.sub(pattern, replacement, text, flags=re.IGNORECASE)
