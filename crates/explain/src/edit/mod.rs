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
mod token_changes;

use std::sync::Arc;

use serde::Serialize;

use super::sides::{ScoreChange, Sides, baseline_of, rescaling_factor};
use super::token_diff::TokenDiff;
use bertscope_analysis::{Analysis, Idf, Side};

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
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, strum::VariantArray,
)]
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
    /// The whole change, where a score is 0 by convention or undefined before or after the edit, or P + R is 0 or less.
    Convention,
}

impl Cause {
    /// All of them, in the order in which they are shown.
    pub const ALL: &'static [Self] = <Self as strum::VariantArray>::VARIANTS;

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

/// a and b of ΔF1 = a·ΔP + b·ΔR, all before rescaling: the means of the slopes of F1 along the two paths from one pair of
/// means to the other.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct F1Slopes {
    /// a, by which ΔP is multiplied.
    pub precision: f64,
    /// b, by which ΔR is multiplied.
    pub recall: f64,
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
    /// The slopes of ΔF1; `None` where one of the scores is 0 or undefined by convention, or P + R is 0 or less.
    pub slopes: Option<F1Slopes>,
    /// The part that no token explains: the whole change where [`Self::slopes`] is `None`.
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
        let changed = ChangedSetting::between(before, after);
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

impl ChangedSetting {
    /// The settings with which the two scores cannot be compared. What was asked for may be the same: another table of
    /// frequencies or baselines is another setting too.
    pub fn between(before: &Analysis, after: &Analysis) -> Vec<Self> {
        let mut changed = Vec::new();
        if before.model != after.model {
            changed.push(Self::Model);
        }
        if before.layer != after.layer {
            changed.push(Self::Layer);
        }
        if before.settings.idf != after.settings.idf || !has_same_table(before, after) {
            changed.push(Self::Idf);
        }
        if before.baseline() != after.baseline() {
            changed.push(Self::Rescaling);
        }
        if before.conventions() != after.conventions() {
            changed.push(Self::Program);
        }
        changed
    }
}

fn has_same_table(before: &Analysis, after: &Analysis) -> bool {
    match (&before.idf, &after.idf) {
        // A table over the references of the pair changes when they are edited, which is no other setting.
        (Some(before), Some(own)) if after.settings.idf == Idf::References => {
            before.document_count() == own.document_count()
        }
        // Two tables may have the same name and N. An analysis keeps the fingerprint of the whole table.
        (Some(before), Some(after)) => before.weights.fingerprint() == after.weights.fingerprint(),
        (None, None) => true,
        (Some(_), None) | (None, Some(_)) => false,
    }
}

impl TextChange {
    /// The parts of the change between two pairs with the same settings.
    pub fn compute(before: &Arc<Analysis>, after: &Analysis) -> Self {
        let tokens = Sides::new(|side| {
            TokenDiff::compute(&before.side(side).tokenized, &after.side(side).tokenized)
        });
        let slopes = F1Slopes::between(before, after);
        let total = ScoreChange::between(before.score(), after.score());
        let mut token_changes = Vec::new();
        if let Some(slopes) = slopes {
            let baseline = after.baseline();
            let f1_factor = rescaling_factor(baseline.map(|row| row.f1));
            // The sums hold for raw scores. Rescaling is linear, so it multiplies each part alike.
            for side in Side::BOTH {
                let mean_factor = rescaling_factor(baseline.map(|row| baseline_of(row, side)));
                let slope = side.pick(slopes.recall, slopes.precision) * f1_factor;
                for part in token_changes::mean_parts(side, before, after, &tokens) {
                    token_changes.push(TokenChange {
                        side,
                        cause: part.cause,
                        old: part.old,
                        new: part.new,
                        mean: part.raw * mean_factor,
                        f1: part.raw * slope,
                    });
                }
            }
        }
        let by_convention = match slopes {
            // The parts sum to the whole but for rounding, and a rounding error is not a convention.
            Some(_) => ScoreChange {
                precision: total.precision.map(|_| 0.0),
                recall: total.recall.map(|_| 0.0),
                f1: 0.0,
            },
            None => total,
        };
        Self {
            before: Arc::clone(before),
            tokens,
            token_changes,
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
        ScoreChange {
            precision: self.mean_delta(cause, Side::Candidate, self.total.precision),
            recall: self.mean_delta(cause, Side::Reference, self.total.recall),
            f1: self.f1_delta_where(|other| other == cause),
        }
    }

    fn mean_delta(&self, cause: Cause, side: Side, total: Option<f64>) -> Option<f64> {
        total?;
        let parts = self
            .token_changes
            .iter()
            .filter(|change| change.side == side && change.cause == cause);
        Some(parts.map(|change| change.mean).sum())
    }

    /// The part of ΔF1 of all causes of a kind.
    pub fn f1_delta_where(&self, is_included: impl Fn(Cause) -> bool) -> f64 {
        self.token_changes
            .iter()
            .filter(|change| is_included(change.cause))
            .map(|change| change.f1)
            .sum()
    }
}

impl F1Slopes {
    /// `None` where a score is 0 or undefined by convention, so that F1 does not follow from the tokens; and near P = −R.
    pub(crate) fn between(before: &Analysis, after: &Analysis) -> Option<Self> {
        if before.has_empty_side() || after.has_empty_side() {
            return None;
        }
        let p = before.raw.precision?;
        let r = before.raw.recall?;
        let p2 = after.raw.precision?;
        let r2 = after.raw.recall?;
        // The decomposition is meaningless across the pole of the harmonic mean, at P = −R.
        let is_above_pole = [p + r, p2 + r, p + r2, p2 + r2]
            .iter()
            .all(|sum| *sum > 1e-6);
        let precision = r * r / ((p + r) * (p2 + r)) + r2 * r2 / ((p + r2) * (p2 + r2));
        let recall = p * p / ((p + r) * (p + r2)) + p2 * p2 / ((p2 + r) * (p2 + r2));
        if is_above_pole && precision.is_finite() && recall.is_finite() {
            Some(Self { precision, recall })
        } else {
            None
        }
    }
}
