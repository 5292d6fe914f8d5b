#!/usr/bin/env python3
"""Writes the fixtures of the generator's tests with the reference implementation. Run by hand:

  python3 crates/generator/tests/reference.py [--spiece FILE]

Needs torch, transformers, tokenizers and safetensors; --spiece (the published spiece.model of
Flan-T5) also needs sentencepiece, and renews `flan-tokens.json`. Writes, under
tests/fixtures/generator:

  tokenizer.json     a unigram tokenizer of T5's format, trained on the text below
  gated/, tied/      config.json and model.safetensors (16-bit floats) of two models of random
                     weights: gated GELU with an output matrix of its own, as Flan-T5 has them, and
                     ReLU with the embedding as output matrix, as the first T5 had them
  */expected.json    prompts, their token ids, the ids that greedy decoding gives, and the buckets of
                     all distances
  */expected.safetensors   states and logits at chosen places, for ids that are forced
  flan-tokens.json   lines and their ids by sentencepiece with Flan-T5's own vocabulary

The weights are rounded to 16 bits before anything is computed, so that both sides have the same.
"""

import argparse
import json
import pathlib

import torch
from safetensors.torch import save_file
from tokenizers import Tokenizer, decoders, models, normalizers, pre_tokenizers, processors, trainers
from transformers import T5Config, T5ForConditionalGeneration
from transformers.models.t5.modeling_t5 import T5Attention

ROOT = pathlib.Path(__file__).resolve().parents[3] / "tests/fixtures/generator"

TEXT = """
The harbour company reports its revenue for each quarter. Revenue was $1,577 million in 2018, an
increase of 4.5% over the year before. Operating costs fell by 12 percent to 903.2 million dollars.
Who is the chair of the board? The chair of the board is Maria Alvarez, who joined North Star in 2011.
Question: What was the net income in fiscal 2022? Context: net income was (338) million. Answer: a
loss of 338 million. The agreement ends after thirty days of written notice by either party.
The effective tax rate rose from 21.0% to 23.7%, mostly because of a change of the law in 2017.
Payments are due within 45 days. Interest of 1.5 percent a month is charged on late payments.
The insurer pays for doctors, hospitals and medicines, but not for glasses or dental work.
[DOC: report.pdf | PAGE: 12 | CHUNK: 34] Cash and cash equivalents were 2,450 and 3,118 at the end.
Total current assets, total current liabilities, inventory, goodwill, dividends and buybacks.
Les montants sont exprimés en euros. Die Beträge sind in Euro angegeben. Größe, café, naïve.
"""

LINES = [
    "Question: What was the revenue in 2018? Context: Revenue was $1,577 million. Answer:",
    "Who is the chair of the board?",
    "The agreement ends after thirty days of written notice by either party, and payments are due "
    "within 45 days; interest of 1.5 percent a month is charged on late payments.",
    "[DOC: report.pdf | PAGE: 12 | CHUNK: 34] Cash and cash equivalents were 2,450 and 3,118.",
    "Größe café naïve – „quotes“ and  two  spaces\nand a line",
    "zzz qqq 日本語 unknown",
    "x",
]
# So long that distances beyond 128 occur, where the buckets end.
LINES.append(" ".join(" ".join(TEXT.split()).split(" ")[:150]))

# Places at which logits are kept: around every border of the buckets, and far beyond the last.
PLACES = [0, 1, 2, 6, 7, 8, 9, 10, 15, 16, 17, 31, 63, 90, 112, 113, 127, 128, 129, 130, 150, 199]


def train_tokenizer():
    tokenizer = Tokenizer(models.Unigram())
    tokenizer.normalizer = normalizers.Sequence([normalizers.NFKC()])
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [pre_tokenizers.WhitespaceSplit(), pre_tokenizers.Metaspace()]
    )
    tokenizer.decoder = decoders.Metaspace()
    extra = [f"<extra_id_{n}>" for n in range(3, -1, -1)]
    trainer = trainers.UnigramTrainer(
        vocab_size=290,
        special_tokens=["<pad>", "</s>", "<unk>", *extra],
        unk_token="<unk>",
        initial_alphabet=list("0123456789.,-%$()"),
        show_progress=False,
    )
    tokenizer.train_from_iterator(TEXT.strip().splitlines(), trainer)
    tokenizer.post_processor = processors.TemplateProcessing(
        single="$A </s>", special_tokens=[("</s>", 1)]
    )
    return tokenizer


def make_model(seed, **settings):
    torch.manual_seed(seed)
    config = T5Config(
        relative_attention_num_buckets=32,
        relative_attention_max_distance=128,
        dropout_rate=0.0,
        decoder_start_token_id=0,
        pad_token_id=0,
        eos_token_id=1,
        n_positions=512,
        **settings,
    )
    model = T5ForConditionalGeneration(config).eval()
    if not settings["tie_word_embeddings"]:
        # Version 5 of the library ties whatever it makes; only a file with two matrices stays untied.
        model.lm_head.weight = torch.nn.Parameter(torch.empty_like(model.shared.weight))
    with torch.no_grad():
        for name, weight in model.named_parameters():
            if "relative_attention_bias" in name:
                weight.normal_(0, 1.5)  # so that a wrong bucket shows
            elif "layer_norm" in name:
                weight.normal_(1, 0.1)
            elif "shared" in name or "lm_head" in name:
                # Small where it is tied: a token would only predict itself otherwise.
                weight.normal_(0, 0.1 if settings["tie_word_embeddings"] else 1)
            else:
                weight.normal_(0, 1.2 * weight.shape[1] ** -0.5)
            if "SelfAttention.q" in name or "EncDecAttention.q" in name:
                weight.mul_(config.d_kv**-0.5)
    return model.half().float()


def write_config(model, folder, tied):
    config = model.config.to_dict()
    keep = (
        "d_ff d_kv d_model decoder_start_token_id dropout_rate eos_token_id feed_forward_proj "
        "initializer_factor is_encoder_decoder layer_norm_epsilon model_type n_positions "
        "num_decoder_layers num_heads num_layers pad_token_id relative_attention_max_distance "
        "relative_attention_num_buckets use_cache vocab_size"
    ).split()
    config = {key: config.get(key) for key in keep}
    config["n_positions"] = 512
    # Newer versions of the library write `true` whatever the model is; Flan-T5's own says `false`.
    config["tie_word_embeddings"] = tied
    (folder / "config.json").write_text(json.dumps(config, indent=2, sort_keys=True) + "\n")


def buckets(config, bidirectional):
    far = torch.arange(-600, 601)
    bucket = T5Attention._relative_position_bucket(
        far,
        bidirectional=bidirectional,
        num_buckets=config.relative_attention_num_buckets,
        max_distance=config.relative_attention_max_distance,
    )
    return bucket.tolist()


def greedy(model, rows, most, **more):
    """Token ids that the reference's own generation gives, without the start token."""
    longest = max(len(row) for row in rows)
    ids = torch.tensor([row + [0] * (longest - len(row)) for row in rows])
    mask = torch.tensor([[1] * len(row) + [0] * (longest - len(row)) for row in rows])
    out = model.generate(
        input_ids=ids, attention_mask=mask, do_sample=False, num_beams=1, max_new_tokens=most, **more
    )
    return out[:, 1:].tolist()


def write_model(name, tokenizer, seed, tied, **settings):
    folder = ROOT / name
    folder.mkdir(parents=True, exist_ok=True)
    settings |= {"vocab_size": tokenizer.get_vocab_size(), "tie_word_embeddings": tied}
    model = make_model(seed, **settings)
    assert model.config.scale_decoder_outputs == tied
    head = model.lm_head.weight.data_ptr() == model.shared.weight.data_ptr()
    assert head == tied, (head, tied)
    state = {
        key: value.half().contiguous()
        for key, value in model.state_dict().items()
        if "embed_tokens" not in key and not (tied and key == "lm_head.weight")
    }
    save_file(state, folder / "model.safetensors", metadata={"format": "pt"})
    write_config(model, folder, tied)

    prompts = [tokenizer.encode(line).ids for line in LINES]
    forced = [0] + torch.randint(3, model.config.vocab_size, (199,)).tolist()
    kept = {}
    with torch.no_grad():
        for at in (0, len(LINES) - 1):
            out = model(
                input_ids=torch.tensor([prompts[at]]), decoder_input_ids=torch.tensor([forced])
            )
            kept[f"logits.{at}"] = out.logits[0, PLACES].contiguous()
            kept[f"states.{at}"] = out.encoder_last_hidden_state[0, ::16].contiguous()
        kept["first.logits"] = torch.stack(
            [
                model(input_ids=torch.tensor([row]), decoder_input_ids=torch.tensor([[0]])).logits[0, 0]
                for row in prompts
            ]
        )
        singles = [greedy(model, [row], 48)[0] for row in prompts]
        # Nothing ends these early, so that they reach distances beyond the last bucket.
        long = [greedy(model, [prompts[at]], 160, suppress_tokens=[1])[0] for at in (0, 3)]
        batch = greedy(model, prompts[:4], 40, suppress_tokens=[1])
    save_file(kept, folder / "expected.safetensors")
    expected = {
        "lines": LINES,
        "prompts": prompts,
        "greedy": singles,
        "long": {"of": [0, 3], "ids": long},
        "batch": {"of": [0, 1, 2, 3], "ids": batch},
        "forced": forced,
        "places": PLACES,
        "buckets": {
            "from": -600,
            "encoder": buckets(model.config, True),
            "decoder": buckets(model.config, False),
        },
    }
    text = json.dumps(expected, ensure_ascii=False, separators=(",", ":"))
    (folder / "expected.json").write_text(text.replace('],"', '],\n"') + "\n")
    variety = [len(set(ids)) for ids in singles + long]
    size = sum(value.numel() for value in state.values())
    print(name, "parameters", size, "different tokens in each answer", variety)


def write_flan(spiece):
    import sentencepiece

    processor = sentencepiece.SentencePieceProcessor(model_file=str(spiece))
    lines = LINES + [line for line in TEXT.strip().splitlines()]
    rows = [{"line": line, "ids": processor.encode(line) + [1]} for line in lines]
    text = "[\n" + ",\n".join(json.dumps(row, ensure_ascii=False) for row in rows) + "\n]\n"
    (ROOT / "flan-tokens.json").write_text(text)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--spiece", type=pathlib.Path, help="Flan-T5's published spiece.model")
    args = parser.parse_args()
    ROOT.mkdir(parents=True, exist_ok=True)
    tokenizer = train_tokenizer()
    tokenizer.save(str(ROOT / "tokenizer.json"), pretty=False)
    # Reading it back gives what the tests will see.
    tokenizer = Tokenizer.from_file(str(ROOT / "tokenizer.json"))
    write_model(
        "gated", tokenizer, 7, False, d_model=64, d_kv=8, num_heads=4, d_ff=96, num_layers=2,
        num_decoder_layers=2, feed_forward_proj="gated-gelu",
    )
    write_model(
        "tied", tokenizer, 11, True, d_model=32, d_kv=16, num_heads=2, d_ff=64, num_layers=1,
        num_decoder_layers=1, feed_forward_proj="relu",
    )
    if args.spiece:
        write_flan(args.spiece)


if __name__ == "__main__":
    main()
