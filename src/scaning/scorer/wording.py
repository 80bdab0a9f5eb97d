"""The same statements in other words: synonyms, comparisons turned round, numbers in words."""

from __future__ import annotations

import re
from collections import defaultdict
from itertools import pairwise
from random import Random

from scaning.inflection import POS_OF_TAG, lemmas
from scaning.noise.voice import active, passive
from scaning.parse import Text, Token
from scaning.scorer.damage.forms import _can_be_spelled
from scaning.scorer.damage.spans import Edit, edited, mathematical, numbers, sentences
from scaning.synonyms import Embedded, fitted

_SMALL = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen"
).split()
_TENS = "_ _ twenty thirty forty fifty sixty seventy eighty ninety".split()
_WEIGHT = 0.5
_SOURCE = Embedded()


def spelled(value: int) -> str:
    """A number below a million in words.

    >>> spelled(21_405)
    'twenty-one thousand four hundred five'
    """
    if value >= 1000:
        rest = f" {spelled(value % 1000)}" if value % 1000 else ""
        return f"{spelled(value // 1000)} thousand{rest}"
    if value >= 100:
        rest = f" {spelled(value % 100)}" if value % 100 else ""
        return f"{_SMALL[value // 100]} hundred{rest}"
    if value >= 20:
        return _TENS[value // 10] + (f"-{_SMALL[value % 10]}" if value % 10 else "")
    return _SMALL[value]


def spell_numbers(problem: Text, rng: Random) -> str | None:
    """Most of the numbers in digits are now in words."""
    text = problem.text
    if mathematical(text):
        return None
    edits = []
    for number in numbers(problem):
        if _can_be_spelled(text, number) and rng.random() < 0.8:
            words = spelled(int(number.value))
            begins = text[: number.start].rstrip()[-1:] in {"", ".", "?", "!"}
            edits.append(Edit(number.start, number.end, words.capitalize() if begins else words))
    return edited(text, edits) if edits else None


def write_digits(problem: Text, rng: Random) -> str | None:
    """All the numbers in words are now in digits."""
    del rng
    edits = [
        Edit(n.start, n.end, f"{n.value:.0f}")
        for n in numbers(problem)
        if not problem.text[n.start].isdigit()
    ]
    return edited(problem.text, edits) if edits and not mathematical(problem.text) else None


def synonyms(problem: Text, rng: Random) -> str | None:
    """Up to six words become others that may stand for them, in all their forms."""
    if mathematical(problem.text):
        return None
    same: dict[tuple[str, str], list[Token]] = defaultdict(list)
    for token in problem.tokens:
        same[token.lemma, token.pos].append(token)
    edits: list[Edit] = []
    taken: set[str] = set()
    groups = list(same.values())
    rng.shuffle(groups)
    for tokens in groups:
        found = _SOURCE.candidates(tokens[0], problem)
        fine = [word for word, weight in found if weight >= _WEIGHT and word.lower() not in taken]
        if not fine or len(taken) >= 6:
            continue
        word = rng.choice(fine)
        new = _forms(problem, tokens, word)
        if new:
            edits += new
            taken.add(word.lower())
    return edited(problem.text, edits) if edits else None


def _forms(problem: Text, tokens: list[Token], word: str) -> list[Edit]:
    pos = POS_OF_TAG.get(tokens[0].tag)
    base = next((lemma.word for lemma in lemmas(word.lower()) if lemma.pos == pos), word.lower())
    edits = []
    for token in tokens:
        form = word if token is tokens[0] else fitted(base, token, problem)
        if form is None:
            return []
        edits.append(Edit(token.start, token.end, form))
    return edits


def careless(text: str, rng: Random) -> str | None:
    """What a hasty writer makes of it: articles are missing, and the last mark.

    >>> careless("The tank is full. How large is the tank?", Random(4))
    'Tank is full. How large is tank'
    """
    new = _THE.sub(lambda found: _dropped(found) if rng.random() < 0.5 else found[0], text)
    if rng.random() < 0.5:
        new = new.rstrip(" .?")
    return new if new != text else None


_THE = re.compile(r"\b([Tt])he ([a-z])")


def _dropped(found: re.Match[str]) -> str:
    return found[2].upper() if found[1] == "T" else found[2]


def in_passive(problem: Text, rng: Random) -> str | None:
    """Every sentence that can be is in the passive."""
    del rng
    return passive(problem)


def in_active(problem: Text, rng: Random) -> str | None:
    """Every passive that names who does it is in the active."""
    del rng
    return active(problem)


_WHO = r"[A-Z][a-z]+(?! [A-Z])"
_AMOUNT = r"\$?\d[\d,.]*\d|\$?\d|[a-z]+"
_OWNS = "has|had|bought|sold|ate|won|made|read|picked|found|collected"
_ENDS = "(?= ?[.?,])"
_MEASURED = rf"({_AMOUNT}) (years|inches|cm|feet|pounds|kg)"
_COMPARED = (("older", "younger"), ("taller", "shorter"), ("heavier", "lighter"))
_TURNS = [
    (re.compile(pattern), new)
    for pattern, new in (
        *(
            (rf"\b({_WHO}) ({_OWNS}) ({_AMOUNT}) {a} ([a-z]+s) than ({_WHO}){_ENDS}",
             rf"\5 \2 \3 {b} \4 than \1")
            for a, b in (("more", "fewer"), ("(?:fewer|less)", "more"))
        ),
        *(
            (rf"\b({_WHO}) is {_MEASURED} {a} than ({_WHO}){_ENDS}", rf"\4 is \2 \3 {b} than \1")
            for pair in _COMPARED for a, b in (pair, pair[::-1])
        ),
    )
]  # fmt: skip


def turn_comparison(problem: Text, rng: Random) -> str | None:
    """A comparison is told from the other side: 3 more than Tom is 3 fewer than Ann."""
    options = [(m, new) for pattern, new in _TURNS for m in pattern.finditer(problem.text)]
    options = [(m, new) for m, new in options if m.group(1) != m.group(m.lastindex or 1)]
    if not options:
        return None
    match, new = rng.choice(options)
    return edited(problem.text, [Edit(*match.span(), match.expand(new))])


# Words that say the same in word problems, whatever is around them.
_SAME = [
    (re.compile(rf"\b(?:{pattern})\b", re.IGNORECASE), news)
    for pattern, news in (
        (r"twice as (many|much|old|long|fast|tall)", (r"two times as \1", r"2 times as \1")),
        (r"(?:three|3) times as (many|much|old|long)", (r"thrice as \1",)),
        (r"a dozen", ("12", "twelve")),
        (r"in total|in all|altogether", ("overall", "all together", "taken together")),
        (r"(\d+) (?:per|each) (day|week|month|hour|year)", (r"\1 every \2", r"\1 a \2")),
        (r"every (day|week|month|year|hour|minute)", (r"each \1", r"per \1")),
        (r"each (day|week|month|year|hour|minute)", (r"every \1",)),
        (r"miles per hour", ("miles an hour", "mph")),
        (r"at the (?:rate|speed) of", ("at",)),
        (r"sum of (\w+) and (\w+)", (r"total of \1 and \2",)),
        (r"is equal to", ("equals", "is the same as", "amounts to")),
        (r"remaining", ("leftover",)),
        (r"are left", ("remain", "are remaining", "are left over")),
        (r"initially|at first|originally", ("to begin with", "in the beginning", "at the start")),
        (r"at the beginning", ("at the start", "to begin with")),
        (r"needs to", ("has to", "must")),
        (r"has to", ("must", "needs to")),
        (r"decides to", ("chooses to",)),
        (r"gave (\w+) ([\w$]+ [a-z]+s)", (r"handed \1 \2",)),
        (r"costs (\$[\d.]+)", (r"is priced at \1", r"sells for \1")),
        (r"children", ("kids", "youngsters")),
        (r"kids", ("children", "youngsters")),
        (r"students", ("pupils", "learners")),
        (r"store|shop", ("market", "supermarket", "outlet")),
        (r"money", ("cash",)),

        (r"if", ("assuming", "supposing", "given that")),
        (r"there (?:are|is) (\w+ \w+) in", (r"we find \1 in",)),
        (r"and then|after that|afterwards|then", ("next", "later", "subsequently")),
        (r"a total of ", ("",)),
        (r"only", ("just",)),
        (r"too(?=[.,])", ("as well", "also")),
    )
]  # fmt: skip


def phrases(problem: Text, rng: Random) -> str | None:
    """Up to three phrases become others that say the same."""
    text = problem.text
    if mathematical(text):
        return None
    found = [(p, news) for p, news in _SAME if p.search(text)]
    rng.shuffle(found)
    for pattern, news in found[:3]:
        new = rng.choice(news)
        text = pattern.sub(lambda m, new=new: _cased(m, m.expand(new)), text)  # type: ignore[misc]
    return text.strip() if found and text != problem.text else None


def _cased(match: re.Match[str], new: str) -> str:
    return new[0].upper() + new[1:] if new and match[0][0].isupper() else new


_STARTS = re.compile(r"(?:The|A|An|He|She|They|It|His|Her|There|Each|Every|This|These)\b")


def join(problem: Text, rng: Random) -> str | None:
    """Two statements become one sentence: "S. He …" is now "S, and he …"."""
    text, spans = problem.text, sentences(problem.text)
    options = [
        (a, b)
        for a, b in pairwise(spans)
        if text[a.end - 1] == "."
        and text[b.end - 1] == "."
        and _STARTS.match(text, b.start)
        and b.end - a.start < 220
        and not text[a.end - 3 : a.end - 1].isupper()
    ]
    if not options or mathematical(text):
        return None
    a, b = rng.choice(options)
    link = rng.choice((", and ", "; ", ", while "))
    return f"{text[: a.end - 1]}{link}{text[b.start].lower()}{text[b.start + 1 :]}"


def split(problem: Text, rng: Random) -> str | None:
    """A sentence becomes two where ", and he" joins them."""
    matches = list(
        re.finditer(r", and (he|she|they|it|there|the [a-z]+ (?:is|are|was|has))\b", problem.text)
    )
    if not matches or mathematical(problem.text):
        return None
    match = rng.choice(matches)
    if re.match(r"if\b", problem.text[: match.start()].rpartition(". ")[2], re.IGNORECASE):
        return None
    return edited(problem.text, [Edit(*match.span(), f". {match[1][0].upper()}{match[1][1:]}")])
