"""Finds words of a page in the passages of its document, whatever the extraction did to spaces and hyphens."""

from __future__ import annotations

import json
import re
import unicodedata
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

DASHES = dict.fromkeys(map(ord, "‐‑‒–—−"), "-")
QUOTES = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "\u00ad": "", "\u200b": ""})


@dataclass
class Passage:
    """A passage as the program gives it to the reader (`citelight-eval passages`)."""

    document: str
    chunk: int
    pages: tuple[int, int]
    noise: bool
    title: str
    text: str
    pieces: list


def read_passages(path: Path) -> dict[str, list[Passage]]:
    """The passages of each document."""
    found: dict[str, list[Passage]] = defaultdict(list)
    with path.open(encoding="utf-8") as file:
        for line in file:
            passage = Passage(**json.loads(line))
            found[passage.document].append(passage)
    return found


def plain(text: str) -> tuple[str, list[int]]:
    """The letters, digits and signs of a text in lower case without any space, and where each stands."""
    signs, places = [], []
    for at, char in enumerate(text):
        char = unicodedata.normalize("NFKC", char).translate(DASHES).translate(QUOTES).lower()
        for sign in char:
            if not sign.isspace() and sign not in "•·▪-|…_*\uf0b7":
                signs.append(sign)
                places.append(at)
    return "".join(signs), places


def occurrences(text: str, words: str) -> list[tuple[int, int]]:
    """Where words stand in a text, as ranges of its characters."""
    (hay, places), (needle, _) = plain(text), plain(words)
    found, at = [], hay.find(needle) if needle else -1
    while at >= 0:
        first, last = places[at], places[at + len(needle) - 1]
        inside = first > 0 and text[first - 1].isalnum() and text[first].isalnum()
        beyond = last + 1 < len(text) and text[last].isalnum() and text[last + 1].isalnum()
        if not (inside or beyond):
            found.append((first, last + 1))
        at = hay.find(needle, at + 1)
    return found


def words_of(text: str) -> set[str]:
    return set(re.findall(r"\w+", unicodedata.normalize("NFKC", text).lower()))


def share_held(text: str, words: set[str]) -> float:
    """The share of some words that a text holds."""
    return len(words & words_of(text)) / len(words) if words else 0.0


def line_around(text: str, start: int, end: int) -> str:
    before, after = text.rfind("\n", 0, start) + 1, text.find("\n", end)
    return text[before : len(text) if after < 0 else after]


def locate(passages: list[Passage], page: int, answer: str, support: str) -> tuple[int, int, int] | None:
    """The passage that holds an answer on a page, by its place among them, and the answer's characters in
    it: where it stands with most of its support, in the same line before the same passage."""
    wanted = words_of(support)
    best, best_score = None, 0.0
    for number, passage in enumerate(passages):
        if not passage.pages[0] <= page <= passage.pages[1]:
            continue
        around = share_held(passage.text + " " + passage.title, wanted)
        for start, end in occurrences(passage.text, answer):
            near = share_held(passage.text[max(0, start - 250) : end + 250], wanted)
            line = share_held(line_around(passage.text, start, end), wanted)
            score = around + near + line - (0.5 if passage.noise else 0.0)
            if score > best_score:
                best, best_score = (number, start, end), score
    return best


def char_of_byte(text: str) -> list[int]:
    """For each byte of a text in UTF-8, and its end, the character that it is of."""
    places = []
    for at, char in enumerate(text):
        places += [at] * len(char.encode("utf-8"))
    return [*places, len(text)]


def byte_of_char(text: str, char: int) -> int:
    return len(text[:char].encode("utf-8"))


def span_of(passage: Passage, start: int, end: int) -> list[int] | None:
    """Where characters of a passage's text stand in its document: first byte and last."""
    first, last = byte_of_char(passage.text, start), byte_of_char(passage.text, end)
    places: list[int] = []
    for (begin, stop), spans in passage.pieces:
        if begin >= last or first >= stop:
            continue
        if len(spans) == 1 and spans[0][1] - spans[0][0] == stop - begin:
            at = spans[0][0] - begin
            places += [max(first, begin) + at, min(last, stop) + at]
        else:
            places += [byte for span in spans for byte in span]
    return [min(places), max(places)] if places else None


def text_of_span(passage: Passage, span: list[int]) -> tuple[int, int] | None:
    """The characters of a passage's text that stand for a span of its document; `None` where it holds none."""
    chars = char_of_byte(passage.text)
    places: list[int] = []
    for (begin, stop), spans in passage.pieces:
        met = [one for one in spans if one[0] < span[1] and span[0] < one[1]]
        if not met:
            continue
        if len(spans) == 1 and spans[0][1] - spans[0][0] == stop - begin:
            at = begin - spans[0][0]
            places += [max(span[0], spans[0][0]) + at, min(span[1], spans[0][1]) + at]
        else:
            places += [begin, stop]
    return (chars[min(places)], chars[max(places)]) if places else None
