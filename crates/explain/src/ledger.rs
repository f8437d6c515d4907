//! The ledger: each token's share of precision and recall, and its cost.
//!
//! P = Σ w·s / Σ w is a sum of shares, and 1 − P a sum of costs w·(1 − s) / Σ w. Rescaling is linear, so both stay sums:
//! (s − b) / (1 − b) for the share, (1 − s) / (1 − b) for the cost.

use std::ops::Range;

use serde::Serialize;

use super::sides::{Sides, baseline_of, mean_of};
use super::words::{token_indices, word_ranges, word_text};
use bertscope_analysis::{Analysis, Side};
use bertscope_metric::{BaselineRow, Match};

/// The share of one token in its side's mean, and its cost.
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
    #[serde(serialize_with = "token_indices")]
    pub tokens: Range<usize>,
    /// The sum of the tokens' weights.
    pub weight: f64,
    /// Sum of their shares.
    pub share: f64,
    /// Sum of their costs.
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
        let weights = &analysis.side(side).weights;
        let mut ledger = Self {
            side,
            score: mean_of(analysis.score(), side),
            weight_sum: weights.sum(),
            baseline: analysis.baseline().map(|row| baseline_of(row, side)),
            entries: Vec::new(),
            words: Vec::new(),
        };
        // A score that is 0 by convention is no sum over tokens.
        if !analysis.has_empty_side() {
            ledger.add_entries(analysis);
            ledger.add_words(analysis);
        }
        ledger
    }

    fn add_entries(&mut self, analysis: &Analysis) {
        let weights = analysis.side(self.side).weights.as_slice();
        let others = &analysis.side(self.side.other()).tokenized.tokens;
        for (token, found) in analysis.matches_of(self.side).iter().enumerate() {
            let weight = weights[token];
            let part = if self.weight_sum > 0.0 {
                weight / self.weight_sum
            } else {
                0.0
            };
            let similarity = f64::from(found.similarity);
            let scaled = match self.baseline {
                Some(baseline) => BaselineRow::rescale(similarity, baseline),
                None => similarity,
            };
            let missing = match self.baseline {
                Some(baseline) => (1.0 - similarity) / (1.0 - baseline),
                None => 1.0 - similarity,
            };
            self.entries.push(TokenEntry {
                token,
                weight,
                best_match: *found,
                margin: found
                    .runner_up
                    .map(|second| similarity - f64::from(second.similarity)),
                matched_to_special: others[found.token].special,
                share: part * scaled,
                cost: part * missing,
            });
        }
    }

    fn add_words(&mut self, analysis: &Analysis) {
        // Without a token on the other side, no token has a match.
        if self.entries.is_empty() {
            return;
        }
        let text = &analysis.side(self.side).tokenized;
        let other = &analysis.side(self.side.other()).tokenized;
        let other_words = word_ranges(other);
        for tokens in word_ranges(text) {
            let entries = &self.entries[tokens.clone()];
            self.words.push(WordEntry {
                word: word_text(&text.tokens[tokens.clone()]),
                weight: entries.iter().map(|entry| entry.weight).sum(),
                share: entries.iter().map(|entry| entry.share).sum(),
                cost: entries.iter().map(|entry| entry.cost).sum(),
                matches: matched_words(entries, &other_words)
                    .into_iter()
                    .map(|word| word_text(&other.tokens[word]))
                    .collect(),
                tokens,
            });
        }
        self.words.sort_by(|a, b| b.cost.total_cmp(&a.cost));
    }
}

/// The words of the other text that some tokens are matched to, in the order of the tokens, each once.
fn matched_words(entries: &[TokenEntry], other_words: &[Range<usize>]) -> Vec<Range<usize>> {
    let mut matched: Vec<Range<usize>> = Vec::new();
    for entry in entries {
        let word = other_words
            .iter()
            .find(|word| word.contains(&entry.best_match.token));
        if let Some(word) = word
            && !matched.contains(word)
        {
            matched.push(word.clone());
        }
    }
    matched
}
