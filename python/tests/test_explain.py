"""``explain``: the analysis as plain data, as a picture, and as tables."""

import re
import subprocess
import sys

import pytest

import bertscope

REFERENCE, CANDIDATE = "the weather is cold today", "it is freezing today"


@pytest.fixture(scope="module")
def explained():
    return bertscope.explain(REFERENCE, CANDIDATE, idf="bundled", rescale_with_baseline=True)


def test_the_numbers_are_those_of_score(explained):
    scores = bertscope.score([CANDIDATE], [REFERENCE], idf="bundled", rescale_with_baseline=True)
    assert [explained.precision, explained.recall, explained.f1] == [numbers[0] for numbers in scores]
    assert explained.document["raw"]["f1"] != explained.f1
    assert "_idf_" in explained.signature and explained.signature.endswith("rescaled")


def test_similarities_have_a_row_for_each_token_of_the_candidate(explained):
    assert len(explained.similarity) == len(explained.tokens("candidate"))
    assert {len(row) for row in explained.similarity} == {len(explained.tokens("reference"))}


def test_every_question_is_answered_with_numbers(explained):
    for topic in ("matches", "ledger", "drop", "layers", "idf", "ruler", "lenses", "overlap"):
        assert getattr(explained, topic)()
        section = explained.section(topic)
        assert section["data"] == getattr(explained, topic)() and section["title"] and section["rows"]
    ledger = explained.ledger()["candidate"]
    assert sum(word["share"] for word in ledger["words"]) == pytest.approx(explained.precision)
    assert explained.edit(before="it was freezing")["before"]["candidate"] == "it was freezing"
    texts = explained.compare(against=["it is warm"])["candidates"]["texts"]
    assert [text["text"] for text in texts] == [CANDIDATE, "it is warm"]


def test_of_several_references_the_best_is_explained():
    e = bertscope.explain(["a train", REFERENCE], CANDIDATE)
    assert e.reference == REFERENCE
    assert e.compare()["references"]


def test_pictures_stand_in_frames_of_their_own(explained):
    page = explained._repr_html_()
    assert page.startswith("<iframe srcdoc=") and page.count("<") == 2, "the page is escaped"
    assert "allow-same-origin" not in page
    assert not re.search(r"(src|href)=(&quot;|')?https?:", page), "self-contained"


def test_in_a_terminal_it_is_text(explained):
    assert "freezing" in str(explained) and "◆" in str(explained)
    assert repr(explained).startswith("<bertscope.Explanation precision=")
    assert set(explained._repr_mimebundle_()) == {"text/plain", "text/html"}
    assert explained._repr_mimebundle_(include=["text/plain"]) == {"text/plain": str(explained)}
    assert "text/html" not in explained._repr_mimebundle_(exclude=["text/html"])


def test_files_are_what_plot_writes_and_check_accepts(explained, tmp_path):
    for extension in ("svg", "html", "ansi", "txt", "md", "json", "py"):
        explained.save(tmp_path / f"pair.{extension}", explain=[] if extension in ("svg", "py") else ["ledger"])
    check = [sys.executable, "-m", "bertscope", "check", str(tmp_path / "pair.json")]
    assert "same, to the last digit" in subprocess.run(check, capture_output=True, text=True, check=True).stdout


def test_tables_of_pandas(explained):
    pandas = pytest.importorskip("pandas")
    tokens = explained.to_pandas()
    assert list(tokens.columns) == ["side", "text", "piece", "special", "weight", "match", "similarity"]
    assert len(tokens) == len(explained.tokens("candidate")) + len(explained.tokens("reference"))
    matrix = explained.to_pandas("similarity")
    assert list(matrix.columns)[1:-1] == REFERENCE.split()
    df = pandas.DataFrame({"candidate": [CANDIDATE, "a"], "reference": [REFERENCE, "b"], "other": "a"}, index=[7, 3])
    joined = df.join(bertscope.score_frame(df, "candidate", "reference"))
    assert joined.loc[7, "f1"] == bertscope.score([CANDIDATE], [REFERENCE])[2][0]
    several = bertscope.score_frame(df, reference=["reference", "other"])
    assert several.loc[3, "f1"] == pytest.approx(1)
    assert list(bertscope.score_frame(df[:0])) == ["precision", "recall", "f1"]
