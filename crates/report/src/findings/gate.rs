//! Gates: limits that scores must keep, and the sentence about those that they do not keep.

use std::ops::RangeInclusive;

use bertscope_metric::Score;
use bertscope_systems::{Measure, MeasureChange};

use super::verdict::{Correction, f1_changes, lead, randomisation_test};
use super::{Findings, Summary};
use crate::number::{
    SIGNIFICANCE_LEVEL, exact_or_undefined, or_missing, p_value, pluralized,
    with_thousands_separators,
};

/// The least that P, R or F1 may be, such as `F1=0.85`, and the pairs below it so far.
#[derive(Debug, Clone, Default)]
pub struct ScoreLimit {
    /// The index in [`Score::SYMBOLS`].
    measure: usize,
    least: f64,
    pairs_below: u64,
    /// The lowest score of these, and the number of its pair.
    lowest: Option<f64>,
    lowest_pair: u64,
}

/// What no system may do, compared with the baseline system.
#[derive(Debug, Clone, Copy, PartialEq, strum::Display)]
pub enum FailOn {
    /// Have a lower F1, significantly by randomisation, after Holm's correction where there are several comparisons.
    #[strum(to_string = "loss")]
    Loss,
    /// Have an F1 that is lower by more than this.
    #[strum(to_string = "drop={0}")]
    Drop(f64),
}

fn parse_within(text: &str, range: RangeInclusive<f64>) -> Option<f64> {
    let number = text.parse().ok()?;
    range.contains(&number).then_some(number)
}

impl ScoreLimit {
    pub fn parse(text: &str) -> Result<Self, &'static str> {
        let problem = "write P, R or F1 and a number of at most 1, as in F1=0.85";
        let (name, least) = text.split_once('=').ok_or(problem)?;
        let measure = Score::SYMBOLS
            .iter()
            .position(|symbol| symbol.eq_ignore_ascii_case(name));
        Ok(Self {
            measure: measure.ok_or(problem)?,
            // A limit above 1, such as a percentage, would fail for every text.
            least: parse_within(least, f64::MIN..=1.0).ok_or(problem)?,
            ..Self::default()
        })
    }

    /// Adds the score of pair number `pair`.
    pub fn add(&mut self, pair: u64, score: Score) {
        let score = score.numbers()[self.measure];
        if self.is_kept_by(score) {
            return;
        }
        // An undefined score is `None`, which is lower than any other.
        if self.pairs_below == 0 || score < self.lowest {
            self.lowest = score;
            self.lowest_pair = pair;
        }
        self.pairs_below += 1;
    }

    /// Whether a score is defined and not lower when both are printed.
    fn is_kept_by(&self, score: Option<f64>) -> bool {
        score.is_some_and(|score| Measure::F1.direction(score - self.least).is_ge())
    }

    /// Why the mean of a summary, or `each` of its pairs, does not keep it.
    fn why_broken(&self, summary: &Summary, each: bool) -> Option<String> {
        let name = Score::SYMBOLS[self.measure];
        let mean = summary.means()[self.measure];
        let pairs = pluralized(summary.pairs, "pair");
        let least = self.least;
        if !each || mean.is_none() {
            let shown = exact_or_undefined(mean);
            let sentence = format!("the mean {name} of {pairs} is {shown}, and the limit {least}");
            return (!self.is_kept_by(mean)).then_some(sentence);
        }
        if self.pairs_below == 0 {
            return None;
        }
        Some(format!(
            "{name} of {} of {pairs} is below {least}, and lowest in pair {} ({})",
            with_thousands_separators(self.pairs_below),
            self.lowest_pair,
            exact_or_undefined(self.lowest)
        ))
    }
}

/// Why the pairs of a summary, which were added to the limits, do not keep them.
pub fn why_below(limits: &[ScoreLimit], each: bool, summary: &Summary) -> Option<String> {
    let broken = limits
        .iter()
        .filter_map(|limit| limit.why_broken(summary, each));
    joined("--fail-under", &broken.collect::<Vec<_>>())
}

/// What is broken as one sentence; `None` if nothing is.
fn joined(option: &str, broken: &[String]) -> Option<String> {
    if broken.is_empty() {
        return None;
    }
    Some(format!("{option}: {}", broken.join("; ")))
}

impl FailOn {
    pub fn parse(text: &str) -> Result<Self, &'static str> {
        let parsed = match text.split_once('=') {
            None if text == "loss" => Some(Self::Loss),
            Some(("drop", most)) => parse_within(most, 0.0..=1.0).map(Self::Drop),
            _ => None,
        };
        parsed.ok_or("write loss, or drop= and a number from 0 to 1, as in drop=0.005")
    }

    /// Whether a system does it whose F1 differs so much, with this p-value. Without a difference, nothing shows that it is
    /// not lower.
    fn is_met(self, difference: Option<f64>, p: Option<f64>) -> bool {
        let Some(difference) = difference else {
            return true;
        };
        let most = match self {
            Self::Loss if p.is_none_or(|p| p >= SIGNIFICANCE_LEVEL) => return false,
            Self::Loss => 0.0,
            Self::Drop(most) => most,
        };
        Measure::F1.direction(difference + most).is_lt()
    }
}

/// Which systems do what they may not, compared with the baseline system.
pub fn why_lower(findings: &Findings, conditions: &[FailOn]) -> Option<String> {
    let comparison = &findings.comparison;
    let mut broken = Vec::new();
    for (system, change) in (1..).zip(f1_changes(comparison)) {
        let mut p = change.p_randomisation;
        let mut test = randomisation_test([change]).to_owned();
        if let Some(correction) = Correction::new(comparison, system, findings.all_pairs) {
            p = Some(correction.p);
            test = format!("{test} with {}", correction.name());
        }
        let met = conditions
            .iter()
            .filter(|on| on.is_met(change.difference, p));
        let met: Vec<String> = met.map(ToString::to_string).collect();
        if !met.is_empty() {
            let lead = lead(comparison, system);
            let p = or_missing(p, p_value);
            broken.push(format!("{lead}, p = {p} by {test} ({})", met.join(", ")));
        }
    }
    joined("--fail-on", &broken)
}

/// Why conditions could never be met, so that the gate would never close.
pub fn why_never_lower(findings: &Findings, conditions: &[FailOn]) -> Option<String> {
    let comparison = &findings.comparison;
    if comparison.differences.is_empty() && !conditions.is_empty() {
        let one = "--fail-on compares systems with the first one, and there is only one; give at least two";
        return Some(one.to_owned());
    }
    if !conditions.contains(&FailOn::Loss) {
        return None;
    }
    let segments = comparison.measure(Measure::F1)?.systems[0].segments;
    let is_exact = segments <= comparison.max_exact_segments();
    // A system that is lower in every segment.
    let lowest = MeasureChange {
        exact_segments: is_exact.then_some(segments),
        ..MeasureChange::default()
    };
    let tests = Correction::new(comparison, 1, findings.all_pairs).map_or(1, |of| of.tests);
    let smallest = lowest.smallest_p(comparison.resampling.resamples) * tests as f64;
    if smallest < SIGNIFICANCE_LEVEL {
        return None;
    }
    Some(format!(
        "--fail-on loss could never fail: over {}, p by randomisation is at least {}; compare more segments, raise \
         --resamples, or use --fail-on drop=N",
        pluralized(segments, "segment"),
        p_value(smallest.min(1.0))
    ))
}
