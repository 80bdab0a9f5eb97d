"""Questions that are said otherwise word by word: “How far …?” for “What distance …?”."""

from __future__ import annotations

import re
from collections.abc import Callable

_MEASURES = {
    "long": "length", "tall": "height", "wide": "width", "deep": "depth", "high": "height",
    "heavy": "weight", "cost": "cost", "weigh": "weight",
}  # fmt: skip
_THE = r"((?:the|his|her|its|their|each) (?!.*\b(?:in|after|when|if|that)\b)[\w'’ ]{3,50})"
_ONE = r"((?:a|an|one|each|the) (?!.*\b(?:in|of|after|when|if|that|per|and|for)\b)[\w'’ ]{3,40}?)"
_PLACE = r"([A-Z]\w*|(?:the|his|her) \w+)"


def _by_measure(match: re.Match[str]) -> str:
    """As in “How long is the train?” → “What is the length of the train?”."""
    words = match[0].split()
    measured = _MEASURES[words[1]] if words[1] in _MEASURES else _MEASURES[words[-1]]
    be = "was" if match[1] in ("was", "did") else "is"
    return f"what {be} the {measured} of {match[2]}"


def _by_cost(match: re.Match[str]) -> str:
    """As in “What is the cost of a pen?” → “How much does a pen cost?”."""
    plural = re.search(r"[^s]s$", match[2]) is not None
    do = "did" if match[1] == "was" else "do" if plural else "does"
    return f"how much {do} {match[2]} cost"


def _far(match: re.Match[str]) -> str:
    """As in “What is the distance between A and B?” → “How far is A from B?”."""
    return f"how far {match[1]} {match[2] or match[3]} from {match[4]}"


# Questions that are said otherwise word by word; a name begins with a capital.
_NAME = r"([A-Z][a-z]+)( now| today)?"
SWAPS: tuple[tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]], ...] = tuple(
    (re.compile(old, re.DOTALL), new)
    for old, new in (
        (r"[Hh]ow long ((?:does|did|will|would) .{1,60}?\btake\b.*)", r"how much time \1"),
        (r"[Hh]ow much time ((?:does|did|will|would) .+?\btake\b.*)", r"how long \1"),
        (r"[Hh]ow far ((?:does|did|will|would|can|has|have) .+)", r"what distance \1"),
        (r"[Ww]hat distance ((?:does|did|will|would|can|has|have) .+)", r"how far \1"),
        (rf"[Hh]ow old (is|was) {_NAME}", r"what \1 \2's age\3"),
        (rf"[Ww]hat (is|was) the age of {_NAME}", r"how old \1 \2\3"),
        (r"[Ww]hat (is|was) ([A-Z][a-z]+)['’]s age( now| today)?", r"how old \1 \2\3"),
        (
            r"[Ww]hat is the total number of (\w+)((?: (?:in|on|at) .+)?)",
            r"how many \1 are there in total\2",
        ),
        (r"[Ww]hat is the number of (\w+) ((?:in|on|at) .+)", r"how many \1 are there \2"),
        (r"[Hh]ow many (\w+(?: \w+)?) are left( over)?", r"how many \1 remain"),
        (r"[Ww]hat (will|would|should) be (the [\w'’ ]{3,70})", r"what \1 \2 be"),
        (rf"[Hh]ow (?:long|tall|wide|deep|high|heavy) (is|was) {_THE}", _by_measure),
        (rf"[Hh]ow much (does|did|do) {_ONE} (cost|weigh)", _by_measure),
        (rf"[Ww]hat (is|was) the (?:cost|price) of {_ONE}", _by_cost),
        (rf"[Hh]ow far (is|was) {_PLACE} from {_PLACE}", r"what \1 the distance from \2 to \3"),
        (
            rf"[Ww]hat (is|was) the distance (?:between {_PLACE} and|from {_PLACE} to) {_PLACE}",
            _far,
        ),
    )
)
