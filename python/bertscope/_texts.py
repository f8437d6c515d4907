"""Texts from a caller, checked before the program sees them."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from ._errors import InputError


def text(name: str, value: object) -> str:
    """The value, where it is a text that can be encoded. ``name`` says where it stands."""
    if not isinstance(value, str):
        missing = value is None or value != value
        what = f"is {value!r}" if missing else f"is of type {type(value).__name__}"
        advice = "; leave such rows out, or fill in a text" if missing else "; pass str(...) if that is meant"
        raise InputError(f"{name} {what}, not a text{advice}")
    try:
        value.encode()
    except UnicodeEncodeError as error:
        raise InputError(f"{name} has half a character (a lone surrogate) at index {error.start}; remove it") from None
    return str(value)


def texts(name: str, values: object) -> list[str]:
    """A list of texts."""
    return [text(f"{name}[{i}]", value) for i, value in enumerate(_several(name, values))]


def references(name: str, values: object) -> list[list[str]]:
    """For each candidate a list of references, of which there may be one without a list."""
    found = []
    for i, value in enumerate(_several(name, values)):
        own = f"{name}[{i}]"
        if isinstance(value, str) or not isinstance(value, Iterable):
            found.append([text(own, value)])
            continue
        several = texts(own, value)
        if not several:
            raise InputError(f"{own} is an empty list; give at least one reference")
        found.append(several)
    return found


def _several(name: str, values: object) -> list[Any]:
    if isinstance(values, (str, bytes)):
        raise InputError(f"{name} is one text; put it in a list: [{name}]")
    if not isinstance(values, Iterable):
        raise InputError(f"{name} is of type {type(values).__name__}; give a list of texts")
    return list(values)


def line(candidate: str, references: list[str], ask: dict[str, Any] | None = None) -> bytes:
    """A pair as the program reads it."""
    pair: dict[str, Any] = {"candidate": candidate, "references": references}
    if ask is not None:
        pair["ask"] = ask
    return json.dumps(pair, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
