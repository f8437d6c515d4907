"""Scores the rows of a data frame of pandas or polars."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from ._errors import InputError
from ._result import NAMES
from ._score import Row, answers
from ._settings import Settings
from ._texts import line, one_or_several, text

if TYPE_CHECKING:
    import pandas
    import polars

Frame = TypeVar("Frame", bound="pandas.DataFrame | polars.DataFrame")


def score_frame(
    df: Frame,
    candidate: str = "candidate",
    reference: str | Sequence[str] = "reference",
    *,
    prefix: str = "",
    **settings: Any,
) -> Frame:
    """Scores each row; returns the columns ``precision``, ``recall``, ``f1`` and ``note``, in pandas with the index of ``df``.

    ``df.assign(**bertscope.score_frame(df, candidate="hyp", reference="ref"))`` adds them to the other columns in pandas, with any
    index, and ``df.with_columns(bertscope.score_frame(df))`` in polars. ``reference`` may name several columns, and a cell may be a
    list of references. ``note`` says what you need to know to read the score, such as that a text is empty or was truncated; it is
    empty for most rows. ``prefix`` is put before the names of the new columns, for a second setting. ``settings`` are ``model_type``, ``num_layers``, ``lang``, ``idf``,
    ``rescale_with_baseline``, ``baseline_path``, ``device``, ``program`` and ``long`` of :func:`bertscope.score`. Raises as ``score`` does; the error for a
    cell without a text names its row and column.
    """
    is_polars = type(df).__module__.partition(".")[0] == "polars"
    if is_polars and not hasattr(df, "rows"):
        raise InputError(f"df is a {type(df).__name__} of polars, not a data frame; call collect() first")
    names = [reference] if isinstance(reference, str) else list(reference)
    for name in [candidate, *names]:
        if name not in df.columns:
            raise InputError(f"no column {name!r} (found: {', '.join(map(repr, df.columns))})")
        if hasattr(df[name], "columns"):
            raise InputError(f"several columns are named {name!r}; rename all but one")
    if not names:
        raise InputError("reference is an empty list; name at least one column")
    try:
        wanted = Settings(**settings)
    except TypeError as error:
        raise InputError(str(error).replace("Settings.__init__()", "score_frame()")) from None
    leave_out = f"df.drop_nulls({[candidate, *names]!r})" if is_polars else f"df.dropna(subset={[candidate, *names]!r})"
    advice = f"leave such rows out with {leave_out}, or fill in a text"
    labels = range(len(df)) if is_polars else df.index  # type: ignore[union-attr]

    def cells(name: str) -> list[tuple[str, Any, Any, str]]:
        column = df[name].to_list()
        return [(f"row {label!r} of column {name!r}", value, column, advice) for label, value in zip(labels, column)]

    candidates = [text(*cell) for cell in cells(candidate)]
    references = [[one_or_several(*cell) for cell in cells(name)] for name in names]
    lines = [line(c, [text for several in r for text in several]) for c, *r in zip(candidates, *references)]
    rows = answers(wanted, lines, Row.read) if lines else []
    scores = {f"{prefix}{name}": [row.scores[name] for row in rows] for name in NAMES}
    notes = {f"{prefix}note": [row.note for row in rows]}
    if is_polars:
        import polars

        schema = {**dict.fromkeys(scores, polars.Float64), **dict.fromkeys(notes, polars.String)}
        return polars.DataFrame({**scores, **notes}, schema=schema)  # type: ignore[return-value]
    import pandas

    return pandas.DataFrame(scores, index=labels, dtype=float).assign(**notes)  # type: ignore[return-value]
