"""JSON values that can be written again: no NaN, no half characters, no bottomless nesting."""

from __future__ import annotations

import json
from math import isfinite
from typing import NamedTuple, NoReturn

from scaning.errors import InputError

MAX_DEPTH = 50  # writing needs one level of the stack for each


class Parsed(NamedTuple):
    """A value, and where in the text it ends."""

    value: object
    end: int


def parse_json(text: str) -> object:
    """The value of a JSON text."""
    text = text.rstrip()
    found = parse_json_at(text, len(text) - len(text.lstrip()))
    if rest := text[found.end :]:
        raise InputError(f"not JSON: {rest[:20]!r} stands after its end")
    return found.value


def parse_json_at(text: str, start: int) -> Parsed:
    """The value that begins at `start`."""
    try:
        value, end = _DECODER.raw_decode(text, start)
    except json.JSONDecodeError as error:
        what = error.msg.removesuffix(" at")
        raise InputError(f"not JSON: {what} at character {error.colno}") from error
    except RecursionError as error:
        raise InputError(f"nested more than {MAX_DEPTH} deep") from error
    except ValueError as error:  # of int(), which reads no more than 4,300 digits
        raise InputError("a number is too long") from error
    source = text[start:end]
    if source.count("[") + source.count("{") > MAX_DEPTH and not _shallow(value, MAX_DEPTH):
        raise InputError(f"nested more than {MAX_DEPTH} deep")
    if "\\u" in source or not source.isascii():
        _check_characters(value)
    return Parsed(value, end)


def _shallow(value: object, depth: int) -> bool:
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return depth > 0 and all(_shallow(item, depth - 1) for item in inner)


def _check_characters(value: object) -> None:
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError as error:
        raise InputError("holds half of a surrogate pair, which is no character") from error


def _refuse(name: str) -> NoReturn:
    raise InputError(f"{name} is not a number that JSON can hold")


def _finite(number: str) -> float:
    value = float(number)
    return value if isfinite(value) else _refuse(number)


_DECODER = json.JSONDecoder(parse_constant=_refuse, parse_float=_finite)
