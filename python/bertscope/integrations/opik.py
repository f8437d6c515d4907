"""BERTScore for Opik, with a reason for each score."""

from __future__ import annotations

import math
from typing import Any

from opik.evaluation.metrics.base_metric import BaseMetric
from opik.evaluation.metrics.score_result import ScoreResult

from .._explanation import explain


class BERTScope(BaseMetric):
    """Precision, recall and F1 of an output, each with the words that cost most as its reason. No language model is called.

    ``settings`` are those of :func:`bertscope.explain`. An undefined score is marked as failed.
    """

    def __init__(self, name: str = "bertscope", track: bool = True, project_name: str | None = None, **settings: Any) -> None:
        super().__init__(name=name, track=track, project_name=project_name)
        self._settings = settings

    def score(
        self, output: str | None = None, reference: str | list[str] | None = None, *, candidate: str | None = None, **ignored: Any
    ) -> list[ScoreResult]:
        """The scores of ``output``, which may be called ``candidate``, against one reference or several."""
        explanation = explain(reference=reference, candidate=output if candidate is None else candidate, **self._settings)  # type: ignore[arg-type]
        metadata = {"signature": explanation.signature, "notes": explanation.notes}
        return [
            ScoreResult(
                name=f"{self.name}_{name}",
                value=0.0 if math.isnan(value) else value,
                reason=explanation.reason(name),
                metadata=metadata,
                scoring_failed=math.isnan(value),
            )
            for name, value in explanation.best_scores.items()
        ]
