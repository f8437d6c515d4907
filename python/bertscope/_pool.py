"""The running programs, one for each recently used combination of settings."""

from __future__ import annotations

import atexit
import os
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence
from typing import TypeVar

from ._corpus import Corpus
from ._process import Gone, Process, Refused

T = TypeVar("T")

_MOST = 4
"""Maximum number of running programs: each has a model in memory."""

_processes: OrderedDict[Hashable, Process] = OrderedDict()
_lock = threading.RLock()
"""Reentrant, because a signal handler may call the module during any call."""


def use(key: Hashable, arguments: Sequence[str], corpus: Corpus | None, call: Callable[[Process], T]) -> T:
    """Calls the program with these arguments, which is started if it is not running. ``key`` identifies it."""
    while True:
        process = _process(key, arguments, corpus)
        try:
            return call(process)
        except Refused:
            raise
        except Gone:
            _forget(key, process)
        except BaseException:
            _forget(key, process)
            raise


def use_once(arguments: Sequence[str], call: Callable[[Process], T]) -> T:
    """Calls a new program, which is ended afterwards."""
    process = Process(arguments)
    try:
        return call(process)
    finally:
        process.end()


def close() -> None:
    """Ends the running programs; the next call starts them again. This also happens when Python exits."""
    with _lock:
        processes = list(_processes.values())
        _processes.clear()
    for process in processes:
        process.end()


def _process(key: Hashable, arguments: Sequence[str], corpus: Corpus | None) -> Process:
    with _lock:
        process = _processes.get(key)
        if process is None:
            # Ends the least recently used one first.
            for other, idle in list(_processes.items()):
                if len(_processes) >= _MOST and idle.end_if_idle():
                    _processes.pop(other, None)
            process = Process(arguments, corpus)
        # A signal handler may have started another in the meantime.
        known = _processes.pop(key, process)
        _processes[key] = process
    if known is not process:
        known.end()
    return process


def _forget(key: Hashable, process: Process) -> None:
    with _lock:
        if _processes.get(key) is process:
            del _processes[key]


def _after_fork() -> None:
    global _lock
    _lock = threading.RLock()
    for process in _processes.values():
        process.disown()
    _processes.clear()


atexit.register(close)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
