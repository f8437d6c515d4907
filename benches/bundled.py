#!/usr/bin/env python3
"""Compares the scores of the bundled model with those of bert_score 0.3.13 and the published weights, at every layer.

    pip install torch transformers==4.46.3 bert-score==0.3.13
    cargo build --release && venv/bin/python benches/bundled.py PAIRS.tsv FOLDER

PAIRS.tsv has a header line; --reference and --hypothesis name the columns. FOLDER is the published all-MiniLM-L6-v2, for
example from the package that assets/minilm/README.md names. bert_score embeds and scores one text and one pair at a time,
because its scores can depend on the rest of a batch.

Prints the largest difference of P, R and F1 of each layer as a Markdown table. The exit status is 1 if one is above
--tolerance. --model compares other weights with those of FOLDER.
"""
import argparse
import csv
import json
import pathlib
import subprocess
import sys
import tempfile
import warnings

warnings.filterwarnings("ignore")

ROOT = pathlib.Path(__file__).resolve().parent.parent
NAMES = ("precision", "recall", "f1")
# bert_score keeps the embeddings of every layer of so many pairs in memory.
PAIRS_AT_A_TIME = 200


def ours(args, rows):
    with tempfile.TemporaryDirectory() as folder:
        texts = [pathlib.Path(folder) / "references.txt", pathlib.Path(folder) / "candidates.txt"]
        for path, column in zip(texts, (args.reference, args.hypothesis)):
            path.write_text("".join(row[column] + "\n" for row in rows), encoding="utf-8", newline="\n")
        command = [args.program, "score", "-r", texts[0], "-c", texts[1], "--all-layers", "--json"]
        command += ["--model", args.model] if args.model else []
        lines = subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout.splitlines()
    return [[[layer[name] or 0.0 for name in NAMES] for layer in json.loads(line)["layers"]] for line in lines]


def theirs(args, rows):
    from bert_score import BERTScorer

    last = json.loads((args.folder / "config.json").read_text())["num_hidden_layers"]
    scorer = BERTScorer(model_type=str(args.folder), num_layers=last, all_layers=True, device="cpu", batch_size=1)
    found = []
    for start in range(0, len(rows), PAIRS_AT_A_TIME):
        texts = [[row[column] for row in rows[start:start + PAIRS_AT_A_TIME]] for column in (args.hypothesis, args.reference)]
        scores = scorer.score(*texts, batch_size=1)
        # [layer, pair] for each of P, R and F1.
        found += [list(zip(*pair)) for pair in zip(*(numbers.T.tolist() for numbers in scores))]
        print(f"bert_score: {len(found)} of {len(rows)} pairs", file=sys.stderr)
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pairs", type=pathlib.Path)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--reference", default="reference", help="name of the references' column")
    parser.add_argument("--hypothesis", default="hypothesis", help="name of the candidates' column")
    parser.add_argument("--model", help="instead of the bundled model")
    parser.add_argument("--tolerance", type=float, default=2e-5)
    parser.add_argument("--limit", type=int, help="use only this number of pairs, from the start")
    parser.add_argument("--program", type=pathlib.Path, default=ROOT / "target/release/bertscope")
    args = parser.parse_args()
    with open(args.pairs, encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))[:args.limit]
    if not rows or args.reference not in rows[0] or args.hypothesis not in rows[0]:
        sys.exit(f"bundled.py: {args.pairs} has no columns {args.reference} and {args.hypothesis}, or no pairs")
    layers = None
    for mine, peer in zip(ours(args, rows), theirs(args, rows), strict=True):
        layers = layers or [[0.0, 0.0, 0.0] + [0] for _ in mine]
        for layer, mine, peer in zip(layers, mine, peer, strict=True):
            differences = [abs(a - b) for a, b in zip(mine, peer)]
            layer[:3] = map(max, layer, differences)
            layer[3] += max(differences) > args.tolerance
    print(f"{len(rows)} pairs. Largest differences:\n")
    print(f"| layer | P | R | F1 | pairs above {args.tolerance:g} |\n|---|---|---|---|---|")
    for number, (p, r, f1, above) in enumerate(layers):
        print(f"| {number} | {p:.1e} | {r:.1e} | {f1:.1e} | {above} |")
    sys.exit(any(above for *_, above in layers))


if __name__ == "__main__":
    main()
