"""BERTScore for Hugging Face evaluate, which copies this file and imports the copy."""

from typing import Any

import datasets
import evaluate

import bertscope


class Bertscope(evaluate.Metric):
    """As evaluate's ``bertscore``: the same arguments and keys. Without ``lang`` and ``model_type``, the bundled model is used."""

    def _info(self) -> Any:
        text = datasets.Value("string")
        return evaluate.MetricInfo(
            description="BERTScore without PyTorch: precision, recall and F1 of each prediction.",
            citation="Zhang et al., BERTScore: Evaluating Text Generation with BERT, ICLR 2020",
            inputs_description="predictions: texts; references: for each a text, or a list of texts. Settings: those of bertscope.score.",
            features=[
                datasets.Features({"predictions": text, "references": datasets.Sequence(text)}),
                datasets.Features({"predictions": text, "references": text}),
            ],
            reference_urls=["https://arxiv.org/abs/1904.09675"],
        )

    def _compute(self, predictions: list[str], references: list[Any], **settings: Any) -> dict[str, Any]:
        scores, signature = bertscope.score(predictions, references, return_hash=True, **settings)
        precision, recall, f1 = ([float(number) for number in numbers] for numbers in scores)
        return {"precision": precision, "recall": recall, "f1": f1, "hashcode": signature}
