"""Words for words: a word and all its other forms in the text become another word.

Only words that a teacher would not notice: the substitutes of the lexicon that fit their place,
and of those the ones below, chosen by reading them in problems.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import lru_cache

from scaning.inflection import POS_OF_TAG, lemmas
from scaning.lexicon import antonyms, is_name, is_person_noun
from scaning.noise.protect import protected, says_amount
from scaning.parse import Text, Token
from scaning.rewrite.changes import Change, Edit
from scaning.rewrite.places import may_become, may_change
from scaning.synonyms import Embedded, fitted

_TABLE = """
    additional extra   allow permit   also additionally   amount quantity   annual yearly
    annually yearly   article item   assign allocate   assume suppose   bake make
    begin start commence   beginning start   build construct   buy purchase
    calculate compute determine   car automobile   certain particular specific   change alter
    child kid   choose pick select   cloth fabric
    company firm corporation   complete finish   completely fully   compute calculate
    consecutive successive   construct build   contain hold   contest competition   cost price
    cover travel   create make   current present   currently now   customer buyer client
    dad father   decide choose   defective faulty   denote represent   determine find
    different distinct   divide split   doctor physician   drink consume   earn make   eat consume
    employee worker   end finish   entire whole   exact precise   exam examination
    examination exam   expense expenditure   extra additional   family household   father dad
    film movie   find determine calculate   finish complete   friend companion   gas gasoline
    gather collect   get receive obtain   gift present   give hand   hand give   have own
    house home   incorrect wrong   initial original   item article   job task   journey trip
    kid child   kind type   lady woman   large big   later afterwards   make earn prepare
    man gentleman   mix blend   mom mother   mother mom   movie film   need require   normal usual
    now currently   obtain get acquire   often frequently   original initial   own possess
    parcel package   particular certain specific   passenger traveler   photo picture   pick choose
    picture photo   plan intend   present current   price cost   probability likelihood chance
    produce make   purchase buy   put place   receive obtain   require need   salary wage pay
    same identical   scientist researcher   select choose pick   shop store   shopkeeper merchant
    soda pop   start begin   store shop   student pupil learner   suppose assume   task job
    teacher instructor   test exam   therefore thus   toss flip   trader merchant dealer
    try attempt   type kind   use utilize   usual normal   want wish desire   whole entire
    woman lady   work job task   worker laborer   wrong incorrect
"""
# What is always the same few words, and reads as well the other way round.
_PHRASES = """
    altogether = in total   in total = altogether   at present = currently
    currently = at present   approximately = about   exactly = precisely   equally = evenly
    evenly = equally   in order to = to   because of = due to   due to = because of
    at the same time = simultaneously   simultaneously = at the same time   bike = bicycle
    bicycle = bike   an additional = another   a day = per day   per day = a day
    per week = a week   per month = a month   per hour = an hour   each day = every day
    every day = each day   each month = every month   each week = every week
    every week = each week   each year = every year   every year = each year
    every month = each month   per year = a year   what percent of = what percentage of
    what percentage of = what percent of   is able to = can   are able to = can
    the rest of = the remainder of   along with = together with   together with = along with
    at the rate of = at a rate of   at a rate of = at the rate of   initially = at first
    at first = initially   one another = each other   each other = one another
    immediately = at once   in all = in total   has to = must   have to = must
    is going to = will   are going to = will   at random = randomly   randomly = at random
    years old = years of age   is equal to = equals   per annum = per year
    in the ratio of = in the ratio   one-third of = a third of   one-half of = half of
    half of the = half the   so far = up to now
"""


def _table() -> Mapping[str, frozenset[str]]:
    found = {}
    for entry in re.split(r"\s{2,}|\n", _TABLE):
        if entry.strip():
            lemma, *words = entry.split()
            found[lemma] = frozenset(words)
    return found


def _phrases() -> Mapping[str, str]:
    pairs = (entry.split(" = ") for entry in re.split(r"\s{2,}|\n", _PHRASES) if entry.strip())
    return {old: new for old, new in pairs if old != new}


SAFE = _table()
PHRASES = _phrases()
_PHRASE = re.compile(
    r"(?<![\w-])("
    + "|".join(sorted(map(re.escape, PHRASES), key=len, reverse=True))
    + r")(?![\w-])",
    re.IGNORECASE,
)


def other_words(text: Text) -> Iterator[Change]:
    """Every word that another one may stand for, with each of them."""
    marked = {token.start: token.ent for token in protected(text, whole=False).tokens}
    forms: defaultdict[tuple[str, str], list[Token]] = defaultdict(list)
    for token in text.tokens:
        forms[token.lemma, token.pos].append(token)
    taken = {token.lower for token in text.tokens} | {token.lemma for token in text.tokens}
    for same in forms.values():
        token = same[0]
        if token.lemma not in SAFE or any(_is_kept(marked, one, text) for one in same):
            continue
        for word, _ in _source().candidates(token, text):
            base = _base(word, token)
            if base not in SAFE[token.lemma] or not _fits(word, token, taken):
                continue
            if base == "own" and not all(_is_of_person(one, text) for one in same):
                continue
            if all(may_become(one, text, base) for one in same):
                edits = _in_all_forms(word, base, token, same, text)
                if edits:
                    yield Change("replace", f"word:{token.lemma}>{base}", edits)


def other_phrases(text: Text) -> Iterator[Change]:
    """Fixed expressions that have another of the same meaning."""
    said = text.text
    for match in _PHRASE.finditer(said):
        old = match[1]
        new = PHRASES[old.lower()]
        if not may_change(old.lower(), said, *match.span(1)):
            continue
        if not said[match.end() :].lower().startswith((" " + new.split()[-1],)) and not re.search(
            rf"(?<!\w){re.escape(new)}(?!\w)", said, re.IGNORECASE
        ):
            new = new[0].upper() + new[1:] if old[0].isupper() else new
            yield Change("replace", f"phrase:{old.lower()}", (Edit(*match.span(1), new),))


@lru_cache(maxsize=1)
def _source() -> Embedded:
    return Embedded()


def _is_kept(marked: Mapping[int, str], token: Token, text: Text) -> bool:
    """Is this a quantity or a name, or a verb beside a particle that goes with it?"""
    return bool(marked.get(token.start, "")) or any(
        text.tokens[i].dep == "prt" for i in text.children[token.i]
    )


def _is_of_person(verb: Token, text: Text) -> bool:
    """Is it a person who does it?"""
    subjects = [text.tokens[i] for i in text.children[verb.i] if text.tokens[i].dep == "nsubj"]
    return any(
        (t.tag == "PRP" and t.lower != "it") or is_name(t.text) or is_person_noun(t.lemma.lower())
        for t in subjects
    )


def _base(word: str, token: Token) -> str:
    pos = POS_OF_TAG.get(token.tag)
    return next((lemma.word for lemma in lemmas(word.lower()) if lemma.pos == pos), word.lower())


def _fits(word: str, token: Token, taken: set[str]) -> bool:
    bases = {word.lower(), *(lemma.word for lemma in lemmas(word))}
    return bases.isdisjoint(taken | antonyms(token.lower)) and not says_amount(word)


def _in_all_forms(
    word: str, base: str, token: Token, same: list[Token], text: Text
) -> tuple[Edit, ...]:
    edits = []
    for other in same:
        form = word if other is token else fitted(base, other, text)
        if form is None:
            return ()
        edits.append(Edit(other.start, other.end, form))
    return tuple(edits)
