"""Cosines of static vectors of the bundled model, by its definition and the standard library alone: word embedding and token
type, normalised. A number is an integer times the scale of its 32. Run in the root of the repository; crates/report/tests/report/explain/figures.rs has what it prints."""

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


def numbers(tensor, index):
    kind, width = {"I16": "h", "F32": "f"}[tensor["dtype"]], tensor["shape"][-1]
    start = 8 + head + tensor["data_offsets"][0] + index * width * struct.calcsize(kind)
    return struct.unpack_from(f"<{width}{kind}", data, start)


def row(name, index):
    full = next(key for key in tensors if key.endswith("embeddings." + name))
    found = numbers(tensors[full], index)
    if tensors[full]["dtype"] == "F32":
        return found
    scales = numbers(tensors[full + ".scales"], index)
    return [number * scales[i // 32] for i, number in enumerate(found)]


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
