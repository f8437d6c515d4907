#!/usr/bin/env python3
"""What other packages and conventions give for the same pairs with the same model, for `tests/lenses.rs`.

    pip install torch transformers==4.46.3 bert-score==0.3.13 sentencepiece protobuf torchmetrics==1.9.0
    pip install evaluate==0.4.6 datasets        # only for --evaluate
    python make_lenses.py --out lenses/bert.json --layer 2 ../fixtures/bert
    python make_lenses.py --out lenses/minilm.json --layer 4 PUBLISHED_FOLDER
    # In another environment, with transformers==5.23.0:
    python make_lenses.py --transformers5 --out lenses/transformers5/bert.json --layer 2 ../fixtures/bert

--evaluate FILE runs `evaluate` too, with its metrics/bertscore/bertscore.py, and stops unless it gives what bert_score gives.

IDF is counted over the references of all pairs. `no_special` is bert_score's formula over its own embeddings without the
rows of the marks around a text; there is no package for it. What a package answers with an error is an "error" here.

--transformers5 writes only what bert_score gives with that version, by the names of the pairs; with --half, only the ids. It
stops at an empty text, so IDF is counted over the other references.
"""
import argparse
import json
import os
import sys
import tempfile
import warnings

warnings.filterwarnings("ignore")
os.environ["HF_HUB_OFFLINE"] = "1"
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import bert_score
import torch
import transformers
from bert_score import BERTScorer
from bert_score.utils import get_bert_embedding, get_idf_dict, get_tokenizer, sent_encode
from transformers import AutoModel, AutoTokenizer

from make_goldens import PAIRS as BASE

PAIRS = [pair for pair in BASE if pair[0] != "too-long"] + [
    ("new-punctuation", "a mark \u09fd and a dash \u2e5d here", "a mark and a dash here"),
    ("unassigned", "a letter o\u0378ther than any", "a letter other than any"),
    ("first-word", "hello there", "there hello"),
    ("turkish", "İstanbul'da hava ılık", "istanbul da hava ilik"),
    ("long", " ".join(f"item {i} costs {3 * i} coins" for i in range(12)),
     " ".join(f"we paid {3 * i} coins for item {i}" for i in range(9))),
]

# The text that is longer than most models take stands apart: torchmetrics refuses it where positions end, and runs it as a
# whole elsewhere, which is left out because it takes a test long.
TOO_LONG = [pair for pair in BASE if pair[0] == "too-long"]


def number(x):
    x = float(x)
    return None if x != x else round(x, 7)


def triple(scores, i=0):
    return [number(v[i]) for v in scores]


def by_bert_score(path, layer, baseline, refs, fast):
    common = {"model_type": path, "num_layers": layer, "device": "cpu", "batch_size": 1, "use_fast_tokenizer": fast}
    scorers = {
        "plain": BERTScorer(**common),
        "idf": BERTScorer(**common, idf=True, idf_sents=refs, nthreads=0),
        "rescaled": BERTScorer(**common, lang="en", rescale_with_baseline=True, baseline_path=baseline),
    }
    return lambda ref, cand: {key: triple(s.score([cand], [ref])) for key, s in scorers.items()}


def by_torchmetrics(path, baseline, refs):
    """torchmetrics, a pair at a time: given several texts of differing lengths, 1.9.0 compares them in another order
    (Lightning-AI/torchmetrics#2728). IDF over many references is therefore counted by its TextDataset beforehand."""
    from torch.utils.data import DataLoader
    from torchmetrics.functional.text.bert import _get_embeddings_and_idf_scale, _get_precision_recall_f1
    from torchmetrics.functional.text.bert import bert_score as torchmetrics_score
    from torchmetrics.functional.text.helper_embedding_metric import TextDataset
    tokenizer, model = AutoTokenizer.from_pretrained(path), AutoModel.from_pretrained(path).eval()
    counted = TextDataset(refs, tokenizer, 512, idf=True).tokens_idf
    def weighted(ref, cand):
        sides = []
        for text in (cand, ref):
            data = TextDataset([text], tokenizer, 512, idf=True, tokens_idf=counted)
            sides.append(_get_embeddings_and_idf_scale(DataLoader(data), data.max_length, model, "cpu", idf=True))
        (pe, pw), (te, tw) = sides
        return _get_precision_recall_f1(pe, te, pw, tw)
    def one(ref, cand):
        def score(**more):
            d = torchmetrics_score([cand], [ref], model_name_or_path=path, device="cpu", **more)
            return [number(torch.atleast_1d(d[k])[0]) for k in ("precision", "recall", "f1")]
        try:
            return {"plain": score(), "rescaled": score(rescale_with_baseline=True, baseline_path=baseline),
                    "idf": [number(torch.atleast_1d(v)[0]) for v in weighted(ref, cand)]}
        except Exception as e:
            return {"error": type(e).__name__}
    return one


def of_vectors(ref, ref_mask, ref_idf, hyp, hyp_mask, hyp_idf):
    """The formula of bert_score's greedy_cos_idf, which itself would take two rows for an empty text."""
    unit = [side[0] / side[0].norm(dim=-1, keepdim=True) for side in (hyp, ref)]
    cosines = unit[0] @ unit[1].T
    p = (cosines.max(dim=1).values * hyp_idf[0]).sum() / hyp_idf[0].sum()
    r = (cosines.max(dim=0).values * ref_idf[0]).sum() / ref_idf[0].sum()
    f1 = 2 * p * r / (p + r)
    return [number(p), number(r), 0.0 if f1 != f1 else number(f1)]


def without_special(path, layer, refs):
    """bert_score's matching, with the rows of the marks that stand around a text taken out."""
    scorer = BERTScorer(model_type=path, num_layers=layer, device="cpu")
    t, model = scorer._tokenizer, scorer._model
    marks = {t.cls_token_id, t.sep_token_id, t.eos_token_id} - {None}
    counted = get_idf_dict(refs, t, nthreads=0)
    def one(ref, cand):
        out = {}
        for key in ("plain", "idf"):
            idf = counted
            if key == "plain":
                from collections import defaultdict
                idf = defaultdict(lambda: 1.0)
                for mark in (t.sep_token_id, t.cls_token_id):
                    if mark is not None:
                        idf[mark] = 0
            sides = []
            for text in (ref, cand):
                e, m, w = get_bert_embedding([text], model, t, idf, device="cpu")
                keep = torch.tensor([i not in marks for i in sent_encode(t, text)])
                sides += [e[:, keep], m[:, keep], w[:, keep]]
            empty = any(len(sent_encode(t, text)) == 2 for text in (ref, cand))
            none = any(side.shape[1] == 0 for side in sides)
            out[key] = [0.0, 0.0, 0.0] if none else of_vectors(*sides)
            if empty:                             # the convention, which does not touch F1
                out[key][:2] = [0.0, 0.0]
        return out
    return one


def with_transformers5(path, layer, baseline, refs, only_ids):
    """What bert_score gives for each pair, or the error, by name."""
    assert transformers.__version__.startswith("5."), transformers.__version__
    scores = by_bert_score(path, layer, baseline, [ref for ref in refs if ref.strip()], fast=False)
    tokenizer = get_tokenizer(path)
    cases = {}
    for name, ref, cand in PAIRS:
        try:
            ids = [sent_encode(tokenizer, ref), sent_encode(tokenizer, cand)]
            cases[name] = {"ids": ids, **({} if only_ids else scores(ref, cand))}
        except Exception as e:
            cases[name] = {"error": type(e).__name__}
    return cases


def main():
    a = argparse.ArgumentParser()
    a.add_argument("folder")
    a.add_argument("--layer", type=int, required=True)
    a.add_argument("--out", required=True)
    a.add_argument("--evaluate")
    a.add_argument("--transformers5", action="store_true")
    a = a.parse_args()
    path = os.path.abspath(a.folder)
    config = json.load(open(os.path.join(path, "config.json")))
    last = config.get("num_hidden_layers") or config.get("n_layers") or config.get("num_layers")
    table = "LAYER,P,R,F\n" + "".join(
        f"{i},{0.31 + 0.013 * i:.4f},{0.32 + 0.011 * i:.4f},{0.30 + 0.012 * i:.4f}\n" for i in range(last + 1))
    baseline = os.path.join(tempfile.mkdtemp(), "baseline.tsv")
    with open(baseline, "w") as f:
        f.write(table)
    refs = [p[1] for p in PAIRS]
    if a.transformers5:
        versions = {p.__name__: p.__version__ for p in (bert_score, transformers, torch)}
        lines = ",\n".join(f"{json.dumps(name)}: {json.dumps(case)}"
                           for name, case in with_transformers5(path, a.layer, baseline, refs, a.half).items())
        with open(a.out, "w") as f:
            f.write(f'{{"made_with": {json.dumps(versions)}, "cases": {{\n{lines}\n}}}}\n')
        return
    slow = by_bert_score(path, a.layer, baseline, refs, fast=False)
    fast = by_bert_score(path, a.layer, baseline, refs, fast=True)
    at_last = by_bert_score(path, last, baseline, refs, fast=False)
    others = by_torchmetrics(path, baseline, refs)
    apart = without_special(path, a.layer, refs)
    tokenizer = get_tokenizer(path, use_fast=True)
    own = BERTScorer(model_type=path, num_layers=a.layer, device="cpu", idf=True, idf_sents=refs, nthreads=0)
    cases = []
    ends = config["model_type"] != "deberta-v2"
    for name, ref, cand in PAIRS + (TOO_LONG if ends else []):
        own.compute_idf([ref])
        cases.append({
            "name": name, "reference": ref, "candidate": cand,
            "fast_ids": [sent_encode(tokenizer, ref), sent_encode(tokenizer, cand)],
            "slow": slow(ref, cand), "fast": fast(ref, cand), "last": at_last(ref, cand),
            "torchmetrics": others(ref, cand),
            "no_special": apart(ref, cand), "own_idf": {"idf": triple(own.score([cand], [ref]))},
        })
    import torchmetrics
    made_with = {p.__name__: p.__version__ for p in (bert_score, transformers, torch, torchmetrics)}
    if a.evaluate:
        import evaluate
        made_with["evaluate"] = evaluate.__version__
        metric = evaluate.load(a.evaluate)
        for case in cases:
            for key, more in (("plain", {}), ("rescaled", {"rescale_with_baseline": True, "baseline_path": baseline,
                                                           "lang": "en"})):
                got = metric.compute(predictions=[case["candidate"]], references=[case["reference"]], model_type=path,
                                     num_layers=a.layer, device="cpu", nthreads=0, **more)
                got = [number(got[k][0]) for k in ("precision", "recall", "f1")]
                assert got == case["slow"][key], (case["name"], key, got, case["slow"][key])
        got = metric.compute(predictions=[p[2] for p in PAIRS], references=refs, model_type=path, num_layers=a.layer,
                             device="cpu", nthreads=0, idf=True)
        for i, case in enumerate(cases[:len(PAIRS)]):
            for ours, theirs in zip(case["slow"]["idf"], (got[k][i] for k in ("precision", "recall", "f1"))):
                assert ours is None and theirs != theirs or abs(ours - theirs) < 1e-5, (case["name"], ours, theirs)
    rest = {"made_with": made_with, "layer": a.layer, "last": last, "baseline_tsv": table, "idf_corpus": refs}
    lines = ",\n".join(json.dumps(case, ensure_ascii=False) for case in cases)      # a pair a line
    with open(a.out, "w") as f:
        f.write(json.dumps(rest, ensure_ascii=False)[:-1] + ',\n"cases": [\n' + lines + "\n]}\n")


if __name__ == "__main__":
    main()
