"""Gives the caller's IDF weights to the program."""

from __future__ import annotations

import json
import math
import operator
from collections import defaultdict
from collections.abc import Mapping

from ._corpus import Corpus
from ._errors import InputError


class Weights(Corpus):
    """Weights by token id, as bert_score's ``idf=dict``. All other ids have the default of a defaultdict, or are errors."""

    def __init__(self, given: Mapping[object, object]) -> None:
        if not given:
            raise InputError("idf is an empty dictionary; pass a weight for each token id, or idf=False")
        weights = {_token_id(key): _weight(f"token {key}", weight) for key, weight in given.items()}
        if isinstance(given, defaultdict) and given.default_factory is not None:
            weights["default"] = _weight("all other tokens", given.default_factory())
        # In lines, because the program limits their length.
        self._fill(b"#bertscope-weights 1\n" + json.dumps(weights, indent=0).encode())


def _token_id(key: object) -> str:
    try:
        token = -1 if isinstance(key, bool) else operator.index(key)  # type: ignore[arg-type]
    except TypeError:
        token = -1
    if not 0 <= token < 1 << 32:
        raise InputError(f"idf has the key {key!r}, which is not a token id; use ids from the tokenizer, such as {{101: 0.0}}")
    return str(token)


def _weight(name: str, value: object) -> float:
    try:
        weight = math.nan if isinstance(value, str) else float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError, OverflowError):
        weight = math.nan
    if not 0 <= weight < math.inf:
        raise InputError(f"idf gives {name} the weight {value!r}; a weight is a finite number, 0 or more")
    return weight
