"""What the metrics read of a text, each part computed once and only when asked for."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property

from scaning.parse import Parser, Text
from scaning.score.bleu import PLAIN_ORDER, TRIGRAM_WEIGHTS, Ngrams, count_ngrams
from scaning.score.numeracy import exact_numbers, official_numbers
from scaning.score.wpd import Positions, positions_of

# About 40 kB a text: the originals of a stream that is roughly in order stay in.
CACHE = 1024


class Features:
    """A text as the metrics see it: its words, lemmas and numbers.

    `text` is as the user wrote it; `parsed` may be the parse of its lower-cased form. Blank tokens
    (line breaks, double spaces) are words for the published code, and for it alone.
    """

    def __init__(self, text: str, parsed: Text, *, blanks: bool) -> None:
        tokens = [token for token in parsed.tokens if blanks or not token.text.isspace()]
        self.text = text
        self.words = [token.lower for token in tokens]
        self._lemmas = [token.lemma.lower() for token in tokens]

    @cached_property
    def trigrams(self) -> tuple[Ngrams, ...]:
        """The counted n-grams of up to three words."""
        return count_ngrams(self.words, len(TRIGRAM_WEIGHTS))

    @cached_property
    def plain_ngrams(self) -> tuple[Ngrams, ...]:
        """The counted n-grams of up to four words."""
        return count_ngrams(self.words, PLAIN_ORDER)

    @cached_property
    def positions(self) -> Positions:
        """Where each lemma stands, between 0 and 1."""
        return positions_of(self._lemmas)

    @cached_property
    def official_numbers(self) -> list[float]:
        """The numbers that the published code would read."""
        return official_numbers(self.text)

    @cached_property
    def exact_numbers(self) -> list[Fraction]:
        """The values of the stated quantities."""
        return exact_numbers(self.text)


class Reader:
    """Turns texts into `Features`, each once: results are kept for the texts last asked for."""

    def __init__(self, parser: Parser, *, lowered: bool, cache: int = CACHE) -> None:
        self.parser = parser
        self.lowered = lowered
        self._size = cache
        self._cache: OrderedDict[str, Features] = OrderedDict()

    def read(self, texts: Sequence[str]) -> list[Features]:
        """The features of texts, in order; all that are new are parsed in one go."""
        known = {text: self._cache[text] for text in texts if text in self._cache}
        missing = [text for text in dict.fromkeys(texts) if text not in known]
        forms = [text.lower() for text in missing] if self.lowered else missing
        for text, parsed in zip(missing, self.parser.parse(forms), strict=True):
            known[text] = Features(text, parsed, blanks=self.lowered)
        for text, features in known.items():
            self._cache[text] = features
            self._cache.move_to_end(text)
        while len(self._cache) > self._size:
            self._cache.popitem(last=False)
        return [known[text] for text in texts]
