"""Finite clauses, word by word: what is asked, the subject, the verb group, and where they end.

A clause in which any word has no place is not read at all: what is not understood is not changed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from scaning.noise.voice.nounphrases import WITH_SUBJECT, Span, number_of, subtree
from scaning.noise.voice.verbs import AUXILIARIES, DO, Group, like, read_group
from scaning.parse import Text, Token

SUBJECTS = frozenset({"nsubj", "nsubjpass", "expl"})
# Leading clauses with these words are converted on their own.
SUBORDINATORS = frozenset({"if", "when", "after", "before", "while", "because", "since", "once"})
WH_TAGS = frozenset({"WRB", "WDT", "WP", "WP$"})
# After these the parser ends sentences that go on.
ABBREVIATIONS = frozenset({"rs", "mr", "mrs", "ms", "dr", "no", "st", "vs", "approx"})
# In a formula the parser finds subjects and verbs that are none.
FORMULA = frozenset("=^*+\\{}<>")


class Clause(NamedTuple):
    """A finite clause up to its main verb; `end` is where its last word ends.

    `left` is where the clause begins and `start` where the part begins that a change of voice
    moves: what is in between ("On Monday,", "and then") stays. `asked` is a question phrase in
    front of the verb, and `inverted` says that the finite verb precedes the subject.
    """

    left: int
    start: int
    end: int
    asked: Span
    subject: Span
    verb: int
    group: Group
    inverted: bool
    subordinate: bool


def clauses(text: Text, sentence: int) -> list[Clause]:
    """The clauses of a sentence that can be read.

    These are the main one, those coordinated with it that have their own subject, and the leading
    ones ("If ...,").
    """
    start, end = text.sents[sentence]
    if text.tokens[max(end - 2, 0)].lower in ABBREVIATIONS:
        return []
    root = _root(text, sentence)
    if root is None or text.tokens[root].pos in ("NOUN", "PROPN", "NUM", "PRON"):
        return []
    verb = _below_do(text, root)
    found = [_read(text, verb, Span(start, end), text.subtree(root))]
    for other in _independent(text, verb):
        span = subtree(text, other)
        if span is not None:
            found.append(_read(text, other, span, text.subtree(other)))
    return [clause for clause in found if clause is not None]


def main_verbs(text: Text, sentence: int) -> list[int]:
    """The verb of the main clause and those of the clauses coordinated with it."""
    root = _root(text, sentence)
    if root is None:
        return []
    verb = _below_do(text, root)
    return [verb, *(i for i in _independent(text, verb) if text.tokens[i].dep == "conj")]


def _root(text: Text, sentence: int) -> int | None:
    start, end = text.sents[sentence]
    return next((t.i for t in text.tokens[start:end] if t.dep == "ROOT"), None)


def predicates(text: Text, clause: Clause) -> list[Clause]:
    """The clause cut into one for each of the verbs that share its subject; [] if one is unread."""
    found = [clause]
    for i in _joint_verbs(text, clause.verb, clause.end):
        if text.tokens[i].pos in ("NUM", "NOUN"):
            # "spent $5 on pens and $3 on ink": the verb is not repeated.
            continue
        start = text.subtree(i)[0]
        words = text.tokens[start : i + 1]
        group = read_group(words, number_of(text, clause.subject))
        if len(words) == 1 or all(t.dep == "advmod" for t in words[:-1]):
            group = like(clause.group, group, text.tokens[i])
        if group is None or not _is_alike(text.tokens[clause.verb], text.tokens[i]):
            return []
        before = start
        while text.tokens[before - 1].dep in ("cc", "punct"):
            before -= 1
        if before == start:
            return []
        found[-1] = found[-1]._replace(end=before)
        found.append(clause._replace(left=start, start=start, verb=i, group=group))
    joint = text.tokens[found[-2].end : found[-1].start] if len(found) > 1 else ()
    return found if not joint or any(t.dep == "cc" for t in joint) else []


def _is_alike(verb: Token, other: Token) -> bool:
    """False for "pays $400, calculate ...", which is another sentence."""
    past = {"VBD", "VBN"}
    return other.pos == "VERB" and (verb.tag == other.tag or {verb.tag, other.tag} <= past)


def _joint_verbs(text: Text, verb: int, end: int) -> Iterator[int]:
    for i in text.children[verb]:
        if verb < i < end and text.tokens[i].dep == "conj":
            yield i
            yield from _joint_verbs(text, i, end)


def _below_do(text: Text, root: int) -> int:
    """The main verb of "How many did Ann buy", where the parser took "did" for it."""
    if text.tokens[root].lower not in DO:
        return root
    below = (text.tokens[i] for i in text.children[root])
    return next((t.i for t in below if t.dep == "ccomp" and t.tag == "VB"), root)


def _independent(text: Text, verb: int) -> Iterator[int]:
    for i in text.children[verb]:
        token = text.tokens[i]
        below = [text.tokens[c] for c in text.children[i]]
        if not any(t.dep in SUBJECTS for t in below):
            continue
        if token.dep == "conj" and i > verb:
            yield i
            yield from _independent(text, i)
        elif token.dep == "advcl" and i < verb and any(t.lower in SUBORDINATORS for t in below):
            yield i


def _end(text: Text, verb: int, end: int) -> int:
    """Where a clause ends: before a coordinated one and before closing punctuation."""
    for i in text.children[verb]:
        if i > verb and text.tokens[i].dep == "conj" and i in _independent(text, verb):
            end = min(end, text.subtree(i)[0])
    while end > verb + 1 and _closes(text.tokens[end - 1]):
        end -= 1
    return end


def _closes(token: Token) -> bool:
    if token.dep == "punct":
        return not any(map(str.isalnum, token.text))
    return token.dep == "cc" or token.pos == "SPACE"


def _read(text: Text, verb: int, span: Span, inside: list[int]) -> Clause | None:
    left, end = span.start, _end(text, verb, span.end)
    subject = _subject(text, verb)
    if subject is None:
        return None
    tokens = text.tokens
    before = _finite_before(text, subject, verb)
    inverted = bool(before)
    asked = _asked(text, left, before.start) if inverted else Span(subject.start, subject.start)
    if asked is None:
        return None
    start = asked.start if inverted else subject.start
    if not inverted and _is_asked_before(tokens[left:start]):
        return None
    if start and tokens[start - 1].text[-1:] == "." and tokens[start - 1].tag != ".":
        return None
    if not _lead_ends(tokens[left:start]) or any(set(t.text) & FORMULA for t in tokens[start:end]):
        return None
    rest = subject.end
    if tokens[rest].text == "," and any(t.text == "," for t in tokens[subject.start : rest]):
        rest += 1
    elif tokens[rest - 1].text == ",":
        subject = Span(subject.start, rest - 1)
    words = [*tokens[before.start : before.end], *tokens[rest : verb + 1]]
    group = read_group(words, number_of(text, subject))
    if group is None or not set(range(start, end)) <= set(inside):
        return None
    if tokens[end - 1].text.endswith("."):
        # The full stop of the sentence hides in "B and C.".
        return None
    subordinate = tokens[verb].dep == "advcl"
    return Clause(left, start, end, asked, subject, verb, group, inverted, subordinate)


def _is_asked_before(lead: Sequence[Token]) -> bool:
    """True for "what fraction" before "M of the work was done", a question read as a statement."""
    last = max((n for n, t in enumerate(lead) if t.text == ","), default=-1)
    words = lead[last + 1 :]
    asks = [n for n, t in enumerate(words) if t.lower in ("how", "what", "which")]
    return bool(asks) and (asks[0] == 0 or words[asks[0] - 1].pos != "ADP")


def _lead_ends(lead: Sequence[Token]) -> bool:
    """False if the subject began in it: "x" of "x men", "Bob, and" of "Bob, and Ann"."""
    if not lead:
        return True
    last = lead[-1]
    if last.pos == "NUM":
        return False
    if last.pos in ("ADP", "DET", "ADJ") and last.dep not in ("pobj", "pcomp", "mark"):
        return False
    if last.pos == "CCONJ" and len(lead) > 1:
        return any(t.pos in ("VERB", "AUX") for t in lead)
    return last.dep not in ("punct", "dep", "nmod") or not last.text.isalnum()


def _subject(text: Text, verb: int) -> Span | None:
    below = [text.tokens[i] for i in text.children[verb] if i < verb]
    found = [t for t in below if t.dep in SUBJECTS]
    if not found:
        # The parser takes some names at the start of a sentence for adverbials.
        found = [t for t in below if t.dep == "npadvmod" and t.pos == "PROPN"][-1:]
    if not found:
        return None
    span = subtree(text, found[-1].i)
    if span is None or (
        len(found) > 1 and text.tokens[text.subtree(found[0].i)[0]].tag not in WH_TAGS
    ):
        return None
    only = text.tokens[span.start] if span.end - span.start == 1 else None
    if text.tokens[span.end - 1].pos in ("CCONJ", "ADP") or (only and only.tag == "WDT"):
        return None
    end = span.end
    while text.tokens[end].lower in WITH_SUBJECT:
        end += 1
    return Span(span.start, end)


def _finite_before(text: Text, subject: Span, verb: int) -> Span:
    """The finite verb of a question, with its negation; empty in a statement."""
    i = subject.start
    if i and text.tokens[i - 1].lower in ("n't", "n’t", "not"):
        i -= 1
    auxiliary = text.tokens[i - 1] if i else None
    if auxiliary is None or auxiliary.lower not in AUXILIARIES:
        return Span(i, i)
    if auxiliary.head != verb and text.tokens[verb].head != auxiliary.i:
        return Span(i, i)
    return Span(auxiliary.i, subject.start)


def _asked(text: Text, left: int, end: int) -> Span | None:
    """The question phrase that ends before `end`; empty in a yes-or-no question."""
    tokens: tuple[Token, ...] = text.tokens
    wh = next((i for i in reversed(range(left, end)) if tokens[i].tag in WH_TAGS), None)
    if wh is None or any(t.text == "," for t in tokens[wh:end]):
        return Span(end, end)
    if any(t.pos in ("VERB", "AUX") for t in tokens[wh:end]):
        return None
    start = wh
    while start > left and tokens[start - 1].pos == "ADP":
        start -= 1
    return Span(start, end)
