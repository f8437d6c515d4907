"""Missing texts of lists and frames reach the program as null, with what happens to their pairs."""

import json
import math
import os
import sys

import pytest

import bertscope

PROGRAM = """#!{python}
import json, os, sys
os.write(1, b"\\n")
for line in sys.stdin.buffer:
    pair = json.loads(line)
    with open({seen!r}, "ab") as seen:
        seen.write(line)
    scores = dict(precision=1.0, recall=1.0, f1=1.0, signature="s")
    if None in (pair["candidate"], pair["references"]):
        assert pair["missing"] in ("skip", "zero")
        if pair["missing"] == "skip":
            scores = dict(precision=None, recall=None, f1=None, note="The text is missing, so the pair was skipped.")
        else:
            scores.update(precision=0.0, recall=0.0, f1=0.0)
    os.write(1, json.dumps(dict(scores, id=pair["id"])).encode() + b"\\n")
"""

pytestmark = [
    pytest.mark.skipif(os.name != "posix", reason="a script of POSIX"),
    pytest.mark.filterwarnings("ignore::bertscope.BertscopeWarning"),
]


@pytest.fixture
def seen(tmp_path, monkeypatch, fresh):
    """The requests that a program receives which answers as ours."""
    program, requests = tmp_path / "program", tmp_path / "requests"
    program.write_text(PROGRAM.format(python=sys.executable, seen=str(requests)))
    program.chmod(0o755)
    monkeypatch.setenv("BERTSCOPE_PROGRAM", str(program))

    def seen():
        lines = [json.loads(line) for line in requests.read_text().splitlines()]
        requests.unlink()
        return [(pair["candidate"], pair["references"], pair.get("missing")) for pair in lines]

    return seen


def test_a_list_may_have_missing_texts(seen):
    (precision, _, f1), signature = bertscope.score(["a", None, "c"], ["x", "y", ["z", None]], missing="skip", return_hash=True)
    assert seen() == [("a", ["x"], None), (None, ["y"], "skip"), ("c", ["z"], None)]
    assert f1.isnan().tolist() == precision.isnan().tolist() == [False, True, False] and signature == "s"
    assert bertscope.score(["a", math.nan], ["x", [None]], missing="zero")[2].tolist() == [1, 0]
    assert seen()[1] == (None, None, "zero")


def test_without_a_pair_that_is_scored_another_one_has_the_signature(seen):
    (_, _, f1), signature = bertscope.score([None], ["x"], missing="skip", return_hash=True)
    assert seen() == [(None, ["x"], "skip"), ("a", ["a"], None)]
    assert len(f1) == 1 and math.isnan(f1[0]) and signature == "s"


def test_a_frame_may_have_missing_texts(seen):
    pandas = pytest.importorskip("pandas")
    df = pandas.DataFrame({"candidate": ["a", None, math.nan, "d"], "reference": ["x", "y", "z", pandas.NA]}, index=list("wxyz"))
    scored = bertscope.score_frame(df, missing="skip")
    assert seen() == [("a", ["x"], None), (None, ["y"], "skip"), (None, ["z"], "skip"), ("d", None, "skip")]
    assert scored.f1.isna().tolist() == [False, True, True, True] and scored.index.tolist() == list("wxyz")
    assert scored.note.tolist()[1] == "The text is missing, so the pair was skipped." and scored.note.tolist()[0] == ""


def test_by_default_a_missing_text_is_an_error_with_its_row_and_what_to_do(small_model):
    pandas = pytest.importorskip("pandas")
    df = pandas.DataFrame({"candidate": ["a", None], "reference": ["x", "y"]}, index=[7, 9])
    with pytest.raises(bertscope.InputError, match=r"row 9 \(position 1\) of column 'candidate' .* or pass missing=\"skip\""):
        bertscope.score_frame(df)
    with pytest.raises(bertscope.InputError, match=r"cands\[1\] is None, .* or pass missing=\"skip\" for scores of NaN"):
        bertscope.score(["a", None], ["x", "y"])
    with pytest.raises(bertscope.InputError, match="missing is 'drop'; use one of 'error', 'skip', 'zero'"):
        bertscope.score(["a"], ["x"], missing="drop")
    # The program's own errors name the row, too.
    words = pandas.DataFrame({"candidate": ["a", "b" * (17 << 20)], "reference": ["x", "y"]}, index=["first", "second"])
    with pytest.raises(bertscope.BertscopeError, match=r"^row 'second' \(position 1\): its texts are longer"):
        bertscope.score_frame(words, model_type=small_model)
