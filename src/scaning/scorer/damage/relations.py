"""Damage to how things are related: more and less, before and after, each and in total."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from random import Random
from typing import NamedTuple

from scaning.parse import Text

from .spans import Edit, asked, edited, mathematical, numbers, sentences, within
from .words import MEN, NUMBER_WORDS, WOMEN

Change = Callable[[Text, Random], str | None]
_N = rf"(?:\$?\d[\d,.]*|{'|'.join(NUMBER_WORDS)})"
_NAME = rf"(?:{'|'.join((*WOMEN, *MEN))})"


class Flip(NamedTuple):
    """A pattern, and what takes its place: a template, or the counterpart of the word found."""

    pattern: re.Pattern[str]
    new: str | Mapping[str, str]

    def applied(self, match: re.Match[str]) -> str:
        """What the match turns into."""
        if isinstance(self.new, str):
            return match.expand(self.new)
        other = self.new[match[0].lower()]
        return other.capitalize() if match[0][0].isupper() else other


def _pairs(words: str) -> dict[str, str]:
    """Both directions of each "word/counterpart"; an underscore stands for a space."""
    halves = [pair.replace("_", " ").partition("/") for pair in words.split()]
    return {word: other for word, _, other in halves} | {other: word for word, _, other in halves}


def _words(words: str, before: str = "", after: str = "") -> Flip:
    """Any of the words, in a frame, is turned into its counterpart."""
    table = _pairs(words)
    any_word = "|".join(sorted(table, key=len, reverse=True))
    return Flip(re.compile(rf"{before}\b(?:{any_word})\b{after}", re.IGNORECASE), table)


def _flip(*flips: Flip, asking: bool = False) -> Change:
    """Turns one place where one of the flips fits, in what is told or (`asking`) anywhere."""

    def change(problem: Text, rng: Random) -> str | None:
        text, question = problem.text, asked(problem.text)
        options = [
            Edit(*match.span(), new)
            for one in flips
            for match in one.pattern.finditer(text)
            if (asking or not (question and question.holds(match.start())))
            and (new := one.applied(match)) != match[0]
        ]
        return edited(text, [rng.choice(options)]) if options else None

    return change


_THAN = r"(?=(?: [\w']+){0,4} than\b)"
_COMPARED = (
    "older/younger taller/shorter faster/slower heavier/lighter larger/smaller bigger/smaller "
)
_COMPARED += "greater/smaller higher/lower earlier/later"
flip_comparison = _flip(
    Flip(re.compile(rf"(?<!no )\bmore\b{_THAN}(?! than (?:once|one))"), "less"),
    Flip(re.compile(rf"(?<!no )\b(?:less|fewer)\b{_THAN}"), "more"),
    _words(_COMPARED, after=_THAN),
    asking=True,
)
flip_bound = _flip(
    _words("at_least/at_most no_more_than/no_less_than a_maximum_of/a_minimum_of"),
    _words(
        "maximum/minimum largest/smallest greatest/least highest/lowest",
        before="(?<!at )",
        after="(?! common)",
    ),
    asking=True,
)
flip_change = _flip(
    _words(
        "increased/decreased increases/decreases increase/decrease", after="(?= (?:by|of|from)\\b)"
    ),
    _words("rose/fell rises/falls", after="(?= (?:by|to|from)\\b)"),
    _words("profit/loss gain/loss", before=r"(?<=\ba )", after=rf"(?= of (?:{_N}|Rs))"),
    _words("above/below", before="(?<=% )"),
    Flip(re.compile(rf"\bdiscount(?= of {_N} ?%)"), "surcharge"),
    _words("upstream/downstream"),
)
_NUMBERED = rf"(?= (?:\w+ )?(?:{_N}|a|an|some|half)\b)"
_COUNTED = rf"{_N} (?:more |(?:pieces |pairs )?of |her |his )*[a-z]+s"
_GIVEN, _TAKER = r"((?:[\w'$,.]+ ){1,5}?)", r"(?= (?:[A-Z]|(?:his|her|their|a)\b))"
flip_exchange = _flip(
    _words("bought/sold buys/sells buying/selling buy/sell", after=_NUMBERED),
    _words("won/lost finds/loses", after=_NUMBERED),
    Flip(re.compile(rf"\bfound(?= (?:another )?{_N}\b)"), "lost"),
    _words("earned/spent earns/spends", after=_NUMBERED),
    _words("fills/empties fill/empty", after=r"(?= (?:the|a|an|half|up the|it)\b)"),
    Flip(re.compile(rf"\bgave ({_NAME}|her|him|them) ({_COUNTED})\b"), r"took \2 from \1"),
    Flip(re.compile(rf"\bgave {_GIVEN}to{_TAKER}"), r"took \1from"),
    Flip(re.compile(rf"\bgives {_GIVEN}to{_TAKER}"), r"takes \1from"),
    Flip(re.compile(rf"\b(?:received|got) (?=(?:another )?{_N}\b)"), "gave away "),
)
# Where a sentence says what is left, before and after an event are two different amounts.
_STATE = r"(?=[^.?]*\b(?:left|remain|remained|remaining|still)\b)"
flip_time = _flip(
    Flip(re.compile(rf"\b({_N} (?:years?|months?|days?|hours?|minutes?)) ago\b"), r"\1 from now"),
    Flip(re.compile(rf"\b[Ii]n ({_N} years)(?=,? \w+ will)"), r"\1 ago"),
    Flip(re.compile(rf"\b({_N} years) (?:from now|hence)\b"), r"\1 ago"),
    Flip(
        re.compile(rf"(?<!for )\b({_N} (?:minutes|hours|days|weeks)) after\b(?![.,])"), r"\1 before"
    ),
    Flip(
        re.compile(rf"(?<!for )\b({_N} (?:minutes|hours|days|weeks)) before\b(?![.,])"), r"\1 after"
    ),
    _words(
        "before/after",
        after=rf"(?= (?:giving|buying|selling|eating|spending|losing|paying|using)\b){_STATE}",
    ),
)
flip_arithmetic = _flip(
    _words("sum/difference", after=r"(?=\s(?:of|between|is))"),
    Flip(re.compile(r"\bproduct(?= (?:of|is)\b)"), "sum"),
    Flip(
        re.compile(r"\baverage(?= of (?:the|their|these|its|\d|three|four|five|six|ten)\b)"),
        "total",
    ),
    Flip(re.compile(rf"\b({_N}) times as (?:many|much) ([\w' ]+?) as\b"), r"\1 more \2 than"),
    Flip(re.compile(rf"\b({_N}) times as (?:many|much) as\b"), r"\1 more than"),
    Flip(
        re.compile(rf"\b({_N}) times as (old|tall|long|heavy|fast) as\b"), r"\1 times less \2 than"
    ),
    _words("added_to/subtracted_from multiplied_by/divided_by"),
    _words("even/odd", after="(?= (?:integer|number|digit)s?)"),
    _words("radius/diameter", before="(?<!twice the )", after="(?= (?:of|is|was)\\b)"),
    _words("multiple/divisor multiples/divisors", after="(?= of\\b)"),
    _words("positive/negative", after="(?= (?:integer|number|root)s?)"),
)
flip_share = _flip(
    Flip(
        re.compile(rf"({_N}(?: (?!each)[a-z]+)?) each(?=[.,;?]| (?:and|from|on|for|to|at)\b)"),
        r"\1 in total",
    ),
    Flip(
        re.compile(r"(?<=\d) (?:per|an|a) (?:hour|day|week|month|minute|kg|pound|item|person)\b"),
        " in total",
    ),
    Flip(
        re.compile(
            rf"(\b(?:[Tt]hey|together|[Bb]oth)\b[^.?]*? {_N} [a-z]+) (?:in total|altogether)\b"
        ),
        r"\1 each",
    ),
)


_NOT = re.compile(
    r"\b(?P<aux>is|are|was|were|can|could|do|does|did|will|has|have|had)(?: not|n't|n’t|not)\b"
)


def negate(problem: Text, rng: Random) -> str | None:
    """A statement is denied, or a denial is now a statement."""
    text, question = problem.text, asked(problem.text)
    told = [
        Edit(*match.span(), match["aux"])
        for match in _NOT.finditer(text)
        if not (question and question.holds(match.start()))
    ]
    if not told and not mathematical(text):
        at = [n.start for n in numbers(problem)]
        spans = sentences(text)
        told = [
            Edit(match.end(), match.end(), " not")
            for match in re.finditer(r"\b(?:is|are|was|were|can|will)\b", text)
            if not (question and spans[within(spans, match.start())].holds(question.start))
            and any(0 < start - match.end() < 12 for start in at)
        ]
    return edited(text, [rng.choice(told)]) if told else None
