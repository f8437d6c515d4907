#!/usr/bin/env python3
"""Writes golden.json: the scores that sacrebleu and rouge-score give to sentences of ours.

    pip install 'sacrebleu==2.6.0' 'rouge-score==0.1.2'
    python tests/golden.py > tests/golden.json

With `--random COUNT SEED` it writes pairs of random characters and words instead, for a longer comparison by hand:

    python tests/golden.py --random 5000 1 > /tmp/random.json
    BERTSCOPE_OVERLAP_GOLDEN=/tmp/random.json cargo test --release --test overlap -- --ignored
"""

import json
import platform
import random
import sys
import unicodedata

import rouge_score.rouge_scorer
import sacrebleu

KINDS = ["rouge1", "rouge2", "rougeL"]
SCORER = rouge_score.rouge_scorer.RougeScorer(KINDS, use_stemmer=False)
LONG = "the tide came in and the boats that lay on the sand began to move, first one, then another; "

# Candidate, then its references.
PAIRS = [
    ("The ferry leaves at noon.", "The ferry leaves at noon."),
    ("The ferry left at noon.", "The ferry leaves at noon."),
    ("The boat departs at midday.", "The ferry leaves at noon."),
    ("At noon the ferry leaves.", "The ferry leaves at noon."),
    ("", "The ferry leaves at noon."),
    ("The ferry leaves at noon.", ""),
    ("", ""),
    (" \t\n ", "The ferry"),
    ("The ferry", " \u3000\u00a0"),
    ("Noon", "Noon"),
    ("Noon", "noon"),
    ("a", "b"),
    ("a b", "a"),
    ("a b c", "a b d"),
    ("the the the the the the", "the cat sat on the mat"),
    ("no no no, no!", "no, no no"),
    ("x y x y x y x", "y x y y x x"),
    ("Wait... what?! (Really; yes: \"no\")", "Wait. What? Really: \"yes\", no!"),
    ("It cost 1,000.5 dollars, not 1.000,5.", "It cost 1,000.5 dollars , not 1,0005 ."),
    (".5 and 5. and ,5 and 5, and .,.", ".5 and 5 . and , 5 and 5 , . , ."),
    ("in 1990-1995, a-b 3-4-5 -6 7-", "in 1990 - 1995 , a-b 3 - 4-5 -6 7 -"),
    ("say &quot;yes&quot; &amp; go &lt;now&gt;", 'say "yes" & go <now>'),
    ("&amp;lt; &amp;quot; &amp;amp; &apos; &", "< &quot; &amp; ' &"),
    ("one <skipped> two<skipped>three <skip<skipped>ped>", "one two three <skipped>"),
    ("over-\nnight sail-\r\ning line\nbreak end-\n", "overnight sailing line break end-"),
    ("well-known e-mail co-op", "well known email coop"),
    ("don't can't it's 'quoted' `back` won’t", "do n't cannot it 's quoted back won't"),
    ("a@b.org #tag $5 50% x^2 a_b c~d e|f [g] {h} i/j \\k", "a@b.org # tag $ 5 50 % x ^ 2 a _ b"),
    ("tabs\tand\x0bold\x0cfeeds\x1cand\x1dmany\x1eothers\x1fhere\x85too\u00a0or\u2003so\u2028on\u2029end",
     "tabs and old feeds and many others here too or so on end"),
    ("zero\u200bwidth no\ufeffbreak mong\u180eolian", "zero width no break mongolian"),
    ("trailing space  \u00a0\x1f", "trailing space"),
    ("THE FERRY LEAVES AT NOON", "the ferry leaves at noon"),
    ("İstanbul \u212aelvin STRASSE Straße ΣΊΣΥΦΟΣ", "istanbul kelvin straße strasse σίσυφος"),
    ("naïve café señor über", "naive cafe senor uber"),
    ("nai\u0308ve cafe\u0301", "naïve café"),
    ("Die Fähre fährt mittags ab.", "Mittags fährt die Fähre ab."),
    ("渡轮中午出发。", "渡轮在中午十二点出发。"),
    ("船は正午に出る。12時だ。", "船は12時に出ます。"),
    ("تغادر العبّارة ظهرًا، في ١٢:٠٠.", "تغادر العبارة عند الظهر."),
    ("नाव दोपहर में चलती है। १२.५", "दोपहर में नाव चलती है। १२,५"),
    ("เรือออกตอนเที่ยง", "เรือออกเที่ยงตรง"),
    ("배는 정오에 떠난다.", "배가 정오에 떠납니다."),
    ("Паром отходит в полдень.", "В полдень отходит паром."),
    ("⛴️ at 🕛!", "⛴ at 🕛 !"),
    ("👩‍🚀👩‍🚀 👍🏽", "👩🚀 👍"),
    ("½ ² Ⅷ ① ٣", "½ ² VIII 1 3"),
    ("\x00 nul \x01 and \x7f", "nul and"),
    ("ab", "abcdefghij"),
    ("abcdefghij", "ab"),
    ("abc", "abcabcabcabc"),
    ("aaaaaaa", "aaa"),
    (LONG * 40, LONG * 30 + "and then it was quiet. " * 20),
    ("the tide " * 300, LONG * 20),
    ("The ferry left at noon.", "The ferry leaves at noon.", "The boat left at midday."),
    ("The ferry left at noon.", "The boat left at midday.", "The ferry leaves at noon."),
    ("the the the", "the one", "the the two", "so on the the the end"),
    ("one two three four", "one two three", "one two three four five"),
    ("one two three four", "one two three four five", "one two three"),
    ("a rainy day", "", "a day of rain", ""),
    ("a rainy day", "", ""),
    ("no match", "other words", "still others"),
    ("noon at noon", "at noon", "noon at", "at"),
]


# With sacrebleu's tokenizer "zh". The symbols are what its ranges take for Chinese, some by mistake.
CHINESE = [
    ("渡轮中午出发。", "渡轮在中午十二点出发。"),
    ("我喜欢 iPhone 15 Pro，价格是 7,999.5 元。", "我喜歡iPhone 15 Pro,價格是7,999元!", "我喜欢苹果手机。"),
    ("\u3000 他说：“走吧&amp;” - 3-4 月 \n", "他说:‘走吧’ 3-4月。"),
    (".5 元,，5.", ",五元。"),
    ("‐—…→≈⩭⩮ ⾁\u2fa1 𠀀𠮷 ㈱㍻ ｱＡ ☃✂", "—… ≈⩭ 𠀀 ㍻ Ａ ☃"),
    ("", "渡轮"),
    ("船は正午に出る。", "船は12時に出ます。"),
]


def chinese(candidate, references):
    bleu = sacrebleu.BLEU(tokenize="zh", effective_order=True)
    words = bleu.tokenizer(candidate.rstrip()).split()
    return {
        "pair": [candidate, *references],
        "words": words,
        "bleu": bleu.sentence_score(candidate, references).score,
    }


def scores(candidate, references):
    rouge = SCORER.score_multi(references, candidate)
    return {
        "bleu": sacrebleu.sentence_bleu(candidate, references).score,
        "chrf": sacrebleu.sentence_chrf(candidate, references).score,
        **{kind: rouge[kind].fmeasure for kind in KINDS},
    }


def corpus(pairs):
    """Scores of pairs with the same number of references."""
    candidates = [candidate for candidate, *_ in pairs]
    streams = [list(stream) for stream in zip(*(references for _, *references in pairs))]
    rouge = [SCORER.score_multi(references, candidate) for candidate, *references in pairs]
    return {
        "bleu": sacrebleu.corpus_bleu(candidates, streams).score,
        "chrf": sacrebleu.corpus_chrf(candidates, streams).score,
        **{kind: sum(scores[kind].fmeasure for scores in rouge) / len(pairs) for kind in KINDS},
    }


def corpora(pairs):
    one = [pair for pair in pairs if len(pair) == 2]
    two = [pair for pair in pairs if len(pair) == 3]
    chosen = [one, two, one[:4], one[:1], one[4:7], one[10:14]]
    return [{"pairs": c, "scores": corpus(c)} for c in chosen if c]


def random_text(rng):
    words = ["the", "The", "a", "ferry", "noon", "of", "x", "1", "23", "&quot;", "&amp;", "<skipped>", "it's", "well-known", "渡轮"]
    marks = list(" .,-'\"!?&;:()[]{}<>/\\|~`@#$%^*_+=0159aAzZ\n\t\r\u00a0\u1680\u180e\u200b\u2028\u3000\x1c\x1f\x85éßİK") + ["-\n", ", ", ". "]
    anything = lambda: chr(rng.choice([rng.randrange(0x80), rng.randrange(0x3000), rng.randrange(0x20000)]))
    pieces = [
        lambda: rng.choice(words),
        lambda: rng.choice(words) + " ",
        lambda: rng.choice(marks),
        lambda: anything(),
    ]
    chosen = rng.choice([pieces, pieces[:2], pieces[2:3], pieces[3:], pieces[1:3]])
    text = "".join(rng.choice(chosen)() for _ in range(rng.choice([0, 1, 2, 4, 8, 20, 60])))
    return "".join(c for c in text if not 0xD800 <= ord(c) < 0xE000)


def random_pair(rng):
    candidate = random_text(rng)
    references = []
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        reference = random_text(rng)
        if rng.random() < 0.5:  # shares much with the candidate
            cut = rng.randrange(len(candidate) + 1)
            reference = rng.choice([candidate[cut:] + reference, candidate[:cut] + reference + candidate[cut:], reference + candidate])
        references.append(reference)
    return (candidate, *references)


def main():
    if sys.argv[1:2] == ["--random"]:
        rng = random.Random(int(sys.argv[3]))
        pairs = [random_pair(rng) for _ in range(int(sys.argv[2]))]
    else:
        pairs = PAIRS
    json.dump(
        {
            "made by": f"tests/golden.py: sacrebleu {sacrebleu.__version__}, rouge-score 0.1.2, "
            f"Python {platform.python_version()}, Unicode {unicodedata.unidata_version}",
            "pairs": [{"pair": pair, "scores": scores(pair[0], list(pair[1:]))} for pair in pairs],
            "corpora": corpora(pairs),
            "chinese": [chinese(pair[0], list(pair[1:])) for pair in CHINESE],
        },
        sys.stdout,
        indent=None if len(pairs) > 1000 else 1,
        ensure_ascii=True,
    )
    print()


main()
