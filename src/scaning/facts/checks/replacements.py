"""In a near copy, one word in the place of another: what does the exchange do?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from scaning import lexicon
from scaning.facts.align import closeness
from scaning.facts.checks.deeds import opposed
from scaning.facts.checks.entities import TERMS
from scaning.facts.checks.relations import FLIP
from scaning.facts.evidence import Evidence
from scaning.facts.reading import Facts
from scaning.facts.words import EMPTY, GENERIC, lemma_of
from scaning.parse import Token

LETTER = 0.5
PUT_FOR, ANOTHER_TERM, UNIT = 0.75, 0.6, 0.6
# A noun for which nothing speaks, in a statement and in the question.
UNRELATED, UNRELATED_ASKED = 0.15, 0.5
ASKED = 0.5
OTHER_KIND, SPLIT, OTHER_QUALITY = 0.45, 0.55, 0.3
CLOSE = 0.3
_NOUNS = frozenset({"NOUN", "PROPN"})
_KINDS = {"PROPN": "noun", "NOUN": "noun", "VERB": "verb", "ADJ": "adj"}
# Nothing of these can stand where a noun stood.
_NO_NOUN = frozenset({"ADV", "ADP", "SCONJ", "AUX", "CCONJ", "INTJ", "PART"})


class Counts(NamedTuple):
    """How often each lemma stands in the original and in the candidate."""

    ours: Counter[str]
    theirs: Counter[str]

    def shifted(self, a: str, b: str) -> bool:
        """Are there fewer of `a` and more of `b` now?"""
        return self.theirs[a] < self.ours[a] and self.theirs[b] > self.ours[b]


def judge_replacement(
    original: Facts,
    candidate: Facts,
    x: Token,
    y: Token,
    *,
    counts: Counts,
    renamed: Mapping[str, str],
) -> Iterator[Evidence]:
    """The evidence, if any, in the candidate's `y` standing where the original has `x`."""
    a, b = lemma_of(x), lemma_of(y)
    if a == b:
        return
    if any(v.start == x.start for v in original.variables):
        yield _evidence("lost-variable", PUT_FOR, x, y, "stands in the place of")
    elif x.i in original.unit_tokens and _is_thing(candidate, y):
        yield _evidence("changed-unit", UNIT, x, y, "stands in the place of")
    elif x.i in original.taken:
        return
    elif len(x.text) == len(y.text) == 1 and x.text.isalpha() and y.text.isalpha():
        # A letter of a name or an abbreviation: "v. c. r.".
        yield _evidence("lost-variable", LETTER, x, y, "stands in the place of")
    elif opposed(a, b) and counts.theirs[a] < counts.ours[a] and not original.is_relation(x.i):
        yield _evidence("flipped-relation", FLIP, x, y, "says the opposite of")
    elif x.pos not in _KINDS or (renamed.get(a) == b and x.pos in _NOUNS):
        return
    elif counts.ours[b] and counts.shifted(a, b) and not {a, b} & EMPTY:
        # Another word of the problem stands in the place of the right one.
        yield _evidence("merged-entities", PUT_FOR, x, y, "stands for")
        if _kind(original, x, "") == "changed-question":
            yield _evidence("changed-question", ASKED, x, y, "is asked about instead of")
    elif counts.shifted(a, b):
        yield from _newcomer(original, x, y, counts)


def _is_thing(candidate: Facts, y: Token) -> bool:
    """Is a word a countable thing, neither a unit nor as general as "time"?"""
    return y.pos in _NOUNS and y.i not in candidate.unit_tokens and lemma_of(y) not in GENERIC


def _newcomer(original: Facts, x: Token, y: Token, counts: Counts) -> Iterator[Evidence]:
    """A word that the original does not hold."""
    a, b = lemma_of(x), lemma_of(y)
    near = closeness(a, b) > CLOSE or b in lexicon.hypernyms(a) or a in lexicon.hypernyms(b)
    if a in TERMS and b in TERMS and closeness(a, b) < 0.5:
        kind = _kind(original, x, "lost-statement")
        yield _evidence(kind, ANOTHER_TERM, x, y, "is another quantity than")
    elif near or counts.ours[b] or not y.text.isalpha():
        return
    elif x.pos == "NOUN" and (y.pos in _NO_NOUN or y.tag in {"VBD", "VBZ"}):
        yield _evidence("incoherent", OTHER_KIND, x, y, "does not fit in the place of")
    elif y.pos not in _KINDS or (b in EMPTY and y.pos != "ADJ"):
        return
    elif counts.theirs[a] and (x.pos in _NOUNS or a not in EMPTY):
        yield _evidence("merged-entities", SPLIT, x, y, "stands in one place, but not in all, for")
    elif _KINDS[x.pos] != _KINDS[y.pos]:
        yield _evidence("incoherent", OTHER_KIND, x, y, "does not fit in the place of")
    elif x.pos in _NOUNS and b not in GENERIC:
        asked = _kind(original, x, "lost-statement")
        weight = UNRELATED_ASKED if asked == "changed-question" else UNRELATED
        yield _evidence(asked, weight, x, y, "became of")
    elif x.pos == "ADJ":
        yield _evidence(_kind(original, x, "lost-statement"), OTHER_QUALITY, x, y, "is not")
    elif a not in EMPTY:
        yield _evidence("lost-statement", UNRELATED, x, y, "is not")


def _kind(original: Facts, token: Token, otherwise: str) -> str:
    asked = any(q.start <= token.i < q.end for q in original.questions)
    return "changed-question" if asked else otherwise


def _evidence(kind: str, weight: float, x: Token, y: Token, does: str) -> Evidence:
    return Evidence(kind, weight, x.text, y.text, f"{y.text!r} {does} {x.text!r}.")
