//! The drivers of a single analysis.

use bertscope_analysis::{Analysis, Side};
use bertscope_explain::ledger::SideLedger;
use bertscope_explain::{Kinds, Ledger};
use bertscope_kinds::DifferenceKind;
use bertscope_metric::alignment::hub_tokens;

use super::word_kind::{Word, WordKind, words};

/// Minimum number of tokens whose best match a token must be to count as a hub token.
pub const MIN_HUB_MATCHES: usize = 3;

/// The drivers of the score of one pair.
#[derive(Debug, Clone, PartialEq)]
pub struct PairDrivers {
    /// The cost in precision of each word of the candidate; costs sum to 1 − P. Empty if P is undefined.
    pub precision: Vec<WordCost>,
    /// The cost in recall of each word of the reference; costs sum to 1 − R.
    pub recall: Vec<WordCost>,
    /// Words with a token whose best match is a special token, once for each such token.
    pub to_special: Vec<WordCost>,
    /// Words with a token that is the best match of at least [`MIN_HUB_MATCHES`] tokens of the other side; the amount is the
    /// number of these tokens.
    pub hubs: Vec<WordCost>,
    /// Words to look at, each with its cost.
    pub kinds: Vec<(DifferenceKind, f64)>,
    /// Whether a text is empty, so that P and R are 0 by convention.
    pub is_empty: bool,
    /// Number of tokens of the candidate with non-zero weight.
    pub candidate_tokens: usize,
    /// Number of tokens of the reference with non-zero weight.
    pub reference_tokens: usize,
    /// Precision, recall and F1 of this reference.
    pub scores: [Option<f64>; 3],
}

/// A word and an amount.
#[derive(Debug, Clone, PartialEq)]
pub struct WordCost {
    /// The word, in lower case.
    pub word: String,
    pub kind: WordKind,
    pub amount: f64,
}

impl PairDrivers {
    /// The drivers of a pair. With several references, pass the analysis of the best one.
    pub fn compute(analysis: &Analysis) -> Self {
        let ledger = Ledger::compute(analysis);
        let candidate = SideWords::new(analysis, Side::Candidate);
        let reference = SideWords::new(analysis, Side::Reference);
        let sides = [&candidate, &reference];
        Self {
            precision: candidate.costs(&ledger),
            recall: reference.costs(&ledger),
            to_special: sides.into_iter().flat_map(SideWords::to_special).collect(),
            hubs: sides.into_iter().flat_map(SideWords::hubs).collect(),
            kinds: Kinds::compute(analysis)
                .differences
                .into_iter()
                .map(|difference| (difference.kind, difference.cost))
                .collect(),
            is_empty: analysis.has_empty_side(),
            candidate_tokens: candidate.weighted_token_count(),
            reference_tokens: reference.weighted_token_count(),
            scores: analysis.score().numbers(),
        }
    }
}

impl WordCost {
    fn new(word: &Word, amount: f64) -> Self {
        Self {
            word: word.text.clone(),
            kind: word.kind,
            amount,
        }
    }
}

/// One side of a pair, with its words.
struct SideWords<'a> {
    analysis: &'a Analysis,
    side: Side,
    /// One weight for each token.
    weights: &'a [f64],
    words: Vec<Word>,
}

impl<'a> SideWords<'a> {
    fn new(analysis: &'a Analysis, side: Side) -> Self {
        let text = analysis.side(side);
        Self {
            analysis,
            side,
            weights: text.weights.as_slice(),
            words: words(&text.tokenized),
        }
    }

    fn weighted_token_count(&self) -> usize {
        let weights = self.weights.iter();
        weights.filter(|weight| **weight > 0.0).count()
    }

    fn word_of(&self, token: usize) -> Option<&Word> {
        self.words.iter().find(|word| word.tokens.contains(&token))
    }

    /// The costs of the words with any weight.
    fn costs(&self, ledger: &Ledger) -> Vec<WordCost> {
        let side = ledger.side(self.side);
        if self.analysis.has_empty_side() {
            return self.costs_by_convention(side);
        }
        let entries = &side.entries;
        let mut costs = Vec::new();
        for word in &self.words {
            let Some(tokens) = entries.get(word.tokens.clone()) else {
                continue;
            };
            if tokens.iter().any(|token| token.weight > 0.0) {
                let cost = tokens.iter().map(|token| token.cost).sum();
                costs.push(WordCost::new(word, cost));
            }
        }
        costs
    }

    /// The costs where a text is empty: no token has a similarity, so each word costs all of its weight. The empty text itself
    /// has no words, and its cost is an entry without one.
    fn costs_by_convention(&self, ledger: &SideLedger) -> Vec<WordCost> {
        let Some(score) = ledger.score else {
            return Vec::new();
        };
        let missing = 1.0 - score;
        let has_words = self.words.iter().any(|word| word.kind != WordKind::Special);
        if !has_words || ledger.weight_sum <= 0.0 {
            return vec![WordCost {
                word: String::new(),
                kind: WordKind::EmptyText,
                amount: missing,
            }];
        }
        let mut costs = Vec::new();
        for word in &self.words {
            let weight: f64 = self.weights[word.tokens.clone()].iter().sum();
            if weight > 0.0 {
                costs.push(WordCost::new(word, missing * weight / ledger.weight_sum));
            }
        }
        costs
    }

    fn to_special(&self) -> Vec<WordCost> {
        self.analysis
            .matched_to_special(self.side)
            .filter(|(token, _)| self.weights[*token] > 0.0)
            .filter_map(|(token, _)| self.word_of(token))
            .map(|word| WordCost::new(word, 1.0))
            .collect()
    }

    /// The words with a hub token: the best match of many tokens of the other side.
    fn hubs(&self) -> Vec<WordCost> {
        let other = self.side.other();
        let matches = self.analysis.matches_of(other);
        let mut hubs = Vec::new();
        for hub in hub_tokens(matches, &self.analysis.side(other).weights) {
            let matched_by = hub.chosen_by.len();
            match self.word_of(hub.token) {
                // A special token has a list of its own.
                Some(word) if word.kind != WordKind::Special && matched_by >= MIN_HUB_MATCHES => {
                    hubs.push(WordCost::new(word, matched_by as f64));
                }
                _ => {}
            }
        }
        hubs
    }
}
