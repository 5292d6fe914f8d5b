"""Trains the model that chooses among values: cells of tables and fields of forms.

    python training/values.py --reader models/extractor/model.onnx --data DIR --mix own=0.6,tables=0.2,lookups=0.2 --out DIR

It reads a question and a value behind what says its meaning, or a sentence behind the title over it, and scores by
how much that answers better than nothing does. It is the trained reader with a small change to each product of its encoder, two narrow
matrices one after the other (rank `--rank`; Hu et al., LoRA, 2021), and a head of its own: the reader's weights
stay as they are and are not shipped twice. Of each question all values near it are learned together: those that
answer must come before the others and before "nothing answers".

Reads `SET-train.jsonl` and `own-dev.jsonl` of `--data`, as rows.py and tables.py write them. Runs on a GPU where there
is one.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import time
from pathlib import Path

import numpy as np
import onnx
import torch
from tokenizers import Tokenizer
from torch import nn
from torch.nn import functional

from pairs import typed
from reader import Reader

CLS, SEP = 101, 102
MOST_QUESTION_TOKENS = 48
MOST_TOKENS = 128
HEADS = 12
# Rows that are read at once, of about one length.
AT_ONCE = {"cpu": 56, "cuda": 256}
# Questions whose values are scored together.
MEASURED_AT_ONCE = 32
# A larger set is measured at the end alone.
SMALL = 800
EPSILON = 1e-12


class Adapted(nn.Module):
    """A product that stays as it is, with a change of low rank beside it."""

    def __init__(self, reader: Reader, name: str, rank: int, whole: bool) -> None:
        super().__init__()
        weight = torch.tensor(reader.weight(name).T.copy())
        self.whole = whole
        self.weight = nn.Parameter(weight, requires_grad=whole)
        self.bias = nn.Parameter(torch.tensor(reader.vector(f"{name}.bias")))
        if not whole:
            out, width = weight.shape
            self.down = nn.Parameter(torch.randn(rank, width) / math.sqrt(width))
            self.up = nn.Parameter(torch.zeros(out, rank))

    def forward(self, states: torch.Tensor) -> torch.Tensor:
        out = functional.linear(states, self.weight, self.bias)
        if self.whole:
            return out
        return out + functional.linear(functional.linear(states, self.down), self.up)


class Norm(nn.Module):
    def __init__(self, reader: Reader, name: str) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.tensor(reader.vector(f"{name}.weight")))
        self.bias = nn.Parameter(torch.tensor(reader.vector(f"{name}.bias")))

    def forward(self, states: torch.Tensor) -> torch.Tensor:
        return functional.layer_norm(states.float(), states.shape[-1:], self.weight, self.bias, EPSILON)


class Layer(nn.Module):
    def __init__(self, reader: Reader, at: int, rank: int, whole: bool, dropout: float) -> None:
        super().__init__()
        name = f"encoder.encoder.layer.{at}"
        adapted = lambda part: Adapted(reader, f"{name}.{part}", rank, whole)
        self.query, self.key, self.value = (adapted(f"attention.self.{one}") for one in ("query", "key", "value"))
        self.output = adapted("attention.output.dense")
        self.norm = Norm(reader, f"{name}.attention.output.LayerNorm")
        self.first, self.second = adapted("intermediate.dense"), adapted("output.dense")
        self.last_norm = Norm(reader, f"{name}.output.LayerNorm")
        self.dropout = nn.Dropout(dropout)

    def forward(self, states: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        rows, tokens, width = states.shape
        split = lambda one: one.view(rows, tokens, HEADS, width // HEADS).transpose(1, 2)
        query, key, value = split(self.query(states)), split(self.key(states)), split(self.value(states))
        # Written out: the backward pass that a processor has for it took a third of a step.
        weights = (query @ key.transpose(2, 3)) * (width // HEADS) ** -0.5
        found = weights.masked_fill(~mask, -1e4).softmax(dim=-1).to(value.dtype) @ value
        found = found.transpose(1, 2).reshape(rows, tokens, width)
        states = self.norm(states + self.dropout(self.output(found)))
        inner = functional.gelu(self.first(states))
        return self.last_norm(states + self.dropout(self.second(inner)))


class ValueReader(nn.Module):
    """Scores of (rows) by how much a value answers better than nothing does."""

    def __init__(self, reader: Reader, rank: int, whole: bool = False, dropout: float = 0.1) -> None:
        super().__init__()
        self.words = nn.Embedding.from_pretrained(torch.tensor(reader.embeddings()), freeze=True)
        places = torch.tensor(reader.vector("encoder.embeddings.position_embeddings.weight"))
        types = torch.tensor(reader.vector("encoder.embeddings.token_type_embeddings.weight"))
        self.places, self.types = nn.Embedding.from_pretrained(places), nn.Embedding.from_pretrained(types)
        self.norm = Norm(reader, "encoder.embeddings.LayerNorm")
        self.layers = nn.ModuleList(Layer(reader, at, rank, whole, dropout) for at in range(6))
        self.dropout = nn.Dropout(dropout)
        self.head = nn.Linear(places.shape[1], 1)
        nn.init.normal_(self.head.weight, std=0.02)
        nn.init.zeros_(self.head.bias)

    def forward(self, ids: torch.Tensor, types: torch.Tensor) -> torch.Tensor:
        places = torch.arange(ids.shape[1], device=ids.device)
        states = self.norm(self.words(ids) + self.places(places) + self.types(types))
        mask = (ids != 0)[:, None, None, :]
        states = self.dropout(states)
        for layer in self.layers:
            states = layer(states, mask)
        return self.head(states[:, 0].float())[:, 0]


class Questions:
    """Questions of one file with their values as tokens."""

    def __init__(self, path: Path, tokens: Tokenizer) -> None:
        lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        self.lines = [line for line in lines if line["values"]]
        texts = sorted({value for line in self.lines for value in line["values"]})
        encoded = tokens.encode_batch(texts, add_special_tokens=False)
        self.ids = {text: one.ids for text, one in zip(texts, encoded)}

    def drawn(self, line: dict, most: int, rng: random.Random, all_right: bool) -> tuple[list[str], set[int]]:
        """At most so many values of a question, those that answer among them (four of these, or all), the others as they
        come nearest and by chance."""
        right = list(line["right"])
        wrong = [at for at in range(len(line["values"])) if at not in set(right)]
        kept = min(len(right), most if all_right else 4)
        room = most - kept
        if len(wrong) > room:
            near = wrong[: room * 2 // 3]
            wrong = near + rng.sample(wrong[len(near) :], room - len(near))
        right = rng.sample(right, kept)
        return [line["values"][at] for at in right + wrong], set(range(len(right)))


def row_of(question: list[int], value: list[int]) -> tuple[list[int], int]:
    """`[CLS] question [SEP] value [SEP]`; of a long value its end, where what it says stands."""
    room = MOST_TOKENS - len(question) - 3
    if len(value) > room:
        value = value[: room // 3] + value[len(value) - (room - room // 3) :]
    return [CLS, *question, SEP, *value, SEP], len(question) + 2


def tensors(rows: list[tuple[list[int], int]], device: torch.device) -> tuple[torch.Tensor, torch.Tensor]:
    length = -(-max(len(ids) for ids, _ in rows) // 8) * 8
    ids = np.zeros((len(rows), length), dtype=np.int64)
    types = np.zeros_like(ids)
    for at, (one, first) in enumerate(rows):
        ids[at, : len(one)] = one
        types[at, first : len(one)] = 1
    return torch.from_numpy(ids).to(device), torch.from_numpy(types).to(device)


def alike_at_once(
    model: ValueReader, rows: list[tuple[list[int], int]], device: torch.device
) -> torch.Tensor:
    """Scores of rows; those of about one length are read at once, so that little is read in vain."""
    size = AT_ONCE[device.type]
    order = sorted(range(len(rows)), key=lambda at: len(rows[at][0]))
    with torch.autocast(device.type, dtype=torch.bfloat16):
        parts = [
            model(*tensors([rows[at] for at in order[first : first + size]], device)).float()
            for first in range(0, len(order), size)
        ]
    back = torch.empty(len(order), dtype=torch.long, device=device)
    back[torch.tensor(order, device=device)] = torch.arange(len(order), device=device)
    return torch.cat(parts)[back]


def loss_of(scores: torch.Tensor, groups: torch.Tensor, right: torch.Tensor, count: int) -> torch.Tensor:
    """Of each group: those that answer before all others and before "nothing", which scores 0."""
    scores = torch.cat([scores.float(), scores.new_zeros(count)])
    numbers = torch.arange(count, device=scores.device)
    groups = torch.cat([groups, numbers])
    told = torch.zeros(count, device=scores.device).index_add(0, groups[: len(right)], right.float())
    right = torch.cat([right, told == 0])
    highest = torch.full((count,), -1e9, device=scores.device).scatter_reduce(0, groups, scores.detach(), "amax")
    powers = (scores - highest[groups]).exp()
    every = torch.zeros(count, device=scores.device).index_add(0, groups, powers)
    wanted = torch.zeros(count, device=scores.device).index_add(0, groups, powers * right)
    return (every.log() - (wanted + 1e-9).log()).mean()


def loss_of_each(scores: torch.Tensor, right: torch.Tensor) -> torch.Tensor:
    """Each by itself: it answers, or belongs to what answers, or does not."""
    return functional.binary_cross_entropy_with_logits(scores.float(), right.float())


@torch.no_grad()
def scores_of(model: ValueReader, questions: Questions, tokens: Tokenizer, device: torch.device) -> list[list[float]]:
    model.eval()
    found = []
    for first in range(0, len(questions.lines), MEASURED_AT_ONCE):
        rows, lines = [], questions.lines[first : first + MEASURED_AT_ONCE]
        for line in lines:
            asked = tokens.encode(line["question"], add_special_tokens=False).ids[:MOST_QUESTION_TOKENS]
            rows += [row_of(asked, questions.ids[value]) for value in line["values"]]
        scores = iter(alike_at_once(model, rows, device).cpu().tolist())
        found += [[next(scores) for _ in line["values"]] for line in lines]
    model.train()
    return found


def report(name: str, questions: Questions, scores: list[list[float]]) -> None:
    """Of the questions whose value is near: how often it comes first, by itself and beside what is measured
    with the best weight for it; and how well the best score tells questions that no value answers."""
    def first(weight: float | None) -> float:
        hits = []
        for line, some in zip(questions.lines, scores):
            if line["right"]:
                known = line.get("scores") or [0.0] * len(some)
                mixed = some if weight is None else [a + weight * b for a, b in zip(known, some)]
                hits.append(max(range(len(some)), key=mixed.__getitem__) in line["right"])
        return sum(hits) / max(1, len(hits))

    best = [(bool(line["right"]), max(some)) for line, some in zip(questions.lines, scores)]
    yes, no = [b for a, b in best if a], [b for a, b in best if not a]
    above = sum((a > b) + 0.5 * (a == b) for a in yes for b in no) / max(1, len(yes) * len(no))
    mixed = " ".join(f"{weight}:{first(weight):.3f}" for weight in (0.0, 0.1, 0.2, 0.3, 0.5, 0.8, 1.2, 2.0))
    print(f"{name}: {len(yes)} of {len(best)} near; first {first(None):.3f}; mixed {mixed}; told {above:.3f}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--reader", type=Path, required=True)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--mix", required=True, help="SET=SHARE,…")
    parser.add_argument("--rank", type=int, default=16)
    parser.add_argument("--whole", action="store_true", help="learn all weights instead, to compare")
    parser.add_argument("--most", type=int, default=24, help="values of a question at most")
    parser.add_argument("--dropout", type=float, default=0.1)
    parser.add_argument("--begin", type=Path, help="an earlier change to go on from")
    parser.add_argument("--rate", type=float, default=4e-4)
    parser.add_argument("--minutes", type=float, default=3.0)
    parser.add_argument("--questions", type=int, default=0, help="end after so many instead")
    parser.add_argument("--batch", type=int, default=48)
    parser.add_argument("--warm-up", type=int, default=100, help="batches until the rate is reached")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--each", action="store_true", help="learn whether each value belongs to the answer, by itself")
    parser.add_argument("--dev", default="own-dev")
    arguments = parser.parse_args()
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    torch.manual_seed(arguments.seed)
    rng = random.Random(arguments.seed)
    tokens = Tokenizer.from_file(str(arguments.reader.with_name("tokenizer.json")))
    tokens.no_padding()
    tokens.no_truncation()
    shares = {name: float(share) for name, share in (one.split("=") for one in arguments.mix.split(","))}
    sets = {name: Questions(arguments.data / f"{name}-train.jsonl", tokens) for name in shares}
    devs = {name: Questions(arguments.data / f"{name}.jsonl", tokens) for name in arguments.dev.split(",")}
    print({name: len(one.lines) for name, one in (sets | devs).items()}, flush=True)
    reader = Reader(onnx.load(str(arguments.reader)).graph)
    model = ValueReader(reader, arguments.rank, arguments.whole, arguments.dropout).to(device)
    if arguments.begin:
        # What belongs to an answer is another question than what answers: its head begins anew.
        begins = lambda name: not (arguments.each and name.startswith("head."))
        change = {name: torch.tensor(weight) for name, weight in np.load(arguments.begin).items() if begins(name)}
        model.load_state_dict(change, strict=False)
    learned = [weight for weight in model.parameters() if weight.requires_grad]
    print(sum(weight.numel() for weight in learned), "weights learned", flush=True)
    optimizer = torch.optim.AdamW(learned, lr=arguments.rate, betas=(0.9, 0.98), weight_decay=0.01)
    rounds: dict[str, list[dict]] = {name: [] for name in sets}
    begun, seen, step, losses = time.time(), 0, 0, []
    told = 0.1
    while True:
        done = seen / arguments.questions if arguments.questions else (time.time() - begun) / 60 / arguments.minutes
        if done >= 1:
            break
        rate = arguments.rate * min(1.0, (step + 1) / arguments.warm_up, (1 - done) / 0.8)
        for group in optimizer.param_groups:
            group["lr"] = rate
        rows, groups, right = [], [], []
        names = rng.choices(list(shares), list(shares.values()), k=arguments.batch)
        for number, name in enumerate(names):
            if not rounds[name]:
                rounds[name] = rng.sample(sets[name].lines, len(sets[name].lines))
            line = rounds[name].pop()
            wording = rng.choice([line["question"], *line.get("also", [])])
            asked = tokens.encode(typed(wording, rng), add_special_tokens=False).ids[:MOST_QUESTION_TOKENS]
            values, drawn_right = sets[name].drawn(line, arguments.most, rng, arguments.each)
            for at, value in enumerate(values):
                rows.append(row_of(asked, sets[name].ids[value]))
                groups.append(number)
                right.append(at in drawn_right)
        scores = alike_at_once(model, rows, device)
        told_right = torch.tensor(right, device=device)
        if arguments.each:
            loss = loss_of_each(scores, told_right)
        else:
            loss = loss_of(scores, torch.tensor(groups, device=device), told_right, len(names))
        loss.backward()
        torch.nn.utils.clip_grad_norm_(learned, 1.0)
        optimizer.step()
        optimizer.zero_grad(set_to_none=True)
        seen += len(names)
        step += 1
        losses.append(loss.detach())
        if done >= told:
            told += 0.1
            mean = torch.stack(losses[-50:]).mean().item()
            print(f"seen {seen} loss {mean:.3f} rate {rate:.1e} {time.time() - begun:.0f} s", flush=True)
            if round(told * 10) % 3 == 1:
                for name, some in devs.items():
                    if len(some.lines) <= SMALL:
                        report(name, some, scores_of(model, some, tokens, device))
    arguments.out.mkdir(parents=True, exist_ok=True)
    for name, some in devs.items():
        found = scores_of(model, some, tokens, device)
        report(name, some, found)
        with (arguments.out / f"{name}-scores.jsonl").open("w") as file:
            for line, scores in zip(some.lines, found):
                file.write(json.dumps([round(score, 3) for score in scores]) + "\n")
    # What changed: the reader's own tables are where they were.
    same = {name for name, weight in model.named_parameters() if not weight.requires_grad}
    kept = {name: weight.float().cpu().numpy() for name, weight in model.state_dict().items() if name not in same}
    np.savez(arguments.out / "values.npz", **kept)


if __name__ == "__main__":
    main()
