"""Our own questions over public PDFs, as pairs.

    python training/own.py --questions training/questions/own.jsonl --passages FILE --out DIR

`--questions` is what locate.py stored; `--passages` is what
`citelight-eval passages` wrote of a library with their documents. Writes `own-train.jsonl`,
`own-dev.jsonl` and `own-test.jsonl`; documents are parted by their names.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import random
from collections import Counter, defaultdict
from pathlib import Path
from typing import Iterator

from align import Passage, locate, read_passages, share_held, text_of_span, words_of
from pairs import Pair, Passages, overlap, write

# Other passages of the same document that are near the question, for each question.
NEGATIVES = 1
# A passage that holds so much of an answer's words may answer as well.
MAY_ANSWER = 0.75
# The words of a span that share so much with the answer are the answer.
SAME_WORDS = 0.6


def part_of(document: str) -> str:
    """One document in eight is for decisions, one in eight for the test that is opened once."""
    at = hashlib.sha256(document.encode()).digest()[0] % 8
    return {0: "test", 1: "dev"}.get(at, "train")


def pair_of(asked: dict, passages: list[Passage]) -> tuple[int, Pair] | None:
    """The pair of a question and the passage that answers, or that comes nearest; `None` where its words are
    not where they were: the document's structure was made anew."""
    answers = asked["kind"] != "none"
    best, found = 0.0, None
    for number, passage in enumerate(passages):
        place = text_of_span(passage, asked["span"])
        if place is None:
            continue
        words = passage.text[place[0] : place[1]]
        held = overlap(words, asked["answer"]) if answers else len(words)
        if held > best:
            best, found = held, (number, *place)
    if answers and best < SAME_WORDS:
        found = locate(passages, asked["page"], asked["answer"], asked["answer"])
    if found is None:
        return None
    number, start, end = found
    passage = passages[number]
    verdict = asked["verdict"] if asked["verdict"] in ("yes", "no") else "neither"
    start, end = (start, end) if answers else (-1, -1)
    return number, Pair(
        "own", asked["document"], asked["question"], passage.title, passage.text, start, end, verdict,
        asked["kind"],
    )


def negatives(pair: Pair, number: int, passages: list[Passage], index: Passages) -> Iterator[Pair]:
    """Other passages of the document that share words with the question and do not hold the answer."""
    wanted = words_of(pair.text[pair.start : pair.end]) if pair.answers else set()
    rng = random.Random(pair.question)
    found = 0
    for text_at in index.near(pair.question, rng):
        text = index.texts[text_at]
        if text == passages[number].text or wanted and share_held(text, wanted) >= MAY_ANSWER:
            continue
        other = next(one for one in passages if one.text == text)
        if abs(other.chunk - passages[number].chunk) <= 1 and not pair.answers:
            continue
        yield Pair("own-near", pair.document, pair.question, other.title, text, -1, -1, "neither", "near")
        found += 1
        if found == NEGATIVES:
            return


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--questions", type=Path, required=True)
    parser.add_argument("--passages", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)
    documents = read_passages(arguments.passages)
    indexes: dict[str, Passages] = {}
    parts: dict[str, list[Pair]] = defaultdict(list)
    lost: Counter[str] = Counter()
    for line in arguments.questions.read_text(encoding="utf-8").splitlines():
        asked = json.loads(line)
        document = asked["document"]
        if document not in documents:
            lost["no document"] += 1
            continue
        passages = documents[document]
        found = pair_of(asked, passages)
        if found is None:
            lost[asked["kind"]] += 1
            continue
        number, pair = found
        index = indexes.setdefault(document, Passages(one.text for one in passages))
        parts[part_of(document)] += [pair, *negatives(pair, number, passages, index)]
    for name, pairs in sorted(parts.items()):
        write(arguments.out / f"own-{name}.jsonl", pairs)
        kinds = Counter(pair.kind for pair in pairs)
        print(name, len(pairs), "of", len({pair.document for pair in pairs}), "documents", dict(kinds))
    print("words not found:", dict(lost))


if __name__ == "__main__":
    main()
