"""Cosines of static vectors of the bundled model, by its definition and the standard library alone: word embedding and token
type, normalised. Run in the root of the repository; crates/report/tests/report/explain/figures.rs has what it prints."""

import json
import math
import struct

PAIRS = [("children", "kids"), ("bank", "shore"), ("hot", "cold"), ("match", "match")]
FOLDER = "assets/minilm/"

data = open(FOLDER + "model.safetensors", "rb").read()
(head,) = struct.unpack("<Q", data[:8])
tensors = json.loads(data[8 : 8 + head])
ids = {line.rstrip("\n"): i for i, line in enumerate(open(FOLDER + "vocab.txt", encoding="utf-8"))}
config = json.load(open(FOLDER + "config.json"))


def row(name, index):
    found = next(tensors[key] for key in tensors if key.endswith("embeddings." + name))
    kind, width = {"F16": "e", "F32": "f"}[found["dtype"]], found["shape"][-1]
    start = 8 + head + found["data_offsets"][0] + index * width * struct.calcsize(kind)
    return struct.unpack_from(f"<{width}{kind}", data, start)


def static(word):
    x = [a + b for a, b in zip(row("word_embeddings.weight", ids[word]), row("token_type_embeddings.weight", 0))]
    mean = sum(x) / len(x)
    deviation = math.sqrt(sum((a - mean) ** 2 for a in x) / len(x) + config["layer_norm_eps"])
    scale, shift = row("LayerNorm.weight", 0), row("LayerNorm.bias", 0)
    return [(a - mean) / deviation * b + c for a, b, c in zip(x, scale, shift)]


for pair in PAIRS:
    a, b = map(static, pair)
    dot = sum(map(lambda x, y: x * y, a, b))
    print(*pair, f"{dot / math.hypot(*a) / math.hypot(*b):.5f}")
