"""The only module that runs spaCy: texts in, plain frozen tokens out, batched and cached.

Everything after it works on `Text`, so no other module needs spaCy, and a text is parsed once.
"""

from __future__ import annotations

import warnings
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property, lru_cache, partial, reduce
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from scaning.attributes import Attributes, can_read
from scaning.errors import ResourceError

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.strings import StringStore
    from spacy.tokens import Doc

EMBEDDED = "embedded"
BATCH = 64
# spaCy needs memory in proportion to a text's length: what is longer is cut for the parse.
MAX_CHARS = 20_000
ATTRIBUTES = (
    "LOWER", "LEMMA", "TAG", "POS", "DEP", "HEAD", "IDX", "LENGTH", "SPACY", "ENT_TYPE",
)  # fmt: skip


class Token(NamedTuple):
    """One token: where it stands, what it is, and which token governs it."""

    i: int
    text: str
    lower: str
    lemma: str
    tag: str
    pos: str
    dep: str
    head: int
    start: int
    end: int
    space: str
    ent: str


# Twice as fast as Token(…).
_token = partial(tuple.__new__, Token)


class Text:
    """A parsed text: its tokens and the token ranges of its sentences."""

    __slots__ = ("__dict__", "sents", "text", "tokens")

    def __init__(
        self, text: str, tokens: tuple[Token, ...], sents: tuple[tuple[int, int], ...]
    ) -> None:
        self.text = text
        self.tokens = tokens
        self.sents = sents

    def __len__(self) -> int:
        return len(self.tokens)

    def __repr__(self) -> str:
        return f"Text({self.text!r})"

    @cached_property
    def children(self) -> tuple[tuple[int, ...], ...]:
        """For each token the tokens that it governs, in text order."""
        below: list[list[int]] = [[] for _ in self.tokens]
        for token in self.tokens:
            if token.head != token.i:
                below[token.head].append(token.i)
        return tuple(map(tuple, below))

    @cached_property
    def lemmas(self) -> frozenset[str]:
        """The lemmas of the text."""
        return frozenset(token.lemma for token in self.tokens)

    @cached_property
    def sentence_of(self) -> tuple[int, ...]:
        """For each token the number of its sentence."""
        return tuple(n for n, (start, end) in enumerate(self.sents) for _ in range(start, end))

    def subtree(self, i: int) -> list[int]:
        """Token `i` and everything below it, in text order."""
        found, stack = [], [i]
        while stack:
            node = stack.pop()
            found.append(node)
            stack.extend(self.children[node])
        return sorted(found)


class Parser:
    """Turns texts into `Text`, each once: results are kept for the `cache` texts last asked for.

    `model` is "embedded" (the small English model that ships with this package), the name of an
    installed spaCy package, or a path. Entities cost half the speed and are off by default.
    """

    def __init__(
        self,
        model: str = EMBEDDED,
        *,
        entities: bool = False,
        batch: int = BATCH,
        cache: int = 8192,
    ) -> None:
        self.model = model
        self.entities = entities
        self.batch = batch
        self._size = cache
        self._cache: OrderedDict[str, Text] = OrderedDict()

    @cached_property
    def _nlp(self) -> Language:
        return _load(self.model, self.entities)

    @cached_property
    def _finish(self) -> Callable[[Doc], Doc]:
        return _finisher(self._nlp)

    @cached_property
    def _names(self) -> _Names:
        return _Names(self._nlp.vocab.strings)

    def __call__(self, text: str) -> Text:
        """Parse one text."""
        return next(self.parse([text]))

    def parse(self, texts: Iterable[str]) -> Iterator[Text]:
        """Parse texts in order; equal texts are parsed once while they stay in the cache."""
        chunk: list[str] = []
        for text in texts:
            chunk.append(text)
            if len(chunk) == self.batch:
                yield from self._parse_chunk(chunk)
                chunk = []
        yield from self._parse_chunk(chunk)

    def _parse_chunk(self, chunk: list[str]) -> list[Text]:
        known = {text: self._cache[text] for text in chunk if text in self._cache}
        missing = [text for text in dict.fromkeys(chunk) if text not in known]
        if missing:
            # A lone surrogate, which JSON can hold, is no text for spaCy; "?" keeps the places.
            forms = (text[:MAX_CHARS].encode("utf-8", "replace").decode() for text in missing)
            docs = map(self._finish, self._nlp.pipe(forms, batch_size=self.batch))
            names = self._names
            known |= {t: _text_of(t, doc, names) for t, doc in zip(missing, docs, strict=True)}
        for text, parsed in known.items():
            self._cache[text] = parsed
            self._cache.move_to_end(text)
        while len(self._cache) > self._size:
            self._cache.popitem(last=False)
        return [known[text] for text in chunk]


@lru_cache(maxsize=4)
def shared_parser(model: str = EMBEDDED, *, entities: bool = False) -> Parser:
    """The parser that this process shares: one model in memory, one cache of texts."""
    return Parser(model, entities=entities)


def _load(model: str, entities: bool) -> Language:
    with warnings.catch_warnings():
        # spaCy warns of its own version suffix when a model was built by an older 3.8.
        warnings.simplefilter("ignore")
        import spacy

        where: str | Path = model
        if model == EMBEDDED:
            where = Path(str(files("scaning") / "models" / "parser"))
        try:
            return spacy.load(where, exclude=["senter"] if entities else ["senter", "ner"])
        except OSError as error:
            raise ResourceError(
                f"No spaCy model {model!r}. Use 'embedded', an installed model such as "
                f"'en_core_web_sm', or the path of one. ({error})"
            ) from error


def _finisher(nlp: Language) -> Callable[[Doc], Doc]:
    """Take the attribute ruler, and what needs it, out of a pipeline; this does their work."""
    late = [name for name in ("attribute_ruler", "lemmatizer") if name in nlp.component_names]
    patterns = nlp.get_pipe(late[0]).patterns if late[:1] == ["attribute_ruler"] else None
    if patterns is None or not can_read(patterns):
        return lambda doc: doc
    attributes, after = Attributes(patterns), [nlp.get_pipe(name) for name in late[1:]]
    for name in {*late} & {*nlp.pipe_names}:
        nlp.disable_pipe(name)

    def finish(doc: Doc) -> Doc:
        return reduce(lambda done, pipe: pipe(done), after, attributes(doc))

    return finish


def _text_of(text: str, doc: Doc, name: _Names) -> Text:
    # One array for the whole text and one dictionary of strings: six times as fast as asking
    # every token for every attribute.
    said = doc.text
    tokens = tuple(
        _token(
            (
                i,
                said[start : start + length],
                name[lower],
                name[lemma],
                name[tag],
                name[pos],
                name[dep],
                # The head is a signed offset in an unsigned array.
                i + (head if head < 1 << 63 else head - (1 << 64)),
                start,
                start + length,
                " " if space else "",
                name[entity],
            )
        )
        for i, (lower, lemma, tag, pos, dep, head, start, length, space, entity) in enumerate(
            doc.to_array(ATTRIBUTES).tolist()
        )
    )
    return Text(text, tokens, tuple((s.start, s.end) for s in doc.sents))


class _Names(dict[int, str]):
    """spaCy's string store, remembered as a dictionary."""

    def __init__(self, strings: StringStore) -> None:
        super().__init__()
        self._strings = strings

    def __missing__(self, key: int) -> str:
        self[key] = text = self._strings[key]
        return text
