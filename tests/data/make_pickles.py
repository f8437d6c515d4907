#!/usr/bin/env python3
"""Write the files of tests/fixtures/pickles, as PyTorch writes them.

    pip install torch safetensors numpy
    python tests/data/make_pickles.py

- pytorch_model.bin: the tensors of tests/fixtures/bert_cased_mlm, and `position_ids`, as `torch.save` writes a state dict.
- half.bin: the same in half precision (float16, and bfloat16 for the layer norms), two tensors sharing one storage.
- module.bin: a whole module instead of its tensors: a pickle that names a class.
- legacy.bin: the tensors of pytorch_model.bin in the format before PyTorch 1.6.
- legacy_module.bin: module.bin in that format.
"""
import pathlib

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
