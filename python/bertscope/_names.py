"""The public names of ``bert_score`` 0.3.13, and what each is here. Tests compare them with the package and with docs/differences.md."""

from __future__ import annotations

from collections.abc import Callable
from typing import NoReturn

from ._errors import BertscopeError

_SCORE = "use score, or explain for tokens, weights and similarities"

PROVIDED = {
    "score": "the scores, as arrays with the methods of tensors that scripts use",
    "plot_example": "returns an explanation, and saves its picture to `fname`",
    "BERTScorer": "the same settings",
    "BERTScorer.score": "as `score`",
    "BERTScorer.compute_idf": "sets the texts that `idf=True` counts over",
    "BERTScorer.plot_example": "as `plot_example`",
    "BERTScorer.hash": "the signature, which names bertscope's version in place of that of transformers",
    "BERTScorer.lang": "the argument",
    "BERTScorer.model_type": "the name, also if `lang` or the default selected it",
    "BERTScorer.num_layers": "the layer, also if it is the model's default",
    "BERTScorer.idf": "the argument",
    "BERTScorer.rescale_with_baseline": "the argument",
    "BERTScorer.use_fast_tokenizer": "the argument",
    "BERTScorer.baseline_vals": "the baselines of P, R and F1; with `all_layers`, an error",
    "utils.get_hash": "the signature of these settings; it opens the model",
    "utils.lang2model": "the same table",
    "utils.model2layers": "the same table",
    "scorer": "a module with `BERTScorer`",
    "utils": "a module with the names below",
}
"""What a name does. ``score`` and ``plot_example`` are in the module ``score``, too."""

REPLACED = {
    "bert_cos_score_idf": _SCORE,
    "bert_encode": _SCORE,
    "cache_scibert": "pass model_type='allenai/scibert_scivocab_uncased', which is downloaded on first use",
    "collate_idf": _SCORE,
    "get_bert_embedding": _SCORE,
    "get_idf_dict": "pass idf=[...] with the texts to count over",
    "get_model": "pass model_type to score, which opens the model",
    "get_tokenizer": "use explain(...).tokens('candidate') for the tokens of a text",
    "greedy_cos_idf": _SCORE,
    "padding": _SCORE,
    "process": "pass idf=[...] with the texts to count over",
    "sent_encode": "use explain(...).tokens('candidate') for the tokens of a text",
    "SCIBERT_URL_DICT": "pass model_type='allenai/scibert_scivocab_uncased', which is downloaded on first use",
}
"""Names of ``bert_score.utils`` that have no meaning without PyTorch, and what to use instead."""


def stand_in(name: str) -> Callable[..., NoReturn]:
    """A function that says what to use instead of one of ``bert_score.utils``, so that importing it does not fail."""
    sentence = f"bert_score.utils.{name} works on PyTorch models, which bertscope does not use; {REPLACED[name]}"
    if name.isupper():
        raise AttributeError(sentence)

    def replaced(*_: object, **__: object) -> NoReturn:
        raise BertscopeError(sentence)

    replaced.__name__, replaced.__doc__ = name, sentence
    return replaced
