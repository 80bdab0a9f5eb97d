"""What is done to a text before it is noised: contractions are written out, blanks are single."""

from __future__ import annotations

import re

_BLANKS = re.compile(r"\s+")
_WHOLE = {
    "can't": "cannot",
    "won't": "will not",
    "shan't": "shall not",
    "let's": "let us",
    "y'all": "you all",
}
_ENDINGS = {"n't": " not", "'m": " am", "'re": " are", "'ve": " have", "'ll": " will"}
# Only after these is 's a verb; after a noun it is a genitive ("the unit's place").
_IS = "it|he|she|that|this|there|here|what|who|where|when|how"
# Before these the 's of a pronoun is "has".
_HAS = r"(?=\s+(?:been|got|had|gone|made|taken|given|done|seen|bought|sold|lost|won|eaten|grown)\b)"
_CONTRACTION = re.compile(
    rf"\b(?:(?P<whole>{'|'.join(_WHOLE)})"
    rf"|(?P<has>(?:{_IS}))'s{_HAS}"
    rf"|(?P<is>(?:{_IS}))'s"
    r"|(?P<stem>[a-z]+)(?P<ending>n't|'m|'re|'ve|'ll))\b",
    re.IGNORECASE,
)


def prepared(text: str) -> str:
    r"""The text with its contractions written out and every run of blanks made one blank.

    What is no contraction stays: genitives, "o'clock", feet and minutes written with a prime, and
    "'d", which may be "had" as well as "would".

    >>> prepared("It's 7 o'clock.  Ann's bus hasn't\tcome, and she can't wait.")
    "It is 7 o'clock. Ann's bus has not come, and she cannot wait."
    """
    text = _BLANKS.sub(" ", text).strip()
    if "'" not in text and "’" not in text:
        return text
    return _CONTRACTION.sub(_written_out, text.replace("’", "'"))


def _written_out(match: re.Match[str]) -> str:
    if whole := match["whole"]:
        return _cased(_WHOLE[whole.lower()], whole)
    if match["has"]:
        return match["has"] + " has"
    if match["is"]:
        return match["is"] + " is"
    return match["stem"] + _ENDINGS[match["ending"].lower()]


def _cased(word: str, like: str) -> str:
    return word[0].upper() + word[1:] if like[0].isupper() else word
