"""In a candidate that keeps nearly every word, each small edit is read by itself.

A dropped noun leaves a hole, a word put in the place of another that stays elsewhere splits a
thing in two: edits that a count over the whole text does not see.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher

from scaning import lexicon
from scaning.facts.align import Alignment, closeness
from scaning.facts.checks.entities import TERMS
from scaning.facts.checks.relations import FLIP, opposed
from scaning.facts.evidence import Evidence
from scaning.facts.reading import Facts
from scaning.facts.relations import PHRASES
from scaning.facts.words import EMPTY
from scaning.parse import Text, Token

# Share of common tokens from which a candidate is read edit by edit.
NEAR = 0.8
# What one dropped word weighs where it leaves a hole, and where the phrase closes over it.
HOLE = {"NOUN": 0.35, "PROPN": 0.4, "VERB": 0.3, "AUX": 0.3, "PRON": 0.12}
NO_HOLE = 0.05
OTHER_KIND, SPLIT, UNRELATED = 0.45, 0.55, 0.15
# A longer block that goes or comes as a whole is a statement.
BLOCK_WITH_VERB, BLOCK, INSERTED = 0.5, 0.3, 0.52
# Less of a block gone than this, and it was moved, not dropped.
MOST = 0.6
PUT_FOR, VARIABLE, ANOTHER_TERM, DENIED, EXCHANGED = 0.75, 0.45, 0.6, 0.6, 0.6
DENIALS = frozenset(PHRASES["denial"]["not"].split(", "))
_NO_NOUN = frozenset({"ADV", "ADP", "SCONJ", "AUX", "CCONJ", "INTJ", "PART"})
_LONGEST = 3
_KINDS = {"PROPN": "noun", "NOUN": "noun", "VERB": "verb", "ADJ": "adj"}


def check_edits(original: Facts, candidate: Facts, alignment: Alignment) -> Iterator[Evidence]:
    """Read the edits of a near copy; nothing is said of a free rewriting."""
    ours, theirs = original.text.tokens, candidate.text.tokens
    a, b = [t.lower for t in ours], [t.lower for t in theirs]
    common = sum((Counter(a) & Counter(b)).values())
    if not a or not b or 2 * common / (len(a) + len(b)) < NEAR:
        return
    left = Counter(t.lemma.lower() for t in ours)
    right = Counter(t.lemma.lower() for t in theirs)
    matcher = SequenceMatcher(a=a, b=b, autojunk=False)
    for tag, i1, i2, j1, j2 in matcher.get_opcodes():
        if tag == "delete" and i2 - i1 > _LONGEST:
            gone = [t for t in ours[i1:i2] if right[t.lemma.lower()] < left[t.lemma.lower()]]
            if weight := _is_statement(ours[i1:i2], gone):
                said = _block(original.text, i1, i2)
                yield Evidence("lost-statement", weight, said, "", f"The candidate lacks: {said}")
        elif tag == "insert" and j2 - j1 > _LONGEST:
            new = [t for t in theirs[j1:j2] if right[t.lemma.lower()] > left[t.lemma.lower()]]
            if weight := _is_statement(theirs[j1:j2], new):
                said = _block(candidate.text, j1, j2)
                weight = max(weight, INSERTED)
                yield Evidence("added-statement", weight, "", said, f"The candidate adds: {said}")
        elif tag == "delete":
            for token in ours[i1:i2]:
                if right[token.lemma.lower()] < left[token.lemma.lower()]:
                    yield from _dropped(original, token, range(i1, i2))
        elif tag == "replace" and i2 - i1 == j2 - j1 <= _LONGEST:
            for x, y in zip(ours[i1:i2], theirs[j1:j2], strict=True):
                if alignment.renamed.get(x.lemma.lower()) != y.lemma.lower():
                    yield from _replaced(x, y, left, right, original)
    yield from _denied(ours, theirs)
    yield from _exchanged(original, candidate, matcher.get_opcodes())


def _dropped(original: Facts, token: Token, gap: range) -> Iterator[Evidence]:
    if any(v.start == token.start for v in original.variables):
        yield Evidence(
            "lost-variable", VARIABLE, token.text, "", f"A mention of {token.text!r} was left out."
        )
        return
    if token.i in original.taken or not any(map(str.isalpha, token.text)):
        return
    weight = HOLE.get(token.pos, 0.0) if _leaves_hole(original, token, gap) else NO_HOLE
    if weight and token.pos in HOLE:
        said = token.text
        yield Evidence("incoherent", weight, said, "", f"The word {said!r} was left out.")


def _leaves_hole(original: Facts, token: Token, gap: range) -> bool:
    """Does something that needs the dropped word still stand: its determiner, its preposition?"""
    tokens = original.text.tokens
    if token.dep in {"compound", "amod", "nmod", "advmod", "det", "intj"} and token.head not in gap:
        return False
    before = tokens[gap[0] - 1] if gap[0] else None
    if token.pos in {"NOUN", "PROPN"}:
        return bool(before and before.pos in {"DET", "ADP", "ADJ", "NUM"}) or not gap[0]
    return token.pos != "AUX" or token.head not in gap


def _replaced(
    x: Token, y: Token, left: Counter[str], right: Counter[str], original: Facts
) -> Iterator[Evidence]:
    a, b = x.lemma.lower(), y.lemma.lower()
    if any(v.start == x.start for v in original.variables):
        yield Evidence(
            "lost-variable",
            PUT_FOR,
            x.text,
            y.text,
            f"{y.text!r} stands in the place of {x.text!r}.",
        )
        return
    if a == b or x.pos not in _KINDS or x.i in original.taken:
        return
    said = any(r.i <= x.i <= r.i + r.words.count(" ") for r in original.relations)
    if not said and opposed(a, b) and right[a] < left[a]:
        yield Evidence(
            "flipped-relation",
            FLIP,
            x.text,
            y.text,
            f"{x.text!r} of the original became {y.text!r}.",
        )
        return
    if left[b] and right[b] > left[b] and right[a] < left[a] and a not in EMPTY and b not in EMPTY:
        yield _put_for(original, x, y)
        return
    if a in TERMS and b in TERMS and closeness(a, b) < 0.5:
        yield _another_term(original, x, y)
        return
    if left[b] or a in EMPTY or not y.text.isalpha() or closeness(a, b) > 0.3:
        return
    if x.pos == "NOUN" and y.pos in _NO_NOUN:
        yield _misfit(x, y)
        return
    if y.pos not in _KINDS or b in EMPTY:
        return
    if b in lexicon.hypernyms(a) or a in lexicon.hypernyms(b):
        return
    if right[a]:
        yield Evidence(
            "merged-entities", SPLIT, x.text, y.text,
            f"{x.text!r} became {y.text!r} in one place and stayed in another.",
        )  # fmt: skip
    elif _KINDS[x.pos] != _KINDS[y.pos]:
        yield _misfit(x, y)
    else:
        yield Evidence(
            "lost-statement", UNRELATED, x.text, y.text, f"{x.text!r} became {y.text!r}."
        )


def _misfit(x: Token, y: Token) -> Evidence:
    message = f"{y.text!r} does not fit in the place of {x.text!r}."
    return Evidence("incoherent", OTHER_KIND, x.text, y.text, message)


def _another_term(original: Facts, x: Token, y: Token) -> Evidence:
    asked = any(q.start <= x.i < q.end for q in original.questions)
    kind = "changed-question" if asked else "lost-statement"
    message = f"{x.text!r} became {y.text!r}, which is another quantity."
    return Evidence(kind, ANOTHER_TERM, x.text, y.text, message)


def _denied(ours: tuple[Token, ...], theirs: tuple[Token, ...]) -> Iterator[Evidence]:
    """A "not" more or less, in a text that otherwise says the same."""
    a, b = (Counter(t.lower for t in tokens if t.lower in DENIALS) for tokens in (ours, theirs))
    if a.total() != b.total():
        said, other = next(iter(a - b), ""), next(iter(b - a), "")
        message = f"Something is denied in one text and not in the other: {said or other!r}."
        yield Evidence("flipped-relation", DENIED, said, other, message)


def _exchanged(
    original: Facts, candidate: Facts, opcodes: Iterable[tuple[str, int, int, int, int]]
) -> Iterator[Evidence]:
    """Two numbers that stand alone in each other's places."""
    ours = {b.first: b.quantity.value for b in original.bindings}
    theirs = {b.first: b.quantity.value for b in candidate.bindings}
    put = {
        (ours[i], theirs[j])
        for tag, i, i2, j, j2 in opcodes
        if tag == "replace" and i2 - i == 1 == j2 - j and i in ours and j in theirs
    }
    for a, b in sorted(put):
        if a < b and (b, a) in put:
            message = f"{a} and {b} stand in each other's places."
            yield Evidence("swapped-roles", EXCHANGED, f"{a}, {b}", f"{b}, {a}", message)


def _put_for(original: Facts, x: Token, y: Token) -> Evidence:
    """Another word of the problem stands in the place of the right one."""
    asked = any(q.start <= x.i < q.end for q in original.questions)
    kind = "changed-question" if asked else "merged-entities"
    message = f"{y.text!r}, another word of the problem, stands in the place of {x.text!r}."
    return Evidence(kind, PUT_FOR, x.text, y.text, message)


def _block(text: Text, start: int, end: int) -> str:
    return text.text[text.tokens[start].start : text.tokens[end - 1].end]


def _is_statement(block: Sequence[Token], changed: Sequence[Token]) -> float:
    """How much a block says that is not said elsewhere: with a verb more than with nouns alone."""
    content = [t for t in block if t.pos in _KINDS and t.lemma.lower() not in EMPTY]
    gone = [t for t in changed if t in content]
    if len(gone) < 2 or len(gone) < MOST * len(content):
        return 0.0
    return BLOCK_WITH_VERB if any(t.pos == "VERB" for t in changed) else BLOCK
