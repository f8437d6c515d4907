//! Explains, word by word, why one pair has a higher precision or recall than another pair that shares a text with it.
//!
//! A mean M = Σ p·s has the shares p = w / Σ w, which sum to 1, so that M = m + Σ p·(s − m) for any m. With m midway
//! between two means M and M′, M − M′ is exactly the sum over all words of Σ p·(s − m) − Σ p′·(s′ − m). A word in only
//! one of the texts has only one of the two terms. A word in both with the same share contributes p·(s − s′): its share ×
//! the difference of its similarities.

use std::cmp::Ordering;
use std::ops::Range;

use serde::Serialize;
use similar::{Algorithm, DiffOp, capture_diff_slices};

use super::json::{as_object, indices};
use super::sides::{baseline_of, mean_of};
use super::words::{word_ranges, word_text};
use bertscope_analysis::{Analysis, Side};
use bertscope_encoder::TokenizedText;

/// The difference of one mean between two pairs.
#[derive(Debug, Clone, PartialEq)]
pub struct MeanDifference {
    /// The side whose tokens are averaged: the candidate for precision, the reference for recall.
    pub side: Side,
    /// The mean of each pair, rescaled if the score is; `None` where no token has weight.
    pub means: [Option<f64>; 2],
    /// m, the midpoint of the two means before rescaling.
    pub middle: f64,
    /// 1 / (1 − baseline), by which rescaling multiplies a difference; 1 without rescaling.
    pub rescaling_factor: f64,
    /// Words with weight, by descending absolute contribution, punctuation last; they sum to the difference. Empty if a
    /// mean is undefined or 0 by convention.
    pub words: Vec<WordDifference>,
}

/// A word's contribution to the difference of two means.
#[derive(Debug, Clone, PartialEq)]
pub struct WordDifference {
    /// The word in each pair; `None` if the text does not contain it. At least one text does.
    pub words: [Option<WordShare>; 2],
    /// Its contribution to (first mean − second mean), rescaled if the score is.
    pub contribution: f64,
}

/// A word's share and similarity in one mean.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct WordShare {
    /// Its characters in the text.
    pub word: String,
    /// Its tokens.
    #[serde(serialize_with = "indices")]
    pub tokens: Range<usize>,
    /// Its share of the total weight, 0 to 1.
    pub share: f64,
    /// The weighted mean of its tokens' best similarities, before rescaling.
    pub similarity: f64,
}

impl MeanDifference {
    /// The difference of precision (`side` is the candidate) or recall between two pairs under the same settings.
    pub fn compute(side: Side, pairs: [&Analysis; 2]) -> Self {
        let means = pairs.map(|pair| mean_of(pair.score(), side));
        let stretch = pairs[0].rescaling().map_or(1.0, |rescaled| {
            1.0 / (1.0 - baseline_of(rescaled.baseline, side))
        });
        let follows = pairs.iter().all(|pair| !pair.has_empty_side());
        let raw = match pairs.map(|pair| pair.mean_of(side).filter(|_| follows)) {
            [Some(first), Some(second)] => [first, second],
            _ => {
                return Self {
                    side,
                    means,
                    middle: 0.0,
                    rescaling_factor: stretch,
                    words: Vec::new(),
                };
            }
        };
        let middle = f64::midpoint(raw[0], raw[1]);
        let part = |word: &Option<WordShare>| {
            word.as_ref()
                .map_or(0.0, |w| w.share * (w.similarity - middle))
        };
        let shares = pairs.map(|pair| pair.side(side).weights.shares());
        let share = |i: usize, tokens: Option<Range<usize>>| {
            WordShare::new(pairs[i], side, tokens?, &shares[i])
        };
        let mut words: Vec<WordDifference> =
            pair_words(pairs.map(|pair| &*pair.side(side).tokenized))
                .into_iter()
                .map(|[first, second]| [share(0, first), share(1, second)])
                .filter(|words| words.iter().any(Option::is_some))
                .map(|words| WordDifference {
                    contribution: (part(&words[0]) - part(&words[1])) * stretch,
                    words,
                })
                .collect();
        words.sort_by(|a, b| {
            punctuation_last((a.word(), a.contribution), (b.word(), b.contribution))
        });
        Self {
            side,
            means,
            middle,
            rescaling_factor: stretch,
            words,
        }
    }

    /// First mean − second mean; `None` if either is undefined.
    pub fn total(&self) -> Option<f64> {
        Some(self.means[0]? - self.means[1]?)
    }
}

impl WordDifference {
    /// The word, from a text that contains it.
    pub fn word(&self) -> &str {
        self.words
            .iter()
            .flatten()
            .next()
            .map_or("", |share| &share.word)
    }
}

impl WordShare {
    /// `None` for a word without weight, which the mean ignores.
    fn new(pair: &Analysis, side: Side, tokens: Range<usize>, shares: &[f64]) -> Option<Self> {
        let (shares, found) = (
            shares.get(tokens.clone())?,
            pair.matches_of(side).get(tokens.clone())?,
        );
        let share: f64 = shares.iter().sum();
        let sum: f64 = shares
            .iter()
            .zip(found)
            .map(|(share, found)| share * f64::from(found.similarity))
            .sum();
        let word = word_text(&pair.side(side).tokenized.tokens[tokens.clone()]);
        (share > 0.0).then(|| Self {
            word,
            tokens,
            share,
            similarity: sum / share,
        })
    }
}

as_object!(MeanDifference, this => {
    "difference": this.total(),
    "words": this.words,
});

as_object!(WordDifference, this => {
    "contribution": this.contribution,
    "first": this.words[0],
    "second": this.words[1],
});

fn is_punctuation(word: &str) -> bool {
    !word.contains(char::is_alphanumeric)
}

/// Orders words by descending absolute part of a difference, and punctuation after all words.
pub(crate) fn punctuation_last(a: (&str, f64), b: (&str, f64)) -> Ordering {
    is_punctuation(a.0)
        .cmp(&is_punctuation(b.0))
        .then(b.1.abs().total_cmp(&a.1.abs()))
}

/// The words of both texts, aligned by a longest common subsequence; then a word that moved with the same word elsewhere.
/// A punctuation mark elsewhere is another mark.
fn pair_words(texts: [&TokenizedText; 2]) -> Vec<[Option<Range<usize>>; 2]> {
    let words = texts.map(word_ranges);
    let ids = [0, 1].map(|side| -> Vec<Vec<u32>> {
        let ids = |word: &Range<usize>| {
            texts[side].tokens[word.clone()]
                .iter()
                .map(|token| token.id)
                .collect()
        };
        words[side].iter().map(ids).collect()
    });
    let mut partners = vec![None; words[0].len()];
    let mut is_free = vec![true; words[1].len()];
    for kept in capture_diff_slices(Algorithm::Myers, &ids[0], &ids[1]) {
        if let DiffOp::Equal {
            old_index,
            new_index,
            len,
        } = kept
        {
            for i in 0..len {
                (partners[old_index + i], is_free[new_index + i]) = (Some(new_index + i), false);
            }
        }
    }
    for (i, partner) in partners
        .iter_mut()
        .enumerate()
        .filter(|(_, partner)| partner.is_none())
    {
        if !is_punctuation(&word_text(&texts[0].tokens[words[0][i].clone()])) {
            *partner = (0..is_free.len()).find(|&j| is_free[j] && ids[0][i] == ids[1][j]);
            if let Some(j) = *partner {
                is_free[j] = false;
            }
        }
    }
    let second = |j: usize| words[1][j].clone();
    let first = words[0]
        .iter()
        .zip(&partners)
        .map(|(word, partner)| [Some(word.clone()), partner.map(second)]);
    first
        .chain(
            (0..is_free.len())
                .filter(|&j| is_free[j])
                .map(|j| [None, Some(second(j))]),
        )
        .collect()
}
