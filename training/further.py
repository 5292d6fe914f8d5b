"""Our own questions with complete answers: which statements near the best one belong to what answers.

    python training/further.py --questions training/questions/complete.jsonl --markdown MARKDOWN --out DIR

Reads each document as the app exports it. Of every question writes the statements around the best one in its section,
each behind its place and before the best one, as the app reads them: `further-PART.jsonl` (train, dev, test), a question
a line as rows.py does, with `right` those that belong to the answer. What may stand beside the answer and need not is
left out.
"""

from __future__ import annotations

import argparse
import json
import random
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

from own import part_of
from rows import shortened
from statements import LONGEST_TITLE, blocks, sentences

# Statements before and behind the best one that are read.
BEFORE, BEHIND = 3, 8
# Characters of a statement that are read: its beginning and its end.
BEGINNING, ENDING = 180, 60
# How often another statement of the answer stands in the place of the best one, and one that does not answer.
OTHERS, WRONG = 0.25, 0.15
FEWEST_WORDS = 3


@dataclass
class Said:
    """A statement of a document in its order; `block` is the paragraph or list it stands in."""

    title: str
    text: str
    is_item: bool
    is_row: bool
    block: int


def said(markdown: str) -> list[Said]:
    found = []
    for number, block in enumerate(blocks(markdown)):
        texts = sentences(block.texts[0]) if block.kind == "paragraph" else block.texts
        for text in texts:
            found.append(Said(block.title, text, block.kind == "list", block.kind == "table", number))
    return found


def cut(text: str) -> str:
    """A statement, of a long one its beginning and its end."""
    return shortened(" ".join(text.split()), BEGINNING + ENDING + 1, BEGINNING, ENDING)


def place(best: int, at: int) -> str:
    """Where a statement stands from the best one."""
    if at > best:
        return "next" if at == best + 1 else "then"
    return "before" if at == best - 1 else "above"


def read(best: int, at: int, all_said: list[Said]) -> str:
    """A statement behind its place, before the best one and its title."""
    one, own = all_said[at], all_said[best]
    sign = "- " if one.is_item else ""
    return f"{place(best, at)}: {sign}{cut(one.text)} « {own.title[:LONGEST_TITLE]}: {cut(own.text)}"


class Document:
    def __init__(self, markdown: str) -> None:
        self.said = said(markdown)

    def begins(self, at: int, words: str) -> bool:
        return at < len(self.said) and self.said[at].text.split()[: len(words.split())] == words.split()

    def near(self, best: int) -> list[int]:
        """The statements that are read beside the best one."""
        around = range(max(0, best - BEFORE), min(len(self.said), best + BEHIND + 1))
        fits = lambda one: one.title == self.said[best].title and not one.is_row and len(one.text.split()) >= FEWEST_WORDS
        return [at for at in around if at != best and fits(self.said[at])]

    def row(self, one: dict, best: int) -> dict | None:
        near = [at for at in self.near(best) if at not in one["may"]]
        if not near:
            return None
        return {
            "question": one["question"], "document": one["document"],
            "values": [read(best, at, self.said) for at in near],
            "right": [number for number, at in enumerate(near) if at in one["all"]],
            "scores": [0.0] * len(near), "places": [at - best for at in near],
        }

    def rows(self, one: dict, rng: random.Random, learned: bool) -> list[dict]:
        rows = [self.row(one, one["best"])]
        if learned:
            others = [at for at in one["all"] if at != one["best"]]
            wrong = [at for at in self.near(one["best"]) if at not in one["all"] + one["may"]]
            if others and rng.random() < OTHERS:
                rows.append(self.row(one, rng.choice(others)))
            if wrong and rng.random() < WRONG:
                rows.append(self.row(one, rng.choice(wrong)))
        return [row for row in rows if row]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--questions", type=Path, required=True)
    parser.add_argument("--markdown", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--seed", type=int, default=7)
    arguments = parser.parse_args()
    rng = random.Random(arguments.seed)
    questions = defaultdict(list)
    for line in arguments.questions.read_text(encoding="utf-8").splitlines():
        one = json.loads(line)
        questions[one["document"]].append(one)
    sets, elsewhere = defaultdict(list), 0
    for name, asked in sorted(questions.items()):
        document = Document((arguments.markdown / f"{name}.md").read_text(encoding="utf-8"))
        part = part_of(name)
        for one in asked:
            # Statements are called by their numbers: where a document is cut otherwise by now nothing is learned.
            if document.begins(one["best"], one["begins"]):
                sets[part] += document.rows(one, rng, part == "train")
            else:
                elsewhere += 1
    arguments.out.mkdir(parents=True, exist_ok=True)
    for part, rows in sets.items():
        text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
        (arguments.out / f"further-{part}.jsonl").write_text(text, encoding="utf-8")
    print({part: len(rows) for part, rows in sets.items()}, elsewhere, "questions whose statements are numbered otherwise")


if __name__ == "__main__":
    main()
