"""Moodle XML: <quiz>, and in it a <question> with its <questiontext>."""

from __future__ import annotations

import re
from functools import partial
from html import escape

from scaning.banks.fragment import images, plain
from scaning.banks.paragraphs import Put, chosen
from scaning.banks.places import Element
from scaning.banks.records import Bank, Item

# The answers of these stand inside their text, or drop into it.
_WRITTEN_IN = frozenset("cloze multianswer gapselect ddwtos ddimageortext ddmarker".split())
_CALCULATED = frozenset("calculated calculatedmulti calculatedsimple".split())
_PLAIN = frozenset({"plain_text", "markdown"})
_CDATA = re.compile(r"\s*<!\[CDATA\[(.*?)\]\]>\s*", re.DOTALL)


def read_moodle(data: bytes, root: Element, encoding: str) -> Bank:
    """The questions of a quiz; categories are no questions."""
    questions = [q for q in root.all("question") if q.attributes.get("type") != "category"]
    items = tuple(_item(data, q, n, encoding) for n, q in enumerate(questions, 1))
    return Bank("moodle", data, items)


def _item(data: bytes, question: Element, number: int, encoding: str) -> Item:
    kind = question.attributes.get("type", "")
    name = _inner(question.one("name")) or f"question {number}"
    id = _inner(question.one("idnumber")) or str(number)
    place = question.one("questiontext")
    text = place.one("text") if place else None
    if place is None or text is None or not text.text.strip():
        return Item(id, name, "", why="it has no text")
    fixed = tuple(
        e.text for group in question.children if group.name in ("answer", "subquestion")
        for e in group.walk() if e.name == "text"
    )  # fmt: skip
    source = data[text.start : text.end].decode(encoding)
    section = _CDATA.fullmatch(source)
    markup, start, end = text.text, text.start, text.end
    if section and "]]>" not in section[1]:
        markup = section[1]
        start += len(source[: section.start(1)].encode(encoding))
        end -= len(source[section.end(1) :].encode(encoding))
    found = chosen(markup, html=place.attributes.get("format") not in _PLAIN, fixed=fixed)
    return Item(
        id,
        name,
        found.question,
        found.text,
        found.before,
        found.after,
        found.fixed,
        _options(question),
        _right(question),
        images(markup),
        _why(kind, place) or found.why,
        start,
        end,
        partial(_put, found.put, encoding, start > text.start),
    )


def _why(kind: str, place: Element) -> str:
    if kind == "description":
        return "it asks nothing"
    if kind in _WRITTEN_IN:
        return "its answers are written inside its text"
    if kind in _CALCULATED:
        return "its text holds placeholders"
    if place.attributes.get("format") == "markdown":
        return "its text is Markdown"
    return ""


def _options(question: Element) -> tuple[str, ...]:
    """What can be ticked, in the order of the file."""
    if question.attributes.get("type") not in ("multichoice", "truefalse"):
        return ()
    return tuple(plain(_inner(answer)) for answer in question.all("answer"))


def _right(question: Element) -> tuple[str, ...]:
    """The answers that bring marks: those with the full ones, else all that bring any."""
    graded = [
        (float(answer.attributes.get("fraction", "0") or 0), plain(_inner(answer)))
        for answer in question.all("answer")
    ]
    best = [text for marks, text in graded if marks >= 100]
    return tuple(best or [text for marks, text in graded if marks > 0])


def _put(put: Put, encoding: str, section: bool, variant: str) -> bytes | None:
    """The inside of the element, or of its CDATA section, with a variant."""
    new = put(variant)
    if new is None:
        return None
    if not section:
        return escape(new, quote=False).encode(encoding, "xmlcharrefreplace")
    try:
        return new.replace("]]>", "]]&gt;").encode(encoding)
    except UnicodeEncodeError:  # no reference stands for a character there
        return None


def _inner(element: Element | None) -> str:
    if element is None:
        return ""
    inner = element.one("text")
    return " ".join((inner or element).text.split())
