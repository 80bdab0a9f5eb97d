"""What is long, heavy, dear or old, said by its measure; and sentences that end where one asks."""

from __future__ import annotations

import re
from collections.abc import Iterator

from scaning.parse import Text
from scaning.rewrite.changes import Change, Edit
from scaning.rewrite.parts import balanced, raised

_UNIT = r"(?:m|km|cm|ft|feet|met(?:er|re)s?|kilomet(?:er|re)s?|yards?|miles?|inches)"
_LENGTH = rf"\d[\d,.]* ?{_UNIT}"
_LONG = "train platform bridge rope tunnel pole wire rod stick ladder ribbon wall road board plank"
_THING = rf"(?:{'|'.join(_LONG.split())})"
_THE = r"(?:[Tt]he|[Aa]n?|[Ee]ach|[Oo]ne)"
_TIME = (
    r"(?:\d[\d,.]*|an|a|one|two|three|four|five|six|ten) (?:hours?|minutes?|days?|seconds?|weeks?)"
)
_WHO = r"(?:[A-Z][a-z]+|[Tt]he \w+|\d+ \w+)"
_IN = (
    "class box bag jar basket school team room library garden farm zoo club group town village "
    "shelf drawer pack packet package carton classroom theater hall office company factory crate "
    "bus building park orchard drawer album band choir"
)
_HOLDER = rf"(?:[Aa]n?|[Tt]he|[Ee]ach|[Ee]very) (?:\w+ )?(?:{'|'.join(_IN.split())})"
_THINGS = r"\d[\d,.]* (?:[a-z]+ ){0,2}[a-z]+s"

# Words in a text that have others of the same meaning: the rule's name, the old and the new.
_INSIDE: tuple[tuple[str, str, str], ...] = (
    ("long>of-length", rf"\b({_THING}),? ({_LENGTH}) (?:long|in length)\b", r"\1 of length \2"),
    ("of-length>long", rf"\b({_THING}) of length ({_LENGTH})(?=[ ,.?])", r"\1 \2 long"),
    (
        "at-a-speed>at",
        r"\bat (?:a|the) (?:speed|rate) of (\d[\d.]* ?(?:km|miles|mph|m/s))",
        r"at \1",
    ),
)
# Sentences of their own.
_SENTENCES: tuple[tuple[str, str, str], ...] = (
    (
        "weighs>weight",
        r"(An?|The) ([\w ]{2,40}?) weighs (\d[\d.,]* \w+)\.",
        r"The weight of \1 \2 is \3.",
    ),
    (
        "is-long>length",
        rf"(An?|The) ([\w ]{{2,40}}?) (is|was) ({_LENGTH}) long\.",
        r"The length of \1 \2 \3 \4.",
    ),
    (
        "it-takes>takes",
        rf"It (takes|took) ({_WHO}) ({_TIME}) to ([^,]+)\.",
        r"\2 \1 \3 to \4.",
    ),
    ("years-old>age", r"([A-Z][a-z]+) is (\d+ years) old( now)?\.", r"\1's age is \2\3."),
    ("there-are>has", rf"There are ({_THINGS}) in ({_HOLDER})\.", r"\2 has \1."),
    ("has>there-are", rf"({_HOLDER}) has ({_THINGS})\.", r"There are \2 in \1."),
)
_OPEN = re.compile(
    r"(?P<lead>(?:If|When|Then|then)\b[^?]*, |)(?:then,? )?(?P<what>[Tt]he [^,;:?.]{3,90}?) "
    r"(?P<be>is|are|was|were|will be|would be) ?(?:[:?.…]|\.\.+|_+)*"
)
# The words before "is" hold a clause of their own.
_CLAUSE = re.compile(r"\b(?:that|which|who|when|if|where|is|are|was|were|has|have|had)\b")


def measures(text: Text) -> Iterator[Change]:
    """The measures of a text in other words, and its open end as a question."""
    yield from _inside(text)
    for start, stop in text.sents:
        first, last = text.tokens[start].start, text.tokens[stop - 1].end
        said = text.text[first:last]
        for rule, old, new in _SENTENCES:
            if match := re.fullmatch(old, said):
                words = _settled(match.expand(new))
                yield Change("fix", rule, (Edit(first, last, words),))
        if stop == len(text):
            yield from _opened(said, first, last)


def _inside(text: Text) -> Iterator[Change]:
    for rule, old, new in _INSIDE:
        for match in re.finditer(old, text.text):
            yield Change("fix", rule, (Edit(*match.span(), match.expand(new)),))


def _settled(words: str) -> str:
    """An article in the midst of a sentence is small, one at its beginning is not."""
    inner = re.sub(r"(?<=[a-z] )(A|An|The|Each|Every)(?= )", lambda m: m[0].lower(), words)
    return raised(inner)


def _opened(said: str, first: int, last: int) -> Iterator[Change]:
    """As in “The age of Ann is:” → “What is the age of Ann?”."""
    match = _OPEN.fullmatch(said)
    if match is None or _CLAUSE.search(match["what"]) or not balanced(said):
        return
    what = match["what"][0].lower() + match["what"][1:]
    be, *rest = match["be"].split()
    asked = f"what {be} {what} {' '.join(rest)}".rstrip()
    for rule, words, stop in (("open>what-is", asked, "?"), ("open>find", f"find {what}", ".")):
        if rule == "open>what-is" or not rest:
            lead = match["lead"]
            new = (lead + words if lead else raised(words)) + stop
            yield Change("fix", rule, (Edit(first, last, new),))
