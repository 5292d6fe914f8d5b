"""Public sets of questions about tables, as questions with values to choose from.

    python training/tables.py --snapshots DIR --out DIR

Takes the questions that one cell answers by its row and its column alone: none that asks for the most, the
last, the next, a count or a difference. Writes `tables-train.jsonl`, a question a line with what
`citelight-eval train values --rows` writes: `values`, each a cell behind what says its meaning, and `right`,
the places of those that answer. And `lookups-train.jsonl`: questions made from the same tables.
"""

from __future__ import annotations

import argparse
import csv
import io
import json
import random
import re
import subprocess
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Iterator

from pairs import STOP_WORDS

MOST_VALUES = 48
LONGEST_VALUE = 120
# As in the app.
MOST_BESIDE = 3
WORD = re.compile(r"[^\W_]+(?:[.,:/-]\d+)*")
# What a cell by itself cannot tell.
ACROSS = re.compile(
    r"\b(most|least|highest|lowest|largest|smallest|biggest|greatest|fewest|best|worst|earliest|latest|longest|"
    r"shortest|oldest|youngest|tallest|first|last|next|previous|before|after|above|below|following|preceding|"
    r"prior|only|consecutive|difference|total|combined|average|more|less|fewer|than|other|also|same|both|top|"
    r"bottom|or|older|final|chart|list|listed|table|how many times|number of)\b"
)
ASKS = (
    "What is the {heading} of {label}?", "{heading} of {label}?", "What {heading} does {label} have?",
    "{label}: {heading}", "{label} {heading}", "Which {heading} is given for {label}?",
    "What does the table give as {heading} for {label}?", "For {label}, what is the {heading}?",
    "Tell me the {heading} for {label}.", "{heading} for {label}?", "What's {label}'s {heading}?",
    "In the row {label}, which {heading}?",
)
ASKS_TITLED = ("In {title}, what is the {heading} of {label}?", "{title}: {heading} of {label}?")


@dataclass
class Table:
    """`rows` of cells below `headings`, the first of them the label; `title` stands above."""

    title: str
    headings: list[str]
    rows: list[list[str]]


def words(text: str) -> list[str]:
    return [word for word in WORD.findall(text.lower()) if word not in STOP_WORDS]


def stem(word: str) -> str:
    return re.sub(r"(ies|es|s|ed|ing|ly)$", "", word) if len(word) > 4 else word


def stems(text: str) -> set[str]:
    return {stem(word) for word in words(text)}


def naming(row: list[str], cell: int, asked: set[str]) -> int | None:
    """The cell besides the label that the question speaks of most: it names the row as well."""
    best, found = 0.5, None
    for at, text in enumerate(row[1:], 1):
        held = stems(text)
        if at == cell or not held or len(text) > LONGEST_VALUE:
            continue
        share = len(held & asked) / len(held)
        if share > best:
            best, found = share, at
    return found


def value_of(table: Table, row: int, cell: int, asked: set[str]) -> str:
    """A cell behind what says its meaning, as the app writes it."""
    cells = table.rows[row]
    name = cells[0] if cell else ""
    by = naming(cells, cell, asked)
    if by:
        name = ", ".join(part for part in (name, f"{table.headings[by]} {cells[by]}".strip()) if part)
    meaning = ", ".join(part for part in (name, table.headings[cell]) if part)
    others = ((len(stems(text) & asked), text[:60]) for at, text in enumerate(cells) if at not in (0, by, cell))
    beside = sorted((one for one in others if one[0]), key=lambda one: -one[0])[:MOST_BESIDE]
    parts = [part for part in (", ".join(text for _, text in beside), table.title, meaning) if part]
    return ": ".join([*parts, cells[cell]])


def question_of(
    table: Table, document: str, question: str, right: list[tuple[int, int]], rng: random.Random
) -> dict | None:
    """The question with the values that come nearest by their words, some by chance, in any order."""
    asked = stems(question)
    scored = []
    for row, cells in enumerate(table.rows):
        whole = [stems(cell) for cell in cells]
        for cell, text in enumerate(cells):
            if not text or len(text) > LONGEST_VALUE:
                continue
            around = set().union(*(one for at, one in enumerate(whole) if at != cell))
            near = len(around & asked) + len(stems(table.headings[cell]) & asked)
            scored.append((near + rng.random(), row, cell))
    if len(scored) < 3:
        return None
    scored.sort(reverse=True)
    # A share of them as a search would bring them, a few by chance.
    chosen = scored[: MOST_VALUES * 3 // 4]
    rest = scored[MOST_VALUES * 3 // 4 :]
    chosen += rng.sample(rest, min(len(rest), MOST_VALUES - len(chosen)))
    places = {(row, cell) for _, row, cell in chosen}
    places |= {place for place in right if len(table.rows[place[0]][place[1]]) <= LONGEST_VALUE}
    order = sorted(places)
    rng.shuffle(order)
    values = [value_of(table, row, cell, asked) for row, cell in order]
    found = [at for at, place in enumerate(order) if place in right]
    if not found:
        return None
    return {"question": question, "document": document, "kind": "cell", "values": values, "right": found}


def plain(text: str) -> str:
    return re.sub(r"\W+", " ", text.lower()).strip()


def right_places(table: Table, question: str, answer: str) -> list[tuple[int, int]]:
    """Where the answer stands, in the row that the question speaks of more than of any other; empty where
    that cannot be told."""
    asked = stems(question)
    held = []
    for row, cells in enumerate(table.rows):
        for cell, text in enumerate(cells):
            if plain(text) == plain(answer):
                around = set().union(*(stems(c) for at, c in enumerate(cells) if at != cell), set())
                heading = len(stems(table.headings[cell]) & asked)
                held.append((len(around & asked), heading, row, cell))
    if not held:
        return []
    best = max((share, heading) for share, heading, *_ in held)
    if best[0] == 0:
        return []
    # Another row that says as much may be meant as well.
    most = max(
        len(set().union(*(stems(c) for c in cells)) & asked)
        for cells in table.rows
    )
    if best[0] < most - 1:
        return []
    return [(row, cell) for share, heading, row, cell in held if (share, heading) == best]


def shown(snapshots: Path, name: str, path: str) -> str | None:
    folder = snapshots / name / "repo"
    folder = folder / ".git" if (folder / ".git").exists() else folder
    run = subprocess.run(["git", "--git-dir", str(folder), "show", f"HEAD:{path}"], capture_output=True)
    return run.stdout.decode("utf-8", "replace") if run.returncode == 0 else None


def wiki_tables(snapshots: Path, kept: dict[str, Table]) -> Iterator[tuple[Table, str, str, list[tuple[int, int]]]]:
    name = "ppasupat+WikiTableQuestions"
    for part in ("training", "pristine-unseen-tables"):
        text = shown(snapshots, name, f"data/{part}.tsv") or ""
        for line in text.splitlines()[1:]:
            _, question, path, answer = line.split("\t")
            if ACROSS.search(question) or "|" in answer:
                continue
            if path not in kept:
                raw = shown(snapshots, name, path)
                rows = list(csv.reader(io.StringIO(raw or ""), escapechar="\\"))
                rows = [[re.sub(r"\s+", " ", cell).strip() for cell in row] for row in rows]
                rows = [row for row in rows if len(row) == len(rows[0])]
                if len(rows) < 3:
                    continue
                kept[path] = Table("", rows[0], rows[1:])
            table = kept[path]
            counts = question.startswith("how many")
            places = right_places(table, question, answer)
            # A count that stands somewhere in the table by chance.
            if places and not (counts and len(answer) < 3 and len(places) > 1):
                yield table, f"wtq-{path}", question, places


def feta(snapshots: Path, kept: dict[str, Table]) -> Iterator[tuple[Table, str, str, list[tuple[int, int]]]]:
    for part in ("dev", "test"):
        text = shown(snapshots, "Yale-LILY+FeTaQA", f"data/fetaQA-v1_{part}.jsonl") or ""
        for line in text.splitlines():
            one = json.loads(line)
            rows = one["table_array"]
            table = Table(one["table_section_title"], rows[0], [row for row in rows[1:] if len(row) == len(rows[0])])
            kept[f"feta-{one['feta_id']}"] = table
            question, answer = one["question"], plain(one["answer"])
            if ACROSS.search(question.lower()):
                continue
            asked = plain(question)
            told = [
                (row - 1, cell)
                for row, cell in one["highlighted_cell_ids"]
                if row and row - 1 < len(table.rows)
                and plain(table.rows[row - 1][cell]) in answer
                and plain(table.rows[row - 1][cell]) not in asked
                and plain(table.rows[row - 1][cell])
            ]
            if told and len({cell for _, cell in told}) == 1:
                yield table, f"feta-{one['feta_id']}", question, told


def tat(snapshots: Path, kept: dict[str, Table]) -> Iterator[tuple[Table, str, str, list[tuple[int, int]]]]:
    for part in ("dev", "test_gold"):
        text = shown(snapshots, "NExTplusplus+TAT-QA", f"dataset_raw/tatqa_dataset_{part}.json")
        for one in json.loads(text or "[]"):
            rows = one["table"]["table"]
            # Headings are what stands above the first figure of each column.
            body = next((at for at, row in enumerate(rows) if at and row[0] and any(row[1:])), 1)
            heads = [" ".join(dict.fromkeys(row[at] for row in rows[:body] if row[at])) for at in range(len(rows[0]))]
            group, labelled = "", []
            for row in rows[body:]:
                if row[0] and not any(row[1:]):
                    group = row[0].rstrip(":")
                elif row[0]:
                    labelled.append([f"{group} > {row[0]}" if group else row[0], *row[1:]])
            table = Table("", heads, labelled)
            if len(labelled) < 2:
                continue
            kept[f"tat-{one['table']['uid']}"] = table
            for asked in one["questions"]:
                answer = asked["answer"] if isinstance(asked["answer"], list) else [asked["answer"]]
                from_table = asked["answer_from"] == "table" and asked["answer_type"] == "span"
                if not from_table or len(answer) != 1 or ACROSS.search(asked["question"].lower()):
                    continue
                held = [
                    (row, cell)
                    for row, cells in enumerate(table.rows)
                    for cell, text in enumerate(cells)
                    if plain(text) == plain(str(answer[0]))
                ]
                places = held if len(held) == 1 else right_places(table, asked["question"], str(answer[0]))
                if places:
                    yield table, f"tat-{one['table']['uid']}", asked["question"], places


def aviation(snapshots: Path, kept: dict[str, Table]) -> Iterator[tuple[Table, str, str, list[tuple[int, int]]]]:
    text = shown(snapshots, "IBM+AITQA", "raw_data/aitqa_tables.jsonl") or ""
    tables = {}
    for line in text.splitlines():
        one = json.loads(line)
        heads = ["", *(" ".join(head).strip() for head in one["column_header"])]
        labels = [" > ".join(head) for head in one["row_header"]] or ["" for _ in one["data"]]
        rows = [[label, *row] for label, row in zip(labels, one["data"])]
        if not one["row_header"]:
            heads, rows = heads[1:], [row[1:] for row in rows]
        rows = [row for row in rows if len(row) == len(heads)]
        if rows:
            tables[one["id"]] = Table("", heads, rows)
    kept.update({f"ait-{name}": table for name, table in tables.items()})
    for line in (shown(snapshots, "IBM+AITQA", "raw_data/aitqa_questions.jsonl") or "").splitlines():
        one = json.loads(line)
        table = tables.get(one["table_id"])
        if table and len(one["answers"]) == 1:
            held = [
                (row, cell)
                for row, cells in enumerate(table.rows)
                for cell, text in enumerate(cells)
                if plain(text) == plain(str(one["answers"][0]))
            ]
            places = held if len(held) == 1 else right_places(table, one["question"], one["answers"][0])
            if places:
                yield table, f"ait-{one['table_id']}", one["question"], places


def made(kept: dict[str, Table], rng: random.Random, each: int) -> Iterator[dict]:
    for name, table in sorted(kept.items()):
        labels = Counter(row[0] for row in table.rows)
        for _ in range(each):
            row = rng.randrange(len(table.rows))
            cell = rng.randrange(1, len(table.headings)) if len(table.headings) > 1 else 0
            label, heading, text = table.rows[row][0], table.headings[cell], table.rows[row][cell]
            if not (label and heading and text) or not cell or labels[label] > 1 or len(label) > 60:
                continue
            ask = rng.choice(ASKS_TITLED if table.title and rng.random() < 0.3 else ASKS)
            asked = ask.format(heading=heading.lower() if rng.random() < 0.6 else heading, label=label, title=table.title)
            one = question_of(table, name, asked, [(row, cell)], rng)
            if one:
                yield one


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--snapshots", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--each", type=int, default=5, help="questions made from each table")
    arguments = parser.parse_args()
    rng = random.Random(3)
    kept: dict[str, Table] = {}
    counts: Counter[str] = Counter()
    with (arguments.out / "tables-train.jsonl").open("w", encoding="utf-8") as file:
        for sort in (wiki_tables, feta, tat, aviation):
            for table, document, question, right in sort(arguments.snapshots, kept):
                one = question_of(table, document, question, right, rng)
                if one:
                    file.write(json.dumps(one, ensure_ascii=False) + "\n")
                    counts[sort.__name__] += 1
    with (arguments.out / "lookups-train.jsonl").open("w", encoding="utf-8") as file:
        for one in made(kept, rng, arguments.each):
            file.write(json.dumps(one, ensure_ascii=False) + "\n")
            counts["made"] += 1
    print(dict(counts))


if __name__ == "__main__":
    main()
