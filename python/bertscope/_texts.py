"""Checks the caller's texts before the program receives them."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from ._errors import InputError

LEAVE_OUT = "leave such rows out, or fill in a text"
SKIP = 'or pass missing="skip" for scores of NaN, or missing="zero" for scores of 0'

MISSING = ("error", "skip", "zero")
"""What can happen to pairs of which a text is missing."""


def check_missing(missing: object) -> None:
    """Raises InputError unless it is one of :data:`MISSING`."""
    if missing not in MISSING:
        raise InputError(f'missing is {missing!r}; use one of {", ".join(map(repr, MISSING))}')


def text(name: str, value: object, among: Iterable[object] = (), advice: str = LEAVE_OUT) -> str:
    """Returns the value if it is a text that can be encoded, otherwise raises InputError.

    ``name`` is its name in messages. If the value is missing, the message counts the other missing values ``among`` its neighbours,
    and ``advice`` says what to do about them.
    """
    if not isinstance(value, str):
        raise InputError(f"{name} {_problem(value, among, advice)}")
    try:
        value.encode()
    except UnicodeEncodeError as error:
        raise InputError(f"{name} has half of a surrogate pair at index {error.start}; remove it") from None
    return str(value)


def texts(name: str, values: object) -> list[str]:
    """A list of texts."""
    several = _several(name, values)
    return [text(f"{name}[{i}]", value, several) for i, value in enumerate(several)]


def references(name: str, values: object) -> list[list[str]]:
    """For each candidate a list of references; a single reference need not be in a list."""
    several = _several(name, values)
    return [one_or_several(f"{name}[{i}]", value, several) for i, value in enumerate(several)]


def optional_texts(name: str, values: object, missing: str) -> list[str | None]:
    """A list of texts, with None for missing ones if these are no errors."""
    several = _several(name, values)
    return [optional_text(f"{name}[{i}]", value, several, f"{LEAVE_OUT}, {SKIP}", missing) for i, value in enumerate(several)]


def optional_references(name: str, values: object, missing: str) -> list[list[str]]:
    """For each candidate a list of references, which is empty if they are missing and this is not an error."""
    several = _several(name, values)
    advice = f"{LEAVE_OUT}, {SKIP}"
    return [present(f"{name}[{i}]", value, several, advice, missing) for i, value in enumerate(several)]


def optional_text(name: str, value: object, among: Iterable[object], advice: str, missing: str) -> str | None:
    """A text, or None if it is missing and this is not an error."""
    if missing != "error" and _is_missing(value):
        return None
    return text(name, value, among, advice)


def present(name: str, value: object, among: Iterable[object], advice: str, missing: str) -> list[str]:
    """The references of one candidate that are not missing, if missing ones are no errors."""
    if missing != "error":
        if _is_missing(value):
            return []
        if isinstance(value, Iterable) and not isinstance(value, (str, bytes)):
            found = _several(name, value)
            value = [one for one in found if not _is_missing(one)]
            if found and not value:
                return []
    return one_or_several(name, value, among, advice)


def one_or_several(name: str, value: object, among: Iterable[object] = (), advice: str = LEAVE_OUT) -> list[str]:
    """The references of one candidate: a text, or a list of texts."""
    if isinstance(value, (str, bytes)) or not isinstance(value, Iterable):
        return [text(name, value, among, advice)]
    found = texts(name, value)
    if not found:
        raise InputError(f"{name} is an empty list; pass at least one reference")
    return found


def _problem(value: object, among: Iterable[object], advice: str) -> str:
    if _is_missing(value):
        others = sum(map(_is_missing, among)) - 1
        more = f", and so {'is' if others == 1 else 'are'} {others} more" if others > 0 else ""
        return f"is {value!r}, not a text{more}; {advice}"
    if isinstance(value, bytes):
        what_to_do = "decode it"
    elif isinstance(value, Iterable):
        what_to_do = "pass one text"
    else:
        what_to_do = "pass str(...) if that is meant"
    return f"is of type {type(value).__name__}, not a text; {what_to_do}"


def _is_missing(value: object) -> bool:
    try:
        return value is None or bool(value != value)
    except TypeError:  # pandas.NA is neither equal nor different.
        return True
    except ValueError:  # An array.
        return False


def _several(name: str, values: object) -> list[Any]:
    if isinstance(values, (str, bytes)):
        raise InputError(f"{name} is one text; put it in a list: [{name}]")
    if not isinstance(values, Iterable):
        raise InputError(f"{name} is of type {type(values).__name__}; pass a list of texts")
    # The elements of a pyarrow array are its own objects.
    return list(values.to_pylist() if hasattr(values, "to_pylist") else values)


def line(
    candidate: str | None, references: list[str], ask: dict[str, Any] | None = None, missing: str = "error"
) -> bytes:
    """A pair in the program's input format. Without a text, it says what happens to it."""
    pair: dict[str, Any] = {"candidate": candidate, "references": references or None}
    if candidate is None or not references:
        pair["missing"] = missing
    if ask is not None:
        pair["ask"] = ask
    return json.dumps(pair, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
