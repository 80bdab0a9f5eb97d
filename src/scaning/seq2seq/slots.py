"""Slots: what a rewriting must keep to the letter travels through the model as ⟦1⟧ and ⟦2⟧.

The encoder reads each slot with its value behind it ("⟦1⟧27 bottles"), so that it knows what it
speaks of; the decoder writes the slot alone ("⟦1⟧ bottles"). A number can then not be misspelt,
and a decoder that counts slots can neither lose nor invent one.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from scaning.lexicon import is_name, is_word
from scaning.noise.protect import protected
from scaning.parse import Text

# More slots than this no model of ours has tokens for; what is beyond stays plain text.
MAX_SLOTS = 40
OPEN, CLOSE = "⟦", "⟧"
SLOT = re.compile(rf"{OPEN}([0-9]+){CLOSE}")
_KINDS = {"quantity": "quantity", "variable": "variable", "name": "name"}
_POSSESSIVE = re.compile(r"['’]s?$")
_TAIL = re.compile(r"\s+(?:more|less|fewer|extra|additional|other|each|every)\b.*$")
_SENTENCE_START = re.compile(r"(?:^|[.?!]['\"”)]?\s+|\n\s*)$")


@dataclass(frozen=True, slots=True)
class Slot:
    """A surface that is kept, and how often a rewriting may say it; no `most` is no limit."""

    value: str
    least: int = 1
    most: int | None = None


@dataclass(frozen=True, slots=True)
class Slotted:
    """A text as the encoder reads it, with its slots; the first is ⟦1⟧."""

    text: str
    slots: tuple[Slot, ...]


def slot(number: int) -> str:
    """The token of a slot.

    >>> slot(1)
    '⟦1⟧'
    """
    return f"{OPEN}{number}{CLOSE}"


def slots_of(text: Text, *, names: bool = True) -> tuple[Slot, ...]:
    """What is kept to the letter in a text, in the order of the first mention.

    Numbers and measures are kept as often as they stand there, unknowns and names at least once.

    >>> from scaning.parse import shared_parser
    >>> text = shared_parser()("If 27 bottles cost A cents, how much will 2 boxes cost Steve?")
    >>> [kept.value for kept in slots_of(text)]
    ['27', 'A', '2', 'Steve']
    """
    counts: Counter[str] = Counter()
    free: set[str] = set()
    for value, kind in _kept(text, names):
        key = _key(_trimmed(value, kind))
        counts[key] += bool(key)
        if kind != "quantity":
            free.add(key)
    # "one of the boys" beside "one boy", the article beside the unknown "A": which is meant cannot
    # be told from the surface, so the model reads both as they are and the facts are checked.
    pattern = _pattern(tuple(counts))
    said = Counter(_key(match[0]) for match in pattern.finditer(text.text)) if pattern else counts
    return tuple(
        Slot(key) if key in free else Slot(key, times, times)
        for key, times in counts.items()
        if said[key] == times
    )


def read_slots(text: str, slots: Sequence[Slot]) -> Slotted:
    """The text as the encoder reads it: each kept surface behind its slot, numbered by place.

    >>> kept = (Slot("A"), Slot("27", 1, 1))
    >>> read_slots("27 bottles cost A cents.", kept)
    Slotted(text='⟦1⟧27 bottles cost ⟦2⟧A cents.', slots=(Slot(value='27', least=1, most=1), \
Slot(value='A', least=1, most=None)))
    """
    by_value = {kept.value: kept for kept in slots}
    order: dict[str, int] = {}

    def numbered(match: re.Match[str]) -> str:
        key = _key(match[0])
        if key not in order and len(order) == MAX_SLOTS:
            return match[0]
        return slot(order.setdefault(key, len(order) + 1)) + match[0]

    pattern = _pattern(tuple(by_value))
    said = pattern.sub(numbered, text) if pattern else text
    return Slotted(said, tuple(by_value[key] for key in order))


def write_slots(text: str, slots: Sequence[Slot]) -> str | None:
    """The text as the decoder is to write it; None where it does not keep the slots.

    >>> write_slots("27 bottles are sold for A cents.", (Slot("27", 1, 1), Slot("A")))
    '⟦1⟧ bottles are sold for ⟦2⟧ cents.'
    >>> write_slots("Bottles are sold for A cents.", (Slot("27", 1, 1), Slot("A"))) is None
    True
    """
    number = {kept.value: n for n, kept in enumerate(slots, start=1)}
    pattern = _pattern(tuple(number))
    said = pattern.sub(lambda match: slot(number[_key(match[0])]), text) if pattern else text
    return said if keeps_slots(said, slots) else None


def keeps_slots(said: str, slots: Sequence[Slot]) -> bool:
    """Does what the decoder wrote hold every slot as often as it may?"""
    counts = Counter(int(n) for n in SLOT.findall(said))
    if any(not 1 <= n <= len(slots) for n in counts):
        return False
    return all(
        kept.least <= counts[n] <= (counts[n] if kept.most is None else kept.most)
        for n, kept in enumerate(slots, start=1)
    )


def fill(said: str, slots: Sequence[Slot]) -> str:
    """What the decoder wrote, with the values in the places of their slots.

    >>> fill("⟦2⟧ cents buy ⟦1⟧ bottles.", (Slot("twenty"), Slot("A")))
    'A cents buy twenty bottles.'
    """
    parts: list[str] = []
    done = 0
    for match in SLOT.finditer(said):
        parts.append(said[done : match.start()])
        number = int(match[1])
        value = slots[number - 1].value if 1 <= number <= len(slots) else match[0]
        parts.append(_cased(value, "".join(parts)))
        done = match.end()
    return "".join([*parts, said[done:]])


def _cased(value: str, before: str) -> str:
    if _is_number_word(value) and _SENTENCE_START.search(before[-4:] or ""):
        return value[0].upper() + value[1:]
    return value


def _kept(text: Text, names: bool) -> Iterable[tuple[str, str]]:
    """Surface and kind of everything that is kept, in order; adjoining names are one."""
    marked = protected(text)
    starts = {start for start, _ in marked.sents}
    open_name: list[int] = []
    for token in marked.tokens:
        kind = _KINDS.get(token.ent, "")
        if kind == "name":
            if not names or (token.i in starts and not _surely_named(token.text)):
                continue
            if open_name and marked.text[open_name[1] : token.start] != " ":
                yield _name(marked.text, open_name)
                open_name = []
            open_name = [open_name[0] if open_name else token.start, token.end]
            continue
        if open_name:
            yield _name(marked.text, open_name)
            open_name = []
        if kind:
            yield token.text, kind
    if open_name:
        yield _name(marked.text, open_name)


def _trimmed(value: str, kind: str) -> str:
    """The surface without what is free: a sentence end, "more" and all that follows it."""
    value = _TAIL.sub("", value) if kind == "quantity" else value
    return value.rstrip(".,;:!?") if value[-1:] in ".,;:!?" else value


def _name(text: str, span: Sequence[int]) -> tuple[str, str]:
    return _POSSESSIVE.sub("", text[span[0] : span[1]]), "name"


def _surely_named(word: str) -> bool:
    bare = _POSSESSIVE.sub("", word)
    return is_name(bare) or not is_word(bare.lower())


def _key(surface: str) -> str:
    """One value for "Three" and "three"; unknowns and names keep their case."""
    return surface[0].lower() + surface[1:] if _is_number_word(surface) else surface


def _is_number_word(surface: str) -> bool:
    first = re.match(r"[A-Za-z]{2,}", surface)
    return first is not None and first[0].lower() in _number_words() and surface[1:].islower()


@lru_cache(maxsize=1)
def _number_words() -> frozenset[str]:
    from scaning.facts.number_words import CARDINALS, DENOMINATORS, MULTIPLES, SCALES

    return frozenset({*CARDINALS, *DENOMINATORS, *MULTIPLES, *SCALES, "half", "an", "one"})


@lru_cache(maxsize=4096)
def _pattern(values: tuple[str, ...]) -> re.Pattern[str] | None:
    """Any of the values as a word of its own, the longest first."""
    if not values:
        return None
    longest = sorted(values, key=len, reverse=True)
    return re.compile("|".join(_surface(value) for value in longest))


def _surface(value: str) -> str:
    body = re.escape(value)
    if _is_number_word(value):
        body = f"[{value[0]}{value[0].upper()}]{re.escape(value[1:])}"
    # Nor is "1" said in the mask "[NOUN:1]", or "X" in "[X:1]".
    mask = r"(?!:[0-9]+\])" if value.isupper() else ""
    before = r"(?<!\w)" if value[0].isalpha() else ""
    before = r"(?<![\w.,])(?<![A-Z]:)" if value[0].isdigit() else before
    # "5" is not said in "5.5", "5,000" or "5%".
    after = r"(?![\w%]|[.,][0-9])" if value[-1].isalnum() else ""
    return f"{before}{body}{after}{mask}"


__all__ = [
    "MAX_SLOTS", "SLOT", "Slot", "Slotted", "fill", "keeps_slots", "read_slots", "slot",
    "slots_of", "write_slots",
]  # fmt: skip
