//! Leaves a word or token out of the matching and scores again, with all vectors unchanged.
//!
//! Its row or column and its weight are removed; tokens that matched it take their next best. [`super::leave_one_out`]
//! deletes it from the text instead, so that the vectors of the other words change too.

use std::ops::Range;

use super::score_change::ScoreChange;
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
        let mut all = Vec::new();
        if !analysis.has_empty_side() {
            for side in [Side::Candidate, Side::Reference] {
                for word in word_ranges(&analysis.side(side).tokenized) {
                    let mut pieces = Vec::new();
                    if word.len() > 1 {
                        for token in word.clone() {
                            pieces.push(Omission::compute(analysis, side, token..token + 1)?);
                        }
                    }
                    all.push(Omission {
                        pieces,
                        ..Omission::compute(analysis, side, word)?
                    });
                }
            }
        }
        Ok(Self {
            raw: analysis.raw,
            baseline: analysis.rescaling().map(|r| r.baseline),
            words: all,
        })
    }

    /// Puts a raw score on the scale of the settings.
    pub fn scaled(&self, raw: Score) -> Score {
        self.baseline
            .map_or(raw, |baseline| raw.rescaled(&baseline))
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
        let all = self
            .words
            .iter()
            .flat_map(|word| std::iter::once(word).chain(&word.pieces));
        all.filter(|omission| omission.deletion == state).count()
    }
}

impl Omission {
    fn compute(analysis: &Analysis, side: Side, tokens: Range<usize>) -> Result<Self, MetricError> {
        let (matrix, matches) = (&analysis.similarity, &analysis.matches);
        let (candidate, reference) = (&analysis.candidate.weights, &analysis.reference.weights);
        let others = analysis.matches_of(side.other());
        let weights = analysis.side(side.other()).weights.as_slice();
        Ok(Self {
            weight: analysis.side(side).weights.as_slice()[tokens.clone()]
                .iter()
                .sum(),
            match_count: others
                .iter()
                .zip(weights)
                .filter(|(found, w)| **w > 0.0 && tokens.contains(&found.token))
                .count(),
            fixed_score: score_without_tokens(
                matrix, matches, candidate, reference, side, &tokens,
            )?,
            deletion: DeletionState::Waiting,
            pieces: Vec::new(),
            word: word_text(&analysis.side(side).tokenized.tokens[tokens.clone()]),
            side,
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
    candidate: &Weights,
    reference: &Weights,
    side: Side,
    tokens: &Range<usize>,
) -> Result<Score, MetricError> {
    if matches.candidate.is_empty() || matches.reference.is_empty() {
        return Ok(Score::ZERO);
    }
    let (own, others) = match side {
        Side::Candidate => (&matches.candidate, &matches.reference),
        Side::Reference => (&matches.reference, &matches.candidate),
    };
    let left = |found: &[Match]| [&found[..tokens.start], &found[tokens.end..]].concat();
    let weights = |all: &Weights| {
        let all = all.as_slice();
        Weights::new([&all[..tokens.start], &all[tokens.end..]].concat())
    };
    let fallen = others.iter().enumerate().filter_map(|(other, found)| {
        if !tokens.contains(&found.token) {
            return Some(*found);
        }
        match found.runner_up {
            None => None,
            Some(second) if !tokens.contains(&second.token) => Some(Match {
                token: second.token,
                similarity: second.similarity,
                runner_up: None,
            }),
            Some(_) => {
                let of = |own: usize| match side {
                    Side::Candidate => similarity.get(own, other),
                    Side::Reference => similarity.get(other, own),
                };
                let rest = (0..own.len())
                    .filter(|own| !tokens.contains(own))
                    .map(|own| (own, of(own)));
                let best = rest.reduce(|best, next| if next.1 > best.1 { next } else { best });
                best.map(|(token, similarity)| Match {
                    token,
                    similarity,
                    runner_up: None,
                })
            }
        }
    });
    let fallen: Vec<Match> = fallen.collect();
    match side {
        Side::Candidate => Score::from_matches(
            &GreedyMatches {
                candidate: left(own),
                reference: fallen,
            },
            Pair {
                reference,
                candidate: &weights(candidate)?,
            },
        ),
        Side::Reference => Score::from_matches(
            &GreedyMatches {
                candidate: fallen,
                reference: left(own),
            },
            Pair {
                reference: &weights(reference)?,
                candidate,
            },
        ),
    }
}
