"""The names of ``bert_score.utils``: its tables, ``get_hash``, and functions that say what to use instead."""

from __future__ import annotations

import json
import os
import subprocess
from collections import defaultdict
from functools import lru_cache
from typing import Any

from ._errors import BertscopeError
from ._names import REPLACED, stand_in
from ._program import find_program
from ._score import score
from ._settings import PathLike

lang2model = defaultdict(
    lambda: "bert-base-multilingual-cased",
    {
        "en": "roberta-large",
        "zh": "bert-base-chinese",
        "tr": "dbmdz/bert-base-turkish-cased",
        "en-sci": "allenai/scibert_scivocab_uncased",
    },
)
"""The model of a language."""

model2layers: dict[str, int]
"""The default layer of each model that ``bert_score`` knows. The program has the table."""

_UNKNOWN_THERE = ("sentence-transformers/all-MiniLM-L6-v2", "answerdotai/ModernBERT-base")
"""Models that only the program knows."""


def get_hash(
    model: PathLike,
    num_layers: int,
    idf: object,
    rescale_with_baseline: bool,
    use_custom_baseline: bool,
    use_fast_tokenizer: bool,
) -> str:
    """The signature of scores with these settings, without what identifies the tables. Opens the model."""
    signature = score([], [], model, num_layers, return_hash=True, use_fast_tokenizer=use_fast_tokenizer)[1]
    start, fast, _ = signature.partition("_fast-tokenizer")
    if idf:
        name, _, version = start.rpartition("_no-idf_")
        start = f"{name}_idf_{version}"
    if isinstance(idf, dict):
        start += "-custom-idf"
    if rescale_with_baseline:
        start += "-custom-rescaled" if use_custom_baseline else "-rescaled"
    return start + fast


@lru_cache(maxsize=1)
def _model2layers() -> dict[str, int]:
    # Without a cache, whose models it would list, too.
    environment = {**os.environ, "HF_HUB_CACHE": os.devnull}
    try:
        done = subprocess.run([find_program(), "models", "--json"], capture_output=True, check=True, env=environment)
        models = [json.loads(line) for line in done.stdout.splitlines()]
        known = {model["name"]: model["layer"] for model in models if model["place"] == "known" and model["layer"] is not None}
        return {name: layer for name, layer in known.items() if name not in _UNKNOWN_THERE}
    except (OSError, subprocess.SubprocessError, ValueError, LookupError, TypeError) as error:
        raise BertscopeError(f"the program bertscope did not list its models: {error}") from error


def __getattr__(name: str) -> Any:
    if name == "model2layers":
        return _model2layers()
    if name in REPLACED:
        return stand_in(name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
