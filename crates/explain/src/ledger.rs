//! The ledger: each token's share of precision and recall, and its cost.
//!
//! P = Σ w·s / Σ w is a sum of shares, and 1 − P a sum of costs w·(1 − s) / Σ w. Rescaling is linear, so both stay sums:
//! (s − b) / (1 − b) for the share, (1 − s) / (1 − b) for the cost.

use std::ops::Range;

use serde::Serialize;

use super::json::indices;
use super::sides::{Sides, baseline_of, mean_of};
use super::words::{word_ranges, word_text};
use bertscope_analysis::{Analysis, Side};
use bertscope_metric::{BaselineRow, Match};

/// The share of one token in its side's mean, and its loss.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct TokenEntry {
    /// Index of the token.
    pub token: usize,
    /// Its weight.
    pub weight: f64,
    /// Its best match, and the runner-up.
    #[serde(flatten)]
    pub best_match: Match,
    /// Best similarity − second-best similarity; `None` if the other side has one token.
    pub margin: Option<f64>,
    /// Whether the best match is a special token.
    #[serde(rename = "to_special")]
    pub matched_to_special: bool,
    /// w·s / Σ w, rescaled if the score is.
    pub share: f64,
    /// w·(1 − s) / Σ w, rescaled if the score is.
    #[serde(rename = "loss")]
    pub cost: f64,
}

/// The tokens of one word together.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct WordEntry {
    /// Its characters in the text.
    pub word: String,
    /// Its tokens.
    #[serde(serialize_with = "indices")]
    pub tokens: Range<usize>,
    /// The sum of the tokens' weights.
    pub weight: f64,
    /// Sum of their shares.
    pub share: f64,
    /// Sum of their losses.
    #[serde(rename = "loss")]
    pub cost: f64,
    /// The words of the other text that its tokens are matched to, each once.
    pub matches: Vec<String>,
}

/// One side's mean as a sum over its tokens.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SideLedger {
    /// The side: the candidate's tokens sum to precision, the reference's to recall.
    #[serde(skip)]
    pub side: Side,
    /// The mean, rescaled if the score is; `None` where no token has weight.
    pub score: Option<f64>,
    /// Σ w.
    #[serde(rename = "weights")]
    pub weight_sum: f64,
    /// The baseline of the mean, if it is rescaled.
    pub baseline: Option<f64>,
    /// One entry for each token, in order. Empty where the score is 0 by convention.
    #[serde(rename = "tokens")]
    pub entries: Vec<TokenEntry>,
    /// One entry for each word, highest cost first; equal costs in the order of the text.
    pub words: Vec<WordEntry>,
}

/// Both sides: the shares of precision, and those of recall.
pub type Ledger = Sides<SideLedger>;

impl Ledger {
    /// Splits precision and recall into the shares of their tokens.
    pub fn compute(analysis: &Analysis) -> Self {
        Self::new(|side| SideLedger::compute(analysis, side))
    }
}

impl SideLedger {
    fn compute(analysis: &Analysis, side: Side) -> Self {
        let matches = analysis.matches_of(side);
        let baseline = analysis.rescaling().map(|r| baseline_of(r.baseline, side));
        let own = analysis.side(side);
        let other = &analysis.side(side.other()).tokenized;
        let weights = own.weights.sum();
        let entry = |(token, found): (usize, &Match)| {
            let weight = own.weights.as_slice()[token];
            let part = if weights > 0.0 { weight / weights } else { 0.0 };
            let similarity = f64::from(found.similarity);
            let (value, missing) = match baseline {
                Some(b) => (
                    BaselineRow::rescale(similarity, b),
                    (1.0 - similarity) / (1.0 - b),
                ),
                None => (similarity, 1.0 - similarity),
            };
            TokenEntry {
                token,
                weight,
                best_match: *found,
                share: part * value,
                cost: part * missing,
                margin: found
                    .runner_up
                    .map(|second| similarity - f64::from(second.similarity)),
                matched_to_special: other.tokens[found.token].special,
            }
        };
        let entries: Vec<TokenEntry> = if analysis.has_empty_side() {
            Vec::new()
        } else {
            matches.iter().enumerate().map(entry).collect()
        };
        let others = word_ranges(other);
        let word = |tokens: Range<usize>| {
            let parts = &entries[tokens.clone()];
            let sum = |number: fn(&TokenEntry) -> f64| parts.iter().map(number).sum();
            let mut matches: Vec<&Range<usize>> = Vec::new();
            for entry in parts {
                let word = others
                    .iter()
                    .find(|word| word.contains(&entry.best_match.token));
                matches.extend(word.filter(|word| !matches.contains(word)));
            }
            WordEntry {
                word: word_text(&own.tokenized.tokens[tokens.clone()]),
                weight: sum(|e| e.weight),
                share: sum(|e| e.share),
                cost: sum(|e| e.cost),
                matches: matches
                    .into_iter()
                    .map(|word| word_text(&other.tokens[word.clone()]))
                    .collect(),
                tokens,
            }
        };
        let mut words: Vec<WordEntry> = if entries.is_empty() {
            Vec::new()
        } else {
            word_ranges(&own.tokenized).into_iter().map(word).collect()
        };
        words.sort_by(|a, b| b.cost.total_cmp(&a.cost));
        Self {
            side,
            score: mean_of(analysis.score(), side),
            weight_sum: weights,
            baseline,
            entries,
            words,
        }
    }
}
