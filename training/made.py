"""Questions made from what the structure of a document shows: rows of tables, fields of forms, lists,
definitions, in many wordings; and the same with another row or another label, which nothing answers.

    python training/made.py --passages FILE --out DIR

Writes `made-train.jsonl`, from the documents that own.py learns from.
"""

from __future__ import annotations

import argparse
import random
import re
from collections import Counter
from pathlib import Path
from typing import Iterator

from align import Passage, read_passages
from own import part_of
from pairs import Pair, write

MOST_A_DOCUMENT = 1_200
MOST_LABEL_WORDS = 9
NONE_SHARE = 0.3
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


def cells_of(passage: Passage) -> Iterator[tuple[str, str, int, int]]:
    """Label, heading and the value's characters of the rows of tables."""
    start = 0
    for line in passage.text.split("\n"):
        parts = line.split(" | ")
        at = start + len(parts[0]) + 3
        for part in parts[1:]:
            heading, _, value = part.rpartition(": ") if ": " in part else ("", "", part)
            begin = at + len(part) - len(value)
            if is_label(parts[0]) and re.search(r"[A-Za-z0-9]", value):
                yield parts[0], heading, begin, begin + len(value)
            at += len(part) + 3
        start += len(line) + 1


def asked(templates: list[str], rng: random.Random, **words: str) -> str:
    question = rng.choice(templates).format(**words)
    return question[0].upper() + question[1:] if rng.random() < 0.8 else question


def of_passage(passage: Passage, rng: random.Random) -> Iterator[tuple[Pair, str]]:
    """Pairs with the label that each asks by."""

    def pair(kind: str, question: str, start: int, end: int) -> Pair:
        source = f"made-{kind}"
        return Pair(source, passage.document, question, passage.title, passage.text, start, end, "neither", kind)

    for label, heading, start, end in cells_of(passage):
        amount = is_amount(passage.text[start:end])
        words = {"label": plain_label(label), "heading": plain_label(heading)}
        if heading and is_label(heading):
            yield pair("cell", asked(OF_VALUE + OF_AMOUNT * amount, rng, **words), start, end), label
        elif not heading:
            yield pair("cell", asked(OF_LABEL + OF_COUNT * amount, rng, **words), start, end), label
    for kind, pattern, templates in (
        ("field", FIELD, OF_LABEL),
        ("definition", TERM, OF_TERM),
        ("list", LIST, OF_LIST),
    ):
        for match in pattern.finditer(passage.text):
            label = match["label"]
            if kind == "list":
                label = re.sub(r"(?i)^(the following|these|the)\s|\s(include|are|includes|following|is|as follows)$", "", label)
            if " | " in match[0] or not is_label(label) or "__" in match["value"]:
                continue
            start, end = match.span("value")
            end -= len(match["value"]) - len(match["value"].rstrip())
            yield pair(kind, asked(templates, rng, label=plain_label(label)), start, end), label


def of_document(passages: list[Passage], rng: random.Random) -> list[Pair]:
    found = [(pair, label) for one in passages if not one.noise for pair, label in of_passage(one, rng)]
    rng.shuffle(found)
    kept: list[Pair] = []
    # A label that stands in several places would have several answers.
    common = Counter((pair.question.lower()) for pair, _ in found)
    for pair, label in found[:MOST_A_DOCUMENT]:
        if common[pair.question.lower()] > 1:
            continue
        if rng.random() < NONE_SHARE:
            others = [one for one in passages if label not in one.text and not one.noise]
            like = [one for one in others if (" | " in one.text) == (" | " in pair.text)]
            if like or others:
                other = rng.choice(like or others)
                pair = Pair(
                    f"{pair.source}-none", pair.document, pair.question, other.title, other.text,
                    -1, -1, "neither", "none",
                )
        kept.append(pair)
    return kept


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--passages", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--seed", type=int, default=11)
    arguments = parser.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)
    rng = random.Random(arguments.seed)
    pairs: list[Pair] = []
    for document, passages in sorted(read_passages(arguments.passages).items()):
        if part_of(document) == "train":
            pairs += of_document(passages, rng)
    rng.shuffle(pairs)
    count = write(arguments.out / "made-train.jsonl", pairs)
    print(count, dict(Counter(pair.source for pair in pairs)))


if __name__ == "__main__":
    main()
