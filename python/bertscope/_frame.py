"""Scores the rows of a data frame of pandas or polars."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, overload

from ._errors import InputError
from ._result import NAMES
from ._score import Row, answers
from ._settings import Settings
from ._texts import SKIP, check_missing, line, optional_text, present

if TYPE_CHECKING:
    import pandas
    import polars

    class ScoreColumns(pandas.DataFrame):
        """The scores. Unlike any data frame, its columns have different names, so it can be the arguments of ``assign``."""

        def __getitem__(self, name: str) -> pandas.Series[Any]: ...  # type: ignore[override]


@overload
def score_frame(
    df: pandas.DataFrame,
    candidate: str = ...,
    reference: str | Sequence[str] = ...,
    *,
    prefix: str = ...,
    missing: str = ...,
    **settings: Any,
) -> ScoreColumns: ...


@overload
def score_frame(
    df: polars.DataFrame,
    candidate: str = ...,
    reference: str | Sequence[str] = ...,
    *,
    prefix: str = ...,
    missing: str = ...,
    **settings: Any,
) -> polars.DataFrame: ...


def score_frame(
    df: Any,
    candidate: str = "candidate",
    reference: str | Sequence[str] = "reference",
    *,
    prefix: str = "",
    missing: str = "error",
    **settings: Any,
) -> Any:
    """Scores each row; returns the columns ``precision``, ``recall``, ``f1`` and ``note``, in pandas with the index of ``df``.

    ``df.assign(**bertscope.score_frame(df, candidate="hyp", reference="ref"))`` adds them to the other columns in pandas, with any
    index, and ``df.with_columns(bertscope.score_frame(df))`` in polars. ``reference`` may name several columns, and a cell may be a
    list of references. ``note`` says what you need to know to read the score, such as that a text is empty or was truncated; it is
    empty for most rows. ``prefix`` is put before the names of the new columns, for a second setting. ``missing`` is what happens
    to rows with None, NaN or NA in place of a text: ``"error"``, ``"skip"`` (no scores; ``note`` says why) or ``"zero"``. ``settings`` are
    ``model_type``, ``num_layers``, ``lang``, ``idf``, ``rescale_with_baseline``, ``baseline_path``, ``device``, ``program`` and ``long`` of
    :func:`bertscope.score`. Raises as ``score`` does; errors name the row by its label in the index and its position, from 0.
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
    advice = f"leave such rows out with {leave_out}, or fill in a text, {SKIP}"
    check_missing(missing)
    labels = list(range(len(df)) if is_polars else df.index)

    def row_name(position: int) -> str:
        label = labels[position]
        return f"row {label!r}" + ("" if type(label) is int and label == position else f" (position {position})")

    def cells(name: str) -> list[tuple[str, Any, Any, str, str]]:
        column = df[name].to_list()
        return [(f"{row_name(i)} of column {name!r}", value, column, advice, missing) for i, value in enumerate(column)]

    candidates = [optional_text(*cell) for cell in cells(candidate)]
    references = [[present(*cell) for cell in cells(name)] for name in names]
    lines = [
        line(c, [text for several in r for text in several], missing=missing) for c, *r in zip(candidates, *references)
    ]
    rows = answers(wanted, lines, Row.read, name=row_name) if lines else []
    scores = {f"{prefix}{name}": [row.scores[name] for row in rows] for name in NAMES}
    notes = {f"{prefix}note": [row.note for row in rows]}
    if is_polars:
        import polars

        schema = {**dict.fromkeys(scores, polars.Float64), **dict.fromkeys(notes, polars.String)}
        return polars.DataFrame({**scores, **notes}, schema=schema)
    import pandas

    return pandas.DataFrame(scores, index=df.index, dtype=float).assign(**notes)
