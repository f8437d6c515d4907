#!/usr/bin/env python3
"""Scores a file of pairs with `bertscope score` and with bert_score 0.3.13, in alternating runs, as one Markdown table.

    pip install torch transformers==4.46.3 bert-score==0.3.13
    cargo build --release && venv/bin/python benches/throughput.py PAIRS.tsv FOLDER [--layer 6] [--rounds 5] [--threads 2]

PAIRS.tsv has a header line; --reference and --hypothesis name the columns. FOLDER is a model as
saved by transformers; both read it, and compare the hidden states of the same layer.

bertscope's time is that of the whole process: start, opening of the model, scoring, writing. bert_score's is that of
`BERTScorer.score` alone; imports and the opening of the model are not counted, and it runs with --batch-size, its default.
So the ratio is in its favour. It is the median of the rounds' own ratios, with their quartiles. Memory is the peak of each
process. Every round compares all scores.
"""
import argparse
import csv
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

import summary

ROOT = pathlib.Path(__file__).resolve().parent.parent
PROGRAM = ROOT / "target/release/bertscope"

PEER = """
import json, sys, time, warnings
warnings.filterwarnings("ignore")
import torch
from bert_score import BERTScorer
model, layer, references, candidates, threads, batch, scores = sys.argv[1:]
torch.set_num_threads(int(threads))
read = lambda path: open(path, encoding="utf-8", newline="\\n").read().split("\\n")[:-1]
references, candidates = read(references), read(candidates)
scorer = BERTScorer(model_type=model, num_layers=int(layer), device="cpu", batch_size=int(batch))
start = time.perf_counter()
found = scorer.score(candidates, references, batch_size=int(batch))
print(time.perf_counter() - start)
json.dump([numbers.tolist() for numbers in found], open(scores, "w"))
"""

def run(command, environment, output):
    """Seconds of a process from start to end, and its peak memory in MB."""
    start = time.perf_counter()
    process = subprocess.Popen([str(part) for part in command], env={**os.environ, **environment}, stdout=output)
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit(f"throughput.py: {command[0]} ended with {process.returncode}")
    # Kilobytes, but bytes on macOS.
    return seconds, usage.ru_maxrss / (2**20 if sys.platform == "darwin" else 1024)


def ours(args, references, candidates, folder):
    command = [args.program, "score", "-r", references, "-c", candidates, "--model", args.model, "--layer", args.layer, "--json"]
    with open(folder / "ours.jsonl", "w+") as output:
        seconds, memory = run(command, {"RAYON_NUM_THREADS": str(args.threads)}, output)
        output.seek(0)
        rows = [json.loads(line) for line in output]
    return seconds, memory, [[row[name] for row in rows] for name in ("precision", "recall", "f1")]


def theirs(args, references, candidates, folder):
    scores = folder / "theirs.json"
    command = [sys.executable, "-c", PEER, args.model, args.layer, references, candidates, args.threads, args.batch_size, scores]
    environment = {"HF_HUB_OFFLINE": "1", "OMP_NUM_THREADS": str(args.threads), "TOKENIZERS_PARALLELISM": "true"}
    with open(folder / "theirs.txt", "w+") as output:
        _, memory = run(command, environment, output)
        output.seek(0)
        seconds = float(output.read().split()[-1])
    return seconds, memory, json.loads(scores.read_text())


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pairs", type=pathlib.Path)
    parser.add_argument("model", type=pathlib.Path)
    parser.add_argument("--reference", default="reference", help="name of the references' column")
    parser.add_argument("--hypothesis", default="hypothesis", help="name of the candidates' column")
    parser.add_argument("--layer", type=int, default=6)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--threads", type=int, default=os.cpu_count())
    parser.add_argument("--batch-size", type=int, default=64, help="bert_score's")
    parser.add_argument("--limit", type=int, help="use only this number of pairs, from the start")
    parser.add_argument("--program", type=pathlib.Path, default=PROGRAM)
    args = parser.parse_args()
    with open(args.pairs, encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))[:args.limit]
    if not rows or args.reference not in rows[0] or args.hypothesis not in rows[0]:
        sys.exit(f"throughput.py: {args.pairs} has no columns {args.reference} and {args.hypothesis}, or no pairs")
    found = {ours: [], theirs: []}
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        texts = [folder / "references.txt", folder / "candidates.txt"]
        for path, column in zip(texts, (args.reference, args.hypothesis)):
            path.write_text("".join(row[column] + "\n" for row in rows), encoding="utf-8", newline="\n")
        for number in range(args.rounds):
            # In a rotating order, so that neither always comes second.
            for one in (ours, theirs) if number % 2 == 0 else (theirs, ours):
                found[one].append(one(args, *texts, folder))
                print(f"round {number + 1} of {args.rounds}: {one.__name__} {found[one][-1][0]:.2f} s", file=sys.stderr)
    difference = [0.0] * 3
    for (_, _, mine), (_, _, peer) in zip(found[ours], found[theirs]):
        for i in range(3):
            pairs = list(zip(mine[i], peer[i], strict=True))
            # An undefined number is null in bertscope and 0 in bert_score.
            difference[i] = max(difference[i], *(abs((a or 0.0) - b) for a, b in pairs))
    ratios = [peer[0] / mine[0] for mine, peer in zip(found[ours], found[theirs])]
    low, middle, high = statistics.quantiles(ratios, n=4, method="inclusive") if len(ratios) > 1 else ratios * 3
    print(f"{len(rows)} pairs, layer {args.layer}, {args.threads} threads. Medians of {args.rounds} alternating rounds.\n")
    print("| | s | pairs/s | peak memory, MB |\n|---|---|---|---|")
    for name, one in (("bertscope, the whole process", ours), ("bert_score, the scoring alone", theirs)):
        seconds = statistics.median(row[0] for row in found[one])
        memory = statistics.median(row[1] for row in found[one])
        print(f"| {name} | {seconds:.1f} | {len(rows) / seconds:.0f} | {memory:.0f} |")
    pace = {one: len(rows) / statistics.median(row[0] for row in found[one]) for one in found}
    memory = {one: statistics.median(row[1] for row in found[one]) for one in found}
    measured = {one: f"{pace[one]:.0f} pairs/s, {memory[one]:.0f} MB" for one in found}
    what = f"[a file of {len(rows):,} pairs](#a-file-of-pairs), {args.threads} threads"
    summary.row(what, f"{1 / middle:.2f}", measured[ours], f"`bert_score`, scoring alone: {measured[theirs]}")
    print(f"\nbertscope / bert_score, pairs a second: {middle:.2f} ({low:.2f}–{high:.2f}). Largest difference of P, R and F1: "
          + ", ".join(f"{d:.1e}" for d in difference) + ".")


if __name__ == "__main__":
    main()
