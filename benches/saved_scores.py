#!/usr/bin/env python3
"""Measures peak memory and time of `compare --scores` over two systems (Unix only).

    cargo build --release && python3 benches/saved_scores.py [--segments 400000 1000000] [--program PATH]

Writes what `score --json` would write, with random scores, with and without texts of 8 to 40 words, to a temporary
folder (1.5 GB for a million segments). Prints the peak of the whole process, and the bytes for each further segment and
system; fails if they exceed the limits below. `--shuffled` gives the second file another order.
"""
import argparse
import json
import os
import pathlib
import random
import sys
import tempfile
import time

PROGRAM = pathlib.Path(__file__).resolve().parent.parent / "target/release/bertscope"
SIGNATURE = "sentence-transformers/all-MiniLM-L6-v2_L6_no-idf_version=0.3.12(bertscope=0.1.0)"
MOST_MB = {400_000: 160}
MOST_BYTES = 64


def texts(segment, system, words):
    """Candidate and reference, of which most words are the same; both systems have the same reference."""
    rng = random.Random(segment)
    reference = rng.choices(words, k=rng.randint(8, 40))
    rng = random.Random(f"{segment} {system}")
    candidate = [word if rng.random() < 0.7 else rng.choice(words) for word in reference]
    return {"candidate": " ".join(candidate), "references": [" ".join(reference) + "."]}


def write(path, segments, system, with_texts, shuffled):
    rng = random.Random(0)
    words = ["".join(rng.choices("etaoinshrdlu", k=rng.randint(1, 9))) for _ in range(5000)]
    pairs = [json.dumps(texts(i, system, words)) for i in range(5000)]
    rng = random.Random(system)
    order = list(range(segments))
    if shuffled:
        rng.shuffle(order)
    with open(path, "w", encoding="utf-8") as file:
        for i in order:
            p, r, f1 = (0.5 + rng.random() / 2 for _ in range(3))
            scores = f'"precision":{p},"recall":{r},"f1":{f1}'
            row = f'{{"id":"doc{i // 60}-{i % 60}",{scores},"raw":{{{scores}}},"signature":"{SIGNATURE}"'
            file.write(row + (f',"texts":{pairs[i % len(pairs)]}' if with_texts else "") + "}\n")


def measure(program, files):
    """Seconds, seconds of CPU time, and MB of memory at the peak."""
    arguments = [str(program), "compare", *(f"--scores={file}" for file in files), "--json", "-o", f"{files[0]}.out"]
    start = time.perf_counter()
    child = os.posix_spawn(arguments[0], arguments, os.environ)
    _, status, usage = os.wait4(child, 0)
    if status != 0:
        sys.exit("saved_scores.py: bertscope failed")
    return time.perf_counter() - start, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--segments", type=int, nargs="+", default=[400_000, 1_000_000])
    parser.add_argument("--program", type=pathlib.Path, default=PROGRAM)
    parser.add_argument("--shuffled", action="store_true")
    options = parser.parse_args()
    exceeded = False
    for with_texts in (False, True):
        before = None
        for segments in options.segments:
            with tempfile.TemporaryDirectory() as folder:
                files = [pathlib.Path(folder) / f"{name}.jsonl" for name in "ab"]
                for system, file in enumerate(files):
                    write(file, segments, system, with_texts, options.shuffled and system > 0)
                seconds, cpu, peak = measure(options.program, files)
            slope = (peak - before[1]) * 2**20 / (segments - before[0]) / 2 if before else 0
            before = segments, peak
            more = f", {slope:.0f} bytes for each further segment and system" if slope else ""
            print(f"{segments} x 2, {'with' if with_texts else 'without'} texts: {seconds:.1f} s, "
                  f"{cpu:.1f} s CPU, {peak:.0f} MB{more}", flush=True)
            exceeded |= slope > MOST_BYTES or peak > MOST_MB.get(segments, peak)
    sys.exit("saved_scores.py: too much memory" if exceeded else 0)


if __name__ == "__main__":
    main()
