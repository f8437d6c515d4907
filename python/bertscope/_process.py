"""A running program: it reads one pair per line and writes one result per line."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import threading
from collections import deque
from collections.abc import Sequence
from typing import Any

from ._errors import BertscopeError, in_python
from ._program import cannot_start, find_program

_SMALL = 4096
"""Bytes that fit an empty pipe on every system, so that they can be written without a thread."""


class Gone(Exception):
    """The program had ended before it received anything, so a new one can be used."""


class Process:
    """A program and its pipes. Calls are served one after the other, from any thread."""

    def __init__(self, arguments: Sequence[str]) -> None:
        program = find_program()
        # Ctrl-C is for Python, which ends the program. Without this, the terminal would send the signal to both.
        apart: dict[str, Any] = (
            {"start_new_session": True}
            if os.name == "posix"
            else {"creationflags": getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)}
        )
        try:
            self._popen = subprocess.Popen(
                [program, *arguments],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                **apart,
            )
        except OSError as error:
            raise BertscopeError(cannot_start(program, error)) from error
        self._lock = threading.Lock()
        self._asked = False
        self._messages: deque[str] = deque(maxlen=20)
        self._listener = threading.Thread(target=self._listen, name="bertscope messages", daemon=True)
        self._listener.start()

    def ask(self, lines: Sequence[bytes], *, last: bool = False) -> list[dict[str, Any]]:
        """The results, one for each line. ``last`` means that no further lines will follow.

        Raises BertscopeError if the program ends first. After this and any other exception, such as
        KeyboardInterrupt, the program is ended, because results for these lines could still arrive.
        """
        with self._lock:
            if self._asked and self._popen.poll() is not None:
                self.end()
                raise Gone
            self._asked = True
            try:
                return self._answers(b"".join(lines), len(lines), last)
            except BaseException:
                self.end()
                raise

    def _answers(self, text: bytes, count: int, last: bool) -> list[dict[str, Any]]:
        assert self._popen.stdout is not None
        writer = None
        if len(text) > _SMALL:
            # The program writes results while it reads lines, and both pipes may be full.
            writer = threading.Thread(target=self._write, args=(text, last), name="bertscope pairs", daemon=True)
            writer.start()
        else:
            self._write(text, last)
        answers = []
        for _ in range(count):
            line = self._popen.stdout.readline()
            if not line.endswith(b"\n"):
                raise BertscopeError(self._last_words())
            answers.append(json.loads(line))
        if writer is not None:
            writer.join()
        return answers

    def _write(self, text: bytes, last: bool) -> None:
        assert self._popen.stdin is not None
        try:
            self._popen.stdin.write(text)
            self._popen.stdin.flush()
            if last:
                self._popen.stdin.close()
        except (OSError, ValueError):
            pass  # It has ended; reading its results finds out why.

    def _listen(self) -> None:
        assert self._popen.stderr is not None
        with self._popen.stderr as messages:
            for line in messages:
                self._messages.append(line.decode("utf-8", "replace").rstrip())

    def _last_words(self) -> str:
        """Why the program ended: its own message, or the signal that killed it."""
        code = self._popen.wait()
        self._listener.join(timeout=1)
        if code < 0:
            try:
                name = signal.Signals(-code).name
            except ValueError:
                name = f"signal {-code}"
            return f"the program bertscope was killed ({name}) before it finished; the next call starts it again"
        _, _, sentence = "\n".join(self._messages).rpartition("bertscope: ")
        # A message about an option has another prefix, and ends with advice for the command line.
        sentence = sentence.removeprefix("error: ").partition("\n\n")[0]
        return in_python(" ".join(sentence.split())) or (
            f"the program bertscope ended with exit code {code} before it finished; the next call starts it again"
        )

    def end(self) -> None:
        """Ends the program, which has no state to lose."""
        if self._popen.poll() is None:
            self._popen.kill()
            self._popen.wait()
        self._listener.join(timeout=1)
        for pipe in (self._popen.stdin, self._popen.stdout):
            try:
                if pipe is not None:
                    pipe.close()
            except (OSError, ValueError):
                pass

    def end_if_idle(self) -> bool:
        """Ends the program unless it is busy. A thread that was about to use it gets :class:`Gone`."""
        if not self._lock.acquire(blocking=False):
            return False
        try:
            self._asked = True
            self.end()
        finally:
            self._lock.release()
        return True

    def disown(self) -> None:
        """In a forked child: releases the parent's program, whose pipes the child shares.

        Nothing is flushed to the pipes, because the parent may have been in the middle of a write: buffered data goes to
        the null device.
        """
        self._popen.returncode = 0
        null = os.open(os.devnull, os.O_RDWR)
        for pipe in (self._popen.stdin, self._popen.stdout, self._popen.stderr):
            if pipe is not None and not pipe.closed:
                os.dup2(null, pipe.fileno(), inheritable=False)
        os.close(null)
