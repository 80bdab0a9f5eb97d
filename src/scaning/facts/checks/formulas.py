"""The signs of a formula are kept: <, =, ^, | and their like."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from scaning.facts.align import Alignment
from scaning.facts.evidence import Evidence
from scaning.facts.reading import Facts

CHANGED = 0.75
_SIGN = re.compile(r"[<>≤≥≠=^√+*×÷|∠°π]")
_SAME = {"×": "*", "⋅": "*", "÷": "/"}
# Words that say a sign: a paraphrase may spell a formula out.
_SAID = {
    "+": "plus sum add", "=": "equal equals is", "*": "times by multiplied product",
    "°": "degree degrees",
    ">": "greater more exceeds", "<": "less smaller", "≥": "least", "≤": "most", "√": "root",
    "^": "power squared cubed square cube", "π": "pi", "÷": "divided",
}  # fmt: skip


def check_formulas(original: Facts, candidate: Facts, alignment: Alignment) -> Iterator[Evidence]:
    """Compare the mathematical signs as a multiset; one that is spelled out is kept."""
    ours, theirs = _signs(original.text.text), _signs(candidate.text.text)
    lost, added = ours - theirs, theirs - ours
    for sign in lost:
        if not _is_said(sign, candidate):
            yield Evidence(
                "changed-formula",
                CHANGED,
                sign,
                "",
                f"The sign {sign!r} of the original is missing.",
            )
    for sign in added:
        if not _is_said(sign, original):
            yield Evidence(
                "changed-formula", CHANGED, "", sign, f"The sign {sign!r} is not in the original."
            )


def _signs(text: str) -> Counter[str]:
    return Counter(_SAME.get(sign, sign) for sign in _SIGN.findall(text))


def _is_said(sign: str, facts: Facts) -> bool:
    words = set(_SAID.get(sign, "").split())
    return any(t.lower in words for t in facts.text.tokens)
