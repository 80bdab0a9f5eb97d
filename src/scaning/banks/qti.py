"""QTI 2.1: <assessmentItem>, and in its <itemBody> text, prompts and interactions.

One item in a file, or several in one; a content package (.zip) is to be unpacked first.
"""

from __future__ import annotations

from functools import partial

from scaning.banks.fragment import images, plain
from scaning.banks.paragraphs import Put, chosen
from scaning.banks.places import Element
from scaning.banks.records import Bank, Item

# The answers of these are chosen inside the text.
_INSIDE = frozenset("inlineChoiceInteraction gapMatchInteraction hottextInteraction".split())


def read_qti(data: bytes, root: Element, encoding: str) -> Bank:
    """The items of a file: the root, or all that stand in it."""
    found = [element for element in root.walk() if element.name == "assessmentItem"]
    items = tuple(_item(data, element, n, encoding) for n, element in enumerate(found, 1))
    return Bank("qti", data, items)


def _item(data: bytes, element: Element, number: int, encoding: str) -> Item:
    id = element.attributes.get("identifier", str(number))
    name = element.attributes.get("title") or id
    body = element.one("itemBody")
    if body is None or body.start < 0:
        return Item(id, name, "", why="it has no text")
    source = data[body.start : body.end].decode(encoding)
    found = chosen(source, html=True)
    texts = _choices(data, body, encoding)
    inside = any(one.name in _INSIDE for one in body.walk())
    return Item(
        id,
        name,
        found.question,
        found.text,
        found.before,
        found.after,
        found.fixed,
        tuple(texts.values()),
        _right(element, texts),
        images(source),
        "its answers are written inside its text" if inside else found.why,
        body.start,
        body.end,
        partial(_put, found.put, encoding),
    )


def _choices(data: bytes, body: Element, encoding: str) -> dict[str, str]:
    """What can be ticked, by its identifier."""
    return {
        one.attributes.get("identifier", ""): plain(data[one.start : one.end].decode(encoding))
        for one in body.walk()
        if one.name == "simpleChoice" and one.start >= 0
    }


def _right(element: Element, choices: dict[str, str]) -> tuple[str, ...]:
    values = [
        value.text.strip()
        for declared in element.all("responseDeclaration")
        for correct in declared.all("correctResponse")
        for value in correct.all("value")
    ]
    return tuple(choices.get(value, value) for value in values)


def _put(put: Put, encoding: str, variant: str) -> bytes | None:
    new = put(variant)
    return None if new is None else new.encode(encoding, "xmlcharrefreplace")
