"""The settings of a call, as arguments of the program."""

from __future__ import annotations

import operator
import os
from collections.abc import Hashable, Iterable, Mapping
from typing import Union

from ._corpus import Corpus
from ._errors import InputError
from ._texts import references
from ._weights import Weights

FAST = "bert_score+fast"
"""The program that ``use_fast_tokenizer=True`` names."""

PathLike = Union[str, "os.PathLike[str]"]
Idf = Union[bool, PathLike, Corpus, Mapping[int, float], Iterable[Union[str, Iterable[str]]]]
"""Whether to count over the references of the call, a file or ``"bundled"``, weights by token id, or texts to count over."""


class Settings:
    """Settings with ``bert_score``'s names. ``idf`` is a table or corpus, ``"bundled"``, or whether to count."""

    def __init__(
        self,
        model_type: PathLike | None = None,
        num_layers: int | None = None,
        lang: str | None = None,
        idf: Idf = False,
        rescale_with_baseline: bool = False,
        baseline_path: PathLike | None = None,
        device: str | int | None = None,
        program: str | None = None,
        long: str | None = None,
    ) -> None:
        self.model_type, self.num_layers, self.lang, self.device = model_type, num_layers, lang, device
        self.rescale_with_baseline, self.baseline_path = rescale_with_baseline, baseline_path
        self.program, self.long = program, long
        self.idf = _idf(idf)

    @property
    def counts_references(self) -> bool:
        """Whether IDF weights are counted over the references of the call."""
        return self.idf is True

    @property
    def corpus(self) -> Corpus | None:
        """Texts or weights that the program receives in a file of its own."""
        return self.idf if isinstance(self.idf, Corpus) else None

    def arguments(self) -> tuple[str, ...]:
        """The options of ``bertscope score``, without the path of the corpus."""
        options = []
        if self.model_type is not None:
            options.append(f"--model={_text('model_type', self.model_type)}")
        if self.num_layers is not None:
            options.append(f"--layer={_index(self.num_layers)}")
        if self.lang is not None:
            options.append(f"--lang={_text('lang', self.lang)}")
        if self.idf is True:
            options.append("--idf")
        elif self.idf is not False and not isinstance(self.idf, Corpus):
            options.append(f"--idf={_text('idf', self.idf)}")
        if self.rescale_with_baseline:
            options.append("--rescale")
            # As in bert_score, a table alone does not rescale.
            if self.baseline_path is not None:
                options.append(f"--baseline={_text('baseline_path', self.baseline_path)}")
        if self.program is not None:
            options.append(f"--as={_text('program', self.program)}")
        if self.long is not None:
            options.append(f"--long={_text('long', self.long)}")
        if self.device is not None:
            options.append(f"--device={_device(self.device)}")
        return tuple(options)

    def key(self) -> Hashable:
        """Equal for settings that one running program can serve: it has already read its files and environment."""
        files = [_stamp(path) for path in (self.model_type, self.idf, self.baseline_path)]
        environment = [item for item in os.environ.items() if item[0].startswith(("BERTSCOPE_", "HF_", "RAYON_"))]
        try:
            folder = os.getcwd()
        except OSError:  # The working directory was deleted, so relative paths are meaningless.
            folder = None
        return (self.arguments(), self.corpus, tuple(files), tuple(sorted(environment)), folder)


def program_of(program: str | None, use_fast_tokenizer: bool) -> str | None:
    """The program, which ``use_fast_tokenizer`` names too."""
    if not use_fast_tokenizer:
        return program
    if program not in (None, FAST):
        raise InputError(f"use_fast_tokenizer=True is program={FAST!r}, not {program!r}; leave one of them out")
    return FAST


def _idf(value: object) -> PathLike | Corpus | bool:
    """The source of the weights; a list of texts or a dictionary of weights becomes a corpus."""
    if isinstance(value, str) and value.lower() in ("true", "false"):
        raise InputError(f"idf is the text {value!r}; write idf={value.capitalize()}, without quotes")
    if isinstance(value, Mapping):
        return Weights(value)
    if isinstance(value, (str, os.PathLike, Corpus)):
        return value
    if not isinstance(value, Iterable):
        return bool(value)
    # The references of a call; an entry may be a list.
    found = [text for several in references("idf", value) for text in several]
    if not found:
        raise InputError("idf is an empty list; pass the texts to count over, such as all references")
    return Corpus(found)


def _text(name: str, value: object) -> str:
    try:
        text = os.fspath(value)  # type: ignore[call-overload]
    except TypeError:
        raise InputError(f"{name} is {value!r}, not a name or a path") from None
    if not isinstance(text, str) or not text or "\0" in text:
        raise InputError(f"{name} is {value!r}, not a name or a path")
    return text


def _index(value: object) -> int:
    try:
        layer = operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        raise InputError(f"num_layers is {value!r}, not a number of layers") from None
    if layer < 0 or isinstance(value, bool):
        raise InputError(f"num_layers is {value!r}; use 0 to the model's number of layers")
    return layer


def _device(value: object) -> str:
    """The program's name for a PyTorch device."""
    if isinstance(value, int):
        if value != 0:
            raise InputError(f"device is {value!r}, but only the first GPU, 0, can be used; use 0, or leave device out")
        return "cuda"
    name = str(value)
    return {"cuda:0": "cuda", "mps": "metal", "mps:0": "metal"}.get(name, name)


def _stamp(path: object) -> tuple[int, int] | None:
    """Changes when the file does; None if there is no file."""
    if not isinstance(path, (str, os.PathLike)):
        return None
    try:
        stat = os.stat(path)
    except (OSError, ValueError):
        return None
    return (stat.st_mtime_ns, stat.st_size)
