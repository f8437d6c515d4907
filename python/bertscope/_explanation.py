"""``explain``: one pair, with everything that its score was computed from."""

from __future__ import annotations

import binascii
import json
import os
import warnings
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from ._drawn import Drawn, Section, frame
from ._errors import BertscopeWarning, InputError
from ._result import number, scores, text as text_of
from ._score import T, answers
from ._settings import Idf, PathLike, Settings
from ._texts import line, text, texts

if TYPE_CHECKING:
    import pandas

_FORMATS = {
    ".svg": "svg",
    ".png": "png",
    ".html": "html",
    ".ansi": "ansi",
    ".txt": "text",
    ".md": "markdown",
    ".json": "json",
    ".py": "python",
}

_RECALL, _PRECISION = ("reference", "cost in recall"), ("candidate", "cost in precision")
_SIDES = {"precision": [_PRECISION], "recall": [_RECALL], "f1": [_RECALL, _PRECISION]}
"""The texts whose words lower a score."""

_WORDLESS = ("svg", "png", "python")
"""Formats that cannot contain explanations."""


def explain(
    reference: str | Iterable[str],
    candidate: str,
    *,
    model_type: PathLike | None = None,
    num_layers: int | None = None,
    lang: str | None = None,
    idf: Idf = False,
    rescale_with_baseline: bool = False,
    baseline_path: PathLike | None = None,
    device: str | int | None = None,
    program: str | None = None,
    long: str | None = None,
) -> Explanation:
    """The analysis of a pair: ``explain(reference="…", candidate="…")``.

    The reference comes first, but in :func:`bertscope.score` the candidates do: use keywords. With several references, the one with
    the highest F1 is explained, while ``score`` returns the maximum of each number; a note says so.

    The settings are those of :func:`bertscope.score`, but one pair has no corpus to count ``idf`` over: give the list of all
    references that ``score`` received, a table, a corpus or ``"bundled"``. Raises InputError and BertscopeError as ``score`` does.
    """
    settings = Settings(model_type, num_layers, lang, idf, rescale_with_baseline, baseline_path, device, program, long)
    if settings.counts_references:
        raise InputError(
            'one pair has no corpus to count over; pass idf=[...] with all references, idf="bundled", or the path of a corpus '
            "or table"
        )
    references = [text("reference", reference)] if isinstance(reference, str) else texts("reference", reference)
    if not references:
        raise InputError("reference is an empty list; pass at least one")
    return Explanation(settings, references, text("candidate", candidate))


class Explanation(Drawn):
    """A pair's score with its tokens, similarities, matches and weights, and explanations of thirteen topics.

    It displays itself in notebooks and terminals. Its methods return the plain data that docs/analysis-format.md describes, which
    displays itself, too; each explanation is computed on first use.
    """

    def __init__(self, settings: Settings, references: list[str], candidate: str) -> None:
        self._settings, self._references, self._candidate = settings, references, candidate
        self._known: dict[str, Any] = {}
        self.document: dict[str, Any] = self._ask({"draw": ["json"]}, _document)
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
        """``precision``, ``recall`` and ``f1``, rescaled if the settings ask for it. NaN if a number is undefined."""
        return _scores(self.document)

    @property
    def best_scores(self) -> dict[str, float]:
        """What ``score`` returns: of several references, the best of each number."""
        references = self.document.get("references")
        return scores(references["best"]) if references else self.scores

    @property
    def notes(self) -> list[str]:
        """What you need to know to read the score; mostly empty."""
        return self.document["notes"]  # type: ignore[no-any-return]

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
        """Cosine similarities: one row per candidate token, one column per reference token."""
        return self.document["similarity"]  # type: ignore[no-any-return]

    @property
    def signature(self) -> str:
        """The signature: the line to cite."""
        return str(self.document["signature"])

    def reason(self, score: str = "f1", words: int = 3) -> str:
        """Why a score is not 1, in a line: the words that cost most, such as ``cost in recall: ferry −.0801, leaves −.0533``.

        Words of the reference cost recall, and words of the candidate precision, also words that both texts have; F1 has both. At most
        ``words`` of each are named, and none that costs less than a tenth of the first. Notes follow.
        """
        if score not in _SIDES:
            raise InputError(f"there is no score {score!r}; use one of {', '.join(_SIDES)}")
        parts = []
        for side, label in _SIDES[score]:
            costs = [(entry["word"], number(entry["loss"])) for entry in self.ledger()[side]["words"]]
            least = max([0.00005, *(cost / 10 for _, cost in costs)])
            found = [f"{word} −{cost:.4f}".replace("−0.", "−.") for word, cost in costs if cost >= least]
            parts += [f"{label}: {', '.join(found[:words])}"] if found else []
        return " ".join(["; ".join(parts) + "." * bool(parts), *self.notes]).strip() or "No word costs .0001 or more."

    def tokens(self, side: str) -> list[dict[str, Any]]:
        """The tokens of ``"reference"`` or ``"candidate"``, special ones included."""
        if side not in ("reference", "candidate"):
            raise InputError(f'there is no side {side!r}; use "reference" or "candidate"')
        return self.document[side]["tokens"]  # type: ignore[no-any-return]

    def matches(self) -> Section:
        """The matches of each token, and other alignments."""
        return self.section("matches")

    def ledger(self) -> Section:
        """The contribution of each token to precision and recall, and its cost."""
        return self.section("ledger")

    def drop(self) -> Section:
        """The score with each word left out."""
        return self.section("drop")

    def edit(self, before: str) -> Section:
        """What changed the score compared with the earlier candidate ``before``."""
        return self.section("edit", before=before)

    def compare(self, against: Sequence[str] = ()) -> Section:
        """This candidate compared with others, and the references with each other, word by word."""
        return self.section("compare", against=against)

    def layers(self) -> Section:
        """The score at every layer."""
        return self.section("layers")

    def idf(self) -> Section:
        """The weight of each token, and the score with each source of weights."""
        return self.section("idf")

    def ruler(self) -> Section:
        """Where the score lies in the distribution of random pairs and of judged pairs."""
        return self.section("ruler")

    def lenses(self) -> Section:
        """The scores by other programs and conventions."""
        return self.section("lenses")

    def overlap(self) -> Section:
        """BLEU, chrF and ROUGE of the pair, and the words that they count."""
        return self.section("overlap")

    def kinds(self) -> Section:
        """Numbers, dates, units, names, and words such as *not* that only one text has, or has more often, each with what it costs."""
        return self.section("kinds")

    def sentences(self) -> Section:
        """What each sentence costs, and which sentence of the other text covers it best."""
        return self.section("sentences")

    def pooled(self) -> Section:
        """The cosine that sentence-transformers gives, and what each word and pair of tokens adds to it."""
        return self.section("pooled")

    def section(self, topic: str, *, before: str | None = None, against: Sequence[str] = ()) -> Section:
        """The explanation of a topic, as returned by the method of that name."""
        ask: dict[str, Any] = {"explain": [topic], "against": texts("against", against)}
        if before is not None:
            ask["before"] = text("before", before)
        key = json.dumps(ask)
        if key not in self._known:
            first, *others = self._ask(ask, lambda result: [Section(section) for section in result["explanations"]])
            if others:
                raise InputError(f"{topic} stands for several topics; name one at a time")
            self._known[key] = first
        return self._known[key]  # type: ignore[no-any-return]

    def draw(self, format: str, explain: str | Sequence[str] = ()) -> str:
        """A file of the pair: svg, html, ansi, text, markdown, json or python, with the explanations ``explain`` if the format has text."""
        if format == "png":
            raise InputError('a PNG is not text; save("pair.png") writes one')
        return self._draw(format, explain).decode()

    def save(self, path: PathLike, explain: str | Sequence[str] = ()) -> None:
        """Writes a file, whose extension sets the format: .svg, .png, .html, .ansi, .txt, .md, .json or .py."""
        target = os.fspath(path)
        format = _FORMATS.get(os.path.splitext(target)[1].lower())
        if format is None:
            raise InputError(f"{target} has no known file extension; use one of {', '.join(_FORMATS)}")
        drawn = self._draw(format, explain)
        with open(target, "wb") as file:
            file.write(drawn)

    def to_pandas(self, table: str = "tokens") -> pandas.DataFrame:
        """A table. ``"similarity"`` is the matrix, labelled with the tokens.

        ``"tokens"`` has one row for each token of both texts, with its best ``match``, ``match_index``, ``similarity`` and cost
        (``loss``, which is NaN if the score is 0 by convention).
        """
        import pandas

        sides = {side: self.tokens(side) for side in ("candidate", "reference")}
        if table == "similarity":
            labels = {side: [token["text"] for token in tokens] for side, tokens in sides.items()}
            return pandas.DataFrame(self.similarity, index=labels["candidate"], columns=labels["reference"])
        if table != "tokens":
            raise InputError(f'there is no table {table!r}; use "tokens" or "similarity"')
        rows = []
        for side, other in (("candidate", "reference"), ("reference", "candidate")):
            losses = {entry["token"]: entry["loss"] for entry in self.ledger()[side]["tokens"]}
            matches = self.document["matches"][side]
            for i, (token, match) in enumerate(zip(sides[side], matches)):
                rows.append(
                    {
                        "side": side,
                        "text": token["text"],
                        "piece": token["piece"],
                        "special": token["special"],
                        "weight": token["weight"],
                        "match": sides[other][match["match"]]["text"],
                        "match_index": match["match"],
                        "similarity": match["similarity"],
                        "loss": number(losses.get(i)),
                    }
                )
        return pandas.DataFrame(rows)

    def __repr__(self) -> str:
        numbers = " ".join(f"{name}={value:.5f}" for name, value in self.scores.items())
        return f"<bertscope.Explanation {numbers}>"

    def __str__(self) -> str:
        return self.draw("text")

    def _repr_html_(self) -> str:
        # Estimates the height of texts, scores and matrix, for pages that cannot report it.
        return frame(self.draw("html"), height=min(620 + 36 * len(self.document["candidate"]["tokens"]), 1200))

    def _draw(self, format: str, explain: str | Sequence[str]) -> bytes:
        topics = _topics(explain)
        if topics and format in _WORDLESS:
            raise InputError(f"{format} cannot contain explain; leave it out, or use html, markdown, text, ansi or json")

        def read(result: dict[str, Any]) -> tuple[bytes, str]:
            drawn = text_of(result["drawn"][format])
            return (binascii.a2b_base64(drawn) if format == "png" else drawn.encode()), text_of(result.get("missing", ""))

        key = json.dumps([format, topics])
        if key not in self._known:
            self._known[key], missing = self._ask({"draw": [format], "explain": topics}, read)
            if missing:
                sentence = f"no installed font has {missing!r}, drawn as boxes; save SVG or HTML, which the viewer's fonts draw"
                warnings.warn(sentence, BertscopeWarning, stacklevel=3)
        return self._known[key]  # type: ignore[no-any-return]

    def _ask(self, ask: dict[str, Any], read: Callable[[dict[str, Any]], T]) -> T:
        lines = [line(self._candidate, self._references, ask)]
        what = {"explain": "the explanation", "draw": "the file"}
        awaited = " and ".join(f"{what[field]} {', '.join(ask[field])}" for field in what if ask.get(field))
        return answers(self._settings, lines, read, ("--ask-column=ask",), awaited or "the score")[0]


def _document(result: dict[str, Any]) -> dict[str, Any]:
    """The analysis in a result. The properties of an explanation read its fields."""
    document: dict[str, Any] = json.loads(result["drawn"]["json"])
    for side in ("candidate", "reference"):
        text_of(document[side]["text"])
        for token in document[side]["tokens"]:
            text_of(token["text"])
    for row in document["similarity"]:
        len(row)
    text_of(document["signature"])
    _scores(document)
    return document


def _scores(document: dict[str, Any]) -> dict[str, float]:
    rescaled = document["settings"]["rescale"] and document["rescaled"]
    return scores(rescaled or document["raw"])


def _topics(asked: str | Sequence[str]) -> list[str]:
    """One topic, or several."""
    return [asked] if isinstance(asked, str) else list(asked)
