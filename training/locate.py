"""Takes in questions as they were written, with the words that answer, and stores where those words stand.

    python training/locate.py --written DIR --passages FILE --out training/questions

`--written` holds folders of `questions.jsonl` and `sources.jsonl` (README.md), the questions with the
words that support the answer, or with the number of the passage they were written from; `--passages` is what
`citelight-eval passages` wrote of a library with their documents. What is stored holds no text of the
documents but the answers.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from pathlib import Path

from align import Passage, locate, occurrences, read_passages, share_held, span_of, words_of

# Kinds that are one.
KINDS = {"condition": "reason", "what-happens": "reason", "how": "reason"}
# A passage that holds so much of a sentence's words holds the sentence.
HOLDS = 0.6


def nearest(asked: dict, passages: list[Passage]) -> tuple[int, int, int] | None:
    """Of a question that nothing answers: the passage that comes nearest, and what of it does."""
    found = locate(passages, asked["page"], asked["support"], asked["support"])
    wanted = words_of(asked["support"])
    for number, one in enumerate(passages):
        if found is None and one.pages[0] <= asked["page"] <= one.pages[1]:
            if share_held(one.text, wanted) > HOLDS:
                found = (number, 0, len(one.text))
    return found


def in_passage(asked: dict, passages: list[Passage]) -> tuple[int, int, int] | None:
    """Of a question written from one passage: where its answer first stands in it."""
    for number, one in enumerate(passages):
        if one.chunk == asked["passage"]:
            places = [(0, len(one.text))] if asked["kind"] == "none" else occurrences(one.text, asked["answer"])
            if places:
                return number, *places[0]
    return None


def stored(asked: dict, passages: list[Passage]) -> dict | None:
    answers = asked["kind"] != "none"
    if "passage" in asked:
        found = in_passage(asked, passages)
        asked["page"] = passages[found[0]].pages[0] if found else None
    elif answers:
        found = locate(passages, asked["page"], asked["answer"], asked["support"])
    else:
        found = nearest(asked, passages)
    span = span_of(passages[found[0]], found[1], found[2]) if found else None
    if span is None:
        return None
    return {
        "question": asked["q"],
        "document": asked["doc"],
        "page": asked["page"],
        "kind": KINDS.get(asked["kind"], asked["kind"]),
        "answer": asked["answer"],
        "verdict": asked.get("yesno") if answers else None,
        "span": span,
        "changed": asked.get("changed"),
        "other_words": bool(asked.get("other_words")),
        "typo": bool(asked.get("typo")),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--written", type=Path, required=True)
    parser.add_argument("--passages", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    documents = read_passages(arguments.passages)
    sources, questions, lost = [], [], Counter()
    for folder in sorted(path.parent for path in arguments.written.glob("*/questions.jsonl")):
        if (folder / "sources.jsonl").exists():
            lines = (folder / "sources.jsonl").read_text(encoding="utf-8").splitlines()
            sources += [json.loads(line) for line in lines if line.strip()]
        for line in (folder / "questions.jsonl").read_text(encoding="utf-8").splitlines():
            asked = json.loads(line)
            one = stored(asked, documents[asked["doc"]]) if asked["doc"] in documents else None
            if one:
                questions.append(one)
            else:
                lost[asked["kind"] if asked["doc"] in documents else "no document"] += 1
    used = {one["document"] for one in questions}
    sources = [one for one in sources if one["doc"] in used]
    arguments.out.mkdir(parents=True, exist_ok=True)
    for name, rows in (("own", questions), ("sources", sources)):
        text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
        (arguments.out / f"{name}.jsonl").write_text(text, encoding="utf-8")
    print(len(questions), "questions of", len(used), "documents; words not found:", dict(lost))


if __name__ == "__main__":
    main()
