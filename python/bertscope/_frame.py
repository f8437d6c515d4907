"""Scores the rows of a pandas data frame."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ._errors import InputError
from ._result import NAMES
from ._score import Row, answers
from ._settings import Settings
from ._texts import line, one_or_several, text

if TYPE_CHECKING:
    import pandas


def score_frame(
    df: pandas.DataFrame,
    candidate: str = "candidate",
    reference: str | Sequence[str] = "reference",
    *,
    prefix: str = "",
    **settings: Any,
) -> pandas.DataFrame:
    """Scores each row; returns the columns ``precision``, ``recall``, ``f1`` and ``note``, with the index of ``df``.

    ``df.assign(**bertscope.score_frame(df, candidate="hyp", reference="ref"))`` adds them to the other columns, with any
    index. ``reference`` may name several columns, and a cell may be a list of references. ``note`` says what you need to know to
    read the score, such as that a text is empty or was truncated; it is empty for most rows. ``prefix`` is put before the names of the new
    columns, for a second setting. ``settings`` are ``model_type``, ``num_layers``, ``lang``, ``idf``,
    ``rescale_with_baseline``, ``baseline_path``, ``device`` and ``program`` of :func:`bertscope.score`. Raises as ``score`` does; the error for a
    cell without a text names its row and column.
    """
    import pandas

    names = [reference] if isinstance(reference, str) else list(reference)
    for name in [candidate, *names]:
        if name not in df.columns:
            raise InputError(f"no column {name!r} (found: {', '.join(map(repr, df.columns))})")
        if isinstance(df[name], pandas.DataFrame):
            raise InputError(f"several columns are named {name!r}; rename all but one")
    if not names:
        raise InputError("reference is an empty list; name at least one column")
    try:
        wanted = Settings(**settings)
    except TypeError as error:
        raise InputError(str(error).replace("Settings.__init__()", "score_frame()")) from None
    advice = f"leave such rows out with df.dropna(subset={[candidate, *names]!r}), or fill in a text"

    def cells(name: str) -> list[tuple[str, Any, Any, str]]:
        return [(f"row {label!r} of column {name!r}", value, df[name], advice) for label, value in zip(df.index, df[name])]

    candidates = [text(*cell) for cell in cells(candidate)]
    references = [[one_or_several(*cell) for cell in cells(name)] for name in names]
    lines = [line(c, [text for several in r for text in several]) for c, *r in zip(candidates, *references)]
    rows = answers(wanted, lines, Row.read) if lines else []
    scores = {f"{prefix}{name}": [row.scores[name] for row in rows] for name in NAMES}
    frame = pandas.DataFrame(scores, index=df.index, dtype=float)
    return frame.assign(**{f"{prefix}note": [row.note for row in rows]})
