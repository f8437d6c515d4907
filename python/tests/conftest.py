"""Tests of the installed module: nothing here is imported from the source folder, and no network is used."""

import json
import os
import shutil
from importlib.util import find_spec
from pathlib import Path

import pytest

import bertscope

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(autouse=True)
def offline(monkeypatch):
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    monkeypatch.setenv("HF_HOME", str(ROOT / "target" / "no-such-home"))


@pytest.fixture(scope="session")
def small_model():
    """A random BERT, quick to load."""
    return ROOT / "tests" / "fixtures" / "bert"


@pytest.fixture(scope="session")
def golden():
    """What bert_score 0.3.13 computes with the published all-MiniLM-L6-v2."""
    return json.loads((ROOT / "tests" / "data" / "minilm_golden.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="session")
def given_weights():
    """What bert_score 0.3.13 computes with idf=dict."""
    return json.loads((ROOT / "tests" / "data" / "given_weights.json").read_text(encoding="utf-8"))


@pytest.fixture
def fresh():

    """No program is running before, and none after."""
    bertscope.close()
    yield
    bertscope.close()


def why_no_spark():
    """What a local Spark needs and this environment lacks; empty if it has everything."""
    for package in ("pyspark", "pyarrow", "pandas"):
        if find_spec(package) is None:
            return f"needs the package {package}"
    import pandas

    if int(pandas.__version__.partition(".")[0]) > 2:
        return "pyspark supports pandas before 3"
    return "" if shutil.which("java") or os.environ.get("JAVA_HOME") else "needs Java"
