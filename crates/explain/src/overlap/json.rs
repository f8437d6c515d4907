//! Word overlap as JSON.

use serde::{Serialize, Serializer};

use super::{BestMatch, MatchTarget};
use bertscope_overlap::bleu::Tokenizer;
use bertscope_overlap::{BleuCounts, ChrfCounts, PairCounts, RougeScore, bleu, chrf};

#[derive(Serialize)]
struct CountsJson {
    bleu: Option<BleuJson>,
    chrf: ChrfJson,
    rouge1: Option<RougeScore>,
    rouge2: Option<RougeScore>,
    #[serde(rename = "rougeL")]
    rouge_l: Option<RougeScore>,
}

#[derive(Serialize)]
struct BleuJson {
    tokenizer: &'static str,
    matches: [u64; bleu::MAX_ORDER],
    totals: [u64; bleu::MAX_ORDER],
    precisions: [f64; bleu::MAX_ORDER],
    orders: usize,
    candidate_words: u64,
    reference_words: u64,
    brevity_penalty: f64,
}

#[derive(Serialize)]
struct ChrfJson {
    #[serde(flatten)]
    counts: ChrfCounts,
    #[serde(flatten)]
    score: chrf::Chrf,
}

#[derive(Serialize)]
struct BestMatchJson {
    similarity: Option<f64>,
    /// The index of the word; null for special tokens and for several words.
    #[serde(rename = "match")]
    word: Option<usize>,
}

/// Serialises the counts of each metric, with the numbers that follow from them.
pub fn counts<S: Serializer>(counts: &PairCounts, to: S) -> Result<S::Ok, S::Error> {
    let json = CountsJson {
        bleu: counts
            .tokenizer
            .map(|tokenizer| BleuJson::new(&counts.bleu, tokenizer)),
        chrf: ChrfJson {
            counts: counts.chrf,
            score: counts.chrf.score(),
        },
        rouge1: counts.rouge.map(|rouge| rouge.rouge1),
        rouge2: counts.rouge.map(|rouge| rouge.rouge2),
        rouge_l: counts.rouge.map(|rouge| rouge.rouge_l),
    };
    json.serialize(to)
}

impl BleuJson {
    fn new(counts: &BleuCounts, tokenizer: Tokenizer) -> Self {
        let sentence = counts.sentence();
        Self {
            tokenizer: tokenizer.name(),
            matches: counts.matches,
            totals: counts.totals,
            precisions: sentence.precisions,
            orders: sentence.orders,
            candidate_words: counts.candidate_words,
            reference_words: counts.reference_words,
            brevity_penalty: sentence.brevity_penalty,
        }
    }
}

/// Serialises the fields of a word's best match, null where there is none.
#[expect(clippy::ref_option, reason = "serde passes the field by reference")]
pub fn best_match<S: Serializer>(best: &Option<BestMatch>, to: S) -> Result<S::Ok, S::Error> {
    let json = BestMatchJson {
        similarity: best.map(|best| best.similarity),
        word: match best.map(|best| best.target) {
            Some(MatchTarget::Word(word)) => Some(word),
            Some(MatchTarget::Special | MatchTarget::Several) | None => None,
        },
    };
    json.serialize(to)
}
