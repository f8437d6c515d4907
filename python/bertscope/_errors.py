"""Errors and warnings; every message says what to do."""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager

_NAMES = {
    "model": "model_type",
    "layer": "num_layers",
    "lang": "lang",
    "idf": "idf",
    "rescale": "rescale_with_baseline",
    "baseline": "baseline_path",
    "device": "device",
    "as": "program",
    "long": "long",
}
"""The arguments of the module that correspond to options of the program."""


class BertscopeError(Exception):
    """The program rejected its input, stopped, or gave a wrong result. The message says what to do."""


class InputError(BertscopeError, ValueError):
    """The arguments of a call are invalid. Nothing was computed."""


class BertscopeWarning(UserWarning):
    """Scores to read with care: a text is empty or was truncated, or a number is undefined."""


@contextmanager
def enough_files() -> Iterator[None]:
    """Raises BertscopeError if Python has too many open files: importing a module or starting a program needs a few."""
    try:
        yield
    except (OSError, ImportError, BertscopeError) as error:
        cause = error.__cause__ if isinstance(error, BertscopeError) else error
        is_exhausted = isinstance(cause, OSError) and cause.errno in (errno.EMFILE, errno.ENFILE)
        # The reason why a library of numpy cannot be opened is only in the message.
        if is_exhausted or isinstance(cause, ImportError) and os.strerror(errno.EMFILE) in str(cause):
            raise BertscopeError(
                "Python has too many open files to start the program bertscope; close files that are not needed, or raise the "
                "limit, such as with `ulimit -n 4096` before Python starts"
            ) from cause
        raise


def in_python(sentence: str) -> str:
    """A message of the program, with its options replaced by the arguments of this module."""

    def name(found: re.Match[str]) -> str:
        return _NAMES.get(found[1], found[0])

    # A call has all of its references.
    sentence = re.sub(r" ?IDF was counted over the \d+ references? of this input alone\.", "", sentence)
    sentence = sentence.replace('or a "default" weight for all other ids', "or use a defaultdict for all other ids")
    return re.sub(r"'?--([a-z]+)(?: <[A-Z]+>)?'?", name, sentence)
