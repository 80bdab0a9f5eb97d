"""Noun phrases by their tokens: number, case, capital letter, weight."""

from __future__ import annotations

from typing import NamedTuple

from scaning.inflection import lemmas
from scaning.lexicon import is_name as is_given_name
from scaning.noise.voice.verbs import Number
from scaning.parse import Text, Token

SUBJECT_CASE = {"me": "I", "him": "he", "her": "she", "us": "we", "them": "they", "whom": "who"}
OBJECT_CASE = {subject: other for other, subject in SUBJECT_CASE.items()} | {"i": "me"}

SINGULAR = frozenset(
    "he him she her it this that each everything something anything everyone everybody someone "
    "somebody one much who whom what".split()
)
PLURAL = frozenset(
    "you we us they them these those many few both several others all people".split()
)
# These agree with the noun after "of": "a third of the apples were", "20% of the milk was".
PARTS = frozenset(
    "half third thirds quarter quarters fourth fourths fifth fifths sixth sixths seventh sevenths "
    "eighth eighths ninth ninths tenth tenths % percent rest remainder majority most all some any "
    "lot lots plenty couple dozen dozens hundreds thousands".split()
)
# The same after "a", not after "the": "a total of 5 apples were", "the total of ... was".
SUMS = frozenset("total average maximum minimum number combination".split())
CURRENCY = frozenset("$ £ € ₹ rs rs. re usd".split())
MONEY = frozenset("dollar cent rupee paisa paise euro buck".split())
SYMBOLS = frozenset("kg g mg km m cm mm l ml lb lbs oz ft hr hrs min sec kwh".split())
# Nouns whose plural has no ending.
INVARIANT = frozenset(
    "fish sheep deer dozen pair hundred thousand million people shrimp salmon trout".split()
)
# "a platform 310 m long": the noun comes first.
EXTENTS = frozenset("long wide high tall deep thick".split())
SINGULAR_S = frozenset("mathematics maths physics news series gymnastics economics".split())
# Adverbs that belong to the subject that they follow.
WITH_SUBJECT = frozenset({"alone", "together"})
CLOSED = frozenset({"DET", "PRON", "ADP", "NUM", "SCONJ", "CCONJ", "AUX", "PART"})
# A longer noun phrase after "by" hides what follows it; 6 words keep "the owner of the book store".
LIGHT = 6


class Span(NamedTuple):
    """A range of tokens; false when it is empty."""

    start: int
    end: int

    def __bool__(self) -> bool:
        return self.start < self.end


def surface(text: Text, span: Span) -> str:
    """The text of a span as it stands."""
    if not span:
        return ""
    return text.text[text.tokens[span.start].start : text.tokens[span.end - 1].end].strip()


def subtree(text: Text, i: int) -> Span | None:
    """The range of a token and all below it; None where other words stand in between."""
    below = text.subtree(i)
    if below[-1] - below[0] + 1 != len(below):
        return None
    return Span(below[0], below[-1] + 1)


def heads(text: Text, span: Span) -> list[Token]:
    """The tokens of a span that are governed from outside it."""
    inside = text.tokens[span.start : span.end]
    tops = [t for t in inside if t.head == t.i or not span.start <= t.head < span.end]
    # In "gave her brother 5 pens" the parser may count the brother.
    if inside[-1].lower in EXTENTS:
        return tops[:1]
    return [t for t in tops if t.dep not in ("nummod", "prep")] or tops


def number_of(text: Text, span: Span) -> Number | None:
    """How a verb agrees with a noun phrase as its subject; None when unsure."""
    tops = heads(text, span)
    if text.tokens[span.start].lower in CURRENCY and all(
        t.lower in CURRENCY or t.pos == "NUM" or t.text == "." for t in tops
    ):
        return (
            None if any(t.lower in ("and", "or") for t in text.tokens[slice(*span)]) else "singular"
        )
    return _number(text, tops[0]) if len(tops) == 1 else None


def _number(text: Text, head: Token) -> Number | None:
    below = [text.tokens[i] for i in text.children[head.i]]
    if any(t.dep == "conj" for t in below):
        joined = _joined(text, head.i)
        return "plural" if joined and joined <= {"and", "&"} else None
    if any(t.dep == "appos" for t in below) and any(t.dep == "cc" for t in below):
        return None
    if head.pos == "PRON" or head.lower in ("all", "half", "many", "few", "several", "much"):
        if head.lower in ("i", "me"):
            return "first"
        whole = _whole(text, below)
        if whole and head.lower in PARTS:
            return _number(text, whole)
        return "singular" if head.lower in SINGULAR else "plural" if head.lower in PLURAL else None
    if any(t.lower in CURRENCY for t in below) or head.text[0] in "$£€₹":
        return "singular"
    if head.pos == "NUM" or head.lower in PARTS | SUMS:
        return _number_of_part(text, head, below)
    return _number_of_noun(head, below)


def _joined(text: Text, head: int) -> set[str]:
    """The conjunctions of "A, B and C", each of which may hang on the word before it."""
    below = [text.tokens[i] for i in text.children[head]]
    words = {t.lower for t in below if t.dep == "cc"}
    return words.union(*(_joined(text, t.i) for t in below if t.dep == "conj"))


def _whole(text: Text, below: list[Token]) -> Token | None:
    of = next((t for t in below if t.lower == "of"), None)
    if of is None:
        return None
    return next((text.tokens[i] for i in text.children[of.i] if text.tokens[i].dep == "pobj"), None)


def _number_of_part(text: Text, head: Token, below: list[Token]) -> Number | None:
    whole = _whole(text, below)
    is_count = head.pos == "NUM" and head.text.isalnum()
    if is_count:
        one = head.lower in ("1", "one") or any(t.lower in ("a", "an") for t in below)
        return "singular" if one else "plural"
    if head.lower in SUMS and not any(t.lower in ("a", "an", "same", "twice") for t in below):
        return "singular"
    if whole is not None:
        return _number(text, whole)
    if head.tag == "NNS" and head.lower != "%":
        return "plural"
    return "singular" if head.pos == "NUM" or head.lower in ("%", "percent", "rest") else None


def _number_of_noun(head: Token, below: list[Token]) -> Number | None:
    words = {t.lower for t in below if t.i < head.i}
    if head.tag == "NNS" and not words and is_name(head):
        return "singular"
    counts = [t for t in below if t.dep == "nummod" and t.lower not in ("1", "one", "half")]
    counted = bool(words & {"many", "several", "few", "both", "these", "those"} or counts)
    if head.tag in ("NNS", "NNPS"):
        one = words & {"each", "every", "this", "that", "much"}
        several = counts or words & {"few", "dozen", "hundred", "couple"}
        if one or (words & {"a", "an"} and not several):
            return None
        money = head.lemma in MONEY and counts and not words & {"the", "these", "those"}
        small = head.lower in SYMBOLS or head.lower in SINGULAR_S
        return "singular" if money or small else "plural"
    if head.tag not in ("NN", "NNP") and not is_letter_or_name(head):
        return None
    if counted:
        if head.lower in SYMBOLS:
            return "singular"
        return "plural" if head.lower in INVARIANT else None
    return "singular"


def in_case(text: Text, span: Span, case: dict[str, str]) -> str:
    """A noun phrase in another case, without the capital of a sentence's first word."""
    first, *rest = text.tokens[span.start : span.end]
    if first.tag in ("PRP", "WP") and all(t.lower in WITH_SUBJECT for t in rest):
        return " ".join([case.get(first.lower, first.lower), *(t.text for t in rest)])
    if first.tag == "PRP" and first.space and rest and rest[0].lower in ("and", "or"):
        others = surface(text, Span(span.start + 1, span.end))
        return f"{case.get(first.lower, first.lower)} {others}"
    return decapitalised(text, span)


def decapitalised(text: Text, span: Span) -> str:
    """The text of a span, for the middle of a sentence."""
    phrase = surface(text, span)
    first = text.tokens[span.start]
    if not _capital_of_sentence(text, first):
        return phrase
    return phrase[0].lower() + phrase[1:]


def _capital_of_sentence(text: Text, token: Token) -> bool:
    """True if the capital is there only because a sentence begins."""
    starts = text.sents[text.sentence_of[token.i]][0] == token.i
    if not starts or not token.text.istitle() or token.pos == "PROPN" or token.text == "I":
        return False
    if len(token.text) == 1:
        return token.dep == "det" and text.tokens[token.head].tag.startswith("NN")
    if token.pos in CLOSED:
        return True
    if token.tag == "NN" and token.dep == "nsubj" and not text.children[token.i]:
        # A thing that is counted has an article: "Chip takes notes" tells of a person.
        return any(t.text == token.lower for t in text.tokens)
    return not is_name(token)


def is_name(token: Token) -> bool:
    """True for a name, also where the parser takes "Niles" for a plural or "Rose" for a verb."""
    if token.pos == "PROPN":
        return True
    if not token.text.istitle() or len(token.text) == 1 or token.pos in CLOSED:
        return False
    nation = token.pos == "ADJ" and token.lower.endswith(("ican", "ian", "ese"))
    return nation or is_given_name(token.lower) or not lemmas(token.lower)


def is_letter_or_name(token: Token) -> bool:
    """True for "Bob" and for the "B" of "A and B"."""
    return token.pos == "PROPN" or (len(token.text) == 1 and token.text.isupper())


def capitalised(phrase: str) -> str:
    """A phrase for the start of a sentence; a variable or unit of one letter stays as it is."""
    word = phrase.split(" ", 1)[0]
    if word != word.lower() or (len(word) == 1 and word != "a"):
        return phrase
    return phrase[:1].upper() + phrase[1:]


def is_heavy(text: Text, span: Span) -> bool:
    """True if words after the noun phrase would be read as a part of it."""
    tokens = text.tokens[span.start : span.end]
    listed = any(t.dep == "conj" for t in tokens)
    if (len(tokens) > LIGHT or any(t.text == "," for t in tokens)) and not listed:
        return True
    return any(t.pos in ("VERB", "AUX") and t.dep in ("acl", "relcl") for t in tokens) or any(
        t.dep == "prep" and t.lower != "of" for t in tokens
    )


def is_actor(text: Text, span: Span) -> bool:
    """True for a name, a personal pronoun or "her brother": somebody who does something."""
    tokens = text.tokens[span.start : span.end]
    if all(t.pos == "PROPN" for t in tokens) or (len(tokens) == 1 and tokens[0].tag == "PRP"):
        return True
    *owner, thing = tokens
    owned = bool(owner) and (owner[0].tag == "PRP$" or owner[-1].tag == "POS")
    return owned and thing.tag == "NN" and len(tokens) < 4
