#!/usr/bin/env python3
"""The peer of `crates/generator/benches/generate.rs`: a T5 pack in transformers on torch's CPU.

  peer_t5.py FOLDER TOKENS_IN TOKENS_OUT [--threads N] [--repeats N]

Prints one line of JSON: load_ms, encode_ms, token_ms (greedy, with the cache of keys and values, the
encoder's work left out) and peak_mb. The best time of
the runs counts.
"""

import argparse
import json
import resource
import time

import torch
from transformers import T5ForConditionalGeneration
from transformers.modeling_outputs import BaseModelOutput


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder")
    parser.add_argument("tokens_in", type=int)
    parser.add_argument("tokens_out", type=int)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--repeats", type=int, default=5)
    args = parser.parse_args()
    torch.set_num_threads(args.threads)
    start = time.perf_counter()
    model = T5ForConditionalGeneration.from_pretrained(args.folder, dtype=torch.float32).eval()
    load = time.perf_counter() - start
    ids = torch.tensor([[100 + at * 61 % 30_000 for at in range(args.tokens_in)]])
    with torch.inference_mode():
        encode = tokens = float("inf")
        for _ in range(args.repeats):
            start = time.perf_counter()
            states = model.get_encoder()(input_ids=ids).last_hidden_state
            encode = min(encode, time.perf_counter() - start)
            start = time.perf_counter()
            out = model.generate(
                encoder_outputs=BaseModelOutput(last_hidden_state=states),
                max_new_tokens=args.tokens_out,
                min_new_tokens=args.tokens_out,
                do_sample=False,
                num_beams=1,
            )
            tokens = min(tokens, time.perf_counter() - start)
            assert out.shape[1] == args.tokens_out + 1
    print(
        json.dumps(
            {
                "load_ms": load * 1e3,
                "encode_ms": encode * 1e3,
                "token_ms": tokens * 1e3 / args.tokens_out,
                "peak_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
            }
        )
    )


if __name__ == "__main__":
    main()
