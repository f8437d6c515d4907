"""Errors and warnings; every message says what to do."""

from __future__ import annotations

import re

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


def in_python(sentence: str) -> str:
    """A message of the program, with its options replaced by the arguments of this module."""

    def name(found: re.Match[str]) -> str:
        return _NAMES.get(found[1], found[0])

    # A call has all of its references.
    sentence = re.sub(r" ?IDF was counted over the \d+ references? of this input alone\.", "", sentence)
    sentence = sentence.replace('or a "default" weight for all other ids', "or use a defaultdict for all other ids")
    return re.sub(r"'?--([a-z]+)(?: <[A-Z]+>)?'?", name, sentence)
