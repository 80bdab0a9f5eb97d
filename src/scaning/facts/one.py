"""When the word "one" is the number 1, and when it stands for a thing or means "a certain"."""

from __future__ import annotations

from scaning.facts.number_words import CARDINALS, ORDINALS, is_number
from scaning.facts.unit_table import FORMS

# A word before "one" that makes it a pronoun: "each one", "the other one", "the red one".
_NAMING = frozenset(
    "the this these each every any no which some other last another red blue green white black "
    "yellow small large big new old single smaller larger bigger taller shorter longer older "
    "younger faster slower cheaper heavier lighter greater lesser newer better wider".split()
)
# A word after "one" that no counted thing can be.
_NOT_THING = frozenset(
    "of is are was were has had have does did do can could will would shall should may might "
    "must who whose which that another by gets got goes went gives gave takes took picks picked "
    "and wins won needs wants on at in after from to so but if when where for as with then".split()
)
_STOPS = frozenset(". , ? ! ; : )".split()) | {""}
# After these "one" counts, whatever follows.
_COUNTING = frozenset(
    "only just exactly least most than plus minus times equals by into number numbers digit "
    "digits about approximately nearly almost over under within per between add subtract".split()
)
_INDEFINITE = frozenset(
    "day night morning evening afternoon summer winter weekend time saturday sunday monday "
    "tuesday wednesday thursday friday".split()
)
_OPENS = frozenset(". ? ! ; : \" ' ( ,".split()) | {""}
_CLAUSES = _OPENS | frozenset("when that if but and while so then where of".split())
_NO_COMPOUND = frozenset({"way", "sided", "on", "time", "off", "another"})


def counts_one(words: list[str], i: int) -> bool:
    """Whether the "one" at token `i` is the number 1, and not a pronoun or "a certain".

    "one apple" and "only one" count; "one of the boys", "the red one", "one day" do not.
    """
    before, after = words[i - 1], words[i + 1]
    if after == "-":
        return words[i + 2] not in _NO_COMPOUND
    if before == "-":
        return words[i - 2] in CARDINALS
    if after in _INDEFINITE and before in _CLAUSES:
        return False
    if (len(after) > 2 and after in FORMS) or (after == "can" and words[i + 2] == "of"):
        return True
    if after in {"in", "to", "through", "and"} and is_number(words[i + 2]):
        return True
    if before in _COUNTING or (before == "to" and is_number(words[i - 2])):
        return after != "another" and words[i - 2] != "one"
    if before == "is" and after != "of":
        return True
    if _is_named(words, i) or after in _NOT_THING:
        return False
    return not (before in _CLAUSES and _is_verb(after))


def _is_named(words: list[str], i: int) -> bool:
    """Whether "one" stands for a thing that the words before it pick out."""
    before, after = words[i - 1], words[i + 1]
    if before in _NAMING or before in ORDINALS or before.endswith("est"):
        return True
    return words[i - 2] in {"a", "an", "the"} and (after in _NOT_THING or after in _STOPS)


def _is_verb(word: str) -> bool:
    """Whether a word after "one" looks like a verb: a noun there has no plural ending."""
    return len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is", "'s"))
