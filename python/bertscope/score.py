"""The names of ``bert_score.score``."""

from ._score import score
from .scorer import plot_example

__all__ = ["plot_example", "score"]
