"""BERTScore without PyTorch, with an explanation of every score.

    >>> import bertscope
    >>> precision, recall, f1 = bertscope.score(["the boat departs"], ["the ferry leaves"])
    >>> bertscope.explain(reference="the ferry leaves", candidate="the boat departs").ledger()

``score`` has the argument names and order of ``bert_score.score``. The program ``bertscope`` does the computation; this module starts it
on first use and keeps it running until Python exits. docs/python.md documents the module, docs/analysis-format.md the
data of an explanation.
"""

from ._drawn import Section
from ._errors import BertscopeError, BertscopeWarning, InputError
from ._explanation import Explanation, explain
from ._frame import score_frame
from ._pool import close
from ._score import score
from ._scorer import BERTScorer

__all__ = [
    "BERTScorer",
    "BertscopeError",
    "BertscopeWarning",
    "Explanation",
    "InputError",
    "Section",
    "close",
    "explain",
    "score",
    "score_frame",
]


def __getattr__(name: str) -> str:
    # importlib.metadata takes longer to import than everything else here.
    if name == "__version__":
        from importlib.metadata import version

        return version("bertscope")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
