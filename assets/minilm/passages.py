#!/usr/bin/env python3
"""Collect pairs of passages of Wikipedia, to see what subject does to the score of unrelated texts.

    python3 passages.py DATA > passages.jsonl

DATA holds `wikitext-2/*.txt`; needs the package `tokenizers`. For each length, 100 pairs of passages from two articles
(`other`) and 100 from one (`same`). A passage is consecutive sentences. Only figures computed from them are kept in the
repository, never the sentences.
"""
import json
import pathlib
import random
import re
import sys

from tokenizers import Tokenizer

LENGTHS = [(6, 11), (12, 22), (23, 45), (46, 90), (91, 181), (182, 362)]
TOKENIZER = Tokenizer.from_file(str(pathlib.Path(__file__).with_name("tokenizer.json")))
TOKENIZER.no_truncation()
TOKENIZER.no_padding()


def articles(folder):
    for path in sorted(folder.glob("wikitext-2/*.txt"), reverse=True):
        sentences = []
        for line in path.read_text(encoding="utf-8").split("\n"):
            line = line.strip()
            if re.fullmatch(r"= [^=].*[^=] =", line):
                yield sentences
                sentences = []
            elif line and not line.startswith("="):
                line = re.sub(r" @([-,.])@ ", r"\1", line)          # "21 @-@ year" -> "21-year"
                for sentence in re.split(r"(?<= [.!?]) (?=[A-Z\"])", line):
                    sentence = re.sub(r" ([,.;:!?)'’])", r"\1", sentence).replace("( ", "(").replace(" n't", "n't")
                    if "<unk>" not in sentence:
                        sentences.append(sentence)
        yield sentences


def passage(sentences, low, high):
    """Consecutive sentences of a length, with the range of their numbers; None if there are none there."""
    start = end = random.randrange(len(sentences))
    length = random.randint(low, high)
    tokens = 2                                                      # [CLS] and [SEP]
    while end < len(sentences) and tokens < length:
        tokens += len(TOKENIZER.encode(sentences[end], add_special_tokens=False).ids)
        end += 1
    if length <= tokens <= high:
        return range(start, end)
    return None


def main():
    random.seed(0)
    texts = [sentences for sentences in articles(pathlib.Path(sys.argv[1])) if len(sentences) > 40]
    for low, high in LENGTHS:
        for kind in ("other", "same"):
            pairs = 0
            while pairs < 100:
                two = random.sample(texts, 2) if kind == "other" else [random.choice(texts)] * 2
                ranges = [passage(text, low, high) for text in two]
                if None in ranges or kind == "same" and set(ranges[0]) & set(ranges[1]):
                    continue
                pairs += 1
                candidate, reference = (" ".join(text[i] for i in found) for text, found in zip(two, ranges))
                print(json.dumps({"id": f"{kind} {low} to {high}", "candidate": candidate, "reference": reference}))


main()
