#!/usr/bin/env python3
"""Collect the pairs that the ruler's bands of judged pairs are counted over.

    python3 judged.py DATA > judged.tsv

DATA holds `stsb/*.csv` (STS Benchmark: sentence1,sentence2,score). Writes a table with the columns reference, candidate
and score (0 to 5). Only figures computed from it are kept in the repository, never the sentences.
"""
import csv
import pathlib
import sys


def main():
    folder = pathlib.Path(sys.argv[1])
    print("reference\tcandidate\tscore")
    for path in sorted(folder.glob("stsb/*.csv")):
        with open(path, encoding="utf-8", newline="") as file:
            for first, second, score in csv.reader(file):
                print(" ".join(first.split()), " ".join(second.split()), score, sep="\t")


main()
