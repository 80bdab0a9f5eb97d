"""From what generators propose to what is handed out: cleaned, without repetitions, decided."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from scaning.parse import Text
from scaning.records import (
    Candidate,
    Pair,
    Paraphrased,
    Problem,
    Reason,
    Rejected,
    Scores,
    Variant,
    Verdict,
)
from scaning.select import Miss, Rules, Scored
from scaning.select.choose import Diversity, misses, pick
from scaning.terminal import counted

_BLANKS = re.compile(r"\s+")
_BEFORE_STOP = re.compile(r"(?<=\w) (?=[,;?!](?:\s|$)|\.(?:\s|$))")
_AFTER_QUESTION = re.compile(r"(?<=[?] )[a-z](?=[a-z])")
_KEY = re.compile(r"[\W_]+")
# What a model may leave of the means by which it was asked.
_LEFT_OVER = re.compile(r"[⟦⟧]|<(?:unk|pad|/?s)>|\[MASK\]")


@dataclass(frozen=True, slots=True)
class Offer:
    """A cleaned candidate on its way through the checks."""

    text: str
    prompt: str
    source: str
    verdict: Verdict | None = None
    scores: Scores | None = None
    against: tuple[Reason, ...] = ()

    def judged(self, verdict: Verdict, against: tuple[Reason, ...], scores: Scores | None) -> Offer:
        """The same offer, with what is said of it."""
        return replace(self, verdict=verdict, against=against, scores=scores)


def distinct(original: str, candidates: Iterable[Candidate]) -> list[Offer]:
    """The candidates cleaned, each wording once, and none that is the original."""
    seen = {_key(original)}
    offers = []
    for candidate in candidates:
        text = cleaned(candidate.text, original)
        key = _key(text)
        if key and key not in seen:
            seen.add(key)
            offers.append(Offer(text, candidate.prompt, candidate.source))
    return offers


def names_of(text: Text) -> tuple[str, ...]:
    """The names in a problem, which a variant is to keep.

    >>> from scaning.parse import shared_parser
    >>> names_of(shared_parser()("Ann has 3 pens more than Ben. How many pens has Ben?"))
    ('Ann', 'Ben')
    """
    from scaning.seq2seq.slots import slots_of

    others = {kept.value for kept in slots_of(text, names=False)}
    return tuple(kept.value for kept in slots_of(text) if kept.value not in others)


def _says(text: str, name: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text) is not None


def cleaned(text: str, original: str) -> str:
    """A candidate as it is printed: single blanks, and the full stop that the original has.

    >>> cleaned("How many pens has  Ann", "Ann has 3 pens. How many has she?")
    'How many pens has Ann?'
    """
    text = _BEFORE_STOP.sub("", _BLANKS.sub(" ", text)).strip()
    text = _AFTER_QUESTION.sub(lambda match: match[0].upper(), text)
    ending = original.rstrip()[-1:]
    if text[-1:].isalnum() and ending in ("?", "."):
        text += ending
    return text


# A condition that ends before what follows from it, and a bracket that was moved apart.
_CONDITION = re.compile(
    r"(?:^|(?<=[.?!] ))(?:If|Given that|When|While|Because|Since) [^,.?!]+\.(?= )"
)
_BRACKET = re.compile(r"\S* [)]|[(] \S*")


def torn_in(text: str, original: str) -> str:
    """Where a sentence of a candidate is torn as none of the original's is; "" if nowhere.

    >>> torn_in("If Ann has 3 pens. How many has she?", "Ann has 3 pens. How many has she?")
    'If Ann has 3 pens.'
    """
    for pattern in (_CONDITION, _BRACKET):
        if (found := pattern.search(text)) and not pattern.search(original):
            return found[0]
    return ""


def _key(text: str) -> str:
    return _KEY.sub(" ", text.casefold()).strip()


def decided(
    problem: Problem,
    offers: Sequence[Offer],
    rules: Rules,
    diversity: Diversity,
    *,
    names: Sequence[str] = (),
    also: Callable[[str], str] = lambda text: "",
) -> Paraphrased:
    """The best offers of a problem that are safe, and why the others are not handed out.

    An offer that lacks one of the `names` is not safe, nor one against which `also` says something.
    """
    rows: dict[int, Scored] = {}
    against: dict[int, tuple[Reason, ...]] = {}
    for at, offer in enumerate(offers):
        assert offer.verdict is not None
        if _LEFT_OVER.search(offer.text):
            against[at] = (Reason("incoherent", "", "", "A mark of the model is left in it."),)
        elif torn := torn_in(offer.text, problem.question):
            against[at] = (Reason("incoherent", "", torn, f"The sentence is torn: {torn}"),)
        elif offer.scores is None:
            against[at] = offer.verdict.reasons or offer.against
        elif lost_names := [name for name in names if not _says(offer.text, name)]:
            against[at] = tuple(
                Reason("name", name, "", f"The name {name!r} is not in it.") for name in lost_names
            )
        elif why := also(offer.text):
            against[at] = (Reason("context", "", "", why),)
        else:
            pair = Pair(problem.id, problem.question, offer.text, offer.prompt)
            row = Scored(pair, offer.scores, offer.verdict.ok)
            if missed := misses(row, rules):
                against[at] = tuple(map(_reason, missed))
            else:
                rows[at] = row
    kept, lost = pick(rows, rules=rules, diversity=diversity)
    against |= {at: tuple(map(_reason, missed)) for at, missed in lost.items()}
    places = {id(row): at for at, row in rows.items()}
    variants = tuple(_variant(offers[places[id(one.row)]], one.rank) for one in kept)
    rejected = tuple(
        Rejected(o.text, o.prompt, o.source, against[at], o.scores, o.verdict)
        for at, o in enumerate(offers)
        if at in against
    )
    few = len(variants) < rules.keep
    note = missing(rules.keep, len(variants), rejected) if few else ""
    return Paraphrased(problem.id, problem.question, variants, rejected, note)


def missing(n: int, found: int, rejected: Sequence[Rejected]) -> str:
    """How many variants are missing, and why.

    >>> missing(3, 1, [Rejected("…", "", "", (Reason("missing-number", "5", "", "…"),))])
    '1 of 3 variants: 1 more candidate was turned down (missing-number 1).'
    """
    if not rejected:
        return f"{found} of {counted(n, 'variant')}: nobody proposed another wording."
    kinds = Counter(kind for one in rejected for kind in {reason.kind for reason in one.reasons})
    reasons = ", ".join(f"{kind} {times}" for kind, times in kinds.most_common())
    candidates = counted(len(rejected), "more candidate")
    were = "was" if len(rejected) == 1 else "were"
    return f"{found} of {counted(n, 'variant')}: {candidates} {were} turned down ({reasons})."


def _variant(offer: Offer, rank: int) -> Variant:
    assert offer.scores is not None
    assert offer.verdict is not None
    return Variant(offer.text, rank, offer.prompt, offer.scores, offer.verdict, offer.source)


def _reason(miss: Miss) -> Reason:
    return Reason(miss.kind, "", "", str(miss))
