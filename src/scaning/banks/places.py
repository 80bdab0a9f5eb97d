"""Where the elements of an XML file stand, byte by byte, read safely.

A document type, and with it every entity that could be a bomb or a file, is refused.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from xml.parsers.expat import ExpatError, ParserCreate

from scaning.errors import InputError

MAX_BYTES = 100_000_000
MAX_DEPTH = 200


@dataclass(slots=True)
class Element:
    """An element: its name without prefix, and the bytes of what is inside it."""

    name: str
    attributes: dict[str, str]
    start: int
    end: int = -1
    text: str = ""
    children: list[Element] = field(default_factory=list)

    def all(self, name: str) -> Iterator[Element]:
        """The elements of a name directly inside."""
        return (child for child in self.children if child.name == name)

    def one(self, name: str) -> Element | None:
        """The first element of a name directly inside."""
        return next(self.all(name), None)

    def walk(self) -> Iterator[Element]:
        """This element and all inside it."""
        yield self
        for child in self.children:
            yield from child.walk()


def elements(data: bytes) -> tuple[Element, str]:
    """The root element of a file, and the file's encoding."""
    if len(data) > MAX_BYTES:
        raise InputError(f"larger than {MAX_BYTES:,} bytes; split it")
    reader = _Reader(data)
    try:
        reader.parser.Parse(data, True)
    except ExpatError as error:
        raise InputError(f"not sound XML: {error}") from error
    except (ValueError, LookupError) as error:  # an encoding that nobody knows
        raise InputError(f"not sound XML: {error}") from error
    if reader.root is None:
        raise InputError("not sound XML: no element")
    return reader.root, reader.encoding


class _Reader:
    def __init__(self, data: bytes) -> None:
        self.data = data
        self.root: Element | None = None
        self.encoding = "utf-8"
        if data.startswith((b"\xff\xfe", b"\xfe\xff")):
            self.encoding = "utf-16-le" if data.startswith(b"\xff\xfe") else "utf-16-be"
        self._stack: list[Element] = []
        self._opened: Element | None = None
        self.parser = parser = ParserCreate()
        parser.buffer_text = False
        parser.XmlDeclHandler = self._declared
        parser.StartDoctypeDeclHandler = self._refuse
        parser.EntityDeclHandler = self._refuse
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._characters
        parser.CommentHandler = parser.ProcessingInstructionHandler = self._other
        parser.StartCdataSectionHandler = self._inside

    def _refuse(self, *_: object) -> None:
        raise InputError("holds a document type or an entity, which is refused; take it out")

    def _declared(self, _version: str, encoding: str | None, _standalone: int) -> None:
        if encoding and not self.encoding.startswith("utf-16"):
            self.encoding = encoding

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self._inside()
        if len(self._stack) >= MAX_DEPTH:
            raise InputError(f"nested more than {MAX_DEPTH} deep")
        element = Element(name.rpartition(":")[2], attributes, -1)
        if self._stack:
            self._stack[-1].children.append(element)
        else:
            self.root = element
        self._stack.append(element)
        self._opened = element

    def _end(self, _name: str) -> None:
        here = self.parser.CurrentByteIndex
        element = self._stack.pop()
        if element.start < 0:
            # Nothing inside: "<a></a>" ends where its end tag begins, "<a/>" has no inside.
            empty = self.data[here:].startswith(self._encoded("</"))
            element.start = here if empty else -1
        element.end = here if element.start >= 0 else -1
        self._opened = None

    def _characters(self, text: str) -> None:
        self._inside()
        if self._stack:
            self._stack[-1].text += text

    def _other(self, *_: object) -> None:
        self._inside()

    def _inside(self) -> None:
        """The first thing inside an element: this is where its inside begins."""
        if self._opened is not None:
            self._opened.start = self.parser.CurrentByteIndex
            self._opened = None

    def _encoded(self, text: str) -> bytes:
        return text.encode(self.encoding)
