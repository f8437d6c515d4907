"""``explain``: one pair with everything that led to its score."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from ._errors import InputError
from ._score import _number, answers
from ._settings import PathLike, Settings
from ._texts import line, text, texts

if TYPE_CHECKING:
    import pandas

_FORMATS = {
    ".svg": "svg",
    ".html": "html",
    ".ansi": "ansi",
    ".txt": "text",
    ".md": "markdown",
    ".json": "json",
    ".py": "python",
}


def explain(
    reference: str | Iterable[str],
    candidate: str,
    *,
    model_type: PathLike | None = None,
    num_layers: int | None = None,
    lang: str | None = None,
    idf: bool | PathLike = False,
    rescale_with_baseline: bool = False,
    baseline_path: PathLike | None = None,
    device: str | None = None,
) -> Explanation:
    """The analysis of a pair. Of several references, the one with the highest F1 is explained.

    The settings are those of :func:`bertscope.score`, but there is nothing to count ``idf`` over: give a table, a corpus or
    ``"bundled"``. Raises InputError and BertscopeError as ``score`` does.
    """
    settings = Settings(model_type, num_layers, lang, idf, rescale_with_baseline, baseline_path, device)
    if settings.counts_references:
        raise InputError('one pair has no corpus to count over; give idf="bundled", or the path of a corpus or table')
    references = [text("reference", reference)] if isinstance(reference, str) else texts("reference", reference)
    if not references:
        raise InputError("reference is an empty list; give at least one")
    return Explanation(settings, references, text("candidate", candidate))


class Explanation:
    """A pair's score with its tokens, similarities, matches and weights, and the answers to ten questions.

    It draws itself in notebooks and terminals. Its methods return the plain data that docs/analysis-format.md describes;
    each question is answered when it is first asked.
    """

    def __init__(self, settings: Settings, references: list[str], candidate: str) -> None:
        self._settings, self._references, self._candidate = settings, references, candidate
        self._known: dict[str, Any] = {}
        self.document: dict[str, Any] = json.loads(self.draw("json"))
        """The whole analysis, as ``bertscope plot -o pair.json`` writes it."""

    @property
    def reference(self) -> str:
        """The reference that is explained."""
        return str(self.document["reference"]["text"])

    @property
    def candidate(self) -> str:
        """The candidate."""
        return str(self.document["candidate"]["text"])

    @property
    def scores(self) -> dict[str, float]:
        """``precision``, ``recall`` and ``f1``, rescaled where the settings ask for it. NaN where there is no number."""
        rescaled = self.document["settings"]["rescale"] and self.document["rescaled"]
        return {name: _number(value) for name, value in (rescaled or self.document["raw"]).items()}

    @property
    def precision(self) -> float:
        """Mean similarity of the candidate's tokens to their matches."""
        return self.scores["precision"]

    @property
    def recall(self) -> float:
        """Mean similarity of the reference's tokens to their matches."""
        return self.scores["recall"]

    @property
    def f1(self) -> float:
        """The harmonic mean of both."""
        return self.scores["f1"]

    @property
    def similarity(self) -> list[list[float]]:
        """Cosines: a row for each token of the candidate, a column for each of the reference."""
        return self.document["similarity"]  # type: ignore[no-any-return]

    @property
    def signature(self) -> str:
        """The line to cite."""
        return str(self.document["signature"])

    def tokens(self, side: str) -> list[dict[str, Any]]:
        """The tokens of ``"reference"`` or ``"candidate"``, special ones included."""
        if side not in ("reference", "candidate"):
            raise InputError(f'there is no side {side!r}; give "reference" or "candidate"')
        return self.document[side]["tokens"]  # type: ignore[no-any-return]

    def matches(self) -> dict[str, Any]:
        """The matches of each token, and other alignments."""
        return self._data("matches")

    def ledger(self) -> dict[str, Any]:
        """What each token adds to precision and recall, and what it costs."""
        return self._data("ledger")

    def drop(self) -> dict[str, Any]:
        """The score without each word."""
        return self._data("drop")

    def edit(self, before: str) -> dict[str, Any]:
        """What changed the score since the candidate was ``before``."""
        return self._data("edit", before=text("before", before))

    def compare(self, against: Sequence[str] = ()) -> dict[str, Any]:
        """This candidate beside others, and the references beside each other, word by word."""
        return self._data("compare", against=texts("against", against))

    def layers(self) -> dict[str, Any]:
        """The score at every layer."""
        return self._data("layers")

    def idf(self) -> dict[str, Any]:
        """The weight of each token, and the score with each source of weights."""
        return self._data("idf")

    def ruler(self) -> dict[str, Any]:
        """Where the score lies among those of random and of judged pairs."""
        return self._data("ruler")

    def lenses(self) -> dict[str, Any]:
        """The scores of other programs and conventions."""
        return self._data("lenses")

    def overlap(self) -> dict[str, Any]:
        """What BLEU, chrF and ROUGE say of the pair, and which words they count."""
        return self._data("overlap")

    def section(self, topic: str, **asked: Any) -> dict[str, Any]:
        """The answer to a question with its ``title``, ``lead`` and ``rows`` for people beside its ``data``."""
        key = json.dumps([topic, asked])
        if key not in self._known:
            self._known[key] = self._ask({"explain": [topic], **asked})["explanations"][0]
        return self._known[key]  # type: ignore[no-any-return]

    def draw(self, format: str, explain: Sequence[str] = ()) -> str:
        """A file of the pair: svg, html, ansi, text, markdown, json or python, with the topics ``explain`` where it has text."""
        key = json.dumps([format, list(explain)])
        if key not in self._known:
            self._known[key] = self._ask({"draw": [format], "explain": list(explain)})["drawn"][format]
        return str(self._known[key])

    def save(self, path: PathLike, explain: Sequence[str] = ()) -> None:
        """Writes a file, whose extension sets the format: .svg, .html, .ansi, .txt, .md, .json or .py."""
        target = os.fspath(path)
        format = _FORMATS.get(os.path.splitext(target)[1].lower())
        if format is None:
            raise InputError(f"{target} does not say what kind of file it is to be; end its name in {', '.join(_FORMATS)}")
        drawn = self.draw(format, explain)
        with open(target, "w", encoding="utf-8", newline="") as file:
            file.write(drawn)

    def to_pandas(self, table: str = "tokens") -> pandas.DataFrame:
        """``"tokens"``: a row for each token of both texts with its match. ``"similarity"``: the matrix with its tokens."""
        import pandas

        sides = {side: self.tokens(side) for side in ("candidate", "reference")}
        if table == "similarity":
            labels = {side: [token["text"] for token in tokens] for side, tokens in sides.items()}
            return pandas.DataFrame(self.similarity, index=labels["candidate"], columns=labels["reference"])
        if table != "tokens":
            raise InputError(f'there is no table {table!r}; give "tokens" or "similarity"')
        rows = []
        for side, other in (("candidate", "reference"), ("reference", "candidate")):
            for token, match in zip(sides[side], self.document["matches"][side]):
                partner = sides[other][match["match"]]["text"]
                known = {name: token[name] for name in ("text", "piece", "special", "weight")}
                rows.append({"side": side, **known, "match": partner, "similarity": match["similarity"]})
        return pandas.DataFrame(rows)

    def __repr__(self) -> str:
        numbers = " ".join(f"{name}={value:.5f}" for name, value in self.scores.items())
        return f"<bertscope.Explanation {numbers}>"

    def __str__(self) -> str:
        return self.draw("text")

    def _repr_html_(self) -> str:
        # The exported page in a frame: its names, styles and scripts are its own, however many stand in one notebook.
        import html  # Takes longer to import than the rest of the module.

        # As high as texts, scores and matrix; the frame scrolls to the rest, and can be pulled larger.
        height = min(620 + 36 * len(self.document["candidate"]["tokens"]), 1200)
        page = html.escape(self.draw("html"), quote=True)
        return (
            f'<iframe srcdoc="{page}" sandbox="allow-scripts" loading="lazy" title="BERTScore, token by token" '
            f'style="width:100%;height:{height}px;border:0;resize:vertical;overflow:auto"></iframe>'
        )

    def _repr_mimebundle_(
        self, include: Iterable[str] | None = None, exclude: Iterable[str] | None = None
    ) -> dict[str, str]:
        forms = {"text/plain": self.__str__, "text/html": self._repr_html_}
        unwanted = set(exclude or ())
        wanted = set(include or forms) - unwanted
        return {name: form() for name, form in forms.items() if name in wanted}

    def _data(self, topic: str, **asked: Any) -> dict[str, Any]:
        return self.section(topic, **asked)["data"]  # type: ignore[no-any-return]

    def _ask(self, ask: dict[str, Any]) -> dict[str, Any]:
        lines = [line(self._candidate, self._references, ask)]
        return answers(self._settings, lines, ("--ask-column=ask",))[0]
