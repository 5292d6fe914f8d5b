"""How well the extractor marks answers and tells that there is none, by genre.

    python training/measure.py --data DIR --model DIR/last.pt
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

import torch

from model import VERDICTS, Encoded, Extractor, batch_of, closed, encode, tokenizer
from pairs import NOT_MARKED, Pair, overlap, read

# As in the app.
MOST_SPAN_TOKENS = 60
ROWS = 16


@dataclass
class Found:
    """The best span of a passage, as characters of its text, and by how much it beats no answer."""

    start: int
    end: int
    margin: float
    verdict: str


def best_span(start: torch.Tensor, end: torch.Tensor, first: int, last: int) -> tuple[int, int, float]:
    """The best pair of places from `first` to `last`, both included, and its score."""
    length = last - first + 1
    together = start[first : last + 1, None] + end[None, first : last + 1]
    allowed = torch.ones(length, length).triu() * torch.ones(length, length).tril(MOST_SPAN_TOKENS - 1)
    together = together.masked_fill(allowed == 0, -1e9)
    at = int(together.argmax())
    return first + at // length, first + at % length, float(together.max())


@torch.no_grad()
def find(model: Extractor, rows: list[Encoded]) -> list[Found]:
    model.eval()
    found: list[Found] = []
    order = sorted(range(len(rows)), key=lambda at: len(rows[at].ids))
    for begin in range(0, len(order), ROWS):
        places = order[begin : begin + ROWS]
        batch = batch_of([rows[at] for at in places])
        with torch.autocast("cpu", dtype=torch.bfloat16):
            start, end, verdict = model(batch.ids, batch.types, batch.mask)
        start, end = closed(start.float(), batch), closed(end.float(), batch)
        for line, at in enumerate(places):
            row = rows[at]
            a, b, score = best_span(start[line], end[line], row.first, len(row.ids) - 2)
            none = float(start[line, 0] + end[line, 0])
            span = row.offsets[a - row.first][0], row.offsets[b - row.first][1]
            found.append(Found(*span, score - none, VERDICTS[int(verdict[line].argmax())]))
    back = {at: place for place, at in enumerate(order)}
    return [found[back[at]] for at in range(len(rows))]


def separation(with_answer: list[float], without: list[float]) -> float:
    """The chance that a passage that answers has the higher margin (area under the ROC curve)."""
    if not with_answer or not without:
        return float("nan")
    wins = sum((a > b) + 0.5 * (a == b) for a in with_answer for b in without)
    return wins / (len(with_answer) * len(without))


def report(model: Extractor, data: Path, most: int | None = None) -> None:
    """Prints, for each dev file and source: pairs, F1 of the marked words, answers touched, how well
    margins part what answers from what does not, and verdicts that are right."""
    tokens = tokenizer()
    for path in sorted(data.glob("*-dev.jsonl")):
        pairs = read(path)[:most]
        rows = [(pair, encode(tokens, pair)) for pair in pairs]
        rows = [(pair, row) for pair, row in rows if row]
        groups: dict[str, list[tuple[Pair, Found]]] = defaultdict(list)
        for (pair, _), one in zip(rows, find(model, [row for _, row in rows])):
            for name in {path.stem, f"{path.stem} {pair.source}", f"{path.stem} kind {pair.kind}"}:
                groups[name].append((pair, one))
        for name, some in sorted(groups.items()):
            scores = [
                overlap(pair.text[one.start : one.end], pair.text[pair.start : pair.end])
                for pair, one in some
                if pair.answers
            ]
            touched = [
                one.start < pair.end and pair.start < one.end for pair, one in some if pair.answers
            ]
            margins = [
                [one.margin for pair, one in some if pair.answers == flag and pair.start != NOT_MARKED]
                for flag in (True, False)
            ]
            told = [one.verdict == pair.verdict for pair, one in some if pair.verdict in ("yes", "no")]
            mean = lambda values: sum(values) / len(values) if values else float("nan")
            print(
                f"dev {name:40} {len(some):5} F1 {mean(scores):.3f} touched {mean(touched):.3f} "
                f"AUROC {separation(*margins):.3f} verdicts {mean(told):.2f} of {len(told)}",
                flush=True,
            )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--model", type=Path, required=True)
    parser.add_argument("--threads", type=int, default=2)
    arguments = parser.parse_args()
    torch.set_num_threads(arguments.threads)
    model = Extractor()
    model.load_state_dict(torch.load(arguments.model)["model"])
    report(model, arguments.data)


if __name__ == "__main__":
    main()
