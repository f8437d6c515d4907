"""``score``, with the argument names and order of ``bert_score.score``."""

from __future__ import annotations

import re
import sys
import time
import warnings
from collections.abc import Iterable, Iterator
from typing import Any, Literal, Protocol, Union, overload

from . import _pool
from ._errors import BertscopeError, BertscopeWarning, InputError, in_python
from ._settings import Idf, PathLike, Settings
from ._texts import line, references, texts

_ARGUMENTS = ("score", "-", "--json", "--candidate-column=candidate", "--reference-column=references")


class Numbers(Protocol):
    """A list of floats, or a numpy array if numpy is installed. With ``all_layers``, one row for each layer."""

    def __len__(self) -> int: ...
    def __getitem__(self, index: Any, /) -> Any: ...
    def __iter__(self) -> Iterator[Any]: ...


Scores = tuple[Numbers, Numbers, Numbers]
References = Iterable[Union[str, Iterable[str]]]


@overload
def score(
    cands: Iterable[str],
    refs: References,
    model_type: PathLike | None = ...,
    num_layers: int | None = ...,
    verbose: bool = ...,
    idf: Idf = ...,
    device: str | int | None = ...,
    batch_size: int = ...,
    nthreads: int = ...,
    all_layers: bool = ...,
    lang: str | None = ...,
    return_hash: Literal[False] = ...,
    rescale_with_baseline: bool = ...,
    baseline_path: PathLike | None = ...,
    use_fast_tokenizer: bool = ...,
) -> Scores: ...


@overload
def score(
    cands: Iterable[str],
    refs: References,
    model_type: PathLike | None = ...,
    num_layers: int | None = ...,
    verbose: bool = ...,
    idf: Idf = ...,
    device: str | int | None = ...,
    batch_size: int = ...,
    nthreads: int = ...,
    all_layers: bool = ...,
    lang: str | None = ...,
    *,
    return_hash: Literal[True],
    rescale_with_baseline: bool = ...,
    baseline_path: PathLike | None = ...,
    use_fast_tokenizer: bool = ...,
) -> tuple[Scores, str]: ...


def score(
    cands: Iterable[str],
    refs: References,
    model_type: PathLike | None = None,
    num_layers: int | None = None,
    verbose: bool = False,
    idf: Idf = False,
    device: str | int | None = None,
    batch_size: int = 64,
    nthreads: int = 4,
    all_layers: bool = False,
    lang: str | None = None,
    return_hash: bool = False,
    rescale_with_baseline: bool = False,
    baseline_path: PathLike | None = None,
    use_fast_tokenizer: bool = False,
) -> Scores | tuple[Scores, str]:
    """BERTScore of each candidate: precision, recall and F1.

    A drop-in replacement for ``bert_score.score``, except that the results are numpy arrays (lists of floats without numpy) instead of
    tensors, and that without ``model_type`` and ``lang`` the bundled all-MiniLM-L6-v2 is used.

    cands: the candidates.
    refs: for each candidate a reference, or a list of references; the best counts, as in bert_score.
    model_type: a model of the hub, or a folder. A model of the hub is downloaded on first use.
    num_layers: the layer to compare. Default: the model's default layer.
    verbose: whether to print the time to standard error.
    idf: True counts over the references of this call; a list of texts, or the path of a corpus or of a table of
        ``bertscope idf``, counts over that; ``"bundled"`` is general English. A dictionary, or a JSON file of one, has the
        weight of each token id; a defaultdict also that of all other ids, which are errors otherwise.
    device: cpu, and in programs built for them cuda and metal.
    batch_size, nthreads: no effect. The program decides, and uses all cores.
    all_layers: the scores at every layer, as rows of a table.
    lang: the language, which selects the model as in bert_score, and the published baseline.
    return_hash: whether to return ``((P, R, F), hash)``.
    rescale_with_baseline, baseline_path: as in bert_score; the bundled model has its own baseline.
    use_fast_tokenizer: True is an error, because only slow tokenizers are supported.

    The candidates come first, but in :func:`bertscope.explain` the reference does: use keywords if you use both.

    An undefined number is NaN. A :class:`bertscope.BertscopeWarning` says how many pairs have a note, such as that a
    text is empty or was truncated, and quotes the first. Raises InputError for invalid arguments, and BertscopeError with the
    program's message for errors of the program.
    """
    if use_fast_tokenizer:
        raise InputError("use_fast_tokenizer=True is not supported: only slow tokenizers are; leave it out")
    candidates, sources = texts("cands", cands), references("refs", refs)
    if len(candidates) != len(sources):
        counts = f"candidates ({len(candidates)}) and references ({len(sources)})"
        raise InputError(f"the numbers of {counts} differ; pass one entry of refs for each candidate")
    settings = Settings(model_type, num_layers, lang, idf, rescale_with_baseline, baseline_path, device)
    start = time.perf_counter()
    # Without pairs there is no result that has the hash or the number of layers.
    lines = [line(c, r) for c, r in zip(candidates, sources)] or [line("a", ["a"])]
    rows = answers(settings, lines, ("--all-layers",) if all_layers else ())
    if verbose:
        seconds = time.perf_counter() - start
        # No pairs per second: repeated texts are embedded only once.
        print(f"done in {seconds:.2f} seconds, pairs: {len(candidates)}", file=sys.stderr)
    signature = rows[0]["signature"]
    layers = range(len(rows[0]["layers"])) if all_layers else range(0)
    rows = rows[: len(candidates)]
    _warn([note(row) for row in rows])

    def numbers(name: str) -> Numbers:
        if all_layers:
            return _array([[_number(row["layers"][i][name]) for row in rows] for i in layers])
        return _array([_number(row[name]) for row in rows])

    scores = (numbers("precision"), numbers("recall"), numbers("f1"))
    return (scores, signature) if return_hash else scores


def answers(settings: Settings, lines: list[bytes], options: tuple[str, ...] = ()) -> list[dict[str, Any]]:
    """The program's result for each pair. Raises BertscopeError for the first pair that it cannot score."""
    arguments = (*_ARGUMENTS, *options, *settings.arguments())
    if settings.counts_references:
        # The program counts over all references before it scores the first pair.
        found = _pool.ask_once(arguments, lines)
    else:
        found = _pool.ask((options, settings.key()), arguments, lines)
    for i, answer in enumerate(found):
        if "error" in answer:
            # The program counts the pairs of all calls, and names the field of a question.
            sentence = re.sub(r'^(pair \d+|standard input, line \d+):? |"ask" cannot be answered: ', "", answer["error"])
            sentence = in_python(sentence)
            raise BertscopeError(f"pair {i}: {sentence}" if len(lines) > 1 else sentence)
    return found


def note(row: dict[str, Any]) -> str:
    """What you need to know to read a score; may be empty."""
    return in_python(row.get("note", ""))


def _warn(notes: list[str]) -> None:
    """Warns the caller of ``score`` once, even if many pairs have a note."""
    noted = [i for i, sentence in enumerate(notes) if sentence]
    if noted:
        count = f"{len(noted)} of {len(notes)} pairs {'has' if len(noted) == 1 else 'have'} a note; the first is "
        where = f"{count}cands[{noted[0]}]: " if len(notes) > 1 else ""
        warnings.warn(where + notes[noted[0]], BertscopeWarning, stacklevel=3)


def _number(value: float | None) -> float:
    return float("nan") if value is None else value


def _array(values: list[Any]) -> Numbers:
    try:
        import numpy
    except ImportError:
        return values
    array: Numbers = numpy.array(values, dtype=float)
    return array
