"""``score`` is ``bert_score.score``: the same arguments, the same numbers."""

import collections
import inspect
import math
import subprocess
import sys

import numpy
import pytest

import bertscope

TOLERANCE = 2e-5
LAYERS = range(7)


def assert_near(scores, expected):
    expected = numpy.array([[math.nan if x is None else x for x in row] for row in expected]).T
    for ours, theirs in zip(scores, expected):
        numpy.testing.assert_allclose(ours, theirs, rtol=0, atol=TOLERANCE, equal_nan=True)


@pytest.fixture(params=["plain", "idf", "rescaled"])
def way(request, golden, tmp_path):
    """A kind of score in the goldens, and the settings that ask for it."""
    corpus, baseline = tmp_path / "corpus.txt", tmp_path / "baseline.tsv"
    corpus.write_text("".join(f"{text}\n" for text in golden["idf_corpus"]), encoding="utf-8")
    baseline.write_text(golden["baseline_tsv"], encoding="utf-8")
    settings = {
        "plain": {},
        "idf": {"idf": corpus},
        "rescaled": {"rescale_with_baseline": True, "baseline_path": baseline},
    }
    return request.param, settings[request.param]


@pytest.mark.filterwarnings("ignore::bertscope.BertscopeWarning")
@pytest.mark.parametrize("layer", LAYERS)
def test_numbers_are_those_of_bert_score(golden, way, layer):
    name, settings = way
    cases = [case for case in golden["cases"] if case["layer"] == layer]
    scores = bertscope.score(
        [case["candidate"] for case in cases], [case["reference"] for case in cases], num_layers=layer, **settings
    )
    assert_near(scores, [case[name] for case in cases])


def test_the_best_of_several_references_counts_for_each_number(golden, way):
    name, settings = way
    cases = [case for case in golden["multi"] if case["layer"] == 6]
    scores = bertscope.score(
        [case["candidate"] for case in cases], [case["references"] for case in cases], num_layers=6, **settings
    )
    assert_near(scores, [case[name] for case in cases])


def test_arguments_have_the_names_and_the_order_of_bert_score():
    assert list(inspect.signature(bertscope.score).parameters) == (
        "cands refs model_type num_layers verbose idf device batch_size nthreads all_layers lang return_hash "
        "rescale_with_baseline baseline_path use_fast_tokenizer program return_tensors long missing"
    ).split()


def test_all_layers_are_what_each_layer_is_alone(small_model):
    cands, refs = ["a cat sat", "dogs"], ["the cat sat down", "a dog"]
    together = bertscope.score(cands, refs, small_model, all_layers=True)
    for layer in range(len(together[2])):
        alone = bertscope.score(cands, refs, small_model, num_layers=layer)
        assert [row[layer].tolist() for row in together] == [row.tolist() for row in alone]


@pytest.mark.filterwarnings("ignore::bertscope.BertscopeWarning")
def test_idf_counts_over_the_references_of_the_call(small_model):
    cands, refs = ["a cat sat", "the dog ran"], ["the cat sat", "the dogs ran"]
    (_, _, together), signature = bertscope.score(cands, refs, small_model, idf=True, return_hash=True)
    _, _, first = bertscope.score(cands[:1], refs[:1], small_model, idf=True)
    assert together[0] != first[0]
    assert "_idf_" in signature
    assert bertscope.score(cands, refs, small_model, idf=numpy.True_)[2].tolist() == together.tolist()


def test_the_hash_is_returned_with_the_scores_even_without_a_pair(small_model):
    (scores, signature) = bertscope.score(["a"], ["b"], small_model, return_hash=True)
    assert [len(numbers) for numbers in scores] == [1, 1, 1]
    assert bertscope.score([], [], small_model, return_hash=True)[1] == signature
    assert [len(numbers) for numbers in bertscope.score([], [], small_model)] == [0, 0, 0]


def test_texts_come_from_any_collection_and_keep_their_order(small_model):
    texts = [f"number {i} " + "word " * (i % 40) for i in range(1500)]
    expected = bertscope.score(texts, texts[::-1], small_model)[2]
    again = bertscope.score(iter(texts), numpy.array(texts[::-1]), small_model)[2]
    assert expected.tolist() == again.tolist()
    assert expected[0] == bertscope.score(texts[:1], texts[-1:], small_model)[2][0]


def test_without_numpy_the_results_are_lists_of_floats(small_model):
    program = (
        "import sys; sys.modules['numpy'] = None\n"
        "import bertscope\n"
        f"print(bertscope.score(['a'], ['a'], {str(small_model)!r}))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert all(isinstance(numbers, list) and numbers[0] == pytest.approx(1) for numbers in eval(done.stdout))


def test_pairs_whose_score_means_less_than_it_seems_are_one_warning(small_model):
    cands, refs = ["a cat", "", "word " * 600, "a cat"], ["the cat"] * 4
    with pytest.warns(bertscope.BertscopeWarning) as caught:
        bertscope.score(cands, refs, small_model)
    assert [str(w.message) for w in caught] == [
        "2 of 4 pairs have a note; the first is cands[1]: The candidate has no words, so precision, recall and F1 are 0 by "
        "convention."
    ]
    assert caught[0].filename == __file__
    with pytest.warns(bertscope.BertscopeWarning, match="^IDF over a single reference .* recall is 0/0"):
        assert math.isnan(bertscope.score(cands[:1], refs[:1], small_model, idf=True)[1][0])


@pytest.mark.filterwarnings("ignore::bertscope.BertscopeWarning")
def test_a_dictionary_of_weights_scores_as_in_bert_score(given_weights, small_model):
    for case in given_weights:
        weights = {int(key): weight for key, weight in case["weights"].items() if key != "default"}
        weights = collections.defaultdict(lambda: case["weights"]["default"], weights)
        cands, refs = ([pair[name] for pair in case["pairs"]] for name in ("candidate", "reference"))
        model = small_model.parent / case["model"]
        scores, signature = bertscope.score(cands, refs, model, case["layer"], idf=weights, return_hash=True)
        assert_near(scores, [pair["scores"] for pair in case["pairs"]])
        assert signature.endswith("-custom-idf")
        scorer = bertscope.BERTScorer(model_type=model, num_layers=case["layer"], idf=weights)
        assert [row.tolist() for row in scorer.score(cands, refs)] == [row.tolist() for row in scores]
    with pytest.raises(bertscope.BertscopeError, match="no token id [0-9]+; add it, or use a defaultdict for all other ids"):
        bertscope.score(["a"], ["b"], small_model, idf={0: 1.0})


@pytest.mark.filterwarnings("ignore::bertscope.BertscopeWarning")
def test_idf_over_a_list_of_texts_is_that_over_the_references_of_a_call(small_model):
    cands, refs = ["a cat sat", "the dog ran", ""], ["the cat\nsat", ["the dogs ran", "dogs"], ""]
    counted = bertscope.score(cands, refs, small_model, idf=True)
    listed = bertscope.score(cands[:1], refs[:1], small_model, idf=refs)
    assert [numbers[0] for numbers in listed] == [numbers[0] for numbers in counted]


def test_a_scorer_takes_the_arguments_of_bert_score_and_gives_the_numbers_of_score(small_model, tmp_path):
    cands, refs = ["a cat sat", "the dog ran"], ["the cat sat", "the dogs ran"]
    scorer = bertscope.BERTScorer(model_type=small_model, num_layers=2, idf=True, idf_sents=refs)
    expected = bertscope.score(cands, refs, small_model, 2, idf=True, return_hash=True)
    scores, signature = scorer.score(cands, refs, batch_size=3, return_hash=True)
    assert ([row.tolist() for row in scores], signature) == ([row.tolist() for row in expected[0]], expected[1])
    assert scorer.hash == signature
    assert scorer.plot_example(cands[0], refs[0], fname=tmp_path / "pair.png").f1 == scores[2][0]
    assert (tmp_path / "pair.png").read_bytes().startswith(b"\x89PNG")
    with pytest.raises(bertscope.InputError, match="pass idf_sents, or call compute_idf"):
        bertscope.BERTScorer(model_type=small_model, idf=True).score(cands, refs)
    names = (
        "model_type num_layers batch_size nthreads all_layers idf idf_sents device lang rescale_with_baseline baseline_path "
        "use_fast_tokenizer program return_tensors long"
    )
    assert list(inspect.signature(bertscope.BERTScorer).parameters) == names.split()


def test_a_program_scores_as_that_program_does_and_the_hash_names_it(small_model):
    cands, refs = ["a letter o\u0378ther than any"], ["a letter other than any"]
    slow = bertscope.score(cands, refs, small_model)
    fast, signature = bertscope.score(cands, refs, small_model, use_fast_tokenizer=True, return_hash=True)
    assert signature.endswith("_fast-tokenizer") and fast[2][0] != slow[2][0]
    scorer = bertscope.BERTScorer(model_type=small_model, program="bert_score+fast")
    assert scorer.hash == signature and scorer.score(cands, refs)[2][0] == fast[2][0]
    assert bertscope.explain(refs[0], cands[0], model_type=small_model, program="bert_score+fast").f1 == fast[2][0]
    assert bertscope.BERTScorer(model_type=small_model, program="torchmetrics").hash.endswith("torchmetrics=1.9.0)")
    with pytest.raises(bertscope.BertscopeError, match="program"):
        bertscope.score(cands, refs, program="bleu")


@pytest.mark.filterwarnings("ignore::bertscope.BertscopeWarning")
def test_long_texts_are_cut_unless_windows_are_asked_for(small_model):
    cands, refs = ["a cat"], ["the cat sat " * 100 + "down"]
    cut, windows = (bertscope.score(cands, refs, small_model, long=long) for long in ("cut", "windows"))
    assert bertscope.score(cands, refs, small_model)[2][0] == cut[2][0] != windows[2][0]
    assert bertscope.BERTScorer(model_type=small_model, long="windows").hash.endswith("-windows")
    assert bertscope.explain(refs[0], cands[0], model_type=small_model, long="windows").f1 == windows[2][0]
    with pytest.raises(bertscope.BertscopeError, match="program|long"):
        bertscope.score(cands, refs, program="torchmetrics", long="windows")


def test_verbose_prints_the_time_and_nothing_else(small_model, capfd):
    bertscope.score(["a"], ["b"], small_model)
    assert capfd.readouterr() == ("", "")
    bertscope.score(["a"], ["b"], small_model, verbose=True)
    out, err = capfd.readouterr()
    assert out == "" and err.startswith("done in ") and err.endswith(" seconds, pairs: 1\n")
