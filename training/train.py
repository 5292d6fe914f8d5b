"""Trains the extractor. Stopped at any time and started again, it goes on where it last saved.

    python training/train.py --data DIR --out DIR --seen 120000

Reads `*-train.jsonl` of `--data`, shares among them by `--mix`, and the dev files beside them. The rate
rises at first, then holds, and falls to nothing over the last examples (`--decay`).
"""

from __future__ import annotations

import argparse
import random
import time
from pathlib import Path
from typing import Iterator

import torch
from torch.nn import functional

import measure
from model import Encoded, Extractor, batch_of, closed, encode, tokenizer
from pairs import read, typed

WARM_UP = 1_000
TOKENS_A_BATCH = 3_000
# Rows of like length are put together within so many examples.
SORTED = 512
SAVE_EVERY_S = 240
REPORT_EVERY = 40
DEV_EVERY = 12_000
VERDICT_SHARE = 0.3
# Of neither, yes, no: most questions ask for neither yes nor no.
VERDICT_WEIGHTS = (0.2, 1.0, 1.3)


class Mixture:
    """An endless stream of examples: each file in shuffled rounds, files by their shares."""

    def __init__(self, folder: Path, shares: dict[str, float], seed: int) -> None:
        self.rng = random.Random(seed)
        self.tokens = tokenizer()
        self.sets = {name: read(folder / f"{name}-train.jsonl") for name in shares}
        self.shares = shares
        self.left: dict[str, list] = {name: [] for name in shares}

    def example(self) -> Encoded:
        while True:
            names = list(self.shares)
            name = self.rng.choices(names, [self.shares[one] for one in names])[0]
            if not self.left[name]:
                self.left[name] = self.rng.sample(self.sets[name], len(self.sets[name]))
            pair = self.left[name].pop()
            pair = type(pair)(**{**vars(pair), "question": typed(pair.question, self.rng)})
            encoded = encode(self.tokens, pair)
            if encoded:
                return encoded

    def batches(self) -> Iterator[list[Encoded]]:
        while True:
            some = sorted((self.example() for _ in range(SORTED)), key=lambda one: len(one.ids))
            batches: list[list[Encoded]] = [[]]
            for one in some:
                if batches[-1] and (len(batches[-1]) + 1) * len(one.ids) > TOKENS_A_BATCH:
                    batches.append([])
                batches[-1].append(one)
            self.rng.shuffle(batches)
            yield from batches


def loss_of(model: Extractor, rows: list[Encoded]) -> torch.Tensor:
    batch = batch_of(rows)
    with torch.autocast("cpu", dtype=torch.bfloat16):
        start, end, verdict = model(batch.ids, batch.types, batch.mask)
    start, end = closed(start.float(), batch), closed(end.float(), batch)
    loss = start.sum() * 0
    if (batch.start >= 0).any():
        ends = functional.cross_entropy(start, batch.start) + functional.cross_entropy(end, batch.end)
        loss = loss + ends / 2
    told = batch.verdict >= 0
    if told.any():
        share = told.float().mean()
        weight = torch.tensor(VERDICT_WEIGHTS)
        verdicts = functional.cross_entropy(verdict.float()[told], batch.verdict[told], weight)
        loss = loss + VERDICT_SHARE * share * verdicts
    return loss


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--mix", default="public=1", help="SET=SHARE,…")
    parser.add_argument("--seen", type=int, default=120_000, help="examples after which it ends")
    parser.add_argument("--decay", type=int, default=30_000, help="examples over which the rate falls")
    parser.add_argument("--rate", type=float, default=1.2e-4)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    torch.set_num_threads(arguments.threads)
    torch.manual_seed(arguments.seed)

    shares = {name: float(share) for name, share in (one.split("=") for one in arguments.mix.split(","))}
    model = Extractor()
    weights = [weight for weight in model.parameters() if weight.requires_grad]
    groups = [
        {"params": [weight for weight in weights if weight.dim() > 1], "weight_decay": 0.01},
        {"params": [weight for weight in weights if weight.dim() < 2], "weight_decay": 0.0},
    ]
    optimizer = torch.optim.AdamW(groups, lr=arguments.rate, betas=(0.9, 0.98), fused=True)
    arguments.out.mkdir(parents=True, exist_ok=True)
    saved = arguments.out / "last.pt"
    seen = 0
    if saved.exists():
        state = torch.load(saved)
        model.load_state_dict(state["model"])
        optimizer.load_state_dict(state["optimizer"])
        seen = state["seen"]
        print(f"goes on after {seen} examples", flush=True)

    def save() -> None:
        state = {"model": model.state_dict(), "optimizer": optimizer.state_dict(), "seen": seen}
        torch.save(state, saved.with_suffix(".new"))
        saved.with_suffix(".new").rename(saved)

    mixture = Mixture(arguments.data, shares, arguments.seed + seen)
    begun, first, last_save, step, losses = time.time(), seen, time.time(), 0, []
    next_dev = seen + DEV_EVERY
    model.train()
    for rows in mixture.batches():
        left = arguments.seen - seen
        if left <= 0:
            break
        rate = arguments.rate * min(1.0, (seen + 1) / WARM_UP, left / max(1, arguments.decay))
        for group in optimizer.param_groups:
            group["lr"] = rate
        loss = loss_of(model, rows)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(weights, 1.0)
        optimizer.step()
        optimizer.zero_grad(set_to_none=True)
        seen += len(rows)
        step += 1
        losses.append(loss.item())
        if step % REPORT_EVERY == 0:
            speed = (seen - first) / (time.time() - begun)
            mean = sum(losses[-REPORT_EVERY:]) / REPORT_EVERY
            print(f"seen {seen} loss {mean:.3f} rate {rate:.1e} {speed:.1f} a second", flush=True)
        if time.time() - last_save > SAVE_EVERY_S:
            save()
            last_save = time.time()
        if seen >= next_dev:
            next_dev += DEV_EVERY
            measure.report(model, arguments.data, most=300)
            model.train()
    save()
    measure.report(model, arguments.data)


if __name__ == "__main__":
    main()
