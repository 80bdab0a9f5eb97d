"""Phrases of a sentence from its dependency parse, in the shape of the Penn Treebank.

A head and what it governs become a phrase: a noun an NP, a preposition a PP, a verb one VP for
each of its auxiliaries and an S above its subject. Punctuation at the edge of a phrase belongs to
the phrase above, so that a phrase can move without dragging a comma or the full stop along.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from scaning.noise.projective import projective
from scaning.parse import Text, Token

# One of the 15,000 sentences of 6,000 problems is longer. What is, is a list or a broken text, and
# deeper than Python's stack: it gets no phrases.
MAX_TOKENS = 150
EDGES = frozenset({",", ".", ":", "``", "''", "-LRB-", "-RRB-", "HYPH", "NFP", "_SP"})
CLOSES = {"-RRB-": "-LRB-", "''": "``"}
SUBJECTS = frozenset({"nsubj", "nsubjpass", "csubj", "csubjpass", "expl"})
AUXILIARIES = frozenset({"aux", "auxpass"})
# What these relations govern is always a phrase of that kind, whatever its tag says.
LABEL_OF_RELATION = {"prep": "PP", "agent": "PP", "amod": "ADJP", "nummod": "QP"}
NOMINAL = frozenset(
    {"nsubj", "nsubjpass", "dobj", "pobj", "dative", "appos", "npadvmod", "expl", "poss", "attr"}
)
LABEL_OF_TAG = {
    "IN": "PP", "TO": "PP", "MD": "VP", "WRB": "ADVP", "CD": "NP", "DT": "NP", "EX": "NP",
    "WDT": "NP", "$": "NP",
}  # fmt: skip
LABEL_OF_TAG_START = {"VB": "VP", "NN": "NP", "PR": "NP", "WP": "NP", "JJ": "ADJP", "RB": "ADVP"}
CLAUSES = frozenset({"ROOT", "ccomp", "xcomp", "advcl", "pcomp", "csubj", "csubjpass", "relcl"})
# Function words and parts of names: tokens of the phrase around them, no phrases of their own.
WORDS = frozenset({
    "det", "predet", "case", "cc", "preconj", "mark", "neg", "prt", "punct", "aux", "auxpass",
    "compound", "nmod", "quantmod",
})  # fmt: skip


class Node(NamedTuple):
    """A phrase, or a token when it has no children: label, token range and children."""

    label: str
    start: int
    end: int
    children: tuple[Node, ...] = ()

    def walk(self) -> Iterator[Node]:
        """This node and all below it, parents first and left to right."""
        yield self
        for child in self.children:
            yield from child.walk()


def constituents(text: Text, sentence: int) -> Node:
    """The phrases of one sentence of a text, the whole sentence at the root."""
    start, end = text.sents[sentence]
    if end - start > MAX_TOKENS:
        leaves = tuple(Node(token.tag, token.i, token.i + 1) for token in text.tokens[start:end])
        return Node("S", start, end, leaves)
    return _Phrases(text.tokens[start:end]).root()


# A token that belongs to a coordination, and whether it is one of the conjuncts.
Link = tuple[int, bool]


class _Phrases:
    """Builds the phrases of one sentence; each method gives neighbouring nodes in text order."""

    def __init__(self, tokens: Sequence[Token]) -> None:
        self.tokens = {token.i: token for token in tokens}
        self.below: dict[int, list[int]] = {i: [] for i in self.tokens}
        self.roots: list[int] = []
        for i, head in projective(tokens).items():
            (self.roots if head == i else self.below[head]).append(i)

    def root(self) -> Node:
        nodes = [node for i in self.roots for node in self.phrase(i)]
        parts = [part for node in nodes for part in _opened(node, "S")]
        return Node("S", parts[0].start, parts[-1].end, tuple(parts))

    def phrase(self, i: int) -> list[Node]:
        """Token `i` with everything below it."""
        if self.tokens[i].dep in WORDS:
            return self.words(i)
        own, joint = self.split(i)
        links = list(self.chain(joint))
        if self.is_clause(i):
            return self.clause(i, own, links)
        label = _label(self.tokens[i])
        if label == "NP" and links and self.is_flat(i, links):
            nouns = [part for node in self.core(i, own) for part in _opened(node, "NP")]
            return _wrap("NP", nouns + [self.leaf(link) for link, _ in links])
        return self.joined(label, self.core(i, own), links)

    def core(self, i: int, own: Sequence[int]) -> list[Node]:
        """The phrase of `i` over `own`, the children that are not its conjuncts."""
        token = self.tokens[i]
        label = _label(token)
        if self.is_clause(i):
            return self.clause(i, own, [])
        if label == "NP" and token.tag not in ("PRP$", "WP$"):
            return self.noun_phrase(i, own)
        # One word before a noun is no phrase, nor is a preposition that is used as an adverb.
        bare = not own and (token.dep != "prep" if label == "PP" else label in ("ADJP", "QP", "NP"))
        if not label or (bare and token.dep != "acomp"):
            return self.around(i, own)
        return _wrap(label, self.around(i, own))

    def noun_phrase(self, i: int, own: Sequence[int]) -> list[Node]:
        """A noun with what modifies it; under an NP of its own where a phrase follows it."""
        after = [c for c in own if c > i]
        while after and self.tokens[after[0]].dep in ("case", "nummod", "punct"):
            after.pop(0)
        base = self.around(i, own[: len(own) - len(after)])
        following = [node for c in after for node in self.phrase(c)]
        if not all(self.is_complement(c) or self.tokens[c].dep == "punct" for c in after):
            base = _wrap("NP", base)
        return _wrap("NP", base + following)

    def clause(self, i: int, own: Sequence[int], links: list[Link]) -> list[Node]:
        """The verb phrase of `i`, with an S and an SBAR above it where it is more than that."""
        subject = max((c for c in own if self.tokens[c].dep in SUBJECTS), default=-1)
        verbs = [c for c in own if c < i and self.tokens[c].dep in AUXILIARIES and c > subject]
        verbs += [i] if i > subject else []
        first = verbs[0] if verbs else -1
        front = [node for c in own if c < first for node in self.phrase(c)]
        rest = [c for c in own if c > first]
        sharing, complete = self.by_subject(links)
        if verbs:
            nodes = self.verb_phrase(i, rest, verbs, sharing)
        else:
            nodes = self.joined("VP", self.around(i, own), sharing)
        dep = self.tokens[i].dep
        opening = front[: dep != "ROOT" and bool(front) and self.opens(front[0])]
        front = front[len(opening) :]
        if front or not verbs or dep in CLAUSES:
            nodes = _wrap("S", front + nodes)
        nodes = self.joined("S", nodes, complete)
        return _wrap("SBAR", opening + nodes) if opening or dep == "relcl" else nodes

    def verb_phrase(
        self, i: int, own: Sequence[int], verbs: Sequence[int], links: list[Link]
    ) -> list[Node]:
        """One VP for every verb of `verbs`, each inside the one before."""
        verb, *others = verbs
        if not others:
            nodes = _wrap(_label(self.tokens[i]) or "VP", self.around(i, own))
        else:
            between = [node for c in own if c < others[0] for node in self.phrase(c)]
            within = links if self.shares_auxiliary(i, links) else []
            inner = self.verb_phrase(i, [c for c in own if c > others[0]], others, within)
            nodes = _wrap("VP", [self.leaf(verb), *between, *inner])
            links = [] if within else links
        return self.joined("VP", nodes, links)

    def joined(self, label: str, nodes: list[Node], links: Sequence[Link]) -> list[Node]:
        """The first conjunct `nodes` and its `links` under one `label`; no links, no change."""
        if not links:
            return nodes
        first = nodes[0]
        if first.children and first.children[0].label == "CC":
            # "either in A or in B": the first conjunction joins as well.
            either, *rest = first.children
            nodes = [either, *_wrap(label, rest), *nodes[1:]]
        for link, is_conjunct in links:
            more = self.core(link, self.split(link)[0]) if is_conjunct else self.phrase(link)
            nodes = nodes + more
        return _wrap(label, nodes) if label else nodes

    def split(self, i: int) -> tuple[list[int], list[int]]:
        """What belongs to `i` alone, and the rest from its first conjunction on."""
        children = self.below[i]
        right = [c for c in children if c > i]
        cut = next((n for n, c in enumerate(right) if self.tokens[c].dep == "conj"), len(right))
        while 0 < cut < len(right) and self.tokens[right[cut - 1]].dep in ("cc", "punct"):
            cut -= 1
        own = len(children) - len(right) + cut
        return children[:own], children[own:]

    def chain(self, joint: Sequence[int]) -> Iterator[Link]:
        """The links of a coordination in text order, each with whether it is a conjunct."""
        for i in joint:
            is_conjunct = self.tokens[i].dep == "conj"
            yield i, is_conjunct
            if is_conjunct:
                yield from self.chain(self.split(i)[1])

    def words(self, i: int) -> list[Node]:
        """Token `i` and all below it, without any phrase."""
        below = [node for c in self.below[i] for node in self.words(c)]
        return sorted([self.leaf(i), *below], key=lambda node: node.start)

    def around(self, i: int, own: Sequence[int]) -> list[Node]:
        """Token `i` among the phrases of `own`."""
        left = [node for c in own if c < i for node in self.phrase(c)]
        right = [node for c in own if c > i for node in self.phrase(c)]
        return [*left, self.leaf(i), *right]

    def leaf(self, i: int) -> Node:
        return Node(self.tokens[i].tag, i, i + 1)

    def has_subject(self, i: int) -> bool:
        return any(self.tokens[c].dep in SUBJECTS for c in self.below[i])

    def is_clause(self, i: int) -> bool:
        return _label(self.tokens[i]) == "VP" or self.has_subject(i)

    def by_subject(self, links: list[Link]) -> tuple[list[Link], list[Link]]:
        """The links up to the first conjunct with a subject of its own, and the others."""
        for n, (link, is_conjunct) in enumerate(links):
            if is_conjunct and self.has_subject(link):
                while n and not links[n - 1][1]:
                    n -= 1
                return links[:n], links[n:]
        return links, []

    def shares_auxiliary(self, i: int, links: list[Link]) -> bool:
        """True for "is bought and sold": conjuncts in the form that the auxiliary asks for."""
        return all(
            self.tokens[link].tag == self.tokens[i].tag
            and not any(self.tokens[c].dep in AUXILIARIES for c in self.split(link)[0])
            for link, is_conjunct in links
            if is_conjunct
        )

    def is_flat(self, i: int, links: Sequence[Link]) -> bool:
        """True for "the apples and oranges": bare nouns that share what stands before them."""
        nouns = [i, *(link for link, is_conjunct in links if is_conjunct)]
        return (
            all(self.tokens[noun].tag.startswith("NN") for noun in nouns)
            and all(c < i for c in self.split(i)[0])
            and not any(self.split(noun)[0] for noun in nouns[1:])
        )

    def is_complement(self, i: int) -> bool:
        """True for what completes a noun, not its phrase: "the fact that …", "the right to …"."""
        return self.tokens[i].dep == "acl" and any(
            self.tokens[c].dep == "mark" or self.tokens[c].tag == "TO" for c in self.below[i]
        )

    def opens(self, node: Node) -> bool:
        """True for what stands before the S in an SBAR: "that", "which", "in which"."""
        return node.label == "IN" or any(
            self.tokens[i].tag.startswith("W") for i in range(node.start, node.end)
        )


def _label(token: Token) -> str:
    """The label of the phrase that this token heads, or nothing where it heads none."""
    tag = token.tag
    if token.dep in LABEL_OF_RELATION:
        return LABEL_OF_RELATION[token.dep]
    if token.dep in NOMINAL and not tag.startswith("VB"):
        return "NP"
    return LABEL_OF_TAG.get(tag) or LABEL_OF_TAG_START.get(tag[:2], "")


def _wrap(label: str, nodes: list[Node]) -> list[Node]:
    """The nodes as one phrase, without the punctuation and conjunctions at its edges."""
    start, end = 0, len(nodes)
    while start < end and nodes[start].label in EDGES:
        start += 1
    while end > start and _is_edge(nodes[start:end]):
        end -= 1
    if start == end:
        return nodes
    phrase = Node(label, nodes[start].start, nodes[end - 1].end, tuple(nodes[start:end]))
    return [*nodes[:start], phrase, *nodes[end:]]


def _is_edge(nodes: Sequence[Node]) -> bool:
    """Whether the last of the nodes is no part of the phrase: not so for what closes a bracket."""
    label = nodes[-1].label
    if label not in CLOSES:
        return label in EDGES or label == "CC"
    inside = Counter(node.label for top in nodes for node in top.walk())
    return inside[label] > inside[CLOSES[label]]


def _opened(node: Node, label: str) -> Sequence[Node]:
    return node.children if node.label == label and node.children else (node,)
