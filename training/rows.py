"""Measured questions to what the model that weighs values learns from.

    python training/rows.py --rows FILE… --weights crates/answer/cells.txt --out DIR

`--rows` are files of `citelight-eval train values --rows`. Documents are parted by their names, as own.py parts
them. Of a question for a value whose value is not near nothing is learned; of any other that no value answers,
that none does. Writes `own-train.jsonl`, `nothing-train.jsonl`, `own-dev.jsonl` and `own-test.jsonl`, a question
a line with its `values`, the places of those that are `right`, and their `scores` by what is measured.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from pathlib import Path

from own import part_of

OF_VALUES = ("cell", "field")
# The exams hold these as well.
LEFT_OUT = ("g-rotary.pdf", "made-18F-2015-foia-referral.pdf", "made-wittypdx-parentportal-contract.pdf")
# Of a longer text its beginning and its end.
MOST, BEGINNING, END = 500, 160, 330


def shortened(text: str) -> str:
    return text if len(text) < MOST else f"{text[:BEGINNING]} … {text[-END:]}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rows", type=Path, nargs="+", required=True)
    parser.add_argument("--weights", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    lines = arguments.weights.read_text(encoding="utf-8").splitlines()
    weights = [float(line.split()[1]) for line in lines if line and not line.startswith("#")]
    counts: Counter[str] = Counter()
    files = {}
    for path in arguments.rows:
        for line in path.read_text(encoding="utf-8").splitlines():
            one = json.loads(line)
            far = one["kind"] in OF_VALUES and not one["right"]
            if far or not one["values"] or one["document"] in LEFT_OUT:
                continue
            part = part_of(one["document"])
            name = "nothing-train" if part == "train" and not one["right"] else f"own-{part}"
            score = lambda row: round(sum(a * b for a, b in zip(weights, row)), 2)
            kept = {
                "question": one["question"], "document": one["document"], "kind": one["kind"],
                "values": [shortened(value) for value in one["values"]], "right": one["right"],
                "scores": [score(row) for row in one["features"]],
            }
            if name not in files:
                files[name] = (arguments.out / f"{name}.jsonl").open("w", encoding="utf-8")
            files[name].write(json.dumps(kept, ensure_ascii=False) + "\n")
            counts[name] += 1
    print(dict(counts))


if __name__ == "__main__":
    main()
