"""The running programs, one for each recently used combination of settings."""

from __future__ import annotations

import atexit
import os
import threading
from collections import OrderedDict
from collections.abc import Hashable, Sequence
from typing import Any

from ._process import Gone, Process

_MOST = 4
"""Maximum number of running programs: each has a model in memory."""

_processes: OrderedDict[Hashable, Process] = OrderedDict()
_lock = threading.Lock()


def ask(key: Hashable, arguments: Sequence[str], lines: Sequence[bytes]) -> list[dict[str, Any]]:
    """Sends lines to the program with these arguments, which is started if it is not running. ``key`` identifies it."""
    while True:
        process = _process(key, arguments)
        try:
            return process.ask(lines)
        except Gone:
            _forget(key, process)
        except BaseException:
            _forget(key, process)
            raise


def ask_once(arguments: Sequence[str], lines: Sequence[bytes]) -> list[dict[str, Any]]:
    """Sends lines to a new program and closes its input, so that it knows that these are all lines."""
    process = Process(arguments)
    try:
        return process.ask(lines, last=True)
    finally:
        process.end()


def close() -> None:
    """Ends the running programs; the next call starts them again. This also happens when Python exits."""
    with _lock:
        processes = list(_processes.values())
        _processes.clear()
    for process in processes:
        process.end()


def _process(key: Hashable, arguments: Sequence[str]) -> Process:
    with _lock:
        process = _processes.get(key)
        if process is None:
            # Ends the least recently used one first.
            for other in list(_processes):
                if len(_processes) >= _MOST and _processes[other].end_if_idle():
                    del _processes[other]
            process = _processes[key] = Process(arguments)
        _processes.move_to_end(key)
        return process


def _forget(key: Hashable, process: Process) -> None:
    with _lock:
        if _processes.get(key) is process:
            del _processes[key]


def _after_fork() -> None:
    global _lock
    _lock = threading.Lock()
    for process in _processes.values():
        process.disown()
    _processes.clear()


atexit.register(close)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
