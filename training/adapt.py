"""Writes the model that chooses among values as an ONNX model beside the reader's, whose weights it shares.

    python training/adapt.py --reader models/extractor/model.onnx --change DIR/values.npz [--name wholes.onnx]

Writes `values.onnx`, or a model of another name that was trained in the same way, into the reader's folder: the reader's graph with the change of values.py beside each of its
products and a head of its own. The large tables are read from `model.onnx` itself, by their places in that file.
"""

from __future__ import annotations

import argparse
import hashlib
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from reader import Reader

PARTS = {
    "query": "attention.self.query", "key": "attention.self.key", "value": "attention.self.value",
    "output": "attention.output.dense", "first": "intermediate.dense", "second": "output.dense",
}
NORMS = {"norm": "attention.output.LayerNorm", "last_norm": "output.LayerNorm"}
LAYERS = 6
# Smaller tables are written anew: only few bytes are saved, and what is read in place should be large.
SHARED_FROM = 100_000


class Change:
    """The reader's graph while it is changed."""

    def __init__(self, path: Path, weights: dict[str, np.ndarray]) -> None:
        self.model = onnx.load(str(path))
        self.graph = self.model.graph
        self.reader = Reader(self.model.graph)
        self.weights = weights

    def table(self, name: str, values: np.ndarray, half: bool = False) -> str:
        """Adds a table, in 16-bit floats where `half`, and gives the name of its values."""
        if not half:
            self.graph.initializer.append(numpy_helper.from_array(values.astype(np.float32), name))
            return name
        self.graph.initializer.append(numpy_helper.from_array(values.astype(np.float16), f"{name}_half"))
        self.nodes.append(helper.make_node("Cast", [f"{name}_half"], [name], to=TensorProto.FLOAT))
        return name

    def replace(self, name: str, values: np.ndarray) -> None:
        (old,) = (one for one in self.graph.initializer if one.name == name)
        old.CopyFrom(numpy_helper.from_array(values.astype(np.float32).reshape(list(old.dims)), name))

    def beside(self, ours: str, theirs: str) -> None:
        """The change beside one product: `x down up` is added to it, before its bias is."""
        bias = self.reader.bias(theirs)
        at = next(at for at, one in enumerate(bias.input) if one != f"{theirs}.bias")
        down = self.table(f"{ours}.down", self.weights[f"{ours}.down"].T, half=True)
        up = self.table(f"{ours}.up", self.weights[f"{ours}.up"].T, half=True)
        source = self.reader.source(theirs)
        self.late.append((bias.output[0], [
            helper.make_node("MatMul", [source, down], [f"{ours}.narrow"]),
            helper.make_node("MatMul", [f"{ours}.narrow", up], [f"{ours}.change"]),
            helper.make_node("Add", [bias.input[at], f"{ours}.change"], [f"{ours}.changed"]),
        ]))
        bias.input[at] = f"{ours}.changed"
        self.replace(f"{theirs}.bias", self.weights[f"{ours}.bias"])

    def made(self) -> onnx.ModelProto:
        self.nodes: list[onnx.NodeProto] = []
        self.late: list[tuple[str, list[onnx.NodeProto]]] = []
        for layer in range(LAYERS):
            name = f"encoder.encoder.layer.{layer}"
            for ours, theirs in PARTS.items():
                self.beside(f"layers.{layer}.{ours}", f"{name}.{theirs}")
            for ours, theirs in NORMS.items():
                for end in ("weight", "bias"):
                    self.replace(f"{name}.{theirs}.{end}", self.weights[f"layers.{layer}.{ours}.{end}"])
        for end in ("weight", "bias"):
            self.replace(f"encoder.embeddings.LayerNorm.{end}", self.weights[f"norm.{end}"])
        for node in self.graph.node:
            for before, some in self.late:
                if node.output[0] == before:
                    self.nodes.extend(some)
            self.nodes.append(node)
        states = self.reader.states()
        first = numpy_helper.from_array(np.array(0, dtype=np.int64), "first_token")
        self.graph.initializer.append(first)
        weight = self.table("head.weight", self.weights["head.weight"].T)
        bias = self.table("head.bias", self.weights["head.bias"])
        self.nodes += [
            helper.make_node("Gather", [states, "first_token"], ["first_states"], axis=1),
            helper.make_node("Gemm", ["first_states", weight, bias], ["score"]),
        ]
        del self.graph.output[:]
        self.graph.output.append(helper.make_tensor_value_info("score", TensorProto.FLOAT, ["rows", 1]))
        # The reader's heads go.
        keep_needed(self.graph, self.nodes, ["score"])
        return self.model


def keep_needed(graph: onnx.GraphProto, nodes: list[onnx.NodeProto], outputs: list[str]) -> None:
    """Puts those of the nodes into the graph that the outputs need, and keeps the tables that these need."""
    wanted, kept = set(outputs), []
    for node in reversed(nodes):
        if wanted & set(node.output):
            kept.append(node)
            wanted |= set(node.input)
    del graph.node[:]
    graph.node.extend(reversed(kept))
    tables = [one for one in graph.initializer if one.name in wanted]
    del graph.initializer[:]
    graph.initializer.extend(tables)
    del graph.value_info[:]


def share(model: onnx.ModelProto, reader: Path) -> int:
    """Lets the large tables be read from the reader's file, where their bytes stand; gives how many."""
    held, count = reader.read_bytes(), 0
    for table in model.graph.initializer:
        values = table.raw_data
        if len(values) < SHARED_FROM:
            continue
        at = held.find(values)
        if at < 0:
            continue
        table.ClearField("raw_data")
        table.data_location = TensorProto.EXTERNAL
        for key, value in (("location", reader.name), ("offset", str(at)), ("length", str(len(values)))):
            entry = table.external_data.add()
            entry.key, entry.value = key, value
        count += 1
    return count


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--reader", type=Path, required=True)
    parser.add_argument("--change", type=Path, required=True)
    parser.add_argument("--name", default="values.onnx")
    arguments = parser.parse_args()
    model = Change(arguments.reader, dict(np.load(arguments.change))).made()
    shared = share(model, arguments.reader)
    out = arguments.reader.with_name(arguments.name)
    out.write_bytes(model.SerializeToString())
    print(out, out.stat().st_size, "bytes,", shared, "tables shared, sha256", hashlib.sha256(out.read_bytes()).hexdigest())


if __name__ == "__main__":
    main()
