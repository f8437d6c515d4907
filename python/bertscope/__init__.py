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
from .score import plot_example, score
from .scorer import BERTScorer

__all__ = [
    "BERTScorer",
    "BertscopeError",
    "BertscopeWarning",
    "Explanation",
    "InputError",
    "Section",
    "close",
    "explain",
    "plot_example",
    "score",
    "score_frame",
]


def __getattr__(name: str) -> object:
    from ._names import late

    return late(name)
