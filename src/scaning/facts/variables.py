"""Unknowns and named points: A, B, x, triangle ABC, P1. They are kept as they are, always."""

from __future__ import annotations

import re
from dataclasses import dataclass

from scaning.parse import Text, Token

# What a single letter is when it follows a number: a unit, not an unknown ("5 m", "3 h").
UNIT_LETTERS = frozenset("cdghklmps")
# Capitals that are words or abbreviations, not points.
ACRONYMS = frozenset(
    "AD ALL AM AND ARE AT BC BCE BE BMW BY CAN CD CEO CFO CGPA CM CP CST DC DO DVD EST ETC EU "
    "EUR FM FOR FT GB GBP GCD GCF GDP GMAT GO GPA GPS HCF HE HOW HP HR IF II III IIT IN INR IQ "
    "IS IT IV IX KB KG KM KMPH LA LB LCD LCM LED LET LTD MATH MAY MB MBA ML MLA MP MPH MR MRS "
    "MS MY NBA NFL NO NOT NY NYC OF OK ON ONE OR OUT PC PDF PE PIN PM PST PTA RPM RS RUN SAT SI "
    "SO SP STEM SUM SUV TB THE TO TV TVS TWO UK UN US USA USB USD UTC VAT VCR VI VII VIII VIP "
    "WAS WE WHO XII XIV XL XXL YOU".split()
)
# Words after which capitals name a point, a line or a figure, whatever they spell.
GEOMETRY = frozenset(
    "angle arc area bag box car center centre chord circle city container diagonal diameter "
    "figure gear hose house jar line machine parallelogram pentagon pipe place plane point "
    "points polygon quadrilateral radius ray rectangle rhombus room segment ship side sides "
    "solution square station stock store tank team town train trapezium trapezoid triangle tube "
    "typist vertex vessel village worker".split()
)
# What may follow an unknown called A at the start of a sentence, and cannot follow the article.
AFTER_NAME = frozenset(
    "alone and beats began begins bought buys can completed completes could did does earned "
    "earns finished finishes gave gives had has invested invests is joined joins leaves left "
    "lends lent may must or ran rows runs scores sells sold spends spent started starts takes "
    "took travelled travels walked walks was who will worked works would".split()
)
# What ends in s and may follow the article.
ONE_OR_MORE = frozenset(
    "means series species news mathematics physics lens bus gas class glass business headquarters "
    "crossroads barracks gallows works boss dress mass press pass loss cross process".split()
)
OPERATORS = frozenset("=+*/^<>≤≥≠−–×÷-|√%")
_CAPITALS = re.compile(r"[A-Z]{2,5}(?:'|′|[0-9])?")
_INDEXED = re.compile(r"(?:[A-Za-z]_?\{?[0-9]\}?|[A-Z]['′]{1,2})")
# Letters inside a formula that the tokenizer keeps whole: 3x+2y, x^2-7x, (x,y), f(x).
_FORMULA = re.compile(r"[0-9.()\[\]{}=+*/^<>≤≥≠−×÷|√,a-zA-Z-]*[0-9=+*/^<>()\[\]√−×÷][^\s]*")
_LETTER_IN_FORMULA = re.compile(
    r"(?<![A-Za-z\\])([A-Za-z])(?![a-zA-Z])|(?<=[0-9])([xyzabnmk])([xyz])"
)
# "3x" and "2y" are products, where "3m" and "2h" are measures.
_COEFFICIENT = re.compile(r"[0-9.]+[xyzn]")
# The rest of "$x$", LaTeX in a text, behind its first sign.
_LATEX = re.compile(r"[A-Za-z][$]+[.,;:]?")
_PLAIN_NUMBER = re.compile(r"[$£€₹]?[0-9.,/:%()-]+(?:[a-zA-Z°]{1,5})?[.,)]*")


@dataclass(frozen=True, slots=True)
class Variable:
    """An unknown or a named point, with its place in the text."""

    name: str
    start: int
    end: int


def variables(text: Text) -> tuple[Variable, ...]:
    """The unknowns and named points of a text, in order, every mention of each.

    The article "a" is none of them, also where it is written "A".
    """
    tokens = text.tokens
    lettered = _letters_beside_a(tokens)
    found: list[Variable] = []
    for token in map(_without_stop, tokens):
        if not (token.text[0].isascii() and any(map(str.isalpha, token.text))):
            continue
        if len(token.text) == 1:
            if _is_unknown(tokens, token, lettered):
                found.append(Variable(token.text, token.start, token.end))
        elif _is_point(tokens, token):
            found.append(Variable(token.text, token.start, token.end))
        elif _LATEX.fullmatch(token.text) and token.i and tokens[token.i - 1].text[-1:] == "$":
            found.append(Variable(token.text[0], token.start, token.start + 1))
        elif not token.text.isalpha():
            found.extend(_in_formula(token))
    return tuple(found)


def _without_stop(token: Token) -> Token:
    """The tokenizer takes the "C." that ends a sentence for an abbreviation; undo that."""
    if len(token.text) == 2 and token.text[0].isalpha() and token.text[1] == ".":
        return token._replace(text=token.text[0], lower=token.lower[0], end=token.end - 1)
    return token


def _letters_beside_a(tokens: tuple[Token, ...]) -> frozenset[str]:
    """The single letters of a text that can only be unknowns: anything but a, i and units."""
    return frozenset(
        t.text
        for t in tokens
        if len(t.text) == 1 and t.text.isalpha() and t.text.isascii() and t.lower not in "ais"
    )


def _is_unknown(tokens: tuple[Token, ...], token: Token, letters: frozenset[str]) -> bool:
    letter = token.text
    if not letter.isalpha():
        return False
    before = tokens[token.i - 1] if token.i else None
    after = tokens[token.i + 1] if token.i + 1 < len(tokens) else None
    beside_operator = bool(
        (before and before.text[-1:] in OPERATORS) or (after and after.text[:1] in OPERATORS)
    )
    if token.lower == "i" and not beside_operator:
        return False
    if _is_abbreviation(tokens, token):
        return False
    if letter == "A":
        return _is_capital_a(tokens, token, letters, beside_operator)
    if letter == "a":
        return _is_small_a(before, after, letters, beside_operator)
    if token.lower in UNIT_LETTERS and before and before.text[-1:].isdigit():
        # "5 m" is a length; "5 m + 3" is not.
        return bool(after and after.text[:1] in OPERATORS and after.text != "/")
    if before and before.text in {"'", "’", "`"}:
        # A genitive or a contraction that the tokenizer cut: "Ann ' s", "did n ' t".
        return False
    if token.lower == "n" and after and after.text in {"'", "’", "`"}:
        return False
    initial = (
        letter.isupper()
        and after is not None
        and after.text == "."
        and _is_name_initial(tokens, token)
    )
    return not initial


def _is_abbreviation(tokens: tuple[Token, ...], token: Token) -> bool:
    """Is this a letter of "l . c . m ." or "p . a ."?"""
    spelled = "".join(t.text for t in tokens[max(0, token.i - 2) : token.i + 4])
    letter = re.escape(token.text)
    return bool(re.search(rf"[a-zA-Z]\.{letter}\.|{letter}\.[a-zA-Z]\.", spelled))


def _is_name_initial(tokens: tuple[Token, ...], token: Token) -> bool:
    """Is this the initial of a name, as in "J. Smith"?"""
    beyond = tokens[token.i + 2] if token.i + 2 < len(tokens) else None
    return bool(beyond and beyond.tag == "NNP" and beyond.text.istitle() and len(beyond.text) > 1)


def _is_capital_a(
    tokens: tuple[Token, ...], token: Token, letters: frozenset[str], beside_operator: bool
) -> bool:
    before = tokens[token.i - 1] if token.i else None
    after = tokens[token.i + 1] if token.i + 1 < len(tokens) else None
    if beside_operator or after is None:
        return True
    starts = before is None or before.text[-1:] in {
        ".",
        "?",
        "!",
        ":",
        '"',
        "“",
        "(",
        ")",
        ";",
        "'",
        "‘",
    }
    if not starts:
        # In the middle of a sentence the article is small, unless a title is spelled so or the
        # writer slips: "How many ways A boy can …" names no other unknown.
        slip = not letters and after.tag in {"NN", "JJ"}
        return not slip and not (
            after.text.istitle() and len(after.text) > 1 and after.tag == "NNP"
        )
    if (
        before is not None
        and before.text in {'"', "“", "'", "‘", "("}
        and after.text in {'"', "”", "'", "’", ")"}
    ):
        return True
    if after.tag == "NNS" and after.lower.endswith("s") and after.lower not in ONE_OR_MORE:
        # "A pens cost B dollars": no article stands before a plural.
        return True
    if after.lower in {",", ".", "?", "'s", "’s", ")"} or after.lower in AFTER_NAME:
        return after.tag not in {"NN", "NNS"} or after.lower in AFTER_NAME
    return bool(letters) and after.tag in {"VBZ", "VBD", "MD"}


def _is_small_a(
    before: Token | None, after: Token | None, letters: frozenset[str], beside_operator: bool
) -> bool:
    if beside_operator and (after is None or not after.text.isalpha()):
        return True
    if after is None or not letters:
        return False
    if after.text in {",", "and", "or", "&", "is", "can", "'s", "alone"}:
        return True
    return bool(before and before.text in {",", "and"} and after.text in {".", "?", ")", "are"})


def _is_point(tokens: tuple[Token, ...], token: Token) -> bool:
    if _INDEXED.fullmatch(token.text):
        return True
    if not _CAPITALS.fullmatch(token.text) or token.text.rstrip("'′0123456789") in ACRONYMS:
        return False
    before = tokens[token.i - 1].lower if token.i else ""
    if before in GEOMETRY or token.text[-1] in "'′":
        return True
    # Two or more different capitals, no vowel pattern of a shouted word: AB, PQR, but not "SALE".
    letters = token.text.rstrip("0123456789")
    shouted = any(
        len(t.text) > 2 and t.text.isupper() and t.i in {token.i - 1, token.i + 1}
        for t in tokens[max(0, token.i - 1) : token.i + 2]
    )
    return len(letters) <= 4 and len(set(letters)) == len(letters) and not shouted


def _in_formula(token: Token) -> list[Variable]:
    if _COEFFICIENT.fullmatch(token.text):
        return [Variable(token.text[-1], token.end - 1, token.end)]
    if _PLAIN_NUMBER.fullmatch(token.text) or not _FORMULA.fullmatch(token.text):
        return []
    found = []
    for match in _LETTER_IN_FORMULA.finditer(token.text):
        for group in (1, 2, 3):
            if match.group(group):
                start = token.start + match.start(group)
                found.append(Variable(match.group(group), start, start + 1))
    return found
