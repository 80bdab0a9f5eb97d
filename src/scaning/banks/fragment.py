"""Marked-up text, as it stands in questions: its paragraphs, and one of them replaced.

Nothing is parsed into a tree: tags and texts are cut apart where they stand, so that what is not
replaced stays as it was, character by character.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

_TOKEN = re.compile(
    r"<!--.*?-->|<!\[CDATA\[.*?\]\]>|<\?.*?\?>|<[!/]?[A-Za-z](?:[^<>\"']|\"[^\"]*\"|'[^']*')*>",
    re.DOTALL,
)
_NAME = re.compile(r"</?\s*(?:\w+:)?([A-Za-z][\w-]*)")
# Tags that stand inside a sentence.
_INLINE = frozenset("b i em strong u span font small big mark a q cite abbr label".split())
# Inside a sentence too, and what they hold is more than letters.
_FORMULA = frozenset("sub sup var code tt".split())
# What is inside is shown or chosen, and not to be rewritten.
_FIXED = frozenset(
    "simplechoice simpleassociablechoice inlinechoice gaptext gapimg hottext feedbackinline "
    "feedbackblock modalfeedback rubricblock table pre blockquote select option button".split()
)
_HIDDEN = frozenset("script style math svg object audio video textarea iframe".split())
IMAGES = frozenset("img image object svg video audio iframe canvas".split())
_RAISED = re.compile(r"<(sup|sub)\b[^<>]*>(?=\s*[^\s<])", re.IGNORECASE)
_BLANKS = re.compile(r"[\s\xa0]+")


class Token(NamedTuple):
    """A tag or a text, where it stands, and the name of the tag ("" for a text)."""

    start: int
    end: int
    tag: str
    opens: bool


@dataclass(frozen=True, slots=True)
class Run:
    """A paragraph: its place in the markup, and the tags inside it."""

    start: int
    end: int
    text: str
    tokens: tuple[Token, ...]
    fixed: bool = False

    @property
    def formula(self) -> bool:
        """Does a tag inside say more than how the letters look?"""
        return any(token.tag in _FORMULA for token in self.tokens)


def plain(markup: str) -> str:
    """What a reader sees of markup, on one line.

    >>> plain("<p>Ann&nbsp;has <b>3</b> pens.</p>")
    'Ann has 3 pens.'
    >>> plain("4<sup>5</sup>")
    '4^5'
    """
    shown = _RAISED.sub(lambda match: "^" if match[1].lower() == "sup" else "_", markup)
    return " ".join(run.text for run in runs(shown))


def runs(markup: str) -> list[Run]:
    """The paragraphs that hold a text, in order."""
    found: list[Run] = []
    inside: list[Token] = []
    depth: list[str] = []
    for token in (*_tokens(markup), Token(len(markup), len(markup), "/", False)):
        if not token.tag or token.tag in _INLINE | _FORMULA:
            inside.append(token)
            continue
        hidden, fixed = bool(_HIDDEN & set(depth)), bool(_FIXED & set(depth))
        run = None if hidden else _run(markup, inside, fixed=fixed)
        found += [run] if run else []
        inside = []
        _step(depth, token, markup)
    return found


def images(markup: str) -> int:
    """How many pictures, films and the like are shown."""
    return sum(token.opens and token.tag in IMAGES for token in _tokens(markup))


def replaced(markup: str, run: Run, variant: str) -> str | None:
    """The markup of a paragraph with another text; None where a tag in it would lose its words.

    >>> markup = "<p>Ann has <b>3</b> pens &amp; sells them.</p>"
    >>> replaced(markup, runs(markup)[0], "3 pens & more are sold.")
    '<b>3</b> pens &amp; more are sold.'
    """
    said = html.escape(variant, quote=False)
    spans = _spans(run)
    if spans is None:
        return None
    places: list[tuple[int, int, str, str]] = []
    for first, last in spans:
        words = html.escape(_text(markup[first.end : last.start]), quote=False)
        pattern = re.compile(rf"(?<!\w){re.escape(words)}(?!\w)") if words else None
        if pattern is None or len(pattern.findall(html.escape(run.text, quote=False))) != 1:
            return None
        match = list(pattern.finditer(said))
        if len(match) != 1:
            return None
        places.append(
            (*match[0].span(), markup[first.start : first.end], markup[last.start : last.end])
        )
    places.sort()
    if any(a[1] > b[0] for a, b in pairwise(places)):
        return None
    for start, end, opening, closing in reversed(places):
        said = f"{said[:start]}{opening}{said[start:end]}{closing}{said[end:]}"
    return said


def _tokens(markup: str) -> Iterator[Token]:
    done = 0
    for match in _TOKEN.finditer(markup):
        if match.start() > done:
            yield Token(done, match.start(), "", False)
        named = _NAME.match(match[0])
        tag = named[1].lower() if named else "!"
        yield Token(match.start(), match.end(), tag, not match[0].startswith("</"))
        done = match.end()
    if done < len(markup):
        yield Token(done, len(markup), "", False)


def _step(depth: list[str], token: Token, markup: str) -> None:
    """Follow the tags that matter for what is inside them."""
    if token.tag not in _FIXED | _HIDDEN:
        return
    if token.opens and not markup[token.start : token.end].rstrip(">").endswith("/"):
        depth.append(token.tag)
    elif not token.opens and token.tag in depth:
        while depth and depth.pop() != token.tag:
            pass


def _run(markup: str, tokens: list[Token], *, fixed: bool) -> Run | None:
    """The paragraph in these tokens, without what only stands around it."""
    inside = list(tokens)
    while inside:
        if _is_blank(markup, inside[0]):
            inside = inside[1:]
        elif _is_blank(markup, inside[-1]):
            inside = inside[:-1]
        elif len(inside) > 1 and _is_pair(inside):
            inside = inside[1:-1]
        else:
            break
    text = _text("".join(markup[t.start : t.end] for t in inside if not t.tag))
    if not text:
        return None
    start, end = inside[0].start, inside[-1].end
    around = markup[start:end]
    start += len(around) - len(around.lstrip())
    end -= len(around) - len(around.rstrip())
    return Run(start, end, text, tuple(inside), fixed)


def _is_blank(markup: str, token: Token) -> bool:
    return not token.tag and not _text(markup[token.start : token.end])


def _is_pair(tokens: list[Token]) -> bool:
    """Does the first tag open and the last one close the same element?"""
    first, last = tokens[0], tokens[-1]
    if not (first.tag and first.opens and last.tag == first.tag and not last.opens):
        return False
    depth = 0
    for token in tokens[:-1]:
        if token.tag == first.tag:
            depth += 1 if token.opens else -1
        if depth == 0:
            return False
    return True


def _spans(run: Run) -> list[tuple[Token, Token]] | None:
    """The pairs of tags inside a paragraph; None where they are nested or do not match."""
    tags = [token for token in run.tokens if token.tag]
    pairs = list(zip(tags[::2], tags[1::2], strict=False))
    sound = len(tags) % 2 == 0 and all(a.opens and not b.opens and a.tag == b.tag for a, b in pairs)
    return pairs if sound else None


def _text(markup: str) -> str:
    return _BLANKS.sub(" ", html.unescape(markup)).strip()
