"""The program of the wheel opens the inspector in a terminal, with no Rust in sight."""

import os
import select
import shutil
import struct
import sys
import time

import pytest

pty = pytest.importorskip("pty")
fcntl = pytest.importorskip("fcntl")
termios = pytest.importorskip("termios")


def test_the_inspector_opens_and_quits(tmp_path):
    assert shutil.which("cargo") is None, "run python/test.sh, which takes cargo off the path"
    child, terminal = pty.fork()
    if child == 0:
        os.environ.update(XDG_STATE_HOME=str(tmp_path), TERM="xterm-256color")
        fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 100, 0, 0))
        os.execv(sys.executable, [sys.executable, "-m", "bertscope", "-r", "the ferry leaves", "-c", "the boat departs"])
    drawn, status, deadline = b"", None, time.monotonic() + 20
    is_asked = False
    try:
        while status is None and time.monotonic() < deadline:
            if select.select([terminal], [], [], 0.1)[0]:
                try:
                    drawn += os.read(terminal, 65536)
                except OSError:  # Linux says so at the end of a terminal.
                    pass
            if not is_asked and b"ferry" in drawn and b"F1" in drawn:
                is_asked = True
                os.write(terminal, b"\x11")  # Ctrl-q
            ended, code = os.waitpid(child, os.WNOHANG)
            status = os.waitstatus_to_exitcode(code) if ended else None
    finally:
        if status is None:
            os.kill(child, 9)
            os.waitpid(child, 0)
    assert status == 0 and is_asked, drawn[-2000:]
