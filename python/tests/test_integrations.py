"""Adapters, each with the real framework, offline. A framework that is not installed is skipped."""

import math
import re

import pytest

import bertscope

REFERENCE, CANDIDATE = "The ferry leaves at noon.", "The boat departs at midday."


def framework(name):
    return pytest.importorskip(name, reason=f"needs the package {name}")


def test_a_reason_names_the_words_that_cost_most_with_their_costs():
    e = bertscope.explain(reference=REFERENCE, candidate=CANDIDATE)
    recall, precision = e.reason("recall"), e.reason("precision")
    assert recall.startswith("cost in recall: ferry −.") and precision.startswith("cost in precision: departs −.0876")
    assert e.reason() == f"{recall[:-1]}; {precision}"
    for side, sentence in [("reference", recall), ("candidate", precision)]:
        costs = {word["word"]: f"−{word['loss']:.4f}".replace("0.", ".") for word in e.ledger()[side]["words"]}
        assert all(costs[word] == cost for word, cost in re.findall(r"(\w+) (−\.\d{4})", sentence))
    assert e.reason("recall", words=1).count("−") == 1
    assert bertscope.explain("a cat", "a cat").reason() == "No word costs .0001 or more."
    assert bertscope.explain("a cat", "").reason() == "The candidate has no words, so precision, recall and F1 are 0 by convention."
    with pytest.raises(bertscope.InputError, match="no score 'f2'; use one of precision, recall, f1"):
        e.reason("f2")


def test_opik_has_the_scores_with_reasons_and_the_signature(monkeypatch):
    monkeypatch.setenv("OPIK_TRACK_DISABLE", "true")
    framework("opik")
    from bertscope.integrations.opik import BERTScope

    metric = BERTScope(track=False, rescale_with_baseline=True)
    results = metric.score(output=CANDIDATE, reference=REFERENCE, input="ignored")
    e = bertscope.explain(reference=REFERENCE, candidate=CANDIDATE, rescale_with_baseline=True)
    assert [result.name for result in results] == ["bertscope_precision", "bertscope_recall", "bertscope_f1"]
    assert [result.value for result in results] == [e.precision, e.recall, e.f1]
    assert [result.reason for result in results] == [e.reason(name) for name in ("precision", "recall", "f1")]
    assert results[0].metadata == {"signature": e.signature, "notes": []} and not results[0].scoring_failed
    assert metric.score(candidate=CANDIDATE, reference=REFERENCE) == results
    several = metric.score(output=CANDIDATE, reference=[REFERENCE, "The boat departs."])
    expected = bertscope.score([CANDIDATE], [[REFERENCE, "The boat departs."]], rescale_with_baseline=True)
    assert [result.value for result in several] == [numbers[0] for numbers in expected]
    assert "reference 2 of 2" in several[0].metadata["notes"][0]


def test_opik_marks_an_undefined_score_as_failed():
    framework("opik")
    from bertscope.integrations.opik import BERTScope

    nothing_weighs = dict.fromkeys(range(40_000), 0.0)
    precision, recall, f1 = BERTScope(track=False, idf=nothing_weighs).score(output=CANDIDATE, reference=REFERENCE)
    assert precision.scoring_failed and precision.value == 0 and "undefined" in precision.reason and recall.scoring_failed
    with pytest.raises(bertscope.InputError, match="candidate is None, not a text"):
        BERTScope(track=False).score(reference=REFERENCE)


def test_the_metric_of_opik_itself_takes_our_score(monkeypatch):
    framework("opik")
    from opik.evaluation.metrics.heuristics.bertscore import BERTScore

    result = BERTScore(scorer_fn=bertscope.score, track=False).score(output=CANDIDATE, reference=REFERENCE)
    assert result.value == bertscope.score([CANDIDATE], [REFERENCE])[2][0]


def test_evaluate_opens_the_metric_and_has_the_keys_of_its_own(monkeypatch, tmp_path, small_model):
    monkeypatch.setenv("HF_MODULES_CACHE", str(tmp_path))
    metric = framework("evaluate").load(str(bertscope.integrations.EVALUATE))
    assert metric.name == "bertscope"
    settings = {"model_type": str(small_model), "num_layers": 2, "idf": True}
    refs = [["the cat sat", "a dog"], ["dogs ran"]]
    computed = metric.compute(predictions=["a cat sat", "a dog ran"], references=refs, **settings)
    expected, signature = bertscope.score(["a cat sat", "a dog ran"], refs, return_hash=True, **settings)
    assert list(computed) == ["precision", "recall", "f1", "hashcode"]
    assert list(computed.values()) == [*(numbers.tolist() for numbers in expected), signature]
    single = metric.compute(predictions=[CANDIDATE], references=[REFERENCE])
    assert single["f1"] == bertscope.score([CANDIDATE], [REFERENCE])[2].tolist()


@pytest.mark.filterwarnings("ignore::bertscope.BertscopeWarning")
def test_a_frame_of_polars_is_scored_as_one_of_pandas(small_model):
    polars, pandas = framework("polars"), framework("pandas")
    data = {"candidate": ["a cat", "b", ""], "reference": [["the cat", "cat"], ["b"], ["x"]], "other": ["q", "r", "s"]}
    settings = {"reference": ["reference", "other"], "model_type": small_model, "idf": True}
    ours = bertscope.score_frame(polars.DataFrame(data), **settings)
    assert ours.to_dict(as_series=False) == bertscope.score_frame(pandas.DataFrame(data), **settings).to_dict("list")
    beside = polars.DataFrame(data).with_columns(ours).with_columns(bertscope.score_frame(polars.DataFrame(data), prefix="b_"))
    assert beside.columns[3:] == [*ours.columns, *(f"b_{name}" for name in ours.columns)]
    assert bertscope.score_frame(polars.DataFrame(data)[:0]).schema == ours.schema
    with pytest.raises(bertscope.InputError, match=r"row 1 of column 'candidate' is None.*df.drop_nulls\(\['candidate', 'reference'\]\)"):
        bertscope.score_frame(polars.DataFrame({"candidate": ["a", None], "reference": ["a", "b"]}))
    with pytest.raises(bertscope.InputError, match="LazyFrame of polars, not a data frame; call collect"):
        bertscope.score_frame(polars.DataFrame(data).lazy())


def test_arrays_of_pyarrow_are_texts(small_model):
    pyarrow = framework("pyarrow")
    cands, refs = ["a cat", "dogs"], [["the cat", "cat"], ["a dog"]]
    expected = bertscope.score(cands, refs, small_model)
    scores = bertscope.score(pyarrow.chunked_array([cands[:1], cands[1:]]), pyarrow.array(refs), small_model)
    assert [numbers.tolist() for numbers in scores] == [numbers.tolist() for numbers in expected]
    with pytest.raises(bertscope.InputError, match=r"cands\[1\] is None, not a text"):
        bertscope.score(pyarrow.array(["a", None]), cands, small_model)
    assert not math.isnan(scores[2][0])
