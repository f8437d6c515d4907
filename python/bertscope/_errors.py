"""What can go wrong, each with a sentence that says what to do."""

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
}
"""The arguments of the module that are options of the program."""


class BertscopeError(Exception):
    """The program refused something, or could not go on. The message is the program's sentence."""


class InputError(BertscopeError, ValueError):
    """The arguments of a call mean nothing. Nothing was computed."""


class BertscopeWarning(UserWarning):
    """Scores that mean less than they seem to: a text is empty, or was cut, or a number does not exist."""


def in_python(sentence: str) -> str:
    """A sentence of the program with the names that its options have here."""

    def name(found: re.Match[str]) -> str:
        return _NAMES.get(found[1], found[0])

    return re.sub(r"'?--([a-z]+)(?: <[A-Z]+>)?'?", name, sentence)
