"""The inflected forms of the SPECIALIST lexicon, as lemminflect packs them, against our rules."""

from __future__ import annotations

import gzip
from pathlib import Path

from scaning.inflection import NO_FORM, TAGS, regular

Forms = tuple[tuple[str, ...], ...]
Table = dict[tuple[str, str], Forms]
POS = {"noun": "n", "verb": "v", "adj": "a", "adv": "r"}
# SPECIALIST has no auxiliaries in this table, and puts the rarer of two words first at times.
CORRECTIONS: Table = {
    ("be", "v"): (("was", "were"), ("been",), ("being",), ("is", "are", "am")),
    ("die", "n"): (("dice", "dies"),),
    ("get", "v"): (("got",), ("got", "gotten"), ("getting",), ("gets",)),
    ("good", "n"): (("goods",),),
    ("go", "n"): (("goes",),),
    ("person", "n"): (("people", "persons"),),
}


def read(path: Path) -> Table:
    """(Lemma, pos) to the spellings of each form in the order of `TAGS`; lower-case lemmas only."""
    table: Table = {}
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            lemma, pos, *spelt = line.rstrip("\n").split(",")
            if lemma.isalpha() and lemma.islower() and lemma.isascii():
                forms = tuple(tuple(f.split("/")) if f else () for f in spelt)
                table[lemma, POS[pos]] = _participle(forms) if pos == "verb" else forms
    return table | CORRECTIONS


def _participle(forms: Forms) -> Forms:
    """The participle is left out where it is the past, in whole or in part."""
    past, participle, *rest = forms
    return (past, past if set(participle) <= set(past) else participle, *rest)


def irregular(table: Table) -> dict[tuple[str, str], tuple[str, ...]]:
    """The rows that the rules get wrong; spellings of a form joined by "/", "-" for none."""
    found = {}
    for (lemma, pos), forms in table.items():
        if pos in "ar":
            wrong = any(forms)
        else:
            wrong = forms != tuple((regular(lemma, tag),) for tag in TAGS[pos])
        if wrong:
            found[lemma, pos] = tuple("/".join(form) or NO_FORM for form in forms)
    return found
