//! Leaves a word or token out of the matching and scores again, with all vectors unchanged.
//!
//! Its row or column and its weight are removed; tokens that matched it take their next best. [`super::leave_one_out`]
//! deletes it from the text instead, so that the vectors of the other words change too.

mod json;

use std::ops::Range;

use super::sides::{ScoreChange, similarity_of};
use super::words::{word_ranges, word_text};
use bertscope_analysis::{Analysis, Side};
use bertscope_metric::{
    BaselineRow, GreedyMatches, Match, MetricError, Pair, Score, Similarity, Weights,
};

/// The score of the pair after a word is deleted from a text and the text is embedded again.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum DeletionState {
    /// Not known yet.
    Waiting,
    /// Known.
    Scored {
        /// Before rescaling.
        raw: Score,
        /// Whether the shorter text counts as empty and scores 0 by convention.
        empty: bool,
    },
    /// The token has no characters (a special token), or the model rejects the shorter text.
    Impossible,
    /// Not embedded: the pair is long, and others have a larger effect with the vectors unchanged.
    Skipped,
}

impl DeletionState {
    /// The score before rescaling, where it is known.
    pub fn raw(&self) -> Option<Score> {
        match self {
            Self::Scored { raw, .. } => Some(*raw),
            Self::Waiting | Self::Impossible | Self::Skipped => None,
        }
    }
}

/// One token or word, and the scores without it.
#[derive(Debug, Clone, PartialEq)]
pub struct Omission {
    /// The side that it belongs to.
    pub side: Side,
    /// Its characters in the text.
    pub word: String,
    /// Its tokens.
    pub tokens: Range<usize>,
    /// Sum of their weights.
    pub weight: f64,
    /// Number of tokens with weight on the other side whose best match it is.
    pub match_count: usize,
    /// The score without it, all vectors unchanged, before rescaling.
    pub fixed_score: Score,
    /// The score after it is deleted from the text.
    pub deletion: DeletionState,
    /// The same for each of its tokens; empty for a word of one token.
    pub pieces: Vec<Omission>,
}

/// Every word of both sides.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Omissions {
    /// The score of the whole pair, before rescaling.
    pub raw: Score,
    /// The baseline row of the score, if it is rescaled.
    pub baseline: Option<BaselineRow>,
    /// The candidate's words in order, then the reference's. None where the score is 0 by convention.
    pub words: Vec<Omission>,
}

impl Omissions {
    /// Leaves out each token and each word in turn.
    ///
    /// # Errors
    /// [`MetricError`] when matches, weights and matrix do not fit each other.
    pub fn compute(analysis: &Analysis) -> Result<Self, MetricError> {
        let mut words = Vec::new();
        // A score that is 0 by convention is 0 without any word.
        if !analysis.has_empty_side() {
            for side in Side::BOTH {
                for tokens in word_ranges(&analysis.side(side).tokenized) {
                    words.push(Omission::of_word(analysis, side, tokens)?);
                }
            }
        }
        Ok(Self {
            raw: analysis.raw,
            baseline: analysis.baseline(),
            words,
        })
    }

    /// Puts a raw score on the scale of the settings.
    pub fn scaled(&self, raw: Score) -> Score {
        match self.baseline {
            Some(baseline) => raw.rescaled(&baseline),
            None => raw,
        }
    }

    /// The difference between a score without some tokens and that of the whole pair. `without` is before rescaling.
    pub fn change(&self, without: Score) -> ScoreChange {
        ScoreChange::between(self.scaled(self.raw), self.scaled(without))
    }

    /// Number of texts that are not embedded yet.
    pub fn waiting_count(&self) -> usize {
        self.count(DeletionState::Waiting)
    }

    /// Number of texts that will not be embedded, because the pair is too long for all.
    pub fn skipped_count(&self) -> usize {
        self.count(DeletionState::Skipped)
    }

    fn count(&self, state: DeletionState) -> usize {
        self.words
            .iter()
            .flat_map(|word| std::iter::once(word).chain(&word.pieces))
            .filter(|omission| omission.deletion == state)
            .count()
    }
}

impl Omission {
    fn of_word(analysis: &Analysis, side: Side, tokens: Range<usize>) -> Result<Self, MetricError> {
        let mut word = Self::of_tokens(analysis, side, tokens.clone())?;
        if tokens.len() > 1 {
            for token in tokens {
                word.pieces
                    .push(Self::of_tokens(analysis, side, token..token + 1)?);
            }
        }
        Ok(word)
    }

    fn of_tokens(
        analysis: &Analysis,
        side: Side,
        tokens: Range<usize>,
    ) -> Result<Self, MetricError> {
        let text = analysis.side(side);
        let other = side.other();
        let fixed_score = score_without_tokens(
            &analysis.similarity,
            &analysis.matches,
            Pair {
                reference: &analysis.reference.weights,
                candidate: &analysis.candidate.weights,
            },
            side,
            &tokens,
        )?;
        Ok(Self {
            side,
            word: word_text(&text.tokenized.tokens[tokens.clone()]),
            weight: text.weights.as_slice()[tokens.clone()].iter().sum(),
            match_count: analysis
                .matches_of(other)
                .iter()
                .zip(analysis.side(other).weights.as_slice())
                .filter(|(found, weight)| **weight > 0.0 && tokens.contains(&found.token))
                .count(),
            fixed_score,
            deletion: DeletionState::Waiting,
            pieces: Vec::new(),
            tokens,
        })
    }

    /// ΔF1 of the deletion if it is known, else ΔF1 with the vectors unchanged.
    pub fn f1_effect(&self, all: &Omissions) -> f64 {
        all.change(self.deletion.raw().unwrap_or(self.fixed_score))
            .f1
    }
}

/// The score of a matrix without some rows (`side` is the candidate) or columns and their weights, from the matches of the
/// whole matrix: equal to [`Score::from_similarity`] of the smaller matrix, to the last bit.
///
/// # Errors
/// [`MetricError::WeightCount`] when weights and matches differ in number.
pub fn score_without_tokens(
    similarity: &Similarity,
    matches: &GreedyMatches,
    weights: Pair<&Weights>,
    side: Side,
    tokens: &Range<usize>,
) -> Result<Score, MetricError> {
    if matches.candidate.is_empty() || matches.reference.is_empty() {
        return Ok(Score::ZERO);
    }
    let own_matches = side.pick(&matches.reference, &matches.candidate);
    let own_weights = side.pick(weights.reference, weights.candidate);
    let left_matches = without(own_matches, tokens);
    let left_weights = Weights::new(without(own_weights.as_slice(), tokens))?;
    let others = side.pick(&matches.candidate, &matches.reference);
    let mut other_matches = Vec::with_capacity(others.len());
    for (other, found) in others.iter().enumerate() {
        if !tokens.contains(&found.token) {
            other_matches.push(*found);
        } else if let Some(next) = next_best_match(similarity, side, tokens, other, found) {
            other_matches.push(next);
        }
    }
    match side {
        Side::Candidate => Score::from_matches(
            &GreedyMatches {
                candidate: left_matches,
                reference: other_matches,
            },
            Pair {
                reference: weights.reference,
                candidate: &left_weights,
            },
        ),
        Side::Reference => Score::from_matches(
            &GreedyMatches {
                candidate: other_matches,
                reference: left_matches,
            },
            Pair {
                reference: &left_weights,
                candidate: weights.candidate,
            },
        ),
    }
}

/// The best match of a token of the other side, its index `other`, without the tokens of `side` among which its match
/// `found` is; `None` if no token is left.
pub fn next_best_match(
    similarity: &Similarity,
    side: Side,
    tokens: &Range<usize>,
    other: usize,
    found: &Match,
) -> Option<Match> {
    let second = found.runner_up?;
    if !tokens.contains(&second.token) {
        return Some(Match {
            token: second.token,
            similarity: second.similarity,
            runner_up: None,
        });
    }
    // The runner-up is left out too, so all others are searched; the first wins a tie, as in the whole matrix.
    let count = side.pick(similarity.reference_tokens(), similarity.candidate_tokens());
    let mut best: Option<Match> = None;
    for token in (0..tokens.start).chain(tokens.end..count) {
        let value = similarity_of(similarity, side, token, other);
        if best.is_none_or(|best| value > best.similarity) {
            best = Some(Match {
                token,
                similarity: value,
                runner_up: None,
            });
        }
    }
    best
}

fn without<T: Clone>(all: &[T], tokens: &Range<usize>) -> Vec<T> {
    [&all[..tokens.start], &all[tokens.end..]].concat()
}
