"""The trained reader's weights as they ship, read from its ONNX model."""

from __future__ import annotations

import numpy as np
import onnx
from onnx import numpy_helper


class Reader:
    """8-bit tables taken back to floats, by the names that layers had in training."""

    def __init__(self, graph: onnx.GraphProto) -> None:
        self.graph = graph
        self.tables = {one.name: numpy_helper.to_array(one) for one in graph.initializer}
        self.made_by = {out: node for node in graph.node for out in node.output}
        self.used_by: dict[str, list[onnx.NodeProto]] = {}
        for node in graph.node:
            for name in node.input:
                self.used_by.setdefault(name, []).append(node)

    def bias(self, name: str) -> onnx.NodeProto:
        """The node that adds a layer's bias to its product."""
        (node,) = self.used_by[f"{name}.bias"]
        return node

    def product(self, name: str) -> onnx.NodeProto:
        """The node of a layer's product."""
        (made,) = (one for one in self.bias(name).input if one != f"{name}.bias")
        while self.made_by[made].op_type not in ("MatMul", "MatMulInteger"):
            # Of a product in 8 bits: a cast, and a factor for the scales.
            held = [one for one in self.made_by[made].input if one in self.made_by]
            made = next(one for one in held if self.leads_to_product(one))
        return self.made_by[made]

    def leads_to_product(self, name: str) -> bool:
        node = self.made_by[name]
        return node.op_type in ("MatMulInteger", "MatMul") or node.op_type == "Cast"

    def source(self, name: str) -> str:
        """What a layer takes: floats."""
        given = self.product(name).input[0]
        node = self.made_by[given]
        return node.input[0] if node.op_type == "DynamicQuantizeLinear" else given

    def weight(self, name: str) -> np.ndarray:
        """The matrix (in, out) of a layer."""
        table = self.product(name).input[1]
        if table.endswith("_quantized"):
            base = table.removesuffix("_quantized")
            return self.tables[table].astype(np.float32) * self.tables[f"{base}_scale"]
        return self.tables[f"{table}_bytes"].astype(np.float32) * self.tables[f"{table}_scale"]

    def vector(self, name: str) -> np.ndarray:
        return self.tables[name].astype(np.float32)

    def embeddings(self) -> np.ndarray:
        table = "encoder.embeddings.word_embeddings.weight"
        return self.tables[f"{table}_bytes"].astype(np.float32) * self.tables[f"{table}_scale"]

    def states(self) -> str:
        """The name of the last hidden states."""
        norms = self.used_by["encoder.encoder.layer.5.output.LayerNorm.weight"]
        return norms[0].output[0]
