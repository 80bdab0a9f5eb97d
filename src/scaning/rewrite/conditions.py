"""Conditions: "If …, how many …?" apart, turned round, or made of two sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator

from scaning.parse import Text
from scaning.rewrite.changes import Change, Edit
from scaning.rewrite.parts import (
    ORDERS,
    PERSONAL,
    Asking,
    asking,
    balanced,
    has_word,
    lowered,
    raised,
    said,
)

# What a statement must not hold that becomes a condition: it is one, or leans on what was before.
_TIED = frozenset(
    "if suppose let assume given however but then so thus therefore also again when while after "
    "before once later next finally instead because since although though why".split()
)
_UNREAL = frozenset("were would could had should".split())
_LONGEST = 28


def conditions(text: Text) -> Iterator[Change]:
    """Conditions before, after and apart from what is asked."""
    for one in asking(text):
        yield from _apart(text, one)
        yield from _behind(text, one)
        yield from _in_front(text, one)
        yield from _joined(text, one)


def _condition(text: Text, one: Asking) -> tuple[int, int] | None:
    """The tokens of "…" in "If …, what is …?"; None where there is no such lead."""
    tokens = text.tokens
    end = one.ask
    while end > one.start and tokens[end - 1].lower in (",", "then", "and", "so"):
        end -= 1
    lead = tokens[one.start].lower
    if lead != "if" or end - one.start < 4 or tokens[end].text != ",":
        return None
    words = said(text, one.start + 1, end)
    return (one.start + 1, end) if balanced(words) else None


def _apart(text: Text, one: Asking) -> Iterator[Change]:
    """As in “If a pen costs 3 cents, …?” → “Suppose that a pen costs 3 cents. …?”."""
    found = _condition(text, one)
    if found is None or has_word(text, *found, frozenset({"if", "were", "would", "had", "not"})):
        return
    words, asked = said(text, *found), said(text, one.ask, one.stop)
    where = text.tokens[one.start].start, text.tokens[one.stop - 1].end
    if one.ask > found[1]:
        given = Edit(text.tokens[one.start].start, text.tokens[one.start].end, "Given that")
        yield Change("fix", "if>given", (given,))
    for opening in ("Suppose that", "Assume that"):
        yield Change(
            "shuffle", "if>suppose", (Edit(*where, f"{opening} {words}. {raised(asked)}"),)
        )
    if one.sentence == 0 and not has_word(text, *found, _UNREAL | {"a"} - {"a"}):
        first = text.tokens[found[0]]
        if first.lower in ("a", "an", "the", "there") or first.pos in ("NUM", "PROPN"):
            yield Change(
                "shuffle", "if>statement", (Edit(*where, f"{raised(words)}. {raised(asked)}"),)
            )


def _behind(text: Text, one: Asking) -> Iterator[Change]:
    """As in “If A, how many B?” → “How many B if A?”."""
    found = _condition(text, one)
    if found is None or has_word(text, one.ask, one.end, PERSONAL | {"if", ","}):
        return
    if has_word(text, *found, frozenset({"if"})):
        return
    asked = said(text, one.ask, one.end)
    if re.search(
        r"\b(?:remaining|rest|other|another|each|left|respective)\b", asked
    ) or not balanced(asked):
        return
    stop = "." if asked.split()[0].lower() in ORDERS else "?"
    words = f"{raised(asked)} if {said(text, *found)}{stop}"
    where = text.tokens[one.start].start, text.tokens[one.stop - 1].end
    yield Change("shuffle", "if-behind", (Edit(*where, words),))


def _in_front(text: Text, one: Asking) -> Iterator[Change]:
    """As in “How many B if A?” → “If A, how many B?”."""
    tokens = text.tokens
    if one.ask != one.start:
        return
    at = [t.i for t in tokens[one.ask : one.end] if t.lower == "if"]
    if len(at) != 1 or at[0] - one.ask < 3 or one.end - at[0] < 4:
        return
    end = at[0] - (tokens[at[0] - 1].text == ",")
    asked, words = said(text, one.ask, end), said(text, at[0] + 1, one.end)
    if tokens[at[0] - 1].lower in ("only", "even", "as", "and", "or"):
        return
    if has_word(text, at[0] + 1, one.end, PERSONAL) or not (balanced(asked) and balanced(words)):
        return
    stop = said(text, one.end, one.stop) or "?"
    where = tokens[one.start].start, tokens[one.stop - 1].end
    new = f"If {words}, {lowered(asked, tokens[one.ask])}{stop}"
    yield Change("shuffle", "if-front", (Edit(*where, new),))


def _joined(text: Text, one: Asking) -> Iterator[Change]:
    """As in “A pen costs 3 cents. What …?” → “If a pen costs 3 cents, what …?”."""
    if one.sentence == 0 or one.ask != one.start:
        return
    start, stop = text.sents[one.sentence - 1]
    tokens = text.tokens
    if tokens[stop - 1].text != "." or stop - start > _LONGEST or stop - start < 5:
        return
    words = said(text, start, stop - 1)
    if (
        has_word(text, start, stop, _TIED)
        or not balanced(words)
        or not _is_statement(text, start, stop)
    ):
        return
    if has_word(text, one.ask, one.end, frozenset({"if", "when"})):
        return
    past = any(t.tag == "VBD" or t.lower in ("was", "were") for t in tokens[start:stop])
    asks_past = has_word(text, one.ask, one.end, frozenset("did was were had would".split()))
    if past and (not asks_past or has_word(text, start, stop, frozenset({"had"}))):
        return
    asked = lowered(said(text, one.ask, one.stop), tokens[one.ask])
    where = tokens[start].start, tokens[one.stop - 1].end
    between = text.text[tokens[stop - 1].end : tokens[one.ask].start]
    if "\n" in between or one.ask != stop:
        return
    statement = lowered(words, tokens[start])
    yield Change("shuffle", "join-if", (Edit(*where, f"If {statement}, {asked}"),))
    if not past and not has_word(text, start, stop, frozenset({"it", "they", "he", "she"})):
        yield Change("shuffle", "join-given", (Edit(*where, f"Given that {statement}, {asked}"),))


def _is_statement(text: Text, start: int, stop: int) -> bool:
    """One finite main clause with a subject that begins the sentence."""
    root = next((t for t in text.tokens[start:stop] if t.dep == "ROOT"), None)
    if root is None or root.pos not in ("VERB", "AUX"):
        return False
    subjects = [
        t
        for t in text.tokens[start:stop]
        if t.head == root.i and t.dep in ("nsubj", "nsubjpass", "expl")
    ]
    return (
        bool(subjects)
        and text.subtree(subjects[0].i)[0] == start
        and root.tag in ("VBZ", "VBP", "VBD", "MD", "VBN", "VBG", "VB")
    )
