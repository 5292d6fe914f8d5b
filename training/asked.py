"""Our own questions as exams ask them, for `citelight-eval train choice`.

    python training/asked.py --questions training/questions --out FILE

Takes all of `silence.jsonl`, which is written that way, and of the other files so many of those that a document
answers as keep both in balance: `--prose` of `own.jsonl`, `--values` of `values.jsonl`. Documents that are kept for
measuring (own.py) give only what `silence.jsonl` holds of them and their questions for values.
"""

from __future__ import annotations

import argparse
import json
import random
from pathlib import Path

from own import part_of

PROSE = ("fact", "yesno", "reason", "list", "definition", "exception")


def as_asked(one: dict, number: str) -> dict:
    """A question with its document and the words that decide it; of a list each item's."""
    items = one["answer"].split(";") if one["kind"] == "list" else [one["answer"]]
    return {
        "id": number, "kind": one["kind"], "question": one["question"], "doc": one["document"],
        "gold": one["answer"], "must": [item.strip() for item in items],
        "evidence": [{"doc": one["document"], "page": one["page"]}],
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--questions", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--prose", type=int, default=1_300)
    parser.add_argument("--values", type=int, default=1_000)
    parser.add_argument("--seed", type=int, default=3)
    arguments = parser.parse_args()
    rng = random.Random(arguments.seed)

    def lines(name: str) -> list[dict]:
        return [json.loads(line) for line in (arguments.questions / name).read_text(encoding="utf-8").splitlines()]

    prose = [one for one in lines("own.jsonl") if one["kind"] in PROSE and part_of(one["document"]) == "train"]
    values = lines("values.jsonl")
    kept = [one for one in values if part_of(one["document"]) != "train"]
    learned = [one for one in values if part_of(one["document"]) == "train"]
    learned = rng.sample(prose, arguments.prose) + rng.sample(learned, arguments.values)
    asked = lines("silence.jsonl")
    asked += [as_asked(one, f"o{at:05}") for at, one in enumerate(learned + kept)]
    with arguments.out.open("w", encoding="utf-8") as file:
        file.writelines(json.dumps(one, ensure_ascii=False) + "\n" for one in asked)
    print(len(asked), "questions")


if __name__ == "__main__":
    main()
