"""Two sentences in one, one in two, and whom a pronoun stands for."""

from __future__ import annotations

from collections.abc import Iterator

from scaning.lexicon import gender, is_name, is_person_noun
from scaning.parse import Text, Token
from scaning.rewrite.changes import Change, Edit
from scaning.rewrite.parts import balanced, has_word, raised, said

_SHORT = 14
_GENDER = {"he": "male", "she": "female"}
_OTHER_PERSONS = frozenset({"him", "his"}), frozenset({"her", "hers"})
# A sentence with one of these leans on its neighbours.
_TIED = frozenset(
    "if then also but however so therefore after before when while because since suppose each both "
    "respectively another other ; :".split()
)


def joins(text: Text) -> Iterator[Change]:
    """Sentences joined and parted; the name for a pronoun where only one person is spoken of."""
    for (start, middle), (_, stop) in zip(text.sents, text.sents[1:], strict=False):
        yield from _joined(text, start, middle, stop)
    for start, stop in text.sents:
        yield from _parted(text, start, stop)
    yield from _named(text)


def _joined(text: Text, start: int, middle: int, stop: int) -> Iterator[Change]:
    """As in “Ann has 3 pens. She buys 2 pens.” → “Ann has 3 pens and buys 2 pens.”."""
    tokens = text.tokens
    if max(middle - start, stop - middle) > _SHORT or min(middle - start, stop - middle) < 5:
        return
    if tokens[middle - 1].text != "." or tokens[stop - 1].text != ".":
        return
    if has_word(text, start, stop, _TIED | {",", "and", "or"}):
        return
    first, second = _root(text, start, middle), _root(text, middle, stop)
    who = tokens[middle]
    if first is None or second is None or who.lower not in ("he", "she", "they", "it"):
        return
    same = tokens[start].lower == who.lower or _may_be(text, start, middle, who)
    if not same or second.i != middle + 1 or first.i != start + 1 or first.tag != second.tag:
        return
    between = text.text[tokens[middle - 1].end : who.start]
    if "\n" not in between:
        edit = Edit(tokens[middle - 1].start, who.end, " and")
        yield Change("shuffle", "join-and", (edit,))


def _may_be(text: Text, start: int, middle: int, who: Token) -> bool:
    """Is the subject that begins a sentence the only one whom a pronoun after it can mean?"""
    first, wanted = text.tokens[start], _GENDER.get(who.lower)
    alone = not any(_is_person(t) for t in text.tokens[start + 1 : middle])
    return alone and is_name(first.text) and gender(first.text) == wanted is not None


def _is_person(token: Token) -> bool:
    noun = token.tag == "NN" and token.pos == "NOUN" and is_person_noun(token.lemma.lower())
    return token.pos == "PROPN" or noun


def _parted(text: Text, start: int, stop: int) -> Iterator[Change]:
    """As in “Ann has 3 pens, and Ben has 5.” → “Ann has 3 pens. Ben has 5.”."""
    tokens, root = text.tokens, _root(text, start, stop)
    if root is None or tokens[stop - 1].text != "." or not balanced(said(text, start, stop)):
        return
    if has_word(text, start, stop, _TIED) or not _has_subject(text, root):
        return
    other = [tokens[i] for i in text.children[root.i] if tokens[i].dep == "conj" and i > root.i]
    if len(other) != 1 or other[0].pos != "VERB" or other[0].tag not in ("VBZ", "VBP", "VBD"):
        return
    joint = next(
        (t for t in tokens[root.i : other[0].i] if t.lower == "and" and t.dep == "cc"), None
    )
    if joint is None or joint.head != root.i or not _has_subject(text, other[0], joint.i + 1):
        return
    comma = tokens[joint.i - 1]
    begin = comma.start if comma.text == "," else comma.end
    following = tokens[joint.i + 1]
    new = ". " + raised(following.text)
    yield Change("shuffle", "part-and", (Edit(begin, following.end, new),))


def _root(text: Text, start: int, stop: int) -> Token | None:
    root = next((t for t in text.tokens[start:stop] if t.dep == "ROOT"), None)
    if root is None or root.pos not in ("VERB", "AUX") or root.tag not in ("VBZ", "VBP", "VBD"):
        return None
    return root


def _has_subject(text: Text, verb: Token, at: int | None = None) -> bool:
    """Has the verb a subject of its own, one that begins at a token if that is asked?"""
    return any(
        text.tokens[i].dep in ("nsubj", "expl") and (at is None or text.subtree(i)[0] == at)
        for i in text.children[verb.i]
    )


def _person(text: Text) -> str:
    """The one person of a text, where nobody else can be meant by "he" or "she"; else ""."""
    names = {t.text for t in text.tokens if t.pos == "PROPN" and is_name(t.text)}
    others = any(t.pos == "PROPN" and t.text not in names for t in text.tokens)
    # "He gave 3 pens to his friend": who acts stays the same.
    nouns = any(
        _is_person(t)
        and t.pos == "NOUN"
        and (
            t.dep.startswith("nsubj")
            or not any(text.tokens[i].dep == "poss" for i in text.children[t.i])
        )
        for t in text.tokens
    )
    said_of = {_GENDER[t.lower] for t in text.tokens if t.lower in _GENDER}
    if len(names) != 1 or others or nouns or len(said_of) != 1:
        return ""
    (name,), (wanted,) = names, said_of
    return name if gender(name) in {wanted, "either"} else ""


def _named(text: Text) -> Iterator[Change]:
    """As in “How many pens does she have?” → “How many pens does Ann have?”, once at a time."""
    person = _person(text)
    for start, stop in text.sents:
        own = [t for t in text.tokens[start:stop] if t.lower in _GENDER and t.dep == "nsubj"]
        if not person or not own or any(t.text == person for t in text.tokens[start:stop]):
            continue
        first = own[0]
        if not has_word(text, start, first.i, _OTHER_PERSONS[0] | _OTHER_PERSONS[1]):
            yield Change("fix", "name-for-pronoun", (Edit(first.start, first.end, person),))
