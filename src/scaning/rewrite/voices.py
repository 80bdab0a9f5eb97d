"""The voice of one sentence: into the passive, or back."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from scaning.noise.voice import active_edits, passive_edits
from scaning.noise.voice.edits import Edit
from scaning.parse import Text
from scaning.rewrite.changes import Change

# Noising may say "were eaten by him", and "a third of them is" for what are many; nobody writes
# that in a problem. "By her" may go on with a noun.
_OBJECTIVE = r"her(?=\W*$|\W* (?:for|in|on|at|to|from|with|and|per|off|now|then|today)\b)"
_AGENT = rf"\bby (?:him|it|them|me|you|us|someone|{_OBJECTIVE})"
_ODD = re.compile(
    rf"{_AGENT}(?!\w)"
    r"|\b(?:half|third|quarter|rest|\d(?:rd|th)|\d/\d) of (?:them|(?:\w+ )?\w+s) (?:is|was|has)\b"
    r"|\b(?:is|was|are|were) (?:done|had) by\b|\bcontained in\b"
    r"|^up ?to\b|\bof the clock\b|\btime (?:that )?(?:is|was) \w+ by\b|\bfor ?\S? ?\S+ each and\b"
    r"|\bby (?-i:[A-Z]\w+) \d+ [a-z]"
    r"|\bhow much (?:is|are|was|were) the \b",
    re.IGNORECASE,
)


def voices(text: Text) -> Iterator[Change]:
    """Each sentence that can change its voice; only the passive is asked for by its prompt."""
    for sentence in range(len(text.sents)):
        if (edits := passive_edits(text, sentence)) and _reads_well(edits):
            yield Change("passive", "passive", tuple(edits))
        if edits := active_edits(text, sentence):
            yield Change("shuffle", "active", tuple(edits))


def _reads_well(edits: Sequence[Edit]) -> bool:
    return not any(_ODD.search(edit.words) for edit in edits)
