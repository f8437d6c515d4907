#!/usr/bin/env python3
"""Measures the time from a key to the frame that shows its F1, in the inspector in a pseudo terminal (Unix only).

    pip install pyte
    cargo build --release && python3 benches/keystroke.py [KEYS]

For texts of 8, 20 and 60 tokens, types KEYS letters (default 200) at the end of the candidate, each after the last one was
answered; the F1 of each is known beforehand from `score -`. Then types 80 letters at 40 a second without waiting and measures
how long the last one takes: if keys queued, it would take longer than one alone. Prints medians and 99th percentiles in
milliseconds.
"""
import fcntl
import json
import os
import pathlib
import pty
import random
import select
import statistics
import struct
import subprocess
import sys
import termios
import time

import summary

try:
    import pyte
except ImportError as missing:
    sys.exit(f"keystroke.py: {missing}; pip install pyte")

PROGRAM = pathlib.Path(__file__).resolve().parent.parent / "target/release/bertscope"
WORDS = "the old house by water is in a long river and she walked to market each morning with bread".split()
LETTERS = "abcdefghiklmnoprstu"
SIZES = [8, 20, 60]             # tokens, with the two special tokens
COLUMNS, LINES = 120, 40
SILENCE = 0.06                  # seconds without output after which a key is taken to be answered
BURST, INTERVAL = 80, 1 / 40


class Inspector:
    def __init__(self, reference, candidate):
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            os.environ.update(TERM="xterm-256color", COLORTERM="truecolor")
            os.execv(PROGRAM, [PROGRAM, "--no-session", "--theme", "dark", "-r", reference, "-c", candidate])
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", LINES, COLUMNS, 0, 0))
        self.screen = pyte.Screen(COLUMNS, LINES)
        self.stream = pyte.ByteStream(self.screen)
        self.draw(self.read(2, answer=True))

    def read(self, silence, answer=False):
        """The chunks of output with their times, until it is silent."""
        chunks = []
        while select.select([self.terminal], [], [], silence)[0]:
            chunks.append((time.perf_counter(), os.read(self.terminal, 1 << 16)))
            if answer and b"\x1b[c" in chunks[-1][1]:   # as terminals do, on which the first frame waits
                os.write(self.terminal, b"\x1b]11;rgb:0000/0000/0000\x07\x1b[?62c")
        return chunks

    def draw(self, chunks, expected=None):
        """Draws the chunks; the time of the first with which the screen shows `expected`."""
        found = None
        for at, output in chunks:
            self.stream.feed(output)
            if found is None and expected and any(expected in line for line in self.screen.display):
                found = at
        return found

    def close(self):
        os.write(self.terminal, b"\x03")
        try:
            while os.read(self.terminal, 1 << 16):
                pass
        except OSError:
            pass                                # the terminal has gone with the program
        os.waitpid(self.process, 0)


def scores(pairs):
    """The F1 of each pair as the inspector prints it."""
    lines = "".join(json.dumps({"reference": r, "candidate": c}) + "\n" for r, c in pairs)
    done = subprocess.run([PROGRAM, "score", "-", "--json"], input=lines, capture_output=True, text=True, check=True)
    return [f"{json.loads(line)['f1']:.5f}".removeprefix("0") for line in done.stdout.splitlines()]


def measure(tokens, keys, chance):
    reference = " ".join(chance.choice(WORDS) for _ in range(tokens - 2))
    candidate = " ".join(chance.choice(WORDS) for _ in range(tokens - 3))
    # The last letter of a new word each time: a text that was scored before is kept.
    words = [a + b + c for a in LETTERS for b in LETTERS for c in LETTERS]
    typed = [" " + word for word in chance.sample(words, keys)]
    expected = scores([(reference, candidate + word) for word in typed])
    inspector = Inspector(reference, candidate)
    times = []
    for word, f1 in zip(typed, expected):
        os.write(inspector.terminal, word[:-1].encode())
        inspector.draw(inspector.read(SILENCE))
        start = time.perf_counter()
        os.write(inspector.terminal, word[-1].encode())
        shown = inspector.draw(inspector.read(SILENCE), f1)
        if shown is None:
            print("\n".join(inspector.screen.display), file=sys.stderr)
            sys.exit(f"keystroke.py: {f1} was not shown after {word!r}")
        times.append((shown - start) * 1e3)
        os.write(inspector.terminal, b"\x7f" * len(word))
        inspector.draw(inspector.read(SILENCE))
    last = burst(inspector, reference, candidate, chance)
    inspector.close()
    return statistics.median(times), statistics.quantiles(times, n=100)[98], last


def burst(inspector, reference, candidate, chance):
    """Milliseconds from the last of many quick keys to its F1."""
    text = "".join(chance.choice("aeiou ") for _ in range(BURST - 1)) + "e"
    (f1,) = scores([(reference, candidate + text)])
    chunks = []
    for letter in text:
        due = time.perf_counter() + INTERVAL
        start = time.perf_counter()
        os.write(inspector.terminal, letter.encode())
        while (left := due - time.perf_counter()) > 0:
            if select.select([inspector.terminal], [], [], left)[0]:
                chunks.append((time.perf_counter(), os.read(inspector.terminal, 1 << 16)))
    chunks += inspector.read(4 * SILENCE)
    shown = inspector.draw(chunks, f1)
    if shown is None:
        sys.exit(f"keystroke.py: {f1} was not shown after {text!r}")
    return (shown - start) * 1e3


def main():
    keys = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    chance = random.Random(1)
    print("| tokens | key to F1, ms | p99 | last of 80 keys at 40 a second, ms |\n|---|---|---|---|")
    for tokens in SIZES:
        median, p99, last = measure(tokens, keys, chance)
        print(f"| {tokens} | {median:.1f} | {p99:.1f} | {last:.1f} |", flush=True)
        summary.row(f"[a key in the inspector](#a-key-in-the-inspector), {tokens} tokens, to its F1", "", f"{median:.1f} ms, p99 {p99:.1f} ms", "")


main()
