"""A data frame of Spark, with a real local Spark. Skipped without pyspark, Java, or a pandas that pyspark supports."""

import os
import signal
import sys
from pathlib import Path

import pytest

import bertscope
from conftest import why_no_spark

if reason := why_no_spark():
    pytest.skip(reason, allow_module_level=True)

import pandas  # noqa: E402


@pytest.fixture(scope="module")
def spark():
    from pyspark.sql import SparkSession

    # Workers of the same Python, which may fail once.
    os.environ["PYSPARK_PYTHON"] = sys.executable
    os.environ["PYTHONPATH"] = os.pathsep.join([str(Path(bertscope.__file__).parents[1]), os.environ.get("PYTHONPATH", "")])
    session = SparkSession.builder.master("local[2,4]").config("spark.ui.enabled", "false").getOrCreate()
    session.sparkContext.setLogLevel("OFF")
    yield session
    session.stop()


@pytest.fixture(scope="module")
def pairs():
    words = "a cat sat on the mat while dogs ran past an old house near some river".split()
    texts = [" ".join(words[(i * step) % len(words)] for i in range(3, 3 + step % 7 + 3)) for step in range(1, 61)]
    several = [[text, "the cat sat"] if i % 3 == 0 else [text] for i, text in enumerate(texts)]
    return pandas.DataFrame({"n": range(60), "candidate": texts[::-1], "reference": several})


def collected(df):
    return df.toPandas().sort_values("n").reset_index(drop=True)


def assert_equal(ours, expected):
    """Equal to the last bit."""
    pandas.testing.assert_frame_equal(ours[list(expected)], expected, check_exact=True)


def test_the_parts_have_the_scores_of_one_machine_and_idf_counts_over_all_rows(spark, pairs):
    from bertscope.integrations.spark import score_frame

    df = spark.createDataFrame(pairs).repartition(5)
    assert_equal(collected(score_frame(df)), bertscope.score_frame(pairs))
    weighted = score_frame(score_frame(df), prefix="idf_", idf=True, rescale_with_baseline=True)
    assert weighted.columns == [*pairs, "precision", "recall", "f1", "note", "idf_precision", "idf_recall", "idf_f1", "idf_note"]
    assert_equal(collected(weighted), bertscope.score_frame(pairs, prefix="idf_", idf=True, rescale_with_baseline=True))
    empty = score_frame(df.limit(0), idf="bundled")
    assert empty.count() == 0


def test_a_table_counted_by_spark_is_that_of_the_program(spark, pairs, tmp_path):
    import subprocess

    from bertscope.integrations.spark import count_idf

    corpus = tmp_path / "references.txt"
    corpus.write_text("".join(f"{text}\n" for several in pairs.reference for text in several), encoding="utf-8")
    counted = subprocess.run([sys.executable, "-m", "bertscope", "idf", corpus], capture_output=True, text=True, check=True).stdout
    table = count_idf(spark.createDataFrame(pairs).repartition(7)).open().read().decode()
    rows = [line for line in counted.splitlines() if not line.startswith(("#source", "#tokenizer"))]
    assert [line for line in table.splitlines() if not line.startswith("#source")] == rows


def test_a_worker_that_is_killed_in_the_middle_changes_nothing(spark, pairs, tmp_path):
    from bertscope.integrations.spark import score_frame

    killed = tmp_path / "killed"

    def kill_once(parts):
        for part in parts:
            if 30 in set(part.n) and not killed.exists():
                killed.touch()
                os.kill(os.getpid(), signal.SIGKILL)
            yield part

    df = spark.createDataFrame(pairs).repartition(4)
    scored = score_frame(score_frame(df).mapInPandas(kill_once, score_frame(df).schema), idf="bundled")
    ours = collected(scored)
    assert killed.exists()
    assert_equal(ours, bertscope.score_frame(pairs, idf="bundled"))


def test_what_the_program_refuses_fails_the_job_with_its_sentence(spark, pairs):
    from bertscope.integrations.spark import score_frame

    df = spark.createDataFrame(pairs[:2])
    with pytest.raises(Exception, match="no-such-folder"):
        score_frame(df, model_type="./no-such-folder").collect()
    with pytest.raises(Exception, match="no-such-folder"):
        score_frame(df, model_type="./no-such-folder", idf=True)
    with pytest.raises(bertscope.InputError, match="leave program out"):
        score_frame(df, idf=True, program="bert_score+fast")
