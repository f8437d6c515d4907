//! The ledger: each token's share of precision and recall, and its cost.
//!
//! P = Σ w·s / Σ w is a sum of shares, and 1 − P a sum of costs w·(1 − s) / Σ w. Rescaling is linear, so both stay sums:
//! (s − b) / (1 − b) for the share, (1 − s) / (1 − b) for the cost.

use std::ops::Range;

use super::words::word_ranges;
use bertscope_analysis::{Analysis, Side};
use bertscope_metric::{BaselineRow, Match};

/// The share of one token in its side's mean, and its loss.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize)]
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
#[derive(Debug, Clone, PartialEq)]
pub struct WordEntry {
    /// Its tokens.
    pub tokens: Range<usize>,
    /// The sum of the tokens' weights.
    pub weight: f64,
    /// Sum of their shares.
    pub share: f64,
    /// Sum of their losses.
    pub cost: f64,
}

/// One side's mean as a sum over its tokens.
#[derive(Debug, Clone, PartialEq)]
pub struct SideLedger {
    /// The side: the candidate's tokens sum to precision, the reference's to recall.
    pub side: Side,
    /// The mean, rescaled if the score is; `None` where no token has weight.
    pub score: Option<f64>,
    /// Σ w.
    pub weight_sum: f64,
    /// The baseline of the mean, if it is rescaled.
    pub baseline: Option<f64>,
    /// One entry for each token, in order. Empty where the score is 0 by convention.
    pub entries: Vec<TokenEntry>,
    /// One entry for each word, highest cost first; equal costs in the order of the text.
    pub words: Vec<WordEntry>,
}

/// Both sides.
#[derive(Debug, Clone, PartialEq)]
pub struct Ledger {
    /// The shares of precision.
    pub candidate: SideLedger,
    /// The shares of recall.
    pub reference: SideLedger,
}

impl Ledger {
    /// Splits precision and recall into the shares of their tokens.
    #[must_use]
    pub fn compute(analysis: &Analysis) -> Self {
        Self {
            candidate: SideLedger::compute(analysis, Side::Candidate),
            reference: SideLedger::compute(analysis, Side::Reference),
        }
    }

    /// One of them.
    #[must_use]
    pub fn side(&self, side: Side) -> &SideLedger {
        match side {
            Side::Candidate => &self.candidate,
            Side::Reference => &self.reference,
        }
    }
}

impl SideLedger {
    fn compute(analysis: &Analysis, side: Side) -> Self {
        let score = match side {
            Side::Candidate => analysis.score().precision,
            Side::Reference => analysis.score().recall,
        };
        let matches = analysis.matches_of(side);
        let baseline = analysis.rescaling().map(|r| match side {
            Side::Candidate => r.baseline.precision,
            Side::Reference => r.baseline.recall,
        });
        let own = analysis.side(side);
        let others = &analysis.side(side.other()).tokenized.tokens;
        let weights = own.weights.sum();
        let entry = |(token, found): (usize, &Match)| {
            let weight = own.weights.as_slice()[token];
            let part = if weights > 0.0 { weight / weights } else { 0.0 };
            let similarity = f64::from(found.similarity);
            let (value, missing) = match baseline {
                Some(b) => (BaselineRow::rescale(similarity, b), (1.0 - similarity) / (1.0 - b)),
                None => (similarity, 1.0 - similarity),
            };
            TokenEntry {
                token,
                weight,
                best_match: *found,
                share: part * value,
                cost: part * missing,
                margin: found.runner_up.map(|second| similarity - f64::from(second.similarity)),
                matched_to_special: others[found.token].special,
            }
        };
        let entries: Vec<TokenEntry> =
            if analysis.has_empty_side() { Vec::new() } else { matches.iter().enumerate().map(entry).collect() };
        let word = |tokens: Range<usize>| {
            let sum = |number: fn(&TokenEntry) -> f64| entries[tokens.clone()].iter().map(number).sum();
            WordEntry { weight: sum(|e| e.weight), share: sum(|e| e.share), cost: sum(|e| e.cost), tokens }
        };
        let mut words: Vec<WordEntry> =
            if entries.is_empty() { Vec::new() } else { word_ranges(&own.tokenized).into_iter().map(word).collect() };
        words.sort_by(|a, b| b.cost.total_cmp(&a.cost));
        Self { side, score, weight_sum: weights, baseline, entries, words }
    }
}
