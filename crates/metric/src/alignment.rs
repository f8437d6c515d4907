//! Other alignments over the same matrix, to measure the effect of many-to-one matches.
//!
//! The metric matches every token with its most similar one, even if others match that one too. Two kinds are stricter: only
//! pairs that are each other's best match, and the best alignment that matches each token at most once. All three use the same
//! tokens, including special tokens, which the metric can match too; a difference between the scores therefore comes
//! only from tokens that share a match. Precision and recall are the same weighted means; a token
//! without a match contributes 0.

use std::cmp::Reverse;

use crate::assignment::max_gain_assignment;
use crate::{GreedyMatches, Match, MetricError, Pair, Score, Similarity, Weights};

/// How tokens are aligned.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, Default, serde::Serialize, serde::Deserialize,
)]
#[serde(rename_all = "kebab-case")]
pub enum AlignmentKind {
    /// Every token takes its best match, as in the metric.
    #[default]
    Greedy,
    /// Only pairs that are each other's best match.
    Mutual,
    /// Each token is matched at most once, with the largest possible P + R.
    OneToOne,
}

impl AlignmentKind {
    /// All kinds, the metric's first.
    pub const ALL: [Self; 3] = [Self::Greedy, Self::Mutual, Self::OneToOne];

    /// `greedy`, `mutual` or `one-to-one`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Greedy => "greedy",
            Self::Mutual => "mutual",
            Self::OneToOne => "one-to-one",
        }
    }

    /// The next kind; the last is followed by the first.
    #[must_use]
    pub fn next(self) -> Self {
        match self {
            Self::Greedy => Self::Mutual,
            Self::Mutual => Self::OneToOne,
            Self::OneToOne => Self::Greedy,
        }
    }
}

/// The token with which a token is aligned.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize)]
pub struct AlignedToken {
    /// Its index on the other side.
    #[serde(rename = "match")]
    pub token: usize,
    /// The similarity of the two.
    pub similarity: f32,
}

/// Which tokens are aligned, in both directions.
#[derive(Debug, Clone, PartialEq)]
pub struct Alignment {
    /// The kind of alignment.
    pub kind: AlignmentKind,
    /// For each candidate token its reference token, if it has one.
    pub candidate: Vec<Option<AlignedToken>>,
    /// For each reference token its candidate token, if it has one.
    pub reference: Vec<Option<AlignedToken>>,
}

impl Alignment {
    /// The alignment of a kind.
    ///
    /// # Errors
    /// [`MetricError::WeightCount`] when the number of weights does not match the matrix.
    pub fn compute(
        kind: AlignmentKind,
        similarity: &Similarity,
        matches: &GreedyMatches,
        weights: Pair<&Weights>,
    ) -> Result<Self, MetricError> {
        match kind {
            AlignmentKind::Greedy => Ok(Self::greedy(matches)),
            AlignmentKind::Mutual => Ok(Self::mutual(matches)),
            AlignmentKind::OneToOne => Self::one_to_one(similarity, weights),
        }
    }

    /// The alignment of the metric: every token with its best match.
    pub fn greedy(matches: &GreedyMatches) -> Self {
        Self {
            kind: AlignmentKind::Greedy,
            candidate: all_matches(&matches.candidate),
            reference: all_matches(&matches.reference),
        }
    }

    /// The matches that are best in both directions.
    pub fn mutual(matches: &GreedyMatches) -> Self {
        Self {
            kind: AlignmentKind::Mutual,
            candidate: mutual_matches(&matches.candidate, &matches.reference),
            reference: mutual_matches(&matches.reference, &matches.candidate),
        }
    }

    /// The one-to-one alignment with the largest P + R. A pair that would add nothing is left unaligned: one whose
    /// tokens both have weight 0, or whose similarity is not above 0.
    ///
    /// # Errors
    /// [`MetricError::WeightCount`] when the number of weights does not match the matrix.
    pub fn one_to_one(
        similarity: &Similarity,
        weights: Pair<&Weights>,
    ) -> Result<Self, MetricError> {
        let rows = similarity.candidate_tokens();
        let columns = similarity.reference_tokens();
        weights.candidate.check_count(rows)?;
        weights.reference.check_count(columns)?;
        let mut alignment = Self {
            kind: AlignmentKind::OneToOne,
            candidate: vec![None; rows],
            reference: vec![None; columns],
        };
        let gains = Gains::new(similarity, weights);
        if gains.largest <= 0.0 {
            return Ok(alignment);
        }
        for (c, r) in gains.best_pairs() {
            if gains.of_pair(c, r) > 0.0 {
                let similarity = similarity.get(c, r);
                alignment.candidate[c] = Some(AlignedToken {
                    token: r,
                    similarity,
                });
                alignment.reference[r] = Some(AlignedToken {
                    token: c,
                    similarity,
                });
            }
        }
        Ok(alignment)
    }

    /// P = Σ w·s / Σ w over candidate tokens, where s is the similarity of a token and its aligned token, or 0 without one;
    /// R likewise over reference tokens; F1 is their harmonic mean. For [`AlignmentKind::Greedy`] that is the metric.
    ///
    /// # Errors
    /// [`MetricError::WeightCount`] when there is not one weight for each token.
    pub fn score(&self, weights: Pair<&Weights>) -> Result<Score, MetricError> {
        let similarities = Pair {
            reference: similarities(&self.reference),
            candidate: similarities(&self.candidate),
        };
        Score::from_best_similarities(similarities, weights)
    }

    /// The symbol of a cell, as in [`GreedyMatches::symbol`]: `▶` if the row is aligned with the column, `▼` if the column
    /// is aligned with the row, `◆` if both are.
    pub fn symbol(&self, candidate: usize, reference: usize) -> Option<char> {
        GreedyMatches::symbol_of((
            is_aligned(&self.candidate, candidate, reference),
            is_aligned(&self.reference, reference, candidate),
        ))
    }

    /// The pairs that are aligned in both directions, in the order of the candidate.
    pub fn pairs(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let aligned = self.candidate.iter().enumerate();
        let pairs = aligned.filter_map(|(c, aligned)| Some((c, (*aligned)?.token)));
        pairs.filter(|(c, r)| is_aligned(&self.reference, *r, *c))
    }
}

fn all_matches(side: &[Match]) -> Vec<Option<AlignedToken>> {
    side.iter()
        .map(|found| Some(AlignedToken::from(found)))
        .collect()
}

/// The matches of one side that the other side returns.
fn mutual_matches(side: &[Match], other: &[Match]) -> Vec<Option<AlignedToken>> {
    let mut aligned = Vec::with_capacity(side.len());
    for (token, found) in side.iter().enumerate() {
        aligned.push(match other.get(found.token) {
            Some(returned) if returned.token == token => Some(AlignedToken::from(found)),
            _ => None,
        });
    }
    aligned
}

fn similarities(side: &[Option<AlignedToken>]) -> impl ExactSizeIterator<Item = f64> {
    side.iter()
        .map(|aligned| aligned.map_or(0.0, |aligned| f64::from(aligned.similarity)))
}

fn is_aligned(side: &[Option<AlignedToken>], token: usize, other: usize) -> bool {
    match side.get(token) {
        Some(Some(aligned)) => aligned.token == other,
        _ => false,
    }
}

/// How much the alignment of two tokens adds to P + R.
struct Gains<'a> {
    similarity: &'a Similarity,
    /// w / Σ w of each token.
    shares: Pair<Vec<f64>>,
    largest: f64,
}

impl<'a> Gains<'a> {
    fn new(similarity: &'a Similarity, weights: Pair<&Weights>) -> Self {
        let mut gains = Self {
            similarity,
            shares: weights.map(Weights::shares),
            largest: 0.0,
        };
        for c in 0..similarity.candidate_tokens() {
            for r in 0..similarity.reference_tokens() {
                gains.largest = gains.largest.max(gains.of_pair(c, r));
            }
        }
        gains
    }

    /// Not below 0, because a pair that lowers P + R need not be aligned.
    fn of_pair(&self, c: usize, r: usize) -> f64 {
        let share = self.shares.candidate[c] + self.shares.reference[r];
        (share * f64::from(self.similarity.get(c, r))).max(0.0)
    }

    /// In integers, fine enough for the differences of f32: their sums are exact, in any order.
    fn as_integer(&self, c: usize, r: usize) -> i64 {
        (self.of_pair(c, r) / self.largest * (1i64 << 40) as f64) as i64
    }

    /// Candidate and reference tokens of the alignment with the highest total.
    fn best_pairs(&self) -> Vec<(usize, usize)> {
        let rows = self.similarity.candidate_tokens();
        let columns = self.similarity.reference_tokens();
        // The solver requires rows ≤ columns.
        if rows <= columns {
            let columns_of_rows = max_gain_assignment(rows, columns, |c, r| self.as_integer(c, r));
            columns_of_rows.into_iter().enumerate().collect()
        } else {
            let rows_of_columns = max_gain_assignment(columns, rows, |r, c| self.as_integer(c, r));
            let pairs = rows_of_columns.into_iter().enumerate();
            pairs.map(|(r, c)| (c, r)).collect()
        }
    }
}

impl From<&Match> for AlignedToken {
    fn from(found: &Match) -> Self {
        Self {
            token: found.token,
            similarity: found.similarity,
        }
    }
}

/// A hub token: the best match of several tokens of the other side.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct HubToken {
    /// The token.
    pub token: usize,
    /// Indices of the tokens whose best match it is, at least two.
    #[serde(rename = "matched_by")]
    pub chosen_by: Vec<usize>,
}

/// Tokens that are the best match of at least two `choosers`, most matched first; ties in token order. A token
/// with zero weight is not counted, because its match does not affect the score.
pub fn hub_tokens(choosers: &[Match], weights: &Weights) -> Vec<HubToken> {
    let others = choosers.iter().map(|found| found.token + 1);
    let mut chosen_by = vec![Vec::new(); others.max().unwrap_or(0)];
    for (chooser, (found, weight)) in choosers.iter().zip(weights.as_slice()).enumerate() {
        if *weight > 0.0 {
            chosen_by[found.token].push(chooser);
        }
    }
    let mut hubs = Vec::new();
    for (token, chosen_by) in chosen_by.into_iter().enumerate() {
        if chosen_by.len() > 1 {
            hubs.push(HubToken { token, chosen_by });
        }
    }
    // The sort is stable, so that ties stay in token order.
    hubs.sort_by_key(|hub| Reverse(hub.chosen_by.len()));
    hubs
}
