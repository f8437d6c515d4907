"""Scripts written for ``bert_score`` run unchanged with ``bertscope`` in its place.

The scripts are in drop_in/, with the results of bert_score 0.3.13. Where that package is installed, it is compared as well.
"""

import importlib
import json
import math
import re
from pathlib import Path

import pytest

import bertscope
from bertscope import _names

FOLDER = Path(__file__).parent / "drop_in"
SCRIPTS = sorted(FOLDER.glob("*.py"))
RECORDED = json.loads((FOLDER / "bert_score.json").read_text(encoding="utf-8"))
TOLERANCE = 2e-5


@pytest.fixture
def bert_score():
    return pytest.importorskip("bert_score", reason="needs bert_score 0.3.13 with PyTorch")


@pytest.fixture
def run(monkeypatch, tmp_path, small_model):
    """Runs a script with another package in place of bert_score."""
    for module, reason in [("matplotlib", "scripts draw"), ("pandas", "scripts use data frames")]:
        pytest.importorskip(module, reason=reason)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MPLBACKEND", "Agg")

    def run(script, package):
        space = {
            "os": importlib.import_module("os"),
            "MODEL": str(small_model.parent / "roberta"),
            "LAYERS": 2,
            "cands": ["28-year-old chef found dead in San Francisco mall", "the weather is nice today", "He sold three cars."],
            "refs": ["28-year-old chef found dead at San Francisco mall", "it is cold outside", "Three cars were sold by him."],
        }
        exec(compile(script.read_text(encoding="utf-8").replace("bert_score", package), script, "exec"), space)
        return json.loads(json.dumps(space["out"]))

    return run


def assert_same(ours, theirs, tolerance):
    if isinstance(theirs, list):
        assert isinstance(ours, list) and len(ours) == len(theirs)
        for one, other in zip(ours, theirs):
            assert_same(one, other, tolerance)
    elif isinstance(theirs, float):
        assert math.isclose(ours, theirs, abs_tol=tolerance), f"{ours} is not {theirs}"
    else:
        assert ours == theirs


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.stem)
def test_a_script_runs_unchanged_and_gives_the_numbers_of_bert_score(run, script):
    # The reward divides by a standard deviation of .008, and differences with it.
    tolerance = TOLERANCE / 0.008 if script.stem == "reward" else TOLERANCE
    assert_same(run(script, "bertscope"), RECORDED[script.stem], tolerance)


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.stem)
def test_the_recorded_numbers_are_those_of_the_package(bert_score, run, script):
    assert_same(run(script, "bert_score"), RECORDED[script.stem], 1e-6)


def public_names(bert_score):
    """The names that the package defines, without modules and functions that it imports from others."""
    tables = {"lang2model", "model2layers", "SCIBERT_URL_DICT"}
    names = {"scorer", "utils"}
    for module, prefix in [(bert_score, ""), (bert_score.utils, "utils.")]:
        for name, value in vars(module).items():
            if name in tables or getattr(value, "__module__", "").startswith("bert_score."):
                names.add(prefix + name)
    names.update(f"BERTScorer.{name}" for name in vars(bert_score.BERTScorer) if not name.startswith("_"))
    return names


def test_every_public_name_of_the_package_is_in_the_table(bert_score):
    listed = set(_names.PROVIDED) | {f"utils.{name}" for name in _names.REPLACED}
    # The package exports most names of utils at the top as well.
    public = {f"utils.{name}" if f"utils.{name}" in listed else name for name in public_names(bert_score)}
    assert public == listed
    assert dict(bertscope.utils.lang2model) == dict(bert_score.utils.lang2model)
    assert bertscope.utils.model2layers == bert_score.utils.model2layers


def test_every_listed_name_is_provided_or_says_what_to_use_instead():
    for name in _names.PROVIDED:
        owner = bertscope
        for part in name.split("."):
            assert hasattr(owner, part), name
            # Properties of a scorer open a model.
            owner = getattr(owner, part)
    for name, instead in _names.REPLACED.items():
        with pytest.raises((bertscope.BertscopeError, AttributeError), match=re.escape(instead)):
            getattr(bertscope.utils, name)("text")
        with pytest.raises((bertscope.BertscopeError, AttributeError), match=re.escape(instead)):
            getattr(bertscope, name)("text")
    from bertscope.score import plot_example, score
    from bertscope.scorer import BERTScorer

    assert (score, plot_example, BERTScorer) == (bertscope.score, bertscope.plot_example, bertscope.BERTScorer)


def test_the_documentation_shows_the_table():
    page = (FOLDER.parents[2] / "docs" / "differences.md").read_text(encoding="utf-8")
    for name, what in _names.PROVIDED.items():
        assert f"| `{name}` | {what} |" in page
    for name, instead in _names.REPLACED.items():
        assert f"| `utils.{name}` | an error: {instead} |" in page


def test_scores_have_the_methods_of_tensors_that_scripts_use(small_model):
    numpy = pytest.importorskip("numpy")
    f1 = bertscope.score(["a cat sat", "dogs", "it ran"], ["the cat sat down", "a dog", "he ran"], small_model)[2]
    values = f1.tolist()
    assert f1.cpu() is f1 and f1.detach() is f1 and f1.to("cpu") is f1 and f1.dim() == 1 and f1.numel() == 3
    assert type(f1.numpy()) is numpy.ndarray and f1.numpy().tolist() == values
    assert [one.cpu().item() for one in f1] == values and json.dumps(f1[0]) == json.dumps(values[0])
    assert f1[0] in {values[0]} and isinstance(f1[0], float) and float(f1[:1]) == f1[0]
    assert f1.mean(dim=0).item() == f1.mean().cpu().item() == numpy.mean(values)
    # A tensor's standard deviation is that of a sample; numpy's function has its own default.
    assert f1.std().item() == numpy.std(values, ddof=1) and numpy.std(f1) == numpy.std(values)
    assert f1.max(dim=0) == (max(values), values.index(max(values))) and f1.max() == max(values)
    layers = bertscope.score(["a", "b"], ["b", "a"], small_model, all_layers=True)[2]
    assert layers.mean(dim=1, keepdim=True).shape == (len(layers), 1)
    assert layers.max(dim=0).values.tolist() == layers.numpy().max(axis=0).tolist()
    with pytest.raises(bertscope.InputError, match="cannot move to cuda; return_tensors"):
        f1.to("cuda")


def test_tensors_are_returned_on_request(small_model):
    torch = pytest.importorskip("torch", reason="needs PyTorch")
    tensors = bertscope.score(["a cat"], ["the cat"], small_model, return_tensors="pt")
    assert all(isinstance(tensor, torch.Tensor) and tensor.dtype == torch.float32 for tensor in tensors)
    scorer = bertscope.BERTScorer(small_model, return_tensors="pt")
    assert torch.equal(torch.stack(scorer.score(["a cat"], ["the cat"])), torch.stack(tensors))


def test_another_kind_of_tensor_is_refused(small_model):
    with pytest.raises(bertscope.InputError, match='return_tensors is \'tf\'; use "pt"'):
        bertscope.score(["a"], ["b"], small_model, return_tensors="tf")


def test_a_scorer_has_the_properties_of_bert_score(small_model):
    scorer = bertscope.BERTScorer(rescale_with_baseline=True)
    assert (scorer.model_type, scorer.num_layers) == ("sentence-transformers/all-MiniLM-L6-v2", 6)
    assert scorer.rescale_with_baseline and not scorer.idf and scorer.lang is None and not scorer.use_fast_tokenizer
    assert (scorer.device, scorer.batch_size, scorer.nthreads, scorer.all_layers) == ("cpu", 64, 4, False)
    raw = bertscope.score(["a cat"], ["the dog"])
    rescaled = scorer.score(["a cat"], ["the dog"])
    for ours, before, baseline in zip(rescaled, raw, scorer.baseline_vals):
        assert ours[0] == pytest.approx((before[0] - baseline) / (1 - baseline), abs=1e-6)
    assert bertscope.BERTScorer(lang="en").model_type == "roberta-large"
    with pytest.raises(bertscope.BertscopeError, match="no baseline is known for .*bert; pass baseline_path"):
        bertscope.BERTScorer(small_model).baseline_vals
    with pytest.raises(bertscope.BertscopeError, match="make a scorer with num_layers for each layer"):
        bertscope.BERTScorer(all_layers=True).baseline_vals


def test_a_hash_of_settings_is_that_of_their_scores(small_model):
    def get_hash(**settings):
        given = {"idf": False, "rescale_with_baseline": False, "use_custom_baseline": False, "use_fast_tokenizer": False}
        return bertscope.utils.get_hash(small_model, 2, **{**given, **settings})

    assert get_hash() == bertscope.BERTScorer(small_model, 2).hash
    assert get_hash(idf=True) == bertscope.BERTScorer(small_model, 2, idf=True).hash
    assert get_hash(idf={1: 1.0}, use_fast_tokenizer=True).endswith("-custom-idf_fast-tokenizer")
    weights = dict.fromkeys(range(5000), 1.0)
    given = bertscope.BERTScorer(small_model, 2, idf=weights).hash
    assert get_hash(idf=weights) == re.sub(",idf=[0-9a-f]{8}", "", given) != given
    assert get_hash(rescale_with_baseline=True, use_custom_baseline=True).endswith(")-custom-rescaled")
