"""Our own questions with what their document says to choose from: sentences, items, lists, rows and tables.

    citelight --library LIB export DOCUMENT --out MARKDOWN/NAME.md      # each document
    python training/statements.py --questions training/questions --markdown MARKDOWN --out DIR

Reads each document as the app exports it and puts to every question the statements that are nearest to it by meaning
and by words, each behind the title over it and what leads to it, some lists and tables, and a few by chance. Right is
what holds the answer; for a question that asks for a list all of it, and what holds a part of it is left out. Writes
`prose-PART.jsonl`, `list-PART.jsonl` and `nothing-PART.jsonl` (train, dev, test), a question a line as rows.py does.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import re
from collections import Counter, defaultdict
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from nearest import Encoder
from own import part_of
from rows import LEFT_OUT

KINDS = ("fact", "yesno", "reason", "list", "definition", "exception", "none")
LONGEST_TITLE, LONGEST_STEM, LONGEST_WHOLE, LONGEST_EMBEDDED = 60, 200, 900, 700
# Words of what stands before a list and leads to it though it is no sentence.
MOST_LEADING_WORDS = 14
# Rows that are read as a table, and lines under a heading that are read as a list.
ROWS, LINES, MOST_LINE_WORDS = (2, 40), (3, 15), 16
# Of a list's parts so many make a part of the answer, and so many the answer where no statement holds all.
SOME_PARTS, MOST_PARTS = 0.3, 0.7
# How many come by both, by meaning, and by words; of these at most; lists and tables besides; by chance.
NEAR, BY_MEANING, BY_WORDS, MOST_NEAR, WHOLES, BY_CHANCE = 14, 10, 6, 16, 4, 4
# What shared words count beside meaning.
WORDS_SHARE = 0.05
# An answer said in more places is right where the question is nearest.
MOST_RIGHT, KEPT_RIGHT = 3, 2

HEADING = re.compile(r"(#+) (.*)")
ITEM = re.compile(r"\s*([-*+]|\d+[.)])\s+(.*)")
RULE = re.compile(r"\|[\s\-:|]+$")
END = re.compile(r'(?<=[.!?])\s+(?=[A-Z0-9("“])')
LEADS_ON = re.compile(r"\b(following|follows|below|these|include)")


@dataclass
class Statement:
    kind: str  # sentence, item, list, row, table
    read: str  # behind the title over it and what leads to it
    text: str


@dataclass
class Block:
    title: str
    kind: str  # paragraph, list, table
    before: str
    texts: list[str]


def squashed(text: str) -> str:
    return re.sub(r"[^a-z0-9]", "", text.lower())


def words_of(text: str) -> set[str]:
    return set(re.findall(r"[a-z0-9]{3,}", text.lower()))


def sentences(text: str) -> list[str]:
    return [one for one in END.split(text) if one.strip()]


def blocks(markdown: str) -> list[Block]:
    """The paragraphs, lists and tables of a document, each under the title over it."""
    titles: list[tuple[int, str]] = []
    found: list[Block] = []
    before, open_block = "", None
    for line in re.sub(r"\\(.)", r"\1", markdown).split("\n"):
        if heading := HEADING.match(line):
            depth = len(heading[1])
            titles = [one for one in titles if one[0] < depth] + [(depth, heading[2].strip("# "))]
            before, open_block = "", None
            continue
        if not line.strip():
            continue
        title = titles[-1][1][:LONGEST_TITLE] if titles else ""
        item = ITEM.match(line)
        if not item and not line.startswith("|"):
            before, open_block = line.strip(), None
            found.append(Block(title, "paragraph", "", [before]))
            continue
        kind = "list" if item else "table"
        if open_block is None or open_block.kind != kind:
            open_block = Block(title, kind, before, [])
            found.append(open_block)
        if item:
            open_block.texts.append(item[2] if item[1] in "-*+" else f"{item[1]} {item[2]}")
        elif not RULE.match(line):
            open_block.texts.append(line.strip("| ").replace("|", ","))
    return found


def stem_of(before: str) -> str:
    """What leads to a list: the last sentence before it, where it does."""
    last = sentences(before)[-1] if sentences(before) else ""
    short = len(last.split()) <= MOST_LEADING_WORDS and not last.endswith((".", ";", "!"))
    return last if last.endswith((":", "–", "—")) or short or LEADS_ON.search(last) else ""


def lists_of_lines(found: list[Block]) -> list[Statement]:
    """Short lines under one title."""
    lines: dict[str, list[str | None]] = {}
    for block in found:
        text = block.texts[0] if block.texts else ""
        short = len(text.split()) <= MOST_LINE_WORDS and not text.rstrip().endswith((".", "!", "?"))
        plain = block.kind == "paragraph" and block.title and short
        if plain or block.kind != "paragraph" or block.title:
            lines.setdefault(block.title, []).append(text if plain else None)
    return [
        Statement("list", f"{title}: {'; '.join(map(str, some))}"[:LONGEST_WHOLE], " ".join(map(str, some)))
        for title, some in lines.items()
        if LINES[0] <= len(some) <= LINES[1] and None not in some
    ]


def statements(markdown: str) -> list[Statement]:
    """All that a document says, each once."""
    parts = blocks(markdown)
    found = []
    for block in parts:
        repeated = block.texts and block.texts[0].startswith(block.title)
        title = f"{block.title}: " if block.title and not repeated else ""
        if block.kind == "list":
            stem = stem_of(block.before)
            lead = f"{stem[:LONGEST_STEM]} " if stem else ""
            if len(block.texts) > 1:
                whole = title + (f"{stem} " if stem else "") + "; ".join(block.texts)
                found.append(Statement("list", whole[:LONGEST_WHOLE], f"{stem} {' '.join(block.texts)}"))
            found += [Statement("item", title + lead + text, f"{stem} {text}") for text in block.texts]
        elif block.kind == "table":
            if ROWS[0] <= len(block.texts) <= ROWS[1]:
                whole = (title + "; ".join(block.texts))[:LONGEST_WHOLE]
                found.append(Statement("table", whole, " ".join(block.texts)))
            found += [Statement("row", title + text, text) for text in block.texts]
        else:
            found += [Statement("sentence", title + text, text) for text in sentences(block.texts[0])]
    found += lists_of_lines(parts)
    once = {one.read: one for one in reversed(found) if len(one.text.strip()) > 1}
    return [one for one in found if once.get(one.read) is one]


class Document:
    """A document's statements, to be found by meaning and by words."""

    def __init__(self, markdown: str, encoder: Encoder) -> None:
        self.statements = statements(markdown)
        self.squashed = [squashed(one.text) for one in self.statements]
        self.words = [words_of(one.text) for one in self.statements]
        self.rarity = Counter(word for words in self.words for word in words)
        texts = [one.read[:LONGEST_EMBEDDED] for one in self.statements]
        self.meanings = encoder.embed(texts).numpy() if texts else None

    def right(self, kind: str, answer: str) -> tuple[list[int], set[int]]:
        """Those that hold the answer, and those that hold it and are no answer, or a part of it."""
        parts = [squashed(one) for one in (answer.split(";") if kind == "list" else [answer])]
        parts = [one for one in parts if one]
        if not parts:
            return [], set()
        held = [sum(part in text for part in parts) / len(parts) for text in self.squashed]
        full = [at for at, share in enumerate(held) if share == 1]
        if kind == "list" and len(parts) > 1:
            some = {at for at, share in enumerate(held) if SOME_PARTS <= share < 1}
            wholes = [at for at, share in enumerate(held) if share >= MOST_PARTS and self.is_whole(at)]
            return (full, some) if full else (wholes, some - set(wholes))
        single = [at for at in full if not self.is_whole(at)] or full
        return single, set(full) - set(single)

    def is_whole(self, at: int) -> bool:
        return self.statements[at].kind in ("list", "table")

    def row(self, one: dict, meaning: np.ndarray, also: list[str], rng: random.Random) -> dict | None:
        """A question with its statements, those that are right first and then the nearest; `None` where its answer is
        not among them."""
        right, left_out = ([], set()) if one["kind"] == "none" else self.right(one["kind"], one["answer"] or "")
        if one["kind"] != "none" and not right:
            return None
        near = self.meanings @ meaning
        asked, count = words_of(one["question"]), len(self.statements)
        shared = np.array([
            sum(math.log(1 + count / self.rarity[word]) for word in asked & words) / (1 + 0.02 * len(words))
            for words in self.words
        ])
        both = near + WORDS_SHARE * shared
        if len(right) > MOST_RIGHT:
            right.sort(key=lambda at: -both[at])
            left_out |= set(right[KEPT_RIGHT:])
            right = right[:KEPT_RIGHT]
        order = lambda scores, most: np.argsort(-scores)[:most].tolist()
        nearest = dict.fromkeys(order(both, NEAR) + order(near, BY_MEANING) + order(shared, BY_WORDS))
        taken = set(right) | left_out
        wrong = [at for at in nearest if at not in taken][:MOST_NEAR]
        taken |= set(wrong)
        wholes = [at for at in order(near, count) if self.is_whole(at) and at not in taken][:WHOLES]
        others = [at for at in range(count) if at not in taken and at not in wholes]
        wrong += wholes + rng.sample(others, min(BY_CHANCE, len(others)))
        values = [self.statements[at].read for at in right + wrong]
        return {
            "question": one["question"], "document": one["document"], "values": values,
            "right": list(range(len(right))), "scores": [0.0] * len(values), "also": also,
        }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--questions", type=Path, required=True)
    parser.add_argument("--markdown", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--seed", type=int, default=5)
    arguments = parser.parse_args()
    rng, encoder = random.Random(arguments.seed), Encoder()

    def lines(name: str) -> list[dict]:
        return [json.loads(line) for line in (arguments.questions / name).read_text(encoding="utf-8").splitlines()]

    also = {(one["document"], one["question"]): one["also"] for one in lines("reworded.jsonl")}
    questions = defaultdict(list)
    for one in lines("own.jsonl"):
        if one["kind"] in KINDS and one["document"] not in LEFT_OUT:
            questions[one["document"]].append(one)
    sets = defaultdict(list)
    for name, asked in sorted(questions.items()):
        path = arguments.markdown / f"{name}.md"
        document = Document(path.read_text(encoding="utf-8"), encoder) if path.exists() else None
        if document is None or not document.statements:
            continue
        meanings = encoder.embed([one["question"] for one in asked]).numpy()
        for one, meaning in zip(asked, meanings):
            row = document.row(one, meaning, also.get((name, one["question"]), []), rng)
            if row:
                kind = {"none": "nothing", "list": "list"}.get(one["kind"], "prose")
                sets[f"{kind}-{part_of(name)}"].append(row)
    arguments.out.mkdir(parents=True, exist_ok=True)
    for name, rows in sets.items():
        text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
        (arguments.out / f"{name}.jsonl").write_text(text, encoding="utf-8")
    print({name: len(rows) for name, rows in sets.items()})


if __name__ == "__main__":
    main()
