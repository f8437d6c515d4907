//! The derivation of an edit's numbers.

use super::cause_name;
use super::words::{WordRows, match_names};
use crate::number::{exact, exact_change, exact_or_undefined, or_missing, printed_difference};
use bertscope_analysis::{Analysis, Side};
use bertscope_explain::ScoreChange;
use bertscope_explain::edit::{Cause, TextChange, TokenChange};
use bertscope_explain::sides::baseline_of;

/// One of P, R and F1 before and after, by its index.
pub(super) fn score(
    i: usize,
    label: &str,
    before: Option<f64>,
    after: Option<f64>,
    change: Option<&TextChange>,
) -> Vec<String> {
    let total = before
        .zip(after)
        .map(|(before, after)| printed_difference(after, before));
    let mut steps = vec![format!(
        "Δ{label} = {} − {} = {}",
        exact_or_undefined(after),
        exact_or_undefined(before),
        or_missing(total, exact_change)
    )];
    let Some(change) = change else { return steps };
    let mut parts = Vec::new();
    for &cause in Cause::ALL {
        let ScoreChange {
            precision,
            recall,
            f1,
        } = change.delta_by_cause(cause);
        match [precision, recall, Some(f1)][i] {
            Some(part) if part != 0.0 => {
                parts.push(format!(
                    "{} ({})",
                    exact_change(part),
                    cause_name(cause, 99)
                ));
            }
            _ => {}
        }
    }
    if !parts.is_empty() {
        steps.push(format!("= {}", parts.join(" ")));
    }
    if let (2, Some(slopes)) = (i, change.slopes) {
        steps.push(format!(
            "F1 depends on P and R: before rescaling, ΔF1 = {}·ΔP + {}·ΔR, where the factors are the mean slopes of 2PR ÷ (P + R) between before and after",
            exact(slopes.precision),
            exact(slopes.recall)
        ));
    }
    steps
}

impl WordRows<'_> {
    pub(super) fn word_derivation(self, name: &str, word: &[&TokenChange]) -> Vec<String> {
        let parts: Vec<String> = word.iter().map(|shift| exact_change(shift.f1)).collect();
        let sum = word.iter().map(|shift| shift.f1).sum();
        let mut steps = vec![format!(
            "ΔF1 of “{name}” = {} = {}",
            parts.join(" "),
            exact_change(sum)
        )];
        steps.extend(
            word.iter()
                .filter_map(|shift| self.token_derivation(shift).into_iter().next()),
        );
        steps
    }

    pub(super) fn token_derivation(self, shift: &TokenChange) -> Vec<String> {
        let (side, before, after) = (shift.side, &*self.change.before, self.analysis);
        let share = |analysis: &Analysis, i: usize| {
            let weights = &analysis.side(side).weights;
            (
                weights.as_slice()[i] / weights.sum(),
                f64::from(analysis.matches_of(side)[i].similarity),
            )
        };
        let raw = |analysis: &Analysis| analysis.mean_of(side).unwrap_or(0.0);
        let centre = f64::midpoint(raw(before), raw(after));
        let mean = side.mean_symbol();
        let old = shift
            .old
            .map(|i| (share(before, i), match_names(before, side, i)));
        let new = shift
            .new
            .map(|i| (share(after, i), match_names(after, side, i)));
        let mut steps = Vec::new();
        match (old, new) {
            (None, Some(one)) | (Some(one), None) => {
                let ((p, s), (own, partner, _)) = one;
                let (edit, sign) = if shift.new.is_some() {
                    ("was added; it matches", "")
                } else {
                    ("was removed; it matched", "−")
                };
                let part = if shift.new.is_some() {
                    p * (s - centre)
                } else {
                    -p * (s - centre)
                };
                let [p, s, centre] = [p, s, centre].map(exact);
                let part = exact_change(part);
                steps.push(format!("“{own}” {edit} “{partner}”: cosine {s}"));
                steps.push(format!(
                    "its part of Δ{mean} = {sign}its share × (cosine − m̄) = {sign}{p} × ({s} − {centre}) = {part}, where m̄ is the midpoint of {mean} before and after"
                ));
            }
            (Some(((p, s), (own, from, _))), Some(((q, t), (_, to, _)))) => {
                let mean_share = f64::midpoint(p, q);
                let part = exact_change(mean_share * (t - s));
                let [mean_share, s, t] = [mean_share, s, t].map(exact);
                steps.push(format!(
                    "“{own}” was not edited: it matched “{from}” ({s}) and now matches “{to}” ({t})"
                ));
                steps.push(format!(
                    "its part of Δ{mean} = its mean share × (after − before) = {mean_share} × ({t} − {s}) = {part}"
                ));
            }
            (None, None) => {}
        }
        if let Some(rescaled) = self.analysis.rescaling() {
            let b = baseline_of(rescaled.baseline, side);
            steps.push(format!(
                "rescaled, ÷ (1 − {}): {}",
                exact(b),
                exact_change(shift.mean)
            ));
        }
        if let Some(slopes) = self.change.slopes {
            let slope = side.pick(slopes.recall, slopes.precision);
            let by = match self.analysis.rescaling() {
                Some(rescaled) => format!(" ÷ (1 − {})", exact(rescaled.baseline.f1)),
                None => String::new(),
            };
            steps.push(format!(
                "its part of ΔF1 = {} × that before rescaling{by} = {}",
                exact(slope),
                exact_change(shift.f1)
            ));
        }
        steps
    }
}

pub(super) fn cause(change: &TextChange, cause: Cause, part: ScoreChange) -> Vec<String> {
    let what = match cause {
        Cause::Added => {
            "each added word: its share × (its cosine − m̄), where m̄ is the midpoint of the mean before and after"
        }
        Cause::Removed => {
            "each removed word: −its share × (its cosine − m̄), where m̄ is the midpoint of the mean before and after"
        }
        Cause::NewMatch => {
            "each unedited word whose match was added or removed: its share × (cosine after − before)"
        }
        Cause::Drift => {
            "each unedited word that keeps its match: its share × (cosine after − before); only its context changed"
        }
        Cause::MovedMatch => {
            "each unedited word that now matches another unedited word: its share × (cosine after − before)"
        }
        Cause::Share => "each unedited word: (its share after − before) × (its mean cosine − m̄)",
        Cause::Convention => {
            "the part that no word explains: a score before or after is 0 or undefined by convention"
        }
    };
    let mut steps = vec![what.to_owned()];
    if cause != Cause::Convention {
        let count = |side| {
            change
                .token_changes
                .iter()
                .filter(|shift| shift.side == side && shift.cause == cause)
                .count()
        };
        steps.push(format!(
            "P: {} in the candidate, together {}; R: {} in the reference, together {}",
            count(Side::Candidate),
            or_missing(part.precision, exact_change),
            count(Side::Reference),
            or_missing(part.recall, exact_change)
        ));
    }
    steps.push(format!("its ΔF1 = {}", exact_change(part.f1)));
    steps
}
