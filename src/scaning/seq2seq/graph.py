"""A graph of ONNX with products of eight bits, written node by node.

Weights have eight bits and a scale for each column. What they are multiplied with is turned into
eight bits row by row, each row by its own largest value, so that a text never depends on those
beside it. The products are added up exactly.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import helper, numpy_helper

from scaning.seq2seq.stepper import Floats

Array: TypeAlias = NDArray[Any]
OURS = "com.microsoft"

# The kernels of processors without VNNI add two products in sixteen bits, which may not overflow:
# 2 x 127 x 127 fits, 2 x 255 x 127 does not. So a row has 127 steps, and zero lies in their middle.
_STEPS, _ZERO = 63, 64
_WEIGHT_STEPS = 127
_SMALLEST = 1e-12


class Table(NamedTuple):
    """The names of weights and of the scales of their columns; of exact ones there are none."""

    values: str
    scales: str


class Graph:
    """Nodes and constants; what a method returns is the name of its result.

    An `exact` one keeps its weights in 32 bits: it shows that what differs is the rounding.
    """

    def __init__(self, *, exact: bool = False) -> None:
        self._exact = exact
        self._nodes: list[onnx.NodeProto] = []
        self._constants: list[onnx.TensorProto] = []
        self._inputs: list[onnx.ValueInfoProto] = []
        self._outputs: list[onnx.ValueInfoProto] = []
        self._quantised: dict[str, tuple[str, str]] = {}
        self._one, self._step = self.constant(1.0), self.constant(1 / _STEPS)
        self._least = self.constant(_SMALLEST)
        self._zero, self._last = self.constant(np.array(_ZERO, np.uint8)), self.constant([-1])

    def input(self, name: str, kind: str, shape: Sequence[str | int]) -> str:
        """An input, such as `input("tokens", "INT64", ["rows", "length"])`."""
        number = onnx.TensorProto.DataType.Value(kind)
        self._inputs.append(helper.make_tensor_value_info(name, number, shape))
        return name

    def output(self, name: str, value: str, kind: str, shape: Sequence[str | int]) -> None:
        """Give a result out under a name."""
        self._nodes.append(helper.make_node("Identity", [value], [name]))
        self.gives(name, kind, shape)

    def gives(self, name: str, kind: str, shape: Sequence[str | int]) -> None:
        """Let a result that has a name of its own be an output."""
        number = onnx.TensorProto.DataType.Value(kind)
        self._outputs.append(helper.make_tensor_value_info(name, number, shape))

    def constant(self, value: Array | Sequence[int] | float) -> str:
        """An array; lists are of whole numbers, numbers of 32 bits."""
        if not isinstance(value, np.ndarray):
            value = np.array(value, np.float32 if isinstance(value, float) else np.int64)
        name = f"c{len(self._constants)}"
        self._constants.append(numpy_helper.from_array(np.ascontiguousarray(value), name))
        return name

    def node(self, kind: str, *inputs: str, domain: str = "", **attributes: Any) -> str:  # noqa: ANN401 (as onnx has it)
        """A node with one result."""
        return self.nodes(kind, 1, *inputs, domain=domain, **attributes)[0]

    def nodes(
        self,
        kind: str,
        results: int,
        *inputs: str,
        domain: str = "",
        **attributes: Any,  # noqa: ANN401
    ) -> list[str]:
        """A node with several results."""
        names = [f"n{len(self._nodes)}.{at}" for at in range(results)]
        self.raw(kind, inputs, names, domain=domain, **attributes)
        return names

    def raw(
        self, kind: str, inputs: Sequence[str], names: Sequence[str], domain: str = "",
        **attributes: Any,  # noqa: ANN401
    ) -> None:  # fmt: skip
        """A node whose results have given names; an empty name is none."""
        self._nodes.append(helper.make_node(kind, inputs, names, domain=domain, **attributes))

    def reshape(self, value: str, *shape: int) -> str:
        """The same numbers in another shape; 0 keeps a width, -1 follows from the others."""
        return self.node("Reshape", value, self.constant(shape))

    def table(self, weights: Floats) -> Table:
        """Weights, (outputs, inputs) as torch has them, as a constant (inputs, outputs)."""
        if self._exact:
            return Table(self.constant(weights.T), "")
        whole, scales = eight_bits(weights)
        return Table(self.constant(whole.T), self.constant(scales))

    def rows_of(self, table: Table, places: str) -> str:
        """The outputs' rows of a table at places, in 32 bits."""
        rows = self.node("Gather", table.values, places, axis=1)
        rows = self.node("Transpose", rows, perm=[1, 0])
        if not table.scales:
            return rows
        worth = self.node("Unsqueeze", self.node("Gather", table.scales, places), self._last)
        return self.node("Mul", self.node("Cast", rows, to=onnx.TensorProto.FLOAT), worth)

    def linear(self, value: str, weights: Floats, bias: Floats | None = None) -> str:
        """Rows times weights, which are (outputs, inputs), and a bias."""
        return self.product(value, self.table(weights), bias)

    def product(self, value: str, table: Table, bias: Floats | None = None) -> str:
        """Rows times a table, and a bias."""
        if not table.scales:
            found = self.node("MatMul", value, table.values)
        else:
            rows, scale = self._rows(value)
            unscaled = self.node(
                "MatMulIntegerToFloat", rows, table.values, self._one, table.scales, self._zero,
                domain=OURS,
            )  # fmt: skip
            found = self.node("Mul", unscaled, scale)
        if bias is None or not bias.any():
            return found
        return self.node("Add", found, self.constant(bias.astype(np.float32)))

    def _rows(self, value: str) -> tuple[str, str]:
        """The rows of a value in eight bits, and the scale of each as a column."""
        if value not in self._quantised:
            most = self.node("ReduceMax", self.node("Abs", value), self._last, keepdims=1)
            scale = self.node("Mul", most, self._step)
            scale = self.node("Max", scale, self._least)
            flat = self.node("Reshape", scale, self._last)
            zeros = self.node("Expand", self._zero, self.node("Shape", flat))
            rows = self.node("QuantizeLinear", value, flat, zeros, axis=0)
            self._quantised[value] = rows, scale
        return self._quantised[value]

    def bytes(self) -> bytes:
        """The model as it is written to a file."""
        graph = helper.make_graph(
            self._nodes, "scaning", self._inputs, self._outputs, self._constants
        )
        versions = [helper.make_opsetid("", 18), helper.make_opsetid(OURS, 1)]
        model = helper.make_model(graph, opset_imports=versions, ir_version=10)
        found: bytes = model.SerializeToString()
        return found


def eight_bits(weights: Floats) -> tuple[NDArray[np.int8], Floats]:
    """The rows of weights as whole numbers, and what one is worth in each.

    >>> eight_bits(np.array([[0.5, -1.0]], np.float32))[0].tolist()
    [[64, -127]]
    """
    scales = np.maximum(np.abs(weights).max(-1), _SMALLEST) / _WEIGHT_STEPS
    return np.round(weights / scales[:, None]).astype(np.int8), scales.astype(np.float32)
