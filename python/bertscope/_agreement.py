"""``agreement``: how well scores agree with human scores, and which setting agrees best."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Sequence
from typing import Any

from ._corpus import path_of
from ._errors import BertscopeError, InputError, in_python
from ._program import cannot_start, find_program
from ._settings import Idf, PathLike, Settings
from ._texts import references as reference_lists, texts

RANKED_BY = ("pearson", "spearman", "kendall")
"""The coefficients by which settings are ranked."""


class Agreement(dict[str, Any]):
    """The agreement as plain data (docs/agreement.md lists the fields), printed as the tables of the program."""

    def __init__(self, data: dict[str, Any], tables: str) -> None:
        super().__init__(data)
        self.tables = tables
        """What ``bertscope score --human`` prints."""

    def __str__(self) -> str:
        return self.tables


def agreement(
    cands: Sequence[str],
    refs: Sequence[str] | Sequence[Sequence[str]],
    human: Iterable[float | None],
    *,
    groups: Sequence[str] | None = None,
    systems: Sequence[str] | None = None,
    segments: Sequence[object] | None = None,
    all_settings: bool | str = False,
    model_type: PathLike | None = None,
    num_layers: int | None = None,
    lang: str | None = None,
    idf: Idf = False,
    rescale_with_baseline: bool = False,
    baseline_path: PathLike | None = None,
    device: str | int | None = None,
    program: str | None = None,
    long: str | None = None,
) -> Agreement:
    """How well P, R and F1 agree with human scores, with 95% bootstrap intervals: ``agreement(cands, refs, ratings)["mean"]``.

    The coefficients are Pearson's, Spearman's and Kendall's, and pairwise accuracy with tie calibration. None and NaN in ``human`` mean
    that the candidate was not judged. With ``groups``, such as language pairs, coefficients are computed within each and averaged.
    With ``systems``, the name of the system that wrote each candidate, the pairwise accuracy compares the candidates of a segment, and
    ``"system_level"`` says how well the order of the systems agrees; candidates of a segment have the same references, and the same
    entry of ``segments`` if it is given. ``all_settings`` ranks every layer, with and without IDF, P, R and F1 and word overlap by
    Pearson's coefficient, or by the named one, as ``"settings"``, each tested against the settings of this call.

    The other settings are those of :func:`bertscope.score`. Raises InputError and BertscopeError as it does.
    """
    settings = Settings(model_type, num_layers, lang, idf, rescale_with_baseline, baseline_path, device, program, long)
    columns: dict[str, list[Any]] = {
        "candidate": list(texts("cands", cands)),
        "references": list(reference_lists("refs", refs)),
        "human": [_human(f"human[{i}]", value) for i, value in enumerate(human)],
    }
    for name, values in (("groups", groups), ("systems", systems)):
        if values is not None:
            columns[name] = list(texts(name, values))
    if segments is not None:
        columns["id"] = [str(segment) for segment in segments]
    count = len(columns["candidate"])
    if not count:
        raise InputError("cands is an empty list; pass at least one candidate")
    for name, column in columns.items():
        if len(column) != count:
            raise InputError(f"there are {count} candidates, but {len(column)} entries of {name}; pass one for each candidate")
    options = ["--human=human", *settings.arguments()]
    options += ["--by=groups"] if groups is not None else []
    options += ["--system-column=systems"] if systems is not None else []
    if all_settings:
        by = "pearson" if all_settings is True else all_settings
        if by not in RANKED_BY:
            raise InputError(f"all_settings is {all_settings!r}; use True or one of {', '.join(map(repr, RANKED_BY))}")
        options.append(f"--all-settings={by}")
    rows = [dict(zip(columns, values)) for values in zip(*columns.values())]
    return _run(settings, options, "".join(json.dumps(row) + "\n" for row in rows))


def _human(name: str, value: object) -> float | None:
    if value is None or value != value:
        return None
    try:
        return float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        raise InputError(f"{name} is {value!r}, not a number; pass None where the candidate was not judged") from None


def _run(settings: Settings, options: list[str], lines: str) -> Agreement:
    import subprocess  # Takes longer to import than the rest of the module.
    import tempfile

    executable = find_program()
    platform: dict[str, Any] = {}
    with tempfile.TemporaryDirectory(prefix="bertscope-") as folder:
        pairs, summary = os.path.join(folder, "pairs.jsonl"), os.path.join(folder, "summary.json")
        with open(pairs, "w", encoding="utf-8") as file:
            file.write(lines)
        corpus = settings.corpus.open() if settings.corpus is not None else None
        if corpus is not None:
            options = [*options, f"--idf={path_of(corpus)}"]
            if os.name == "posix":
                platform["pass_fds"] = (corpus.fileno(),)
        try:
            command = [executable, "score", pairs, *options, "--format=summary", f"--summary={summary}"]
            ran = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8", **platform)
        except OSError as error:
            raise BertscopeError(cannot_start(executable, error)) from error
        finally:
            if corpus is not None:
                corpus.close()
        if ran.returncode:
            message = in_python(ran.stderr.strip().removeprefix("bertscope: ").replace(pairs, "the pairs"))
            raise (InputError if ran.returncode == 2 else BertscopeError)(message)
        with open(summary, encoding="utf-8") as file:
            found = json.load(file)
    data = dict(found.pop("human"), signature=found["signature"])
    return Agreement(data, ran.stdout)
