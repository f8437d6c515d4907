"""``explain``: the analysis as plain data, as a picture, and as tables."""

import json
import re

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
    for topic in ("matches", "ledger", "drop", "layers", "idf", "ruler", "lenses", "overlap", "kinds", "sentences", "pooled"):
        assert getattr(explained, topic)()
        section = explained.section(topic)
        assert section == getattr(explained, topic)() and section.title and section.lead
        assert section.rows or topic == "kinds", "the two texts differ in no number, name or negation"
    ledger = explained.ledger()["candidate"]
    assert ledger["words"][0]["matches"]
    assert sum(word["share"] for word in ledger["words"]) == pytest.approx(explained.precision)
    assert explained.edit(before="it was freezing")["before"]["candidate"] == "it was freezing"
    texts = explained.compare(against=["it is warm"])["candidates"]["texts"]
    assert [text["text"] for text in texts] == [CANDIDATE, "it is warm"]


def test_an_answer_draws_itself_as_a_table(explained):
    ledger = explained.ledger()
    page = ledger._repr_html_()
    assert page.count("<span") == len(ledger.rows) and "Why not 1.0?" in page and "cold" in page
    assert str(ledger).startswith("Why not 1.0?\nWhat each word costs") and "freezing" in str(ledger)
    assert set(ledger._repr_mimebundle_()) == {"text/plain", "text/html"}
    assert json.loads(json.dumps(ledger)) == ledger, "plain data"


def test_of_several_references_the_best_is_explained_and_the_score_of_all_is_noted():
    references = ["a train today", REFERENCE]
    e = bertscope.explain(reference=references, candidate=CANDIDATE)
    assert e.reference == REFERENCE
    assert e.compare()["references"]
    best = [numbers[0] for numbers in bertscope.score(cands=[CANDIDATE], refs=[references])]
    (note,) = e.document["notes"]
    assert note.startswith("This is reference 2 of 2") and all(f"{number:.5f}" in note for number in best)
    assert list(e.document["references"]["best"].values()) == best
    assert "reference 2 of 2" in str(e) and "reference 2 of 2" in e.draw("html")


def test_a_score_with_idf_of_the_references_can_be_explained(small_model):
    cands, refs = ["a cat sat", "the dog ran"], ["the cat sat", "the dogs ran"]
    scores = bertscope.score(cands, refs, small_model, idf=True)
    e = bertscope.explain(reference=refs[0], candidate=cands[0], model_type=small_model, idf=refs)
    assert [e.precision, e.recall, e.f1] == [numbers[0] for numbers in scores]
    assert e.document["idf"]["source"] == "given file" and e.document["idf"]["documents"] == 2
    bertscope.close()
    assert e.ledger(), "the texts are there for the next program, too"


def test_pictures_stand_in_frames_of_their_own(explained):
    page = explained._repr_html_()
    frame, script = re.fullmatch(r"<div><iframe srcdoc='([^'<]*)' sandbox[^<]*</iframe><script>(.*)</script></div>", page).groups()
    assert "allow-same-origin" not in page
    assert not re.search(r"""(src|href)=["']?https?:""", frame), "self-contained"
    assert "postMessage({bertscope:" in frame and "e.data.bertscope" in script, "as high as its page"
    assert len(page) < 1.25 * len(explained.draw("html"))


def test_in_a_terminal_it_is_text(explained):
    assert "freezing" in str(explained) and "◆" in str(explained)
    assert repr(explained).startswith("<bertscope.Explanation precision=")
    assert set(explained._repr_mimebundle_()) == {"text/plain", "text/html"}
    assert explained._repr_mimebundle_(include=["text/plain"]) == {"text/plain": str(explained)}
    assert "text/html" not in explained._repr_mimebundle_(exclude=["text/html"])


def test_files_are_what_plot_writes(explained, tmp_path):
    for extension in ("svg", "png", "html", "ansi", "txt", "md", "json", "py"):
        explained.save(tmp_path / f"pair.{extension}", explain=[] if extension in ("svg", "png", "py") else "ledger")
    assert (tmp_path / "pair.png").read_bytes().startswith(b"\x89PNG")
    saved = json.loads((tmp_path / "pair.json").read_text(encoding="utf-8"))
    assert saved["explanations"][0]["topic"] == "ledger" and saved["raw"] == explained.document["raw"]


def test_tables_of_pandas(explained):
    pytest.importorskip("pandas")
    tokens = explained.to_pandas()
    known = ["side", "text", "piece", "special", "weight", "match", "match_index", "similarity", "loss"]
    assert list(tokens.columns) == known
    assert len(tokens) == len(explained.tokens("candidate")) + len(explained.tokens("reference"))
    row = tokens[(tokens.side == "reference") & (tokens.text == "cold")].iloc[0]
    assert explained.tokens("candidate")[row.match_index]["text"] == row.match == "freezing"
    assert tokens[tokens.side == "reference"].loss.sum() == pytest.approx(1 - explained.recall)
    assert bertscope.explain("a b", "").to_pandas().loss.isna().all()
    matrix = explained.to_pandas("similarity")
    assert list(matrix.columns)[1:-1] == REFERENCE.split()


def test_scores_stand_beside_the_rows_of_a_frame_whatever_its_index():
    pandas = pytest.importorskip("pandas")
    data = {"candidate": [CANDIDATE, "a", ""], "reference": [REFERENCE, ["b", "a"], "b"], "other": "a"}
    df = pandas.DataFrame(data, index=[7, 3, 3])
    scores = bertscope.score_frame(df, candidate="candidate", reference="reference")
    assert list(scores) == ["precision", "recall", "f1", "note"]
    assert scores.loc[7, "f1"] == bertscope.score([CANDIDATE], [REFERENCE])[2][0]
    assert scores.note.iloc[:2].tolist() == ["", ""] and scores.note.iloc[2].startswith("The candidate has no words")
    beside = df.assign(**scores).assign(**bertscope.score_frame(df, prefix="idf_", idf="bundled"))
    assert len(beside) == 3 and beside.index.tolist() == [7, 3, 3] and "idf_note" in beside
    assert beside.f1.tolist() == scores.f1.tolist() and beside.idf_f1.iloc[0] != beside.f1.iloc[0]
    several = bertscope.score_frame(df, reference=["reference", "other"])
    assert several.f1.iloc[1] == pytest.approx(1)
    assert list(bertscope.score_frame(df[:0])) == list(scores)
