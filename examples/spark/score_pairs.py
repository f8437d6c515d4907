#!/usr/bin/env python3
"""Scores the rows of a JSON Lines file with Apache Spark, which runs `bertscope score` as a pipe over each partition.

    pip install pyspark                    # and Java 17 or newer
    python examples/spark/score_pairs.py pairs.jsonl scores --partitions 8 -- --rescale

writes scores/part-00000 and so on, a line for each row, in the order of the file. What stands behind `--` goes to
`bertscope score`. A task whose bertscope fails is run again, up to --attempts times. docs/pipes.md has the page on it.
"""

import argparse
import os
import shlex
import sys

from pyspark.sql import SparkSession


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("pairs", help="JSON Lines, a pair each line")
    arguments.add_argument("scores", help="folder for the results; must not exist")
    arguments.add_argument("--bertscope", default="bertscope", help="the program, on every machine")
    arguments.add_argument("--partitions", type=int, default=8)
    arguments.add_argument("--attempts", type=int, default=4, help="how often a partition is tried")
    arguments.add_argument("--master", help="a cluster's address; otherwise this machine, with a task for each core")
    end = sys.argv.index("--") if "--" in sys.argv else len(sys.argv)
    chosen = arguments.parse_args(sys.argv[1:end])

    cores = os.cpu_count() or 1
    spark = (
        SparkSession.builder.appName("bertscope")
        .master(chosen.master or f"local[{cores},{chosen.attempts}]")
        .config("spark.task.maxFailures", chosen.attempts)
        .config("spark.ui.enabled", "false")
        .getOrCreate()
    )
    # One thread for each process: Spark runs as many tasks as there are cores. The environment of a pipe is empty otherwise.
    environment = dict(os.environ, RAYON_NUM_THREADS="1")
    command = shlex.join([chosen.bertscope, "score", "-", "--json", *sys.argv[end + 1 :]])

    pairs = spark.sparkContext.textFile(chosen.pairs, chosen.partitions)
    # checkCode: an exit code other than 0 fails the task, and Spark runs it again. The pipe keeps no state, so that
    # nothing has to be undone.
    scores = pairs.pipe(command, env=environment, checkCode=True)
    scores.saveAsTextFile(chosen.scores)

    rows = spark.read.json(chosen.scores)
    rows.selectExpr("count(*) AS pairs", "avg(precision)", "avg(recall)", "avg(f1)").show()
    spark.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main())
