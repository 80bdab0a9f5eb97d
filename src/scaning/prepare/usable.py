"""Which texts are word problems that can be learnt from, and why the others are not."""

from __future__ import annotations

import re

MOST_WORDS = 130
LEAST_WORDS = 6

ASKS = re.compile(
    r"\?|\b(?:what|how (?:many|much|long|far|old|fast|tall|big)|which|who|when|where|find|"
    r"calculate|compute|determine|evaluate|solve|simplify|express|estimate|prove|show that|give|"
    r"state|write|list|choose|select|approximate|convert|count|figure out|work out)\b",
    re.I,
)
# "The average age of the class is": a sentence to complete.
OPEN = re.compile(
    r"\b(?:is|are|be|was|were|equals?|becomes|in|of|by|as|at|to|=|will take|has|than|with)"
    r"\s*[:=.?-]*$|=\s*\??$", re.I,
)  # fmt: skip
OPTIONS = re.compile(
    r"\(\s*[aA]\s*\).+\(\s*[bB]\s*\).+\(\s*[cC]\s*\)|\b[aA]\)\s.+\b[bB]\)\s.+\b[cC]\)\s"
)
PICTURE = re.compile(
    r"\b(?:figure|diagram|graph|chart|table|picture|image|number line)s? "
    r"(?:above|below|shown|given)|\b(?:in|from|see|of|to) the (?:following |given |above )?"
    r"(?:figure|diagram|graph|chart|picture|image|passage)\b|\bshown (?:above|below)|"
    r"\b(?:following|above|below) (?:figure|diagram|graph|chart|table|picture|image|passage|"
    r"pattern)\b|\bshaded\b|\binsert pic",
    re.I,
)
BROKEN = re.compile(
    r"[ãâïÃÂ�¤][^\w\s]?|\\[a-zA-Z]+|\$\$|[{}]\s*[{}]|http|www\.|<[a-z]+>|\[?image\]?:|"
    r"(?:- ){3,}|-{3,}"
)
ANSWER = re.compile(
    r"\b(?:statement (?:\(?1\)?|i)\b.*sufficient|the correct answer is|explanation:|ans:|"
    r"solution:)",
    re.I,
)
QUANTITY = re.compile(
    r"\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|"
    r"fifty|hundred|thousand|half|third|quarter|twice|dozen|double|[b-zB-Z])\b"
)


def unusable(text: str) -> str | None:
    """Why a text is left out, or None for one that can be used.

    >>> unusable("Which of these statements is always true?")
    'no quantity'
    >>> unusable("Ann has 3 apples and buys 5 more. How many has she now?")
    """
    words = text.split()
    if len(words) > MOST_WORDS:
        return "too long"
    if len(words) < LEAST_WORDS:
        return "too short"
    if BROKEN.search(text):
        return "broken characters or markup"
    if OPTIONS.search(text) or ANSWER.search(text):
        return "options or an answer"
    if PICTURE.search(text):
        return "needs a picture"
    if not (ASKS.search(text) or OPEN.search(text)):
        return "asks nothing"
    if not QUANTITY.search(text):
        return "no quantity"
    if _fragment(text):
        return "fragment"
    return None


def _fragment(text: str) -> bool:
    """Text that was cut, or is mostly signs."""
    letters = sum(c.isalpha() for c in text)
    if letters < 0.45 * len(text.replace(" ", "")):
        return True
    if any(text.count(a) != text.count(b) for a, b in ("()", "[]", "{}")):
        return True
    return bool(re.match(r"[,;:.)%]", text))
