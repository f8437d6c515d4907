"""Finds the program among the scripts that were installed with this module, and runs it."""

from __future__ import annotations

import os
import sys
import sysconfig
from collections.abc import Iterator, Sequence
from typing import Any

from ._corpus import Corpus, path_of
from ._errors import BertscopeError, InputError, in_python

VARIABLE = "BERTSCOPE_PROGRAM"
"""The environment variable with the path of another program, such as one built from source."""


def _candidates() -> Iterator[str]:
    name = "bertscope" + (sysconfig.get_config_var("EXE") or "")
    yield os.path.join(sysconfig.get_path("scripts"), name)
    user = sysconfig.get_preferred_scheme("user")
    yield os.path.join(sysconfig.get_path("scripts", user), name)
    # pip install --target, and --prefix: next to the module, and above lib/python3.x/site-packages.
    folder = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
    for _ in range(4):
        yield os.path.join(folder, "Scripts" if os.name == "nt" else "bin", name)
        folder = os.path.dirname(folder)


def find_program() -> str:
    """The path of the program. Raises BertscopeError if there is none."""
    named = os.environ.get(VARIABLE)
    if named:
        if not os.path.isfile(named):
            raise BertscopeError(f"{VARIABLE} is {named}, which is not a file; set it to the path of the program, or unset it")
        return named
    for path in _candidates():
        if os.path.isfile(path):
            return path
    raise BertscopeError(
        "the program bertscope is not installed with this module; run `pip install --force-reinstall bertscope`, or set "
        f"{VARIABLE} to the path of the program"
    )


def cannot_start(program: str, error: OSError) -> str:
    """The message for a program that the system cannot start."""
    import platform

    machine = f"{sys.platform} on {platform.machine()}"
    return (
        f"{program} does not start on this machine ({machine}): {error.strerror or error}; "
        "`pip install --force-reinstall bertscope` installs the program for it, if there is one"
    )


def from_one_wheel(program: str) -> str:
    """What to do about a program that behaves unlike the one that belongs to this module."""
    unset = f", or unset {VARIABLE}" if os.environ.get(VARIABLE) else ""
    return f"install {program} and this module from the same wheel{unset}"


def run_once(arguments: Sequence[str], corpus: Corpus | None, given: bytes = b"") -> bytes:
    """What one run of the program prints; ``corpus`` has the texts or weights for ``--idf``."""
    import subprocess  # Takes longer to import than the rest of the module.

    program = find_program()
    command = [program, *arguments]
    options: dict[str, Any] = {}
    opened = corpus.open() if corpus is not None else None
    if opened is not None:
        command.append(f"--idf={path_of(opened)}")
        if os.name == "posix":
            options["pass_fds"] = (opened.fileno(),)
    try:
        done: subprocess.CompletedProcess[bytes] = subprocess.run(command, input=given, capture_output=True, **options)
    except OSError as error:
        raise BertscopeError(cannot_start(program, error)) from error
    finally:
        if opened is not None:
            opened.close()
    if done.returncode:
        message = done.stderr.decode(errors="replace").strip().rpartition("bertscope: ")[2]
        message = in_python(message or f"the program bertscope ended with {done.returncode}")
        raise (InputError if done.returncode == 2 else BertscopeError)(message)
    return done.stdout
