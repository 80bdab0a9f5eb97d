"""The encoder and the decoder of a model as graphs of ONNX.

The encoder gives keys and values for each layer of the decoder, once for each source; the lanes
of a source share them. The decoder appends tokens to lanes whose own keys and values lie in
buffers that it writes in place.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from scaning.seq2seq.graph import OURS, Graph, Table
from scaning.seq2seq.parts import ACTIVATIONS, Dense, Layer, Norm, Parts, Stack
from scaning.seq2seq.stepper import Floats


def encoder(parts: Parts, *, exact: bool = False) -> bytes:
    """Tokens (sources, length) and their mask, to keys and values for the decoder."""
    graph = Graph(exact=exact)
    tokens = graph.input("tokens", "INT64", ["sources", "length"])
    mask = graph.input("mask", "INT32", ["sources", "length"])
    stack = parts.encoder
    length = _width(graph, tokens, 1)
    read = _embedded(graph, stack, tokens, graph.table(stack.embedding))
    zero = graph.constant([0])
    read = _placed(graph, stack, read, zero, length)
    stream = _Stream(graph, stack, read)
    bias = _distances(graph, stack, zero, length)
    shape = graph.node("Concat", graph.node("Shape", tokens), graph.constant([-1]), axis=0)
    for layer in stack.layers:
        query, key, value = (
            graph.node("Reshape", graph.linear(stream.value, dense.weight, dense.bias), shape)
            for dense in (layer.own.query, layer.own.key, layer.own.value)
        )
        seen = graph.node(
            "MultiHeadAttention", query, key, value, "", mask, *([bias] if bias else []),
            domain=OURS, num_heads=parts.heads, scale=parts.attention_scale,
        )  # fmt: skip
        stream.add(_flat(graph, seen, parts), layer.own.out)
        _feed(graph, stream, layer, parts)
    _give_keys(graph, parts, stream.value, shape)
    return graph.bytes()


def decoder(parts: Parts, *, exact: bool = False) -> bytes:
    """Tokens (sources, lanes, length) to the most probable next ones.

    `past` is how many tokens the lanes had before. Of each place come the `top` best tokens that
    `hidden` does not keep back with minus infinity, and of `watched` ones the log-probabilities.
    """
    graph = Graph(exact=exact)
    tokens = graph.input("tokens", "INT64", ["sources", "lanes", "length"])
    mask = graph.input("mask", "INT32", ["sources", "read"])
    past = graph.input("past", "INT64", [1])
    seen = _Seen(graph.input("last", "INT32", ["texts"]), graph.input("total", "INT32", []), mask)
    stack = parts.decoder
    length = _width(graph, tokens, 2)
    table = graph.table(parts.output.weight)
    tied = np.array_equal(stack.embedding, parts.output.weight)
    own = table if tied else graph.table(stack.embedding)
    read = _embedded(graph, stack, tokens, own)
    read = _placed(graph, stack, read, past, length)
    stream = _Stream(graph, stack, read)
    width = parts.heads * parts.head
    by_source = graph.node("Concat", _width(graph, tokens, 0), graph.constant([-1, width]), axis=0)
    by_text = graph.node(
        "Concat", graph.constant([-1]), length, graph.constant([3 * width]), axis=0
    )
    distances = _distances(graph, stack, past, length)
    for at, layer in enumerate(stack.layers):
        _decode(graph, parts, stream, layer, at, by_text, seen, distances)
        _look(graph, parts, stream, layer, at, by_source, seen)
        _feed(graph, stream, layer, parts)
    logits = graph.product(stream.value, table, parts.output.bias)
    _choose(graph, logits)
    return graph.bytes()


@dataclass(frozen=True, slots=True)
class _Seen:
    """How many tokens each text has, less one; how many all have; the mask of the sources."""

    last: str
    total: str
    mask: str


class _Stream:
    """What runs through the layers; `value` is what the next part of a layer reads."""

    def __init__(self, graph: Graph, stack: Stack, read: str) -> None:
        self._graph = graph
        self._before = stack.before
        norms = [norm for layer in stack.layers for norm in layer.norms]
        if stack.before:
            assert stack.last
            norms = [*norms, stack.last]
        elif stack.first:
            norms = [stack.first, *norms]
        self._norms = iter(norms)
        self._through = read
        if stack.before or stack.first:
            self.value = self._normed(read, next(self._norms))
        else:
            self.value = read
        if not stack.before:
            self._through = self.value

    def add(self, value: str, dense: Dense) -> None:
        """Add the product of a part, and normalise."""
        graph, norm = self._graph, next(self._norms)
        found = graph.linear(value, dense.weight)
        inputs = [found, self._through, graph.constant(norm.weight)]
        kind = "SkipSimplifiedLayerNormalization"
        if norm.bias is not None:
            kind = "SkipLayerNormalization"
            inputs.append(graph.constant(norm.bias))
        if dense.bias is not None:
            inputs.append(graph.constant(dense.bias))
        names = graph.nodes(kind, 4, *inputs, domain=OURS, epsilon=norm.epsilon)
        self.value = names[0]
        self._through = names[3] if self._before else names[0]

    def _normed(self, value: str, norm: Norm) -> str:
        graph, weight = self._graph, self._graph.constant(norm.weight)
        if norm.bias is None:
            return graph.node("SimplifiedLayerNormalization", value, weight, epsilon=norm.epsilon)
        bias = graph.constant(norm.bias)
        return graph.node("LayerNormalization", value, weight, bias, epsilon=norm.epsilon)


def _embedded(graph: Graph, stack: Stack, tokens: str, table: Table) -> str:
    """The rows of tokens."""
    rows = graph.rows_of(table, graph.reshape(tokens, -1))
    return rows if stack.scale == 1.0 else graph.node("Mul", rows, graph.constant(stack.scale))


def _placed(graph: Graph, stack: Stack, read: str, past: str, length: str) -> str:
    """Add what says where a token stands."""
    if stack.positions is None:
        return read
    ends = graph.node("Add", past, length)
    places = graph.node("Slice", graph.constant(stack.positions), past, ends, graph.constant([0]))
    width = int(stack.embedding.shape[1])
    shape = graph.node("Concat", graph.constant([-1]), length, graph.constant([width]), axis=0)
    found = graph.node("Add", graph.node("Reshape", read, shape), places)
    return graph.reshape(found, -1, width)


def _distances(graph: Graph, stack: Stack, past: str, length: str) -> str:
    """What T5 adds to the attention between places: (1, heads, length, all)."""
    if stack.distances is None:
        return ""
    ends = graph.node("Add", past, length)
    table = graph.constant(stack.distances[None])
    starts = graph.node("Concat", past, graph.constant([0]), axis=0)
    both = graph.node("Concat", ends, ends, axis=0)
    return graph.node("Slice", table, starts, both, graph.constant([2, 3]))


def _decode(
    graph: Graph, parts: Parts, stream: _Stream, layer: Layer, at: int, by_text: str,
    seen: _Seen, distances: str,
) -> None:  # fmt: skip
    """A text looks at itself; its keys and values are kept."""
    own = layer.own
    weight = np.concatenate([own.query.weight, own.key.weight, own.value.weight])
    biases = [own.query.bias, own.key.bias, own.value.bias]
    bias = np.concatenate([_or_zeros(b, len(own.key.weight)) for b in biases])
    packed = graph.node("Reshape", graph.linear(stream.value, weight, bias), by_text)
    shape: list[str | int] = ["texts", parts.heads, "room", parts.head]
    past = [graph.input(f"past.{kind}.{at}", "FLOAT", shape) for kind in ("key", "value")]
    now = [f"now.{kind}.{at}" for kind in ("key", "value")]
    found = f"own.{at}"
    # Optional inputs that are not there have an empty name; the bias of distances is the eleventh.
    more = ["", "", "", distances] if distances else []
    graph.raw(
        "GroupQueryAttention", [packed, "", "", *past, seen.last, seen.total, *more],
        [found, *now], domain=OURS, num_heads=parts.heads, kv_num_heads=parts.heads,
        scale=parts.attention_scale,
    )  # fmt: skip
    for name in now:
        graph.gives(name, "FLOAT", shape)
    stream.add(_flat(graph, found, parts), own.out)


def _look(
    graph: Graph, parts: Parts, stream: _Stream, layer: Layer, at: int, by_source: str, seen: _Seen
) -> None:
    """The lanes of a source look at it together."""
    assert layer.cross
    asks = graph.linear(stream.value, layer.cross.query.weight, layer.cross.query.bias)
    asks = graph.node("Reshape", asks, by_source)
    shape: list[str | int] = ["sources", parts.heads, "read", parts.head]
    read = [graph.input(f"read.{kind}.{at}", "FLOAT", shape) for kind in ("key", "value")]
    found = graph.node(
        "MultiHeadAttention", asks, *read, "", seen.mask,
        domain=OURS, num_heads=parts.heads, scale=parts.attention_scale,
    )  # fmt: skip
    stream.add(_flat(graph, found, parts), layer.cross.out)


def _feed(graph: Graph, stream: _Stream, layer: Layer, parts: Parts) -> None:
    first, *rest = layer.feed
    found = _active(graph, graph.linear(stream.value, first.weight, first.bias), parts.activation)
    if len(rest) == 2:  # gated
        found = graph.node("Mul", found, graph.linear(stream.value, rest[0].weight, rest[0].bias))
    stream.add(found, rest[-1])


def _active(graph: Graph, value: str, activation: str) -> str:
    kind = ACTIVATIONS[activation]
    if kind == "QuickGelu":
        return graph.node(kind, value, domain=OURS, alpha=1.0)
    return graph.node(kind, value, domain="" if kind == "Relu" else OURS)


def _give_keys(graph: Graph, parts: Parts, value: str, shape: str) -> None:
    """The keys and values of each layer of the decoder: (sources, heads, length, head)."""
    for at, layer in enumerate(parts.decoder.layers):
        assert layer.cross
        for kind, dense in (("key", layer.cross.key), ("value", layer.cross.value)):
            found = graph.node("Reshape", graph.linear(value, dense.weight, dense.bias), shape)
            found = graph.reshape(found, 0, 0, parts.heads, parts.head)
            found = graph.node("Transpose", found, perm=[0, 2, 1, 3])
            names: list[str | int] = ["sources", parts.heads, "length", parts.head]
            graph.output(f"read.{kind}.{at}", found, "FLOAT", names)


def _choose(graph: Graph, logits: str) -> None:
    """The best tokens and the watched ones, as log-probabilities of the whole vocabulary."""
    hidden = graph.input("hidden", "FLOAT", ["vocabulary"])
    top = graph.input("top", "INT64", [1])
    watched = graph.input("watched", "INT64", ["places", "tokens"])
    last = graph.constant([-1])
    chances = graph.node("Softmax", logits, axis=-1)
    likeliest = graph.node("Log", graph.node("ReduceMax", chances, last, keepdims=1))
    whole = graph.node("Sub", graph.node("ReduceMax", logits, last, keepdims=1), likeliest)
    logs, ids = graph.nodes("TopK", 2, graph.node("Add", logits, hidden), top)
    graph.output("ids", ids, "INT64", ["places", "top"])
    graph.output("logs", graph.node("Sub", logs, whole), "FLOAT", ["places", "top"])
    picked = graph.node("GatherElements", logits, watched, axis=-1)
    graph.output("seen", graph.node("Sub", picked, whole), "FLOAT", ["places", "tokens"])


def _flat(graph: Graph, value: str, parts: Parts) -> str:
    return graph.reshape(value, -1, parts.heads * parts.head)


def _width(graph: Graph, value: str, axis: int) -> str:
    """One width of a value, as a list of one."""
    return graph.node("Shape", value, start=axis, end=axis + 1)


def _or_zeros(bias: Floats | None, width: int) -> Floats:
    return np.zeros(width, np.float32) if bias is None else bias
