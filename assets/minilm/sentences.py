#!/usr/bin/env python3
"""Collect the sentences that the bundled baseline and document frequencies are counted over.

    python3 sentences.py DATA > sentences.txt

DATA holds `stsb/*.csv` (STS Benchmark: sentence1,sentence2,score), `wmt17_da_seg_to_en.tsv` (WMT17 direct assessment:
…, reference, hypothesis) and `wikitext-2/*.txt` (Wikipedia, a paragraph a line, tokenised). Writes each distinct
sentence once, in a fixed order. Only figures computed from them are kept in the repository, never the sentences.
"""
import csv
import html
import pathlib
import re
import sys


def stsb(folder):
    for path in sorted(folder.glob("stsb/*.csv")):
        with open(path, encoding="utf-8", newline="") as file:
            for row in csv.reader(file):
                yield from row[:2]


def wmt(folder):
    lines = (folder / "wmt17_da_seg_to_en.tsv").read_text(encoding="utf-8").split("\n")
    for line in lines[1:]:
        yield from map(html.unescape, line.split("\t")[-2:])


def wikitext(folder):
    for path in sorted(folder.glob("wikitext-2/*.txt")):
        for line in path.read_text(encoding="utf-8").split("\n"):
            line = line.strip()
            if not line or line.startswith("=") or "<unk>" in line and line.count("<unk>") > 3:
                continue
            line = re.sub(r" @([-,.])@ ", r"\1", line)              # "21 @-@ year" -> "21-year"
            for sentence in re.split(r"(?<= [.!?]) (?=[A-Z\"])", line):
                sentence = re.sub(r" ([,.;:!?)'’])", r"\1", sentence).replace("( ", "(").replace(" n't", "n't")
                if "<unk>" not in sentence and 4 <= len(sentence.split()) <= 60:
                    yield sentence


def main():
    folder = pathlib.Path(sys.argv[1])
    seen = dict.fromkeys(s.strip() for source in (stsb, wmt, wikitext) for s in source(folder))
    sys.stdout.writelines(s + "\n" for s in seen if s)


main()
