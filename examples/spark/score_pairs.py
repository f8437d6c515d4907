#!/usr/bin/env python3
"""Scores the rows of a JSON Lines file with Apache Spark, which runs `bertscope score` as a pipe over each partition.

    pip install pyspark                    # and Java 17 or newer
    python examples/spark/score_pairs.py pairs.jsonl scores --partitions 8 -- --rescale

writes scores/part-00000 and so on, one line for each row, in the order of the file. Arguments after `--` are passed to
`bertscope score`. A task whose bertscope fails is retried, up to --attempts attempts in all. See docs/pipes.md.
"""

import argparse
import os
import shlex
import sys

from pyspark.sql import SparkSession


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("pairs", help="JSON Lines, one pair per line")
    arguments.add_argument("scores", help="folder for the results; must not exist")
    arguments.add_argument("--bertscope", default="bertscope", help="path of the program, on every machine")
    arguments.add_argument("--partitions", type=int, default=8)
    arguments.add_argument("--attempts", type=int, default=4, help="maximum attempts for each partition")
    arguments.add_argument("--master", help="URL of a cluster; otherwise this machine, with one task per core")
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
    # One thread for each process: Spark runs as many tasks as there are cores. Without env, a pipe's environment is empty.
    environment = dict(os.environ, RAYON_NUM_THREADS="1")
    command = shlex.join([chosen.bertscope, "score", "-", "--json", *sys.argv[end + 1 :]])

    pairs = spark.sparkContext.textFile(chosen.pairs, chosen.partitions)
    # checkCode: an exit code other than 0 fails the task, and Spark retries it. The pipe keeps no state, so
    # nothing has to be undone.
    scores = pairs.pipe(command, env=environment, checkCode=True)
    scores.saveAsTextFile(chosen.scores)

    rows = spark.read.json(chosen.scores)
    rows.selectExpr("count(*) AS pairs", "avg(precision)", "avg(recall)", "avg(f1)").show()
    spark.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main())
