from collections.abc import Callable, Sequence

import pytest

from scaning.fluency import Fluency, Mean
from scaning.noise import Kit
from scaning.noise.prepare import prepared
from scaning.noise.protect import protected
from scaning.parse import Text, Token, shared_parser
from scaning.synonyms import fitted

SYNONYMS = {"car": "vehicle", "way": "path", "store": "shop", "buy": "purchase", "apple": "dozen"}


class FewSynonyms:
    """A source of synonyms that knows five words, and offers an amount for one of them."""

    def candidates(self, token: Token, text: Text) -> list[tuple[str, float]]:
        """The one synonym, in the form of the token."""
        form = token.lemma in SYNONYMS and fitted(SYNONYMS[token.lemma], token, text)
        return [(form, 1.0)] if form else []


class LeastSurprise(Fluency):
    """Finds a text the more fluent the more often a verb follows a name or a pronoun in it."""

    def score(
        self, texts: Sequence[str], *, mean: Mean = "geometric", first_token: bool = True
    ) -> list[float]:
        """Good pairs by length, whatever the mean."""
        return [
            sum(pair in text for pair in ("Steve rode", "he buy", "Ann has", "there are"))
            / (1 + text.count(" "))
            for text in texts
        ]


@pytest.fixture
def kit() -> Kit:
    return Kit(FewSynonyms(), LeastSurprise())


@pytest.fixture(scope="session")
def ready() -> Callable[[str], Text]:
    """A text as the noising functions get it."""

    def parse(text: str, *, whole: bool = True) -> Text:
        return protected(shared_parser()(prepared(text)), whole=whole)

    return parse
