"""Measured questions to what the model that weighs statements learns from.

    python training/rows.py --rows FILE… --choices FILE… --weights crates/answer/cells.txt \
        --choice-weights crates/quote/choice.txt --reworded training/questions/reworded.jsonl --out DIR

`--rows` are files of `citelight-eval train values --rows`, `--choices` of `citelight-eval train choice --rows`: those
hold sentences beside the values, and questions that no document answers. Documents are parted by their names, as
own.py parts them. Of a question whose answer is not near nothing is learned; of one that nothing answers, that
nothing does. Writes `own-PART.jsonl` and `nothing-train.jsonl` of the rows, `statements-PART.jsonl` and
`unanswered-PART.jsonl` of the choices (train, dev, test), a question a line with its `values`, the places of those
that are `right`, and their `scores` by what is measured; and `also`, the question in other words, where somebody
wrote them.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator
from pathlib import Path

from own import part_of

OF_VALUES = ("cell", "field")
# The exams hold these as well.
LEFT_OUT = ("g-rotary.pdf", "made-18F-2015-foia-referral.pdf", "made-wittypdx-parentportal-contract.pdf")
# Of a longer text its beginning and its end.
MOST, BEGINNING, END = 500, 160, 330


def shortened(text: str, most: int = MOST, beginning: int = BEGINNING, end: int = END) -> str:
    return text if len(text) < most else f"{text[:beginning]} … {text[-end:]}"


def lines_of(paths: list[Path]) -> Iterator[dict]:
    for path in paths:
        yield from map(json.loads, path.read_text(encoding="utf-8").splitlines())


def weighing(path: Path) -> Callable[[list[float]], float]:
    """The score of measurements by a file of weights."""
    lines = path.read_text(encoding="utf-8").splitlines()
    weights = [float(line.split()[1]) for line in lines if line and not line.startswith("#")]
    return lambda row: sum(a * b for a, b in zip(weights, row))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rows", type=Path, nargs="*", default=[])
    parser.add_argument("--choices", type=Path, nargs="*", default=[])
    parser.add_argument("--weights", type=Path, required=True)
    parser.add_argument("--choice-weights", type=Path, required=True)
    parser.add_argument("--reworded", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    sets: dict[str, list[dict]] = {}
    reworded = lines_of([arguments.reworded]) if arguments.reworded else ()
    also = {(one["document"], one["question"]): one["also"] for one in reworded}

    def keep(name: str, one: dict, values: list[str], scores: list[float]) -> None:
        sets.setdefault(name, []).append({
            "question": one["question"], "document": one["document"],
            "values": [shortened(value) for value in values],
            "right": one["right"], "scores": [round(score, 2) for score in scores],
            "also": also.get((one["document"], one["question"]), []),
        })

    score = weighing(arguments.weights)
    for one in lines_of(arguments.rows):
        far = one["kind"] in OF_VALUES and not one["right"]
        if far or not one["values"] or one["document"] in LEFT_OUT:
            continue
        part = part_of(one["document"])
        name = "nothing-train" if part == "train" and not one["right"] else f"own-{part}"
        keep(name, one, one["values"], [score(row) for row in one["features"]])
    score = weighing(arguments.choice_weights)
    for one in lines_of(arguments.choices):
        right = [at for at, fits in enumerate(one["right"]) if fits]
        if not one["read"] or one["answerable"] != bool(right) or one["document"] in LEFT_OUT:
            continue
        name = "statements" if right else "unanswered"
        scores = [score(row) for row in one["choices"]]
        keep(f"{name}-{part_of(one['document'])}", one | {"right": right}, one["read"], scores)
    for name, rows in sets.items():
        with (arguments.out / f"{name}.jsonl").open("w", encoding="utf-8") as file:
            file.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    print({name: len(rows) for name, rows in sets.items()})


if __name__ == "__main__":
    main()
