"""Bad input is one clear sentence, and the next call works."""

import collections
import math
import re

import pytest

import bertscope


@pytest.fixture(autouse=True)
def the_next_call_works(small_model):
    yield
    assert bertscope.score(["a"], ["a"], small_model)[2][0] == pytest.approx(1)


@pytest.mark.parametrize(
    ("cands", "refs", "sentence"),
    [
        (["a", "b"], ["a"], "the numbers of candidates (2) and references (1) differ; pass one entry of refs for each candidate"),
        ("a", ["a"], "cands is one text; put it in a list: [cands]"),
        (["a"], 7, "refs is of type int; pass a list of texts"),
        (["a", None], ["a", "b"], "cands[1] is None, not a text; leave such rows out, or fill in a text"),
        (["a", None, "b", None, math.nan], ["a"] * 5, "cands[1] is None, not a text, and so are 2 more; leave such rows out"),
        (["a"], [math.nan], "refs[0] is nan, not a text"),
        ([3], ["a"], "cands[0] is of type int, not a text; pass str(...) if that is meant"),
        ([b"a"], ["a"], "cands[0] is of type bytes, not a text; decode it"),
        ([["a", "b"]], ["a"], "cands[0] is of type list, not a text; pass one text"),
        (["a"], [["b", None]], "refs[0][1] is None"),
        (["a"], [[]], "refs[0] is an empty list; pass at least one reference"),
        (["a\ud800"], ["a"], "cands[0] has half of a surrogate pair at index 1; remove it"),
    ],
)
def test_texts_that_cannot_be_scored_are_named(cands, refs, sentence):
    with pytest.raises(bertscope.InputError, match=re.escape(sentence)):
        bertscope.score(cands, refs)


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        (
            {"use_fast_tokenizer": True, "program": "torchmetrics"},
            "use_fast_tokenizer=True is program='bert_score+fast', not 'torchmetrics'; leave one of them out",
        ),
        ({"program": 5}, "program is 5, not a name or a path"),
        ({"idf": {}}, "idf is an empty dictionary; pass a weight for each token id, or idf=False"),
        ({"idf": {"101": 0.0}}, "idf has the key '101', which is not a token id; use ids from the tokenizer"),
        ({"idf": {101: float("nan")}}, "idf gives token 101 the weight nan; a weight is a finite number, 0 or more"),
        ({"idf": {101: -1}}, "idf gives token 101 the weight -1; a weight is a finite number, 0 or more"),
        (
            {"idf": collections.defaultdict(str, {101: 0.0})},
            "idf gives all other tokens the weight ''; a weight is a finite number, 0 or more",
        ),
        ({"idf": "True"}, "idf is the text 'True'; write idf=True, without quotes"),
        ({"idf": []}, "idf is an empty list; pass the texts to count over, such as all references"),
        ({"device": 1}, "device is 1, but only the first GPU, 0, can be used"),
        ({"num_layers": -1}, "num_layers is -1; use 0 to the model's number of layers"),
        ({"num_layers": "six"}, "num_layers is 'six', not a number of layers"),
        ({"model_type": 5}, "model_type is 5, not a name or a path"),
        ({"baseline_path": "", "rescale_with_baseline": True}, "baseline_path is ''"),
    ],
)
def test_settings_that_mean_nothing_are_named(settings, sentence):
    with pytest.raises(bertscope.InputError, match=re.escape(sentence)):
        bertscope.score(["a"], ["a"], **settings)


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"model_type": "nobody/nothing"}, "nobody/nothing is not in the cache"),
        ({"num_layers": 99}, "layer 99"),
        ({"idf": "no-such-file"}, "no-such-file"),
        ({"device": "cuda:0"}, "the device cuda is not available: this program was built without the feature `cuda`; use the CPU (leave out device)"),
        ({"device": 0}, "the device cuda is not available"),
        ({"device": "abacus"}, "invalid value 'abacus' for device [possible values: cpu, "),
        ({"lang": "en"}, "roberta-large is not in the cache"),
        ({"lang": ""}, "lang is ''"),
    ],
)
def test_what_the_program_refuses_is_an_exception_with_its_sentence(settings, sentence):
    with pytest.raises(bertscope.BertscopeError, match=re.escape(sentence)) as caught:
        bertscope.score(["a"], ["a"], **settings)
    assert not str(caught.value).startswith(("bertscope:", "error:")) and "--" not in str(caught.value)


def test_a_hub_that_cannot_be_reached_is_an_exception_with_the_way_out(monkeypatch):
    monkeypatch.setenv("HF_HUB_OFFLINE", "0")
    monkeypatch.setenv("HF_ENDPOINT", "http://127.0.0.1:9")
    with pytest.raises(bertscope.BertscopeError, match=r"bundled model \(leave out lang and model_type\) work without a network"):
        bertscope.score(["a"], ["a"], lang="en")


def test_a_text_that_is_too_long_is_named_and_costs_only_its_call(small_model):
    with pytest.raises(bertscope.BertscopeError, match="pair 1: .*16 MB"):
        bertscope.score(["a", "x" * (17 << 20)], ["a", "a"], small_model)


def test_a_cell_without_a_text_is_named_by_its_row_and_column(small_model):
    pandas = pytest.importorskip("pandas")
    df = pandas.DataFrame({"candidate": ["a", None], "reference": ["a", "b"]}, index=["first", "second"])
    with pytest.raises(bertscope.InputError, match=r"row 'second' \(position 1\) of column 'candidate' is (None|nan), not a text; leave"):
        bertscope.score_frame(df)
    several = pandas.DataFrame({"hyp": ["a", pandas.NA, None], "ref": ["a", "b", "c"]}, dtype=object)
    sentence = "row 1 of column 'hyp' is <NA>, not a text, and so is 1 more; leave such rows out with df.dropna(subset=['hyp', 'ref'])"
    with pytest.raises(bertscope.InputError, match=re.escape(sentence)):
        bertscope.score_frame(several, "hyp", "ref")
    twice = pandas.DataFrame([["a", "b", "c"]], columns=["candidate", "reference", "candidate"])
    with pytest.raises(bertscope.InputError, match="several columns are named 'candidate'; rename all but one"):
        bertscope.score_frame(twice)
    with pytest.raises(bertscope.InputError, match=r"no column 'hyp' \(found: 'candidate', 'reference'\)"):
        bertscope.score_frame(df, "hyp")
    with pytest.raises(bertscope.InputError, match="unexpected keyword argument 'layers'"):
        bertscope.score_frame(df[:1], layers=3)


def test_explanations_say_what_they_need(tmp_path):
    with pytest.raises(bertscope.InputError, match=r'pass idf=\[...\] with all references, idf="bundled"'):
        bertscope.explain("a", "b", idf=True)
    with pytest.raises(bertscope.InputError, match="reference is of type int; pass a list of texts"):
        bertscope.explain(3, "b")
    with pytest.raises(bertscope.InputError, match="candidate is None"):
        bertscope.explain("a", None)
    e = bertscope.explain("a", "b")
    with pytest.raises(bertscope.InputError, match=r'a PNG is not text; save\("pair.png"\) writes one'):
        e.draw("png")
    with pytest.raises(bertscope.BertscopeError, match='^unknown format "jpg"; use one or more of svg'):
        e.draw("jpg")
    with pytest.raises(bertscope.BertscopeError, match='^unknown explanation "why"; use all, or some of matches,ledger'):
        e.section("why")
    with pytest.raises(bertscope.InputError, match="svg cannot contain explain; leave it out"):
        e.save(tmp_path / "pair.svg", explain="ledger")
    with pytest.raises(bertscope.InputError, match="^pair.jpg has no known file extension; use one of .svg, .png"):
        e.save("pair.jpg")
    with pytest.raises(bertscope.InputError, match=r"against is one text; put it in a list: \[against\]"):
        e.compare(against="a b")
