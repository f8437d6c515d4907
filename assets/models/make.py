#!/usr/bin/env python3
"""Write known.tsv: the models that bert_score knows, and a few more.

    pip download --no-deps bert-score==0.3.13 && unzip bert_score-0.3.13-py3-none-any.whl
    python3 make.py bert_score > known.tsv

README.md beside this file says where each column comes from.
"""
import pathlib
import re
import sys

HEAD = """\
# Models by name, written by make.py; README.md says where each column comes from. Empty: not known.
# name\taliases\tfamily\tdefault_layer\tlayers\thidden\tvocabulary\tcorrelation\tbytes
"""

# The architecture by the name; the first that fits. Where the tokenizer is one of a kind, that is the family.
FAMILIES = [
    ("relative-key", "bert-relative"), ("byt5", "byt5"), ("mt5", "mt5"), ("t5", "t5"), ("bertweet", "bertweet"), ("xlm-roberta", "xlm-roberta"), ("xlm-", "xlm"),
    ("xlnet", "xlnet"), ("distilroberta", "roberta"), ("distilbert", "distilbert"), ("albert", "albert"),
    ("electra", "electra"), ("mdeberta-v3", "deberta-v2"), ("deberta-v[23]", "deberta-v2"), ("deberta", "deberta"),
    ("mbart", "mbart"), ("bart", "bart"), ("conv-bert", "convbert"), ("mpnet", "mpnet"), ("squeezebert", "squeezebert"),
    ("pegasus", "pegasus"), ("led-", "led"), ("blenderbot_small", "blenderbot-small"), ("blenderbot", "blenderbot"),
    ("xprophetnet", "xlm-prophetnet"), ("prophetnet", "prophetnet"), ("longformer", "longformer"),
    ("bigbird", "big_bird"), ("modernbert", "modernbert"), ("roberta", "roberta"), ("bert|bort|minilm", "bert"),
]

# The organisations that took over the names without one.
ORGANISATIONS = [
    ("openai-detector", "openai-community"), ("distil", "distilbert"), ("xlnet", "xlnet"), ("albert", "albert"),
    ("roberta|xlm", "FacebookAI"), ("t5", "google-t5"), ("bert", "google-bert"),
]

# Number of layers: what a list names (README.md), each for the models whose name fits.
LAYERS = [
    # google/bert_uncased_L-12_H-768_A-12 and its sisters say it themselves.
    # transformers' list of pretrained models
    ("bert-base-(uncased|cased|multilingual-cased|chinese)|bert-base-cased-finetuned-mrpc", 12),
    ("bert-large-uncased", 24), ("xlnet-base-cased", 12), ("xlnet-large-cased", 24), ("xlm-mlm-en-2048", 12),
    ("xlm-mlm-100-1280", 16), ("roberta-base(-openai-detector)?", 12), ("roberta-large(-mnli|-openai-detector)?", 24),
    ("distilroberta-base|distilbert-base-(uncased|multilingual-cased|uncased-distilled-squad)", 6),
    ("albert-(base|xxlarge)-v[12]", 12), ("albert-(large|xlarge)-v[12]", 24), ("t5-small", 6), ("t5-base", 12),
    ("t5-large", 24), ("xlm-roberta-base", 12), ("xlm-roberta-large", 24), ("allenai/longformer-base-4096", 12),
    ("allenai/longformer-large-4096(-finetuned-triviaqa)?", 24),
    # microsoft/DeBERTa, README
    ("microsoft/deberta-base(-mnli)?|microsoft/m?deberta-v3-(base|xsmall)", 12),
    ("microsoft/deberta-large(-mnli)?|microsoft/deberta-v2-xlarge(-mnli)?", 24),
    ("microsoft/deberta-xlarge(-mnli)?|microsoft/deberta-v2-xxlarge(-mnli)?", 48),
    ("microsoft/deberta-v3-small", 6), ("microsoft/deberta-v3-large|khalidalt/DeBERTa-v3-large-mnli", 24),
    # google-research/electra, README
    ("google/electra-(small|base)-discriminator", 12), ("google/electra-large-discriminator", 24),
    # made from one of the above, by their name
    ("princeton-nlp/(un)?sup-simcse-(bert-base-uncased|roberta-base)|SpanBERT/spanbert-base-cased", 12),
    ("princeton-nlp/(un)?sup-simcse-(bert-large-uncased|roberta-large)|SpanBERT/spanbert-large-cased", 24),
    ("zhiheng-huang/bert-base-uncased-.*", 12), ("zhiheng-huang/bert-large-uncased-.*", 24),
    # the sources of SIZES
    ("microsoft/mpnet-base|google/mt5-base|ProsusAI/finbert|dbmdz/bert-base-turkish-cased", 12), ("google/mt5-small", 8),
    ("google/mt5-(large|xl)", 24),
    # the model inside; transformers 4.48.3, ModernBertConfig
    ("sentence-transformers/all-MiniLM-L6-v2", 6), ("answerdotai/ModernBERT-base", 22),
]

# Hidden size and entries of the vocabulary, each for the models whose name fits. README.md says more about the sources.
SIZES = [
    # keras-nlp 0.6.1, *_presets.py
    ("bert-base-uncased", 768, 30522), ("bert-large-uncased", 1024, 30522), ("bert-base-multilingual-cased", 768, 119547),
    ("bert-base-chinese", 768, 21128), ("roberta-base", 768, 50265), ("roberta-large", 1024, 50265),
    ("xlm-roberta-base", 768, 250002), ("xlm-roberta-large", 1024, 250002), ("distilbert-base-uncased", 768, 30522),
    ("distilbert-base-multilingual-cased", 768, 119547), ("microsoft/deberta-v3-xsmall", 384, 128100),
    ("microsoft/deberta-v3-(small|base)", 768, 128100), ("microsoft/deberta-v3-large", 1024, 128100),
    ("microsoft/mdeberta-v3-base", 768, 251000),
    # paddlenlp 2.5.2, transformers/*/modeling.py and configuration.py
    ("albert-base-v[12]", 768, 30000), ("albert-large-v[12]", 1024, 30000), ("albert-xlarge-v[12]", 2048, 30000),
    ("albert-xxlarge-v[12]", 4096, 30000), ("google/electra-small-discriminator", 256, 30522),
    ("google/electra-base-discriminator", 768, 30522), ("google/electra-large-discriminator", 1024, 30522),
    ("microsoft/mpnet-base", 768, 30527), ("t5-small", 512, 32128), ("t5-base", 768, 32128), ("t5-large", 1024, 32128),
    # fine-tuned or distilled from one of the above with its vocabulary; transformers' list of pretrained models has the hidden size
    ("distilroberta-base|roberta-base-openai-detector", 768, 50265), ("roberta-large-(mnli|openai-detector)", 1024, 50265),
    ("distilbert-base-uncased-distilled-squad", 768, 30522), ("bert-base-cased-finetuned-mrpc", 768, 28996),
    # microsoft/DeBERTa, README: "same vocab as RoBERTa" and, for version 2, the one of experiments/language_model/*.json
    ("microsoft/deberta-base(-mnli)?", 768, 50265), ("microsoft/deberta-x?large(-mnli)?", 1024, 50265),
    ("microsoft/deberta-v2-xx?large(-mnli)?", 1536, 128100),
    # transformers 4.46.3, MT5Config; google-research/t5x, t5x/examples/t5/mt5/*.gin
    ("google/mt5-small", 512, 250112), ("google/mt5-base", 768, 250112), ("google/mt5-large", 1024, 250112),
    ("google/mt5-xl", 2048, 250112),
    # facebookresearch/SpanBERT, README and hf_bert.py; ProsusAI/finBERT, config.json; stefan-it/turkish-bert, CHEATSHEET.md
    ("SpanBERT/spanbert-base-cased", 768, 28996), ("SpanBERT/spanbert-large-cased", 1024, 28996),
    ("ProsusAI/finbert", 768, 30522), ("dbmdz/bert-base-turkish-cased", 768, 32000),
    # princeton-nlp/SimCSE, README: trained from the model in the name
    ("princeton-nlp/(un)?sup-simcse-bert-base-uncased", 768, 30522),
    ("princeton-nlp/(un)?sup-simcse-bert-large-uncased", 1024, 30522),
    ("princeton-nlp/(un)?sup-simcse-roberta-base", 768, 50265),
    ("princeton-nlp/(un)?sup-simcse-roberta-large", 1024, 50265),
    # google-research/bert, README; keras-nlp has the vocabulary of three of them
    ("google/bert_uncased_L-.*_H-128_.*", 128, 30522), ("google/bert_uncased_L-.*_H-256_.*", 256, 30522),
    ("google/bert_uncased_L-.*_H-512_.*", 512, 30522), ("google/bert_uncased_L-.*_H-768_.*", 768, 30522),
]

# Numbers in model.safetensors, from temp.md of huggingface/safetensors: (32-bit floats, 64-bit integers).
NUMBERS = {
    "bert-base-uncased": (110106428, 0), "bert-base-multilingual-cased": (178566653, 0),
    "bert-base-chinese": (102882442, 0), "bert-large-uncased": (336226108, 0), "roberta-base": (124697433, 514),
    "roberta-large": (355412057, 514), "roberta-large-mnli": (356412419, 0),
    "roberta-base-openai-detector": (125237762, 0), "distilroberta-base": (82760793, 0),
    "distilbert-base-uncased": (66985530, 0), "distilbert-base-multilingual-cased": (135445755, 0),
    "distilbert-base-uncased-distilled-squad": (66364418, 0), "albert-base-v2": (11842272, 0),
    "xlm-roberta-base": (278885778, 0), "xlm-roberta-large": (561192082, 0), "facebook/bart-base": (139420416, 0),
    "facebook/bart-large-mnli": (407344133, 0), "t5-small": (60506880, 0), "t5-base": (222903936, 0),
    "t5-large": (737668608, 0),
}

# Not in bert_score's table: no tuned layer and no correlation.
MORE = ["sentence-transformers/all-MiniLM-L6-v2", "answerdotai/ModernBERT-base", "answerdotai/ModernBERT-large"]


def bytes_of(name):
    if name == "sentence-transformers/all-MiniLM-L6-v2":
        return 90868376                           # the file itself, see assets/minilm/README.md
    floats, integers = NUMBERS.get(name, (0, 0))
    return 4 * floats + 8 * integers or ""


def first(table, name, fits):
    return next((value for pattern, value in table if fits(pattern, name)), "")


def sizes(name):
    return next(([hidden, vocabulary] for pattern, hidden, vocabulary in SIZES if re.fullmatch(pattern, name)), ["", ""])


def layers(package, name):
    said = re.search(r"_L-(\d+)_", name)
    listed = int(said[1]) if said else first(LAYERS, name, re.fullmatch)
    for table in package.glob(f"rescale_baseline/*/{name}.tsv"):
        rows = len(table.read_text().split()) - 2     # without the header and layer 0
        assert listed in ("", rows), (name, listed, rows)
        listed = rows
    return listed


def line(package, name, default="", correlation=""):
    family = first(FAMILIES, name.lower(), re.search)
    assert family, name
    alias = "" if "/" in name else first(ORGANISATIONS, name, re.search) + "/" + name
    fields = [name, alias, family, default, layers(package, name), *sizes(name), correlation,
              bytes_of(name)]
    return "\t".join(map(str, fields)) + "\n"


def main():
    package = pathlib.Path(sys.argv[1])
    source = (package / "utils.py").read_text()
    table = source[source.index("model2layers = {"):]
    entries = re.findall(r'^    "([^"]+)": (\d+),(?:  # ([^\n]*))?$', table[:table.index("\n}")], re.M)
    out = [line(package, name, default, c if re.fullmatch(r"[\d.]+", c) else "") for name, default, c in entries]
    out += [line(package, name) for name in MORE]
    sys.stdout.write(HEAD + "".join(out))


if __name__ == "__main__":
    main()
