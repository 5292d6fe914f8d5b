"""Learns which texts of a form are label and value, from forms on which people marked it.

    citelight-eval structure fields --json PDFS > fields.json
    python training/forms.py --fields fields.json --out crates/structure/src/fields/links.txt

`training/forms/sources.jsonl` says where the PDFs are; `training/forms/marks.jsonl` has one document a line: the pages
that were marked, and the pairs that are true, each as a hash of page, label and value. All other pairs of these pages
are false. Figures are of documents that a model did not learn from.
"""

from __future__ import annotations

import argparse
import hashlib
import json
from pathlib import Path

import numpy as np
from sklearn.ensemble import GradientBoostingClassifier
from sklearn.metrics import average_precision_score

FOLDS = 6
# Chosen by average precision over the folds.
TREES, DEPTH, RATE = 100, 4, 0.1


def mark(field: dict) -> str:
    words = f"{field['page']}\n{' > '.join(field['label'])}\n{field['value']}"
    return hashlib.sha256(words.encode()).hexdigest()[:16]


def read(fields: Path, marks: Path) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Measurements of (pairs, 43), whether each is true, and its document."""
    marked = {one["doc"]: one for one in map(json.loads, marks.read_text().splitlines())}
    measures, true, documents = [], [], []
    for field in json.loads(fields.read_text())["fields"]:
        one = marked.get(field["file"])
        if one and field["measures"] and field["page"] in one["pages"]:
            measures.append(field["measures"])
            true.append(mark(field) in one["true"])
            documents.append(field["file"])
    return np.array(measures), np.array(true), np.array(documents)


def learned(measures: np.ndarray, true: np.ndarray) -> GradientBoostingClassifier:
    model = GradientBoostingClassifier(
        n_estimators=TREES, max_depth=DEPTH, learning_rate=RATE, subsample=0.6, max_features=0.4, random_state=0
    )
    return model.fit(measures, true)


def nodes(tree, rate: float) -> str:
    """A tree as the nodes that the program reads: what is below a bound follows, what is not stands further on."""
    written: list[str] = []

    def walk(at: int) -> None:
        if tree.children_left[at] < 0:
            written.append(f"={rate * tree.value[at][0][0]:.4f}")
            return
        place = len(written)
        written.append("")
        walk(tree.children_left[at])
        written[place] = f"{tree.feature[at]}<{tree.threshold[at]:.5g}@{len(written)}"
        walk(tree.children_right[at])

    walk(0)
    return " ".join(written)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--fields", type=Path, required=True)
    parser.add_argument("--marks", type=Path, default=Path("training/forms/marks.jsonl"))
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    measures, true, documents = read(arguments.fields, arguments.marks)
    names = np.unique(documents)
    likely = np.zeros(len(true))
    for fold in range(FOLDS):
        held = np.isin(documents, names[fold::FOLDS])
        likely[held] = learned(measures[~held], true[~held]).predict_proba(measures[held])[:, 1]
    kept = likely >= 0.3
    figures = (
        f"average precision {average_precision_score(true, likely):.3f}; from .3 on "
        f"{true[kept].mean():.2f} are true, {kept[true].mean():.2f} of the true ones are kept"
    )
    model = learned(measures, true)
    lines = [
        "# Trees that tell which texts of a form belong together, by `training/forms.py`.",
        f"# {true.sum()} true of {len(true)} pairs in {len(names)} documents; on documents held back: {figures}.",
        f"start {float(model._raw_predict_init(measures[:1])[0][0]):.5g}",
        *(nodes(one[0].tree_, RATE) for one in model.estimators_),
    ]
    arguments.out.write_text("\n".join(lines) + "\n")
    print(figures)


if __name__ == "__main__":
    main()
