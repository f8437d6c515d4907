#!/usr/bin/env python3
"""Measures one request: a new candidate, to be scored with a reference that is known already.

    pip install torch transformers==4.46.3 onnx onnxruntime
    cargo build --release && python3 benches/latency.py FOLDER [--rounds 30] [--threads 1]

FOLDER is the published all-MiniLM-L6-v2. The two bertscope processes answer a line of JSON on standard input (`score -`),
one with the bundled weights and one with FOLDER's, in single precision. PyTorch and ONNX Runtime tokenize, compute the
last layer's hidden states and the matches within this process; they neither parse a request nor print an answer.
All take turns with the same texts, each of which is new to all of them. Prints medians, the 99th percentile, and
ratios as medians of the turns.
"""
import argparse
import json
import os
import pathlib
import random
import statistics
import subprocess
import sys
import tempfile
import time

os.environ["HF_HUB_OFFLINE"] = "1"
os.environ["TOKENIZERS_PARALLELISM"] = "false"

try:
    import onnx  # noqa: F401  torch.onnx.export needs it
    import onnxruntime
    import torch
    import transformers
except ImportError as missing:
    sys.exit(f"latency.py: {missing}; pip install torch transformers==4.46.3 onnx onnxruntime")

import summary

PROGRAM = pathlib.Path(__file__).resolve().parent.parent / "target/release/bertscope"
WORDS = "the old house by water is in a long river and she walked to market each morning with bread".split()
SIZES = [8, 20, 60]         # tokens, with the two special tokens
TURNS = 20                  # requests of each size in a round


def text(tokens, chance):
    return " ".join(chance.choice(WORDS) for _ in range(tokens - 2))


class Bertscope:
    def __init__(self, threads, *options):
        self.process = subprocess.Popen(
            [PROGRAM, "score", "-", "--json", *options], env={**os.environ, "RAYON_NUM_THREADS": str(threads)},
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def request(self, reference, candidate):
        line = json.dumps({"reference": reference, "candidate": candidate})
        start = time.perf_counter()
        print(line, file=self.process.stdin, flush=True)
        answer = self.process.stdout.readline()
        milliseconds = (time.perf_counter() - start) * 1e3
        return milliseconds, json.loads(answer)["f1"]


class InThisProcess:
    """A model that gives the last hidden states of token ids."""

    def __init__(self, tokenizer, states):
        self.tokenizer, self.states, self.known = tokenizer, states, {}

    def vectors(self, words):
        with torch.no_grad():
            states = self.states(self.tokenizer(words, return_tensors="pt"))[0]
            return torch.nn.functional.normalize(states, dim=-1)

    def request(self, reference, candidate):
        if reference not in self.known:
            self.known = {reference: self.vectors(reference)}
        start = time.perf_counter()
        matrix = self.vectors(candidate) @ self.known[reference].T
        # As bert_score: special tokens weigh nothing.
        precision = matrix.max(dim=1).values[1:-1].mean()
        recall = matrix.max(dim=0).values[1:-1].mean()
        f1 = (2 * precision * recall / (precision + recall)).item()
        return (time.perf_counter() - start) * 1e3, f1


def engines(args, folder):
    tokenizer = transformers.AutoTokenizer.from_pretrained(args.folder)
    model = transformers.BertModel.from_pretrained(args.folder, add_pooling_layer=False).eval()
    torch.set_num_threads(args.threads)
    file = os.path.join(folder, "model.onnx")
    axes = {0: "texts", 1: "tokens"}
    torch.onnx.export(model, (torch.ones(2, 7, dtype=torch.long),), file, input_names=["ids"], output_names=["states"],
                      dynamic_axes={"ids": axes, "states": axes}, opset_version=17, dynamo=False)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = args.threads
    session = onnxruntime.InferenceSession(file, options, providers=["CPUExecutionProvider"])
    return {
        "bundled": Bertscope(args.threads),
        "f32 folder": Bertscope(args.threads, "-m", args.folder, "-l", "6"),
        "PyTorch": InThisProcess(tokenizer, lambda ids: model(ids["input_ids"])[0]),
        "ONNX Runtime": InThisProcess(
            tokenizer, lambda ids: torch.from_numpy(session.run(None, {"ids": ids["input_ids"].numpy()})[0])),
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", help="the published all-MiniLM-L6-v2")
    parser.add_argument("--rounds", type=int, default=30)
    parser.add_argument("--threads", type=int, default=1)
    args = parser.parse_args()
    chance = random.Random(1)
    with tempfile.TemporaryDirectory() as folder:
        all_engines = engines(args, folder)
    print("| tokens | " + " | ".join(f"{name}, ms (p99)" for name in all_engines) +
          " | bundled / f32 folder | / PyTorch | / ONNX Runtime |")
    print("|---" * (len(all_engines) + 4) + "|")
    for tokens in SIZES:
        reference = text(tokens, chance)
        found = {name: [] for name in all_engines}
        for turn in range(args.rounds * TURNS):
            candidate = text(tokens, chance)
            names = list(all_engines)
            first = turn % len(names)
            scores = []
            for name in names[first:] + names[:first]:
                milliseconds, f1 = all_engines[name].request(reference, candidate)
                scores.append(f1)
                if turn >= TURNS:           # the first round warms up
                    found[name].append(milliseconds)
            if max(scores) - min(scores) > 2e-5:
                sys.exit(f"latency.py: {names} give {scores}")
        times = [f"{statistics.median(of):.2f} ({statistics.quantiles(of, n=100)[98]:.2f})" for of in found.values()]
        ratios = [f"{statistics.median(a / b for a, b in zip(found['bundled'], found[peer])):.2f}"
                  for peer in all_engines if peer != "bundled"]
        print(f"| {tokens} | " + " | ".join(times + ratios) + " |", flush=True)
        what = f"[one request](#one-request), a new candidate of {tokens} tokens, {args.threads} thread"
        bundled, folder, torch_time, onnx_time = (time.split()[0] for time in times)
        compared = f"ONNX Runtime {onnx_time} ms, PyTorch {torch_time} ms, its weights in f32 {folder} ms"
        summary.row(what, ratios[-1], f"{bundled} ms", compared)


main()
