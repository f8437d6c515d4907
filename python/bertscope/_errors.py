"""What can go wrong, each with a sentence that says what to do."""

from __future__ import annotations


class BertscopeError(Exception):
    """The program refused something, or could not go on. The message is the program's sentence."""


class InputError(BertscopeError, ValueError):
    """The arguments of a call mean nothing. Nothing was computed."""
