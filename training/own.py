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
from itertools import islice
from pathlib import Path
from typing import Iterator

import torch

from align import Passage, locate, read_passages, share_held, text_of_span, words_of
from nearest import Encoder, Library
from pairs import Pair, overlap, write

# For each question: other passages of its document, and of other documents, taken by chance from those that a
# search would put first.
NEGATIVES = 3
OF_OTHERS = 0.4
FIRST_OF_DOCUMENT, FIRST_OF_OTHERS = 8, 5
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


def negatives(pair: Pair, number: int, library: Library, meaning: torch.Tensor) -> Iterator[Pair]:
    """Passages that a search would put before the reader, and that do not hold the answer."""
    wanted = words_of(pair.text[pair.start : pair.end]) if pair.answers else set()
    rng = random.Random(pair.question)
    chunk = library.documents[pair.document][number].chunk

    def wrong(other: Passage) -> bool:
        if other.text == pair.text or wanted and share_held(other.text, wanted) >= MAY_ANSWER:
            return False
        return pair.answers or other.document != pair.document or abs(other.chunk - chunk) > 1

    near = filter(wrong, library.of_document(pair.document, pair.question, meaning))
    mine = list(islice(near, FIRST_OF_DOCUMENT))
    others = list(islice(filter(wrong, library.of_others(pair.document, meaning)), FIRST_OF_OTHERS))
    for _ in range(NEGATIVES):
        first, second = (others, mine) if rng.random() < OF_OTHERS else (mine, others)
        some = first or second
        if some:
            other = some.pop(rng.randrange(len(some)))
            kind = "near" if other.document == pair.document else "other"
            yield Pair(
                f"own-{kind}", pair.document, pair.question, other.title, other.text, -1, -1, "neither", kind
            )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--questions", type=Path, required=True)
    parser.add_argument("--passages", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)
    documents = read_passages(arguments.passages)
    encoder = Encoder()
    # Parts share no document: what one may take from others stays within it.
    libraries = {
        part: Library({name: one for name, one in documents.items() if part_of(name) == part}, encoder)
        for part in ("train", "dev", "test")
    }
    asked = [json.loads(line) for line in arguments.questions.read_text(encoding="utf-8").splitlines()]
    meanings = encoder.embed([one["question"] for one in asked])
    parts: dict[str, list[Pair]] = defaultdict(list)
    lost: Counter[str] = Counter()
    for one, meaning in zip(asked, meanings):
        document = one["document"]
        found = pair_of(one, documents[document]) if document in documents else None
        if found is None:
            lost[one["kind"] if document in documents else "no document"] += 1
            continue
        number, pair = found
        part = part_of(document)
        parts[part] += [pair, *negatives(pair, number, libraries[part], meaning)]
    for name, pairs in sorted(parts.items()):
        write(arguments.out / f"own-{name}.jsonl", pairs)
        kinds = Counter(pair.kind for pair in pairs)
        print(name, len(pairs), "of", len({pair.document for pair in pairs}), "documents", dict(kinds))
    print("words not found:", dict(lost))


if __name__ == "__main__":
    main()
