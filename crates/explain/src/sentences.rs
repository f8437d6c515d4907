//! What each sentence costs, and which sentence of the other text covers it best.
//!
//! The cost of a sentence is the sum of its tokens' costs in the [ledger](crate::ledger). The costs of a side sum to 1 − its
//! mean, unless special tokens have weight. How well another sentence covers it: Σ w · (best similarity within that sentence)
//! ÷ Σ w.

use std::ops::Range;

use serde::Serialize;

use crate::json::indices;
use crate::ledger::Ledger;
use crate::overlap::tokens_of_characters;
use crate::sides::Sides;
use bertscope_analysis::{Analysis, Side};

/// A sentence, its cost and its match.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SentenceEntry {
    /// Its position in the text, from 0.
    pub sentence: usize,
    /// The sentence.
    pub text: String,
    /// Its tokens; none if it was truncated.
    #[serde(serialize_with = "indices")]
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

/// The tokens of each sentence of a text, in order.
pub fn sentence_tokens(analysis: &Analysis, side: Side) -> Vec<(String, Range<usize>)> {
    let own = &analysis.side(side).tokenized;
    let (mut byte, mut character, mut first) = (0, 0, 0);
    let bounds = bertscope_kinds::sentences(&own.text, &analysis.kind_words);
    let sentence = |bytes: Range<usize>| {
        character += own.text[byte..bytes.start].chars().count();
        let text = &own.text[bytes.clone()];
        let characters = character..character + text.chars().count();
        (byte, character) = (bytes.end, characters.end);
        (
            text.to_owned(),
            tokens_of_characters(&own.tokens, &characters, &mut first),
        )
    };
    bounds.into_iter().map(sentence).collect()
}

/// The first token of each sentence of a text but the first: where a picture has a border.
pub fn sentence_starts(analysis: &Analysis, side: Side) -> Vec<usize> {
    let all = sentence_tokens(analysis, side)
        .into_iter()
        .map(|(_, tokens)| tokens);
    all.filter(|tokens| !tokens.is_empty())
        .skip(1)
        .map(|tokens| tokens.start)
        .collect()
}

impl Sentences {
    /// The sentences of a pair.
    pub fn compute(analysis: &Analysis) -> Self {
        let ledger = Ledger::compute(analysis);
        let all = Sides::new(|side| sentence_tokens(analysis, side));
        Self::new(|side| {
            let others = all.side(side.other());
            let entries = all
                .side(side)
                .iter()
                .enumerate()
                .map(|(sentence, (text, tokens))| {
                    let costs = ledger
                        .side(side)
                        .entries
                        .get(tokens.clone())
                        .unwrap_or_default();
                    let within = |other: &Range<usize>| coverage(analysis, side, tokens, other);
                    let matches = others
                        .iter()
                        .enumerate()
                        .filter_map(|(sentence, (_, other))| {
                            Some(SentenceMatch {
                                sentence,
                                similarity: within(other)?,
                            })
                        });
                    SentenceEntry {
                        sentence,
                        text: text.clone(),
                        tokens: tokens.clone(),
                        weight: costs.iter().map(|entry| entry.weight).sum::<f64>() + 0.0,
                        similarity: within(
                            &(0..analysis.side(side.other()).tokenized.tokens.len()),
                        ),
                        cost: costs.iter().map(|entry| entry.cost).sum::<f64>() + 0.0,
                        best: matches.reduce(|best, next| {
                            if next.similarity > best.similarity {
                                next
                            } else {
                                best
                            }
                        }),
                    }
                });
            let mut entries: Vec<_> = entries.collect();
            entries.sort_by(|a, b| b.cost.total_cmp(&a.cost));
            entries
        })
    }
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
    let similarity = |own: usize, other: usize| match side {
        Side::Candidate => analysis.similarity.get(own, other),
        Side::Reference => analysis.similarity.get(other, own),
    };
    let best = |own: usize| {
        others
            .clone()
            .map(|other| similarity(own, other))
            .fold(f32::NEG_INFINITY, f32::max)
    };
    let weights = &analysis.side(side).weights.as_slice()[tokens.clone()];
    let sum: f64 = weights
        .iter()
        .zip(tokens.clone())
        .map(|(weight, own)| weight * f64::from(best(own)))
        .sum();
    let all: f64 = weights.iter().sum();
    (all > 0.0).then(|| sum / all)
}
