//! The drivers of a single analysis.

use bertscope_analysis::{Analysis, Side};
use bertscope_explain::{Kinds, Ledger};
use bertscope_kinds::DifferenceKind;
use bertscope_metric::alignment::hub_tokens;

use super::word_kind::{Word, WordKind, words};

/// Minimum number of tokens whose best match a token must be to count as a hub token.
pub const MIN_HUB_MATCHES: usize = 3;

/// The drivers of the score of one pair.
#[derive(Debug, Clone, PartialEq)]
pub struct PairDrivers {
    /// The cost in precision of each word of the candidate; costs sum to 1 − P. Empty if the score is 0 by convention.
    pub precision: Vec<WordCost>,
    /// The cost in recall of each word of the reference; costs sum to 1 − R.
    pub recall: Vec<WordCost>,
    /// Words with a token whose best match is a special token, once for each such token.
    pub to_special: Vec<WordCost>,
    /// Words with a token that is the best match of at least [`MIN_HUB_MATCHES`] tokens of the other side; the cost is the number of these
    /// tokens.
    pub hubs: Vec<WordCost>,
    /// What differs in kind, each with its cost.
    pub kinds: Vec<(DifferenceKind, f64)>,
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
    /// Its kind.
    pub kind: WordKind,
    /// Its cost.
    pub amount: f64,
}

impl PairDrivers {
    /// The drivers of a pair. With several references, pass the analysis of the best one.
    pub fn compute(analysis: &Analysis) -> Self {
        let ledger = Ledger::compute(analysis);
        let sides = [Side::Candidate, Side::Reference]
            .map(|side| (side, words(&analysis.side(side).tokenized)));
        let [(_, candidate), (_, reference)] = &sides;
        let tokens = |side: Side| {
            analysis
                .side(side)
                .weights
                .as_slice()
                .iter()
                .filter(|weight| **weight > 0.0)
                .count()
        };
        let score = analysis.score();
        Self {
            precision: costs(&ledger, Side::Candidate, candidate),
            recall: costs(&ledger, Side::Reference, reference),
            to_special: sides
                .iter()
                .flat_map(|(side, words)| to_special(analysis, *side, words))
                .collect(),
            hubs: sides
                .iter()
                .flat_map(|(side, words)| hub_words(analysis, *side, words))
                .collect(),
            kinds: Kinds::compute(analysis)
                .differences
                .into_iter()
                .map(|found| (found.kind, found.cost))
                .collect(),
            candidate_tokens: tokens(Side::Candidate),
            reference_tokens: tokens(Side::Reference),
            scores: score.numbers(),
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

fn costs(ledger: &Ledger, side: Side, words: &[Word]) -> Vec<WordCost> {
    let entries = &ledger.side(side).entries;
    let weighted = |word: &&Word| {
        entries
            .get(word.tokens.clone())
            .is_some_and(|of| of.iter().any(|e| e.weight > 0.0))
    };
    let cost = |word: &Word| {
        WordCost::new(
            word,
            entries[word.tokens.clone()]
                .iter()
                .map(|entry| entry.cost)
                .sum(),
        )
    };
    words.iter().filter(weighted).map(cost).collect()
}

fn to_special(analysis: &Analysis, side: Side, words: &[Word]) -> Vec<WordCost> {
    let weights = analysis.side(side).weights.as_slice();
    let to_special: Vec<usize> = analysis
        .matched_to_special(side)
        .map(|(token, _)| token)
        .filter(|token| weights[*token] > 0.0)
        .collect();
    let word = |token: &usize| words.iter().find(|word| word.tokens.contains(token));
    to_special
        .iter()
        .filter_map(word)
        .map(|word| WordCost::new(word, 1.0))
        .collect()
}

/// Hub tokens of a side: the best match of many tokens of the other side.
fn hub_words(analysis: &Analysis, side: Side, words: &[Word]) -> Vec<WordCost> {
    let choosers = analysis.side(side.other());
    let hubs = hub_tokens(analysis.matches_of(side.other()), &choosers.weights);
    let large = hubs
        .into_iter()
        .filter(|hub| hub.chosen_by.len() >= MIN_HUB_MATCHES);
    let word = |hub: bertscope_metric::HubToken| {
        let word = words.iter().find(|word| word.tokens.contains(&hub.token))?;
        (word.kind != WordKind::Special).then(|| WordCost::new(word, hub.chosen_by.len() as f64))
    };
    large.filter_map(word).collect()
}
