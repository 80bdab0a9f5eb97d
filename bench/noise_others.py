"""The augmenters of nlpaug and TextAttack on texts from standard input, for `noise_speed.py`.

It runs in an environment of its own (nlpaug, textattack, nltk 3.8 and NLTK's wordnet, omw-1.4 and
averaged_perceptron_tagger): it must not import scaning. In: a JSON list of texts. Out: for each
augmenter the seconds it took and what it made of the texts.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Callable

SEED = 3407
# As many words as our tables change in about the middle.
SHARE = 0.2


def augmenters() -> dict[str, Callable[[str], str]]:
    """The augmenters by name; each makes one text of one. What cannot be imported is left out."""
    found: dict[str, Callable[[str], str]] = {}
    for some in (nlpaug, textattack):
        try:
            found |= some()
        except ImportError as error:
            sys.stderr.write(f"{some.__name__} is left out: {error}\n")
    return found


def nlpaug() -> dict[str, Callable[[str], str]]:
    """Words for words, words swapped, words deleted."""
    import nlpaug.augmenter.word as naw

    synonym = naw.SynonymAug(aug_src="wordnet", aug_p=SHARE, aug_max=None)
    swap = naw.RandomWordAug(action="swap", aug_p=SHARE, aug_max=None)
    delete = naw.RandomWordAug(action="delete", aug_p=SHARE, aug_max=None)
    return {
        "nlpaug SynonymAug": lambda text: _first(synonym.augment(text), text),
        "nlpaug RandomWordAug swap": lambda text: _first(swap.augment(text), text),
        "nlpaug RandomWordAug delete": lambda text: _first(delete.augment(text), text),
    }


def textattack() -> dict[str, Callable[[str], str]]:
    """Words for words."""
    from textattack.augmentation import WordNetAugmenter

    wordnet = WordNetAugmenter(pct_words_to_swap=SHARE, transformations_per_example=1)
    return {"textattack WordNetAugmenter": lambda text: _first(wordnet.augment(text), text)}


def _first(made: object, text: str) -> str:
    return str(made[0]) if isinstance(made, list) and made else text


def main() -> None:
    """Read, augment, write."""
    texts = json.load(sys.stdin)
    found = {}
    for name, augment in augmenters().items():
        random.seed(SEED)
        augment(texts[0])
        start = time.perf_counter()
        made = [augment(text) for text in texts]
        found[name] = {"seconds": time.perf_counter() - start, "texts": made}
    json.dump(found, sys.stdout)


if __name__ == "__main__":
    main()
