"""``BERTScorer``, for scripts that were written for ``bert_score``."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, Literal, overload

from ._errors import BertscopeError, InputError
from ._explanation import Explanation, explain
from ._result import NAMES
from ._score import Numbers, References, Scores, array, check, score
from ._settings import FAST, Idf, PathLike, Settings, program_of
from ._texts import texts


class BERTScorer:
    """Settings for many calls of ``score``, with the arguments of ``bert_score.BERTScorer``.

    ``idf=True`` counts over ``idf_sents``, or over the texts given to :meth:`compute_idf`. The other arguments are those of
    :func:`bertscope.score`, which keeps the model in memory without such an object.
    """

    def __init__(
        self,
        model_type: PathLike | None = None,
        num_layers: int | None = None,
        batch_size: int = 64,
        nthreads: int = 4,
        all_layers: bool = False,
        idf: Idf = False,
        idf_sents: Iterable[str] | None = None,
        device: str | int | None = None,
        lang: str | None = None,
        rescale_with_baseline: bool = False,
        baseline_path: PathLike | None = None,
        use_fast_tokenizer: bool = False,
        program: str | None = None,
        return_tensors: str | None = None,
        long: str | None = None,
    ) -> None:
        self._settings: dict[str, Any] = {
            "model_type": model_type,
            "num_layers": num_layers,
            "idf": idf,
            "device": device,
            "lang": lang,
            "rescale_with_baseline": rescale_with_baseline,
            "baseline_path": baseline_path,
            "program": program_of(program, use_fast_tokenizer),
            "long": long,
        }
        self._only_score: dict[str, Any] = {"all_layers": all_layers, "return_tensors": return_tensors}
        self.batch_size, self.nthreads, self.all_layers, self.device = batch_size, nthreads, all_layers, device or "cpu"
        self._sents: list[str] | None = None
        if idf_sents is not None:
            self.compute_idf(idf_sents)
        settings = self._settings if self._sents is None else self._weighed()
        check(Settings(**settings), ("--all-layers",) if all_layers else ())

    def compute_idf(self, sents: Iterable[str]) -> None:
        """Sets the texts over which ``idf=True`` counts from now on."""
        self._sents = texts("sents", sents)

    @overload
    def score(
        self, cands: Iterable[str], refs: References, verbose: bool = ..., batch_size: int = ..., return_hash: Literal[False] = ..., *, missing: str = ...
    ) -> Scores: ...

    @overload
    def score(
        self, cands: Iterable[str], refs: References, verbose: bool = ..., batch_size: int = ..., *, return_hash: Literal[True], missing: str = ...
    ) -> tuple[Scores, str]: ...

    def score(
        self, cands: Iterable[str], refs: References, verbose: bool = False, batch_size: int = 64, return_hash: bool = False, *,
        missing: str = "error"
    ) -> Scores | tuple[Scores, str]:
        """Precision, recall and F1 of each candidate, as :func:`bertscope.score` returns them."""
        settings = {**self._weighed(), **self._only_score}
        scores, signature = score(cands, refs, verbose=verbose, return_hash=True, missing=missing, **settings)
        return (scores, signature) if return_hash else scores

    @property
    def hash(self) -> str:
        """The signature: the line to cite."""
        settings = self._settings if self._sents is None else self._weighed()
        return str(score([], [], return_hash=True, **settings, **self._only_score)[1])

    @property
    def lang(self) -> str | None:
        """The language."""
        return self._settings["lang"]  # type: ignore[no-any-return]

    @property
    def idf(self) -> Idf:
        """The source of IDF weights, or whether to count."""
        return self._settings["idf"]  # type: ignore[no-any-return]

    @property
    def rescale_with_baseline(self) -> bool:
        """Whether scores are rescaled."""
        return self._settings["rescale_with_baseline"]  # type: ignore[no-any-return]

    @property
    def use_fast_tokenizer(self) -> bool:
        """Whether the fast tokenizer is used."""
        return self._settings["program"] == FAST  # type: ignore[no-any-return]

    @property
    def model_type(self) -> PathLike:
        """The model: the one given, or the one of the language, or the bundled one."""
        if self._settings["model_type"] is not None:
            return self._settings["model_type"]  # type: ignore[no-any-return]
        if self.lang is not None:
            from .utils import lang2model

            return lang2model[self.lang.lower()]
        return self._opened()[1]

    @property
    def num_layers(self) -> int:
        """The layer: the one given, or the model's default. The latter opens the model."""
        given = self._settings["num_layers"]
        return int(self._opened()[2]) if given is None else int(given)

    @property
    def baseline_vals(self) -> Numbers:
        """The baselines of precision, recall and F1."""
        if self.all_layers:
            raise BertscopeError("baseline_vals has one layer; make a scorer with num_layers for each layer")
        settings = {**self._settings, "idf": False, "rescale_with_baseline": True}
        baseline = explain(reference="a", candidate="a", **settings).document["baseline"]
        if baseline is None:
            raise BertscopeError(f"no baseline is known for {self.model_type}; pass baseline_path")
        values: Numbers = array([baseline[name] for name in NAMES], self._only_score["return_tensors"])
        return values

    def plot_example(self, candidate: str, reference: str, fname: PathLike = "") -> Explanation:
        """The analysis of a pair, which displays itself in a notebook. ``fname`` also saves its picture."""
        explanation = explain(reference=reference, candidate=candidate, **self._weighed())
        if fname:
            explanation.save(fname)
        return explanation

    def _opened(self) -> re.Match[str]:
        """The signature, with groups for the name of the model and the layer."""
        found = re.match(r"(.*)_L(\d+)_(?:no-)?idf_version=", self.hash)
        assert found is not None
        return found

    def _weighed(self) -> dict[str, Any]:
        """The settings, with the texts over which ``idf=True`` counts."""
        if not Settings(**self._settings).counts_references:
            return self._settings
        if self._sents is None:
            raise InputError("idf=True has no texts to count over; pass idf_sents, or call compute_idf with all references")
        return {**self._settings, "idf": self._sents}


def plot_example(
    candidate: str,
    reference: str,
    model_type: PathLike | None = None,
    num_layers: int | None = None,
    lang: str | None = None,
    rescale_with_baseline: bool = False,
    baseline_path: PathLike | None = None,
    use_fast_tokenizer: bool = False,
    fname: PathLike = "",
) -> Explanation:
    """The analysis of a pair, with the arguments of ``bert_score.plot_example``. ``fname`` also saves its picture."""
    scorer = BERTScorer(
        model_type,
        num_layers,
        lang=lang,
        rescale_with_baseline=rescale_with_baseline,
        baseline_path=baseline_path,
        use_fast_tokenizer=use_fast_tokenizer,
    )
    return scorer.plot_example(candidate, reference, fname)
