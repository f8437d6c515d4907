#!/usr/bin/env python3
"""Measures the time from process start to the first frame and to the first score on screen, memory and idle CPU (Unix only).

    cargo build --release && python3 benches/startup.py [RUNS]

Opens the inspector in a pseudo terminal of 120x40 and reads its output until the example's F1 appears. Prints
medians and ranges in milliseconds, resident memory, and the processor time of three idle seconds.
"""
import fcntl
import os
import pathlib
import pty
import select
import statistics
import struct
import sys
import termios
import time

import summary

PROGRAM = pathlib.Path(__file__).resolve().parent.parent / "target/release/bertscope"
FRAME, SCORE = b"Reference", b".71634"


def run(idle):
    start = time.perf_counter()
    process, terminal = pty.fork()
    if process == 0:
        os.environ.update(TERM="xterm-256color", COLORTERM="truecolor")
        os.execv(PROGRAM, [PROGRAM, "--no-session", "--theme", "dark"])
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
    drawn, frame, silent = b"", None, True
    while SCORE not in drawn:
        if not select.select([terminal], [], [], 10)[0]:
            sys.exit("startup.py: the score did not come within 10 seconds")
        drawn += os.read(terminal, 1 << 16)
        if silent and b"\x1b[c" in drawn:    # answered as terminals do, on which the first frame waits
            os.write(terminal, b"\x1b]11;rgb:0000/0000/0000\x07\x1b[?62c")
            silent = False
        if frame is None and FRAME in drawn:
            frame = time.perf_counter() - start
    score = time.perf_counter() - start
    with open(f"/proc/{process}/status") as status:
        memory = next(int(line.split()[1]) / 1024 for line in status if line.startswith("VmHWM"))
    ticks = None
    if idle:
        ticks = -cpu(process)
        time.sleep(3)
        ticks += cpu(process)
    os.write(terminal, b"\x03")
    try:
        while os.read(terminal, 1 << 16):
            pass
    except OSError:
        pass                                # the terminal has gone with the program
    os.waitpid(process, 0)
    return frame * 1e3, score * 1e3, memory, ticks


def cpu(process):
    with open(f"/proc/{process}/stat") as stat:
        return sum(map(int, stat.read().rsplit(")", 1)[1].split()[11:13]))


def main():
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 15
    run(False)                              # the first one reads the program from the disk
    results = [run(i == runs - 1) for i in range(runs)]
    print("| | |\n|---|---|")
    for name, column in (("first frame", 0), ("first score", 1)):
        times = [r[column] for r in results]
        found = f"{statistics.median(times):.0f} ms ({min(times):.0f} to {max(times):.0f})"
        print(f"| {name} | {found} |")
        summary.row(f"[startup](#startup), from process start to the {name}", "", found, "")
    print(f"| peak memory | {max(r[2] for r in results):.0f} MB |")
    print(f"| CPU time in 3 idle seconds | {results[-1][3] / os.sysconf('SC_CLK_TCK'):.2f} s |")


main()
