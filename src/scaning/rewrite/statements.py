"""What a thing measures, costs or holds, said the other way round."""

from __future__ import annotations

import re
from collections.abc import Iterator

from scaning.noise.voice.nounphrases import Span, number_of
from scaning.parse import Text
from scaning.rewrite.changes import Change, Edit
from scaning.rewrite.parts import balanced, has_word, lowered, raised, said

_MEASURES = frozenset(
    "length width breadth height depth area perimeter volume weight radius diameter circumference "
    "population capacity speed average price cost base".split()
)
_HAS = {
    ("singular", "is"): "has",
    ("plural", "is"): "have",
    ("singular", "was"): "had",
    ("plural", "was"): "had",
}
_TIED = frozenset("if when which that who where because , ; respectively each both".split())


def statements(text: Text) -> Iterator[Change]:
    """Statements of measures, ratios and prices in another form."""
    for start, stop in text.sents:
        if text.tokens[stop - 1].text != "." or not balanced(said(text, start, stop)):
            continue
        if has_word(text, start, stop, _TIED):
            continue
        yield from _measure_of(text, start, stop)
        yield from _ratio(text, start, stop)
        yield from _costs(text, start, stop)


def _edit(text: Text, start: int, stop: int, words: str) -> tuple[Edit, ...]:
    return (Edit(text.tokens[start].start, text.tokens[stop - 1].end, raised(words) + "."),)


def _measure_of(text: Text, start: int, stop: int) -> Iterator[Change]:
    """As in “The length of a train is 120 m.” → “A train has a length of 120 m.”, and back."""
    tokens = text.tokens
    be = next((t for t in tokens[start:stop] if t.lower in ("is", "was")), None)
    if be is None or tokens[start].lower != "the" or be.dep != "ROOT":
        return
    of = next((t.i for t in tokens[start : be.i] if t.lower == "of"), None)
    if of is None or of - start > 4 or tokens[of - 1].lemma not in _MEASURES:
        return
    subject = Span(of + 1, be.i)
    number = number_of(text, subject)
    value = said(text, be.i + 1, stop - 1)
    if number not in ("singular", "plural") or not re.match(r"(?:Rs\.? ?|[$£€] ?)?\d", value):
        return
    if has_word(text, of + 1, be.i, frozenset({"and", "of"})) or re.search(
        r"\b(?:more|less|times|than|and)\b", value
    ):
        return
    noun = said(text, start + 1, of)
    article = "an" if noun[0].lower() in "aeiou" else "a"
    who = said(text, of + 1, be.i)
    words = f"{who} {_HAS[number, be.lower]} {article} {noun} of {value}"
    yield Change("fix", "measure-of>has", _edit(text, start, stop, words))


_RATIO = re.compile(
    r"The ratio (?:of|between) ([\w ]{1,30}?) (?:to|and) ([\w ]{1,30}?) "
    r"(is|was) (\d+ ?: ?\d+)((?: (?:in|at) .*)?)"
)


def _ratio(text: Text, start: int, stop: int) -> Iterator[Change]:
    """As in “The ratio of milk to water is 3:2.” → “Milk and water are in the ratio 3:2.”."""
    if match := _RATIO.fullmatch(said(text, start, stop - 1)):
        first, second, be, ratio, rest = match.groups()
        if re.search(r"\b(?:of|and|the number|to)\b", f"{first} {second}"):
            return
        words = f"{first} and {second} {'are' if be == 'is' else 'were'} in the ratio {ratio}{rest}"
        yield Change("fix", "ratio>in-the-ratio", _edit(text, start, stop, words))


def _costs(text: Text, start: int, stop: int) -> Iterator[Change]:
    """As in “A pen costs $3.” → “The price of a pen is $3.”, and back."""
    tokens = text.tokens
    sentence = said(text, start, stop - 1)
    money = r"(?:Rs\.? ?|[$£€] ?)\d[\d,.]*|\d[\d,.]* (?:dollars|cents|rupees|pounds|euros)"
    if match := re.fullmatch(rf"(.{{1,50}}?) (costs?|cost) ({money})", sentence):
        who = lowered(match[1], tokens[start])
        if not re.search(r"\b(?:and|it|they|each|which)\b", who, re.I) and tokens[start].pos in (
            "DET",
            "NUM",
        ):
            yield Change(
                "fix",
                "costs>price-of",
                _edit(text, start, stop, f"the cost of {who} is {match[3]}"),
            )
    if match := re.fullmatch(
        rf"The (?:cost|price) of ((?:a|an|one|each|\d+) .{{1,40}}?) is ({money})", sentence
    ):
        number = "cost" if re.match(r"\d", match[1]) else "costs"
        if " and " not in match[1]:
            yield Change(
                "fix", "price-of>costs", _edit(text, start, stop, f"{match[1]} {number} {match[2]}")
            )
