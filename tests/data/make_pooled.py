#!/usr/bin/env python3
"""Write what sentence-transformers answers: cosines of sentence vectors, and the files in which it saves a pooling.

The models are the bundled one (with the packed weights, as make_goldens.py reads them) and the small random encoders of
tests/fixtures. Mean pooling comes from transformers alone; sentence-transformers has to agree with it. Run in the root of
the repository:

    pip install torch transformers==4.46.3 bert-score==0.3.13 sentence-transformers==5.7.0
    python tests/data/make_pooled.py

The families that sentence-transformers does not load with that version are added by a second run, from transformers alone:

    pip install transformers==4.57.1 sentencepiece protobuf
    python tests/data/make_pooled.py --further
"""
import json
import os
import sys
import tempfile

sys.path.insert(0, os.path.dirname(__file__))

import sentence_transformers
import torch
import transformers
from make_goldens import PAIRS, with_packed_weights
from sentence_transformers import SentenceTransformer, models
from transformers import AutoModel, AutoTokenizer, T5EncoderModel

FAMILIES = ["bert", "bert_cased_mlm", "distilbert", "electra", "mpnet", "roberta", "xlm_roberta", "deberta_v2"]
FURTHER = ["albert", "deberta", "deberta_v2_conv", "modernbert", "t5", "t5_gated"]
GOLDEN = "tests/data/pooled_golden.json"
MODES = ["cls", "max", "mean_sqrt_len_tokens"]
PAIRS = PAIRS + [("ferry", "The ferry leaves at noon.", "The boat departs at midday.")]


def vectors_by_transformers(folder, texts, use_fast=True):
    """Mean pooling as model cards describe it: the mean of the last hidden states of all tokens."""
    tokenizer = AutoTokenizer.from_pretrained(folder, use_fast=use_fast)
    kind = T5EncoderModel if "t5" in folder else AutoModel
    model = kind.from_pretrained(folder).eval()
    found = []
    for text in texts:
        tokens = tokenizer(text, return_tensors="pt", truncation=True, max_length=min(tokenizer.model_max_length, 512))
        tokens.pop("token_type_ids", None)
        with torch.no_grad():
            found.append(model(**tokens).last_hidden_state[0].mean(0))
    return found


def pipeline(folder, mode):
    transformer = models.Transformer(folder)
    pooling = models.Pooling(transformer.get_word_embedding_dimension(), mode)
    return SentenceTransformer(modules=[transformer, pooling, models.Normalize()], device="cpu")


# bert_score strips texts, as did sentence-transformers before 5.4; it matters to byte-level tokenizers alone.
TEXTS = [text.strip() for pair in PAIRS for text in pair[1:]]


def by_pair(vectors):
    references, candidates = torch.stack(vectors[::2]).double(), torch.stack(vectors[1::2]).double()
    return torch.nn.functional.cosine_similarity(references, candidates)


def named(found):
    return {name: round(x, 8) for (name, *_), x in zip(PAIRS, found.tolist())}


def cosines(folder, mode):
    model = pipeline(folder, mode)
    found = by_pair([model.encode(text, convert_to_tensor=True) for text in TEXTS])
    if mode == "mean":
        torch.testing.assert_close(found, by_pair(vectors_by_transformers(folder, TEXTS)), atol=2e-6, rtol=0)
    return named(found)


def saved_files(mode):
    """modules.json and the configuration of the pooling, as this version saves them."""
    with tempfile.TemporaryDirectory() as folder:
        pipeline("tests/fixtures/bert", mode).save(folder)
        return {file: open(os.path.join(folder, file)).read() for file in ("modules.json", "1_Pooling/config.json")}


def further():
    with open(GOLDEN, encoding="utf-8") as file:
        golden = json.load(file)
    for family in FURTHER:
        # The tokenizer that bert_score takes; ModernBERT has no slow one.
        found = by_pair(vectors_by_transformers(f"tests/fixtures/{family}", TEXTS, use_fast=family == "modernbert"))
        golden["cosines"][family] = {"mean": named(found)}
    golden["made_with"]["transformers_of_further_families"] = transformers.__version__
    return golden


def whole():
    bundled = with_packed_weights("assets/minilm", "assets/minilm/model.safetensors")
    answers = {"minilm": {"mean": cosines(bundled, "mean")}}
    answers.update({family: {"mean": cosines(f"tests/fixtures/{family}", "mean")} for family in FAMILIES})
    answers["bert"].update({mode: cosines("tests/fixtures/bert", mode) for mode in MODES})
    return {
        "made_with": {"sentence_transformers": sentence_transformers.__version__, "transformers": transformers.__version__,
                      "torch": torch.__version__},
        "pairs": {name: pair for name, *pair in PAIRS},
        "files": {mode: saved_files(mode) for mode in ["mean", *MODES]},
        "cosines": answers,
    }


golden = further() if sys.argv[1:] == ["--further"] else whole()
with open(GOLDEN, "w", encoding="utf-8") as file:
    json.dump(golden, file, ensure_ascii=False, indent=1)
