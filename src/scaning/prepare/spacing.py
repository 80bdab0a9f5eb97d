"""Give a tokenised text back the spacing of print: "rs . 24 , c ' s" becomes "rs. 24, c's"."""

from __future__ import annotations

import re

PLAIN = str.maketrans(
    {"’": "'", "‘": "'", "′": "'", "´": "'", "“": '"', "”": '"', "„": '"', "‟": '"', "–": "-",
     "—": "-", "−": "-", "‐": "-", "⁄": "/", "∗": "*", "…": "...", "．": ".", "？": "?", "，": ",",
     "\xa0": " ", "\u200b": None, "\ufeff": None}
)  # fmt: skip
# UTF-8 that was read as Windows-1252, with and without its blanks.
BROKEN = (
    (re.compile(r"[âã] ?€ ?™"), "'"),
    (re.compile(r"[âã] ?€ ?[˜œ\x9d]"), '"'),
    (re.compile(r"[âã] ?€ ?[“”\"]"), "-"),
    (re.compile(r"[âã] ?ˆ ?š"), "√"),
    (re.compile(r"[âã] ?‚ ?¬"), "€"),
)
# Words before a point that belongs to them.
SHORT = (
    r"(?:rs|mr|mrs|ms|dr|st|no|hrs?|mins?|sec|sq|cu|[ck]m|kg|ft|yds?|approx|vs|viz|ltd|inc|[js]r)"
)
DOTTED = re.compile(r"\b(?:[a-z] \. ){1,}[a-z] \.(?!\w)", re.I)
# The same without the last point, where it can be nothing else.
KNOWN_DOTTED = re.compile(
    r"\b(?:l ?\. ?c ?\. ?m|h ?\. ?c ?\. ?f|g ?\. ?c ?\. ?[df]|"
    r"t \. v|[cs] \. [pi]|p \. a)\b(?: \.)?",
    re.I,
)
WORD = r"[^\W\d_]{2,}"

STEPS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern, re.I), into)
    for pattern, into in (
        (r"\. \. \.", "..."),
        (rf"\b({SHORT}) \.(?= |$)", r"\1."),
        (r"(\d) ?([ap]) ?\. ?m\b(?: ?\.)?", r"\1 \2.m."),
        (r" +([,;?!.])", r"\1"),  # punctuation stands by what is before it
        (r"(?<=\d) +%|(?<=\b[a-z]) +%", "%"),
        (r"(\d),? ?/ ?- ?", r"\1/- "),
        (r"(?<![\^/\d.])\b(\d+) ([yz]|x(?! ?[\d(]))\b(?! (?:and|or) \d)", r"\1\2"),
        (r" :(?= |$)", ":"),
        (r"(?<=\d): (?=\d)", ":"),  # a ratio or a time
        (r"\b([a-z]): ([a-z])(?![\w])", r"\1:\2"),  # a ratio of unknowns
        (r"([$£€₹#]) +(?=[\d.])", r"\1"),
        (r"(?<=\d) / (?=\d)", "/"),
        (r"(?<=\w) / (?=[^\W\d_])|(?<=[^\W\d_]) / (?=\w)", "/"),
        (r" ?\^ ?", "^"),
        (r"(\d) (st|nd|rd|th)\b", r"\1\2"),
        (r" ([°²³])", r"\1"),
        (r"° ([cf])\b", r"°\1"),
        (r"(√) ", r"\1"),
        (r"([(\[{]) +", r"\1"),
        (r" +([)\]}])", r"\1"),
        (r"(?<![\w)])([a-z]|log|sin|cos|tan|f) \(", r"\1("),
        (r"(?<=[\d)])([!])", r"\1"),
        (r"(?:(?<=^)|(?<=[(\[{=<>≤≥,*^:]))( ?)- (?=[\d.]|[a-z]\b)", r"\1-"),  # a sign
        (r"(?<=[=<>≤≥,*]) - (?=[\d.]|[a-z]\b)", " -"),
        (rf"({WORD}) ?- (?={WORD})", r"\1-"),
        (r"(\d) -(?=[^\W\d_]{3})", r"\1-"),
        (rf"(?<![\d.^/]\s)\b(\d+) - ({WORD})", r"\1-\2"),
        (r"\b([a-z]) - (shirts?|intercepts?|axis|coordinates?|rays?|values?)\b", r"\1-\2"),
        (r"(?<=(?-i:[a-z]))([,;?!])(?=[^\W\d_])", r"\1 "),
        (r"(?<=(?-i:[a-z]{2}))\.(?=(?-i:[A-Z][a-z]))", ". "),
        (r"\bwhat s (?=the\b)", "what's "),
        (r"\bn ?' ?t\b", "n't"),
        (r"(?<=[a-z]) n't\b", "n't"),
        (r"\bcan not\b", "cannot"),
        (r"(?<=\w) ' (s|re|ve|ll|m|d)\b", r"'\1"),
        (r"(?<=[a-z]) '(s|re|ve|ll|m|d)\b", r"'\1"),
        (r"\bo ' clock\b", "o'clock"),
        (r"(?<=\w\w)s ' (?=[a-z])", "s' "),
        (r"/- (?=[,.;?])", "/-"),
        (r"\( ?\)", ""),
        (r"\.(?=[?!])|,(?=[.?!])", ""),
        (r"\?[.?]+", "?"),
        (r" {2,}", " "),
    )
)


def plain(text: str) -> str:
    """The text with plain quotes, dashes and blanks, and with broken characters mended."""
    for pattern, into in BROKEN:
        text = pattern.sub(into, text)
    return " ".join(text.translate(PLAIN).split())


def detokenised(text: str) -> str:
    """The text as it would be printed; one that was not tokenised hardly changes.

    >>> detokenised("for each rs . a has , b has 15 % . if c ' s is $ 24 , find 2 / 3 of it ?")
    "for each rs. a has, b has 15%. if c's is $24, find 2/3 of it?"
    """
    text = DOTTED.sub(lambda found: found[0].replace(" ", ""), plain(text))
    text = KNOWN_DOTTED.sub(lambda found: found[0].replace(" ", "").rstrip(".") + ".", text)
    for pattern, into in STEPS:
        text = pattern.sub(into, text)
    return _quotes(text).strip()


def _quotes(text: str) -> str:
    """Pairs of free-standing quotes, close to what is between them."""
    text = re.sub(r'" ([^"]*?) "', r'"\1"', text)
    return re.sub(r"(?<![\w])' ([^']*?) '(?!\w)", r"'\1'", text)
