"""What a problem asks for: the kind of answer, the thing asked about, and how many questions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from scaning.facts.units import unit_mentions
from scaning.parse import Text, Token

_ASKING = frozenset("what which who whom whose when where why how".split())
_IMPERATIVES = frozenset(
    "find calculate determine compute evaluate solve estimate state tell express simplify write "
    "work give prove show count".split()
)
# What kind of answer a noun asks for.
_ANSWERS: Mapping[str, str] = {
    word: answer
    for answer, words in {
        "length": "distance length height width breadth depth perimeter circumference radius "
        "diameter far long tall high deep wide side diagonal hypotenuse altitude",
        "time": "time duration hour minute second day week month year long late soon clock",
        "age": "age old young",
        "money": "price cost money salary income wage profit loss revenue expense expenditure "
        "investment capital sum bill tax rent fare share saving earnings amount worth "
        "value charge fee interest principal discount debt change budget pay payment "
        "dollar rupee cent pound euro",
        "speed": "speed rate velocity pace fast slow",
        "mass": "weight mass heavy",
        "share": "percent percentage % rate",
        "ratio": "ratio proportion fraction part",
        "probability": "probability chance likelihood odds",
        "area": "area",
        "volume": "volume capacity",
        "angle": "angle measure",
        "temperature": "temperature warm cold hot",
        "count": "number many times way total quantity",
    }.items()
    for word in words.split()
}
_ALSO: Mapping[str, frozenset[str]] = {
    "long": frozenset({"length", "time"}),
    "rate": frozenset({"speed", "share"}),
    "time": frozenset({"time"}),
    "amount": frozenset({"money", "count", "volume", "mass"}),
    "total": frozenset({"money", "count"}),
    "sum": frozenset({"money", "count"}),
    "value": frozenset({"money", "count"}),
    "share": frozenset({"money", "share", "ratio"}),
    "quantity": frozenset({"count", "volume", "mass"}),
    "capacity": frozenset({"volume", "count"}),
    "part": frozenset({"ratio", "share"}),
    "fraction": frozenset({"ratio", "share"}),
    "profit": frozenset({"money", "share"}),
    "loss": frozenset({"money", "share"}),
    "discount": frozenset({"money", "share"}),
    "interest": frozenset({"money", "share"}),
    "times": frozenset({"count", "ratio"}),
    "change": frozenset({"money", "share"}),
    "measure": frozenset({"angle", "length"}),
    "side": frozenset({"length"}),
    "chance": frozenset({"probability", "share"}),
    "percentage": frozenset({"share", "probability"}),
    "percent": frozenset({"share", "probability"}),
}
_DIMENSIONS: Mapping[str, str] = {
    "length": "length", "time": "time", "speed": "speed", "mass": "mass", "share": "share",
    "area": "area", "volume": "volume", "angle": "angle", "temperature": "temperature",
}  # fmt: skip
_CLAUSE_ENDS = frozenset("if when given assuming suppose provided".split())


class Question(NamedTuple):
    """One question: its token range, the answers it allows and the noun it asks for."""

    start: int
    end: int
    wh: str
    answers: frozenset[str]
    target: int


def questions(text: Text) -> tuple[Question, ...]:
    """The questions and tasks of a text in order; the last sentence when none is marked."""
    found = [q for n in range(len(text.sents)) if (q := _question_of(text, n)) is not None]
    if any(q.wh != "whether" for q in found):
        # A sentence that only ends in "?" is the tail of another that the parser cut in two.
        found = [q for q in found if q.wh != "whether" or text.tokens[q.start].pos == "AUX"]
    if found or not text.sents:
        return tuple(found)
    start, end = text.sents[-1]
    return (_question(text, start, end, ""),)


def _question_of(text: Text, sentence: int) -> Question | None:
    start, end = text.sents[sentence]
    tokens = text.tokens[start:end]
    marked = any(t.text == "?" for t in tokens)
    for token in tokens:
        if token.lower in _ASKING and _asks(text, token, marked):
            begin = token.i
            if begin > start and text.tokens[begin - 1].pos == "ADP":
                begin -= 1
            return _question(text, begin, _clause_end(text, token.i, end), token.lower)
        if token.lower in _IMPERATIVES and _commands(text, token, start):
            return _question(text, token.i, _clause_end(text, token.i, end), "find")
    if marked:
        return _question(text, start, end, "whether")
    return None


def _asks(text: Text, token: Token, marked: bool) -> bool:
    """Is a wh-word a question here, not a relative clause or a time clause?"""
    tokens = text.tokens
    before = tokens[token.i - 1] if token.i else None
    if token.lower in {"how", "what"}:
        # "Of what she earns", "what remained" name a thing; "by what percent" asks.
        after = tokens[token.i + 1] if token.i + 1 < len(tokens) else None
        names = after is not None and after.pos not in {"NOUN", "ADJ", "ADV"} and after.text != "%"
        led_in = before is not None and before.pos == "ADP" and names and not _opens(text, before)
        told = text.tokens[token.head].lemma in _IMPERATIVES or _opens(text, token)
        return not led_in and (marked or told or token.lower == "how")
    if token.lower in {"when", "where", "who", "which", "whose", "whom", "why"}:
        first = before is None or before.text in {".", "?", "!", ",", ":"} or before.pos == "ADP"
        if token.lower in {"when", "where"}:
            after = tokens[token.i + 1] if token.i + 1 < len(tokens) else None
            return marked and bool(after and after.pos == "AUX")
        return marked and first and not _is_relative(text, token)
    return False


def _opens(text: Text, token: Token) -> bool:
    """Does a token open its sentence or a part of it?"""
    before = text.tokens[token.i - 1] if token.i else None
    return (
        before is None
        or before.pos == "PUNCT"
        or token.i == text.sents[text.sentence_of[token.i]][0]
    )


def _is_relative(text: Text, token: Token) -> bool:
    """Does a wh-word stand inside a relative clause, below a noun?"""
    node = token
    for _ in range(6):
        if node.dep == "relcl":
            return True
        if node.head == node.i:
            return False
        node = text.tokens[node.head]
    return False


def _commands(text: Text, token: Token, start: int) -> bool:
    if token.i == start:
        return token.tag in {"VB", "VBP", "NNP", "NN", "UH"} or token.pos in {"VERB", "AUX"}
    before = text.tokens[token.i - 1]
    if token.text.istitle():
        # A sentence that the parser did not see begin.
        return True
    return token.tag.startswith("VB") and before.text in {",", "then", ":", "and", ")", ";"}


def _clause_end(text: Text, i: int, end: int) -> int:
    """Where the question ends: its condition, if it follows, is not a part of it."""
    for token in text.tokens[i + 2 : end]:
        if token.text == "?":
            return token.i
        if token.lower in _CLAUSE_ENDS and token.dep in {"mark", "advmod", "prep", "advcl"}:
            return token.i
    return end


def _question(text: Text, start: int, end: int, wh: str) -> Question:
    target, word = _target(text, start, end, wh)
    target = _counted(text, target, end)
    answers = _answers(text, target, word, start, end)
    return Question(start, end, wh, answers, target)


def _target(text: Text, start: int, end: int, wh: str) -> tuple[int, str]:
    """The noun, or the adjective after "how", that the answer fills in."""
    tokens = text.tokens[start:end]
    asking = next((t for t in tokens if t.lower == wh), None)
    if asking is not None and wh == "how":
        after = [t for t in tokens if t.i > asking.i][:1]
        if after and after[0].lower in {"many", "much"}:
            noun = _next_noun(text, after[0].i + 1, end)
            return noun, after[0].lower
        return -1, after[0].lower if after else ""
    if asking is not None and wh in {"what", "which"}:
        after = [t for t in tokens if t.i > asking.i][:1]
        if after and after[0].pos in {"AUX", "VERB"}:
            return _head_noun(text, after[0].i + 1, end), ""
        return _next_noun(text, asking.i + 1, end), ""
    return _head_noun(text, start + 1 if wh == "find" else start, end), ""


def _counted(text: Text, target: int, end: int) -> int:
    """What "the number of hours" asks for: the hours."""
    if target >= 0 and text.tokens[target].lemma in {"number", "amount", "no", "piece"}:
        following = text.tokens[target + 1 : target + 2]
        if following and following[0].lower == "of":
            noun = _next_noun(text, target + 2, end)
            measure = noun >= 0 and text.tokens[noun].lemma in _ANSWERS
            piece = text.tokens[target].lemma == "piece"
            return target if noun < 0 or (piece and measure) else noun
    return target


def _next_noun(text: Text, start: int, end: int) -> int:
    """The head of the noun phrase that begins at `start`, or -1 when a verb comes first."""
    last = -1
    for token in text.tokens[start:end]:
        if token.pos in {"NOUN", "PROPN"} or token.text == "%":
            last = token.i
        elif last >= 0 or token.pos not in {"ADJ", "DET", "NUM", "ADV", "PUNCT", "X"}:
            break
    return last


def _head_noun(text: Text, start: int, end: int) -> int:
    """The first noun that is not a modifier of another: "the total cost of 5 pens" gives cost."""
    for token in text.tokens[start:end]:
        if token.pos in {"NOUN", "PROPN"}:
            return _next_noun(text, token.i, end)
    return -1


def _answers(text: Text, target: int, word: str, start: int, end: int) -> frozenset[str]:
    if target >= 0:
        token = text.tokens[target]
        following = text.tokens[target + 1 : target + 2]
        if token.lemma == "year" and following and following[0].lower in {"old", "of"}:
            return frozenset({"age"})
        for mention in unit_mentions(token.text):
            dimension = mention.unit.dimension
            return frozenset({"money" if dimension.startswith("money") else dimension})
        for key in (token.lower, token.lemma):
            if key in _ANSWERS:
                return _ALSO.get(key, frozenset({_ANSWERS[key]}))
        return frozenset({"count"}) if word == "many" else frozenset()
    if word == "much":
        return _much(text, start, end)
    if word == "long":
        return _long(text, start, end)
    return _ALSO.get(word, frozenset({_ANSWERS[word]})) if word in _ANSWERS else frozenset()


def _long(text: Text, start: int, end: int) -> frozenset[str]:
    """Whether "how long" asks for a time or a length: the verb tells."""
    verbs = [t for t in text.tokens[start:end] if t.pos in {"VERB", "AUX"}]
    lasting = {"take", "last", "wait", "need", "spend"}
    if any(t.lemma in lasting for t in verbs) or any(
        t.lower.endswith("ing") for t in text.tokens[start:end]
    ):
        return frozenset({"time"})
    if any(t.lemma in _LASTING for t in text.tokens[start:end]):
        return frozenset({"time", "length"})
    if verbs and all(t.lemma in {"be", "will", "can"} for t in verbs):
        return frozenset({"length"})
    return frozenset({"time", "length"})


# What is as long as it takes.
_LASTING = frozenset(
    "journey trip flight ride drive walk race film movie show concert song play game match break "
    "lesson class course meeting party visit stay shift day night week month year period session "
    "interview call video tour voyage delay wait".split()
)


def _much(text: Text, start: int, end: int) -> frozenset[str]:
    """What "how much" without a noun asks for: the verb tells."""
    verbs = {t.lemma for t in text.tokens[start:end] if t.pos in {"VERB", "AUX"}}
    if verbs & {
        "cost",
        "pay",
        "spend",
        "earn",
        "charge",
        "save",
        "owe",
        "receive",
        "sell",
        "buy",
        "donate",
    }:
        return frozenset({"money"})
    if "weigh" in verbs:
        return frozenset({"mass"})
    return frozenset()
