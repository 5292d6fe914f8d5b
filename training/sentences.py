"""Public questions with the sentences of their texts to choose from.

    python training/sentences.py --snapshots DIR --out DIR

Takes the questions of public.py whose answer is marked, or that nothing answers, and puts to each the sentences of
its passage and those of the same document that share its words; none of these holds the marked words, or it answers
as well. Writes `sentences-train.jsonl` and `sentences-dev.jsonl`, a question a line, as rows.py writes them.
"""

from __future__ import annotations

import argparse
import json
import random
import re
from collections import defaultdict
from pathlib import Path

from pairs import Pair, Passages
from public import Snapshots, decides, different_pairs

MOST_VALUES = 32
LONGEST = 500
# Of a document's sentences so many are compared with a question.
COMPARED = 400
END = re.compile(r"(?<=[.!?])[\"”')\]]*\s+(?=[\"“'(\[]?[A-Z0-9])|\n+")
SHORTEST_END = 12
# An answer of so few characters stands elsewhere by chance.
SHORT = 3


def sentences(text: str) -> list[tuple[int, int]]:
    """Where the sentences of a text stand; what is shorter than an abbreviation's line belongs to the next."""
    found, start = [], 0
    for end in [*(match.end() for match in END.finditer(text)), len(text)]:
        if end - start >= SHORTEST_END or end == len(text):
            if text[start:end].strip():
                found.append((start, end))
            start = end
    return found


def headed(title: str, text: str) -> str:
    text = " ".join(text.split())[:LONGEST]
    return f"{title}: {text}" if title and not text.startswith(title) else text


def passages_of(texts: list[str]) -> Passages:
    """The sentences of a document's passages, to be found by the words they share with a question."""
    return Passages(text[start:end].strip() for text in dict.fromkeys(texts) for start, end in sentences(text))


def question_of(pair: Pair, document: Passages, rng: random.Random) -> dict | None:
    title = pair.title if pair.source != "qamr" else ""
    own = sentences(pair.text)
    values = [headed(title, pair.text[start:end]) for start, end in own]
    right = [at for at, (start, end) in enumerate(own) if start < pair.end and pair.start < end]
    if pair.answers and len(right) != 1:
        return None
    if pair.answers:
        answer = pair.text[pair.start : pair.end].lower()
        if len(answer) > SHORT:
            right += [at for at, value in enumerate(values) if at not in right and answer in value.lower()]
        near = (document.texts[at] for at in document.near(pair.question, rng, COMPARED))
        near = (text for text in near if answer not in text.lower())
        here = set(values)
        for text in near:
            value = headed(title, text)
            if value not in here and len(values) < MOST_VALUES:
                values.append(value)
                here.add(value)
    if len(values) < 3:
        return None
    return {"question": pair.question, "document": pair.document, "values": values[:MOST_VALUES],
            "right": [at for at in right if at < MOST_VALUES], "source": pair.source}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--snapshots", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--seed", type=int, default=7)
    arguments = parser.parse_args()
    rng = random.Random(arguments.seed)
    pairs = [pair for pair in different_pairs(Snapshots(arguments.snapshots), rng) if pair.source != "boolq"]
    texts: dict[tuple[str, str], list[str]] = defaultdict(list)
    for pair in pairs:
        texts[pair.source, pair.document].append(pair.text)
    documents: dict[tuple[str, str], Passages] = {}
    lines: dict[str, list[dict]] = {"train": [], "dev": []}
    for pair in pairs:
        key = (pair.source, pair.document)
        if key not in documents:
            documents[key] = passages_of(texts[key])
        found = question_of(pair, documents[key], rng)
        if found and (found["right"] or not pair.answers):
            lines["dev" if decides(pair) else "train"].append(found)
    arguments.out.mkdir(parents=True, exist_ok=True)
    for part, some in lines.items():
        rng.shuffle(some)
        with (arguments.out / f"sentences-{part}.jsonl").open("w", encoding="utf-8") as file:
            file.writelines(json.dumps(one, ensure_ascii=False) + "\n" for one in some)
        print(part, len(some), sum(bool(one["right"]) for one in some), "answered")


if __name__ == "__main__":
    main()
