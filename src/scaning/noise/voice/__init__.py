"""The voice of whole texts: sentences into the passive and back, with the rest left as it is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction

from scaning.facts.quantities import quantities
from scaning.facts.units import Unit
from scaning.noise.voice.clauses import SUBJECTS, Clause, clauses, main_verbs
from scaning.noise.voice.edits import Edit, applied
from scaning.noise.voice.to_active import activate
from scaning.noise.voice.to_passive import passivise
from scaning.noise.voice.verbs import BE
from scaning.parse import Text

Convert = Callable[[Text, Clause], Edit | None]


def passive(text: Text, sentence: int | None = None) -> str | None:
    """The text with its sentences (or the one given) in the passive, where that is certain."""
    return _converted(text, sentence, passivise)


def active(text: Text, sentence: int | None = None) -> str | None:
    """The text with its passives in the active, where they name who does it."""
    return _converted(text, sentence, activate)


def passive_edits(text: Text, sentence: int) -> list[Edit]:
    """What puts a sentence into the passive; nothing where that is not certain."""
    return _edits(text, sentence, passivise)


def active_edits(text: Text, sentence: int) -> list[Edit]:
    """What puts a sentence into the active; nothing where that is not certain."""
    return _edits(text, sentence, activate)


def is_passive(text: Text, sentence: int) -> bool:
    """True if a main clause of the sentence is in the passive."""
    return any(_is_passive(text, verb) for verb in main_verbs(text, sentence))


def passive_sentences(text: Text) -> list[int]:
    """The sentences that `passive` would change."""
    return [n for n in range(len(text.sents)) if _edits(text, n, passivise)]


def _is_passive(text: Text, verb: int) -> bool:
    below = [text.tokens[i] for i in text.children[verb]]
    if any(t.dep in ("auxpass", "nsubjpass") for t in below):
        return True
    if text.tokens[verb].lower not in BE or any(t.i < verb and t.dep in SUBJECTS for t in below):
        return False
    # "Were 5 pens sold by Ann?" is often read as pens that are, and were sold.
    things = [t for t in below if t.dep in ("nsubj", "attr")]
    sold = [text.tokens[i] for t in things for i in text.children[t.i]]
    return any(t.dep == "acl" and t.tag == "VBN" for t in sold)


def _converted(text: Text, sentence: int | None, convert: Convert) -> str | None:
    chosen = range(len(text.sents)) if sentence is None else [sentence]
    edits = [edit for n in chosen for edit in _edits(text, n, convert)]
    return applied(text.text, edits) if edits else None


def _edits(text: Text, sentence: int, convert: Convert) -> list[Edit]:
    """The edits of a sentence; none unless a main clause changes and every quantity stays."""
    found = [(clause, convert(text, clause)) for clause in clauses(text, sentence)]
    edits = [edit for _, edit in found if edit is not None]
    if all(clause.subordinate for clause, edit in found if edit is not None):
        return []
    start, end = text.sents[sentence]
    begin = text.tokens[start].start
    before = text.text[begin : text.tokens[end - 1].end]
    after = applied(before, [edit.moved(-begin) for edit in edits])
    return sorted(edits) if _amounts(before) == _amounts(after) else []


def _amounts(text: str) -> Counter[tuple[Fraction, Unit | None]]:
    return Counter((quantity.value, quantity.unit) for quantity in quantities(text))
