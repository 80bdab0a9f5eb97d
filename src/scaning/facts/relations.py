"""The small words that decide the equation: more and less, at least, each, total, before, not.

Every relation belongs to a family. Losing one member of a family and gaining another is a flip.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from scaning.facts.relation_table import PHRASES
from scaning.parse import Text, Token


class Relation(NamedTuple):
    """One relation: its family, its member, its first token and the words that say it."""

    family: str
    member: str
    i: int
    words: str


_Entry = tuple[tuple[str, ...], list[tuple[str, str]]]


def _index() -> dict[str, list[_Entry]]:
    meanings: dict[tuple[str, ...], list[tuple[str, str]]] = {}
    for family, members in PHRASES.items():
        for member, phrases in members.items():
            for phrase in phrases:
                meanings.setdefault(tuple(phrase.split()), []).append((family, member))
    index: dict[str, list[_Entry]] = {}
    for words, senses in meanings.items():
        index.setdefault(words[0], []).append((words, senses))
    for entries in index.values():
        entries.sort(key=lambda entry: -len(entry[0]))
    return index


_INDEX = _index()
_AMOUNTS = frozenset("more less fewer".split())
# "from left", "to the left", "his left": a side, not what remains.
_SIDED = frozenset("from to the his her its their on extreme".split())


def relations(text: Text, taken: frozenset[int] = frozenset()) -> tuple[Relation, ...]:
    """The relations of a text in order; the longest phrase wins, its words count once.

    A relation that lies wholly in `taken` tokens, such as the "per" of a unit, is none.

    >>> from scaning.parse import shared_parser
    >>> found = relations(shared_parser()("Ann has at least 3 more than Bob."))
    >>> [(r.family, r.member) for r in found]
    [('bound', 'at least'), ('comparison', 'more')]
    """
    tokens, i = text.tokens, 0
    found = list(_in_years(text))
    while i < len(tokens):
        entry = _match(tokens, i)
        if entry is None:
            i += 1
            continue
        words, senses = entry
        if taken.issuperset(range(i, i + len(words))):
            i += len(words)
            continue
        said = " ".join(t.text for t in tokens[i : i + len(words)])
        senses = _senses(text, i, said.lower(), senses)
        found.extend(Relation(family, member, i, said) for family, member in senses)
        i += len(words)
    return tuple(sorted(found, key=lambda r: r.i))


def _in_years(text: Text) -> Iterator[Relation]:
    """Find "in 20 years he will be": a point of time after now, as "20 years hence" is."""
    for start, end in text.sents:
        tokens = text.tokens[start:end]
        if not any(t.lower in {"will", "'ll", "shall"} for t in tokens):
            continue
        for a, b, c in zip(tokens, tokens[1:], tokens[2:], strict=False):
            if a.lower == "in" and b.pos == "NUM" and c.lemma in {"year", "month", "week", "day"}:
                yield Relation("order", "after", a.i, f"in {b.text} {c.text}")


def _match(tokens: tuple[Token, ...], i: int) -> _Entry | None:
    token = tokens[i]
    for key in dict.fromkeys((token.lower, token.lemma)):
        for entry in _INDEX.get(key, ()):
            words = entry[0]
            if len(words) == 1:
                return entry if _is_relation(tokens, token) else None
            rest = tokens[i + 1 : i + len(words)]
            if len(rest) == len(words) - 1 and all(
                word in (t.lower, t.lemma) for word, t in zip(words[1:], rest, strict=True)
            ):
                return entry
    return None


def _senses(text: Text, i: int, said: str, senses: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """The senses of a phrase here: "left" may be a side, "8 more" is an addition."""
    if said == "left" and i and text.tokens[i - 1].lower in _SIDED:
        return [("hand", "left")]
    if said == "more":
        end = text.sents[text.sentence_of[i]][1]
        if not any(t.lower == "than" for t in text.tokens[i + 1 : min(end, i + 9)]):
            return [("addition", "additional")]
    if senses[0][0] == "comparison" and text.tokens[i].tag == "JJR" and said not in _AMOUNTS:
        return _comparative(text, i, senses)
    if said in {"lower", "lowered", "lowers", "lowering"}:
        verb = text.tokens[i].tag.startswith("VB")
        return [s for s in senses if (s[0] == "change") == verb]
    return senses


def _comparative(text: Text, i: int, senses: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """What "larger" says: a comparison by "than" or a number, or a choice after "the"."""
    end = text.sents[text.sentence_of[i]][1]
    if any(t.lower == "than" for t in text.tokens[i + 1 : min(end, i + 9)]):
        return senses
    before = text.tokens[max(0, i - 2) : i]
    if before and before[-1].lower == "the":
        return [("extreme", "most" if senses[0][1] == "more" else "least")]
    after = text.tokens[i + 1] if i + 1 < end else None
    counted = any(t.pos == "NUM" for t in before) and (after is None or after.pos != "NOUN")
    return senses if counted else []


def _is_relation(tokens: tuple[Token, ...], token: Token) -> bool:
    """Is a word that has another sense too used as a relation here?"""
    after = tokens[token.i + 1] if token.i + 1 < len(tokens) else None
    before = tokens[token.i - 1] if token.i else None
    match token.lower:
        case "left":
            # "left the station" is a departure; "5 are left" and "have left" are what remains.
            return not (after and after.tag in {"DT", "PRP$", "NNP", "IN"} and token.tag == "VBD")
        case "just" | "alone" | "back" | "still" | "then":
            return token.lower in {"alone", "still"}
        case "rest":
            return bool(before and before.lower == "the")
        case "last" | "next" | "following" | "since":
            return not (after and after.pos == "PUNCT")
        case "even":
            return token.tag in {"JJ", "NN"}
        case "mean" | "means" | "meant" | "meaning":
            return token.pos in {"NOUN", "ADJ"}
        case "sum":
            # "A sum of $900" is money, "the sum of 5 and 7" is not.
            return not (before and before.lower in {"a", "certain"})
        case "no":
            # "No. of books" counts.
            return token.tag == "DT" and not (after and after.lower in {".", "'s", "of"})
        case "after":
            # "After how many hours do they meet?" asks for the hours until then.
            return not (after and after.lower in {"how", "what"})
        case "high" | "long" | "deep" | "wide" | "tall" | "broad":
            return not (before and before.lower in {"how", "so", "as"}) and token.pos != "ADV"
        case "plus" | "minus" | "all" | "together" | "only" | "am":
            return not (
                token.lower == "all" and before is not None and before.lower in {"in", "of", "at"}
            )
        case _:
            return True
