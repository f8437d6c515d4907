#!/usr/bin/env python3
"""Build the random encoders of the families that make_goldens.py does not have.

Same kind of folder and same `golden.json` as there: a tiny model with random weights, and what bert_score 0.3.13
computes from it on the CPU. The pairs and the scoring are those of make_goldens.py beside this file (or of --maker).

    pip install torch transformers==4.46.3 bert-score==0.3.13 sentencepiece protobuf tiktoken
    python make_fixtures_more.py OUT deberta albert deberta_v2_conv t5_gated
    pip install transformers==4.48.3            # the first versions with ModernBERT; in an environment of its own
    python make_fixtures_more.py OUT modernbert

The families:
  modernbert       layers 0 and 3 see everything, the others 4 tokens either way; two rotary bases; byte-level BPE;
                   no pair with an empty side, because bert_score fails on those
  deberta          DeBERTa v1: content-to-position and position-to-content; vocab.json and merges.txt, no tokenizer.json
  albert           narrow embeddings, all layers share their weights; spiece.model alone
  deberta_v2_conv  DeBERTa v2 with the convolution beside the first layer; spm.model alone
  t5_gated         T5 1.1: gated GELU, as in mT5; spiece.model alone
"""
import argparse
import importlib.util
import json
import os
import struct
import sys

maker = None                                      # make_goldens.py, as a module


def modernbert(path):
    from tokenizers import AddedToken, Tokenizer, decoders, models, normalizers, pre_tokenizers, processors, trainers
    from transformers import ModernBertConfig, ModernBertModel, PreTrainedTokenizerFast
    tok = Tokenizer(models.BPE())
    tok.normalizer = normalizers.NFC()
    tok.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=True)
    tok.decoder = decoders.ByteLevel()
    tok.train_from_iterator(maker.TEXT, trainers.BpeTrainer(
        vocab_size=700, min_frequency=1, show_progress=False, special_tokens=["<|padding|>", "<|endoftext|>"],
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet()))
    tok.add_tokens([AddedToken(" " * n, normalized=True) for n in (4, 3, 2)])   # runs of blanks, as in the original
    special = ["[UNK]", "[CLS]", "[SEP]", "[PAD]"]
    tok.add_special_tokens([AddedToken(s, normalized=False, special=True) for s in special]
                           + [AddedToken("[MASK]", lstrip=True, normalized=False, special=True)])
    cls, sep = tok.token_to_id("[CLS]"), tok.token_to_id("[SEP]")
    tok.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]", pair="[CLS] $A [SEP] $B [SEP]", special_tokens=[("[CLS]", cls), ("[SEP]", sep)])
    tok = PreTrainedTokenizerFast(
        tokenizer_object=tok, model_max_length=128, cls_token="[CLS]", sep_token="[SEP]", pad_token="[PAD]",
        unk_token="[UNK]", mask_token="[MASK]", model_input_names=["input_ids", "attention_mask"])
    cfg = ModernBertConfig(
        vocab_size=len(tok), hidden_size=32, intermediate_size=48, num_hidden_layers=5, num_attention_heads=4,
        max_position_embeddings=128, global_attn_every_n_layers=3, local_attention=8, global_rope_theta=160000.0,
        local_rope_theta=10000.0, initializer_range=0.25, initializer_cutoff_factor=2.0,
        pad_token_id=tok.pad_token_id, bos_token_id=cls, cls_token_id=cls, eos_token_id=sep, sep_token_id=sep,
        reference_compile=False, attn_implementation="eager")
    return tok, ModernBertModel(cfg)


def deberta(path):
    from tokenizers import ByteLevelBPETokenizer
    from transformers import DebertaConfig, DebertaModel, DebertaTokenizer
    tok = ByteLevelBPETokenizer()
    tok.train_from_iterator(maker.TEXT, vocab_size=700, min_frequency=1, show_progress=False,
                            special_tokens=["[CLS]", "[PAD]", "[SEP]", "[UNK]", "[MASK]"])
    tok.save_model(path)
    tok = DebertaTokenizer(os.path.join(path, "vocab.json"), os.path.join(path, "merges.txt"), model_max_length=128)
    cfg = DebertaConfig(
        vocab_size=len(tok), hidden_size=32, num_hidden_layers=3, num_attention_heads=4, intermediate_size=64,
        max_position_embeddings=128, type_vocab_size=0, relative_attention=True, max_relative_positions=-1,
        pos_att_type=["c2p", "p2c"], position_biased_input=False, initializer_range=0.25, layer_norm_eps=1e-7,
        pad_token_id=tok.pad_token_id)
    return tok, DebertaModel(cfg)


def albert(path):
    from transformers import AlbertConfig, AlbertModel, AlbertTokenizer
    maker.save_spm(path, "spiece.model", pad_id=0, unk_id=1, bos_id=-1, eos_id=-1, pad_piece="<pad>",
                   unk_piece="<unk>", control_symbols=["[CLS]", "[SEP]", "[MASK]"])
    tok = AlbertTokenizer(os.path.join(path, "spiece.model"), model_max_length=128)
    cfg = AlbertConfig(
        vocab_size=len(tok), embedding_size=16, hidden_size=32, num_hidden_layers=4, num_hidden_groups=1,
        num_attention_heads=4, intermediate_size=64, max_position_embeddings=128, initializer_range=0.25,
        hidden_act="gelu_new", bos_token_id=tok.cls_token_id, eos_token_id=tok.sep_token_id)
    return tok, AlbertModel(cfg, add_pooling_layer=False)


def deberta_v2_conv(path):
    from transformers import DebertaV2Config, DebertaV2Model, DebertaV2Tokenizer
    maker.save_spm(path, "spm.model", bos_id=1, eos_id=2, unk_id=3, pad_id=0, bos_piece="[CLS]", eos_piece="[SEP]",
                   unk_piece="[UNK]", pad_piece="[PAD]")
    tok = DebertaV2Tokenizer(os.path.join(path, "spm.model"), do_lower_case=False, model_max_length=128)
    cfg = DebertaV2Config(
        vocab_size=len(tok) + 1, hidden_size=32, num_hidden_layers=3, num_attention_heads=4, intermediate_size=64,
        max_position_embeddings=128, type_vocab_size=0, relative_attention=True, max_relative_positions=-1,
        position_buckets=16, norm_rel_ebd="layer_norm", share_att_key=True, pos_att_type=["p2c", "c2p"],
        position_biased_input=False, conv_kernel_size=3, conv_act="gelu", initializer_range=0.25, layer_norm_eps=1e-7)
    return tok, DebertaV2Model(cfg)


def t5_gated(path):
    from transformers import T5Config, T5EncoderModel, T5Tokenizer
    maker.save_spm(path, "spiece.model", pad_id=0, eos_id=1, unk_id=2, bos_id=-1)
    tok = T5Tokenizer(os.path.join(path, "spiece.model"), model_max_length=128, legacy=False)
    cfg = T5Config(vocab_size=len(tok), d_model=32, d_kv=8, d_ff=48, num_layers=3, num_heads=4,
                   feed_forward_proj="gated-gelu", tie_word_embeddings=False, initializer_factor=1.5)
    return tok, T5EncoderModel(cfg)


FAMILIES = dict(modernbert=modernbert, deberta=deberta, albert=albert, deberta_v2_conv=deberta_v2_conv,
                t5_gated=t5_gated)


def build(family, out):
    import torch
    path = os.path.join(out, family)
    os.makedirs(path, exist_ok=True)
    torch.manual_seed(sum(map(ord, family)))
    tok, model = FAMILIES[family](path)
    with torch.no_grad():                         # off-default norms and biases, so that a mix-up shows
        for _, p in model.named_parameters():
            if p.dim() == 1:
                p.add_(torch.randn_like(p) * 0.2)
    model.eval()
    tok.save_pretrained(path)
    model.save_pretrained(path, safe_serialization=True)
    return path, getattr(model.config, "num_hidden_layers", None) or model.config.num_layers


def eager():
    """bert_score opens a model without saying how attention is computed; here it is always written out."""
    import bert_score.utils as utils
    inner = utils.AutoModel

    class Eager:
        @staticmethod
        def from_pretrained(name):
            return inner.from_pretrained(name, attn_implementation="eager")

    utils.AutoModel = Eager


def without_empty():
    """Takes the empty texts out of the pairs and the corpus, and returns the names of the pairs.

    ModernBERT has a fast tokenizer only, and that one's `build_inputs_with_special_tokens([])`, which bert_score calls
    for an empty text, adds no special tokens. Pairs with an empty side then end in an IndexError.
    """
    out = [p for p in maker.PAIRS if not (p[1].strip() and p[2].strip())]
    maker.PAIRS = [p for p in maker.PAIRS if p not in out]
    maker.IDF_CORPUS = [t for t in maker.IDF_CORPUS if t.strip()]
    return [p[0] for p in out]


def short(value):
    """The scores are 32-bit numbers: as few digits as tell them apart."""
    if isinstance(value, dict):
        return {k: v if k in ("idf", "idf_unseen") and "tokens" in value else short(v) for k, v in value.items()}
    if isinstance(value, list):
        return [short(v) for v in value]
    if isinstance(value, float):
        for digits in range(1, 18):
            text = f"{value:.{digits}g}"
            if struct.pack("f", float(text)) == struct.pack("f", value):
                return float(text)
    return value


def main():
    global maker
    a = argparse.ArgumentParser()
    a.add_argument("--maker", metavar="PATH", help="make_goldens.py",
                   default=os.path.join(os.path.dirname(os.path.abspath(__file__)), "make_goldens.py"))
    a.add_argument("out")
    a.add_argument("family", nargs="+", choices=list(FAMILIES))
    a = a.parse_args()
    spec = importlib.util.spec_from_file_location("maker", a.maker)
    maker = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(maker)
    for family in a.family:
        left_out = []
        if family == "modernbert":
            eager()
            left_out = without_empty()
        path, layers = build(family, a.out)
        golden = maker.goldens(path, layers)
        golden["family"] = family
        if left_out:
            golden["left_out"] = left_out         # bert_score itself fails on these
        with open(os.path.join(path, "golden.json"), "w") as f:
            json.dump(short(golden), f, ensure_ascii=False, separators=(",", ":"))
            f.write("\n")
        print(family, "layers", layers, "cases", len(golden["cases"]), file=sys.stderr)


if __name__ == "__main__":
    main()
