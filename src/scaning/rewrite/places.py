"""Where a word must stay: uses in which another word of its meaning would be wrong or odd."""

from __future__ import annotations

import re
from typing import NamedTuple

from scaning.parse import Text, Token


class Place(NamedTuple):
    """What must be, or must not be, around a word: before it, after it, or anywhere."""

    before: str = ""
    after: str = ""
    somewhere: str = ""
    not_before: str = ""
    not_after: str = ""
    nowhere: str = ""
    tags: str = ""

    def fits(self, text: str, start: int, end: int) -> bool:
        """Is it all as it must be around these characters?"""
        left, right = text[:start], text[end:]
        wanted = (
            (rf"(?:{self.before})\s*$", left) if self.before else None,
            (rf"^\s*(?:{self.after})", right) if self.after else None,
            (self.somewhere, text) if self.somewhere else None,
        )
        unwanted = (
            (rf"(?:{self.not_before})\s*$", left) if self.not_before else None,
            (rf"^\s*(?:{self.not_after})", right) if self.not_after else None,
            (self.nowhere, text) if self.nowhere else None,
        )
        return all(_has(*one) for one in wanted if one) and not any(
            _has(*one) for one in unwanted if one
        )


def _has(pattern: str, text: str) -> bool:
    return re.search(pattern, text, re.IGNORECASE) is not None


_TRADE = Place(somewhere=r"\b(?:cost|selling|list|marked) price|\b(?:profit|discount)\b")
_SHARING = r"\b(?:divid|split|shar|distribut|dealt|deal|cut)\w*"
_COUNTED = r"(?:\w+s|\d|\btimes|\btwice|\bonce|%)"
# "$9 an hour", "8 hours a day"; but not "the salary a month", "the cost a day".
_RATED = Place(not_before=r"\b(?:salary|rent|rate|cost|price|speed|number|average|income|wages?)")
_PER = Place(
    before=_COUNTED,
    not_before=r"\b(?:in|is|was|has|takes|costs|lasts|works|runs|days|weeks|months|years|gets|does)",
)
_EACH = Place(not_before=r"\bin|\bof|\bfor")

# What is not owned, though one has it: people, time, and what is not there yet.
_NOT_OWNED = (
    r"(?:\w+ ){0,5}(?:friend|child|kid|son|daughter|brother|sister|sibling|cousin|student|pupil|"
    r"employee|worker|member|leg|eye|arm|hour|minute|day|week|month|year|to|left|enough|room|space|"
    r"time|remaining|chance|point|length|area|discount|salary|income|class|meal|dinner|lunch|been)"
)
_OF_ONE = Place(after=r"of (?:an?|one|each|the|this|that|\d+) \w+(?! of)", nowhere=r"\bcost price")
_A_WORK = Place(
    before=r"\b(?:a|the|this|same|whole|entire|remaining)", not_after=r"on\b|for\b|day|h"
)
# "the time that he has to reach it" is not "must reach".
_MUST = Place(
    after=r"[a-z]",
    not_after=r"be able",
    not_before=r"\b(?:do|does|did|will|would|may|can|could|to)\b[^.?!]*|\b(?:that|money|time) \w+",
)

# What a word may not become everywhere, by lemma and new lemma, or by expression.
PLACES: dict[str, Place] = {
    "student>pupil": Place(nowhere=r"\b(?:college|universit|graduat|campus|faculty)"),
    "contain>hold": Place(not_after=r"(?:only |about )?[\d.]+ ?(?:%|per ?cent)"),
    "finish>complete": Place(
        not_before=r"\b(?:is|are|was|were|be)",
        not_after=r"\d+(?:st|nd|rd|th)\b|first|second|third|last",
        nowhere=r"\b(?:soda|food|pizza|milk|meal|eat|drink|cake|cookie)",
    ),
    "need>require": Place(not_before=r"\b(?:I|you|we)(?: \w+)?"),
    "pick>choose": Place(
        nowhere=r"\b(?:florist|flower|rose|fruit|apple|berr|tree|garden|orchard|up)"
    ),
    "produce>make": Place(
        not_before=r"grocery|fresh", nowhere=r"\b(?:plant|tree|bee|hen|cow|hive|interest|farm)"
    ),
    "obtain>get": Place(not_after="by"),
    "customer>buyer": _TRADE,
    "item>article": _TRADE,
    "present>current": Place(not_after=r"[^\sa-z]|$|in\b|at\b|on\b|inside|worth|value"),
    "assume>suppose": Place(tags="VB VBP"),
    "plan>intend": Place(tags="VB VBP VBZ VBD"),
    "mother>mom": Place(before=r"\b(?:his|her|my|their)|['’]s"),
    "father>dad": Place(before=r"\b(?:his|her|my|their)|['’]s"),
    "completely>fully": Place(not_after="divisible"),
    "toss>flip": Place(somewhere=r"\bcoin"),
    "picture>photo": Place(
        somewhere=r"\b(?:camera|upload|phone|album|photo|took|takes?|taking)", nowhere=r"\bdr[ae]w"
    ),
    "normal>usual": Place(not_after="distribution"),
    "equally": Place(somewhere=_SHARING, not_after=r"likely|priced|spaced|represented|good|as\b"),
    "at the same time": Place(after=r"[.,;?!]|$"),
    "immediately": Place(after=r"[.,;?!]|$"),
    "due to": Place(not_before=r"\b(?:is|are|was|were|be|amount|bill|interest)"),
    "amount>quantity": Place(
        not_after=r"of (?:money|time|work|interest|profit|sales|tax|pay)|$|\W*$"
    ),
    "beginning>start": Place(before=r"\bat the"),
    "certain>particular": Place(before=r"\ban?"),
    "particular>certain": Place(before=r"\ban?"),
    "cost>price": _OF_ONE,
    "price>cost": _OF_ONE,
    "currently>now": Place(before=r"\w", not_before=r"\b(?:is|are)"),
    "decide>choose": Place(after=r"to\b"),
    "have>own": Place(not_after=_NOT_OWNED),
    "make>prepare": Place(nowhere=r"\b(?:factory|machine|profit|worker)"),
    "now>currently": Place(
        before=r"\w",
        after=r"[.,;?!]|$",
        not_before=r"\b(?:from|by|until|till|right|just|to|time|and|or)",
    ),
    "get>receive": Place(after=r"\$?\d[\d.,]* (?:\w+ ){0,4}(?:from|for)\b"),
    "determine>find": Place(not_after=r"if|whether|how|wh"),
    "wrong>incorrect": Place(not_before=r"\bgo(?:es|ne|ing)?|went"),
    "in all": Place(after=r"[.,;?!]|$"),
    "put>place": Place(not_after=r"(?:\w+ ){0,3}(?:away|up|on|off|out|together|down|money|caps)\b"),
    "work>job": _A_WORK,
    "work>task": _A_WORK,
    "has to": _MUST,
    "have to": _MUST,
    "years old": Place(not_before=r"\bis \w+"),
    "half of the": Place(not_after=r"remain|rest"),
    "a day": _PER,
    **dict.fromkeys(("per day", "per week", "per month", "per year", "per hour"), _RATED),
    **dict.fromkeys(("each day", "each week", "each month", "each year"), _EACH),
    **dict.fromkeys(("every day", "every week", "every month", "every year"), _EACH),
}
_ANYWHERE = Place()


def may_become(token: Token, text: Text, base: str) -> bool:
    """May a word of the text become another one where it stands?"""
    place = PLACES.get(f"{token.lemma}>{base}", _ANYWHERE)
    if place.tags and token.tag not in place.tags.split():
        return False
    return place.fits(text.text, token.start, token.end)


def may_change(expression: str, text: str, start: int, end: int) -> bool:
    """May an expression of the text be said otherwise where it stands?"""
    return PLACES.get(expression, _ANYWHERE).fits(text, start, end)
