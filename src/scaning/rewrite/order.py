"""The question before what is told."""

from __future__ import annotations

import re

from scaning.lexicon import gender, is_name
from scaning.rewrite.parts import PERSONAL

_LAST = re.compile(r"(?<=[.!])\s+(?=[A-Z][^.!?]*(?:\d[.,]\d[^.!?]*)*[.?]?\s*$)")
_ASKS = re.compile(
    r"(?:What|How|Which|Who|When|Where|Find|Calculate|Determine|Compute|In how|In what|At what)\b"
)
_QUESTION = re.compile(r"(?:What|How|Which|Who|When|Where|In|At)\b")
# What leans on the sentences before it, and cannot come first.
_LEANS = PERSONAL | frozenset(
    "this these those such latter former same then now other another rest also instead too else "
    "still thus hence therefore so following above first".split()
)
_BARE = re.compile(
    r"[Hh]ow (?:many|much) (?:is|are|was|were|will|did|does|do|can|has|have|would)\b"
)
_WORD = re.compile(r"[A-Za-z]+(?:['’]s)?")
_GENDER = {"he": "male", "she": "female"}
_LISTED = re.compile(r"\n|\b(?:I|II|III|i|ii|iii|1|2)[.)] ")


def question_first(text: str) -> str | None:
    """The last sentence, which asks, before all others; None where it leans on them.

    >>> question_first("Ann has 45 pens. She gives 17 to Ben. How many pens does she have left?")
    >>> question_first("Ann has 45 pens. She sells 17 of them. How many pens does she have left?")
    'How many pens does Ann have left? Ann has 45 pens. She sells 17 of them.'
    """
    cut = _LAST.search(text)
    if cut is None or _LISTED.search(text):
        return None
    told, asks = text[: cut.start()], text[cut.end() :].rstrip()
    if "?" in told or not _ASKS.match(asks) or _BARE.match(asks) or len(asks.split()) < 4:
        return None
    named = _named(asks, told)
    if named is None or _LEANS & {word.lower() for word in _WORD.findall(named)}:
        return None
    if named[-1] not in ".?":
        named += "?" if _QUESTION.match(named) else "."
    return f"{named} {told}"


def _named(asks: str, told: str) -> str | None:
    """The question with the name for its pronoun, where one person alone is spoken of."""
    pronoun = re.search(r"\b(he|she)\b", asks)
    if pronoun is None:
        return asks
    names = {word.removesuffix("'s").removesuffix("’s") for word in _WORD.findall(told)}
    names = {name for name in names if name[:1].isupper() and is_name(name)}
    if len(names) != 1:
        return None
    (name,) = names
    if gender(name) not in (None, _GENDER[pronoun[1]]):
        return None
    return f"{asks[: pronoun.start()]}{name}{asks[pronoun.end() :]}"
