"""Which passages a search would put before the reader: by meaning and by words, as the app does."""

from __future__ import annotations

import random
from typing import Iterator

import torch
from transformers import BertModel

from align import Passage
from model import base_folder, tokenizer
from pairs import Passages

MOST_TOKENS = 256
TOKENS_A_BATCH = 6_000
# What a rank further down counts less, as where lists of ranks are joined.
RANK_OFFSET = 10


class Encoder:
    """MiniLM as the app embeds with it: mean of the tokens' states, of length 1."""

    def __init__(self) -> None:
        self.tokens = tokenizer()
        self.model = BertModel.from_pretrained(base_folder(), add_pooling_layer=False).eval()

    @torch.no_grad()
    def embed(self, texts: list[str]) -> torch.Tensor:
        """(texts, 384), of length 1 each."""
        ids = [self.tokens.encode(text).ids[:MOST_TOKENS] for text in texts]
        order = sorted(range(len(ids)), key=lambda at: len(ids[at]))
        found = torch.zeros(len(ids), self.model.config.hidden_size)
        while order:
            length = len(ids[order[-1]])
            rows = [order.pop() for _ in range(min(len(order), max(1, TOKENS_A_BATCH // length)))]
            batch = torch.zeros(len(rows), length, dtype=torch.long)
            mask = torch.zeros_like(batch)
            for row, at in enumerate(rows):
                batch[row, : len(ids[at])] = torch.tensor(ids[at])
                mask[row, : len(ids[at])] = 1
            with torch.autocast("cpu", dtype=torch.bfloat16):
                states = self.model(input_ids=batch, attention_mask=mask).last_hidden_state.float()
            mean = (states * mask[..., None]).sum(1) / mask.sum(1, keepdim=True)
            found[rows] = torch.nn.functional.normalize(mean, dim=-1)
        return found


class Library:
    """The passages of all documents, ranked for a question within its document and over all others."""

    def __init__(self, documents: dict[str, list[Passage]], encoder: Encoder) -> None:
        self.documents = documents
        self.words = {name: Passages(one.text for one in passages) for name, passages in documents.items()}
        self.all = [(name, at) for name, passages in documents.items() for at in range(len(passages))]
        texts = [f"{documents[name][at].title}\n{documents[name][at].text}" for name, at in self.all]
        self.meanings = encoder.embed(texts)
        self.first = {}
        for place, (name, _) in enumerate(self.all):
            self.first.setdefault(name, place)

    def of_document(self, name: str, question: str, meaning: torch.Tensor) -> list[Passage]:
        """The passages of a document, the likeliest first; `meaning` is the question's."""
        passages, index = self.documents[name], self.words[name]
        first = self.first[name]
        near = self.meanings[first : first + len(passages)] @ meaning
        by_meaning = {at: rank for rank, at in enumerate(near.argsort(descending=True).tolist())}
        texts = [index.texts[at] for at in index.near(question, random.Random(0), len(index.texts))]
        by_words = {text: rank for rank, text in enumerate(texts)}

        def score(at: int) -> float:
            rank = by_words.get(passages[at].text, len(passages))
            return 1 / (RANK_OFFSET + by_meaning[at]) + 1 / (RANK_OFFSET + rank)

        return [passages[at] for at in sorted(range(len(passages)), key=score, reverse=True)]

    def of_others(self, name: str, meaning: torch.Tensor) -> Iterator[Passage]:
        """The passages of other documents, the nearest first."""
        for place in (self.meanings @ meaning).argsort(descending=True).tolist():
            other, at = self.all[place]
            if other != name:
                yield self.documents[other][at]
