//! BLEU's words beside the model's tokens.

use std::ops::Range;

use serde::Serialize;

use super::json;
use crate::sides::Sides;
use crate::words::{TokenFinder, token_indices};
use bertscope_analysis::{Analysis, Side};
use bertscope_overlap::bleu::Tokenizer;
use bertscope_overlap::{MatchedNgrams, NGram, bleu};

/// A word of BLEU.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ComparedWord {
    /// The word as BLEU compares it.
    #[serde(rename = "word")]
    pub text: String,
    /// Its characters in the text; in JSON, `start` and `end`.
    #[serde(flatten)]
    pub characters: Range<usize>,
    /// Order of the longest n-gram in which BLEU counts it; `None` if BLEU does not count it.
    pub counted: Option<usize>,
    /// The model's tokens for it; empty if the word was truncated or the tokenizer drops it.
    #[serde(serialize_with = "token_indices")]
    pub tokens: Range<usize>,
    /// Sum of the weights of these tokens.
    #[serde(skip)]
    pub weight: f64,
    /// What BERTScore matches it with; `None` if it has no token.
    #[serde(flatten, serialize_with = "json::best_match")]
    pub best: Option<BestMatch>,
}

/// The best matches of a word's tokens.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BestMatch {
    /// Mean of their cosines.
    pub similarity: f64,
    /// What they are matched with.
    pub target: MatchTarget,
    /// Whether the word and its match have the same tokens, so that to the model only their context differs.
    pub same_tokens: bool,
}

/// What the tokens of a word are matched with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MatchTarget {
    /// All with one word of the other text, by its index.
    Word(usize),
    /// All with special tokens.
    Special,
    /// With several.
    Several,
}

pub fn compared_words(
    analysis: &Analysis,
    ngrams: &MatchedNgrams,
    tokenizer: Tokenizer,
) -> Sides<Vec<ComparedWord>> {
    let mut candidate = words(analysis, Side::Candidate, &ngrams.candidate, tokenizer);
    let mut reference = words(analysis, Side::Reference, &ngrams.reference, tokenizer);
    // Where a text counts as empty, its score follows from no match.
    if !analysis.has_empty_side() {
        add_matches(analysis, Side::Candidate, &mut candidate, &reference);
        add_matches(analysis, Side::Reference, &mut reference, &candidate);
    }
    Sides {
        candidate,
        reference,
    }
}

fn words(
    analysis: &Analysis,
    side: Side,
    ngrams: &[NGram],
    tokenizer: Tokenizer,
) -> Vec<ComparedWord> {
    let text = &analysis.side(side).tokenized;
    let weights = analysis.side(side).weights.as_slice();
    let bleu_words = bleu::words(&text.text, tokenizer);
    let mut counted = vec![None; bleu_words.len()];
    // In ascending order, so that the longest n-gram wins.
    for ngram in ngrams {
        counted[ngram.position..ngram.position + ngram.order].fill(Some(ngram.order));
    }
    let mut finder = TokenFinder::new(text);
    let mut compared = Vec::with_capacity(bleu_words.len());
    for (word, counted) in bleu_words.into_iter().zip(counted) {
        let part = finder.find(&word.bytes);
        compared.push(ComparedWord {
            text: word.text,
            characters: part.characters,
            counted,
            weight: weights[part.tokens.clone()].iter().sum(),
            tokens: part.tokens,
            best: None,
        });
    }
    compared
}

/// Adds what the words of a side are matched with.
fn add_matches(
    analysis: &Analysis,
    side: Side,
    words: &mut [ComparedWord],
    others: &[ComparedWord],
) {
    // The word of each token of the other side; special tokens have none.
    let mut word_of_token = vec![None; analysis.side(side.other()).tokenized.tokens.len()];
    for (i, word) in others.iter().enumerate() {
        word_of_token[word.tokens.clone()].fill(Some(i));
    }
    for word in words {
        word.best = best_match(analysis, side, word, others, &word_of_token);
    }
}

fn best_match(
    analysis: &Analysis,
    side: Side,
    word: &ComparedWord,
    others: &[ComparedWord],
    word_of_token: &[Option<usize>],
) -> Option<BestMatch> {
    let matches = &analysis.matches_of(side)[word.tokens.clone()];
    let sum: f64 = matches
        .iter()
        .map(|found| f64::from(found.similarity))
        .sum();
    let matched_word = word_of_token[matches.first()?.token];
    let is_one_word = matches
        .iter()
        .all(|found| word_of_token[found.token] == matched_word);
    let target = match matched_word {
        _ if !is_one_word => MatchTarget::Several,
        Some(other) => MatchTarget::Word(other),
        None => MatchTarget::Special,
    };
    let same_tokens = match target {
        MatchTarget::Word(other) => token_ids(analysis, side, &word.tokens).eq(token_ids(
            analysis,
            side.other(),
            &others[other].tokens,
        )),
        MatchTarget::Special | MatchTarget::Several => false,
    };
    Some(BestMatch {
        similarity: sum / matches.len() as f64,
        target,
        same_tokens,
    })
}

fn token_ids<'a>(
    analysis: &'a Analysis,
    side: Side,
    tokens: &Range<usize>,
) -> impl Iterator<Item = u32> + 'a {
    analysis.side(side).tokenized.tokens[tokens.clone()]
        .iter()
        .map(|token| token.id)
}
