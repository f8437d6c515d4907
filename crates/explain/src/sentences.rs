//! What each sentence costs, and which sentence of the other text covers it best.
//!
//! The cost of a sentence is the sum of its tokens' costs in the [ledger](crate::ledger). The costs of a side sum to 1 − its
//! mean, unless special tokens have weight. How well another sentence covers it: Σ w · (best similarity within that sentence)
//! ÷ Σ w.

use std::ops::Range;

use serde::Serialize;

use crate::ledger::Ledger;
use crate::sides::{Sides, similarity_of};
use crate::words::{TokenFinder, token_indices};
use bertscope_analysis::{Analysis, Side};

/// A sentence, its cost and its match.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SentenceEntry {
    /// Its position in the text, from 0.
    pub sentence: usize,
    /// The sentence.
    pub text: String,
    /// Its tokens; none if it was truncated.
    #[serde(serialize_with = "token_indices")]
    pub tokens: Range<usize>,
    /// Sum of their weights.
    pub weight: f64,
    /// Σ w · best similarity ÷ Σ w, over the whole other text; `None` without weight.
    pub similarity: Option<f64>,
    /// Sum of the costs of its tokens.
    #[serde(rename = "loss")]
    pub cost: f64,
    /// The sentence of the other text that covers it best; the first if several do.
    pub best: Option<SentenceMatch>,
}

/// A sentence of the other text.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct SentenceMatch {
    /// Its position in its text, from 0.
    pub sentence: usize,
    /// Σ w · (best similarity within it) ÷ Σ w.
    pub similarity: f64,
}

/// The sentences of both texts, highest cost first.
pub type Sentences = Sides<Vec<SentenceEntry>>;

/// A sentence of a text.
struct Sentence {
    text: String,
    tokens: Range<usize>,
}

impl Sentence {
    /// The sentences of a text, in order.
    fn all_of(analysis: &Analysis, side: Side) -> Vec<Self> {
        let text = &analysis.side(side).tokenized;
        let mut finder = TokenFinder::new(text);
        bertscope_kinds::sentences(&text.text, &analysis.kind_words)
            .into_iter()
            .map(|bytes| Self {
                tokens: finder.find(&bytes).tokens,
                text: text.text[bytes].to_owned(),
            })
            .collect()
    }
}

/// The first token of each sentence of a text but the first: where a picture has a border.
pub fn sentence_starts(analysis: &Analysis, side: Side) -> Vec<usize> {
    Sentence::all_of(analysis, side)
        .into_iter()
        .filter(|sentence| !sentence.tokens.is_empty())
        .skip(1)
        .map(|sentence| sentence.tokens.start)
        .collect()
}

impl Sentences {
    /// The sentences of a pair.
    pub fn compute(analysis: &Analysis) -> Self {
        let ledger = Ledger::compute(analysis);
        let candidate = Sentence::all_of(analysis, Side::Candidate);
        let reference = Sentence::all_of(analysis, Side::Reference);
        Self {
            candidate: entries(analysis, &ledger, Side::Candidate, &candidate, &reference),
            reference: entries(analysis, &ledger, Side::Reference, &reference, &candidate),
        }
    }
}

fn entries(
    analysis: &Analysis,
    ledger: &Ledger,
    side: Side,
    sentences: &[Sentence],
    others: &[Sentence],
) -> Vec<SentenceEntry> {
    let other_text = 0..analysis.side(side.other()).tokenized.tokens.len();
    let mut entries = Vec::new();
    for (sentence, Sentence { text, tokens }) in sentences.iter().enumerate() {
        // The ledger has no entries where the score is 0 by convention.
        let costs = ledger
            .side(side)
            .entries
            .get(tokens.clone())
            .unwrap_or_default();
        entries.push(SentenceEntry {
            sentence,
            text: text.clone(),
            tokens: tokens.clone(),
            // An empty sum of f64 is −0.
            weight: costs.iter().map(|entry| entry.weight).sum::<f64>() + 0.0,
            similarity: coverage(analysis, side, tokens, &other_text),
            cost: costs.iter().map(|entry| entry.cost).sum::<f64>() + 0.0,
            best: best_match(analysis, side, tokens, others),
        });
    }
    entries.sort_by(|a, b| b.cost.total_cmp(&a.cost));
    entries
}

/// The sentence of the other text that covers some tokens best.
fn best_match(
    analysis: &Analysis,
    side: Side,
    tokens: &Range<usize>,
    others: &[Sentence],
) -> Option<SentenceMatch> {
    let mut best: Option<SentenceMatch> = None;
    for (sentence, other) in others.iter().enumerate() {
        if let Some(similarity) = coverage(analysis, side, tokens, &other.tokens)
            && best.is_none_or(|best| similarity > best.similarity)
        {
            best = Some(SentenceMatch {
                sentence,
                similarity,
            });
        }
    }
    best
}

/// Σ w · (best similarity among `others`) ÷ Σ w over some tokens of a side; `None` without weight, or without others.
fn coverage(
    analysis: &Analysis,
    side: Side,
    tokens: &Range<usize>,
    others: &Range<usize>,
) -> Option<f64> {
    if analysis.has_empty_side() || others.is_empty() {
        return None;
    }
    let weights = &analysis.side(side).weights.as_slice()[tokens.clone()];
    let weight_sum: f64 = weights.iter().sum();
    if weight_sum <= 0.0 {
        return None;
    }
    let weighted: f64 = weights
        .iter()
        .zip(tokens.clone())
        .map(|(weight, token)| weight * f64::from(best_similarity(analysis, side, token, others)))
        .sum();
    Some(weighted / weight_sum)
}

/// The best similarity of a token within some tokens of the other side.
fn best_similarity(analysis: &Analysis, side: Side, token: usize, others: &Range<usize>) -> f32 {
    others
        .clone()
        .map(|other| similarity_of(&analysis.similarity, side, token, other))
        .fold(f32::NEG_INFINITY, f32::max)
}
