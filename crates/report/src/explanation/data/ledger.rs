//! The ledger.

use std::ops::Range;

use serde::Serialize;

use super::{Sides, Word};
use bertscope_analysis::{Analysis, Side};
use bertscope_explain::ledger::{SideLedger, TokenEntry};
use bertscope_explain::words::word_ranges;

/// The candidate's tokens sum to precision, the reference's to recall.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct Ledger(Sides<SideLedgerJson>);

#[derive(Debug, Clone, PartialEq, Serialize)]
struct SideLedgerJson {
    /// Precision or recall: the sum of the shares, and 1 − the sum of the losses.
    score: Option<f64>,
    /// Sum of the weights.
    weights: f64,
    baseline: Option<f64>,
    /// One for each token; empty if the score is 0 by convention.
    tokens: Vec<TokenEntry>,
    /// Highest loss first.
    words: Vec<WordEntryJson>,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
struct WordEntryJson {
    #[serde(flatten)]
    word: Word,
    weight: f64,
    share: f64,
    loss: f64,
    /// The words of the other text that its tokens are matched to, each once.
    matches: Vec<String>,
}

impl Ledger {
    pub(super) fn new(ledger: &bertscope_explain::Ledger, analysis: &Analysis) -> Self {
        let side = |side: Side| SideLedgerJson::new(ledger.side(side), analysis);
        Self(Sides { candidate: side(Side::Candidate), reference: side(Side::Reference) })
    }
}

impl SideLedgerJson {
    fn new(ledger: &SideLedger, analysis: &Analysis) -> Self {
        let text = &analysis.side(ledger.side).tokenized;
        let other = &analysis.side(ledger.side.other()).tokenized;
        let others = word_ranges(other);
        let matches = |tokens: &Range<usize>| {
            let mut found: Vec<&Range<usize>> = Vec::new();
            for entry in ledger.entries.iter().filter(|entry| tokens.contains(&entry.token)) {
                let word = others.iter().find(|word| word.contains(&entry.best_match.token));
                found.extend(word.filter(|word| !found.contains(word)));
            }
            found.into_iter().map(|word| Word::new(other, word).word).collect()
        };
        let words = ledger.words.iter().map(|word| WordEntryJson {
            word: Word::new(text, &word.tokens),
            weight: word.weight,
            share: word.share,
            loss: word.cost,
            matches: matches(&word.tokens),
        });
        Self {
            score: ledger.score,
            weights: ledger.weight_sum,
            baseline: ledger.baseline,
            tokens: ledger.entries.clone(),
            words: words.collect(),
        }
    }
}
