"""Variants for the questions of a bank: those that go with all the rest of each question."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scaning.banks.records import Bank, Item
from scaning.banks.safety import goes_with
from scaning.facts import compare
from scaning.records import Paraphrased, Problem

if TYPE_CHECKING:
    from scaning.paraphraser import Paraphraser, Wish
    from scaning.parse import Parser


@dataclass(frozen=True, slots=True)
class Rewritten:
    """An item with its variants, best first; where there are none `why` says why it stays."""

    item: Item
    variants: tuple[str, ...] = ()
    why: str = ""
    found: Paraphrased | None = None


def rewritings(bank: Bank, paraphraser: Paraphraser, wish: Wish) -> Iterator[Rewritten]:
    """Each item of a bank in order, with at most `wish.n` variants that can be put into it."""
    items = {f"{n}/{item.id}": item for n, item in enumerate(bank.items)}
    work = (Problem(key, item.text) for key, item in items.items() if not item.why)

    def also(problem: Problem, text: str) -> str:
        return against(items[problem.id], text, paraphraser.parser)

    stream = paraphraser.stream(work, wish, also=also)
    for item in bank.items:
        if item.why:
            yield Rewritten(item, why=item.why)
            continue
        found = next(stream)
        texts = tuple(variant.text for variant in found.variants)
        yield Rewritten(item, texts, "" if texts else found.note, found)


def against(item: Item, text: str, parser: Parser) -> str:
    """Why a variant does not go with the rest of its question; empty if it does."""
    if not goes_with(item, text):
        return "It loses a word that the answers or another paragraph share with it."
    if item.put(text) is None:
        return "It loses the words that a tag of the text marks."
    if item.before or item.after:
        verdict = compare(item.around(item.text), item.around(text), parser=parser)
        return "" if verdict.ok else verdict.reasons[0].message
    return ""
