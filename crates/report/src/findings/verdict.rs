//! What a difference of two systems means, in one sentence.

use std::cmp::Ordering;

use bertscope_systems::significance::holm;
use bertscope_systems::{Measure, MeasureChange, SystemComparison};

use super::{counted, unit};
use crate::number::{SIGNIFICANCE_LEVEL, exact, p_value, pluralized};

/// The two p-values of a difference are explained when they are farther apart than this.
const FAR_APART: f64 = 0.1;

/// One system against the baseline system. Of several comparisons, p is corrected for their number: those with the
/// baseline system, or `all_pairs` of systems.
pub fn verdict(comparison: &SystemComparison, system: usize, all_pairs: bool) -> String {
    let unit = unit(comparison);
    let lead = lead(comparison, system);
    let change = f1_changes(comparison).get(system - 1);
    let Some(change) = change.filter(|change| change.difference.is_some()) else {
        return format!("{lead}.");
    };
    let identical = comparison.differences[system - 1].identical;
    let correction = Correction::new(comparison, system, all_pairs);
    match chance(comparison, change, correction.as_ref()) {
        Some(_) if identical => format!("{lead}: difference 0, p = 1."),
        Some(chance) => format!("{lead} {chance}."),
        None if comparison.resampling.resamples == 0 => {
            format!("{lead}. Intervals and p-values appear once all {unit}s are scored.")
        }
        None => format!("{lead}. A single {unit} has no interval and no p-value."),
    }
}

/// One system against the baseline system, over segments that were selected so that no test holds for them; `reason` says so.
pub(super) fn untested_verdict(
    comparison: &SystemComparison,
    system: usize,
    reason: &str,
) -> String {
    format!("{}. {reason}", lead(comparison, system))
}

/// The difference of a system from the baseline system, as the beginning of a sentence.
pub(super) fn lead(comparison: &SystemComparison, system: usize) -> String {
    let [baseline, name] = [&comparison.systems[0], &comparison.systems[system]];
    let unit = unit(comparison);
    let change = f1_changes(comparison).get(system - 1);
    let Some(difference) = change.and_then(|change| change.difference) else {
        return format!("{name} and {baseline} have no {unit} where both have an F1");
    };
    if comparison.differences[system - 1].identical {
        return format!("{name} and {baseline} have the same scores in every {unit}");
    }
    let size = exact(difference.abs());
    match Measure::F1.direction(difference) {
        Ordering::Equal => format!("F1 of {name} and {baseline} differs by less than 0.00001"),
        Ordering::Less => format!("F1 of {name} is {size} lower than that of {baseline}"),
        Ordering::Greater => format!("F1 of {name} is {size} higher than that of {baseline}"),
    }
}

/// The changes of F1, one for each system after the baseline system.
pub(super) fn f1_changes(comparison: &SystemComparison) -> &[MeasureChange] {
    match comparison.measure(Measure::F1) {
        Some(f1) => &f1.changes,
        None => &[],
    }
}

/// Holm's correction of the p-value by randomisation of one of several comparisons.
pub(super) struct Correction {
    pub p: f64,
    /// The smallest corrected p-value that any difference could have had.
    smallest: f64,
    /// Number of comparisons.
    pub tests: usize,
}

impl Correction {
    /// `None` for a single comparison, or without a p-value.
    pub fn new(comparison: &SystemComparison, system: usize, all_pairs: bool) -> Option<Self> {
        let changes: Vec<&MeasureChange> = if all_pairs {
            comparison.pairs.iter().map(|pair| &pair.change).collect()
        } else {
            f1_changes(comparison).iter().collect()
        };
        if changes.len() < 2 {
            return None;
        }
        // The pairs begin with those of the baseline system, in the order of the others.
        let index = system - 1;
        let resamples = comparison.resampling.resamples;
        let mut p_values = Vec::new();
        let mut smallest = Vec::new();
        for change in changes {
            p_values.push(change.p_randomisation);
            let tested = change.p_randomisation;
            smallest.push(tested.map(|_| change.smallest_p(resamples)));
        }
        Some(Self {
            p: holm(&p_values)[index]?,
            smallest: holm(&smallest)[index]?,
            tests: p_values.iter().flatten().count(),
        })
    }

    pub fn name(&self) -> String {
        format!("Holm's correction for {} comparisons", self.tests)
    }
}

/// The p-values of a difference, and whether it could be chance; `None` without p-values.
fn chance(
    comparison: &SystemComparison,
    change: &MeasureChange,
    correction: Option<&Correction>,
) -> Option<String> {
    let bootstrap = change.p_bootstrap?;
    let randomisation = change.p_randomisation?;
    let test = randomisation_test([change]);
    let is_corrected_away = correction.is_some_and(|corrected| {
        randomisation < SIGNIFICANCE_LEVEL && corrected.p >= SIGNIFICANCE_LEVEL
    });
    let outcome = match why_none_is_significant(comparison, change, correction) {
        Some(reason) => reason,
        None if is_corrected_away => {
            "after the correction, the difference could be chance".to_owned()
        }
        None => significance(bootstrap, randomisation, test),
    };
    let [bootstrap, randomisation] = [bootstrap, randomisation].map(p_value);
    let corrected = match correction {
        Some(correction) => format!(", {} with {}", p_value(correction.p), correction.name()),
        None => String::new(),
    };
    Some(format!(
        "(p = {bootstrap} by bootstrap, {randomisation} by {test}{corrected}); {outcome}"
    ))
}

/// Which of the two p-values are below the level.
fn significance(bootstrap: f64, randomisation: f64, test: &str) -> String {
    match (
        bootstrap < SIGNIFICANCE_LEVEL,
        randomisation < SIGNIFICANCE_LEVEL,
    ) {
        (true, true) => "the difference is statistically significant".to_owned(),
        (false, false) => "the difference could be chance".to_owned(),
        (true, false) => only_one_test("bootstrap"),
        (false, true) => only_one_test(test),
    }
}

/// What the randomisation test of these differences is called.
pub(super) fn randomisation_test<'a>(
    changes: impl IntoIterator<Item = &'a MeasureChange>,
) -> &'static str {
    let mut tested = changes
        .into_iter()
        .filter(|change| change.p_randomisation.is_some())
        .peekable();
    if tested.peek().is_some() && tested.all(|change| change.exact_segments.is_some()) {
        "exact randomisation"
    } else {
        "randomisation"
    }
}

/// Why not even the largest difference would have been significant; `None` if it would have been.
fn why_none_is_significant(
    comparison: &SystemComparison,
    change: &MeasureChange,
    correction: Option<&Correction>,
) -> Option<String> {
    let resamples = comparison.resampling.resamples;
    let (smallest, with_correction, tests) = match correction {
        Some(of) => (of.smallest, " after the correction", of.tests),
        None => (change.smallest_p(resamples), "", 1),
    };
    if let Some(segments) = change.exact_segments
        && segments > 0
        && smallest >= SIGNIFICANCE_LEVEL
    {
        let differ = if segments == 1 { "differs" } else { "differ" };
        return Some(format!(
            "over {} that {differ}, p by exact randomisation{with_correction} is at least {}, so no difference could have been significant",
            counted(comparison, segments),
            p_value(smallest)
        ));
    }
    // p by bootstrap is always drawn, and is not corrected.
    let smallest_by_bootstrap = 1.0 / (resamples + 1) as f64;
    let (test, smallest) = if smallest_by_bootstrap >= SIGNIFICANCE_LEVEL {
        ("bootstrap".to_owned(), smallest_by_bootstrap)
    } else if change.exact_segments.is_none() && smallest >= SIGNIFICANCE_LEVEL {
        (format!("randomisation{with_correction}"), smallest)
    } else {
        return None;
    };
    Some(format!(
        "with {}, no p by {test} is below {}, so no difference could have been significant; {} resamples would do",
        pluralized(resamples, "resample"),
        p_value(smallest),
        resamples_for(tests)
    ))
}

/// The least number of resamples with which a p-value of one of so many tests can be significant after Holm's correction.
pub(super) fn resamples_for(tests: usize) -> usize {
    // The smallest corrected p-value is tests / (resamples + 1), which must be below the level.
    (tests as f64 / SIGNIFICANCE_LEVEL).round() as usize
}

fn only_one_test(test: &str) -> String {
    format!("only p by {test} is below {SIGNIFICANCE_LEVEL}, so the difference could be chance")
}

/// How to read two p-values that are far apart, and which ones are exact if not all are.
pub(super) fn p_value_notes(comparison: &SystemComparison) -> Vec<String> {
    let mut notes = Vec::new();
    if has_exact_and_drawn(comparison) {
        notes.push(format!(
            "p by randomisation is exact where at most {} segments differ: all ways to swap them are counted.",
            comparison.max_exact_segments()
        ));
    }
    let changes = f1_changes(comparison);
    if changes.len() > 1
        && changes
            .iter()
            .any(|change| change.p_randomisation.is_some())
    {
        notes.push(
            "Holm's correction is for the number of comparisons; p-values in tables without it are those of one comparison each."
                .to_owned(),
        );
    }
    if !changes.iter().any(are_p_values_far_apart) {
        return notes;
    }
    notes.extend([
        "p by bootstrap, as sacrebleu defines it, hardly rises above 0.4, however small the difference: for small \
         differences, use p by randomisation."
            .to_owned(),
        format!("A difference counts as statistically significant if both p-values are below {SIGNIFICANCE_LEVEL}."),
    ]);
    notes
}

/// Whether some tests are exact and others are not, also within groups and between all pairs of systems.
fn has_exact_and_drawn(comparison: &SystemComparison) -> bool {
    let groups = comparison.groups.iter().map(|group| &group.comparison);
    let tested: Vec<&MeasureChange> = std::iter::once(comparison)
        .chain(groups)
        .flat_map(changes)
        .filter(|change| change.p_randomisation.is_some())
        .collect();
    let exact = tested
        .iter()
        .filter(|change| change.exact_segments.is_some());
    (1..tested.len()).contains(&exact.count())
}

/// The differences by every measure, then those of all pairs of systems.
fn changes(comparison: &SystemComparison) -> impl Iterator<Item = &MeasureChange> {
    let measures = comparison.measures.iter();
    let pairs = comparison.pairs.iter();
    measures
        .flat_map(|measure| &measure.changes)
        .chain(pairs.map(|pair| &pair.change))
}

fn are_p_values_far_apart(change: &MeasureChange) -> bool {
    match (change.p_randomisation, change.p_bootstrap) {
        // Only this way round: p by bootstrap is the one that stays low.
        (Some(randomisation), Some(bootstrap)) => randomisation - bootstrap > FAR_APART,
        _ => false,
    }
}
