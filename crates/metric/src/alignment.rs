//! Other alignments over the same matrix, to measure the effect of many-to-one matches.
//!
//! The metric matches every token with its most similar one, even if others match that one too. Two kinds are stricter: only
//! pairs that are each other's best match, and the best alignment that matches each token at most once. All three use the same
//! tokens, including special tokens, which the metric can match too; a difference between the scores therefore comes
//! only from tokens that share a match. Precision and recall are the same weighted means; a token
//! without a match contributes 0.

use crate::score::harmonic_mean;
use crate::{GreedyMatches, Match, MetricError, Pair, Score, Similarity, Weights, assignment};

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
        Self::ALL[(self as usize + 1) % Self::ALL.len()]
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
        let side = |side: &[Match]| {
            side.iter()
                .map(|found| Some(AlignedToken::from(found)))
                .collect()
        };
        Self {
            kind: AlignmentKind::Greedy,
            candidate: side(&matches.candidate),
            reference: side(&matches.reference),
        }
    }

    /// The matches that are best in both directions.
    pub fn mutual(matches: &GreedyMatches) -> Self {
        let side = |own: &[Match], others: &[Match]| {
            let returned = |(token, found): (usize, &Match)| {
                others
                    .get(found.token)
                    .is_some_and(|back| back.token == token)
                    .then(|| AlignedToken::from(found))
            };
            own.iter().enumerate().map(returned).collect()
        };
        Self {
            kind: AlignmentKind::Mutual,
            candidate: side(&matches.candidate, &matches.reference),
            reference: side(&matches.reference, &matches.candidate),
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
        let Pair {
            reference,
            candidate,
        } = weights;
        let (rows, columns) = (similarity.candidate_tokens(), similarity.reference_tokens());
        for (weights, expected) in [(candidate, rows), (reference, columns)] {
            if weights.len() != expected {
                return Err(MetricError::WeightCount {
                    expected,
                    found: weights.len(),
                });
            }
        }
        let mut found = Self {
            kind: AlignmentKind::OneToOne,
            candidate: vec![None; rows],
            reference: vec![None; columns],
        };
        let (own, others) = (candidate.shares(), reference.shares());
        let gain =
            |c: usize, r: usize| ((own[c] + others[r]) * f64::from(similarity.get(c, r))).max(0.0);
        let most = (0..rows)
            .flat_map(|c| (0..columns).map(move |r| gain(c, r)))
            .fold(0.0, f64::max);
        if most <= 0.0 {
            return Ok(found);
        }
        // Integers, fine enough for the differences of f32: their sums are exact, in any order.
        let whole = |c: usize, r: usize| (gain(c, r) / most * (1i64 << 40) as f64) as i64;
        // The solver requires rows ≤ columns.
        let wide = rows <= columns;
        let columns_of_rows = if wide {
            assignment::max_gain_assignment(rows, columns, whole)
        } else {
            assignment::max_gain_assignment(columns, rows, |r, c| whole(c, r))
        };
        for (row, column) in columns_of_rows.into_iter().enumerate() {
            let (c, r) = if wide { (row, column) } else { (column, row) };
            if gain(c, r) > 0.0 {
                let similarity = similarity.get(c, r);
                found.candidate[c] = Some(AlignedToken {
                    token: r,
                    similarity,
                });
                found.reference[r] = Some(AlignedToken {
                    token: c,
                    similarity,
                });
            }
        }
        Ok(found)
    }

    /// P = Σ w·s / Σ w over candidate tokens, where s is the similarity of a token and its aligned token, or 0 without one; R likewise over
    /// reference tokens; F1 is their harmonic mean. For [`AlignmentKind::Greedy`] that is the metric.
    ///
    /// # Errors
    /// [`MetricError::WeightCount`] when there is not one weight for each token.
    pub fn score(&self, weights: Pair<&Weights>) -> Result<Score, MetricError> {
        let Pair {
            reference,
            candidate,
        } = weights;
        if candidate.is_empty() || reference.is_empty() {
            return Ok(Score::ZERO);
        }
        let mean = |weights: &Weights, side: &[Option<AlignedToken>]| {
            weights.mean(
                side.iter()
                    .map(|partner| partner.map_or(0.0, |p| f64::from(p.similarity))),
            )
        };
        let (precision, recall) = (
            mean(candidate, &self.candidate)?,
            mean(reference, &self.reference)?,
        );
        Ok(Score {
            precision,
            recall,
            f1: harmonic_mean(precision, recall),
        })
    }

    /// The symbol of a cell, as in [`GreedyMatches::symbol`]: `▶` if the row is aligned with the column, `▼` if the column is aligned
    /// with the row, `◆` if both are.
    pub fn symbol(&self, candidate: usize, reference: usize) -> Option<char> {
        let chose = |side: &[Option<AlignedToken>], own: usize, other: usize| {
            side.get(own)
                .copied()
                .flatten()
                .is_some_and(|partner| partner.token == other)
        };
        let row = chose(&self.candidate, candidate, reference);
        GreedyMatches::symbol_of((row, chose(&self.reference, reference, candidate)))
    }

    /// The pairs that are aligned in both directions, in the order of the candidate.
    pub fn pairs(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let both = |(c, partner): (usize, &Option<AlignedToken>)| {
            let r = (*partner)?.token;
            (self.symbol(c, r) == Some('◆')).then_some((c, r))
        };
        self.candidate.iter().enumerate().filter_map(both)
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
    let size = choosers
        .iter()
        .map(|found| found.token + 1)
        .max()
        .unwrap_or(0);
    let mut chosen_by = vec![Vec::new(); size];
    for (i, (found, weight)) in choosers.iter().zip(weights.as_slice()).enumerate() {
        if *weight > 0.0 {
            chosen_by[found.token].push(i);
        }
    }
    let mut hubs: Vec<HubToken> = chosen_by
        .into_iter()
        .enumerate()
        .filter(|(_, by)| by.len() > 1)
        .map(|(token, chosen_by)| HubToken { token, chosen_by })
        .collect();
    hubs.sort_by_key(|hub| std::cmp::Reverse(hub.chosen_by.len()));
    hubs
}
