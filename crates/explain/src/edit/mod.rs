//! Splits the effect of an edit on the score between changed and kept words.
//!
//! A mean M = Σ p·s has the shares p = w / Σ w, which sum to 1. With m̄ midway between M before and M after, the
//! change of M is exactly the sum of
//!
//! - p′·(s′ − m̄) for each added token: a similarity above the mean raises it,
//! - −p·(s − m̄) for each removed token,
//! - p̄·(s′ − s) for each kept token, where p̄ is its mean share: its best similarity changed,
//! - (p′ − p)·(s̄ − m̄) for each kept token, where s̄ is its mean similarity: its share changed,
//!
//! because the added, removed and changed shares cancel out. F1 depends on P and R: with the slopes
//! a = R²/((P+R)(P′+R)) + R′²/((P+R′)(P′+R′)) and b likewise, ΔF1 = a·ΔP + b·ΔR, exactly.

mod json;

use std::sync::Arc;

use serde::Serialize;

use super::score_change::ScoreChange;
use super::sides::{Sides, baseline_of};
use super::token_diff::TokenDiff;
use bertscope_analysis::{Analysis, Side};
use bertscope_metric::Score;

/// The effect of an edit on the score.
#[derive(Debug, Clone, PartialEq)]
pub enum EditEffect {
    /// There is no edit yet.
    None,
    /// The settings changed too, so that the texts alone do not explain the change.
    OtherSettings {
        /// The pair before.
        before: Arc<Analysis>,
        /// The settings that changed.
        changed: Vec<ChangedSetting>,
    },
    /// The texts changed, and nothing else.
    Texts(Box<TextChange>),
}

/// A setting that a score depends on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ChangedSetting {
    /// The model.
    Model,
    /// The layer.
    Layer,
    /// The IDF weights.
    Idf,
    /// Rescaling, or its baseline.
    Rescaling,
    /// The program whose score it is.
    Program,
}

/// Why a part of a mean changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Cause {
    /// An added token.
    Added,
    /// A removed token.
    Removed,
    /// A kept token whose best match is an added token, or was a removed one.
    #[serde(rename = "changed-match")]
    NewMatch,
    /// A kept token with the same best match, whose similarity changed with the context.
    Drift,
    /// A kept token whose best match moved to another kept token in the new context.
    #[serde(rename = "other-match")]
    MovedMatch,
    /// A kept token whose share of all weights changed.
    Share,
    /// A score that is 0 by convention or undefined, before or after the edit.
    Convention,
}

impl Cause {
    /// All of them, in the order in which they are shown.
    pub const ALL: [Self; 7] = [
        Self::Added,
        Self::Removed,
        Self::NewMatch,
        Self::Drift,
        Self::MovedMatch,
        Self::Share,
        Self::Convention,
    ];

    /// Whether the cause is an added or a removed word, or a match with one.
    pub fn is_text_change(self) -> bool {
        matches!(self, Self::Added | Self::Removed | Self::NewMatch)
    }

    /// Whether the cause is a change of context: the words were kept, their vectors changed.
    pub fn is_drift(self) -> bool {
        matches!(self, Self::Drift | Self::MovedMatch)
    }
}

/// One token's part of a change, for one cause.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct TokenChange {
    /// The side of the token: candidate tokens change precision, reference tokens recall.
    pub side: Side,
    /// The cause.
    pub cause: Cause,
    /// Its index before the edit; `None` for an added token.
    #[serde(rename = "before")]
    pub old: Option<usize>,
    /// Its index after the edit; `None` for a removed token.
    #[serde(rename = "after")]
    pub new: Option<usize>,
    /// Part of ΔP or ΔR, rescaled if the score is.
    pub mean: f64,
    /// Part of ΔF1, rescaled if the score is.
    pub f1: f64,
}

/// A change of the texts and its parts.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct TextChange {
    /// The pair before.
    pub before: Arc<Analysis>,
    /// The kept tokens.
    pub tokens: Sides<TokenDiff>,
    /// Every part that is not 0, and every kept token with another best match, even where its part is 0. Together with
    /// [`Self::by_convention`] they sum to [`Self::total`].
    pub token_changes: Vec<TokenChange>,
    /// The slopes of ΔF1 in ΔP and in ΔR, before rescaling; `None` where one of the scores is 0 or undefined by convention.
    pub slopes: Option<(f64, f64)>,
    /// The part that no token explains: a score that is 0 by convention or undefined.
    pub by_convention: ScoreChange,
    /// The whole change of the score.
    pub total: ScoreChange,
}

impl EditEffect {
    /// Compares a pair with the pair before the edit.
    pub fn compute(before: Option<&Arc<Analysis>>, after: &Analysis) -> Self {
        let Some(before) = before else {
            return Self::None;
        };
        let changed = changed_settings(before, after);
        if changed.is_empty() {
            Self::Texts(Box::new(TextChange::compute(before, after)))
        } else {
            Self::OtherSettings {
                before: Arc::clone(before),
                changed,
            }
        }
    }
}

fn changed_settings(before: &Analysis, after: &Analysis) -> Vec<ChangedSetting> {
    let source = |a: &Analysis| {
        a.idf
            .as_ref()
            .map(|idf| (idf.name.clone(), idf.document_count()))
    };
    let row = |a: &Analysis| a.rescaling().map(|r| r.baseline);
    [
        (ChangedSetting::Model, before.model != after.model),
        (ChangedSetting::Layer, before.layer != after.layer),
        (
            ChangedSetting::Idf,
            before.settings.idf != after.settings.idf || source(before) != source(after),
        ),
        (ChangedSetting::Rescaling, row(before) != row(after)),
        (
            ChangedSetting::Program,
            before.conventions() != after.conventions(),
        ),
    ]
    .into_iter()
    .filter_map(|(setting, changed)| changed.then_some(setting))
    .collect()
}

impl TextChange {
    /// The parts of the change between two pairs with the same settings.
    pub fn compute(before: &Arc<Analysis>, after: &Analysis) -> Self {
        let tokens = Sides::new(|side| {
            TokenDiff::compute(&before.side(side).tokenized, &after.side(side).tokenized)
        });
        let slopes = (!before.has_empty_side() && !after.has_empty_side())
            .then(|| slopes(before.raw, after.raw))
            .flatten();
        let baseline = after.rescaling().map(|rescaled| rescaled.baseline);
        let factor = |b: f64| 1.0 / (1.0 - b);
        let mut shifts = Vec::new();
        if let Some((a, b)) = slopes {
            let f1 = baseline.map_or(1.0, |row| factor(row.f1));
            for (side, slope) in [(Side::Candidate, a), (Side::Reference, b)] {
                let (mean, f1) = (
                    baseline.map_or(1.0, |row| factor(baseline_of(row, side))),
                    slope * f1,
                );
                let parts = token_changes(side, before, after, &tokens);
                shifts.extend(parts.into_iter().map(|part| TokenChange {
                    mean: part.mean * mean,
                    f1: part.mean * f1,
                    ..part
                }));
            }
        }
        let total = ScoreChange::between(before.score(), after.score());
        let explained = |side| {
            shifts
                .iter()
                .filter(|shift| shift.side == side)
                .map(|shift| shift.mean)
                .sum::<f64>()
        };
        // A rounding error is not a convention.
        let rest = |total: f64, explained: f64| {
            if slopes.is_some() {
                0.0
            } else {
                total - explained
            }
        };
        let by_convention = ScoreChange {
            precision: total.precision.map(|p| rest(p, explained(Side::Candidate))),
            recall: total.recall.map(|r| rest(r, explained(Side::Reference))),
            f1: rest(total.f1, shifts.iter().map(|shift| shift.f1).sum()),
        };
        Self {
            before: Arc::clone(before),
            tokens,
            token_changes: shifts,
            slopes,
            by_convention,
            total,
        }
    }

    /// Whether neither side's tokens changed.
    pub fn is_none(&self) -> bool {
        self.tokens.candidate.is_same() && self.tokens.reference.is_same()
    }

    /// The part of a cause in P, R and F1; `None` for an undefined mean.
    pub fn delta_by_cause(&self, cause: Cause) -> ScoreChange {
        if cause == Cause::Convention {
            return self.by_convention;
        }
        let shifts = || {
            self.token_changes
                .iter()
                .filter(move |shift| shift.cause == cause)
        };
        let mean = |side| {
            shifts()
                .filter(|shift| shift.side == side)
                .map(|shift| shift.mean)
                .sum::<f64>()
        };
        ScoreChange {
            precision: self.total.precision.map(|_| mean(Side::Candidate)),
            recall: self.total.recall.map(|_| mean(Side::Reference)),
            f1: shifts().map(|shift| shift.f1).sum(),
        }
    }

    /// The part of ΔF1 of all causes of a kind.
    pub fn f1_delta_where(&self, kind: impl Fn(Cause) -> bool) -> f64 {
        self.token_changes
            .iter()
            .filter(|shift| kind(shift.cause))
            .map(|shift| shift.f1)
            .sum()
    }
}

/// a and b of ΔF1 = a·ΔP + b·ΔR: the means of the slopes along the two paths from one pair of means to the other.
pub(crate) fn slopes(before: Score, after: Score) -> Option<(f64, f64)> {
    let (p, r) = (before.precision?, before.recall?);
    let (p2, r2) = (after.precision?, after.recall?);
    let a = r * r / ((p + r) * (p2 + r)) + r2 * r2 / ((p + r2) * (p2 + r2));
    let b = p * p / ((p + r) * (p + r2)) + p2 * p2 / ((p2 + r) * (p2 + r2));
    // The decomposition is meaningless across the pole of the harmonic mean, at P = −R.
    let sound = [p + r, p2 + r, p + r2, p2 + r2]
        .iter()
        .all(|sum| *sum > 1e-6);
    (sound && a.is_finite() && b.is_finite()).then_some((a, b))
}

/// The parts of one mean's change, before rescaling; `f1` is not set yet.
fn token_changes(
    side: Side,
    before: &Analysis,
    after: &Analysis,
    tokens: &Sides<TokenDiff>,
) -> Vec<TokenChange> {
    let (own, others) = (tokens.side(side), tokens.side(side.other()));
    let values = |analysis: &Analysis| -> Vec<(f64, f64)> {
        let weights = &analysis.side(side).weights;
        let sum = weights.sum();
        let found = analysis.matches_of(side);
        weights
            .as_slice()
            .iter()
            .zip(found)
            .map(|(w, found)| (w / sum, f64::from(found.similarity)))
            .collect()
    };
    let mean = |values: &[(f64, f64)]| values.iter().map(|(share, s)| share * s).sum::<f64>();
    let (old, new) = (values(before), values(after));
    let centre = f64::midpoint(mean(&old), mean(&new));
    let mut parts = Vec::new();
    let mut add = |cause, old, new, mean: f64, always: bool| {
        if always || mean != 0.0 {
            parts.push(TokenChange {
                side,
                cause,
                old,
                new,
                mean,
                f1: 0.0,
            });
        }
    };
    for (i, &(share, s)) in old.iter().enumerate() {
        if own.after[i].is_none() {
            add(Cause::Removed, Some(i), None, -share * (s - centre), false);
        }
    }
    for (j, &(share, s)) in new.iter().enumerate() {
        let Some(i) = own.before[j] else {
            add(Cause::Added, None, Some(j), share * (s - centre), false);
            continue;
        };
        let (old_share, old_s) = old[i];
        let (from, to) = (
            before.matches_of(side)[i].token,
            after.matches_of(side)[j].token,
        );
        let cause = match (others.after[from], others.before[to]) {
            (Some(stayed), _) if stayed == to => Cause::Drift,
            (Some(_), Some(_)) => Cause::MovedMatch,
            _ => Cause::NewMatch,
        };
        // A special token with another best match is not shown unless it has weight.
        let shown = cause != Cause::Drift && (share > 0.0 || old_share > 0.0);
        add(
            cause,
            Some(i),
            Some(j),
            f64::midpoint(share, old_share) * (s - old_s),
            shown,
        );
        add(
            Cause::Share,
            Some(i),
            Some(j),
            (share - old_share) * (f64::midpoint(s, old_s) - centre),
            false,
        );
    }
    parts
}
