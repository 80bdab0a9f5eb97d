"""Training a few numbers beside each product of a model instead of its weights: LoRA, by peft."""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path
from typing import TYPE_CHECKING, Any
from warnings import catch_warnings, simplefilter

from scaning.errors import ResourceError

if TYPE_CHECKING:
    from transformers import PreTrainedModel

    from scaning.seq2seq.settings import Settings


def adapted(model: PreTrainedModel, settings: Settings) -> Any:  # noqa: ANN401 (peft has no types)
    """The model with adapters of rank `settings.lora`; the rows of slots and masks are learnt too.

    These were averages of others, and the model is to tell them apart.
    """
    from scaning.seq2seq.tokens import Tokens
    from scaning.seq2seq.vocabulary import never_split

    try:
        from peft import LoraConfig, get_peft_model
    except ImportError:
        raise ResourceError("lora needs peft: pip install peft, or set lora = 0.") from None
    tokens = Tokens.load(Path(settings.base))
    new = [number for text in never_split() if (number := tokens.id_of(text)) is not None]
    config = LoraConfig(
        r=settings.lora,
        lora_alpha=2 * settings.lora,
        target_modules="all-linear",
        trainable_token_indices=new or None,
    )
    with catch_warnings():
        simplefilter("ignore", FutureWarning)  # peft still asks transformers by an old name
        return get_peft_model(model, config)


def merged(model: Any) -> PreTrainedModel:  # noqa: ANN401
    """The model with what its adapters learnt in its weights; the same one where it has none."""
    if not hasattr(model, "merge_and_unload"):
        return model
    whole: PreTrainedModel = deepcopy(model).merge_and_unload()
    return whole
