"""BERTScore for the rows of an Apache Spark data frame: each Python worker runs the program on one core."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from .._corpus import Corpus, as_lines
from .._errors import BertscopeError, InputError
from .._frame import score_frame as _score_pandas
from .._program import find_program
from .._texts import one_or_several

if TYPE_CHECKING:
    import pandas
    from pyspark.sql import DataFrame


def score_frame(
    df: DataFrame,
    candidate: str = "candidate",
    reference: str | Sequence[str] = "reference",
    *,
    prefix: str = "",
    **settings: Any,
) -> DataFrame:
    """``df`` with the columns of :func:`bertscope.score_frame`, whose arguments these are.

    ``idf=True`` reads the references once before they are scored, and counts over all rows; the scores are those of one machine.
    Install bertscope on every machine.
    """
    from pyspark.sql.types import StructType

    names = [reference] if isinstance(reference, str) else list(reference)
    if settings.get("idf") is True:
        settings["idf"] = count_idf(df, names, **{name: settings.get(name) for name in ("model_type", "lang", "program")})

    def score(parts: Iterator[pandas.DataFrame]) -> Iterator[pandas.DataFrame]:
        os.environ.setdefault("RAYON_NUM_THREADS", "1")
        for part in parts:
            yield part.assign(**_score_pandas(part, candidate, names, prefix=prefix, **settings))

    new = [f"{prefix}{name}" for name in ("precision", "recall", "f1", "note")]
    df = df.drop(*new)
    schema = StructType(list(df.schema.fields))
    for name in new[:3]:
        schema.add(name, "double")
    return df.mapInPandas(score, schema.add(new[3], "string"))


class IdfTable(Corpus):
    """Document frequencies, in the format of ``bertscope idf``."""

    def __init__(self, counts: dict[int, int], documents: int) -> None:
        rows = "".join(f"{token}\t{count}\n" for token, count in sorted(counts.items()))
        self._fill(f"#bertscope-idf 1\n#documents {documents}\n#source Spark\n{rows}".encode())


def count_idf(
    df: DataFrame,
    reference: str | Sequence[str] = "reference",
    *,
    model_type: str | None = None,
    lang: str | None = None,
    program: str | None = None,
) -> IdfTable:
    """The number of texts with each token, over all rows: the ``idf`` of :func:`score_frame`, for several calls."""
    names = [reference] if isinstance(reference, str) else list(reference)
    if program not in (None, "bert_score"):
        raise InputError(f"idf=True counts the tokens of bert_score, not of {program!r}; leave program out")
    model = model_type
    if model is None and lang is not None:
        from ..utils import lang2model

        model = lang2model[lang.lower()]

    def count(parts: Iterator[pandas.DataFrame]) -> Iterator[pandas.DataFrame]:
        import pandas

        texts = (text for part in parts for name in names for cell in part[name] for text in one_or_several(name, cell))
        yield pandas.DataFrame(_count(texts, model), columns=["token", "texts"], dtype="int64")

    counted = df.select(*names).mapInPandas(count, "token long, texts long").groupBy("token").sum("texts").collect()
    counts = {int(token): int(texts) for token, texts in counted}
    return IdfTable(counts, counts.pop(_DOCUMENTS, 0))


_DOCUMENTS = -1
"""In place of a token, for the number of texts."""


def _count(texts: Iterable[str], model: str | None) -> list[tuple[int, int]]:
    """The counts of the texts of a partition, by ``bertscope idf``."""
    lines = as_lines(texts)
    if not lines:
        return []
    command = [find_program(), "idf", "-", *([] if model is None else [f"--model={model}"])]
    done = subprocess.run(command, input=lines, capture_output=True, env={**os.environ, "RAYON_NUM_THREADS": "1"})
    if done.returncode != 0:
        raise BertscopeError(done.stderr.decode("utf-8", "replace").strip().removeprefix("bertscope: "))
    header, *table = [line for line in done.stdout.decode().splitlines() if not line.startswith(("#source", "#tokenizer"))][1:]
    rows = (line.split("\t") for line in table)
    return [(_DOCUMENTS, int(header.split()[1])), *((int(token), int(texts)) for token, texts in rows)]
