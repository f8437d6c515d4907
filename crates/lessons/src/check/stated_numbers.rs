//! Numbers in the texts of a lesson: those that no claim is about could become wrong unnoticed.

use super::{Check, Expected, Subject};
use crate::Step;

/// A limit that is written as the note has it, such as “none above .4”, is the claim's own number.
const SAME: f64 = 1e-9;

/// How far a score may differ between processors.
const ROUNDING: f64 = 2e-5;

/// A number with a decimal point, or a percentage. Others count things, and quote other steps and models as often as scores.
struct StatedNumber {
    text: String,
    /// 0.74 for 74%.
    value: f64,
    /// Half a unit of the last digit.
    half_unit: f64,
}

impl StatedNumber {
    fn parse(word: &str) -> Option<Self> {
        let text = word.trim_end_matches('.');
        let number = text.trim_end_matches('%');
        let decimals = number.split_once('.').map(|(_, decimals)| decimals.len());
        let is_percentage = number.len() < text.len();
        if decimals.is_none() && !is_percentage {
            return None;
        }
        let scale = if is_percentage { 100.0 } else { 1.0 };
        let digits = i32::try_from(decimals.unwrap_or(0)).ok()?;
        Some(Self {
            text: text.to_owned(),
            value: number.parse::<f64>().ok()? / scale,
            half_unit: 0.5 * 10_f64.powi(-digits) / scale,
        })
    }

    /// Whether it is the rounded value of a claim, or may be for all that is known. Texts write the sign apart, or leave it out.
    fn is_right(&self, step: &Step, values: &[Option<f64>]) -> bool {
        if self.is_limit(step) {
            return true;
        }
        let claims = step.checks.iter().zip(values);
        let mut about = claims.filter(|(check, _)| check.includes(self.value));
        about.any(|(_, value)| match value {
            Some(value) => (value.abs() - self.value).abs() <= self.half_unit + ROUNDING,
            None => true,
        })
    }

    /// Whether it is what a claim of the step compares with, or the limit of the exercise.
    fn is_limit(&self, step: &Step) -> bool {
        let is_of_exercise = match &step.exercise {
            Some(exercise) => [exercise.above, exercise.below].contains(&Some(self.value)),
            None => false,
        };
        is_of_exercise || step.checks.iter().any(|check| check.names(self.value))
    }
}

/// The numbers in the texts of a step, in their order.
fn stated_numbers(step: &Step) -> Vec<StatedNumber> {
    let mut numbers = Vec::new();
    let texts = [&step.question, &step.teacher_note].into_iter().flatten();
    for text in texts.chain([&step.note]) {
        let words = text.split(|c: char| !(c.is_ascii_digit() || c == '.' || c == '%'));
        numbers.extend(words.filter_map(StatedNumber::parse));
    }
    numbers
}

/// The numbers with a decimal point, and the percentages, in the texts of a step that none of its claims is about.
pub fn unbacked_numbers(step: &Step) -> Vec<String> {
    let mut unbacked = Vec::new();
    for number in stated_numbers(step) {
        let is_included = step.checks.iter().any(|check| check.includes(number.value));
        if !is_included && !number.is_limit(step) && !unbacked.contains(&number.text) {
            unbacked.push(number.text);
        }
    }
    unbacked
}

/// Claims whose range has a number that is not their value when rounded, nor that of another claim, each as a sentence
/// without its full stop. `values` has that of each claim of the step; `None` if there is none, or if the claim fails.
pub(super) fn misrounded(step: &Step, values: &[Option<f64>]) -> Vec<String> {
    let mut misrounded = Vec::new();
    let numbers = stated_numbers(step);
    for (check, value) in step.checks.iter().zip(values) {
        let Some(value) = value else { continue };
        let mut included = numbers.iter().filter(|number| check.includes(number.value));
        if let Some(number) = included.find(|number| !number.is_right(step, values)) {
            misrounded.push(format!("{check} is {value:.4}, not {}", number.text));
        }
    }
    misrounded
}

impl Check {
    /// Whether the number is one that the claim itself has.
    fn names(&self, number: f64) -> bool {
        let is_raw = match self.subject {
            Subject::Rescaled { raw, .. } => (raw - number).abs() < SAME,
            _ => false,
        };
        let is_end = match self.expected {
            Expected::Between(low, high) => {
                (low - number).abs() < SAME || (high - number).abs() < SAME
            }
            Expected::Token(_) => false,
        };
        is_raw || is_end
    }

    /// Whether the number, with either sign, is in the range of the claim.
    fn includes(&self, number: f64) -> bool {
        let Expected::Between(low, high) = self.expected else {
            return false;
        };
        if !low.is_finite() {
            return false;
        }
        let is_inside = high.is_finite() && low <= number && number <= high;
        let is_negative_inside = low <= -number && -number <= high && high <= 0.0;
        is_inside || is_negative_inside
    }
}
