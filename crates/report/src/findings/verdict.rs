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
    let change = f1_changes(comparison).get(system - 1);
    let Some((change, difference)) = change.and_then(|change| Some((change, change.difference?)))
    else {
        return format!("{name} and {baseline} have no {unit} where both have an F1.");
    };
    let identical = comparison.differences[system - 1].identical;
    let size = exact(difference.abs());
    let lead = match Measure::F1.direction(difference) {
        _ if identical => format!("{name} and {baseline} have the same scores in every {unit}"),
        Ordering::Equal => format!("F1 of {name} and {baseline} differs by less than 0.00001"),
        Ordering::Less => format!("F1 of {name} is {size} lower than that of {baseline}"),
        Ordering::Greater => format!("F1 of {name} is {size} higher than that of {baseline}"),
    };
    match chance(change) {
        Some(_) if identical => format!("{lead}: difference 0, p = 1."),
        Some(chance) => format!("{lead} {chance}."),
        None if comparison.resampling.resamples == 0 => {
            format!("{lead}. Intervals and p-values appear once all {unit}s are scored.")
        }
        None => format!("{lead}. A single {unit} has no interval and no p-value."),
    }
}

/// The changes of F1, one for each system after the baseline system.
fn f1_changes(comparison: &SystemComparison) -> &[MeasureChange] {
    match comparison.measure(Measure::F1) {
        Some(f1) => &f1.changes,
        None => &[],
    }
}

/// The p-values of a difference, and whether it could be chance; `None` without p-values.
fn chance(change: &MeasureChange) -> Option<String> {
    let bootstrap = change.p_bootstrap?;
    let randomisation = change.p_randomisation?;
    let could_be_chance = match (
        bootstrap < SIGNIFICANCE_LEVEL,
        randomisation < SIGNIFICANCE_LEVEL,
    ) {
        (true, true) => "the difference is statistically significant".to_owned(),
        (false, false) => "the difference could be chance".to_owned(),
        (true, false) => only_one_test("bootstrap"),
        (false, true) => only_one_test("randomisation"),
    };
    let [bootstrap, randomisation] = [bootstrap, randomisation].map(p_value);
    Some(format!(
        "(p = {bootstrap} by bootstrap, {randomisation} by randomisation); {could_be_chance}"
    ))
}

fn only_one_test(test: &str) -> String {
    format!("only p by {test} is below {SIGNIFICANCE_LEVEL}, so the difference could be chance")
}

/// How to read two p-values that are far apart.
pub(super) fn p_value_notes(comparison: &SystemComparison) -> Vec<String> {
    if !f1_changes(comparison).iter().any(are_p_values_far_apart) {
        return Vec::new();
    }
    vec![
        "p by bootstrap, as sacrebleu defines it, hardly rises above 0.4, however small the difference: for small \
         differences, use p by randomisation."
            .to_owned(),
        format!("A difference counts as statistically significant if both p-values are below {SIGNIFICANCE_LEVEL}."),
    ]
}

fn are_p_values_far_apart(change: &MeasureChange) -> bool {
    match (change.p_randomisation, change.p_bootstrap) {
        // Only this way round: p by bootstrap is the one that stays low.
        (Some(randomisation), Some(bootstrap)) => randomisation - bootstrap > FAR_APART,
        _ => false,
    }
}
