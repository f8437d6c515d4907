"""Agreement with human scores: the numbers of the program, and bad input."""

import csv
import math

import pytest

import bertscope
from conftest import ROOT


@pytest.fixture(scope="module")
def pairs():
    with open(ROOT / "examples" / "pairs.tsv", encoding="utf-8") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    return {name: [row[name] for row in rows] for name in rows[0]}


def test_every_setting_is_ranked_and_each_is_tested_against_the_one_of_the_call(pairs, small_model):
    human = [float(rating) if rating else None for rating in pairs["rating"]]
    found = bertscope.agreement(
        pairs["candidate"], pairs["reference"], human, systems=pairs["system"], all_settings="kendall", model_type=small_model, num_layers=1
    )
    assert found["judged"] == 23 and found["ranked_by"] == "kendall"
    f1 = found["mean"]["pearson"]["f1"]
    interval = found["mean"]["intervals"]["pearson"]["f1"]
    assert interval["low"] < f1 < interval["high"]
    assert 0 <= found["mean"]["accuracy"]["f1"] <= 1 and found["system_level"]["f1"]["system_pairs"] == 1
    kendall = [setting["kendall"] for setting in found["settings"]]
    assert kendall == sorted(kendall, reverse=True)
    (default,) = [setting for setting in found["settings"] if setting["default"]]
    assert (default["score"], default["layer"], default["idf"]) == ("f1", 1, False)
    assert default["pearson"] == f1 and default["p_permutation"] is None
    others = [setting for setting in found["settings"] if not setting["default"]]
    assert all(0 < setting["p_permutation"] <= setting["p_holm"] <= 1 for setting in others)
    assert {setting["score"] for setting in others} == {"precision", "recall", "f1", "bleu", "chrf", "rougeL"}
    assert "Every setting, the highest Kendall first" in str(found) and found["signature"].endswith(")")


def test_within_groups_nobody_needs_to_judge_every_candidate(pairs, small_model):
    human = [float(rating) if rating else math.nan for rating in pairs["rating"]]
    found = bertscope.agreement(pairs["candidate"], pairs["reference"], human, groups=pairs["system"], model_type=small_model)
    assert [(group["group"], group["pairs"]) for group in found["groups"]] == [("baseline", 12), ("new", 11)]
    means = [group["spearman"]["recall"] for group in found["groups"]]
    assert found["mean"]["spearman"]["recall"] == pytest.approx(sum(means) / 2)
    assert "settings" not in found and "system_level" not in found


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"human": [1]}, "there are 2 candidates, but 1 entries of human; pass one for each candidate"),
        ({"human": [1, "good"]}, r"human\[1\] is 'good', not a number; pass None where the candidate was not judged"),
        ({"all_settings": "accuracy"}, "all_settings is 'accuracy'; use True or one of 'pearson', 'spearman', 'kendall'"),
        ({"num_layers": 99}, "has no layer 99; choose one from 0 to 4"),
        ({"cands": []}, "cands is an empty list"),
    ],
)
def test_bad_input_is_named(arguments, message, small_model):
    call = {"cands": ["a", "b"], "refs": ["a", "b"], "human": [1, 2], "model_type": small_model, **arguments}
    with pytest.raises(bertscope.InputError, match=message):
        bertscope.agreement(**call)
