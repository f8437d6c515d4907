//! Explains, word by word, why one pair has a higher precision or recall than another pair that shares a text with it.
//!
//! A mean M = Σ p·s has the shares p = w / Σ w, which sum to 1, so that M = m + Σ p·(s − m) for any m. With m midway
//! between two means M and M′, M − M′ is exactly the sum over all words of Σ p·(s − m) − Σ p′·(s′ − m). A word in only
//! one of the texts has only one of the two terms. A word in both with the same share contributes p·(s − s′): its share ×
//! the difference of its similarities.

use std::cmp::Ordering;
use std::ops::Range;

use serde::{Serialize, Serializer};

use super::sides::{baseline_of, mean_of, rescaling_factor};
use super::token_diff::common_subsequence;
use super::words::{is_punctuation, token_indices, word_ranges, word_text};
use bertscope_analysis::{Analysis, Side};
use bertscope_encoder::TokenizedText;

/// The difference of one mean between two pairs.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct MeanDifference {
    /// The side whose tokens are averaged: the candidate for precision, the reference for recall.
    #[serde(skip)]
    pub side: Side,
    /// The mean of each pair, rescaled if the score is; `None` where no token has weight. In JSON, their difference.
    #[serde(rename = "difference", serialize_with = "first_minus_second")]
    pub means: [Option<f64>; 2],
    /// m, the midpoint of the two means before rescaling.
    #[serde(skip)]
    pub middle: f64,
    /// 1 / (1 − baseline), by which rescaling multiplies a difference; 1 without rescaling.
    #[serde(skip)]
    pub rescaling_factor: f64,
    /// Words with weight, by descending absolute contribution, punctuation last; they sum to the difference. Empty if a
    /// mean is undefined or 0 by convention.
    pub words: Vec<WordDifference>,
}

/// A word's contribution to the difference of two means.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct WordDifference {
    /// Its contribution to (first mean − second mean), rescaled if the score is.
    pub contribution: f64,
    /// The word in each pair; `None` if the text does not contain it. At least one text does.
    #[serde(flatten, serialize_with = "first_and_second")]
    pub words: [Option<WordShare>; 2],
}

/// A word's share and similarity in one mean.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct WordShare {
    /// Its characters in the text.
    pub word: String,
    /// Its tokens.
    #[serde(serialize_with = "token_indices")]
    pub tokens: Range<usize>,
    /// Its share of the total weight, 0 to 1.
    pub share: f64,
    /// The weighted mean of its tokens' best similarities, before rescaling.
    pub similarity: f64,
}

impl MeanDifference {
    /// The difference of precision (`side` is the candidate) or recall between two pairs under the same settings.
    pub fn compute(side: Side, pairs: [&Analysis; 2]) -> Self {
        let baseline = pairs[0].baseline();
        let mut difference = Self {
            side,
            means: pairs.map(|pair| mean_of(pair.score(), side)),
            middle: 0.0,
            rescaling_factor: rescaling_factor(baseline.map(|row| baseline_of(row, side))),
            words: Vec::new(),
        };
        if pairs.iter().any(|pair| pair.has_empty_side()) {
            // Both means are 0 by convention, whatever the words are.
            return difference;
        }
        let [Some(first), Some(second)] = pairs.map(|pair| pair.mean_of(side)) else {
            return difference;
        };
        difference.middle = f64::midpoint(first, second);
        difference.add_words(pairs);
        difference
    }

    fn add_words(&mut self, [first, second]: [&Analysis; 2]) {
        let side = self.side;
        let first_shares = first.side(side).weights.shares();
        let second_shares = second.side(side).weights.shares();
        for pair in pair_words(&first.side(side).tokenized, &second.side(side).tokenized) {
            let words = [
                WordShare::new(first, side, pair.first, &first_shares),
                WordShare::new(second, side, pair.second, &second_shares),
            ];
            if words.iter().all(Option::is_none) {
                continue;
            }
            let [first_part, second_part] = words.each_ref().map(|word| match word {
                Some(word) => word.share * (word.similarity - self.middle),
                None => 0.0,
            });
            self.words.push(WordDifference {
                contribution: (first_part - second_part) * self.rescaling_factor,
                words,
            });
        }
        self.words.sort_by(|a, b| {
            punctuation_last((a.word(), a.contribution), (b.word(), b.contribution))
        });
    }

    /// First mean − second mean; `None` if either is undefined.
    pub fn total(&self) -> Option<f64> {
        let [first, second] = self.means;
        Some(first? - second?)
    }
}

impl WordDifference {
    /// The word, from a text that contains it.
    pub fn word(&self) -> &str {
        match &self.words {
            [Some(share), _] | [None, Some(share)] => &share.word,
            [None, None] => "",
        }
    }
}

impl WordShare {
    /// `None` without tokens, and for a word without weight, which the mean ignores.
    fn new(
        pair: &Analysis,
        side: Side,
        tokens: Option<Range<usize>>,
        shares: &[f64],
    ) -> Option<Self> {
        let tokens = tokens?;
        let shares = shares.get(tokens.clone())?;
        let matches = pair.matches_of(side).get(tokens.clone())?;
        let share: f64 = shares.iter().sum();
        if share <= 0.0 {
            return None;
        }
        let sum: f64 = shares
            .iter()
            .zip(matches)
            .map(|(share, found)| share * f64::from(found.similarity))
            .sum();
        Some(Self {
            word: word_text(&pair.side(side).tokenized.tokens[tokens.clone()]),
            tokens,
            share,
            similarity: sum / share,
        })
    }
}

fn first_minus_second<S: Serializer>(means: &[Option<f64>; 2], to: S) -> Result<S::Ok, S::Error> {
    let [first, second] = means;
    let difference = first.zip(*second).map(|(first, second)| first - second);
    difference.serialize(to)
}

fn first_and_second<S: Serializer>(
    words: &[Option<WordShare>; 2],
    to: S,
) -> Result<S::Ok, S::Error> {
    to.collect_map(["first", "second"].into_iter().zip(words))
}

/// Orders words by descending absolute part of a difference, and punctuation after all words.
pub(crate) fn punctuation_last(a: (&str, f64), b: (&str, f64)) -> Ordering {
    is_punctuation(a.0)
        .cmp(&is_punctuation(b.0))
        .then(b.1.abs().total_cmp(&a.1.abs()))
}

/// The tokens of a word in each of two texts; `None` in the text that lacks it.
struct WordPair {
    first: Option<Range<usize>>,
    second: Option<Range<usize>>,
}

/// The words of both texts, aligned by a longest common subsequence; then a word that moved with the same word elsewhere.
/// A punctuation mark elsewhere is another mark.
fn pair_words(first: &TokenizedText, second: &TokenizedText) -> Vec<WordPair> {
    let first_words = word_ranges(first);
    let second_words = word_ranges(second);
    let first_ids = word_ids(first, &first_words);
    let second_ids = word_ids(second, &second_words);
    let mut partners = vec![None; first_words.len()];
    let mut is_free = vec![true; second_words.len()];
    for (i, j) in common_subsequence(&first_ids, &second_ids) {
        partners[i] = Some(j);
        is_free[j] = false;
    }
    for (i, word) in first_words.iter().enumerate() {
        if partners[i].is_some() || is_punctuation(&word_text(&first.tokens[word.clone()])) {
            continue;
        }
        partners[i] = (0..is_free.len()).find(|&j| is_free[j] && first_ids[i] == second_ids[j]);
        if let Some(j) = partners[i] {
            is_free[j] = false;
        }
    }
    let mut pairs = Vec::new();
    for (word, partner) in first_words.into_iter().zip(partners) {
        pairs.push(WordPair {
            first: Some(word),
            second: partner.map(|j| second_words[j].clone()),
        });
    }
    for (word, is_free) in second_words.into_iter().zip(is_free) {
        if is_free {
            pairs.push(WordPair {
                first: None,
                second: Some(word),
            });
        }
    }
    pairs
}

/// The token ids of each word.
fn word_ids(text: &TokenizedText, words: &[Range<usize>]) -> Vec<Vec<u32>> {
    words
        .iter()
        .map(|word| {
            text.tokens[word.clone()]
                .iter()
                .map(|token| token.id)
                .collect()
        })
        .collect()
}
