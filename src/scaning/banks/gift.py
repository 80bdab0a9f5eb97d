r"""GIFT: questions that empty lines part, each a text with its answers in braces behind it.

In the text \~ \= \# \{ \} \: stand for the bare characters, and \n for a line break.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

from scaning.banks.fragment import images, plain
from scaning.banks.paragraphs import Put, chosen
from scaning.banks.records import Bank, Item
from scaning.errors import InputError

_ESCAPED = re.compile(r"\\([~=#{}:n])")
_SPECIAL = re.compile(r"[~=#{}:]")
_HEAD = re.compile(
    r"\s*(?:::(?P<title>(?:\\.|[^\\])*?)::\s*)?(?:\[(?P<format>\w+)\]\s*)?", re.DOTALL
)
_COMMENT = re.compile(r"^[ \t]*//.*$", re.MULTILINE)
_FEEDBACK = re.compile(r"(?<!\\)#.*?(?=(?<!\\)[~=}]|\Z)", re.DOTALL)
_ID = re.compile(r"//.*?\[id:([^\]\s]+)\]")


class Block(NamedTuple):
    """The lines of one question, and where they stand in the file."""

    start: int
    text: str


def read_gift(data: bytes) -> Bank:
    """The questions of a GIFT file."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise InputError("not UTF-8, which GIFT is written in") from error
    items: list[Item] = []
    for block in _blocks(text):
        item = _item(text, block, len(items) + 1)
        if item is not None:
            items.append(item)
    return Bank("gift", data, tuple(items))


def unescaped(text: str) -> str:
    r"""What a text of GIFT says.

    >>> unescaped(r"If x \= 2, what is \{x\: 2x\}?")
    'If x = 2, what is {x: 2x}?'
    """
    return _ESCAPED.sub(lambda match: "\n" if match[1] == "n" else match[1], text)


def escaped(text: str) -> str:
    r"""A text as GIFT holds it.

    >>> escaped("If x = 2: what?")
    'If x \\= 2\\: what?'
    """
    return _SPECIAL.sub(r"\\\g<0>", text).replace("\n", r"\n")


def _blocks(text: str) -> Iterator[Block]:
    """The stretches between empty lines, which part questions wherever they stand."""
    start = done = 0
    for line in text.splitlines(keepends=True):
        if not line.strip():
            yield Block(start, text[start:done])
            start = done + len(line)
        done += len(line)
    yield Block(start, text[start:])


def _item(source: str, block: Block, number: int) -> Item | None:
    # Comments and commands become blanks, so that all places stay.
    bare = _COMMENT.sub(lambda match: " " * len(match[0]), block.text.replace("\ufeff", " "))
    bare = re.sub(r"^\s*\$(?:CATEGORY|COURSE):.*$", lambda m: " " * len(m[0]), bare, flags=re.M)
    if not bare.strip():
        return None
    head = _HEAD.match(bare)
    assert head is not None
    opening = re.compile(r"(?<!\\)\{").search(bare, head.end())
    named = _ID.search(block.text)
    title = " ".join(unescaped(head["title"] or "").split()) or f"question {number}"
    id = named[1] if named else str(number)
    start, end = head.end(), opening.start() if opening else len(bare)
    inner = bare[start:end]
    start += len(inner) - len(inner.lstrip())
    end -= len(inner) - len(inner.rstrip())
    raw = bare[start:end]
    answers = _answers(bare, opening.end()) if opening else ("", "")
    options = tuple(part.text for part in _options(answers[0]))
    ticked, right = _choices(answers[0])
    html = head["format"] not in ("plain", "markdown")
    found = chosen(unescaped(raw), html=html, fixed=options)
    why = found.why
    if opening is None:
        why = "it asks nothing"
    elif answers[1].strip():
        why = "its answers are written inside its text"
    elif head["format"] == "markdown":
        why = "its text is Markdown"
    elif block.text[start:end] != raw:
        why = "a comment stands inside its text"
    at = block.start
    return Item(
        id,
        title,
        found.question,
        found.text,
        found.before,
        found.after,
        found.fixed,
        tuple(ticked),
        tuple(right),
        images(unescaped(raw)),
        why,
        len(source[: at + start].encode()),
        len(source[: at + end].encode()),
        partial(_put, found.put),
    )


def _put(put: Put, variant: str) -> bytes | None:
    new = put(variant)
    return None if new is None else escaped(new).encode()


def _answers(text: str, start: int) -> tuple[str, str]:
    """What stands in the braces, and what stands behind them."""
    closing = re.compile(r"(?<!\\)\}").search(text, start)
    if closing is None:
        return text[start:], ""
    return text[start : closing.start()], text[closing.end() :]


class Option(NamedTuple):
    """An answer in braces: how it is marked, its share of the marks, and its text."""

    mark: str
    share: float
    text: str


def _options(answers: str) -> Iterator[Option]:
    """The answers, without feedback."""
    parts = re.split(r"(?<!\\)([~=])", _FEEDBACK.sub("", answers))
    for mark, part in zip(["", *parts[1::2]], parts[::2], strict=True):
        share = re.match(r"\s*%(-?[\d.]+)%", part)
        text = part[share.end() :] if share else part
        worth = float(share[1]) if share else 100.0 if mark == "=" else 0.0
        yield Option(mark, worth, plain(unescaped(text)))


def _choices(answers: str) -> tuple[list[str], list[str]]:
    """What can be ticked, and what is right."""
    if numeric := re.match(r"\s*#(?!#)(.*)", answers, re.DOTALL):
        values = [part.partition(":")[0].strip() for part in re.split("=", numeric[1])]
        return [], [re.sub(r"#.*|%-?[\d.]+%", "", value).strip() for value in values if value]
    bare = re.sub(r"(?<!\\)#.*", "", answers, flags=re.DOTALL).strip().upper()
    if bare in ("T", "TRUE", "F", "FALSE"):
        return ["true", "false"], ["true" if bare.startswith("T") else "false"]
    found = [option for option in _options(answers) if option.mark]
    ticked = [option.text for option in found] if any(o.mark == "~" for o in found) else []
    return ticked, [option.text for option in found if option.share > 0]
