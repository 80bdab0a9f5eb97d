"""In a candidate that keeps nearly every word, each small edit is read by itself.

A dropped noun leaves a hole, a word put in the place of another that stays elsewhere splits a
thing in two: edits that a count over the whole text does not see.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

from scaning.facts.align import NEAR, Alignment
from scaning.facts.checks.deeds import opposed
from scaning.facts.checks.exchanges import CONTENT, Opcodes, check_exchanges
from scaning.facts.checks.replacements import Counts, judge_replacement
from scaning.facts.evidence import Evidence
from scaning.facts.reading import Facts
from scaning.facts.words import EMPTY, lemma_of, stem
from scaning.parse import Text, Token

# What one dropped word weighs where it leaves a hole, and where the phrase closes over it.
HOLE = {"NOUN": 0.42, "PROPN": 0.42, "NUM": 0.42, "VERB": 0.3, "AUX": 0.3, "ADJ": 0.35}
NO_HOLE = 0.05
# A longer block that goes or comes as a whole is a statement.
BLOCK_WITH_VERB, BLOCK, INSERTED = 0.5, 0.25, 0.52
# Less of a block gone than this, and it was moved, not dropped.
MOST = 0.7
MENTION, DENIED, QUALIFIED = 0.45, 0.6, 0.45
_QUALIFIERS = {
    "only": "only", "additional": "additional", "extra": "additional", "remaining": "remaining",
}  # fmt: skip
# Other words for the same.
_INSTEAD = {
    "additional": "other another more further".split(),
    "remaining": "rest remainder remained remain remains left".split(),
}
_STANDS_ALONE = frozenset("first second third last other others one larger smaller".split())
_LONGEST = 3
# So many words at most differ in two texts of one length that are read word by word.
_EXCHANGED = 4


def check_edits(original: Facts, candidate: Facts, alignment: Alignment) -> Iterator[Evidence]:
    """Read the edits of a near copy; nothing is said of a free rewriting."""
    ours, theirs = original.text.tokens, candidate.text.tokens
    a, b = [t.lower for t in ours], [t.lower for t in theirs]
    if alignment.overlap < NEAR:
        return
    counts = Counts(Counter(map(lemma_of, ours)), Counter(map(lemma_of, theirs)))
    opcodes = _opcodes(a, b)
    yield from _blocks(original, candidate, opcodes, counts)
    for tag, i1, i2, _j1, _j2 in opcodes:
        if tag == "delete" and i2 - i1 <= _LONGEST:
            for token in ours[i1:i2]:
                if counts.theirs[lemma_of(token)] < counts.ours[lemma_of(token)]:
                    verbs = [sum(t.pos == "VERB" for t in tokens) for tokens in (ours, theirs)]
                    put = token.pos in {"VERB", "AUX"} and verbs[1] >= verbs[0]
                    yield from _dropped(original, token, range(i1, i2), replaced=put)
    for x, y in _replaced(original, candidate, opcodes):
        yield from judge_replacement(
            original, candidate, x, y, counts=counts, renamed=alignment.renamed
        )
    yield from _denied(original, candidate)
    yield from _qualified(ours, theirs)
    yield from check_exchanges(original, candidate, opcodes)


def _opcodes(a: Sequence[str], b: Sequence[str]) -> Opcodes:
    """The edits; word by word where only a few words of a text were put in each other's places."""
    apart = [i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y]
    if len(a) == len(b) and len(apart) <= _EXCHANGED:
        return [("replace", i, i + 1, i, i + 1) for i in apart]
    return SequenceMatcher(a=a, b=b, autojunk=False).get_opcodes()


def _blocks(
    original: Facts, candidate: Facts, opcodes: Opcodes, counts: Counts
) -> Iterator[Evidence]:
    """Blocks of several words that went or came."""
    for tag, i1, i2, j1, j2 in opcodes:
        if tag == "delete" and i2 - i1 > _LONGEST:
            block = original.text.tokens[i1:i2]
            gone = [t for t in block if counts.theirs[lemma_of(t)] < counts.ours[lemma_of(t)]]
            if weight := _is_statement(block, gone, counts.theirs):
                said = _words(original.text, i1, i2)
                yield Evidence("lost-statement", weight, said, "", f"The candidate lacks: {said}")
        elif tag == "insert" and j2 - j1 > _LONGEST:
            block = candidate.text.tokens[j1:j2]
            new = [t for t in block if counts.theirs[lemma_of(t)] > counts.ours[lemma_of(t)]]
            if weight := _is_statement(block, new, counts.ours):
                said = _words(candidate.text, j1, j2)
                weight = max(weight, INSERTED)
                yield Evidence("added-statement", weight, "", said, f"The candidate adds: {said}")


def _is_statement(
    block: Sequence[Token], changed: Sequence[Token], elsewhere: Counter[str]
) -> float:
    """How much a block says that is not said elsewhere: with a verb more than with nouns alone."""
    content = [t for t in block if t.pos in CONTENT and lemma_of(t) not in EMPTY]
    gone = [t for t in changed if t in content]
    unheard = any(not elsewhere[lemma_of(t)] for t in gone)
    if unheard and len(block) > 2 * _LONGEST - 2 and any(t.text in {".", "?", "!"} for t in block):
        # A whole sentence says something, also where most of its words are known.
        return BLOCK_WITH_VERB
    if len(gone) < 2 or len(gone) < MOST * len(content):
        return 0.0
    return BLOCK_WITH_VERB if any(t.pos == "VERB" for t in changed) else BLOCK


def _words(text: Text, start: int, end: int) -> str:
    return text.text[text.tokens[start].start : text.tokens[end - 1].end]


def _dropped(original: Facts, token: Token, gap: range, *, replaced: bool) -> Iterator[Evidence]:
    said = token.text
    if any(v.start == token.start for v in original.variables):
        yield Evidence("lost-variable", MENTION, said, "", f"A mention of {said!r} was left out.")
        return
    if token.i in original.taken or token.pos not in HOLE or not any(map(str.isalpha, said)):
        return
    hole = not replaced and _leaves_hole(original, token, gap)
    weight = HOLE[token.pos] if hole else NO_HOLE
    yield Evidence("incoherent", weight, said, "", f"The word {said!r} was left out.")


def _leaves_hole(original: Facts, token: Token, gap: range) -> bool:
    """Does something that needs the dropped word still stand: its determiner, its preposition?"""
    tokens = original.text.tokens
    before = tokens[gap[0] - 1] if gap[0] else None
    after = tokens[gap[-1] + 1] if gap[-1] + 1 < len(tokens) else None
    listed = any(
        t is not None and t.pos == "CCONJ" for t in (before, after, *tokens[gap[0] : token.i])
    )
    if token.pos == "ADJ":
        return listed or before is None or before.pos in {"AUX", "ADP"}
    modifies = token.dep in {"compound", "amod", "nmod", "advmod", "det", "intj"}
    if modifies and token.head not in gap:
        return False
    if before is not None and before.lower in _STANDS_ALONE | {"longer", "shorter"}:
        # "One car rides at 12 mph and the second at 13."
        return all(t.lower != token.lower for t in tokens[: token.i])
    if before is not None and before.pos == "NUM" and _alone_counted(original.text, token):
        # "Ann has 45 pens. She gives 17 to Ben."
        return False
    if token.pos in {"NOUN", "PROPN"}:
        needs = {"DET", "ADP", "ADJ", "NUM"}
        return before is None or before.pos in needs or before.tag == "PRP$" or listed
    return token.pos != "AUX" or token.head not in gap


def _alone_counted(text: Text, noun: Token) -> bool:
    """Is what the noun says all that was counted before?"""
    counted = {
        text.tokens[t.head].lemma
        for t in text.tokens[: noun.i - 1]
        if t.pos == "NUM" and text.tokens[t.head].pos == "NOUN"
    }
    return counted == {noun.lemma}


def _replaced(original: Facts, candidate: Facts, opcodes: Opcodes) -> Iterator[tuple[Token, Token]]:
    """Pairs of words in each other's place, without exchanges and consistent renamings."""
    pairs = [
        pair
        for tag, i1, i2, j1, j2 in opcodes
        if tag == "replace" and i2 - i1 == j2 - j1 <= _LONGEST
        for pair in zip(original.text.tokens[i1:i2], candidate.text.tokens[j1:j2], strict=True)
    ]
    lemmas = {(lemma_of(x), lemma_of(y)) for x, y in pairs}
    families = Counter((stem(x.lower), stem(y.lower)) for x, y in pairs)
    left = {stem(t.lower) for t in candidate.text.tokens}
    for x, y in pairs:
        a, b = stem(x.lower), stem(y.lower)
        named = x.pos in {"NOUN", "PROPN"} or (x.pos == "ADJ" and not opposed(x.lower, y.lower))
        everywhere = families[a, b] > 1 and a not in left and named
        if (lemma_of(y), lemma_of(x)) not in lemmas and not everywhere:
            yield x, y


def _denied(original: Facts, candidate: Facts) -> Iterator[Evidence]:
    """A "not" more or less, in a text that otherwise says the same."""
    a, b = (
        Counter(r.words.lower() for r in facts.relations if r.family == "denial")
        for facts in (original, candidate)
    )
    if a.total() != b.total():
        said, other = next(iter(a - b), ""), next(iter(b - a), "")
        message = f"Something is denied in one text and not in the other: {said or other!r}."
        yield Evidence("flipped-relation", DENIED, said, other, message)


def _qualified(ours: tuple[Token, ...], theirs: tuple[Token, ...]) -> Iterator[Evidence]:
    """An "only" or "additional" more or less, in a text that otherwise says the same."""
    a, b = (Counter(_QUALIFIERS.get(t.lower, t.lower) for t in tokens) for tokens in (ours, theirs))
    for word in sorted(({*(a - b), *(b - a)}) & {*_QUALIFIERS.values()}):
        less, more = (a, b) if a[word] > b[word] else (b, a)
        if any(more[w] > less[w] for w in _INSTEAD.get(word, ())):
            continue
        message = f"The word {word!r} stands more often in one text than in the other."
        said = (word, "") if a[word] > b[word] else ("", word)
        yield Evidence("flipped-relation", QUALIFIED, *said, message)
