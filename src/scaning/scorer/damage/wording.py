"""Other words for the same statement: synonyms in safe frames, the passive, an opening phrase."""

from __future__ import annotations

import re
from random import Random

from scaning.parse import Text

from .spans import Edit, asked, edited, lowered, mathematical, sentences
from .words import MEN, NUMBER_WORDS, WOMEN

_N = rf"(?:\$?\d[\d,.]*|{'|'.join(NUMBER_WORDS)})"
# A pattern, and words that say the same in its place; case follows the first letter.
_SYNONYMS = [
    (re.compile(pattern), new)
    for pattern, new in (
        (rf"\b[Bb]ought(?= (?:{_N}|a|an|some)\b)", "purchased"),
        (rf"\b[Bb]uys(?= (?:{_N}|a|an|some)\b)", "purchases"),
        (rf"\b[Bb]uy(?= (?:{_N}|a|an|some)\b)", "purchase"),
        (r"\b[Ss]tarted with\b", "began with"),
        (r"\b[Ss]tarts with\b", "begins with"),
        (r"\b[Ss]tarts at\b", "begins at"),
        (r"\bin total(?=[.?,])", "altogether"),
        (r"\baltogether(?=[.?,])", "in total"),
        (r"\bin all(?=[.?,])", "altogether"),
        (r"\bHow much money (?=do|does|did|will)", "What amount of money "),
        (r"(?:^|(?<=[.?] ))Find(?= the| how| out)", "Determine"),
        (r"(?:^|(?<=[.?] ))Calculate(?= the)", "Find"),
        (r"\b[Hh]ow much time\b", "how long"),
        (r"\b[Hh]ow long (?=does it take|will it take|did it take)", "how much time "),
        (r"\bevery day\b", "each day"),
        (r"\beach day\b", "every day"),
        (r"\beach week\b", "every week"),
        (rf"\b[Rr]eceived (?={_N}\b)", "got "),
        (rf"\b[Nn]eeds (?={_N}\b)", "requires "),
        (r"\bare left\?", "remain?"),
        (r"\bapproximately(?= \d)", "about"),
        (r"\bhave left\?", "still have?"),
        (r"\bnow have\?", "have now?"),
        (r"\bdoes it cost to\b", "do you pay to"),
        (r"\bin order to\b", "to"),
        (r"\b[Ww]hat will be the\b", "what is going to be the"),
        (r"\bis equal to\b", "equals"),
        (r"\bits original price\b", "the original price of it"),
    )
]
_EVERYWHERE = {
    "children": "kids",
    "kids": "children",
    "students": "pupils",
    "store": "shop",
    "shop": "store",
    "automobile": "car",
    "bicycle": "bike",
    "mom": "mother",
    "dad": "father",
}


def synonym(problem: Text, rng: Random) -> str | None:
    """One word or phrase is now another that says the same."""
    text = problem.text
    edits = [
        Edit(*match.span(), new.capitalize() if match[0][0].isupper() else new)
        for pattern, new in _SYNONYMS
        for match in pattern.finditer(text)
        if new != match[0]
    ]
    options = [edited(text, [edit]) for edit in edits]
    options += [
        re.sub(rf"\b{old}\b", new, text)
        for old, new in _EVERYWHERE.items()
        if re.search(rf"\b{old}\b", text) and not re.search(rf"\b{new}", text)
    ]
    return rng.choice(options) if options and not mathematical(text) else None


_CONTRACTIONS = {
    "does not": "doesn't", "do not": "don't", "did not": "didn't", "is not": "isn't",
    "are not": "aren't", "cannot": "can't", "will not": "won't", "What is": "What's",
    "what is": "what's",
}  # fmt: skip
_CONTRACTIONS |= {short: long for long, short in _CONTRACTIONS.items()}
_CONTRACTED = re.compile(rf"\b(?:{'|'.join(_CONTRACTIONS)})(?![\w'’])")


def contraction(problem: Text, rng: Random) -> str | None:
    """A phrase such as "does not" is now "doesn't", or the other way round."""
    found = list(_CONTRACTED.finditer(problem.text))
    if not found:
        return None
    match = rng.choice(found)
    return edited(problem.text, [Edit(*match.span(), _CONTRACTIONS[match[0]])])


_PARTICIPLES = {
    "bought": "bought", "sold": "sold", "made": "made", "ate": "eaten", "baked": "baked",
    "picked": "picked", "read": "read", "planted": "planted", "found": "found", "won": "won",
    "collected": "collected", "caught": "caught", "painted": "painted", "wrote": "written",
}  # fmt: skip
_ACTIVE = re.compile(
    rf"(?P<if>If )?(?P<who>{'|'.join((*WOMEN, *MEN))}|(?:The|the|A|a|An|an) [a-z]+) "
    rf"(?P<verb>{'|'.join(_PARTICIPLES)}) (?P<what>{_N} (?:[a-z]+ )?[a-z]+s)\b(?! of)"
    r"(?P<rest>[^.?]*)(?P<stop>[.?])"
)


def passive(problem: Text, rng: Random) -> str | None:
    """The active is now the passive: "5 pies were baked by Ann"."""
    text = problem.text
    options = [
        Edit(*span, _in_passive(match))
        for span in sentences(text)
        if (match := _ACTIVE.fullmatch(text, *span))
        and not re.search(r"\b(?:and|to)\b", match["rest"])
    ]
    return edited(text, [rng.choice(options)]) if options else None


def _in_passive(match: re.Match[str]) -> str:
    what = match["what"] if match["if"] else match["what"][0].upper() + match["what"][1:]
    who = re.sub("^(?:The|An?) ", lambda article: article[0].lower(), match["who"])
    verb = _PARTICIPLES[match["verb"]]
    return f"{match['if'] or ''}{what} were {verb} by {who}{match['rest']}{match['stop']}"


def opener(problem: Text, rng: Random) -> str | None:
    """The first statement is now supposed or known."""
    text, spans, question = problem.text, sentences(problem.text), asked(problem.text)
    if len(spans) < 2 or (question and spans[0].holds(question.start)) or _UNFIT.match(text):
        return None
    first = problem.tokens[0]
    if text[spans[0].end - 1] != "." or first.pos not in {"DET", "PRON", "NUM", "PROPN"}:
        return None
    opening = rng.choice(("Suppose that", "Assume that", "It is known that"))
    return f"{opening} {lowered(problem, text)}"


_UNFIT = re.compile(
    r"(?:If|Suppose|Let|Given|Assume|Consider|Find|In|On|At|Each)\b|A\b(?! [a-z]+)|\W"
)
_OWNS = r"(?:is(?! called| said)|was|has|had|sells|sold|bought|buys)"
_FIRST_ARTICLE = re.compile(rf"(An?|The) (?=([a-z])[a-z]*[^s\W] {_OWNS}\b)")


def article(problem: Text, rng: Random) -> str | None:
    """The first word is "the" instead of "a", or the other way round."""
    del rng
    match = _FIRST_ARTICLE.match(problem.text)
    if not match:
        return None
    new = "The" if match[1] != "The" else "An" if match[2] in "aeiou" else "A"
    return f"{new} {problem.text[match.end() :]}"
