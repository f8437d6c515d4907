//! What a difference of two systems means, in one sentence.

use std::cmp::Ordering;

use bertscope_systems::{Measure, MeasureChange, SystemComparison};

use super::unit;
use crate::number::{SIGNIFICANCE_LEVEL, exact, p_value};

/// The two p-values of a difference are explained when they are farther apart than this.
const FAR_APART: f64 = 0.1;

/// One system against the baseline system.
pub fn verdict(comparison: &SystemComparison, system: usize) -> String {
    let [baseline, name] = [&comparison.systems[0], &comparison.systems[system]];
    let unit = unit(comparison);
    let change = comparison
        .measure(Measure::F1)
        .and_then(|f1| f1.changes.get(system - 1));
    let Some((change, difference)) = change.and_then(|change| Some((change, change.difference?)))
    else {
        return format!("{name} and {baseline} have no {unit} where both have an F1.");
    };
    let identical = comparison.differences[system - 1].identical;
    let by = |size: &str| {
        format!(
            "F1 of {name} is {} {size} than that of {baseline}",
            exact(difference.abs())
        )
    };
    let lead = match Measure::F1.direction(difference) {
        _ if identical => format!("{name} and {baseline} have the same scores in every {unit}"),
        Ordering::Equal => format!("F1 of {name} and {baseline} differs by less than 0.00001"),
        Ordering::Less => by("lower"),
        Ordering::Greater => by("higher"),
    };
    match chance(change) {
        Some(_) if identical => format!("{lead}: difference 0, p = 1."),
        Some((p_values, chance)) => format!("{lead} ({p_values}); {chance}."),
        None if comparison.resampling.resamples == 0 => {
            format!("{lead}. Intervals and p-values appear once all {unit}s are scored.")
        }
        None => format!("{lead}. A single {unit} has no interval and no p-value."),
    }
}

/// The p-values of a difference, and whether it could be chance; `None` without p-values.
fn chance(change: &MeasureChange) -> Option<(String, String)> {
    let (bootstrap, randomisation) = (change.p_bootstrap?, change.p_randomisation?);
    let only = |test: &str| {
        format!("only p by {test} is below {SIGNIFICANCE_LEVEL}, so the difference could be chance")
    };
    let chance = match (
        bootstrap < SIGNIFICANCE_LEVEL,
        randomisation < SIGNIFICANCE_LEVEL,
    ) {
        (true, true) => "the difference is statistically significant".to_owned(),
        (false, false) => "the difference could be chance".to_owned(),
        (true, false) => only("bootstrap"),
        (false, true) => only("randomisation"),
    };
    let [bootstrap, randomisation] = [bootstrap, randomisation].map(p_value);
    Some((
        format!("p = {bootstrap} by bootstrap, {randomisation} by randomisation"),
        chance,
    ))
}

/// How to read two p-values that are far apart.
pub(super) fn p_value_notes(comparison: &SystemComparison) -> Vec<String> {
    let changes = comparison
        .measure(Measure::F1)
        .map_or(&[][..], |f1| &f1.changes);
    let far_apart = |change: &MeasureChange| {
        change
            .p_randomisation
            .zip(change.p_bootstrap)
            .is_some_and(|(swaps, drawn)| swaps - drawn > FAR_APART)
    };
    if !changes.iter().any(far_apart) {
        return Vec::new();
    }
    vec![
        "p by bootstrap, as sacrebleu defines it, hardly rises above 0.4, however small the difference: for small \
         differences, use p by randomisation."
            .to_owned(),
        format!("A difference counts as statistically significant if both p-values are below {SIGNIFICANCE_LEVEL}."),
    ]
}
