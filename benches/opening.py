#!/usr/bin/env python3
"""Measures the time to open a model of 860 MB, compared with reading its file and with PyTorch, in alternating runs.

    pip install torch transformers==4.46.3
    venv/bin/python benches/opening.py [--rounds 7]

Creates a random encoder of roberta-large's size (17 layers, a small vocabulary) in a temporary folder, unless --folder gives
one. Everything is in the page cache. "read" copies the file into a buffer of 1 MB with one thread, and
bertscope's time is that of `models::open`: tokenizer, packed weights, all layers. PyTorch's is `from_pretrained`,
imports not counted, which maps the file and packs nothing, so its time is also given with a first pass. Memory is the process's peak.
"""
import argparse
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

import summary

os.environ["HF_HUB_OFFLINE"] = "1"
ROOT = pathlib.Path(__file__).resolve().parent.parent
FIXTURE = ROOT / "tests/fixtures/roberta"

TORCH = """
import sys, time, resource, warnings
warnings.filterwarnings("ignore")
import torch
from transformers import AutoModel
empty = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
start = time.perf_counter()
model = AutoModel.from_pretrained(sys.argv[1], add_pooling_layer=False).eval()
opened = time.perf_counter() - start
with torch.no_grad():
    model(torch.arange(7)[None])
passed = time.perf_counter() - start
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(opened * 1e3, passed * 1e3, (peak - empty) / 1024)
"""

def make(folder):
    import torch
    from transformers import RobertaConfig, RobertaModel
    config = RobertaConfig.from_pretrained(FIXTURE)
    config.update(dict(hidden_size=1024, num_hidden_layers=17, num_attention_heads=16, intermediate_size=4096))
    torch.manual_seed(0)
    RobertaModel(config, add_pooling_layer=False).save_pretrained(folder, max_shard_size="10GB")
    for name in ("vocab.json", "merges.txt", "tokenizer_config.json", "special_tokens_map.json"):
        shutil.copy(FIXTURE / name, folder)


def read(file):
    buffer = bytearray(1 << 20)
    start = time.perf_counter()
    with open(file, "rb", buffering=0) as f:
        while f.readinto(buffer):
            pass
    return (time.perf_counter() - start) * 1e3


def whole(file):
    start = time.perf_counter()
    with open(file, "rb", buffering=0) as f:
        f.read()
    return (time.perf_counter() - start) * 1e3


def run(command):
    return [float(n) for n in subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--folder", type=pathlib.Path)
    args = parser.parse_args()
    build = ["cargo", "build", "--release", "--example", "opening", "--manifest-path", str(ROOT / "Cargo.toml")]
    subprocess.run(build, check=True)
    program = ROOT / "target/release/examples/opening"
    with tempfile.TemporaryDirectory() as temporary:
        folder = args.folder or pathlib.Path(temporary)
        if not (folder / "model.safetensors").exists():
            make(folder)
        file = folder / "model.safetensors"
        size = file.stat().st_size / 2**20
        rows = {"read": [], "whole": [], "ours": [], "torch": []}
        read(file)
        for number in range(args.rounds):
            print(f"round {number + 1} of {args.rounds}", file=sys.stderr)
            rows["read"].append([read(file)])
            rows["whole"].append([whole(file)])
            rows["ours"].append(run([program, folder]))
            rows["torch"].append(run([sys.executable, "-c", TORCH, folder]))
    median = lambda name, column: statistics.median(row[column] for row in rows[name])
    ratio = lambda to: statistics.median(o[0] / r[0] for o, r in zip(rows["ours"], rows[to]))
    print(f"The file has {size:.0f} MB. Medians of {args.rounds} alternating rounds.\n")
    print("| | ms | peak memory, MB |\n|---|---|---|")
    print(f"| reading the file into a small buffer | {median('read', 0):.0f} | |")
    print(f"| reading the file into memory | {median('whole', 0):.0f} | |")
    print(f"| bertscope opens it | {median('ours', 0):.0f} | {median('ours', 1):.0f} |")
    print(f"| PyTorch opens it | {median('torch', 0):.0f} | |")
    print(f"| PyTorch opens it and makes a first pass | {median('torch', 1):.0f} | {median('torch', 2):.0f} |")
    memory = median("ours", 1) / size
    what = f"[opening a model of {size:.0f} MB](#opening-a-large-model)"
    summary.row(what, f"{ratio('torch'):.2f}", f"{median('ours', 0):.0f} ms", f"PyTorch {median('torch', 0):.0f} ms")
    print(f"\nbertscope / reading: {ratio('read'):.2f} and {ratio('whole'):.2f}; peak memory / file: {memory:.2f}.")


if __name__ == "__main__":
    main()
