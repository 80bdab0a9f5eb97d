"""Make a text of the tokens of another, in any order, without losing its spacing."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, partial
from itertools import accumulate, pairwise

from scaning.parse import Text, Token

# No token follows it by number, so none is taken for its old neighbour.
NEW = -2
# Twice as fast as Token(…), and this is where noise spends its time.
_token = partial(tuple.__new__, Token)
_GLUED = frozenset({"PUNCT", "SYM"})


def assembled(text: Text, sentences: Sequence[Sequence[Token]]) -> Text:
    """The text that these tokens make; each sequence becomes a sentence.

    Tokens of `text` are recognised by their `i`, also when their words were replaced; a token
    with the `i` NEW is an inserted one. Neighbours that stayed neighbours keep their spacing, and
    punctuation stays glued to the side it was glued to.
    """
    return Assembled(text, sentences)


class Assembled(Text):
    """A text of the tokens of another, which become its own when they are first asked for.

    The last text of a row is only read, and its tokens are half of the work.
    """

    def __init__(self, text: Text, sentences: Sequence[Sequence[Token]]) -> None:
        self._old = text.tokens
        self._sentences = [sentence for sentence in sentences if sentence]
        flat = [token for sentence in self._sentences for token in sentence]
        self._spaces = [
            left.space if left.i + 1 == right.i else _gap(self._old, left, right)
            for left, right in pairwise(flat)
        ]
        self._spaces.append("")
        words = zip((token.text for token in flat), self._spaces, strict=False)
        self.text = "".join([part for pair in words for part in pair])

    def __len__(self) -> int:
        return sum(map(len, self._sentences))

    @cached_property
    def sents(self) -> tuple[tuple[int, int], ...]:  # type: ignore[override]
        """The token ranges of the sentences."""
        ends = list(accumulate(map(len, self._sentences)))
        return tuple(zip([0, *ends], ends, strict=False))

    @cached_property
    def tokens(self) -> tuple[Token, ...]:  # type: ignore[override]
        """The tokens in their new places."""
        old, spaces = self._old, iter(self._spaces)
        place = {t.i: n for n, t in enumerate(t for s in self._sentences for t in s)}
        tokens: list[Token] = []
        start = n = 0
        for (first, last), sentence in zip(self.sents, self._sentences, strict=True):
            for _, word, lower, lemma, tag, pos, dep, head, _, _, _, entity in sentence:
                above = place[head] if head in place else _nearest(old, place, head, n)
                # A word that went to another sentence leans on nothing there.
                above = above if first <= above < last else n
                end, space = start + len(word), next(spaces)
                tokens.append(
                    _token((n, word, lower, lemma, tag, pos, dep, above, start, end, space, entity))
                )
                start = end + len(space)
                n += 1
        return tuple(tokens)


def joined(first: Text, second: Text) -> Text:
    """Two texts as one, with a blank between them."""
    tokens, chars = len(first), len(first.text) + 1
    moved = [
        t._replace(i=t.i + tokens, head=t.head + tokens, start=t.start + chars, end=t.end + chars)
        for t in second.tokens
    ]
    *others, last = first.tokens
    return Text(
        f"{first.text} {second.text}",
        (*others, last._replace(space=" "), *moved),
        (*first.sents, *((start + tokens, end + tokens) for start, end in second.sents)),
    )


def spelled(text: Text, tokens: Sequence[Token]) -> str:
    """These tokens of `text` as a string."""
    words = [tokens[0].text]
    for left, right in pairwise(tokens):
        space = left.space if left.i + 1 == right.i else _gap(text.tokens, left, right)
        words += space, right.text
    return "".join(words)


def sentences_of(text: Text) -> list[list[Token]]:
    """The tokens of each sentence, ready to be changed."""
    return [list(text.tokens[start:end]) for start, end in text.sents]


def cut_as(text: Text, tokens: Sequence[Token]) -> list[Sequence[Token]]:
    """As many tokens as `text` has, cut into sentences of the same lengths."""
    return [tokens[start:end] for start, end in text.sents]


def reworded(token: Token, word: str) -> Token:
    """The token with another word in its place."""
    return token._replace(text=word, lower=word.lower())


def inserted(word: str, like: Token | None = None) -> Token:
    """A token that the text did not have; its part of speech is that of the token it is like."""
    lower = word.lower()
    tag, pos = (like.tag, like.pos) if like else ("", "X")
    return Token(NEW, word, lower, lower, tag, pos, "", NEW, 0, 0, " ", "")


def _gap(old: Sequence[Token], left: Token, right: Token) -> str:
    """What stands between two tokens that are neighbours now."""
    if right.i > 0 and not old[right.i - 1].space and _clings(right):
        return ""
    return "" if left.i >= 0 and _opens(old, left.i) else " "


def _clings(token: Token) -> bool:
    sign = token.pos in _GLUED and not token.text[0].isalnum()
    return sign or token.tag == "POS" or token.lower == "n't"


def _opens(old: Sequence[Token], i: int) -> bool:
    """Was this the sign that opens what follows: a bracket, a quotation mark, a currency sign?"""
    sign = old[i].pos in _GLUED and not old[i].text[-1].isalnum()
    return sign and not old[i].space and i + 1 < len(old) and (i == 0 or bool(old[i - 1].space))


def _nearest(old: Sequence[Token], place: dict[int, int], head: int, itself: int) -> int:
    """Where the head of a token is now; a head that is gone is replaced by its own head."""
    while head >= 0 and head not in place:
        above = old[head].head
        if above == head:
            return itself
        head = above
    return place.get(head, itself)
