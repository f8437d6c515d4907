//! The scores of sacrebleu and rouge-score, which tests/golden.py wrote down.

use bertscope_overlap::bleu::Tokenizer;
use bertscope_overlap::{BleuCounts, ChrfCounts, CorpusCounts, Overlap, PairCounts, Rouge};
use serde::Deserialize;

#[derive(Deserialize)]
struct Golden {
    pairs: Vec<Scored<Vec<String>>>,
    corpora: Vec<Corpus>,
    chinese: Vec<Chinese>,
}

/// BLEU with sacrebleu's tokenizer `zh`, and the words that it makes of the candidate.
#[derive(Deserialize)]
struct Chinese {
    pair: Vec<String>,
    words: Vec<String>,
    bleu: f64,
}

#[derive(Deserialize)]
struct Scored<T> {
    pair: T,
    scores: Scores,
}

#[derive(Deserialize)]
struct Corpus {
    pairs: Vec<Vec<String>>,
    scores: Scores,
}

#[derive(Deserialize)]
struct Scores {
    bleu: f64,
    chrf: f64,
    rouge1: f64,
    rouge2: f64,
    #[serde(rename = "rougeL")]
    rouge_l: f64,
}

impl Scores {
    fn distance(&self, other: &Overlap) -> f64 {
        let of = |[a, b]: [f64; 2]| {
            if b.is_nan() {
                f64::INFINITY
            } else {
                (a - b).abs()
            }
        };
        [
            [self.bleu, other.bleu.unwrap()],
            [self.chrf, other.chrf],
            [self.rouge1, other.rouge1.unwrap()],
            [self.rouge2, other.rouge2.unwrap()],
            [self.rouge_l, other.rouge_l.unwrap()],
        ]
        .into_iter()
        .map(of)
        .fold(0.0, f64::max)
    }
}

fn counts(pair: &[String]) -> PairCounts {
    let references: Vec<&str> = pair[1..].iter().map(String::as_str).collect();
    // The packages' defaults, whatever the script.
    PairCounts {
        tokenizer: Some(Tokenizer::Standard),
        bleu: BleuCounts::count(&pair[0], &references, Tokenizer::Standard),
        chrf: ChrfCounts::count(&pair[0], &references),
        rouge: Some(Rouge::score(&pair[0], &references)),
    }
}

/// The largest difference of a golden file.
fn compare(text: &str) -> f64 {
    let golden: Golden = serde_json::from_str(text).unwrap();
    let mut largest: f64 = 0.0;
    let mut check = |distance: f64, what: &dyn std::fmt::Debug| {
        assert!(distance < 1e-6, "{distance:e} apart: {what:?}");
        largest = largest.max(distance);
    };
    for Scored { pair, scores } in &golden.pairs {
        let ours = counts(pair).scores();
        check(scores.distance(&ours), &(pair, ours));
    }
    for Corpus { pairs, scores } in &golden.corpora {
        let all: Vec<PairCounts> = pairs.iter().map(|pair| counts(pair)).collect();
        let mut corpus = CorpusCounts::default();
        for pair in &all {
            corpus += pair;
        }
        let ours = corpus.scores().unwrap();
        check(scores.distance(&ours), &ours);
    }
    for Chinese { pair, words, bleu } in &golden.chinese {
        let references: Vec<&str> = pair[1..].iter().map(String::as_str).collect();
        let counts = BleuCounts::count(&pair[0], &references, Tokenizer::Chinese);
        check((counts.sentence().score - bleu).abs(), pair);
        let ours = bertscope_overlap::bleu::words(&pair[0], Tokenizer::Chinese);
        assert!(ours.iter().map(|word| &word.text).eq(words), "{ours:?}");
    }
    largest
}

#[test]
fn pairs_and_corpora_score_as_in_the_packages() {
    compare(include_str!("../golden.json"));
}

#[test]
#[ignore = "needs a file of tests/golden.py, named by BERTSCOPE_OVERLAP_GOLDEN"]
fn a_longer_file_scores_as_in_the_packages() {
    let path = std::env::var("BERTSCOPE_OVERLAP_GOLDEN").unwrap();
    let largest = compare(&std::fs::read_to_string(path).unwrap());
    eprintln!("largest difference {largest:e}");
}
