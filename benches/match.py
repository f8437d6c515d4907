#!/usr/bin/env python3
"""Compares the time of scoring all pairs of two lists with that of embedding their texts, in alternating runs.

    cargo build --release
    benches/match.py --count 1000 --words 23 --rounds 3

The lists have --count made sentences each, of about two tokens more than --words. "Embedding" is the time of `bertscope score` on the
lists line by line, which embeds the same texts; match should take at most three times as long.

With --peer MODEL, the published all-MiniLM-L6-v2, bert_score is called on the product of the first --part texts of each list, and its time
for a pair is extrapolated. Its import and the opening of the model are not counted; bertscope's whole process is. PYTHON names an
interpreter that has bert_score.
"""

import argparse
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time

import summary

PEER = """
import sys, time
from bert_score import BERTScorer
model, part, *names = sys.argv[1:]
r, c = ([line.rstrip("\\n") for line in open(name, encoding="utf-8")][: int(part)] for name in names)
scorer = BERTScorer(model_type=model, num_layers=6, device="cpu")
scorer.score(c[:8], r[:8])
start = time.perf_counter()
scorer.score([x for x in c for _ in r], r * len(c))
print(time.perf_counter() - start)
"""

PROGRAM = os.path.join(os.path.dirname(__file__), "..", "target", "release", "bertscope")

WORDS = (
    "the boat harbour leaves at noon because wind rose over a quiet bay and sailors waited near old stone pier for bread while children counted "
    "gulls under grey clouds before evening tide returned with cold salt rain from distant hills where farmers sold apples and milk"
).split()


def measured(command):
    """Seconds of wall time and of processor time, and the peak of memory in MB."""
    start = time.perf_counter()
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    if status != 0:
        sys.exit(f"{command} failed")
    return time.perf_counter() - start, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--count", type=int, default=1000, help="texts of each list")
    arguments.add_argument("--words", type=int, default=23)
    arguments.add_argument("--rounds", type=int, default=3)
    arguments.add_argument("--peer", metavar="MODEL", help="the published all-MiniLM-L6-v2, for bert_score")
    arguments.add_argument("--part", type=int, default=60, help="texts of each list that bert_score gets")
    chosen = arguments.parse_args()
    drawn = random.Random(1)
    with tempfile.TemporaryDirectory() as folder:
        lists = [os.path.join(folder, name) for name in ("references.txt", "candidates.txt")]
        for name in lists:
            with open(name, "w", encoding="utf-8") as file:
                file.writelines(" ".join(drawn.choices(WORDS, k=chosen.words)) + "\n" for _ in range(chosen.count))
        texts = ["-r", lists[0], "-c", lists[1]]
        rounds = []
        for _ in range(chosen.rounds):
            rounds.append((measured([PROGRAM, "score", *texts, "-f", "summary"]), measured([PROGRAM, "match", *texts, "-f", "tsv"])))
        print("| | embedding alone | `match` | ratio in each round |\n|---|---|---|---|")
        for at, name, unit in ((0, "wall time", "s"), (1, "CPU time", "s"), (2, "peak memory", "MB")):
            embedded, matched = [r[0][at] for r in rounds], [r[1][at] for r in rounds]
            ratios = ", ".join(f"{y / x:.2f}" for x, y in zip(embedded, matched))
            print(f"| {name}, {unit} | {statistics.median(embedded):.1f} | {statistics.median(matched):.1f} | {ratios} |")
        if chosen.peer:
            command = [os.environ.get("PYTHON", "python3"), "-W", "ignore", "-c", PEER, chosen.peer, str(chosen.part), *lists]
            seconds = float(subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.split()[-1])
            whole = seconds * (chosen.count / chosen.part) ** 2
            matched = statistics.median(r[1][0] for r in rounds)
            what = f"[all candidates with all references](#all-candidates-with-all-references), {chosen.count:,} × {chosen.count:,}"
            summary.row(what, f"{matched / whole:.3f}", f"{matched:.1f} s", f"`bert_score` {whole:.0f} s, extrapolated")
            print(f"\n`bert_score`: {seconds:.1f} s for {chosen.part} × {chosen.part}, so {whole:.0f} s for all; match is {whole / matched:.0f} times as fast")


main()
