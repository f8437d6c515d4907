#!/usr/bin/env python3
"""Write the scores of long texts in overlapping windows, computed by transformers and torch alone.

No package scores in windows, so this repeats the rule of docs/scores.md without the program's arithmetic: of all windows that
have a token, it takes the one with the most context on the poorer side. The models are the bundled one (with the packed
weights, as make_goldens.py reads them) and small random encoders of tests/fixtures. Run in the root of the repository:

    pip install torch transformers==4.46.3 bert-score==0.3.13
    python tests/data/make_windows.py
"""
import json
import os
import random
import sys

sys.path.insert(0, os.path.dirname(__file__))

import torch
from make_goldens import IDF_CORPUS, PAIRS, with_packed_weights
from transformers import AutoModel, AutoTokenizer

SENTENCES = sorted({text.strip() for pair in PAIRS for text in pair[1:] if text.isascii() and 15 < len(text) < 200} | set(IDF_CORPUS))


def long_text(tokenizer, seed, tokens):
    """A text of exactly so many tokens with the special ones: sentences, filled up with single letters."""
    draw = random.Random(seed)
    length = lambda words: len(tokenizer.encode(" ".join(words), truncation=False))
    words = []
    while length(words) < tokens - 45:
        words += draw.choice(SENTENCES).split()
    while length(words) < tokens:
        words.append(draw.choice("abcdefg"))
    return " ".join(words)


def vectors(tokenizer, model, text, limit, layer):
    """The hidden states of a text in windows, its weights, and the number of windows."""
    prefix = {"add_prefix_space": True} if "Roberta" in type(tokenizer).__name__ else {}
    ids = tokenizer.encode(text, add_special_tokens=True, truncation=False, **prefix)
    content, room = ids[1:-1], limit - 2
    starts = [0]
    while starts[-1] + room < len(content):
        starts.append(min(starts[-1] + room // 2, len(content) - room))
    hidden = []
    for start in starts:
        window = torch.tensor([[ids[0], *content[start : start + room], ids[-1]]])
        with torch.no_grad():
            states = model(window, attention_mask=torch.ones_like(window), output_hidden_states=True).hidden_states
        hidden.append(states[layer][0])
    rows = [hidden[0][0]]
    for i in range(len(content)):
        poorer = lambda n: min(i - starts[n], starts[n] + room - 1 - i)
        having = [n for n in range(len(starts)) if starts[n] <= i < starts[n] + room]
        best = max(having, key=poorer)
        rows.append(hidden[best][1 + i - starts[best]])
    rows.append(hidden[-1][-1])
    special = {tokenizer.cls_token_id, tokenizer.sep_token_id}
    return torch.stack(rows).double(), torch.tensor([0.0 if i in special else 1.0 for i in ids]).double(), len(starts)


def case(tokenizer, model, limit, layer, reference, candidate):
    """P, R and F1 of a pair, and the number of windows of its texts."""
    (r, wr, nr), (c, wc, nc) = (vectors(tokenizer, model, text, limit, layer) for text in (reference, candidate))
    cosine = torch.nn.functional.normalize(c, dim=-1) @ torch.nn.functional.normalize(r, dim=-1).T
    p = ((cosine.max(1).values * wc).sum() / wc.sum()).item()
    q = ((cosine.max(0).values * wr).sum() / wr.sum()).item()
    scores = [round(x, 8) for x in (p, q, 2 * p * q / (p + q))]
    return {"layer": layer, "windows": [nr, nc], "reference": reference, "candidate": candidate, "scores": scores}


def cases(folder, offset, lengths):
    """Pairs of these numbers of tokens, at the last layer and the one before."""
    tokenizer = AutoTokenizer.from_pretrained(folder, use_fast=False)
    model = AutoModel.from_pretrained(folder).eval()
    limit = model.config.max_position_embeddings - offset
    found = []
    for seed, pair in enumerate(lengths):
        texts = [long_text(tokenizer, 2 * seed + side, tokens) for side, tokens in enumerate(pair)]
        found.append(case(tokenizer, model, limit, model.config.num_hidden_layers - seed % 2, *texts))
    return found


small = [(129, 30), (300, 200), (1000, 128)]
golden = {
    "minilm": cases(with_packed_weights("assets/minilm", "assets/minilm/model.safetensors"), 0, [(513, 60), (1400, 200), (700, 800)]),
    "bert": cases("tests/fixtures/bert", 0, small),
    "roberta": cases("tests/fixtures/roberta", 2, small),
    "deberta_v2": cases("tests/fixtures/deberta_v2", 0, small),
}
with open("tests/data/windows_golden.json", "w", encoding="utf-8") as file:
    json.dump(golden, file, ensure_ascii=False, indent=1)
    file.write("\n")
