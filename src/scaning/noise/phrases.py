"""Phrase shuffling by four rules of English, and the choice between it and permutation.

(i) a prepositional phrase goes to the front, (ii) what stands around a conjunction changes places,
(iii) two verbs change places, each with what depends on it, (iv) a noun phrase and a verb phrase
change places. The most fluent result is kept; the sentence as it was is none of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from scaning.noise.assemble import spelled
from scaning.noise.constituents import Node, constituents
from scaning.noise.contract import Kit, Noiser, Rules, noiser
from scaning.noise.permute import completes, on_sentences, recased, rotation
from scaning.parse import Text, Token

Order = list[int]
# A sentence with one of these says by its order what belongs to what.
_ORDERED = frozenset("respectively ratio proportion former latter between difference from".split())


@noiser("phrase_shuffling", "inference")
def phrase_shuffling(share: float, kit: Kit) -> Noiser:
    """Move the phrases of a share of the sentences by the rule that reads best."""

    def noise(text: Text, rng: Random) -> Text | None:
        return on_sentences(text, share, rng, lambda tokens: best_shuffle(text, tokens, kit, rng))

    return noise


@noiser("permute_shuffle", "inference")
def permute_shuffle(share: float, kit: Kit) -> Noiser:
    """Rotate a share of the sentences or shuffle their phrases, whichever reads better."""

    def either(text: Text, tokens: Sequence[Token], rng: Random) -> list[Token] | None:
        found = [
            changed
            for changed in (rotation(text, tokens, kit, rng), best_shuffle(text, tokens, kit, rng))
            if changed
        ]
        if not found:
            return None
        return found[kit.most_fluent([spelled(text, changed) for changed in found])]

    def noise(text: Text, rng: Random) -> Text | None:
        return on_sentences(text, share, rng, lambda tokens: either(text, tokens, rng))

    return noise


def best_shuffle(text: Text, tokens: Sequence[Token], kit: Kit, rng: Random) -> list[Token] | None:
    """The most fluent of the orders that the rules give a sentence; None if they give none."""
    tree = constituents(text, text.sentence_of[tokens[0].i])
    orders = list(_orders(text, tree, kit.rules, rng))
    changed = {
        spelled(text, new): new
        for order in orders
        if (new := recased(tokens[0], [text.tokens[i] for i in order])) != list(tokens)
    }
    changed.pop(spelled(text, tokens), None)
    if not changed:
        return None
    said = list(changed)
    return changed[said[kit.most_fluent(said)]]


def _orders(text: Text, tree: Node, rules: Rules, rng: Random) -> Iterator[Order]:
    if rules.official_shuffle:
        # One result of each rule, and the fourth only where the others give none.
        verbs = second_verb_first(text, tree)
        firsts = [
            next(found, None)
            for found in (
                preposition_first(text, tree, rules),
                conjuncts_swapped(text, tree),
                verbs,
            )
        ]
        yield from filter(None, firsts)
        if not any(firsts):
            yield from noun_and_verb_swapped(tree, rng)
        return
    yield from preposition_first(text, tree, rules)
    if _ORDERED.isdisjoint(token.lower for token in text.tokens[tree.start : tree.end]):
        yield from conjuncts_swapped(text, tree)
    yield from verbs_swapped(text, tree)
    yield from noun_and_verb_swapped(tree, rng)


def preposition_first(text: Text, tree: Node, rules: Rules) -> Iterator[Order]:
    """Rule i: a prepositional phrase becomes the first in its phrase, or in its clause."""
    for clause, node in _with_clause(tree, tree):
        for child in node.children:
            first = text.tokens[child.start]
            if child.label != "PP" or (rules.whole_phrases and completes(first)):
                continue
            if child.start > node.start:
                yield _moved(text, tree, child, node.start)
            if node.label == "VP" and node.start > clause.start:
                yield _moved(text, tree, child, clause.start)


def _with_clause(clause: Node, node: Node) -> Iterator[tuple[Node, Node]]:
    """Every phrase with the nearest clause around it."""
    clause = node if node.label == "S" else clause
    yield clause, node
    for child in node.children:
        yield from _with_clause(clause, child)


def conjuncts_swapped(text: Text, tree: Node) -> Iterator[Order]:
    """Rule ii: the phrases on both sides of a conjunction change places."""
    for node in tree.walk():
        parts = [child for child in node.children if text.tokens[child.start].pos != "PUNCT"]
        for left, conjunction, right in zip(parts, parts[1:], parts[2:], strict=False):
            if conjunction.label == "CC":
                yield _swapped(tree, left, right)


def verbs_swapped(text: Text, tree: Node) -> Iterator[Order]:
    """Rule iii: a clause and the verb that it depends on change places.

    A leading clause goes to the end, its comma between the two; another one goes to the front.
    """
    for clause, node in _with_clause(tree, tree):
        for child in node.children:
            if child.label != "SBAR" or node.label not in {"S", "VP"}:
                continue
            if child.start > clause.start:
                yield _moved(text, tree, child, clause.start)
                continue
            comma = child.end < clause.end and text.tokens[child.end].text == ","
            end = clause.end
            while end > child.end and text.tokens[end - 1].pos == "PUNCT":
                end -= 1
            rest = Node("S", child.end + comma, end)
            if rest.start < rest.end:
                yield _swapped(tree, child, rest)


def second_verb_first(text: Text, tree: Node) -> Iterator[Order]:
    """Rule iii without dependencies: from the second verb on, all goes before the first."""
    end = tree.end
    while end > tree.start and text.tokens[end - 1].pos == "PUNCT":
        end -= 1
    verbs = [i for i in range(tree.start, end) if text.tokens[i].pos == "VERB"]
    if len(verbs) > 1:
        yield _moved(text, tree, Node("VP", verbs[1], end), verbs[0])


def noun_and_verb_swapped(tree: Node, rng: Random) -> Iterator[Order]:
    """Rule iv: a noun phrase and a verb phrase of one clause, taken at random, change places."""
    pairs = [
        (noun, verb)
        for node in tree.walk()
        for noun in node.children
        for verb in node.children
        if noun.label == "NP" and verb.label == "VP"
    ]
    if pairs:
        noun, verb = rng.choice(pairs)
        yield _swapped(tree, *sorted((noun, verb), key=lambda node: node.start))


def _moved(text: Text, tree: Node, node: Node, to: int) -> Order:
    """The order with `node` moved forward; a comma that would lead nothing goes along."""
    follows = next((t for t in text.tokens[node.end : tree.end] if t.text.isalnum()), None)
    comma = node.start - 1 > to and text.tokens[node.start - 1].text == "," and follows is None
    between = range(to, node.start - comma)
    return [
        *range(tree.start, to),
        *range(node.start, node.end),
        *range(node.start - comma, node.start),
        *between,
        *range(node.end, tree.end),
    ]


def _swapped(tree: Node, left: Node, right: Node) -> Order:
    return [
        *range(tree.start, left.start),
        *range(right.start, right.end),
        *range(left.end, right.start),
        *range(left.start, left.end),
        *range(right.end, tree.end),
    ]
