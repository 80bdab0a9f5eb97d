"""What is asked, asked otherwise: "What is the speed?", "Find the speed.", "How fast …?"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from scaning.inflection import inflect
from scaning.noise.voice.edits import spaced
from scaning.noise.voice.nounphrases import Span, number_of
from scaning.parse import Text, Token
from scaning.rewrite.changes import Change, Edit
from scaning.rewrite.parts import ORDERS, Asking, asking, balanced, raised, said
from scaning.rewrite.swaps import SWAPS

VERBS = ("Find", "Determine", "Calculate")
_BE = frozenset("is are was were".split())
_DO = frozenset("do does did".split())
_AUX = frozenset("can could will would should must may has have had is are was were".split())
_DETERMINERS = frozenset("the his her its their".split())
_PLAIN_END = re.compile(r"(?:[\w%)]|s[’'])$")
# What can be said to be paid, earned and so on in an amount.
_PAID = frozenset("pay spend earn save receive get owe charge lose gain contribute donate".split())
_MASS = frozenset(
    "money water time milk juice flour sugar rice paint oil fuel profit change interest food gas "
    "tax income revenue".split()
)
_COMPARED = re.compile(
    r"\b(?:more|less|fewer|times|of|after|before|from|total|longer|older|will|percent)\b|,"
)
_HAVE = {"VBD": "had", "VBZ": "has", "VBP": "have"}


def questions(text: Text) -> Iterator[Change]:
    """Each question in other forms."""
    for one in asking(text):
        for rule, words, stop in _forms(text, one):
            yield _changed(text, one, rule, words, stop)


def _forms(text: Text, one: Asking) -> Iterator[tuple[str, str, str]]:
    """The name of a rule, the new asking clause in lower case, and how it ends."""
    clause = said(text, one.ask, one.end)
    if not balanced(clause) or not _PLAIN_END.search(clause):
        return
    yield from _swapped(text, one)
    first, second = text.tokens[one.ask].lower, text.tokens[one.ask + 1].lower
    if first == "what" and second in _BE:
        rest = said(text, one.ask + 2, one.end)
        if _is_definite(text, one.ask + 2):
            yield from (
                (f"what-is>{verb.lower()}", f"{verb.lower()} {rest}", ".") for verb in VERBS
            )
    elif first in ORDERS:
        yield from _order(text, one)
    elif first == "how" and second in ("many", "much"):
        yield from _amount(text, one)
    elif first == "in" and re.match(r"in how many (?:\w+ )?(?:ways|arrangements)", clause, re.I):
        yield from _ways(text, one)


def _changed(text: Text, one: Asking, rule: str, words: str, stop: str) -> Change:
    tokens = text.tokens
    start = tokens[one.ask].start
    if one.ask == one.start:
        words = raised(words)
    elif stop == "." and tokens[one.ask - 1].lower == "then":
        # "If ..., then find ..." reads worse than without.
        start = tokens[one.ask - 1].start
    return Change("fix", rule, (Edit(start, tokens[one.stop - 1].end, words + stop),))


def _is_definite(text: Text, i: int) -> bool:
    """Does a definite noun phrase begin here, one that can be looked for?"""
    token = text.tokens[i]
    if token.lower in _DETERMINERS:
        return True
    following = text.tokens[i + 1] if i + 1 < len(text) else None
    return token.pos == "PROPN" and following is not None and following.tag == "POS"


def _order(text: Text, one: Asking) -> Iterator[tuple[str, str, str]]:
    """As in “Find the speed” → “What is the speed?”, or another order."""
    verb = text.tokens[one.ask]
    rest = said(text, one.ask + 1, one.end)
    if text.tokens[one.ask + 1].lower in {"out", "how", "which", "that", "if", "whether", "each"}:
        return
    for other in VERBS:
        if other.lower() != verb.lower:
            yield f"{verb.lower}>{other.lower()}", f"{other.lower()} {rest}", "."
    if _is_definite(text, one.ask + 1) and " and " not in rest:
        number = number_of(text, Span(one.ask + 1, _noun_end(text, one.ask + 1, one.end)))
        if number in ("singular", "plural"):
            be = "is" if number == "singular" else "are"
            yield "order>what-is", f"what {be} {rest}", "?"


def _noun_end(text: Text, start: int, end: int) -> int:
    """The end of the plain noun phrase that begins at `start`: "the speed" of "the speed of …"."""
    i = start + 1
    while i < end and text.tokens[i].pos in ("NOUN", "ADJ", "PROPN", "NUM", "PART"):
        i += 1
    return i


def _swapped(text: Text, one: Asking) -> Iterator[tuple[str, str, str]]:
    clause = said(text, one.ask, one.end)
    for pattern, new in SWAPS:
        if match := pattern.fullmatch(clause):
            words = new(match) if callable(new) else match.expand(new)
            yield " ".join(words.split()[:2]), words, "?"


def _amount(text: Text, one: Asking) -> Iterator[tuple[str, str, str]]:
    """As in “How many pens does Ann have?” → “Find the number of pens that Ann has.”."""
    tokens = text.tokens
    much = tokens[one.ask + 1].lower == "much"
    finite = (t.i for t in tokens[one.ask + 2 : one.end] if _is_finite(t))
    i = next(finite, one.end)
    asked = said(text, one.ask + 2, i)
    if i == one.end or _COMPARED.search(asked) or not (much or asked):
        return
    if much and asked and tokens[one.ask + 2].lower not in _MASS:
        return
    clause = _relative(text, i, one.end)
    if clause is None or (not asked and clause.verb not in _PAID):
        return
    thing = f"the {'amount' if much else 'number'}{' of ' + asked if asked else ''}"
    if not asked:
        yield "how-much>amount", f"what amount {said(text, i, one.end)}", "?"
    yield "how-many>what-is", f"what is {thing} {clause.words}".strip(), "?"
    for order in map(str.lower, VERBS):
        yield f"how-many>{order}", f"{order} {thing} {clause.words}".strip(), "."


def _is_finite(token: Token) -> bool:
    return token.lower in _DO | _AUX or token.tag in ("VBZ", "VBP", "VBD")


class _Clause(NamedTuple):
    """The verb of a clause, and its words as they follow “the number of pens”."""

    verb: str
    words: str


def _relative(text: Text, i: int, end: int) -> _Clause | None:
    """The clause from the finite verb `i` on, after what is counted."""
    tokens, finite = text.tokens, text.tokens[i]
    if finite.lower in _BE and i + 1 < end and tokens[i + 1].lower == "there":
        rest = said(text, i + 2, end)
        place = not rest or tokens[i + 2].lower in ("in", "on", "at")
        return _Clause("be", rest) if place else None
    if _is_subject_gap(text, i, end):
        return _Clause(finite.lemma, f"that {said(text, i, end)}")
    subject = _subject_end(text, i + 1, end)
    if subject is None:
        return None
    if finite.lower in _DO:
        return _without_do(text, i, subject, end)
    verbs = [t.lemma for t in tokens[subject:end] if t.pos == "VERB"]
    who, rest = said(text, i + 1, subject), said(text, subject, end)
    return _Clause((verbs or [finite.lemma])[0], f"that {who} {finite.text} {rest}")


def _without_do(text: Text, i: int, subject: int, end: int) -> _Clause | None:
    """As in “does Ann have left” → “that Ann has left”."""
    tokens = text.tokens
    verb = next((t for t in tokens[subject:end] if t.tag in ("VB", "VBP", "VBD")), None)
    number = number_of(text, Span(i + 1, subject))
    if verb is None or verb.i > subject + 1 or number is None:
        return None
    tag = {"did": "VBD", "does": "VBZ"}.get(tokens[i].lower, "VBP")
    form = _HAVE[tag] if verb.lemma == "have" else inflect(verb.lemma, tag)
    if form is None:
        return None
    words = (said(text, i + 1, subject), said(text, subject, verb.i), form,
             said(text, verb.i + 1, end))  # fmt: skip
    return _Clause(verb.lemma, f"that {spaced(*words)}")


def _is_subject_gap(text: Text, i: int, end: int) -> bool:
    """Is what is counted itself the subject: "How many pens are left"?"""
    finite = text.tokens[i]
    if finite.lower in _DO:
        return False
    if finite.lower in _AUX:
        after = text.tokens[i + 1 : min(i + 3, end)]
        return bool(after) and (
            after[0].tag in ("VBN", "VBD", "VB", "VBG", "JJ")
            or after[0].lower in ("not", "be", "left")
        )
    return finite.pos == "VERB"


def _subject_end(text: Text, start: int, end: int) -> int | None:
    """Where the subject that begins at `start` ends: before the verb that governs it."""
    for token in text.tokens[start:end]:
        if token.dep in ("nsubj", "nsubjpass"):
            below = text.subtree(token.i)
            if below[0] == start and below[-1] - below[0] + 1 == len(below) and below[-1] + 1 < end:
                return below[-1] + 1
            return None
    return None


def _ways(text: Text, one: Asking) -> Iterator[tuple[str, str, str]]:
    """As in “In how many ways can 5 men sit?” → “Find the ways in which 5 men can sit.”."""
    i = next(
        (t.i for t in text.tokens[one.ask : one.end] if t.lower in ("can", "could", "may")), None
    )
    if i is None:
        return
    subject = _subject_end(text, i + 1, one.end)
    if subject is None:
        return
    ways = said(text, one.ask + 3, i)
    words = f"{said(text, i + 1, subject)} {text.tokens[i].text} {said(text, subject, one.end)}"
    for order in VERBS[:2]:
        yield "ways>find", f"{order.lower()} the number of {ways} in which {words}", "."
