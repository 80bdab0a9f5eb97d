"""Every unknown and named point is still there under its own name."""

from __future__ import annotations

from collections.abc import Iterator

from scaning.facts.align import Alignment
from scaning.facts.evidence import Evidence
from scaning.facts.reading import Facts

LOST, ADDED = 0.9, 0.7
# A label that is named once, such as the "S" of "the monthly salary S", is often left out.
NAMED_ONCE = 0.6


def check_variables(original: Facts, candidate: Facts, alignment: Alignment) -> Iterator[Evidence]:
    """Compare the sets of names; how often each is mentioned may differ."""
    ours = [v.name for v in original.variables]
    theirs = {v.name for v in candidate.variables}
    words = {t.text for t in candidate.text.tokens}
    known = {t.text for t in original.text.tokens}
    for name in dict.fromkeys(ours):
        if name not in theirs and not (len(name) > 1 and name in words):
            article = name == "A" and "a" in {t.lower for t in candidate.text.tokens}
            yield Evidence(
                "lost-variable",
                NAMED_ONCE if ours.count(name) == 1 and len(set(ours)) == 1 else LOST,
                name,
                "a" if article else "",
                f"The unknown {name!r} is no longer in the candidate"
                + (": it was read as the article 'a'." if article else "."),
            )
    for name in sorted(theirs - set(ours)):
        other_case = name.swapcase() in ours and name.swapcase() in theirs
        if name not in known and not other_case:
            yield Evidence(
                "added-variable", ADDED, "", name, f"The unknown {name!r} is not in the original."
            )
