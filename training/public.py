"""Public sets of questions whose licences let weights be shipped, as pairs.

    python training/public.py --snapshots DIR --out DIR

`--snapshots` holds git repositories, `OWNER+NAME` each. Writes `public-train.jsonl`, `public-dev.jsonl`.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
import random
import re
import subprocess
from collections import Counter, defaultdict
from pathlib import Path
from typing import Iterator

from pairs import NOT_MARKED, Pair, Passages, window, write

# Repository, commit and licence; see README.md.
COMMITS = {
    "modestyachts/squadshifts-website": "b7cc4d50af791c36c49417fb94dd739d6a9e7bef",
    "uwnlp/qamr": "956b0eb2d5857f4aafa1af257ba06fa6cb683b99",
    "chrischute/squad": "85623adeb9e6639f145081fea9cae2d8f3a26379",
    "nelson-liu/lost-in-the-middle": "29b8a6d042ce29abccee3db1a73171a107d7e6af",
    "circle-hit/SAPT": "52a52b920324c656bdb6dac08e43dc600ba22f21",
    "google-deepmind/xquad": "7d30520c717524000f0d9d2f9c10a069acd9d285",
    "NExTplusplus/TAT-QA": "870accc41953dcde885aabeb963d94aabdc0fbc3",
}
# Articles whose questions decide between models, never learned from.
DEV_DOCUMENTS = {"Oxygen", "Force", "Andes", "Acronym", "Economic_inequality", "Steam_engine"}
# Short texts of everyday talk are many; so much of them is enough.
SHARES = {"qamr": 0.35, "amazon": 0.5, "reddit": 0.5}
NEGATIVE_SHARE = 0.45
# One article of BoolQ in so many decides between models.
BOOLQ_DEV = 20
WINDOWS = (90, 120, 150, 180)


class Snapshots:
    """Files of git repositories at pinned commits."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def read(self, repository: str, path: str) -> bytes:
        name = self.folder / repository.replace("/", "+")
        stores = (name / "repo" / ".git", name / "repo", name / ".git", name)
        store = next(place for place in stores if (place / "HEAD").exists())
        command = ["git", f"--git-dir={store}", "show", f"{COMMITS[repository]}:{path}"]
        return subprocess.run(command, check=True, capture_output=True).stdout

    def json(self, repository: str, path: str):
        return json.loads(self.read(repository, path))


def of_squad(source: str, data: dict) -> Iterator[Pair]:
    """Sets in the form of SQuAD. Where people marked different words, those that most of them marked,
    else those of middle length."""
    for number, article in enumerate(data["data"]):
        title = article.get("title") or ""
        for paragraph in article["paragraphs"]:
            text = paragraph["context"]
            for asked in paragraph["qas"]:
                marked = [
                    (one["answer_start"], one["text"])
                    for one in asked["answers"]
                    if one["text"].strip()
                    and text[one["answer_start"] :].startswith(one["text"])
                ]
                pair = Pair(source, title or str(number), asked["question"], "", text)
                pair.title = title.replace("_", " ") if source in ("squad", "wiki") else ""
                if marked:
                    counted = Counter(marked)
                    most = max(counted.values())
                    best = sorted((k for k, n in counted.items() if n == most), key=lambda k: len(k[1]))
                    start, words = best[len(best) // 2]
                    pair.start, pair.end = start, start + len(words)
                elif not asked.get("is_impossible"):
                    continue
                yield pair


def of_quoref(snapshots: Snapshots) -> Iterator[Pair]:
    folder = "CL_Benchmark/SuperNI/task002_quoref_answer_generation"
    for part in ("train", "dev", "test"):
        for one in snapshots.json("circle-hit/SAPT", f"{folder}/{part}.json")["Instances"]:
            match = re.match(r"Passage: (.*?)\s*\nQuestion: (.*)", one["input"], re.S)
            answer = one["output"][0] if isinstance(one["output"], list) else one["output"]
            answer = answer.strip().rstrip(".")
            if match and answer in match[1]:
                start = match[1].index(answer)
                question = match[2].split("\n")[0]
                yield Pair("quoref", match[1][:40], question, "", match[1], start, start + len(answer))


def of_boolq(snapshots: Snapshots, rng: random.Random) -> Iterator[Pair]:
    """Questions of yes or no; which words decide them is not marked. A third again with another passage,
    which does not."""
    found = []
    for part in ("train", "dev"):
        for one in snapshots.json("circle-hit/SAPT", f"CL_Benchmark/Long_Sequence/boolq/{part}.json")["Instances"]:
            match = re.match(r"question: (.*?)\npassage: (.*?) -- (.*)", one["input"], re.S)
            if match:
                verdict = "yes" if one["output"] == "True" else "no"
                found.append(Pair("boolq", match[2], match[1] + "?", match[2], match[3], NOT_MARKED, NOT_MARKED, verdict))
    for pair in found:
        yield pair
        if rng.random() < 1 / 3:
            other = rng.choice(found)
            if other.document != pair.document:
                yield Pair("boolq", pair.document, pair.question, other.title, other.text, verdict="neither")


def of_natural_questions(snapshots: Snapshots) -> Iterator[Pair]:
    lines = gzip.decompress(
        snapshots.read("nelson-liu/lost-in-the-middle", "qa_data/nq-open-oracle.jsonl.gz")
    )
    for line in lines.decode().splitlines():
        one = json.loads(line)
        gold = one.get("nq_annotated_gold")
        text = gold["long_answer"] if gold else one["ctxs"][0]["text"]
        answer = next((answer for answer in one["answers"] if answer in text), None)
        if answer:
            start = text.index(answer)
            title = one["ctxs"][0]["title"]
            yield Pair("nq", title, one["question"], title, text, start, start + len(answer))


def of_tat_qa(snapshots: Snapshots) -> Iterator[Pair]:
    for part in ("dev", "test_gold"):
        for one in snapshots.json("NExTplusplus/TAT-QA", f"dataset_raw/tatqa_dataset_{part}.json"):
            texts = {paragraph["order"]: paragraph["text"] for paragraph in one["paragraphs"]}
            for asked in one["questions"]:
                if asked.get("answer_type") != "span" or "text" not in asked.get("answer_from", ""):
                    continue
                answer = asked["answer"]
                answer = answer[0] if isinstance(answer, list) else str(answer)
                for order in asked.get("rel_paragraphs") or texts:
                    text = texts.get(int(order), "")
                    if answer and answer in text:
                        start, document = text.index(answer), one["table"]["uid"]
                        end = start + len(answer)
                        yield Pair("tatqa", document, asked["question"], "", text, start, end)
                        break


def of_qamr(snapshots: Snapshots, rng: random.Random) -> Iterator[Pair]:
    """Questions about single sentences, each put among a few others."""
    found: list[tuple[str, list[tuple[str, str]]]] = []
    for part in ("dev", "test"):
        for block in snapshots.read("uwnlp/qamr", f"data/readable/{part}.tsv").decode().split("\n\n"):
            lines = block.strip().split("\n")
            if len(lines) < 3 or not lines[0].startswith("#"):
                continue
            asked = []
            for line in lines[2:]:
                columns = line.split("\t")
                question = columns[0][:50].strip()
                marked = [part.strip() for part in [columns[0][50:], *columns[1:]] if part.strip()]
                if not question.endswith("?") or not marked:
                    continue
                answer, agreed = Counter(marked).most_common(1)[0]
                if agreed >= 2 and lines[1].count(answer) == 1:
                    asked.append((question, answer))
            found.append((lines[1], asked))
    sentences = [sentence for sentence, _ in found]
    for sentence, asked in found:
        for question, answer in rng.sample(asked, min(len(asked), 8)):
            others = rng.sample(sentences, rng.randint(2, 5))
            others.insert(rng.randint(0, len(others)), sentence)
            text = " ".join(others)
            start = text.index(sentence) + sentence.index(answer)
            yield Pair("qamr", "sentences", question, "", text, start, start + len(answer))


def all_pairs(snapshots: Snapshots, rng: random.Random) -> Iterator[Pair]:
    for name, source in (("new_wiki", "wiki"), ("amazon_reviews", "amazon"), ("reddit", "reddit")):
        path = f"datasets/{name}_v1.0.json"
        yield from of_squad(source, snapshots.json("modestyachts/squadshifts-website", path))
    yield from of_squad("squad", snapshots.json("chrischute/squad", "data/dev-v2.0.json"))
    yield from of_squad("xquad", snapshots.json("google-deepmind/xquad", "xquad.en.json"))
    yield from of_quoref(snapshots)
    yield from of_boolq(snapshots, rng)
    yield from of_natural_questions(snapshots)
    yield from of_tat_qa(snapshots)
    yield from of_qamr(snapshots, rng)


def different_pairs(snapshots: Snapshots, rng: random.Random) -> list[Pair]:
    """Each question once with a passage; of sources that have many such a share."""
    seen: set[tuple[str, str]] = set()
    pairs: list[Pair] = []
    for pair in all_pairs(snapshots, rng):
        key = (pair.question.lower(), pair.text[:80])
        if key not in seen and rng.random() <= SHARES.get(pair.source, 1.0):
            seen.add(key)
            pairs.append(pair)
    return pairs


def negatives(pairs: list[Pair], rng: random.Random) -> Iterator[Pair]:
    """For a share of the pairs that answer, a passage of the same document that speaks of the matter and
    does not hold the answer."""
    texts: dict[tuple[str, str], list[str]] = defaultdict(list)
    for pair in pairs:
        texts[pair.source, pair.document].append(pair.text)
    indexed: dict[tuple[str, str], Passages] = {}
    for pair in pairs:
        if pair.source in ("qamr", "boolq") or not pair.answers or rng.random() > NEGATIVE_SHARE:
            continue
        key = (pair.source, pair.document)
        passages = indexed.setdefault(key, Passages(texts[key]))
        answer = pair.text[pair.start : pair.end].lower()
        near = (passages.texts[at] for at in passages.near(pair.question, rng))
        near = [text for text in near if answer not in text.lower() and text not in pair.text][:3]
        if near:
            yield Pair(pair.source, pair.document, pair.question, pair.title, rng.choice(near))


def decides(pair: Pair) -> bool:
    """Whether a pair decides between models, never learned from."""
    if pair.source == "boolq":
        return hashlib.sha256(pair.document.encode()).digest()[0] % BOOLQ_DEV == 0
    return pair.document in DEV_DOCUMENTS


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--snapshots", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--seed", type=int, default=7)
    arguments = parser.parse_args()
    rng = random.Random(arguments.seed)

    pairs = different_pairs(Snapshots(arguments.snapshots), rng)
    pairs += list(negatives(pairs, rng))
    cut = (window(pair, rng.choice(WINDOWS), rng) for pair in pairs)
    pairs = [pair for pair in cut if pair]
    rng.shuffle(pairs)
    dev = [pair for pair in pairs if decides(pair)]
    train = [pair for pair in pairs if not decides(pair)]
    arguments.out.mkdir(parents=True, exist_ok=True)
    for name, some in (("train", train), ("dev", dev)):
        count = write(arguments.out / f"public-{name}.jsonl", some)
        by_source = Counter((pair.source, pair.answers) for pair in some)
        print(name, count, dict(sorted(by_source.items())))


if __name__ == "__main__":
    main()
