"""A question bank as it was read: its bytes, and in them the texts that can be rewritten."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from scaning.errors import InputError


@dataclass(frozen=True, slots=True)
class Item:
    """One question of a bank.

    `question` is all of its text, `text` the paragraph that is rewritten, with what stands
    `before` and `after` it; `fixed` is all other text of it, `options` what can be ticked,
    `answers` what is right, and `pictures` how many it shows. Where it cannot be rewritten safely
    `why` says so. The bytes from `start` to `end` become `put(variant)`, which is None
    where the variant cannot be put there.
    """

    id: str
    name: str
    question: str
    text: str = ""
    before: str = ""
    after: str = ""
    fixed: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    answers: tuple[str, ...] = ()
    pictures: int = 0
    why: str = ""
    start: int = 0
    end: int = 0
    put: Callable[[str], bytes | None] = field(default=lambda _: None, compare=False, repr=False)

    def around(self, text: str) -> str:
        """The whole question with another text in the place of its own."""
        return " ".join(filter(None, (self.before, text, self.after)))


@dataclass(frozen=True, slots=True)
class Bank:
    """A file of questions: nothing of it changes but the texts that are replaced."""

    format: str
    data: bytes = field(repr=False)
    items: tuple[Item, ...]

    def rewritten(self, variants: Mapping[int, str]) -> bytes:
        """The file with other texts for some of its items, by their places in `items`."""
        data = self.data
        for place in sorted(variants, key=lambda at: -self.items[at].start):
            item = self.items[place]
            new = item.put(variants[place])
            if item.why or new is None:
                raise InputError(f"{item.name}: this variant cannot be put into the bank")
            data = data[: item.start] + new + data[item.end :]
        return data
