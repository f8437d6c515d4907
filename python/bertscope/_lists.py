"""``match`` and ``identify``: questions over whole lists, each answered by one run of the program."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, Union

from ._corpus import as_lines
from ._errors import BertscopeError, InputError
from ._program import find_program, from_one_wheel, run_once
from ._result import WRONG, number, scores, text
from ._settings import PathLike, Settings
from ._texts import line, references, texts


class Match(NamedTuple):
    """A reference of a candidate, by its index, with its scores."""

    reference: int
    precision: float
    recall: float
    f1: float


class Matches(NamedTuple):
    """The best references of each candidate."""

    best: list[list[Match]]
    """For each candidate its best references, that of the highest F1 first."""
    uncovered: list[int]
    """The indices of the references that no candidate lists."""
    signature: str


class IdentifiedSetting(NamedTuple):
    """Settings that give a number, or nearly do."""

    arguments: dict[str, Any]
    """The arguments of :func:`bertscope.score` for these settings."""
    programs: list[str]
    """All programs that compute these scores."""
    measures: list[str]
    """Which of precision, recall and f1 each number is."""
    precision: float
    recall: float
    f1: float
    difference: float
    """The largest difference from the numbers."""
    signature: str


class Identification(NamedTuple):
    """What :func:`identify` found."""

    agreeing: int
    """How many settings agree. If there is none, ``settings`` has the nearest."""
    expected_by_chance: float
    """How many of the compared numbers would agree by chance."""
    settings: list[IdentifiedSetting]
    """The nearest first; at most eight."""


def match(candidates: Iterable[str], references: Iterable[str], top: int = 3, **settings: Any) -> Matches:
    """Scores every candidate with every reference; returns the best references of each candidate.

    Each text is embedded once, so that 1,000 × 1,000 texts take about twice as long as their embedding. Indices are counted from 0. A
    line break in a text counts as a space. ``top`` is how many references to list for each candidate. ``settings`` are
    ``model_type``, ``num_layers``, ``lang``, ``idf``, ``rescale_with_baseline``, ``baseline_path``, ``device``, ``program`` and ``long``
    of :func:`bertscope.score`. Raises InputError for invalid arguments, and BertscopeError with the program's message.
    """
    import tempfile  # Takes longer to import than the rest of the module.

    if isinstance(top, bool) or not isinstance(top, int) or top < 1:
        raise InputError(f"top is {top!r}; use a number of references, at least 1")
    try:
        wanted = Settings(**settings)
    except TypeError as error:
        raise InputError(str(error).replace("Settings.__init__()", "match()")) from None
    lists = {"candidate": texts("candidates", candidates), "reference": texts("references", references)}
    for name, found in lists.items():
        if not found:
            raise InputError(f"{name}s is an empty list; pass at least one text")
    with tempfile.TemporaryDirectory(prefix="bertscope-") as folder:
        arguments = ["match", f"--top={top}", "--lines", "--json", *wanted.arguments()]
        for name, found in lists.items():
            path = os.path.join(folder, name)
            with open(path, "wb") as file:
                file.write(as_lines(found))
            arguments.append(f"--{name}={path}")
        answer = _answer(arguments, wanted)
    try:
        best = [[_match(found) for found in candidate["matches"]] for candidate in answer["candidates"]]
        return Matches(best, [_index(found) for found in answer["uncovered"]], text(answer["signature"]))
    except WRONG as error:
        raise _wrong(error) from error


def identify(
    cands: Iterable[str],
    refs: Iterable[Union[str, Iterable[str]]],
    *numbers: float | str,
    model_type: PathLike | Sequence[PathLike] | None = None,
    lang: str | None = None,
    device: str | int | None = None,
) -> Identification:
    """Finds the settings that give a number, which was printed elsewhere: layer, IDF, rescaling and program.

    ``numbers`` are one to three of P, R and F1 in any order, means over the pairs, with the digits with which they were printed: as
    text, ``"0.930"`` keeps its zero. ``model_type`` may be several models; the other arguments are those of
    :func:`bertscope.score`. Raises InputError for invalid arguments, and BertscopeError with the program's message.
    """
    candidates, sources = texts("cands", cands), references("refs", refs)
    if len(candidates) != len(sources):
        counts = f"candidates ({len(candidates)}) and references ({len(sources)})"
        raise InputError(f"the numbers of {counts} differ; pass one entry of refs for each candidate")
    if not candidates:
        raise InputError("cands is an empty list; pass at least one text")
    models = [model_type] if model_type is None or isinstance(model_type, (str, os.PathLike)) else list(model_type)
    arguments = ["identify", "-", *map(str, numbers), "--json"]
    arguments += ["--candidate-column=candidate", "--reference-column=references"]
    for model in models:
        arguments += Settings(model).arguments()
    wanted = Settings(lang=lang, device=device)
    arguments += wanted.arguments()
    answer = _answer(arguments, wanted, b"".join(line(c, r) for c, r in zip(candidates, sources)))
    names = {} if model_type is None else {os.path.basename(os.fspath(model or "")): model for model in models}
    try:
        found = [_identified(setting, names) for setting in answer["settings"]]
        return Identification(int(answer["agreeing"]), number(answer["by_chance"]["expected"]), found)
    except WRONG as error:
        raise _wrong(error) from error


def _match(found: dict[str, Any]) -> Match:
    return Match(reference=_index(found), **scores(found))


def _index(found: dict[str, Any]) -> int:
    """A line as an index."""
    if type(found["line"]) is not int or found["line"] < 1:
        raise TypeError("not a line")
    return int(found["line"]) - 1


def _identified(found: dict[str, Any], names: dict[str, PathLike | None]) -> IdentifiedSetting:
    arguments: dict[str, Any] = {"num_layers": found["layer"], "rescale_with_baseline": found["rescale"]}
    arguments["idf"] = {"off": False, "references": True, "table": "bundled"}[found["idf"]]
    arguments["program"] = text(found["programs"][0])
    if names:
        model = text(found["model"])
        arguments["model_type"] = names.get(os.path.basename(model), model)
    return IdentifiedSetting(
        arguments, found["programs"], found["measures"], **scores(found),
        difference=number(found["difference"]), signature=text(found["signature"]),
    )


def _answer(arguments: list[str], settings: Settings, given: bytes = b"") -> dict[str, Any]:
    """The object that the program prints."""
    printed = run_once(arguments, settings.corpus, given)
    try:
        answer: dict[str, Any] = json.loads(printed)
    except ValueError as error:
        raise _wrong(error) from error
    return answer


def _wrong(error: Exception) -> BertscopeError:
    return BertscopeError(f"the program bertscope gave a wrong result ({error}); {from_one_wheel(find_program())}")
