"""What follows a verb in the active: particle, recipient, object, second side, and the rest."""

from __future__ import annotations

from typing import NamedTuple

from scaning.noise.voice.clauses import Clause
from scaning.noise.voice.nounphrases import EXTENTS, PARTS, Span, is_actor, subtree
from scaning.noise.voice.verbs import DO, HAVE, PREPOSITION, RECIPIENT_FIRST
from scaning.parse import Text, Token

# Dependents that change what the object of a verb is, or that it is passive already.
COMPLEMENTS = frozenset(
    "ccomp xcomp oprd acomp attr expl csubj csubjpass parataxis dep meta intj preconj agent "
    "nsubjpass auxpass".split()
)
# "needs 5 eggs to bake a cake": with these an infinitive is a purpose.
WITH_PURPOSE = frozenset("need use require buy purchase order collect save borrow hire".split())
# "puts 3 pens in the box", "fills the tank with water": the phrase belongs to the verb.
COMPLETING = {
    **dict.fromkeys(
        "put place plant invest deposit store keep pack arrange hang pour drop throw stack park "
        "bury hide insert load lay stick sew set".split(),
        frozenset({"in", "on", "under", "over"}),
    ),
    **dict.fromkeys("mix fill replace combine".split(), frozenset({"with"})),
    **dict.fromkeys("spend waste".split(), frozenset({"on"})),
    **dict.fromkeys("divide split distribute share".split(), frozenset({"among", "between"})),
    **dict.fromkeys("give sell lend pay send donate hand deliver return".split(), frozenset[str]()),
}
OF_THE_VERB = frozenset(
    "at for from into onto during until since before after within without as".split()
)
# "an increase in sales from last year"
WITH_FROM = frozenset("increase decrease reduction rise drop distance change difference".split())
TIMES = frozenset(
    "second minute hour day week month year decade night time monday tuesday wednesday thursday "
    "friday saturday sunday january february march april may june july august september october "
    "november december morning afternoon evening noon weekend summer winter spring autumn total "
    "all season today date birthday".split()
)
# "brings 5 fish home", "carries the boxes back".
ADVERBIAL_PARTICLES = frozenset({"home", "away", "back"})
# "than twice the number of Bob's pens": a quantity, not somebody who does the same.
COUNTS = frozenset("half twice double triple number amount total times third quarter".split())


class Objects(NamedTuple):
    """The parts in the order of the text; `compared` is "than Bob" of "3 more pens than Bob"."""

    particle: str
    recipient: Span
    object: Span
    compared: Span
    tail: Span


def read_objects(text: Text, clause: Clause) -> Objects | None:
    """The parts that follow the verb of a clause; None if they do not follow each other."""
    below = [text.tokens[i] for i in text.children[clause.verb]]
    if any(_is_complement(text, clause, t) for t in below):
        return None
    direct, dative = _heads(text, clause, [t for t in below if clause.verb < t.i < clause.end])
    if len(direct) > 1 or len(dative) > 1 or not (direct or _asks_for_object(text, clause)):
        return None
    i = clause.verb + 1
    particle = _particle(text, clause, i)
    recipient = _phrase_at(text, dative, i + bool(particle))
    what = _phrase_at(text, direct, recipient.end) if recipient is not None else None
    if recipient is None or what is None or what.end > clause.end:
        return None
    i = what.end
    if direct:
        if not recipient and not _is_rupees(text, what.start):
            recipient, what = _misread_recipient(text, clause, what)
        what = _extended(text, trimmed(text, clause, what, direct[0]))
        after = "" if particle else _particle(text, clause, what.end)
        particle, i = particle or after, what.end + bool(after)
    else:
        what = clause.asked
    whole = Objects(particle, recipient, what, Span(i, i), Span(i, clause.end))
    objects = _compared(text, clause, whole)
    return objects if objects is not None and objects.object else None


def _heads(text: Text, clause: Clause, right: list[Token]) -> tuple[list[int], list[int]]:
    """The heads of the direct and of the indirect objects among the dependents of a verb."""
    direct = [t.i for t in right if t.dep == "dobj" and not is_adverbial(text, t)]
    if not direct:
        # "20% of the milk" is often taken for an adverbial.
        direct = [t.i for t in right if t.lower in ("%", "percent") and _has_whole(text, t)]
    if len(direct) == 3 and _is_rupees(text, direct[0]):
        direct = direct[:1]
    dative = [t.i for t in right if t.dep == "dative" and t.pos != "ADP"]
    if len(direct) == 2 and not dative and _is_recipient(text, clause, direct[0]):
        return direct[1:], direct[:1]
    return direct, dative


def is_adverbial(text: Text, token: Token) -> bool:
    """True for "in all" and "each day", which the parser may take for objects."""
    first = text.tokens[text.subtree(token.i)[0]]
    if first.lower == "total":
        return True
    is_time = token.lemma.lower() in TIMES and first.lower in ("each", "every", "last", "next")
    return is_time or text.tokens[first.i - 1].dep == "prep"


def takes_recipient(clause: Clause) -> bool:
    """True for a verb such as "give", with two objects."""
    return clause.group.lemma in PREPOSITION or clause.group.lemma in RECIPIENT_FIRST


def _has_whole(text: Text, token: Token) -> bool:
    return any(text.tokens[i].lower == "of" for i in text.children[token.i])


def _is_recipient(text: Text, clause: Clause, i: int) -> bool:
    span = subtree(text, i)
    if span is None or not takes_recipient(clause):
        return False
    return is_actor(text, span) or text.tokens[span.start].lower in ("each", "every")


def _is_complement(text: Text, clause: Clause, token: Token) -> bool:
    if token.dep == "xcomp" and clause.group.lemma in WITH_PURPOSE:
        # "How many pens does Ann need to buy": the pens are what she buys.
        has_own = any(i > token.i and text.tokens[i].dep == "dobj" for i in text.children[token.i])
        return text.tokens[token.i - 1].lower != "to" or (bool(clause.asked) and not has_own)
    return token.dep in COMPLEMENTS


def _particle(text: Text, clause: Clause, i: int) -> str:
    if i >= clause.end:
        return ""
    token = text.tokens[i]
    if token.dep == "prt" or token.tag == "RP" or token.lower in ADVERBIAL_PARTICLES:
        return token.text
    return ""


def _asks_for_object(text: Text, clause: Clause) -> bool:
    """True for "How many pens", "What": not for "When" or "In how many days"."""
    asked = text.tokens[clause.asked.start : clause.asked.end]
    if not asked:
        return False
    if asked[0].lower == "how":
        return len(asked) > 1 and asked[1].lower in ("many", "much")
    return asked[0].lower in ("what", "which", "who", "whom")


def _phrase_at(text: Text, tops: list[int], i: int) -> Span | None:
    """The phrase of the one head in `tops` if it begins at `i`; an empty one for no head."""
    if not tops:
        return Span(i, i)
    if _is_rupees(text, i):
        return Span(i, i + 3)
    span = subtree(text, tops[0])
    return span if span is not None and span.start == i else None


def _misread_recipient(text: Text, clause: Clause, span: Span) -> tuple[Span, Span]:
    """The "Bob" and "3 pens" of "gave Bob 3 pens", which the parser may take for one phrase."""
    inside = text.tokens[span.start + 1 : span.end - 1]
    i = next((t.i for t in inside if t.pos == "NUM" or t.lower in ("a", "an", "some")), span.start)
    nobody = Span(span.start, span.start), span
    if i == span.start or not takes_recipient(clause):
        return nobody
    before, after = text.tokens[i - 1], text.tokens[i + 1]
    named = before.tag[:2] in ("NN", "PR") and before.tag != "PRP$" and before.lower not in PARTS
    if not named or after.lemma in TIMES:
        return nobody
    return Span(span.start, i), Span(i, span.end)


def _extended(text: Text, span: Span) -> Span:
    """The object with what the parser leaves to the verb: "310 m long", "with 12 floors each"."""
    after = text.tokens[span.end : span.end + 3]
    if len(after) == 3 and after[0].pos == "NUM" and after[2].lower in EXTENTS:
        return Span(span.start, span.end + 3)
    if after and after[0].lower == "with":
        phrase = subtree(text, after[0].i)
        if phrase is not None and text.tokens[phrase.end - 1].lower == "each":
            return Span(span.start, phrase.end)
    return span


def _is_rupees(text: Text, i: int) -> bool:
    """True at "Rs. 500", whose parts the parser does not join."""
    sign, *number = text.tokens[i : i + 3]
    return sign.lower == "rs" and [t.pos == "NUM" for t in number] == [False, True]


def trimmed(text: Text, clause: Clause, span: Span, head: int) -> Span:
    """A noun phrase without the phrases at its end that the parser should have left to the verb."""
    node, deep = head, False
    while right := _right(text, node, span):
        last = text.tokens[right[-1]]
        if _belongs_to_verb(text, clause, last, deep=deep) and not _is_repeated(text, span, last):
            start = text.subtree(last.i)[0]
            shorter = Span(span.start, start - (text.tokens[start - 1].text == ","))
            return trimmed(text, clause, shorter, head)
        if last.dep not in ("conj", "pobj", "prep"):
            return span
        node, deep = last.i, deep or last.dep == "pobj"
    return span


def _is_repeated(text: Text, span: Span, token: Token) -> bool:
    """True for the second "on" of "2 eggs on weekdays and 3 eggs on weekends"."""
    same = [t for t in text.tokens[span.start : span.end] if t.lower == token.lower]
    return token.dep == "prep" and len(same) > 1


def _right(text: Text, node: int, span: Span) -> list[int]:
    return [i for i in text.children[node] if node < i < span.end and text.tokens[i].dep != "punct"]


def _belongs_to_verb(text: Text, clause: Clause, token: Token, *, deep: bool) -> bool:
    """True for a dependent that says when, where or for what; `deep` ones are rarely the verb's."""
    if deep and token.lower not in ("for", "as", "at") and not _is_time(text, token):
        # "the average of his points from three games"
        return False
    below = [text.tokens[i] for i in text.subtree(token.i)]
    if token.dep == "prt" or token.lower in ADVERBIAL_PARTICLES:
        return True
    if token.dep in ("acl", "relcl"):
        return below[0].tag == "TO" or below[0].lower == "investing"
    if token.dep in ("advmod", "amod"):
        return token.lower.endswith("ly")
    if token.dep in ("npadvmod", "appos"):
        return below[0].lower in ("each", "every") and token.lemma in TIMES
    if token.dep != "prep":
        return False
    if token.lower == "from" and text.tokens[token.head].lemma in WITH_FROM:
        return False
    if token.lower in OF_THE_VERB:
        return not _compares(text, clause.verb, clause.verb, token)
    if token.lower not in ("in", "on", "to", "with", "among", "between", "under", "over"):
        return False
    completes = clause.group.lemma in COMPLETING and (
        token.lower == "to" or token.lower in COMPLETING[clause.group.lemma]
    )
    # "planted 5 trees in her garden": after "by Ann" it is clear who "her" is.
    named = text.tokens[clause.subject.start].tag != "PRP"
    owned = named and any(t.tag == "PRP$" for t in below)
    return _is_time(text, token) or owned or completes


def _is_time(text: Text, preposition: Token) -> bool:
    """True for "on Monday", "in 5 days"."""
    return any(text.tokens[i].lemma.lower() in TIMES for i in text.children[preposition.i])


def _compared(text: Text, clause: Clause, objects: Objects) -> Objects | None:
    """Splits off "than Bob"; None for a comparison whose second side is not clear."""
    start = min(objects.object.start, objects.tail.start)
    markers = [t for t in text.tokens[start : clause.end] if _compares(text, clause.verb, start, t)]
    if not markers:
        return objects
    at = markers[0].i
    if len(markers) > 1 or text.tokens[at - 1].lower in ("many", "much"):
        return None
    inside = objects.object.start <= at < objects.object.end
    end = objects.object.end if inside else clause.end
    words = text.tokens[at + 1 : end]
    if inside and words and _is_count(words):
        return objects
    if words and (words[-1].lower in DO or words[-1].lower in HAVE):
        words = words[:-1]
    if not words or not is_actor(text, clause.subject):
        return None
    side = Span(words[0].i, words[-1].i + 1)
    if not is_actor(text, side):
        return None
    compared = Span(at, side.end)
    if inside:
        return objects._replace(object=Span(objects.object.start, at), compared=compared)
    return objects._replace(tail=Span(objects.tail.start, at), compared=compared)


def _compares(text: Text, verb: int, start: int, token: Token) -> bool:
    if token.dep in ("quantmod", "advmod") or is_nested(text, verb, token):
        return False
    if token.lower == "than":
        return True
    before = {t.lower for t in text.tokens[start : token.i]}
    return token.lower == "as" and bool(before & {"as", "same"})


def is_nested(text: Text, verb: int, token: Token) -> bool:
    """True in "while Bob bought 3 more than Ann": it belongs to another verb."""
    above = text.tokens[token.head]
    if token.dep == "mark":
        above = text.tokens[above.head]
    while above.i != verb and above.head != above.i:
        if above.pos in ("VERB", "AUX"):
            return True
        above = text.tokens[above.head]
    return False


def _is_count(words: tuple[Token, ...]) -> bool:
    plain = len(words) < 3 and words[-1].tag == "NNS" and words[0].tag in ("NNS", "JJ", "NN")
    return plain or any(t.pos == "NUM" or t.lower in COUNTS for t in words)
