#!/usr/bin/env python3
"""Comparing two systems beside scoring the same sentences, in turns.

    cargo build --release
    benches/compare.py REFS.txt A.txt B.txt --rounds 3

`score` gets a file in which each reference stands twice, next to both candidates, so that both embed each distinct sentence
once. Prints medians and the ratio of each round, of wall time and of processor time.
"""

import argparse
import os
import resource
import statistics
import subprocess
import tempfile
import time

PROGRAM = os.path.join(os.path.dirname(__file__), "..", "target", "release", "bertscope")


def measured(command):
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    wall, after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    return wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("texts", nargs=3, help="references and two systems, a text a line")
    arguments.add_argument("--rounds", type=int, default=3)
    chosen = arguments.parse_args()
    refs, a, b = ([line.rstrip("\n") for line in open(name, encoding="utf-8")] for name in chosen.texts)
    with tempfile.TemporaryDirectory() as folder:
        both = [os.path.join(folder, name) for name in ("refs.txt", "candidates.txt")]
        for name, lines in zip(both, (zip(refs, refs), zip(a, b))):
            with open(name, "w", encoding="utf-8") as file:
                file.writelines(f"{line}\n" for pair in lines for line in pair)
        score = [PROGRAM, "score", "-r", both[0], "-c", both[1], "-f", "summary"]
        compare = [PROGRAM, "compare", "-r", chosen.texts[0], "-c", chosen.texts[1], "-c", chosen.texts[2], "--json"]
        rounds = [(measured(score), measured(compare)) for _ in range(chosen.rounds)]
    for at, name in enumerate(("wall", "processor")):
        scored, compared = [r[0][at] for r in rounds], [r[1][at] for r in rounds]
        ratios = ", ".join(f"{y / x:.2f}" for x, y in zip(scored, compared))
        print(f"{name}: score {statistics.median(scored):.1f} s, compare {statistics.median(compared):.1f} s; ratios {ratios}")


main()
