#!/usr/bin/env python3
"""Write published.tsv: every baseline table of the PyPI package bert-score, one after the other.

    pip download --no-deps bert-score==0.3.13 && unzip bert_score-0.3.13-py3-none-any.whl
    python3 make.py bert_score/rescale_baseline > published.tsv

The figures are copied as they are written there, digit by digit; only the header, which is the same in all of them, and
the number of the layer, which is the number of the line, are left out.
"""
import pathlib
import sys

HEAD = """\
# Baselines published with bert_score 0.3.13 (rescale_baseline/LANGUAGE/MODEL.tsv), MIT licence, see NOTICE.
# Written by make.py. `@ LANGUAGE MODEL`, then P, R and F1 of random pairs at layer 0, 1, ...
"""


def main():
    root = pathlib.Path(sys.argv[1])
    out = [HEAD]
    tables = []
    for file in root.rglob("*.tsv"):
        language, model = file.relative_to(root).with_suffix("").as_posix().split("/", 1)
        tables.append((language, model, file))
    for language, model, file in sorted(tables):
        header, *rows = file.read_text().split()
        assert header == "LAYER,P,R,F", file
        out.append(f"@ {language} {model}\n")
        for layer, row in enumerate(rows):
            number, p, r, f = row.split(",")
            assert int(number) == layer, file
            out.append(f"{p},{r},{f}\n")
    sys.stdout.write("".join(out))


if __name__ == "__main__":
    main()
