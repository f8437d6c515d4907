#!/usr/bin/env python3
"""Write the files of tests/fixtures/pickles, as PyTorch writes them.

    pip install torch safetensors numpy
    python tests/data/make_pickles.py

- pytorch_model.bin: the tensors of tests/fixtures/bert_cased_mlm, and `position_ids`, as `torch.save` writes a state dict.
- half.bin: the same in half precision (float16, and bfloat16 for the layer norms), two tensors sharing one storage.
- module.bin: a whole module instead of its tensors: a pickle that names a class.
- legacy.bin: the tensors of pytorch_model.bin in the format before PyTorch 1.6.
- legacy_module.bin: module.bin in that format, without the path and the text of the class that PyTorch puts into it.
"""
import pathlib
import struct

import torch
from safetensors.torch import load_file

FIXTURES = pathlib.Path(__file__).resolve().parent.parent / "fixtures"
OUT = FIXTURES / "pickles"

OUT.mkdir(exist_ok=True)
tensors = load_file(FIXTURES / "bert_cased_mlm/model.safetensors")
torch.save({**tensors, "bert.embeddings.position_ids": torch.arange(96)[None]}, OUT / "pytorch_model.bin")
halves = {k: v.to(torch.bfloat16 if "LayerNorm" in k else torch.float16) for k, v in tensors.items()}
both = torch.cat([halves[f"bert.encoder.layer.{i}.attention.self.query.weight"] for i in (0, 1)])
rows = both.shape[0] // 2
halves["bert.encoder.layer.0.attention.self.query.weight"] = both[:rows]
halves["bert.encoder.layer.1.attention.self.query.weight"] = both[rows:]
torch.save(halves, OUT / "half.bin")
torch.save(torch.nn.Linear(2, 2), OUT / "module.bin")
old = {"_use_new_zipfile_serialization": False}
torch.save({**tensors, "bert.embeddings.position_ids": torch.arange(96)[None]}, OUT / "legacy.bin", **old)
torch.save(torch.nn.Linear(2, 2), OUT / "legacy_module.bin", **old)


def blank(data: bytes, begin: bytes, words: bytes) -> bytes:
    """The text of a pickle that begins so, replaced by one of the same length."""
    at = data.index(b"X", data.index(begin) - 5)
    length = struct.unpack("<I", data[at + 1 : at + 5])[0]
    return data[: at + 5] + words[:length].ljust(length) + data[at + 5 + length :]


legacy = (OUT / "legacy_module.bin").read_bytes()
legacy = blank(legacy, torch.nn.modules.linear.__file__.encode(), b"linear.py")
legacy = blank(legacy, b"class Linear(Module)", b"# the source of the class stood here")
(OUT / "legacy_module.bin").write_bytes(legacy)
