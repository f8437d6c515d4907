"""BERTScore without PyTorch, with an explanation of every score.

    >>> import bertscope
    >>> precision, recall, f1 = bertscope.score(["the boat departs"], ["the ferry leaves"])
    >>> bertscope.explain(reference="the ferry leaves", candidate="the boat departs").ledger()

``score`` has the argument names and order of ``bert_score.score``. The program ``bertscope`` does the computation; this module starts it
on first use and keeps it running until Python exits. docs/python.md documents the module, docs/analysis-format.md the
data of an explanation.
"""

from typing import TYPE_CHECKING

from ._agreement import Agreement, agreement
from ._drawn import Section
from ._errors import BertscopeError, BertscopeWarning, InputError
from ._explanation import Explanation, explain
from ._frame import score_frame
from ._lists import Identification, IdentifiedSetting, Match, Matches, identify, match
from ._pool import close
from .score import plot_example, score
from .scorer import BERTScorer

__all__ = [
    "Agreement",
    "BERTScorer",
    "BertscopeError",
    "BertscopeWarning",
    "Explanation",
    "Identification",
    "IdentifiedSetting",
    "InputError",
    "Match",
    "Matches",
    "Section",
    "agreement",
    "close",
    "explain",
    "identify",
    "match",
    "plot_example",
    "score",
    "score_frame",
]


if TYPE_CHECKING:  # Otherwise a checker accepts any name.
    from . import integrations as integrations, utils as utils
    from .utils import get_hash as get_hash, lang2model as lang2model, model2layers as model2layers

    __version__: str
else:
    del TYPE_CHECKING

    def __getattr__(name: str) -> object:
        """An attribute that is imported on first use."""
        from importlib import import_module

        from ._names import PROVIDED, REPLACED

        if name == "__version__":
            from ._version import version

            return version()
        if name in ("integrations", "utils"):
            return import_module(f"bertscope.{name}")
        if name in REPLACED or f"utils.{name}" in PROVIDED:
            return getattr(import_module("bertscope.utils"), name)
        raise AttributeError(f"module 'bertscope' has no attribute {name!r}")
