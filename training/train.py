"""Trains the extractor. Stopped at any time and started again, it goes on where it last saved.

    python training/train.py --data DIR --out DIR --seen 120000

Reads `*-train.jsonl` of `--data`, shares among them by `--mix`, and the dev files beside them. Passages that
stand side by side with the same question are learned together: of all their words those that answer must
come first, before "nothing answers", as the app chooses among passages. The rate rises at first, then holds,
and falls to nothing over the last examples (`--decay`).
"""

from __future__ import annotations

import argparse
import random
import time
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from typing import Iterator

import torch
from torch.nn import functional

import measure
from model import IGNORED, Encoded, Extractor, batch_of, closed, encode, tokenizer
from pairs import Pair, read, typed

WARM_UP = 1_000
TOKENS_A_BATCH = 3_000
# Groups of like length are put together within so many.
SORTED = 256
SAVE_EVERY_S = 240
REPORT_EVERY = 40
DEV_EVERY = 12_000
VERDICT_SHARE = 0.3
# Of neither, yes, no: most questions ask for neither yes nor no.
VERDICT_WEIGHTS = (0.2, 1.0, 1.3)


def groups_of(pairs: list[Pair]) -> list[list[Pair]]:
    """The pairs of one question that stand side by side; of those that answer, one a group."""
    groups: list[list[Pair]] = []
    for _, some in groupby(pairs, lambda pair: (pair.document, pair.question)):
        begun = False
        for pair in some:
            if not begun or pair.answers:
                groups.append([])
                begun = True
            groups[-1].append(pair)
    return groups


class Mixture:
    """An endless stream of groups: each file in shuffled rounds, files by their shares."""

    def __init__(self, folder: Path, shares: dict[str, float], seed: int) -> None:
        self.rng = random.Random(seed)
        self.tokens = tokenizer()
        self.sets = {name: groups_of(read(folder / f"{name}-train.jsonl")) for name in shares}
        self.shares = shares
        self.left: dict[str, list] = {name: [] for name in shares}

    def group(self) -> list[Encoded]:
        while True:
            names = list(self.shares)
            name = self.rng.choices(names, [self.shares[one] for one in names])[0]
            if not self.left[name]:
                self.left[name] = self.rng.sample(self.sets[name], len(self.sets[name]))
            pairs = self.left[name].pop()
            question = typed(pairs[0].question, self.rng)
            encoded = [encode(self.tokens, replace(pair, question=question)) for pair in pairs]
            if all(encoded):
                return encoded

    def batches(self) -> Iterator[list[list[Encoded]]]:
        def longest(group: list[Encoded]) -> int:
            return max(len(row.ids) for row in group)

        while True:
            some = sorted((self.group() for _ in range(SORTED)), key=longest)
            batches: list[list[list[Encoded]]] = [[]]
            for one in some:
                rows = sum(map(len, batches[-1])) + len(one)
                if batches[-1] and rows * longest(one) > TOKENS_A_BATCH:
                    batches.append([])
                batches[-1].append(one)
            self.rng.shuffle(batches)
            yield from batches


def ends_loss(scores: torch.Tensor, places: torch.Tensor, group: torch.Tensor) -> torch.Tensor:
    """Cross-entropy of one end of the answer over all words of a group's passages and "nothing", which each
    passage scores by its first token: what counts is by how much a word does better than that.

    `scores` of (rows, tokens), `places` and `group` of (rows); a place of 0 says that a row answers nothing.
    """
    count = int(group.max()) + 1
    above = scores - scores[:, :1]
    rows = above[:, 1:].logsumexp(dim=1)
    # A softmax over rows of one group, "nothing" among them with a score of 0.
    highest = torch.zeros(count).scatter_reduce(0, group, rows.detach(), "amax")
    sums = (-highest).exp().index_add(0, group, (rows - highest[group]).exp())
    wanted = above.gather(1, places[:, None])[:, 0]
    return (sums.log() + highest - torch.zeros(count).index_add(0, group, wanted)).mean()


def loss_of(model: Extractor, groups: list[list[Encoded]]) -> torch.Tensor:
    batch = batch_of([row for group in groups for row in group])
    with torch.autocast("cpu", dtype=torch.bfloat16):
        start, end, verdict = model(batch.ids, batch.types, batch.mask)
    start, end = closed(start.float(), batch), closed(end.float(), batch)
    loss = start.sum() * 0
    marked = batch.start != IGNORED
    if marked.any():
        group = torch.tensor([at for at, group in enumerate(groups) for _ in group])[marked]
        group = group.unique(return_inverse=True)[1]
        ends = ends_loss(start[marked], batch.start[marked], group)
        loss = loss + (ends + ends_loss(end[marked], batch.end[marked], group)) / 2
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
    for groups in mixture.batches():
        left = arguments.seen - seen
        if left <= 0:
            break
        rate = arguments.rate * min(1.0, (seen + 1) / WARM_UP, left / max(1, arguments.decay))
        for group in optimizer.param_groups:
            group["lr"] = rate
        loss = loss_of(model, groups)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(weights, 1.0)
        optimizer.step()
        optimizer.zero_grad(set_to_none=True)
        seen += sum(map(len, groups))
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
