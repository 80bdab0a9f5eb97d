"""Simple reorderings of a sentence on its phrases: what `constituents.py` and `fluency.py` judge.

They follow the rules of the published system in the plainest form, apart from `scaning.noise`, so
that a benchmark of phrases or of fluency does not change when the noise does.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

from scaning.noise.constituents import Node, constituents
from scaning.parse import Text

CLOSING = frozenset(".,;:?!%)]'’\"”")
MIN_CANDIDATES, MAX_CANDIDATES = 4, 6


class Reordering(NamedTuple):
    """One result of a rule: the phrases that it moved, in the sentence's words, and the text."""

    rule: str
    moved: tuple[str, ...]
    text: str


def rules(text: Text, sentence: int) -> Iterator[Reordering]:
    """What the four rules of phrase shuffling make of a sentence."""
    root = constituents(text, sentence)
    for rule in (front_pp, swap_conjuncts, shuffle_verbs, swap_np_vp):
        spans = rule(text, root)
        if spans:
            moved = tuple(_words(text, *span) for span in spans[:2])
            yield Reordering(rule.__name__, moved, _exchange(text, root, *spans))


def front_pp(text: Text, root: Node) -> list[tuple[int, int]]:
    """The first prepositional phrase that does not stand first already, and what is before it."""
    for node in root.walk():
        for child in node.children:
            if child.label == "PP" and child.children and child.start > root.start:
                return [(child.start, child.end), (root.start, child.start)]
    return []


def swap_conjuncts(text: Text, root: Node) -> list[tuple[int, int]]:
    """The neighbours of the first conjunction that has two."""
    for node in root.walk():
        children = node.children
        for before, joint, after in zip(children, children[1:], children[2:], strict=False):
            if joint.label == "CC" and before.label == after.label:
                return [(before.start, before.end), (after.start, after.end)]
    return []


def shuffle_verbs(text: Text, root: Node) -> list[tuple[int, int]]:
    """The phrases of the first two verbs that do not contain each other."""
    phrases = [node for node in root.walk() if node.label == "VP"]
    for i, first in enumerate(phrases):
        for second in phrases[i + 1 :]:
            if second.start >= first.end:
                return [(first.start, first.end), (second.start, second.end)]
    return []


def swap_np_vp(text: Text, root: Node) -> list[tuple[int, int]]:
    """The first noun phrase and verb phrase under one node."""
    for node in root.walk():
        subject = next((c for c in node.children if c.label == "NP"), None)
        verb = next((c for c in node.children if c.label == "VP"), None)
        if subject and verb and subject.end <= verb.start:
            return [(subject.start, subject.end), (verb.start, verb.end)]
    return []


def rotations(text: Text, sentence: int) -> Iterator[Reordering]:
    """The sentence turned so that each of its prepositions and subordinators comes first."""
    start, end = text.sents[sentence]
    last = _body_end(text, start, end)
    for token in text.tokens[start + 1 : last]:
        if token.pos in ("ADP", "SCONJ"):
            yield _rotation(text, start, token.i, last, end)


def candidates(text: Text, sentence: int, rng: Random) -> list[str]:
    """Between four and six different reorderings of a sentence; none where it yields fewer."""
    root = constituents(text, sentence)
    start, end = root.start, root.end
    last = _body_end(text, start, end)
    pools = [
        [r.text for r in rules(text, sentence)],
        [r.text for r in rotations(text, sentence)],
        [_exchange(text, root, *pair) for pair in _neighbours(root)],
        [_rotation(text, start, cut, last, end).text for cut in range(start + 1, last)],
    ]
    original = _words(text, start, end)
    found: list[str] = []
    for pool in (*pools, *pools):
        rng.shuffle(pool)
        for candidate in pool[:2]:
            if candidate.lower() != original.lower() and candidate not in found:
                found.append(candidate)
    return found[:MAX_CANDIDATES] if len(found) >= MIN_CANDIDATES else []


def _neighbours(root: Node) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """The pairs of phrases that stand side by side under one node."""
    return [
        ((left.start, left.end), (right.start, right.end))
        for node in root.walk()
        for left, right in zip(node.children, node.children[1:], strict=False)
        if left.children and right.children
    ]


def _rotation(text: Text, start: int, cut: int, last: int, end: int) -> Reordering:
    order = [*range(cut, last), *range(start, cut), *range(last, end)]
    return Reordering("rotate", (_words(text, cut, last),), _render(text, order, start))


def _exchange(text: Text, root: Node, one: tuple[int, int], other: tuple[int, int]) -> str:
    """The sentence with two separate spans in each other's place."""
    (a, b), (c, d) = sorted((one, other))
    order = [
        *range(root.start, a), *range(c, d), *range(b, c), *range(a, b), *range(d, root.end),
    ]  # fmt: skip
    return _render(text, order, root.start)


def _body_end(text: Text, start: int, end: int) -> int:
    """Where the final punctuation of a sentence begins."""
    while end > start + 1 and text.tokens[end - 1].pos in ("PUNCT", "SPACE"):
        end -= 1
    return end


def _words(text: Text, start: int, end: int) -> str:
    return text.text[text.tokens[start].start : text.tokens[end - 1].end]


def _render(text: Text, order: Sequence[int], start: int) -> str:
    """The tokens in a new order, the first with a capital and the old first without its own."""
    words = []
    for n, i in enumerate(order):
        token = text.tokens[i]
        word = token.text
        if i == start and n and token.pos != "PROPN" and len(word) > 1 and word[1:].islower():
            word = word[0].lower() + word[1:]
        if i == start and n and word == "A" and token.pos == "DET":
            word = "a"
        following = order[n + 1] if n + 1 < len(order) else None
        glued = following == i + 1 and not token.space
        close = following is not None and text.tokens[following].text[0] in CLOSING
        words.append(word + ("" if glued or close or following is None else " "))
    joined = "".join(words).strip()
    return joined[:1].upper() + joined[1:]
