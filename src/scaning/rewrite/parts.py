"""The parts of a sentence as the rules need them: what comes before what is asked, and that."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from scaning.lexicon import is_name
from scaning.parse import Text, Token

WH = frozenset("what how which who when where whose".split())
ORDERS = frozenset("find calculate determine compute".split())
_JOINTS = frozenset({"then", "and", "so"})
_STOPS = frozenset("? . : ! _".split())
PRONOUNS = frozenset(
    "he she it they him her them his its their hers theirs himself herself itself themselves "
    "this these those such the latter former same".split()
)
PERSONAL = PRONOUNS - {"the", "same", "such", "latter", "former", "this", "these", "those"}


class Asking(NamedTuple):
    """A sentence that asks: `lead` tokens ("If ..."), then the asking clause, then its stop."""

    sentence: int
    start: int
    ask: int
    end: int
    stop: int


def asking(text: Text) -> Iterator[Asking]:
    """Every sentence with a question word or an order at its beginning or after a comma."""
    for n, (start, stop) in enumerate(text.sents):
        if text.tokens[stop - 1].text not in _STOPS and stop < len(text):
            continue  # a formula that the parser took for the end
        end = stop
        while end > start and text.tokens[end - 1].text in _STOPS:
            end -= 1
        ask = _ask(text, start, end)
        if ask is not None and end - ask > 2 and text.tokens[ask].text.isascii():
            yield Asking(n, start, ask, end, stop)


def _ask(text: Text, start: int, end: int) -> int | None:
    for i in range(start, end):
        token = text.tokens[i]
        first = i == start
        after = i > start and (
            text.tokens[i - 1].text == ","
            or (
                i > start + 1
                and text.tokens[i - 1].lower in _JOINTS
                and text.tokens[i - 2].text == ","
            )
            or (i == start + 1 and text.tokens[start].lower in _JOINTS)
        )
        if not (first or after):
            continue
        if token.lower in WH and not (
            token.lower in {"which", "who", "when", "where"} and not first
        ):
            return i
        if token.lower in ORDERS:
            return i
        following = text.tokens[i + 1].lower if i + 1 < end else ""
        if token.lower in {"in", "at", "by", "for", "after"} and following in {
            "how",
            "what",
            "which",
        }:
            return i
    return None


def said(text: Text, start: int, end: int) -> str:
    """The tokens from start to end as they stand, without white space around."""
    if start >= end:
        return ""
    return text.text[text.tokens[start].start : text.tokens[end - 1].end]


def span(text: Text, start: int, end: int) -> tuple[int, int]:
    """The characters of the tokens from start to end."""
    return text.tokens[start].start, text.tokens[end - 1].end


def lowered(words: str, first: Token) -> str:
    """The words of a sentence's beginning as they stand inside one."""
    if first.pos == "PROPN" or first.lower == "i" or is_name(first.text):
        return words
    if len(first.text) == 1 and first.lower != "a":
        return words
    if first.text == "A" and first.dep != "det":
        return words
    if first.text[1:] != first.text[1:].lower():
        return words
    return words[0].lower() + words[1:]


def raised(words: str) -> str:
    """The words with a capital."""
    return words[0].upper() + words[1:] if words else words


def has_word(text: Text, start: int, end: int, words: frozenset[str]) -> bool:
    """Is one of the words among the tokens?"""
    return any(token.lower in words for token in text.tokens[start:end])


def balanced(words: str) -> bool:
    """Are all brackets closed in these words?"""
    return (
        words.count("(") == words.count(")")
        and words.count("[") == words.count("]")
        and not (re.search(r"[\"“”]", words))
    )
