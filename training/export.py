"""Writes the extractor as an ONNX model of 8-bit weights, and measures what that changes.

    python training/export.py --model DIR/last.pt --out models/extractor --data DIR

Products are taken in 8 bits but for the second of each feed-forward layer, whose inputs have outliers: its
weights are stored in 8 bits and taken as 32-bit floats. Word embeddings are stored in 8 bits, a scale a row.
"""

from __future__ import annotations

import argparse
import hashlib
import shutil
import tempfile
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import torch
from onnx import TensorProto, helper, numpy_helper
from onnxruntime.quantization import QuantType, quantize_dynamic

from measure import best_span
from model import Extractor, base_folder, encode, tokenizer
from pairs import read

INPUTS = ["input_ids", "token_type_ids", "attention_mask"]
OUTPUTS = ["start", "end", "verdict"]
FEED_FORWARD = [1536, 384]


def export_floats(model: Extractor, path: Path) -> None:
    model.eval()
    ids = torch.randint(1000, 9999, (2, 32))
    example = (ids, torch.zeros_like(ids), torch.ones_like(ids))
    rows, tokens = torch.export.Dim("rows", min=1, max=64), torch.export.Dim("tokens", min=4, max=512)
    shapes = {name: {0: rows, 1: tokens} for name in ("ids", "types", "mask")}
    torch.onnx.export(
        model, example, str(path), input_names=INPUTS, output_names=OUTPUTS,
        dynamic_shapes=shapes, dynamo=True, external_data=False,
    )


def scaled(values: np.ndarray, axis: int) -> tuple[np.ndarray, np.ndarray]:
    """Values as 8-bit numbers with one scale along `axis`, which stays."""
    other = tuple(at for at in range(values.ndim) if at != axis)
    scale = np.maximum(np.abs(values).max(axis=other, keepdims=True) / 127.0, 1e-12).astype(np.float32)
    return np.clip(np.rint(values / scale), -127, 127).astype(np.int8), scale


def store_in_bytes(graph: onnx.GraphProto) -> None:
    """Stores word embeddings and the weights of second feed-forward products as bytes with scales."""
    tables = {one.name: one for one in graph.initializer}
    nodes: list[onnx.NodeProto] = []
    for node in graph.node:
        weights = next((name for name in node.input if name in tables), None)
        shape = list(tables[weights].dims) if weights else []
        if node.op_type == "MatMul" and shape == FEED_FORWARD:
            numbers, scale = scaled(numpy_helper.to_array(tables[weights]), axis=1)
            graph.initializer.remove(tables.pop(weights))
            graph.initializer.append(numpy_helper.from_array(numbers, f"{weights}_bytes"))
            graph.initializer.append(numpy_helper.from_array(scale.reshape(-1), f"{weights}_scale"))
            names = [f"{weights}_bytes", f"{weights}_scale"]
            nodes.append(helper.make_node("DequantizeLinear", names, [weights], axis=1))
            nodes.append(node)
        elif node.op_type == "Gather" and shape and shape[0] > 10_000:
            numbers, scale = scaled(numpy_helper.to_array(tables[weights]), axis=0)
            graph.initializer.remove(tables.pop(weights))
            graph.initializer.append(numpy_helper.from_array(numbers, f"{weights}_bytes"))
            graph.initializer.append(numpy_helper.from_array(scale, f"{weights}_scale"))
            ids, out = node.input[1], node.output[0]
            nodes.append(helper.make_node("Gather", [f"{weights}_bytes", ids], [f"{out}_bytes"]))
            nodes.append(helper.make_node("Gather", [f"{weights}_scale", ids], [f"{out}_scale"]))
            nodes.append(helper.make_node("Cast", [f"{out}_bytes"], [f"{out}_floats"], to=TensorProto.FLOAT))
            nodes.append(helper.make_node("Mul", [f"{out}_floats", f"{out}_scale"], [out]))
        else:
            nodes.append(node)
    del graph.node[:]
    graph.node.extend(nodes)


def in_bytes(floats: Path, out: Path) -> None:
    model = onnx.load(str(floats))
    tables = {one.name: list(one.dims) for one in model.graph.initializer}
    products = [node for node in model.graph.node if node.op_type == "MatMul"]
    weights = lambda node: next((tables[name] for name in node.input if name in tables), None)
    # Products of two activations, second feed-forward products, and the heads.
    kept = [node.name for node in products if weights(node) in (None, FEED_FORWARD) or weights(node)[-1] < 8]
    quantize_dynamic(
        str(floats), str(out), op_types_to_quantize=["MatMul"], nodes_to_exclude=kept, per_channel=True,
        reduce_range=True, weight_type=QuantType.QInt8, extra_options={"MatMulConstBOnly": True},
    )
    model = onnx.load(str(out))
    store_in_bytes(model.graph)
    onnx.checker.check_model(model)
    onnx.save(model, str(out))


def compare(floats: Path, small: Path, data: Path, most: int = 200) -> None:
    """Prints how often both mark the same words, and how alike their margins are."""
    tokens = tokenizer()
    pairs = [pair for path in sorted(data.glob("*-dev.jsonl")) for pair in read(path)[:most]]
    rows = [row for row in (encode(tokens, pair) for pair in pairs) if row]
    found = []
    for path in (floats, small):
        session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
        spans = []
        for row in rows:
            ids = np.array([row.ids])
            feeds = dict(zip(INPUTS, (ids, np.array([row.types]), np.ones_like(ids))))
            start, end, _ = (torch.tensor(one[0]) for one in session.run(OUTPUTS, feeds))
            first, last, score = best_span(start, end, row.first, len(row.ids) - 2)
            spans.append((first, last, score - float(start[0] + end[0])))
        found.append(spans)
    same = np.mean([a[:2] == b[:2] for a, b in zip(*found)])
    likely = [(a, b) for a, b in zip(*found) if a[2] > 0]
    sure = np.mean([a[:2] == b[:2] for a, b in likely])
    correlation = np.corrcoef([a[2] for a in found[0]], [b[2] for b in found[1]])[0, 1]
    print(f"{len(rows)} passages: the same words {same:.3f}, where they answer {sure:.3f} of {len(likely)}; "
          f"margins correlate {correlation:.4f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--model", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--data", type=Path)
    arguments = parser.parse_args()
    model = Extractor(attention="eager")
    model.load_state_dict(torch.load(arguments.model)["model"])
    arguments.out.mkdir(parents=True, exist_ok=True)
    small = arguments.out / "model.onnx"
    with tempfile.TemporaryDirectory() as folder:
        floats = Path(folder) / "floats.onnx"
        export_floats(model, floats)
        in_bytes(floats, small)
        if arguments.data:
            compare(floats, small, arguments.data)
    shutil.copy(base_folder() / "tokenizer.json", arguments.out / "tokenizer.json")
    print(small, small.stat().st_size, "bytes, sha256", hashlib.sha256(small.read_bytes()).hexdigest())


if __name__ == "__main__":
    main()
