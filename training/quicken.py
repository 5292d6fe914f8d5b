"""Writes the reader and the models that weigh texts with operators that take less time, over the same tables.

    python training/quicken.py --reader models/extractor/model.onnx [--only NAME…]

Beside `model.onnx`, which stays as it is and holds the large tables, it writes `passages.onnx`, the reader's graph
without the head that is not in use, and writes the graphs that weigh anew, or only those named. Three things change: attention is one operator; bias
and GELU are one; and second feed-forward products are taken in 8 bits, but for the columns of what comes out of GELU
that reach furthest, which stay 32-bit floats: one range for all of them cannot hold those.
"""

from __future__ import annotations

import argparse
import hashlib
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from adapt import LAYERS, keep_needed, share
from reader import Reader

MICROSOFT = "com.microsoft"
HEADS = 12
INNER = 1536
# Columns that stay floats. With 32 and with 128 of them margins are as near to those in floats, with none they are not.
WIDE = 64
# How far a column of a product is taken to reach, in deviations.
DEVIATIONS = 4.0
# Of each file the outputs that the app asks for.
OUTPUTS = {"passages.onnx": ["start", "end"], "values.onnx": ["score"], "wholes.onnx": ["score"], "further.onnx": ["score"]}


def reach(reader: Reader, layer: str) -> np.ndarray:
    """How far each column goes that comes out of a first feed-forward product, told from the weights alone: what goes
    in has been normalised, so that the scale and shift of the norm say how far it goes."""
    weights = reader.weight(f"{layer}.intermediate.dense")
    scale, shift = (reader.vector(f"{layer}.attention.output.LayerNorm.{end}") for end in ("weight", "bias"))
    scaled = weights * scale[:, None]
    mean = reader.vector(f"{layer}.intermediate.dense.bias") + shift @ weights
    return mean + DEVIATIONS * (np.sqrt((scaled**2).sum(axis=0)) + np.abs(scaled).max(axis=0))


class Quicker:
    """A graph while its operators are replaced."""

    def __init__(self, model: onnx.ModelProto, columns: list[np.ndarray]) -> None:
        self.model, self.graph = model, model.graph
        self.reader = Reader(model.graph)
        self.columns = columns
        # By the output of what they take the place of.
        self.instead: dict[str, list[onnx.NodeProto]] = {}

    def before_bias(self, name: str) -> str:
        """What a layer's bias is added to."""
        (made,) = (one for one in self.reader.bias(name).input if one != f"{name}.bias")
        return made

    def attention(self, layer: str) -> None:
        parts = [f"{layer}.attention.self.{part}" for part in ("query", "key", "value")]
        # Between the context and the output matrix stand the joining of the heads and, in 8 bits, a rounding.
        (made,) = (node for node in self.reader.used_by[self.context(layer)] if node.op_type == "Reshape")
        bias = f"{layer}.attention.bias"
        self.instead[made.output[0]] = [
            helper.make_node("Concat", [f"{part}.bias" for part in parts], [bias], axis=0),
            helper.make_node(
                "MultiHeadAttention", [*map(self.before_bias, parts), bias], [made.output[0]],
                domain=MICROSOFT, num_heads=HEADS,
            ),
        ]

    def context(self, layer: str) -> str:
        """The heads' contexts, as they go into the reshaping that joins them."""
        (reshape,) = self.reader.used_by[f"{layer}.attention.self.value.bias"]
        heads = reshape.output[0]
        for operator in ("Reshape", "Transpose", "MatMul", "Transpose"):
            (node,) = (one for one in self.reader.used_by[heads] if one.op_type == operator)
            heads = node.output[0]
        return heads

    def gelu(self, layer: str) -> None:
        name = f"{layer}.intermediate.dense"
        (node,) = self.reader.used_by[self.reader.bias(name).output[0]]
        inputs = [self.before_bias(name), f"{name}.bias"]
        self.instead[node.output[0]] = [helper.make_node("BiasGelu", inputs, list(node.output), domain=MICROSOFT)]

    def second_product(self, layer: str, columns: np.ndarray) -> None:
        (whole,) = (
            node for node in self.graph.node
            if node.op_type == "MatMul" and node.input[1] == self.second_weights(layer)
        )
        source, weights = whole.input
        at = lambda part: f"{layer}.second.{part}"
        narrow = np.ones(INNER, dtype=np.float32)
        narrow[columns] = 0.0
        tables = ((narrow, at("narrow")), (columns, at("columns")))
        self.graph.initializer.extend(numpy_helper.from_array(*table) for table in tables)
        node = helper.make_node
        self.instead[whole.output[0]] = [
            node("Mul", [source, at("narrow")], [at("low")]),
            node("DynamicQuantizeMatMul", [at("low"), f"{weights}_bytes", f"{weights}_scale"], [at("product")],
                 domain=MICROSOFT),
            node("Gather", [source, at("columns")], [at("high")], axis=-1),
            # Of constants: made once, when the model is loaded.
            node("Gather", [f"{weights}_bytes", at("columns")], [at("rows.bytes")], axis=0),
            node("Cast", [at("rows.bytes")], [at("rows.whole")], to=TensorProto.FLOAT),
            node("Mul", [at("rows.whole"), f"{weights}_scale"], [at("rows")]),
            node("MatMul", [at("high"), at("rows")], [at("wide")]),
            node("Add", [at("product"), at("wide")], [whole.output[0]]),
        ]

    def second_weights(self, layer: str) -> str:
        """The table of a second feed-forward product, as floats."""
        source = self.before_bias(f"{layer}.output.dense")
        while (node := self.reader.made_by[source]).op_type != "MatMul":
            source = node.input[0]
        return node.input[1]

    def made(self, outputs: list[str]) -> onnx.ModelProto:
        for number in range(LAYERS):
            layer = f"encoder.encoder.layer.{number}"
            self.attention(layer)
            self.gelu(layer)
            self.second_product(layer, self.columns[number])
        nodes = [one for node in self.graph.node for one in self.instead.get(node.output[0], [node])]
        keep_needed(self.graph, nodes, outputs)
        shown = [one for one in self.graph.output if one.name in outputs]
        del self.graph.output[:]
        self.graph.output.extend(shown)
        if all(one.domain != MICROSOFT for one in self.model.opset_import):
            self.model.opset_import.append(helper.make_opsetid(MICROSOFT, 1))
        return self.model


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--reader", type=Path, required=True)
    parser.add_argument("--only", nargs="*", default=list(OUTPUTS), choices=list(OUTPUTS))
    arguments = parser.parse_args()
    reader = arguments.reader
    weights = Reader(onnx.load(str(reader)).graph)
    layers = [f"encoder.encoder.layer.{number}" for number in range(LAYERS)]
    columns = [np.sort(np.argsort(-reach(weights, layer))[:WIDE]) for layer in layers]
    for name in arguments.only:
        out = reader.with_name(name)
        model = onnx.load(str(reader if name == "passages.onnx" else out))
        model = Quicker(model, columns).made(OUTPUTS[name])
        shared = share(model, reader)
        out.write_bytes(model.SerializeToString())
        print(out, out.stat().st_size, "bytes,", shared, "tables shared, sha256",
              hashlib.sha256(out.read_bytes()).hexdigest())


if __name__ == "__main__":
    main()
