#!/usr/bin/env python3
"""Measures wall time and peak memory of each command at n, 4n and 16n (Unix only).

    cargo build --release && python3 benches/growth.py [--only WORD] [--program PATH]

Prints a Markdown table, and fails if a step needs more than 8 times the CPU time or memory of the step before it: work
that grows with the square of its input needs 16 times as much.
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
WORDS = "old river carries letters paper winter green stone under quiet house song children near harbour dawn".split()
MAX_GROWTH = 8
# Less is noise, and the start of the process.
MIN_SECONDS, MIN_MB = 0.25, 100


def text(rng, words=8):
    return " ".join(rng.choices(WORDS, k=words))


def table(rows, columns, cell):
    """TSV of the cells of each row; `cell` gets the row, the column and a random generator."""
    lines = ["\t".join(columns)]
    for row in range(rows):
        rng = random.Random(row)
        lines.append("\t".join(cell(row, column, rng) for column in columns))
    return "\n".join(lines) + "\n"


def different(row, column, rng):
    return text(rng)


def grouped(size):
    """Cells of rows in groups of this size, with the same texts, so that little but the groups costs anything."""
    cells = {"a": "the harbour at dawn", "b": "a harbour", "reference": "the house"}
    return lambda row, column, rng: cells.get(column) or str(row // size if column == "group" else rng.random())


def swaps(row, column, rng):
    """Groups of 20 rows, in all of which the systems differ: the most that the exact test enumerates."""
    return {"a": f"the harbour {row % 7}", "b": f"the dawn {row % 5}", "reference": "the harbour at dawn"}.get(column, str(row // 20))


def pairs(rows, cell=different):
    return table(rows, ["a", "b", "reference", "group", "human"], cell)


def references(count):
    rng = random.Random(count)
    return json.dumps({"a": "the quiet harbour", "b": "a dawn", "reference": [text(rng) for _ in range(count)]})


def long_table(systems):
    columns = ["id", "reference", "system", "candidate"]
    return table(systems, columns, lambda row, column, rng: {"id": "1", "reference": "a dawn"}.get(column) or f"{row} {text(rng)}")


def long_cell(size):
    return "candidate\treference\n" + ("the quiet harbour " * (size // 18 + 1))[:size] + "\ta dawn\n"


def long_id(size):
    return "id\ta\tb\treference\n" + "".join(f"{row}{'x' * (size - 4)}\ta dawn\tdawn\tthe dawn\n" for row in range(1000, 1100))


def saved(rows):
    scores = [{"precision": (value := random.Random(row).random()), "recall": value, "f1": value} for row in range(rows)]
    return "".join(json.dumps({"id": str(row), **numbers, "raw": numbers}) + "\n" for row, numbers in enumerate(scores))


def lesson(steps):
    rng = random.Random(0)
    step = '[[step]]\ntitle = "t"\nreference = "{}"\ncandidate = "{}"\nchecks = [{{ score = "f1", above = -1 }}]\n'
    return 'title = "Growth"\n' + "".join(step.format(text(rng), text(rng)) for _ in range(steps))


def fields(count):
    return 'title = "Growth"\n' + "".join(f"field{i} = 1\n" for i in range(count))


def requests(rows):
    line = {"candidate": "the quiet harbour", "ask": {"explain": ["ledger", "drop", "kinds"], "draw": ["svg"]}}
    return "".join(json.dumps({**line, "reference": f"a house at dawn {row}"}) + "\n" for row in range(rows))


def against(count):
    ask = {"explain": ["compare"], "against": [text(random.Random(i)) for i in range(count)]}
    return json.dumps({"candidate": "the harbour", "reference": "a dawn", "ask": ask}) + "\n"


def corpus(lines):
    return "".join(text(random.Random(line), 12) + "\n" for line in range(lines))


A = "--candidate-column=a"
SYSTEMS = [A, "--candidate-column=b"]
REPORT = ["report", "FILE", *SYSTEMS, "-o", "OUT.html"]
# What grows, n, what writes the file, its extension, the command.
CASES = [
    ("`score`, rows", 500, pairs, "tsv", ["score", "FILE", A]),
    ("`score --by`, groups of one row", 1875, lambda n: pairs(n, grouped(1)), "tsv", ["score", "FILE", A, "--by=group", "--human=human"]),
    ("`score`, references of one pair", 469, references, "jsonl", ["score", "FILE", A]),
    ("`score`, bytes of a candidate", 950_000, long_cell, "tsv", ["score", "FILE", "--json", "--texts"]),
    ("`score --overlap`, bytes of a candidate", 950_000, long_cell, "tsv", ["score", "FILE", "--overlap"]),
    ("`score --ask-column`, requests", 100, requests, "jsonl", ["score", "FILE", "--json", "--ask-column=ask"]),
    ("`compare`, rows", 250, pairs, "tsv", ["compare", "FILE", *SYSTEMS]),
    ("`compare --by`, groups of one row", 1875, lambda n: pairs(n, grouped(1)), "tsv", ["compare", "FILE", *SYSTEMS, "--by=group"]),
    ("`compare --by`, groups of 20 rows", 20, lambda n: pairs(20 * n, swaps), "tsv", ["compare", "FILE", *SYSTEMS, "--by=group"]),
    ("`compare`, references of one segment", 469, references, "jsonl", ["compare", "FILE", *SYSTEMS]),
    ("`compare --system-column`, systems", 6, long_table, "tsv", ["compare", "FILE", "--system-column=system"]),
    ("`compare`, bytes of 100 ids", 620, long_id, "tsv", ["compare", "FILE", *SYSTEMS]),
    ("`compare --scores`, rows", 6250, saved, "jsonl", ["compare", "--scores=FILE", "--scores=FILE", "--names=a,b"]),
    ("`report`, rows", 250, pairs, "tsv", REPORT),
    ("`report`, references of one segment", 469, references, "jsonl", REPORT),
    ("`lesson --check`, steps", 100, lesson, "toml", ["lesson", "FILE", "--check"]),
    ("`lesson --check`, unknown fields", 3000, fields, "toml", ["lesson", "FILE", "--check"]),
    ("`idf`, lines", 20_000, corpus, "txt", ["idf", "FILE"]),
    ("`baseline`, pairs", 250, lambda n: corpus(1000), "txt", ["baseline", "FILE", "--pairs=N", "-o", "OUT.tsv"]),
]
# The time of `compare` grows with the square, which is why the number is limited.
SQUARE = [("`--explain compare`, other candidates", 60, against, "jsonl", ["score", "FILE", "--json", "--ask-column=ask"])]


def measure(program, folder, size, case):
    """Seconds, seconds of CPU time, and MB of memory at the peak."""
    _, _, write, extension, command = case
    file = folder / f"growth.{extension}"
    writer = os.fork()
    if writer == 0:
        # In a process of its own: the peak of a program begins with the memory of the process that starts it.
        file.write_text(write(size))
        os._exit(0)
    os.waitpid(writer, 0)
    command = [part.replace("FILE", str(file)).replace("OUT", str(folder / "out")).replace("N", str(size)) if part != "FILE" else str(file) for part in command]
    quiet = [(os.POSIX_SPAWN_OPEN, fd, os.devnull, os.O_WRONLY, 0) for fd in (1, 2)]
    start = time.perf_counter()
    child = os.posix_spawn(program, [program, *command], os.environ, file_actions=quiet)
    _, status, usage = os.wait4(child, 0)
    # Unknown fields are an error in the file; nothing else here is.
    if os.waitstatus_to_exitcode(status) != (2 if "unknown" in case[0] else 0):
        sys.exit(f"growth.py: {case[0]} failed at {size}")
    return time.perf_counter() - start, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--only", default="", metavar="WORD")
    options.add_argument("--program", default=str(PROGRAM))
    options = options.parse_args()
    too_much = []
    print("| what grows | n | seconds at n, 4n, 16n | CPU time | MB |\n|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        for case in CASES + SQUARE:
            if options.only not in case[0]:
                continue
            steps = [measure(options.program, pathlib.Path(folder), case[1] * times, case) for times in (1, 4, 16)]
            seconds, processor, megabytes = zip(*steps)
            cells = [", ".join(f"{s:.2f}" for s in numbers) for numbers in (seconds, processor)]
            cells.append(", ".join(f"{m:.0f}" for m in megabytes))
            print("|", " | ".join([case[0], f"{case[1]:,}", *cells]), "|", flush=True)
            for numbers, least in (processor, MIN_SECONDS), (megabytes, MIN_MB):
                for before, after in zip(numbers, numbers[1:]):
                    if case not in SQUARE and after > MAX_GROWTH * max(before, least):
                        too_much.append(case[0])
    if too_much:
        sys.exit("growth.py: too much for its input: " + ", ".join(too_much))


if __name__ == "__main__":
    main()
