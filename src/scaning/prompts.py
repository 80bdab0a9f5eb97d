"""The prompts of both models, to the character: the denoiser's prefixes and the paraphraser's."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from scaning.errors import unknown_name

# These stand before the text as they are: the denoiser's have no blank before the colon.
DENOISE = "paraphrase: "
DENOISE_PASSIVE = "paraphrase passive: "
PLAIN = "paraphrase : "
PLAIN_PASSIVE = "paraphrase passive : "
TEST_PROMPTS = (
    "paraphrase fix : ",
    "paraphrase shuffle : ",
    "paraphrase replace : ",
    "paraphrase replace shuffle : ",
    "paraphrase fix replace : ",
    "paraphrase fix replace shuffle : ",
    "paraphrase passive replace : ",
    "paraphrase passive fix : ",
)
_WORDS = {
    "templatization": "replace",
    "substitution": "replace",
    "shuffling": "shuffle",
    "shuffle": "shuffle",
    "permutation": "shuffle",
    "insertion": "fix",
    "deletion": "fix",
}


def denoiser_prompt(*, passive: bool) -> str:
    """What stands before a noised text; a passive one asks for the passive of the original."""
    return DENOISE_PASSIVE if passive else DENOISE


def paraphraser_prompt(functions: Iterable[str], *, passive: bool) -> str:
    """The prompt that says what noising functions do: their words, each once, in order.

    >>> paraphraser_prompt(["templatization", "random_deletion"], passive=True)
    'paraphrase passive fix replace : '
    >>> paraphraser_prompt(["Sentence Permutation + Phrase Shuffle"], passive=False)
    'paraphrase shuffle : '
    """
    words = {
        _WORDS[word]
        for function in functions
        for word in function.lower().replace("_", " ").split()
        if word in _WORDS
    }
    return " ".join(["paraphrase", *["passive"] * passive, *sorted(words), ":"]) + " "


def prompts_to_ask(*, with_words: bool = True) -> tuple[str, ...]:
    """The prompts that a trained paraphraser is asked with: eight, or two where none has words."""
    return TEST_PROMPTS if with_words else (PLAIN, PLAIN_PASSIVE)


ASKING: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "passive": (PLAIN_PASSIVE,),
        "shuffle": ("paraphrase shuffle : ",),
        "replace": ("paraphrase replace : ",),
        "fix": ("paraphrase fix : ",),
        "combinations": tuple(prompt for prompt in TEST_PROMPTS if len(prompt.split()) > 3),
    }
)
"""What a user may ask for, and the prompts that ask for it."""


def asked_for(wish: str | None) -> tuple[str, ...]:
    """The prompts for a user's wish; all test prompts if there is none.

    >>> asked_for("shuffle")
    ('paraphrase shuffle : ',)
    """
    if wish is None:
        return TEST_PROMPTS
    if wish not in ASKING:
        raise unknown_name("prompt", wish, ASKING)
    return ASKING[wish]
