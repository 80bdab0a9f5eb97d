"""Phrases of time and place: from the end of a sentence to its front, and back."""

from __future__ import annotations

import re
from collections.abc import Iterator

from scaning.noise.voice.objects import TIMES
from scaning.parse import Text
from scaning.rewrite.changes import Change, Edit
from scaning.rewrite.parts import PERSONAL, balanced, has_word, lowered, raised, said

_PREPOSITIONS = frozenset("in on at during after before for within".split())
_ALREADY = frozenset("when where if how what which who because while then".split())
_A = "(?:a|an|the|each|every)"
# Words of one sentence; the parser may not see where it ends.
_PLAIN = r"(?:[^,.]|\.(?=\d))+"
_WHEN = frozenset("yesterday today tomorrow tonight".split())


def fronting(text: Text) -> Iterator[Change]:
    """Statements whose last phrase of time can come first, or the other way round."""
    for start, stop in text.sents:
        tokens = text.tokens
        if (
            stop - start < 6
            or tokens[stop - 1].text != "."
            or has_word(text, start, stop, _ALREADY)
        ):
            continue
        if not balanced(said(text, start, stop)):
            continue
        yield from _to_front(text, start, stop)
        yield from _to_end(text, start, stop)
        yield from _there(text, start, stop)


def _root(text: Text, start: int, stop: int) -> int | None:
    return next((t.i for t in text.tokens[start:stop] if t.dep == "ROOT"), None)


def _to_front(text: Text, start: int, stop: int) -> Iterator[Change]:
    """As in “Ann bought 3 pens on Monday.” → “On Monday, Ann bought 3 pens.”."""
    tokens, root = text.tokens, _root(text, start, stop)
    if root is None or tokens[root].pos not in ("VERB", "AUX"):
        return
    if not _begins_with_subject(text, start, root):
        return
    for i in text.children[root]:
        below = text.subtree(i)
        if below[-1] != stop - 2 or i <= root or below[-1] - below[0] + 1 != len(below):
            continue
        if tokens[i].lower in _WHEN and has_word(text, start, i, frozenset({"and"}) | _WHEN):
            continue
        if not _is_time(text, i, below) or has_word(text, below[0], stop, PERSONAL):
            continue
        # "A does it in 15 days and B in 20 days": the last phrase is not that of the whole.
        if has_word(text, start, below[0], frozenset({tokens[below[0]].lower})):
            continue
        phrase, rest = said(text, below[0], stop - 1), said(text, start, below[0])
        if tokens[below[0] - 1].text == ",":
            rest = said(text, start, below[0] - 1)
        words = f"{raised(phrase)}, {lowered(rest, tokens[start])}."
        where = tokens[start].start, tokens[stop - 1].end
        yield Change("shuffle", "time-front", (Edit(*where, words),))


def _is_time(text: Text, i: int, below: list[int]) -> bool:
    token = text.tokens[i]
    if token.lower in _WHEN:
        return True
    if token.dep == "npadvmod":
        return (
            text.tokens[below[0]].lower in ("last", "next", "this", "every", "each")
            and token.lemma in TIMES
        )
    if token.dep != "prep" or token.lower not in _PREPOSITIONS:
        return False
    objects = [text.tokens[j] for j in text.children[i] if text.tokens[j].dep == "pobj"]
    return (
        len(objects) == 1
        and (
            objects[0].lemma.lower() in TIMES
            or re.fullmatch(r"(?:19|20)\d\d|\w+day", objects[0].text) is not None
        )
        and len(below) <= 7
    )


def _begins_with_subject(text: Text, start: int, root: int) -> bool:
    for i in text.children[root]:
        if text.tokens[i].dep in ("nsubj", "nsubjpass", "expl"):
            return text.subtree(i)[0] == start
    return False


def _to_end(text: Text, start: int, stop: int) -> Iterator[Change]:
    """As in “On Monday, Ann bought 3 pens.” → “Ann bought 3 pens on Monday.”."""
    tokens, root = text.tokens, _root(text, start, stop)
    first = tokens[start]
    if root is None or first.lower not in _PREPOSITIONS or first.head != root:
        return
    end = text.subtree(start)[-1] + 1
    if end > root or tokens[end].text != "," or not _is_time(text, start, text.subtree(start)):
        return
    if has_word(text, start, end, PERSONAL) or has_word(
        text, end + 1, stop, frozenset({"and", "but", ",", ";"})
    ):
        return
    phrase, rest = said(text, start, end), said(text, end + 1, stop - 1)
    words = f"{raised(rest)} {lowered(phrase, first)}."
    yield Change("shuffle", "time-end", (Edit(first.start, tokens[stop - 1].end, words),))


def _there(text: Text, start: int, stop: int) -> Iterator[Change]:
    """As in “There are 5 pens in a box.” → “In a box, there are 5 pens.”, and back."""
    tokens = text.tokens
    sentence = said(text, start, stop)
    if match := re.fullmatch(
        rf"(There (?:is|are|was|were) {_PLAIN}?) ((?:in|on|at) {_A} {_PLAIN})\.",
        sentence,
    ):
        at = tokens[start].start + match.start(2)
        phrase = next((t for t in tokens[start:stop] if t.start == at), None)
        if (
            phrase is None
            or text.subtree(phrase.i)[-1] != stop - 2
            or re.search(r" there | and |\d", match[2])
        ):
            return
        words = f"{raised(match[2])}, t{match[1][1:]}."
        yield Change(
            "shuffle", "there-front", (Edit(tokens[start].start, tokens[stop - 1].end, words),)
        )
    if match := re.fullmatch(
        rf"((?:In|On|At) {_A} {_PLAIN}?),? (there (?:is|are|was|were) {_PLAIN})\.",
        sentence,
    ):
        words = f"{raised(match[2])} {match[1][0].lower()}{match[1][1:]}."
        if not has_word(text, start, stop, PERSONAL):
            yield Change(
                "shuffle", "there-end", (Edit(tokens[start].start, tokens[stop - 1].end, words),)
            )
