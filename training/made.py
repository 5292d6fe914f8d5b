"""Questions made from what the structure of a document shows: rows of tables, fields of forms, lists,
definitions, in many wordings; and the same with another row or another label, which nothing answers.

    python training/made.py --passages FILE [FILE …] --out DIR

Writes `made-train.jsonl`, from the documents that own.py learns from, and from those of `made-sources.jsonl`.
"""

from __future__ import annotations

import argparse
import random
import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Iterator

from align import Passage, read_passages
from own import part_of
from pairs import Pair, write

MOST_A_DOCUMENT = 1_200
MOST_LABEL_WORDS = 9
# In how many wordings one thing is asked.
WORDINGS = 3
# Of cells, so many are asked the other way round: which row has this value.
TURNED = 0.08
NONE_SHARE = 0.3
# How the names of documents begin that nobody wrote questions for: all of them may be learned from.
MADE_ONLY = "made-"
# Of a label, at least so much is letters.
LETTERS = 0.7

OF_VALUE = [
    "What is the {heading} for {label}?",
    "What is the {heading} of {label}?",
    "{label} {heading}",
    "{heading} for {label}",
    "Which {heading} is given for {label}?",
    "Tell me the {heading} of {label}.",
    "I need the {heading} for {label}",
    "What does it say under {heading} for {label}?",
]
OF_AMOUNT = [
    "How much is {heading} for {label}?",
    "How many {heading} does {label} have?",
    "What was the {heading} of {label}?",
    "What figure is given for {label}, {heading}?",
]
OF_ROW = [
    "Which one has {value} as {heading}?",
    "Which has a {heading} of {value}?",
    "Where is the {heading} {value}?",
    "What has {value} under {heading}?",
]
OF_LABEL = [
    "What is {label}?",
    "What is the {label}?",
    "{label}",
    "What does it say for {label}?",
    "What was entered under {label}?",
    "Tell me the {label}",
    "Do you know the {label}?",
]
OF_COUNT = ["How much is {label}?", "How many {label} are there?", "What is the amount of {label}?"]
OF_TERM = [
    "What does {label} mean?",
    "What is meant by {label}?",
    "What is {label}?",
    "How is {label} defined?",
    "Define {label}",
    "Meaning of {label}",
]
OF_LIST = ["What are {label}?", "Which {label} are there?", "{label}", "List {label}", "What do {label} include?"]

FIELD = re.compile(r"^(?P<label>[A-Z][\w /()&'’.#-]{2,48}?)\s?: (?P<value>\S.{0,90})$", re.M)
TERM = re.compile(r"[“\"]?(?P<label>[A-Z][\w -]{2,40}?)[”\"]? (?:means|is defined as|refers to) (?P<value>[^.;]{15,260})")
LIST = re.compile(
    r"^(?P<label>[^\n:]{8,90}):\n(?P<value>(?:(?:[•·▪\-–—\uf0b7*]|\(?[a-z0-9]{1,3}[.)])\s[^\n]{2,160}\n?){2,12})", re.M
)


def plain_label(label: str) -> str:
    """A label as people say it: without its groups' arrows, marks and capitals."""
    label = label.split(" > ")[-1].strip(" .:*")
    words = label.split()
    spoken = [word.lower() if word.istitle() or (word.isupper() and len(word) > 4) else word for word in words]
    return " ".join(spoken)


def is_label(text: str) -> bool:
    """Whether people would say it: words, few marks, no "Table 3", nothing that a line's end has cut."""
    letters = sum(char.isalpha() or char.isspace() for char in text)
    return (
        bool(re.search(r"[A-Za-z]{3}", text))
        and len(text.split()) <= MOST_LABEL_WORDS
        and letters >= LETTERS * len(text)
        and not re.search(r"[<>\[\]_]|\w- \w", text)
        and not re.match(r"(?i)(table|figure|note|fig)\b", text)
    )


def is_amount(text: str) -> bool:
    return bool(re.fullmatch(r"[($€£]*\s?[\d.,]+\s?[%)A-Za-z/²³°]{0,8}", text.strip()))


@dataclass
class Thing:
    """What can be asked for: a value by its label, and by its heading where it stands in a table.

    `start` and `end` are the characters of what answers.
    """

    kind: str
    label: str
    heading: str
    start: int
    end: int
    wordings: list[str]
    passage: Passage
    value: str = ""


def cells_of(passage: Passage, rng: random.Random) -> Iterator[Thing]:
    """The cells of rows that have a label."""
    start = 0
    for line in passage.text.split("\n"):
        label, *parts = line.split(" | ")
        at = start + len(label) + 3
        for part in parts:
            heading, _, value = part.rpartition(": ") if ": " in part else ("", "", part)
            begin = at + len(part) - len(value)
            at += len(part) + 3
            if not is_label(label) or not re.search(r"[A-Za-z0-9]", value) or heading and not is_label(heading):
                continue
            if heading and len(value) > 2 and rng.random() < TURNED:
                yield Thing("row", label, heading, start, start + len(label), OF_ROW, passage, value)
                continue
            amount = OF_AMOUNT if heading else OF_COUNT
            wordings = (OF_VALUE if heading else OF_LABEL) + amount * is_amount(value)
            yield Thing("cell", label, heading, begin, begin + len(value), wordings, passage, value)
        start += len(line) + 1


def things_of(passage: Passage, rng: random.Random) -> Iterator[Thing]:
    yield from cells_of(passage, rng)
    for kind, pattern, wordings in (
        ("field", FIELD, OF_LABEL),
        ("definition", TERM, OF_TERM),
        ("list", LIST, OF_LIST),
    ):
        for match in pattern.finditer(passage.text):
            label = match["label"]
            if kind == "list":
                label = re.sub(
                    r"(?i)^(the following|these|the)\s|\s(include|are|includes|following|is|as follows)$", "", label
                )
            if " | " in match[0] or not is_label(label) or "__" in match["value"]:
                continue
            start, end = match.span("value")
            end -= len(match["value"]) - len(match["value"].rstrip())
            yield Thing(kind, label, "", start, end, wordings, passage)


def asked(thing: Thing, wording: str, rng: random.Random) -> str:
    words = {"label": plain_label(thing.label), "heading": plain_label(thing.heading), "value": thing.value}
    question = wording.format(**words)
    return question[0].upper() + question[1:] if rng.random() < 0.8 else question


def of_document(passages: list[Passage], rng: random.Random) -> list[Pair]:
    found = [thing for one in passages if not one.noise for thing in things_of(one, rng)]
    rng.shuffle(found)
    kept: list[Pair] = []
    # What stands in several places would have several answers.
    common = Counter((thing.label.lower(), thing.heading.lower()) for thing in found)
    values = Counter((thing.value, thing.heading.lower()) for thing in found if thing.kind in ("row", "cell"))
    for thing in found[:MOST_A_DOCUMENT]:
        if thing.kind == "row" and values[thing.value, thing.heading.lower()] > 1:
            continue
        if thing.kind != "row" and common[thing.label.lower(), thing.heading.lower()] > 1:
            continue
        for wording in rng.sample(thing.wordings, WORDINGS):
            passage, start, end, kind = thing.passage, thing.start, thing.end, thing.kind
            if rng.random() < NONE_SHARE:
                # Nothing answers where another passage stands, of a table where it is one.
                others = [one for one in passages if not one.noise and thing.label not in one.text]
                like = [one for one in others if (" | " in one.text) == (" | " in passage.text)]
                if not others:
                    continue
                passage, start, end, kind = rng.choice(like or others), -1, -1, "none"
            source = f"made-{thing.kind}" + "-none" * (kind == "none")
            question = asked(thing, wording, rng)
            kept.append(
                Pair(source, passage.document, question, passage.title, passage.text, start, end, "neither", kind)
            )
    return kept


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--passages", type=Path, nargs="+", required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--seed", type=int, default=11)
    arguments = parser.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)
    rng = random.Random(arguments.seed)
    pairs: list[Pair] = []
    for path in arguments.passages:
        for document, passages in sorted(read_passages(path).items()):
            if document.startswith(MADE_ONLY) or part_of(document) == "train":
                pairs += of_document(passages, rng)
    rng.shuffle(pairs)
    count = write(arguments.out / "made-train.jsonl", pairs)
    print(count, dict(Counter(pair.source for pair in pairs)))


if __name__ == "__main__":
    main()
