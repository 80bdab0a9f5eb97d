"""Models that read and then write: with an encoder of their own, or decoders that do both."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from scaning.errors import ResourceError

if TYPE_CHECKING:
    from transformers import PreTrainedModel


def model_of(name: str | Path, *, dtype: str = "float32") -> PreTrainedModel:
    """The model of a folder, or of a name that the hub knows, of either kind."""
    from transformers import AutoConfig, AutoModelForCausalLM, AutoModelForSeq2SeqLM
    from transformers.utils.logging import disable_progress_bar

    disable_progress_bar()
    try:
        config = AutoConfig.from_pretrained(name)
        kind = AutoModelForSeq2SeqLM if config.is_encoder_decoder else AutoModelForCausalLM
        return kind.from_pretrained(name, dtype=dtype)
    except (OSError, ValueError) as error:
        told = str(error).strip().splitlines()[0]
        raise ResourceError(
            f"No model in {str(name)!r}: give the folder of a base, of a trained or exported "
            f"model, or a name of the hub. ({told})"
        ) from None


def writes_alone(model: PreTrainedModel) -> bool:
    """Is it a decoder without an encoder, such as GPT-2 and Llama?"""
    return not model.config.is_encoder_decoder
