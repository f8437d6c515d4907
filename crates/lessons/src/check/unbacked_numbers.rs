//! Numbers in the texts of a lesson that no claim backs, which could become wrong unnoticed.

use super::{Check, Expected, Subject};
use crate::Step;

/// A bound that is written as the note has it, such as “none above .4”, backs its number.
const SAME: f64 = 1e-9;

/// The numbers with a decimal point in the texts of a step that none of its claims is about, in their order. Numbers without
/// one count things, and quote other steps and models as often as scores.
pub fn unbacked_numbers(step: &Step) -> Vec<String> {
    let mut unbacked = Vec::new();
    let texts = [&step.question, &step.teacher_note].into_iter().flatten();
    for word in texts
        .chain([&step.note])
        .flat_map(|text| text.split(|c: char| !c.is_ascii_digit() && c != '.'))
    {
        let text = word.trim_end_matches('.');
        let Ok(number) = text.parse::<f64>() else {
            continue;
        };
        let is_limit = match &step.exercise {
            Some(exercise) => [exercise.above, exercise.below].contains(&Some(number)),
            None => false,
        };
        let is_backed = is_limit || step.checks.iter().any(|check| check.backs(number));
        if text.contains('.') && !is_backed && !unbacked.iter().any(|other| other == text) {
            unbacked.push(text.to_owned());
        }
    }
    unbacked
}

impl Check {
    /// Whether the claim is about a number, with either sign.
    fn backs(&self, number: f64) -> bool {
        if matches!(self.subject, Subject::Rescaled { raw, .. } if (raw - number).abs() < SAME) {
            return true;
        }
        let Expected::Between(low, high) = self.expected else {
            return false;
        };
        let is_inside = low.is_finite() && high.is_finite() && low <= number && number <= high;
        let is_negative_inside = low <= -number && -number <= high && high <= 0.0;
        is_inside
            || is_negative_inside && low.is_finite()
            || (low - number).abs() < SAME
            || (high - number).abs() < SAME
    }
}
