"""Columns of pandas in, columns out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ._errors import InputError
from ._score import _number, answers
from ._settings import Settings
from ._texts import line, text

if TYPE_CHECKING:
    import pandas


def score_frame(
    df: pandas.DataFrame, candidate: str = "candidate", reference: str | Sequence[str] = "reference", **settings: Any
) -> pandas.DataFrame:
    """The columns ``precision``, ``recall`` and ``f1`` of each row, with the rows' own index.

    ``df.join(bertscope.score_frame(df, "candidate", "reference"))`` puts them beside the others. ``reference`` may name
    several columns. ``settings`` are ``model_type``, ``num_layers``, ``lang``, ``idf``, ``rescale_with_baseline``,
    ``baseline_path`` and ``device`` of :func:`bertscope.score`. Raises as ``score`` does; a cell without a text is named by
    its row and column.
    """
    import pandas

    names = [reference] if isinstance(reference, str) else list(reference)
    for name in [candidate, *names]:
        if name not in df.columns:
            raise InputError(f"there is no column {name!r}; there are {', '.join(map(repr, df.columns))}")
    if not names:
        raise InputError("reference names no column; give at least one")

    def column(name: str) -> list[str]:
        return [text(f"row {label!r} of column {name!r}", value) for label, value in zip(df.index, df[name])]

    candidates, references = column(candidate), [column(name) for name in names]
    lines = [line(c, list(r)) for c, *r in zip(candidates, *references)]
    try:
        wanted = Settings(**settings)
    except TypeError as error:
        raise InputError(str(error).replace("Settings.__new__()", "score_frame()")) from None
    rows = answers(wanted, lines) if lines else []
    columns = {name: [_number(row[name]) for row in rows] for name in ("precision", "recall", "f1")}
    return pandas.DataFrame(columns, index=df.index, dtype=float)
