"""Results of the program, checked: it may be another version, or another program."""

from __future__ import annotations

import json
import math
from typing import Any, NoReturn

WRONG = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)
"""What reading a wrong result raises."""

NAMES = ("precision", "recall", "f1")


def parse(line: bytes, number: int) -> dict[str, Any]:
    """The result of the request with this number."""
    result: dict[str, Any] = json.loads(line, parse_constant=_refuse)
    if type(result["id"]) is not int or result["id"] != number:
        raise ValueError("the result of another request")
    return result


def text(value: object) -> str:
    """A text that can be encoded."""
    if not isinstance(value, str):
        raise TypeError("not a text")
    value.encode()
    return value


def scores(values: dict[str, Any]) -> dict[str, float]:
    """Precision, recall and F1."""
    return {name: number(values[name]) for name in NAMES}


def number(value: object) -> float:
    """A number; NaN if it is undefined."""
    if value is None:
        return math.nan
    if type(value) not in (int, float) or not math.isfinite(value):  # type: ignore[arg-type]
        raise TypeError("not a number")
    return float(value)  # type: ignore[arg-type]


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is not JSON")
