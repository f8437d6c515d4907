#!/usr/bin/env python3
"""Compares the time of comparing two systems with that of scoring the same sentences, in alternating runs.

    cargo build --release
    benches/compare.py REFS.txt A.txt B.txt --rounds 3

`score` gets a file in which each reference occurs twice, once with each candidate, so that both embed each distinct sentence
once. Prints medians and the ratio of each round, of wall time and of processor time.

With --peer MODEL, a folder as saved by transformers, Python packages do the same work, too: `BERTScorer.score` of
both systems, and `sacrebleu`'s paired bootstrap of BLEU and chrF. Their imports and the opening of the model are not counted;
bertscope's whole process is. PYTHON names an interpreter that has both packages.
"""

import argparse
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time

import summary

PEER = """
import sys, time
from bert_score import BERTScorer
from sacrebleu.metrics import BLEU, CHRF
from sacrebleu.significance import PairedTest
model, layer, *names = sys.argv[1:]
refs, a, b = ([line.rstrip("\\n") for line in open(name, encoding="utf-8")] for name in names)
scorer = BERTScorer(model_type=model, num_layers=int(layer), device="cpu")
start = time.perf_counter()
scorer.score(a, refs)
scorer.score(b, refs)
scored = time.perf_counter()
metrics = {"BLEU": BLEU(references=[refs]), "chrF": CHRF(references=[refs])}
PairedTest([("a", a), ("b", b)], metrics, references=None, test_type="bs", n_samples=1000)()
print(scored - start, time.perf_counter() - scored)
"""

PROGRAM = os.path.join(os.path.dirname(__file__), "..", "target", "release", "bertscope")


def measured(command):
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    wall, after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    return wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def of_the_peer(model, layer, texts):
    command = [os.environ.get("PYTHON", "python3"), "-W", "ignore", "-c", PEER, model, str(layer), *texts]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    return [float(seconds) for seconds in done.stdout.split()]


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("texts", nargs=3, help="references and two systems, one text per line")
    arguments.add_argument("--rounds", type=int, default=3)
    arguments.add_argument("--peer", metavar="MODEL", help="the bundled model's weights, for bert_score")
    arguments.add_argument("--layer", type=int, default=6, help="the layer that bert_score uses")
    chosen = arguments.parse_args()
    refs, a, b = ([line.rstrip("\n") for line in open(name, encoding="utf-8")] for name in chosen.texts)
    with tempfile.TemporaryDirectory() as folder:
        both = [os.path.join(folder, name) for name in ("refs.txt", "candidates.txt")]
        for name, lines in zip(both, (zip(refs, refs), zip(a, b))):
            with open(name, "w", encoding="utf-8") as file:
                file.writelines(f"{line}\n" for pair in lines for line in pair)
        score = [PROGRAM, "score", "-r", both[0], "-c", both[1], "-f", "summary"]
        compare = [PROGRAM, "compare", "-r", chosen.texts[0], "-c", chosen.texts[1], "-c", chosen.texts[2], "--json"]
        rounds, peers = [], []
        for _ in range(chosen.rounds):
            rounds.append((measured(score), measured(compare)))
            if chosen.peer:
                peers.append(of_the_peer(chosen.peer, chosen.layer, chosen.texts))
    print("| | `score`, s | `compare`, s | ratio in each round |\n|---|---|---|---|")
    for at, name in enumerate(("wall time", "CPU time")):
        scored, compared = [r[0][at] for r in rounds], [r[1][at] for r in rounds]
        ratios = ", ".join(f"{y / x:.2f}" for x, y in zip(scored, compared))
        print(f"| {name} | {statistics.median(scored):.1f} | {statistics.median(compared):.1f} | {ratios} |")
    if peers:
        compared = [r[1][0] for r in rounds]
        (scored, tested), ratios = zip(*peers), ", ".join(f"{sum(y) / x:.2f}" for x, y in zip(compared, peers))
        print(f"\n`bert_score` {statistics.median(scored):.1f} s, `sacrebleu` {statistics.median(tested):.1f} s; together / compare: {ratios}.")
        share = statistics.median(x / sum(y) for x, y in zip(compared, peers))
        others = f"`bert_score` {statistics.median(scored):.1f} s, then `sacrebleu` {statistics.median(tested):.1f} s"
        what = f"[comparing two systems](#comparing-systems), {len(refs):,} segments"
        summary.row(what, f"{share:.2f}", f"{statistics.median(compared):.1f} s", others)


main()
