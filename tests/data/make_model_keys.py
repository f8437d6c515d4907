#!/usr/bin/env python3
"""Write the F1 of three pairs under settings in a model's files, as bert_score computes them.

Each case is a fixture with some keys of one file changed (null removes a key), scored at layer 2. Run in the root of the
repository:

    pip install torch transformers==4.46.3 bert-score==0.3.13
    python tests/data/make_model_keys.py
"""
import json
import os
import shutil
import tempfile

from bert_score import BERTScorer

PAIRS = [
    ("The house by the water is old.", "An old house stands near the water."),
    ("She walked to the market café 你好 in the morning.", "In the morning SHE went to the Market cafe 你 好."),
    ("morning " + "the water " * 40 + "end", "old " + "the water " * 40 + "end"),
]
TOKENIZER, CONFIG, FAST = "tokenizer_config.json", "config.json", "tokenizer.json"
LEFT = {"truncation_side": "left", "model_max_length": 32}
CASES = [
    ("bert", TOKENIZER, {"never_split": ["market", "water"]}),
    ("bert", TOKENIZER, {"never_split": ["Market", "wa"]}),
    ("mpnet", TOKENIZER, {"never_split": ["market", "water"]}),
    ("bert", TOKENIZER, {"do_basic_tokenize": False}),
    ("distilbert", TOKENIZER, {"do_basic_tokenize": False}),
    ("bert", TOKENIZER, {"model_max_length": None, "max_len": 32}),
    ("bert", TOKENIZER, {"max_len": 32}),
    ("bert", TOKENIZER, {"tokenizer_class": "BertTokenizerFast", "do_lower_case": False}),
    ("bert", TOKENIZER, {"tokenizer_class": "PreTrainedTokenizerFast", "do_lower_case": False}),
    ("bert", CONFIG, {"tokenizer_class": "RobertaTokenizer"}),
    ("roberta", TOKENIZER, {"errors": "ignore", "trim_offsets": False}),
    ("distilbert", CONFIG, {"is_decoder": True, "layer_norm_eps": 0.5}),
    ("albert", CONFIG, {"hidden_act": None}),
    ("mpnet", CONFIG, {"pad_token_id": 0}),
    ("t5", CONFIG, {"dense_act_fn": "silu"}),
    ("bert", TOKENIZER, LEFT),
    ("roberta", TOKENIZER, LEFT),
    ("t5", TOKENIZER, LEFT),
    # The fast tokenizer alone reads tokenizer.json.
    ("bert", FAST, {"truncation": {"direction": "Left", "max_length": 512, "strategy": "LongestFirst", "stride": 0}}),
    # Refused here, so that their figures show only that they would matter.
    ("bert", CONFIG, {"is_decoder": True}),
    ("roberta", CONFIG, {"is_decoder": True}),
]


def score(fixture, file, changes):
    with tempfile.TemporaryDirectory() as parent:
        # bert_score takes the encoder of T5 only if the name says so.
        folder = os.path.join(parent, fixture)
        shutil.copytree(f"tests/fixtures/{fixture}", folder)
        path = os.path.join(folder, file)
        with open(path) as opened:
            fields = {**json.load(opened), **changes}
        with open(path, "w") as opened:
            json.dump({key: value for key, value in fields.items() if key not in changes or value is not None}, opened)
        scorer = BERTScorer(model_type=folder, num_layers=2, device="cpu", use_fast_tokenizer=file == FAST)
        _, _, f1 = scorer.score([pair[1] for pair in PAIRS], [pair[0] for pair in PAIRS])
    return {"fixture": fixture, "file": file, "changes": changes, "f1": [round(number, 7) for number in f1.tolist()]}


with open("tests/data/model_keys_golden.json", "w") as output:
    golden = {"versions": "bert_score 0.3.13, transformers 4.46.3", "pairs": PAIRS, "cases": [score(*case) for case in CASES]}
    json.dump(golden, output, ensure_ascii=False, indent=1)
    output.write("\n")
