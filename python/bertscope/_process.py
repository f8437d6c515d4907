"""A running program: it reads one pair per line and writes one result per line."""

from __future__ import annotations

import itertools
import os
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from queue import Empty, SimpleQueue
from typing import Any, TypeVar

from ._corpus import Corpus, path_of
from ._errors import BertscopeError, BertscopeWarning, in_python
from ._program import cannot_start, find_program, from_one_wheel
from ._result import WRONG, parse, text

T = TypeVar("T")

_PATIENCE = 60
"""Seconds without a sign of life after which the program is ended. It gives one every five seconds."""

_MAX_LINE_BYTES = 1 << 30
"""A longer result is none."""

_MIN_TURN, _MAX_TURN = 4, 512
_MIN_SECONDS, _MAX_SECONDS = 0.4, 0.8
"""Lines that a call sends before other calls have their turn, and the time that they should take."""

Results = SimpleQueue["tuple[int, bytes] | None"]
"""For one call: the number of a request and the line that should answer it. ``_ALIVE`` is a sign of life, None the end."""

_ALIVE = (0, b"")


class Gone(BertscopeError):
    """The program was ended for another reason than this call, so a new one can be used."""

    def __init__(self) -> None:
        super().__init__("the program bertscope was ended during the call; call again")


class Refused(Exception):
    """The program cannot score a pair, of which the index and the program's sentence are given. It remains usable."""

    def __init__(self, index: int, sentence: str) -> None:
        super().__init__(index, sentence)
        self.index, self.sentence = index, sentence


def _thread(pipe: str, target: Callable[[], None]) -> threading.Thread:
    """A thread that alone uses one pipe of a program. Python does not wait for it at exit."""
    return threading.Thread(target=target, name=f"bertscope {pipe}", daemon=True)


def _warn_of_wait(awaited: str, seconds: float) -> None:
    import warnings

    warnings.warn(
        f"still waiting for {awaited} after {seconds:.0f} seconds; the program bertscope is at work: it may be downloading or opening "
        "a model, or the texts are long or many",
        BertscopeWarning,
        stacklevel=7,  # The caller of score.
    )


class Process:
    """A program and its pipes, each with a thread of its own that alone uses and closes it.

    Calls may come from any thread, and from a signal handler during another call: they share no lock, only queues.
    """

    def __init__(self, arguments: Sequence[str], corpus: Corpus | None = None) -> None:
        import subprocess  # Takes longer to import than the rest of the module.

        self._program = find_program()
        self._corpus = corpus.open() if corpus is not None else None
        if self._corpus is not None:
            arguments = [*arguments, f"--idf={path_of(self._corpus)}"]
        # Ctrl-C is for Python, which ends the program. Without this, the terminal would send the signal to both.
        if os.name == "posix":
            platform: dict[str, Any] = {"start_new_session": True}
            if self._corpus is not None:
                platform["pass_fds"] = (self._corpus.fileno(),)
        else:
            platform = {"creationflags": getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)}
        try:
            self._popen = subprocess.Popen(
                [self._program, *arguments],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                # Unbuffered, because a buffer has a lock that a forked child could never take again.
                bufsize=0,
                **platform,
            )
        except BaseException as error:
            if self._corpus is not None:
                self._corpus.close()
            if isinstance(error, OSError):
                raise BertscopeError(cannot_start(self._program, error)) from error
            raise
        self._owner = os.getpid()
        self._is_killed = False
        self._is_new = True
        self._is_ready = False
        self._turn = 32
        self._turns: SimpleQueue[tuple[Sequence[bytes], Results, bool] | None] = SimpleQueue()
        self._awaited: deque[tuple[int, Results]] = deque()
        self._calls: set[Results] = set()
        self._messages: deque[str] = deque(maxlen=20)
        self._reason: str | None = None
        """Why the program ended; empty if a call or Python ended it."""
        self._listener = _thread("messages", self._listen)
        self._reader = _thread("results", self._read)
        self._writer = _thread("pairs", self._write)
        try:
            for thread in (self._listener, self._reader, self._writer):
                thread.start()
        except BaseException as error:
            self.end()
            if isinstance(error, RuntimeError):  # Too many threads, or Python is about to exit.
                raise BertscopeError(f"cannot start a thread for the program bertscope: {error}") from error
            raise

    def check(self) -> None:
        """Returns when the program has accepted its arguments. It opens the model later, for the first line."""
        with self._call() as results:
            if not self._is_ready:
                self._next(results, "its start")

    def ask(
        self, lines: Sequence[bytes], read: Callable[[dict[str, Any]], T], awaited: str, *, last: bool = False
    ) -> list[T]:
        """What ``read`` makes of each line's result. ``last`` means that no further lines will follow.

        ``awaited`` says in messages what each result is. A wait of more than a minute gives a warning.

        Raises Refused for the first pair that cannot be scored, and BertscopeError if the program ends first or a result
        is wrong. After this and any other exception, such as KeyboardInterrupt, the program is ended.
        """
        found: list[T] = []
        is_slow = False
        with self._call() as results:
            while len(found) < len(lines):
                turn = lines if last else lines[len(found) : len(found) + self._turn]
                end = len(found) + len(turn)
                start = time.monotonic()
                self._turns.put((turn, results, last))
                received = start
                while len(found) < end:
                    awaited_pair = awaited if len(lines) == 1 else f"{awaited} of pair {len(found)} of {len(lines)}"
                    number, line = self._next(results, awaited_pair)
                    now = time.monotonic()
                    if number:
                        found.append(self._result(number, line, len(found), read))
                        received = now
                    elif now - received > _PATIENCE and not is_slow:
                        is_slow = True
                        _warn_of_wait(awaited_pair, now - received)
                seconds = time.monotonic() - start
                if seconds > _MAX_SECONDS:
                    self._turn = max(len(turn) // 2, _MIN_TURN)
                elif seconds < _MIN_SECONDS and len(turn) == self._turn:
                    self._turn = min(len(turn) * 2, _MAX_TURN)
        return found

    @contextmanager
    def _call(self) -> Iterator[Results]:
        results: Results = SimpleQueue()
        is_first = self._is_new
        self._is_new = False
        self._calls.add(results)
        try:
            if self._reason is not None:
                # A program that ends at once would do so again.
                raise BertscopeError(self._reason) if self._reason and is_first else Gone
            yield results
        except Refused:
            raise
        except BaseException:
            self.end()
            raise
        finally:
            self._calls.discard(results)

    def _next(self, results: Results, awaited: str) -> tuple[int, bytes]:
        # Counts short waits: when a computer is suspended, the program is, too.
        for _ in range(_PATIENCE):
            try:
                result = results.get(timeout=1)
            except Empty:
                continue
            if result is None:
                raise BertscopeError(self._reason) if self._reason else Gone
            return result
        raise BertscopeError(
            f"the program bertscope gave no sign of life for {_PATIENCE} seconds of waiting for {awaited} and was ended; try again, or "
            + from_one_wheel(self._program)
        )

    def _result(self, number: int, line: bytes, index: int, read: Callable[[dict[str, Any]], T]) -> T:
        try:
            result = parse(line, number)
            if "error" not in result:
                return read(result)
            refused = Refused(index, text(result["error"]))
        except WRONG:
            start = line[:60].decode("utf-8", "replace").rstrip()
            raise BertscopeError(
                f"the program bertscope gave a wrong result, {start!r}, and was ended; {from_one_wheel(self._program)}"
            ) from None
        raise refused

    def _write(self) -> None:
        numbers = itertools.count(1)
        assert self._popen.stdin is not None
        try:
            with self._popen.stdin as pipe:
                for lines, results, is_last in iter(self._turns.get, None):
                    numbered = bytearray()
                    for line, number in zip(lines, numbers):
                        self._awaited.append((number, results))
                        numbered += b'{"id":%d,' % number + line[1:]
                    rest = memoryview(numbered)
                    while rest:
                        rest = rest[pipe.write(rest) :]
                    if is_last:
                        return
        except Exception:
            # Normally the program has ended, and the reader finds out why.
            self._reader.join(timeout=2)
            self.end("the program bertscope closed its input; the next call starts it again")

    def _read(self) -> None:
        reason = "the results of the program bertscope cannot be read or are too long; the next call starts it again"
        assert self._popen.stdout is not None
        try:
            with self._popen.stdout as pipe, open(pipe.fileno(), "rb", closefd=False) as lines:
                while (line := lines.readline(_MAX_LINE_BYTES)).endswith(b"\n"):
                    if line == b"\n":
                        self._is_ready = True
                        for waiting in tuple(self._calls):
                            waiting.put(_ALIVE)
                    else:
                        number, results = self._awaited.popleft()
                        results.put((number, line))
            if len(line) < _MAX_LINE_BYTES:
                reason = self._last_words()
        except IndexError:
            reason = f"the program bertscope gave a result without a request, and was ended; {from_one_wheel(self._program)}"
        finally:
            self.end(reason)

    def _listen(self) -> None:
        assert self._popen.stderr is not None
        with self._popen.stderr as pipe, open(pipe.fileno(), "rb", closefd=False) as lines:
            while line := lines.readline(1 << 16):
                self._messages.append(line.decode("utf-8", "replace").rstrip())

    def _last_words(self) -> str:
        """Why the program ended: its own message, or the signal that killed it."""
        import signal

        self._kill(patience=1)
        self._listener.join(timeout=1)
        code = self._popen.returncode or 0
        if code < 0:
            try:
                name = signal.Signals(-code).name
            except ValueError:
                name = f"signal {-code}"
            return f"the program bertscope was killed ({name}) before it finished; the next call starts it again"
        _, _, sentence = "\n".join(self._messages).rpartition("bertscope: ")
        # A message about an option has another prefix, and ends with advice for the command line.
        sentence = sentence.removeprefix("error: ").partition("\n\n")[0]
        if "unexpected argument" in sentence:
            return f"the program bertscope has other options than this module expects; {from_one_wheel(self._program)}"
        return in_python(" ".join(sentence.split())) or (
            f"the program bertscope ended with exit code {code} before it finished; the next call starts it again"
        )

    def _kill(self, patience: float = 0) -> None:
        """Ends the program and what it started: asks it to end, and kills it if it does not within a second.

        ``patience`` is the time, in seconds, for its own end before that.
        """
        import signal
        from subprocess import TimeoutExpired

        with suppress(TimeoutExpired):
            self._popen.wait(patience)
        # Only once, because the number of the process group may then be another's; and never the parent's program.
        if not self._is_killed and os.getpid() == self._owner:
            self._is_killed = True
            try:
                if os.name == "posix":
                    # The program removes unfinished files, such as those of a download, when it is asked to end.
                    self._signal_group(signal.SIGTERM)
                    with suppress(TimeoutExpired):
                        self._popen.wait(1)
            finally:
                if os.name == "posix":
                    self._signal_group(signal.SIGKILL)
                else:
                    self._popen.kill()
        with suppress(TimeoutExpired):
            self._popen.wait(1)

    def _signal_group(self, number: int) -> None:
        with suppress(OSError):
            os.killpg(self._popen.pid, number)

    def end(self, reason: str = "") -> None:
        """Ends the program, which has no state to lose. Calls that wait for it get the reason or, without one, ``Gone``."""
        if self._reason is None:
            self._reason = reason
        try:
            self._kill()
        finally:
            if self._corpus is not None:
                self._corpus.close()
        self._turns.put(None)
        for results in tuple(self._calls):
            results.put(None)

    def end_if_idle(self) -> bool:
        """Ends the program unless it is busy. A thread that was about to use it gets :class:`Gone`."""
        if self._calls:
            return False
        self.end()
        return True

    def disown(self) -> None:
        """In a forked child: leaves the program to the parent, and closes the child's ends of the pipes."""
        self._popen.returncode = 0
        for pipe in (self._popen.stdin, self._popen.stdout, self._popen.stderr):
            if pipe is not None:
                pipe.close()
        self.end()
