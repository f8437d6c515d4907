"""``score``, with the argument names and order of ``bert_score.score``."""

from __future__ import annotations

import re
import sys
import time
import warnings
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias, TypeVar, Union, overload

from . import _pool
from ._errors import BertscopeError, BertscopeWarning, InputError, enough_files, in_python
from ._process import Process, Refused
from ._result import NAMES, scores as _scores, text
from ._settings import Idf, PathLike, Settings, program_of
from ._texts import check_missing, line, optional_references, optional_texts

_ARGUMENTS = ("score", "-", "--json", "--serve", "--candidate-column=candidate", "--reference-column=references")

_MAX_LINE_BYTES = (16 << 20) - 64
"""The program's limit, less its number."""

T = TypeVar("T")

if TYPE_CHECKING:
    import torch

    from ._tensorlike import Array

Numbers: TypeAlias = "Array"
"""An array with the methods of tensors, or a list of floats without numpy. With ``all_layers``, one row for each layer."""

Scores: TypeAlias = "tuple[Array, Array, Array]"
Tensors: TypeAlias = "tuple[torch.Tensor, torch.Tensor, torch.Tensor]"
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
    program: str | None = ...,
    return_tensors: None = ...,
    long: str | None = ...,
    missing: str = ...,
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
    program: str | None = ...,
    return_tensors: None = ...,
    long: str | None = ...,
    missing: str = ...,
) -> tuple[Scores, str]: ...


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
    return_hash: Literal[False] = ...,
    rescale_with_baseline: bool = ...,
    baseline_path: PathLike | None = ...,
    use_fast_tokenizer: bool = ...,
    program: str | None = ...,
    return_tensors: Literal["pt"],
    long: str | None = ...,
    missing: str = ...,
) -> Tensors: ...


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
    program: str | None = ...,
    return_tensors: Literal["pt"],
    long: str | None = ...,
    missing: str = ...,
) -> tuple[Tensors, str]: ...


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
    program: str | None = None,
    return_tensors: str | None = None,
    long: str | None = None,
    missing: str = "error",
) -> Any:
    """BERTScore of each candidate: precision, recall and F1.

    A drop-in replacement for ``bert_score.score``. The results are arrays with the methods of tensors that scripts use, such
    as ``cpu()`` and ``mean(dim=0)``, or lists of floats without numpy. Without ``model_type`` and ``lang``, the bundled
    all-MiniLM-L6-v2 is used.

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
    use_fast_tokenizer: as in bert_score; the same as ``program="bert_score+fast"``.
    program: the program whose scores are computed: ``"bert_score"``, the default, is bert_score 0.3.13 with transformers 4;
        ``"bert_score+transformers5"``, ``"bert_score+fast"`` and ``"torchmetrics"`` differ in tokens or conventions.
    return_tensors: ``"pt"`` returns tensors, if PyTorch is installed.
    long: ``"windows"`` encodes texts beyond the model's limit in overlapping windows; ``"cut"``, the default, cuts them.
    missing: what happens to a pair with None or NaN in place of a text: ``"error"``, ``"skip"`` (its scores are NaN, and a note
        says so) or ``"zero"`` (its scores are 0, as those of an empty text).

    The candidates come first, but in :func:`bertscope.explain` the reference does: use keywords if you use both.

    An undefined number is NaN. A :class:`bertscope.BertscopeWarning` says how many pairs have a note, such as that a
    text is empty or was truncated, and quotes the first. Raises InputError for invalid arguments, and BertscopeError with the
    program's message for errors of the program.
    """
    program = program_of(program, use_fast_tokenizer)
    array([], return_tensors)
    check_missing(missing)
    candidates = optional_texts("cands", cands, missing)
    sources = optional_references("refs", refs, missing)
    if len(candidates) != len(sources):
        counts = f"candidates ({len(candidates)}) and references ({len(sources)})"
        raise InputError(f"the numbers of {counts} differ; pass one entry of refs for each candidate")
    settings = Settings(model_type, num_layers, lang, idf, rescale_with_baseline, baseline_path, device, program, long)
    start = time.perf_counter()
    lines = [line(c, r, missing=missing) for c, r in zip(candidates, sources)]
    # Without a pair that is scored, another one has the hash and the number of layers.
    if missing != "zero" and not any(c is not None and r for c, r in zip(candidates, sources)) or not lines:
        lines.append(line("a", ["a"]))
    layer_counts: list[int] = []

    def read(result: dict[str, Any]) -> Row:
        row = Row.read(result)
        if row.is_skipped:
            return row
        layer_counts.append(len(row.layers))
        if layer_counts[0] != layer_counts[-1] or all_layers != (layer_counts[0] > 0):
            raise ValueError("other layers than those of the first pair")
        return row

    rows = answers(settings, lines, read, ("--all-layers",) if all_layers else ())
    if verbose:
        seconds = time.perf_counter() - start
        # No pairs per second: repeated texts are embedded only once.
        print(f"done in {seconds:.2f} seconds, pairs: {len(candidates)}", file=sys.stderr)
    signature = next(row.signature for row in rows if not row.is_skipped)
    if not candidates and settings.counts_references:
        # The table of the pair that was asked about instead is not part of the result.
        signature = re.sub(",idf=[0-9a-f]+", "", signature)
    rows = rows[: len(candidates)]
    _warn([row.note for row in rows])

    def numbers(name: str) -> Any:
        if all_layers:
            return array([[row.layers[i][name] if row.layers else row.scores[name] for row in rows] for i in range(layer_counts[0])], return_tensors)
        return array([row.scores[name] for row in rows], return_tensors)

    precision, recall, f1 = map(numbers, NAMES)
    return ((precision, recall, f1), signature) if return_hash else (precision, recall, f1)


def answers(
    settings: Settings,
    lines: list[bytes],
    read: Callable[[dict[str, Any]], T],
    options: tuple[str, ...] = (),
    awaited: str = "the score",
    name: Callable[[int], str] = "pair {}".format,
) -> list[T]:
    """What ``read`` makes of each pair's result. Raises BertscopeError for the first pair that cannot be scored.

    In messages, ``awaited`` says what a call waits for, and ``name`` which pair.
    """
    for i, sent in enumerate(lines):
        if len(sent) > _MAX_LINE_BYTES:
            raise InputError(f"{name(i)}: its texts are longer than 16 MB")
    try:
        # The program counts over all references before it scores the first pair.
        return _call(settings, options, lambda process: process.ask(lines, read, awaited, last=settings.counts_references))
    except Refused as refused:
        # The program counts the pairs of all calls, and names the field of a question.
        sentence = re.sub(r'^(pair \d+|standard input, line \d+):? |"ask" cannot be answered: ', "", refused.sentence)
        sentence = in_python(sentence)
        raise BertscopeError(f"{name(refused.index)}: {sentence}" if len(lines) > 1 else sentence) from None


def check(settings: Settings, options: tuple[str, ...] = ()) -> None:
    """Raises BertscopeError for a model's name or a device that the program lacks; no model is opened."""
    _call(settings, options, Process.check)


def _call(settings: Settings, options: tuple[str, ...], call: Callable[[Process], T]) -> T:
    arguments = (*_ARGUMENTS, *options, *settings.arguments())
    with enough_files():
        if settings.counts_references:
            return _pool.use_once(arguments, call)
        return _pool.use((options, settings.key()), arguments, settings.corpus, call)


class Row(NamedTuple):
    """The scores of a pair."""

    scores: dict[str, float]
    layers: list[dict[str, float]]
    signature: str
    note: str
    """What you need to know to read the score; may be empty."""

    @classmethod
    def read(cls, result: dict[str, Any]) -> Row:
        """The row in a result of the program."""
        layers = [_scores(layer) for layer in result.get("layers", ())]
        note = in_python(text(result.get("note", "")))
        if "signature" not in result and note and all(result[name] is None for name in NAMES):
            return cls(_scores(result), [], "", note)
        return cls(_scores(result), layers, text(result["signature"]), note)

    @property
    def is_skipped(self) -> bool:
        """Whether the pair has no scores because a text is missing."""
        return not self.signature


def _warn(notes: list[str]) -> None:
    """Warns the caller of ``score`` once, even if many pairs have a note."""
    noted = [i for i, sentence in enumerate(notes) if sentence]
    if noted:
        count = f"{len(noted)} of {len(notes)} pairs {'has' if len(noted) == 1 else 'have'} a note; the first is "
        where = f"{count}cands[{noted[0]}]: " if len(notes) > 1 else ""
        warnings.warn(where + notes[noted[0]], BertscopeWarning, stacklevel=3)


def array(values: list[Any], return_tensors: str | None) -> Any:
    """The scores in the form that the caller asks for."""
    if return_tensors is not None:
        if return_tensors != "pt":
            raise InputError(f'return_tensors is {return_tensors!r}; use "pt" for tensors of PyTorch, or leave it out')
        try:
            import torch
        except ImportError:
            raise InputError('return_tensors="pt" needs PyTorch; install torch, or leave it out') from None
        return torch.tensor(values, dtype=torch.float32)
    with enough_files():
        try:
            import numpy
        except ModuleNotFoundError:
            return values
        from ._tensorlike import Array
    return Array(numpy.array(values, dtype=float))
