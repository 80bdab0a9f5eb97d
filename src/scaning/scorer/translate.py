"""Texts into another language and back, drawn freely: paraphrases, and wrong paraphrases.

    python -m scaning.scorer.translate --problems FILE --models FOLDER --out FILE

FOLDER holds `en-fr` and `fr-en`, or any pair of Marian models, as CTranslate2 has them:

    ct2-transformers-converter --model Helsinki-NLP/opus-mt-en-fr --output_dir FOLDER/en-fr
        --quantization int8 --copy_files source.spm target.spm
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

from scaning.evaluate.roundtrip import Translator
from scaning.records import Problem
from scaning.scorer.damage.spans import sentences
from scaning.scorer.triplets import SEED, read_problems

MAX_PIECES, BATCH, MAX_WORDS = 200, 100, 60


class Sampling(NamedTuple):
    """How freely a translation is drawn: the best word always, or one of the first `top`."""

    top: int = 1
    temperature: float = 1.0


# The first keeps most problems as they are, the second is wrong about half the time.
SAMPLINGS = {"greedy": Sampling(), "sampled": Sampling(10, 0.9)}


class Drawing(Translator):
    """A translator that draws its words."""

    def draw(self, texts: Sequence[str], sampling: Sampling) -> list[str]:
        """One translation of each sentence."""
        pieces = [[*self._source.encode(text, out_type=str), "</s>"] for text in texts]
        found = self._model.translate_batch(
            pieces,
            beam_size=1,
            sampling_topk=sampling.top,
            sampling_temperature=sampling.temperature,
            max_decoding_length=MAX_PIECES,
            max_batch_size=2048,
            batch_type="tokens",
        )
        return [str(self._target.decode(one.hypotheses[0])) for one in found]


def round_trips(
    problems: Sequence[Problem], there: Drawing, back: Drawing, *, seed: int = SEED
) -> Iterator[dict[str, str]]:
    """Each problem as it comes back, sentence by sentence, once for each way of drawing."""
    import ctranslate2

    for at in range(0, len(problems), BATCH):
        some = problems[at : at + BATCH]
        parts = [[p.question[a:b] for a, b in sentences(p.question)] for p in some]
        flat = [sentence for part in parts for sentence in part]
        for n, (name, sampling) in enumerate(SAMPLINGS.items()):
            ctranslate2.set_random_seed(seed + at + n)
            returned = iter(back.draw(there.draw(flat, sampling), sampling))
            for problem, part in zip(some, parts, strict=True):
                text = " ".join(next(returned) for _ in part)
                yield {
                    "id": problem.id, "how": name, "original": problem.question, "candidate": text,
                }  # fmt: skip


def main() -> None:
    """Translate some problems, write the pairs."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--problems", type=Path, required=True)
    parser.add_argument("--models", type=Path, required=True)
    parser.add_argument("--pair", nargs=2, default=["en-fr", "fr-en"], metavar="NAME")
    parser.add_argument("--limit", type=int, default=2200)
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    problems = [p for p in read_problems(args.problems) if len(p.question.split()) <= MAX_WORDS]
    Random(SEED).shuffle(problems)
    there, back = (Drawing(args.models / name, threads=1) for name in args.pair)
    with args.out.open("w", encoding="utf-8") as out:
        for row in round_trips(problems[: args.limit], there, back):
            out.write(json.dumps(row, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
