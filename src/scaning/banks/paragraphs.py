"""Which paragraph of a question is rewritten, and what must go with it."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from scaning.banks.fragment import Run, images, plain, replaced, runs
from scaning.banks.safety import why_not

_ENDS = re.compile(r"[.?!:][\"'”’)]*$")
_PARAGRAPH = re.compile(r"\S.*?(?=\s*\n[ \t\r]*\n|\s*\Z)", re.DOTALL)


# A variant in, all of the text with it out; None where it cannot be put there.
Put = Callable[[str], str | None]


@dataclass(frozen=True, slots=True)
class Chosen:
    """A paragraph, what stands around it, and `put`: all of the text with a variant in it."""

    question: str
    text: str
    before: str
    after: str
    fixed: tuple[str, ...]
    why: str
    put: Put


def chosen(markup: str, *, html: bool, fixed: Sequence[str] = ()) -> Chosen:
    """The longest paragraph of a text; the others stay, and must go with its variants."""
    found = runs(markup) if html else _plain_runs(markup)
    texts = [run for run in found if not run.fixed]
    shown = " ".join(run.text for run in texts)
    others = (*(run.text for run in found if run.fixed), *(plain(text) for text in fixed))
    if not texts:
        why = "it is mostly a picture" if images(markup) else "it has no text"
        return Chosen(shown, "", "", "", others, why, lambda _: None)
    run = max(texts, key=lambda one: len(one.text))
    at = texts.index(run)
    before = " ".join(one.text for one in texts[:at])
    after = " ".join(one.text for one in texts[at + 1 :])
    why = why_not(shown, formula=any(one.formula for one in texts), pictures=images(markup))
    if not why and _goes_on(texts, at):
        why = "its text goes on after a gap"

    def put(variant: str) -> str | None:
        new = replaced(markup, run, variant) if html else variant
        return None if new is None else markup[: run.start] + new + markup[run.end :]

    return Chosen(shown, run.text, before, after, others, why, put)


def _goes_on(texts: Sequence[Run], at: int) -> bool:
    """Is the paragraph a part of a sentence that something stands inside of?"""
    ahead = at > 0 and not _ENDS.search(texts[at - 1].text)
    behind = at + 1 < len(texts) and not _ENDS.search(texts[at].text)
    return ahead or behind


def _plain_runs(text: str) -> list[Run]:
    """The paragraphs of a text without markup, which empty lines part."""
    return [
        Run(match.start(), match.end(), " ".join(match[0].split()), ())
        for match in _PARAGRAPH.finditer(text)
    ]
