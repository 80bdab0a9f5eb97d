"""Templatization: words become masks, and every mention of one thing the same mask.

Either all mentions of a thing are masked or none, so a mask never stands beside the word it hides.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from random import Random
from typing import NamedTuple

from scaning.noise.assemble import assembled, joined, reworded
from scaning.noise.contract import Kit, Noiser, Rules, noiser
from scaning.noise.coreference import Thing, stem_and_genitive, things
from scaning.noise.delete import changeable
from scaning.noise.masks import MASK, left_over_masks, mask
from scaning.noise.substitute import objects_first
from scaning.parse import Text, Token


class Template(NamedTuple):
    """A text with masks, and for each mask the words that it stands for, in text order."""

    text: Text
    words: Mapping[str, tuple[str, ...]]


class TemplatePair(NamedTuple):
    """Two texts with masks that mean the same in both."""

    first: str
    second: str
    words: Mapping[str, tuple[str, ...]]

    def line(self, separator: str) -> str:
        """Both texts as one, with a separator between them."""
        return f"{self.first} {separator} {self.second}"


@noiser("templatization", "training")
def templatization(share: float, kit: Kit) -> Noiser:
    """Mask a share of the words that may be masked, wherever they stand."""

    def noise(text: Text, rng: Random) -> Text | None:
        found = maskable(text, changeable(text, kit.rules, kit.rules.mask_tail))
        order = rng.sample(list(found), len(found))
        return _noised(text, found, order, share, kit.rules)

    return noise


@noiser("templatization", "inference")
def templatization_of_objects(share: float, kit: Kit) -> Noiser:
    """Mask a share of the words that may be masked, the objects of the sentences first."""

    def noise(text: Text, rng: Random) -> Text | None:
        found = maskable(text, changeable(text, kit.rules, kit.rules.mask_tail))
        return _noised(text, found, objects_first(text, list(found), rng), share, kit.rules)

    return noise


def maskable(text: Text, allowed: Collection[int]) -> dict[int, Thing]:
    """The tokens of things that are mentioned by `allowed` tokens only, each with its thing.

    Of a name that stays in sight the pronouns are a thing of their own.
    """
    allowed = set(allowed)
    found: dict[int, Thing] = {}
    for thing in things(text):
        kept = thing
        if thing.label == "NAME":
            pronouns = (m for m in thing.mentions if text.tokens[m.first].pos == "PRON")
            kept = Thing("PRON", tuple(pronouns))
        if all(mention.first in allowed for mention in kept.mentions):
            found |= {mention.first: kept for mention in kept.mentions}
    return found


def chosen_things(found: Mapping[int, Thing], order: Sequence[int], share: float) -> list[Thing]:
    """Things in the order of their tokens, as long as their mentions fit into the share."""
    left = round(share * len(found))
    chosen: dict[Thing, None] = {}
    for i in order:
        thing = found[i]
        if thing not in chosen and len(thing.mentions) <= left:
            chosen[thing] = None
            left -= len(thing.mentions)
    return list(chosen)


def templatized(text: Text, chosen: Sequence[Thing]) -> Template:
    """The text with a mask for every mention of the chosen things, numbered in text order."""
    thing_at = {mention.first: thing for thing in chosen for mention in thing.mentions}
    inside = {
        i for t in chosen for mention in t.mentions for i in range(mention.first + 1, mention.last)
    }
    masks: dict[Thing, str] = {}
    counts: Counter[str] = Counter()
    words: dict[str, tuple[str, ...]] = {}
    tokens: dict[int, Token] = {}
    for i in sorted(thing_at):
        thing = thing_at[i]
        if thing not in masks:
            counts[thing.label] += 1
            masks[thing] = mask(thing.label, counts[thing.label])
        last = next(m.last for m in thing.mentions if m.first == i)
        end = text.tokens[last - 1]
        word, ending = stem_and_genitive(text.text[text.tokens[i].start : end.end])
        words[masks[thing]] = (*words.get(masks[thing], ()), word)
        masked = reworded(text.tokens[i], masks[thing] + ending)
        tokens[i] = masked._replace(ent="mask", space=end.space)
    return Template(
        assembled(
            text,
            [
                [tokens.get(i, text.tokens[i]) for i in range(start, stop) if i not in inside]
                for start, stop in text.sents
            ],
        ),
        words,
    )


def templatized_pair(
    first: Text, second: Text, share: float, rng: Random, *, rules: Rules
) -> TemplatePair:
    """Two texts as one template: what both speak of has the same mask in both."""
    text = joined(first, second)
    allowed = changeable(first, rules, rules.mask_tail)
    allowed += [len(first) + i for i in changeable(second, rules, rules.mask_tail)]
    found = maskable(text, allowed)
    chosen = chosen_things(found, rng.sample(list(found), len(found)), share)
    both, words = templatized(text, chosen)
    start = both.tokens[both.sents[len(first.sents)][0]].start
    return TemplatePair(both.text[:start].rstrip(), both.text[start:], words)


def detemplatized(text: str, words: Mapping[str, Sequence[str]]) -> str:
    """The text with words in the place of masks: the n-th mention gets the n-th word.

    A mask that the template does not know becomes its bare label, as in the published system.

    >>> detemplatized("Ann has a [NOUN:1]; [NOUN:1] have [NOUN:2].", {"[NOUN:1]": ("car", "cars")})
    'Ann has a car; cars have NOUN.'
    """
    used: Counter[str] = Counter()

    def word_for(match: re.Match[str]) -> str:
        form = match[0]
        if form not in words:
            return form[1 : form.index(":")]
        used[form] += 1
        return words[form][min(used[form], len(words[form])) - 1]

    return MASK.sub(word_for, text)


def _noised(
    text: Text, found: Mapping[int, Thing], order: Sequence[int], share: float, rules: Rules
) -> Text | None:
    if left_over_masks(text.text):
        return None
    chosen = chosen_things(found, order, share) + _on_request(text, rules)
    return templatized(text, chosen).text if chosen else None


def _on_request(text: Text, rules: Rules) -> list[Thing]:
    labels = {"NUM"} if rules.mask_numbers else set()
    labels |= {"NAME"} if rules.mask_names else set()
    if not labels:
        return []
    return [
        thing
        for thing in things(text)
        if thing.label in labels
        and text.tokens[thing.mentions[0].first].ent in {"quantity", "name"}
    ]
