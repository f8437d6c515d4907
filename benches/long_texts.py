#!/usr/bin/env python3
"""Measures time and peak memory of a source of 5,000 tokens and a summary of 200, in windows and cut (Unix only).

    cargo build --release && python3 benches/long_texts.py [--rounds 5] [--program PATH]

Prints the medians for the whole process with the bundled model; fails if windows need more than 3 s of CPU time for each
processor, or more than 1 GB.
"""
import argparse
import json
import os
import pathlib
import random
import statistics
import sys
import tempfile
import time

import summary

PROGRAM = pathlib.Path(__file__).resolve().parent.parent / "target/release/bertscope"
WORDS = "the old river carries letters paper winter green stone under a quiet house and song of children near harbour".split()
MOST_SECONDS, MOST_MB = 3, 1024


def measure(program, long, files):
    """Seconds, seconds of CPU time, and MB of memory at the peak."""
    out = str(files[0]) + ".out"
    arguments = [str(program), "score", "--long", long, "-r", str(files[0]), "-c", str(files[1]), "--json", "-o", out]
    start = time.perf_counter()
    quiet = [(os.POSIX_SPAWN_OPEN, fd, os.devnull, os.O_WRONLY, 0) for fd in (1, 2)]
    child = os.posix_spawn(arguments[0], arguments, os.environ, file_actions=quiet)
    _, status, usage = os.wait4(child, 0)
    if status != 0:
        sys.exit("long_texts.py: bertscope failed")
    return time.perf_counter() - start, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--program", type=pathlib.Path, default=PROGRAM)
    args = parser.parse_args()
    draw = random.Random(0)
    with tempfile.TemporaryDirectory() as folder:
        files = [pathlib.Path(folder) / name for name in ("source", "summary")]
        for file, tokens in zip(files, (5000, 200)):
            file.write_text(" ".join(draw.choices(WORDS, k=tokens - 2)) + "\n")
        print("| `--long` | time, s | CPU time, s | peak memory, MB |\n|---|---|---|---|")
        times = {}
        for long in ("cut", "windows"):
            runs = [measure(args.program, long, files) for _ in range(args.rounds)]
            wall, cpu, peak = (statistics.median(numbers) for numbers in zip(*runs))
            print(f"| `{long}` | {wall:.2f} | {cpu:.2f} | {peak:.0f} |")
            times[long] = f"{wall:.2f} s, {peak:.0f} MB"
        summary.row("[a long text in windows](#a-long-text), 5,000 and 200 tokens", "", times["windows"], f"cut at 512 tokens: {times['cut']}")
    if cpu > MOST_SECONDS * (os.cpu_count() or 1) or peak > MOST_MB:
        sys.exit("long_texts.py: windows need more than they may")


if __name__ == "__main__":
    main()
