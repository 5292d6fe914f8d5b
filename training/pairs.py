"""Pairs of a question and a passage, the form in which everything is learned and measured."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from dataclasses import asdict, dataclass
from math import log
from pathlib import Path
from typing import Iterable, Iterator

WORD = re.compile(r"[a-z0-9]+")
STOP_WORDS = frozenset(
    "the a an of in on to and is was are were be by for with what which who when where how did do does "
    "at from as that this it its or".split()
)

NOT_MARKED = -2


@dataclass
class Pair:
    """A question and a passage. `start` and `end` are characters of `text`, -1 where it does not answer,
    `NOT_MARKED` where nobody marked the words that do.

    `title` stands above the passage and is never a part of the answer. `verdict` is "yes" or "no" where
    the passage decides a question of yes or no, "neither" where it does not, `None` where nobody said.
    """

    source: str
    document: str
    question: str
    title: str
    text: str
    start: int = -1
    end: int = -1
    verdict: str | None = None
    kind: str = ""

    @property
    def answers(self) -> bool:
        return self.start >= 0


def write(path: Path, pairs: Iterable[Pair]) -> int:
    """Writes pairs, one JSON object a line, and gives their number."""
    count = 0
    with path.open("w", encoding="utf-8") as file:
        for pair in pairs:
            file.write(json.dumps(asdict(pair), ensure_ascii=False) + "\n")
            count += 1
    return count


def read(path: Path) -> list[Pair]:
    with path.open(encoding="utf-8") as file:
        return [Pair(**json.loads(line)) for line in file]


def content_words(text: str) -> list[str]:
    return [word for word in WORD.findall(text.lower()) if word not in STOP_WORDS]


def overlap(a: str, b: str) -> float:
    """F1 of the words that two texts share."""
    left, right = (Counter(re.findall(r"\w+", text.lower())) for text in (a, b))
    shared = sum((left & right).values())
    return 2 * shared / (left.total() + right.total()) if shared else 0.0


def window(pair: Pair, words: int, rng: random.Random) -> Pair | None:
    """The pair with about so many words of its passage, the answer among them; `None` where it is longer."""
    places = [match.span() for match in re.finditer(r"\S+", pair.text)]
    if len(places) <= words:
        return pair
    if pair.answers:
        first = max(at for at, place in enumerate(places) if place[0] <= pair.start)
        last = max(at for at, place in enumerate(places) if place[0] < pair.end)
        if last - first + 1 >= words:
            return None
        low, high = max(0, last - words + 1), min(first, len(places) - words)
        begin = rng.randint(min(low, high), max(low, high))
    else:
        begin = rng.randint(0, len(places) - words)
    stop = min(len(places), begin + words)
    start, end = places[begin][0], places[stop - 1][1]
    moved = {"start": pair.start - start, "end": pair.end - start} if pair.answers else {}
    return Pair(**{**asdict(pair), "text": pair.text[start:end], **moved})


class Passages:
    """The passages of one document, searched by words: where hard negatives come from."""

    def __init__(self, texts: Iterable[str]) -> None:
        self.texts = list(dict.fromkeys(texts))
        self.words = [Counter(content_words(text)) for text in self.texts]
        frequency = Counter(word for words in self.words for word in words)
        self.rarity = {word: log(1 + len(self.texts) / n) for word, n in frequency.items()}

    def near(self, question: str, rng: random.Random, most: int = 200) -> Iterator[int]:
        """Passages that share words with a question, nearest first, of at most `most` taken by chance."""
        asked = set(content_words(question))
        places = range(len(self.texts))
        sample = places if len(places) <= most else rng.sample(places, most)

        def score(at: int) -> float:
            shared = sum(self.rarity[word] for word in asked if word in self.words[at])
            return shared / (1 + log(1 + sum(self.words[at].values())))

        scored = sorted(((score(at), at) for at in sample), reverse=True)
        return (at for value, at in scored if value > 0)


def typed(question: str, rng: random.Random) -> str:
    """A question as people type it: now and then without its mark, in lower case, with a slip."""
    if rng.random() < 0.25:
        question = question.rstrip("?").rstrip()
    if rng.random() < 0.2:
        question = question.lower()
    if rng.random() < 0.08:
        words = question.split()
        at = rng.randrange(len(words)) if words else 0
        if words and len(words[at]) > 4:
            place = rng.randrange(1, len(words[at]) - 1)
            word = words[at]
            swapped = word[:place] + word[place + 1] + word[place] + word[place + 2 :]
            words[at] = rng.choice([swapped, word[:place] + word[place + 1 :]])
        question = " ".join(words)
    return question
