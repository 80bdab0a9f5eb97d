"""Give a lower-cased text its capitals back, as learnt from texts that have them.

Three ideas: a sentence starts with a capital; a word is written as other texts write it between
the same neighbours; and a letter that stands for a person, a place or an unknown is written alike
throughout a problem, which also tells the unknown A from the article.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from math import log

from scaning.inflection import lemmas, parts_of_speech
from scaning.lexicon import is_name, is_place, is_word

TOKEN = re.compile(r"\d[\d,.]*\d|\d|[^\W\d_]+(?:'(?:s|t|re|ve|ll|d|m)\b)?|[^\w\s]")
DOTTED = re.compile(r"\b(?:[A-Za-z]\.){2,}")
# A point after these ends no sentence, unless a word follows that likes to begin one.
SHORT = frozenset(
    "rs mr mrs ms dr st no hr hrs min mins sec sq cu approx vs viz ltd inc jr sr".split()
)
TITLES = frozenset("mr mrs ms dr prof sir".split())
ALWAYS = {
    **{word: word.capitalize() for word in (
        "monday tuesday wednesday thursday friday saturday sunday january february april june july "
        "august september october november december rs mr mrs ms dr english indian american french "
        "christmas halloween easter thanksgiving").split()},
    **{word: word.upper() for word in "i lcm hcf gcd gcf gmat usa gre abcd".split()},
    **{f"i'{rest}": f"I'{rest}" for rest in ("m", "ve", "ll", "d")},
}  # fmt: skip
# Dotted letters that stay small; all others are read as capitals (S.P., L.C.M.).
SMALL_DOTTED = frozenset(
    ("p.m.", "a.m.", "p.a.", "p.c.p.a.", "p.c.", "i.e.", "e.g.", "m.p.h.", "k.m.", "c.m.", "w.r.t.")
)
UNITS_OF_ONE = frozenset("m g l s h k c p v w t d y".split())
AFTER_NUMBER = frozenset("m g l s h k p d y".split())
SLOT = frozenset(
    "from to and in at near between by of, with for friend friends named called".split()
)
STARTERS = frozenset(
    "what how find if the when he she they it then calculate determine which who there his her "
    "their where".split()
)
FIGURES = frozenset(
    "triangle rectangle quadrilateral parallelogram square segment angle ∠ △ δ".split()
)
LETTER = "<letter>"
PRIOR = 2.0  # how many sightings of a pair weigh as much as all sightings of the word alone
CLEAR = 0.0


class Casing:
    """How words and single letters are written inside sentences, counted in cased texts."""

    def __init__(self) -> None:
        self.forms: dict[str, Counter[str]] = defaultdict(Counter)
        self.capital: Counter[tuple[str, ...]] = Counter()
        self.all: Counter[tuple[str, ...]] = Counter()

    @classmethod
    def learn(cls, texts: Iterable[str]) -> Casing:
        """Count how the words of cased texts are written."""
        casing = cls()
        for text in texts:
            casing._read(text)
        return casing

    def _read(self, text: str) -> None:
        words = [found[0] for found in TOKEN.finditer(text)]
        letters = [word.isalpha() for word in words]
        shouted = sum(word.isupper() for word in words if len(word) > 3) > 3
        if shouted:
            return
        starts = set(_starts(text))
        for i, (found, alphabetic) in enumerate(zip(TOKEN.finditer(text), letters, strict=True)):
            if not (alphabetic or "'" in words[i]) or found.start() in starts:
                continue
            bare = words[i].split("'")[0]
            lower = bare.lower()
            before, after = _beside(words, i)
            for key in _keys(lower, before, after):
                self.all[key] += 1
                self.capital[key] += bare != lower
            if bare != lower:
                self.forms[lower][bare] += 1

    def weight(self, word: str, before: str, after: str) -> float:
        """The log odds of a capital for a word between two others."""
        single, left, right = [], [], []
        for keys in _pairs(word, before, after):
            own = self._share(keys[0], 0.02, 1.0)
            single.append(_odds(own))
            left.append(_odds(self._share(keys[1], own, PRIOR)) - _odds(own))
            right.append(_odds(self._share(keys[2], own, PRIOR)) - _odds(own))
        first = max(range(len(single)), key=lambda k: self.all[(word,)] > 0 or k)
        near = [max(column, key=abs) for column in (left, right)]
        return single[0 if self.all[(word,)] else first] + sum(near)

    def _share(self, key: tuple[str, ...], prior: float, strength: float) -> float:
        return (self.capital[key] + strength * prior) / (self.all[key] + strength)

    def cased(self, text: str) -> str:
        """The text with capitals.

        >>> few = ["Find what A and B have in all.", "Then Ann met Raj in Delhi with 3 pens."]
        >>> Casing.learn(few * 9).cased("so a and b met ann in delhi. find c's share.")
        "So A and B met Ann in Delhi. Find C's share."
        """
        found = list(TOKEN.finditer(text))
        words = [one[0] for one in found]
        starts, dotted = set(_starts(text)), _inside(DOTTED, text)
        votes = self._letters(words)
        out = list(text)
        for i, one in enumerate(found):
            if not one[0][0].isalpha() or one.start() in dotted:
                continue
            bare, _, _ = one[0].partition("'")
            form = self._form(bare.lower(), i, words, votes)
            # An unknown is written alike everywhere, even where a sentence starts with it.
            fixed = len(form) == 1 and bare.lower() in votes
            if one.start() in starts and form.islower() and not fixed:
                form = form[0].upper() + form[1:]
            if form != bare:
                out[one.start() : one.start() + len(form)] = form
        return SCHOOL.sub(_titled, DOTTED.sub(_dotted, "".join(out)))

    def _form(self, lower: str, i: int, words: list[str], votes: dict[str, bool]) -> str:
        if words[i].lower() in ALWAYS:
            return ALWAYS[words[i].lower()].split("'")[0]
        if len(lower) == 1:
            return lower.upper() if votes.get(lower if lower != "a" else f"a{i}") else lower
        before, after = _beside(words, i)
        if before in FIGURES and 1 < len(lower) < 6 and not is_word(lower):
            return lower.upper()
        if self.all[(lower,)]:
            capital = self.weight(lower, before, after) > CLEAR
            return self._usual(lower) if capital else lower
        return lower.capitalize() if _looks_like_a_name(lower, before, words[i]) else lower

    def _usual(self, lower: str) -> str:
        forms = self.forms[lower]
        return forms.most_common(1)[0][0] if forms else lower.capitalize()

    def _letters(self, words: list[str]) -> dict[str, bool]:
        """For each letter (for "a": each place) whether it is a capital in this problem."""
        weights: dict[str, list[float]] = defaultdict(list)
        places: list[tuple[int, float]] = []
        for i, word in enumerate(words):
            letter = word.lower().split("'")[0]
            if len(letter) != 1 or not letter.isascii() or not letter.isalpha():
                continue
            before, after = _beside(words, i)
            if letter in AFTER_NUMBER and before == "<number>" and letter not in "xyabn":
                continue
            weight = self.weight(letter, before, after)
            if letter == "a":
                places.append((i, weight + (3.0 if word.lower() == "a's" else 0.0)))
            else:
                weights[letter].append(weight)
        votes = {
            letter: sum(sum(weights[other]) for other in group) > 0
            for group in _alike(words, set(weights))
            for letter in group
        }
        others = [votes[letter] for letter in votes if letter != "s"]
        kinds = {
            words[i - 1].lower()
            for i, word in enumerate(words)
            if i and votes.get(word.lower().split("'")[0])
        }
        for i, weight in places:
            # "solution B" elsewhere: here it is solution A.
            same = i > 0 and len(words[i - 1]) > 3 and words[i - 1].lower() in kinds
            votes[f"a{i}"] = same or _unknown_a(words, i, weight, others)
        return votes


def _alike(words: list[str], letters: set[str]) -> list[set[str]]:
    """Letters of one kind: side by side ("B and C", "B, C") or after the same word ("fund B")."""
    groups = [{letter} for letter in sorted(letters)]
    lower = [word.lower().split("'")[0] for word in words]
    ties: dict[str, set[str]] = defaultdict(set)
    for i, letter in enumerate(lower):
        if letter not in letters:
            continue
        before = lower[i - 1] if i else ""
        if before.isalpha() and len(before) > 3:
            ties[before].add(letter)
        k = i + 1
        while k < len(lower) and lower[k] in {",", "and", "or", "&", "to"}:
            k += 1
        if i + 1 < k < len(lower) and lower[k] in letters:
            ties[f"{i}"] |= {letter, lower[k]}
    for tied in ties.values():
        met = [group for group in groups if group & tied]
        groups = [group for group in groups if not group & tied] + [set[str]().union(*met)]
    return groups


def _unknown_a(words: list[str], i: int, weight: float, others: list[bool]) -> bool:
    """Whether the letter a at a place is the unknown A; small letters elsewhere keep it small."""
    if others and not any(others):
        return False
    after = words[i + 1].lower() if i + 1 < len(words) else "."
    asked = i > 0 and words[i - 1].lower() in ASKED
    if words[i].lower() == "a's" or (asked and any(others)):
        return True
    if after[0].isalpha() and len(after) > 1 and after not in LINKS:
        found = {lemma.pos for lemma in lemmas(after)}
        third_person = after.endswith("s") and any("verb" in str(pos) for pos in found)
        if not third_person and weight < 2.0 + (0.0 if any(others) else 2.0):
            return False
        return weight + (1.5 if any(others) else -2.0) > 0
    return weight + (2.5 if any(others) else 0.0) > 0


ASKED = frozenset("does did could would".split())
SCHOOL = re.compile(
    r"(\b(?:at|of|in|to|from) )([a-z]+)( high school| elementary school| university\b)"
)
COMMON = frozenset(
    "a the her his local that this each their our my your every junior senior".split()
)
LINKS = frozenset("and or is has can was alone to in have had does did will are gets joins".split())


def _keys(word: str, before: str, after: str) -> Iterable[tuple[str, ...]]:
    for keys in _pairs(word, before, after):
        yield from keys


def _pairs(word: str, before: str, after: str) -> Iterable[tuple[tuple[str, ...], ...]]:
    """What is counted of a word: alone, with the word before, with the word after."""
    names = (word, LETTER) if len(word) == 1 and word != "a" else (word,)
    for name in names:
        yield (name,), (before, "<", name), (name, ">", after)


def _beside(words: list[str], i: int) -> tuple[str, str]:
    last = i - 2 if i > 1 and words[i - 1] == "." and words[i - 2].lower() in SHORT else i - 1
    before = _kind(words[last]) if i else "<start>"
    after = _kind(words[i + 1]) if i + 1 < len(words) else "<end>"
    if "'" in words[i]:
        after = "'s"
    return before, after


def _kind(word: str) -> str:
    if word[0].isdigit():
        return "<number>"
    word = word.lower()
    return LETTER if len(word) == 1 and word.isalpha() and word != "a" else word


def _odds(share: float) -> float:
    return log(share / (1 - share))


def _starts(text: str) -> Iterable[int]:
    """Where sentences start."""
    yield from (found.start(1) for found in re.finditer(r"^[^\w]*([^\W\d_])", text))
    for found in re.finditer(r"([^\s]*)([.?!:])[\"')\]]*\s+[\"'(\[]*([^\W\d_]+)", text):
        before, point, after = found[1].lower().strip("(\"'"), found[2], found[3].lower()
        if point == ":":
            continue
        short = point == "." and (before in SHORT or re.fullmatch(r"(?:[a-z]\.)*[a-z]", before))
        if not short or after in STARTERS:
            yield found.start(3)


def _inside(pattern: re.Pattern[str], text: str) -> set[int]:
    return {k for found in pattern.finditer(text) for k in range(*found.span())}


def _dotted(found: re.Match[str]) -> str:
    small = found[0].lower()
    return small if small in SMALL_DOTTED else found[0].upper()


def _titled(found: re.Match[str]) -> str:
    return found[0] if found[2] in COMMON else found[1] + found[2].title() + found[3].title()


def capitalised(text: str) -> str:
    """The text with a capital at each start of a sentence; single letters stay as they are.

    >>> capitalised("it ran 3 miles. how far did x run?")
    'It ran 3 miles. How far did x run?'
    """
    out = list(text)
    for start in _starts(text):
        if text[start : start + 2].isalpha():
            out[start] = out[start].upper()
    return "".join(out)


def _looks_like_a_name(lower: str, before: str, word: str) -> bool:
    """For words that no cased text has: a name of the lexicon, or a stranger where names stand."""
    if before in TITLES:
        return True
    if is_word(lower):
        return False
    if is_name(lower) or is_place(lower):
        return True
    return len(lower) > 4 and (before in SLOT or "'" in word) and not _misspelt(lower)


def _misspelt(word: str) -> bool:
    """Whether a stranger is one letter away from a word, or two words that grew together."""
    known = parts_of_speech()
    if any(word[:k] in known and word[k:] in known for k in range(2, len(word) - 1)):
        return True
    cuts = {word[:k] + word[k + 1 :] for k in range(len(word))}
    swaps = {word[:k] + word[k + 1] + word[k] + word[k + 2 :] for k in range(len(word) - 1)}
    letters = "aeiorstln"
    adds = {word[:k] + c + word[k:] for k in range(len(word) + 1) for c in letters}
    return any(is_word(one) for one in cuts | swaps | adds)
