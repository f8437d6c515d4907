#!/usr/bin/env python3
"""Write given_weights.json: scores of bert_score 0.3.13 with idf=dict, for three of the random encoders in tests/fixtures.

Special tokens have weight too, and ids that are not in the dictionary have its default. Run with transformers 4.46.3.
"""
import json
import pathlib
import sys
from collections import defaultdict

from bert_score import score
from bert_score.utils import get_tokenizer, sent_encode

HERE = pathlib.Path(__file__).resolve().parent
PAIRS = [
    ("The cat sat on the mat.", "A cat was sitting on a mat."),
    ("It is freezing today", "The weather is cold today, isn't it?"),
    ("word", "another word entirely"),
    ("great 👍🏽 job", "great job 👍🏽"),
]
DEFAULT = 1.75


def cases(model):
    path = str(HERE.parent / "fixtures" / model)
    tokenizer = get_tokenizer(path)
    ids = sorted({i for pair in PAIRS for text in pair for i in sent_encode(tokenizer, text)})
    weights = {i: (37 * i % 23) / 8 for i in ids[::2]}
    references, candidates = zip(*PAIRS)
    found = score(candidates, references, path, num_layers=2, idf=defaultdict(lambda: DEFAULT, weights), device="cpu",
                  batch_size=1)
    rows = [dict(zip(("reference", "candidate", "scores"), (*pair, [x.item() for x in numbers])))
            for pair, numbers in zip(PAIRS, zip(*found))]
    return {"model": model, "layer": 2, "weights": {**weights, "default": DEFAULT}, "pairs": rows}


if __name__ == "__main__":
    text = json.dumps([cases(model) for model in ("bert", "roberta", "t5")], ensure_ascii=False, indent=1)
    (HERE / "given_weights.json").write_text(text + "\n")
    sys.exit(0)
