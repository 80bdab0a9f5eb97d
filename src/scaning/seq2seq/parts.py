"""Models of transformers taken apart: what BART, Marian, Pegasus and T5 have in common."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from scaning.errors import UsageError
from scaning.seq2seq.stepper import Floats

if TYPE_CHECKING:
    from transformers import PreTrainedModel

# What these models call their activations, and what ONNX does.
ACTIVATIONS = {
    "gelu": "Gelu", "swish": "QuickGelu", "silu": "QuickGelu", "relu": "Relu",
    "gelu_new": "FastGelu", "gelu_pytorch_tanh": "FastGelu",
}  # fmt: skip
_POSITIONS = 512  # of models that have no limit of their own


@dataclass(frozen=True, slots=True)
class Dense:
    """A product with weights, which are (outputs, inputs), and a sum."""

    weight: Floats
    bias: Floats | None = None


@dataclass(frozen=True, slots=True)
class Norm:
    """A normalisation; without a bias it is that of T5, which subtracts no mean."""

    weight: Floats
    bias: Floats | None
    epsilon: float


@dataclass(frozen=True, slots=True)
class Attention:
    """The four products of an attention."""

    query: Dense
    key: Dense
    value: Dense
    out: Dense


@dataclass(frozen=True, slots=True)
class Layer:
    """A layer: its attentions, its two or three further products, a norm for each of its parts."""

    own: Attention
    cross: Attention | None
    feed: tuple[Dense, ...]
    norms: tuple[Norm, ...]


@dataclass(frozen=True, slots=True)
class Stack:
    """An encoder or a decoder.

    `before`: the norms come before their parts, and `last` after all. `distances` is what T5 adds
    to its attention, (heads, positions, positions).
    """

    embedding: Floats
    scale: float
    positions: Floats | None
    distances: Floats | None
    first: Norm | None
    layers: tuple[Layer, ...]
    last: Norm | None
    before: bool


@dataclass(frozen=True, slots=True)
class Parts:
    """A whole model."""

    encoder: Stack
    decoder: Stack
    output: Dense
    heads: int
    head: int
    attention_scale: float
    activation: str

    @property
    def longest(self) -> int:
        """How many tokens it can read or write."""
        known = self.encoder.positions
        return _POSITIONS if known is None else len(known)


def take_apart(model: PreTrainedModel) -> Parts:
    """The parts of a model, in 32 bits."""
    kind = model.config.model_type
    state = {name: weights.float().numpy() for name, weights in model.state_dict().items()}
    if kind in _BART_LIKE:
        return _bart(state, model.config)
    if kind in ("t5", "mt5"):
        return _t5(state, model)
    raise UsageError(f"No export of {kind!r}; known are {', '.join([*_BART_LIKE, 't5', 'mt5'])}.")


# Where each keeps its norms: before its parts or after; and how many positions it skips.
_BART_LIKE = {"marian": (False, 0), "bart": (False, 2), "pegasus": (True, 0), "mbart": (True, 2)}


def _bart(state: Mapping[str, Floats], config: Any) -> Parts:  # noqa: ANN401 (transformers has no types)
    before, skipped = _BART_LIKE[config.model_type]
    scale = float(config.d_model**0.5) if config.scale_embedding else 1.0

    def norm(name: str) -> Norm | None:
        if f"{name}.weight" not in state:
            return None
        return Norm(state[f"{name}.weight"], state[f"{name}.bias"], 1e-5)

    def dense(name: str) -> Dense:
        return Dense(state[f"{name}.weight"], state.get(f"{name}.bias"))

    def attention(name: str) -> Attention:
        return Attention(*(dense(f"{name}.{part}_proj") for part in ("q", "k", "v", "out")))

    def layer(name: str, decodes: bool) -> Layer:
        parts = ["self_attn", *(["encoder_attn"] if decodes else []), "final"]
        norms = [norm(f"{name}.{part}_layer_norm") for part in parts]
        return Layer(
            attention(f"{name}.self_attn"),
            attention(f"{name}.encoder_attn") if decodes else None,
            (dense(f"{name}.fc1"), dense(f"{name}.fc2")),
            tuple(one for one in norms if one),
        )

    def stack(side: str, count: int) -> Stack:
        name = f"model.{side}"
        return Stack(
            _first(state, f"{name}.embed_tokens.weight", "model.shared.weight"),
            scale,
            state[f"{name}.embed_positions.weight"][skipped:],
            None,
            norm(f"{name}.layernorm_embedding"),
            tuple(layer(f"{name}.layers.{at}", side == "decoder") for at in range(count)),
            norm(f"{name}.layer_norm"),
            before,
        )

    heads = config.decoder_attention_heads
    head = config.d_model // heads
    return Parts(
        stack("encoder", config.encoder_layers),
        stack("decoder", config.decoder_layers),
        Dense(state["lm_head.weight"], state["final_logits_bias"][0]),
        heads, head, head**-0.5, config.activation_function,
    )  # fmt: skip


def _t5(state: Mapping[str, Floats], model: PreTrainedModel) -> Parts:
    config = model.config

    def norm(name: str) -> Norm:
        return Norm(state[f"{name}.weight"], None, config.layer_norm_epsilon)

    def attention(name: str) -> Attention:
        return Attention(*(Dense(state[f"{name}.{part}.weight"]) for part in "qkvo"))

    def layer(name: str, decodes: bool) -> Layer:
        last = 2 if decodes else 1
        inner = ("wi_0", "wi_1", "wo") if config.is_gated_act else ("wi", "wo")
        feed = f"{name}.layer.{last}.DenseReluDense"
        return Layer(
            attention(f"{name}.layer.0.SelfAttention"),
            attention(f"{name}.layer.1.EncDecAttention") if decodes else None,
            tuple(Dense(state[f"{feed}.{part}.weight"]) for part in inner),
            tuple(norm(f"{name}.layer.{at}.layer_norm") for at in range(last + 1)),
        )

    def stack(side: str, count: int) -> Stack:
        decodes = side == "decoder"
        attends = getattr(model, side).block[0].layer[0].SelfAttention
        bias = attends.compute_bias(_POSITIONS, _POSITIONS)[0].detach().float().numpy()
        return Stack(
            _first(state, f"{side}.embed_tokens.weight", "shared.weight"),
            1.0, None, bias, None,
            tuple(layer(f"{side}.block.{at}", decodes) for at in range(count)),
            norm(f"{side}.final_layer_norm"), True,
        )  # fmt: skip

    scaled = getattr(config, "scale_decoder_outputs", config.tie_word_embeddings)
    factor = config.d_model**-0.5 if scaled else 1.0
    return Parts(
        stack("encoder", config.num_layers), stack("decoder", config.num_decoder_layers),
        Dense((state["lm_head.weight"] * factor).astype(np.float32)),
        config.num_heads, config.d_kv, 1.0, config.dense_act_fn,
    )  # fmt: skip


def _first(state: Mapping[str, Floats], *names: str) -> Floats:
    return next(state[name] for name in names if name in state)
