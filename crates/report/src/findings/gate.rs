//! Gates: limits that scores must keep, and the sentence about those that they do not keep.

use std::fmt;
use std::str::FromStr;

use bertscope_metric::Score;
use bertscope_systems::{Measure, MeasureChange};

use super::verdict::{f1_changes, lead, randomisation_test};
use super::{Findings, Summary};
use crate::number::{
    SIGNIFICANCE_LEVEL, exact, exact_or_undefined, p_value, pluralized, with_thousands_separators,
};

/// Why a gate does not open, as a sentence.
#[derive(Debug, thiserror::Error)]
pub enum GateError {
    /// The scores do not keep a limit.
    #[error("{0}")]
    Failed(String),
    /// There is nothing to compare with a limit, or no scores could ever break it.
    #[error("{0}")]
    Undecided(String),
}

/// The least that P, R or F1 may be, such as `F1=0.85`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ScoreLimit {
    /// The index in [`Measure::MAIN`].
    measure: usize,
    least: f64,
}

/// What no system may do, compared with the baseline system.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum FailOn {
    /// A lower F1, significant by randomisation, after Holm's correction where there are several comparisons.
    Loss,
    /// An F1 that is lower by more than this.
    Drop(f64),
}

/// The limits of one run, for the means or for each pair.
#[derive(Debug)]
pub struct ScoreGate {
    limits: Vec<PairsBelow>,
    each: bool,
}

/// The pairs that do not keep a limit.
#[derive(Debug)]
struct PairsBelow {
    limit: ScoreLimit,
    pairs: u64,
    /// The lowest score and the number of its pair.
    lowest: Option<f64>,
    lowest_pair: u64,
}

/// The difference of a system from the baseline system, by F1.
struct TestedDifference {
    difference: f64,
    /// p by randomisation, corrected if there are several comparisons.
    p: Option<f64>,
    /// Where p comes from.
    test: String,
}

/// Why a comparison of one system has no gate.
pub const ONE_SYSTEM: &str =
    "--fail-on compares systems with the first one, and there is only one; give at least two";

impl FromStr for ScoreLimit {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let problem = "write P, R or F1 and a number of at most 1, as in F1=0.85";
        let (name, least) = text.split_once('=').ok_or(problem)?;
        let measure = Measure::MAIN
            .iter()
            .position(|measure| measure.to_string().eq_ignore_ascii_case(name));
        let limit = Self {
            measure: measure.ok_or(problem)?,
            least: least.parse().map_err(|_| problem)?,
        };
        // A limit above 1, such as a percentage, would fail for every text.
        if (f64::MIN..=1.0).contains(&limit.least) {
            Ok(limit)
        } else {
            Err(problem)
        }
    }
}

impl fmt::Display for ScoreLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", Measure::MAIN[self.measure], self.least)
    }
}

impl ScoreLimit {
    /// Whether a score does not keep it, as printed: an undefined one does not, either.
    fn is_broken_by(self, score: Option<f64>) -> bool {
        score.is_none_or(|score| Measure::F1.direction(score - self.least).is_lt())
    }
}

impl FromStr for FailOn {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let problem = "write loss, or drop= and a number from 0 to 1, as in drop=0.005";
        if text == "loss" {
            return Ok(Self::Loss);
        }
        let most = text.strip_prefix("drop=").ok_or(problem)?;
        let most: f64 = most.parse().map_err(|_| problem)?;
        if (0.0..=1.0).contains(&most) {
            Ok(Self::Drop(most))
        } else {
            Err(problem)
        }
    }
}

impl fmt::Display for FailOn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Loss => f.write_str("loss"),
            Self::Drop(most) => write!(f, "drop={most}"),
        }
    }
}

impl ScoreGate {
    /// A gate before the first pair; with `each`, the limits are for every pair.
    pub fn new(limits: &[ScoreLimit], each: bool) -> Self {
        let limits = limits.iter().map(|limit| PairsBelow {
            limit: *limit,
            pairs: 0,
            lowest: None,
            lowest_pair: 0,
        });
        Self {
            limits: limits.collect(),
            each,
        }
    }

    /// Adds the score of pair number `pair`.
    pub fn add(&mut self, pair: u64, score: Score) {
        for below in &mut self.limits {
            let score = score.numbers()[below.limit.measure];
            if !below.limit.is_broken_by(score) {
                continue;
            }
            // An undefined score is `None`, which is lower than any other.
            if below.pairs == 0 || score < below.lowest {
                below.lowest = score;
                below.lowest_pair = pair;
            }
            below.pairs += 1;
        }
    }

    /// Checks the pairs added so far, which `summary` is of.
    pub fn check(&self, summary: &Summary) -> Result<(), GateError> {
        let mut broken = Vec::new();
        for below in &self.limits {
            let limit = below.limit;
            let name = Measure::MAIN[limit.measure];
            let mean = summary.means()[limit.measure];
            let Some(mean) = mean else {
                return Err(GateError::Undecided(format!(
                    "no scored pair has a defined {name}, so --fail-under {limit} cannot be checked"
                )));
            };
            let pairs = pluralized(summary.pairs, "pair");
            if self.each && below.pairs > 0 {
                broken.push(format!(
                    "{name} of {} of {pairs} is below {}, and lowest in pair {} ({})",
                    with_thousands_separators(below.pairs),
                    limit.least,
                    below.lowest_pair,
                    exact_or_undefined(below.lowest)
                ));
            } else if !self.each && limit.is_broken_by(Some(mean)) {
                let mean = exact(mean);
                let least = limit.least;
                broken.push(format!(
                    "the mean {name} of {pairs} is {mean}, below {least}"
                ));
            }
        }
        verdict(&broken, "--fail-under")
    }
}

/// Fails with what is broken, if anything is.
fn verdict(broken: &[String], option: &str) -> Result<(), GateError> {
    if broken.is_empty() {
        return Ok(());
    }
    Err(GateError::Failed(format!(
        "{option}: {}",
        broken.join("; ")
    )))
}

/// Checks every system after the baseline system.
pub fn check_systems(findings: &Findings, conditions: &[FailOn]) -> Result<(), GateError> {
    if conditions.is_empty() {
        return Ok(());
    }
    let comparison = &findings.comparison;
    if comparison.differences.is_empty() {
        return Err(GateError::Undecided(ONE_SYSTEM.to_owned()));
    }
    let mut broken = Vec::new();
    let mut undecided = None;
    for system in 1..comparison.systems.len() {
        let lead = lead(comparison, system);
        let Some(tested) = TestedDifference::new(findings, system) else {
            undecided = Some(format!("{lead}, so --fail-on cannot be checked"));
            continue;
        };
        let met = conditions.iter().filter(|on| tested.meets(**on));
        let met: Vec<String> = met.map(ToString::to_string).collect();
        if !met.is_empty() {
            broken.push(format!("{lead}{} ({})", tested.test, met.join(", ")));
        }
    }
    verdict(&broken, "--fail-on")?;
    if conditions.contains(&FailOn::Loss) {
        undecided = undecided.or_else(|| why_no_loss_is_significant(findings));
    }
    match undecided {
        Some(reason) => Err(GateError::Undecided(reason)),
        None => Ok(()),
    }
}

impl TestedDifference {
    /// `None` if no segment has an F1 in both systems.
    fn new(findings: &Findings, system: usize) -> Option<Self> {
        let comparison = &findings.comparison;
        // The changes and the differences begin with those of the second system, and so do the pairs.
        let change = f1_changes(comparison).get(system - 1)?;
        let corrected = if findings.all_pairs {
            comparison
                .pairs
                .get(system - 1)
                .and_then(|pair| pair.p_holm)
        } else {
            comparison.differences[system - 1].p_holm
        };
        let p = corrected.or(change.p_randomisation);
        let correction = match corrected {
            Some(_) => " with Holm's correction",
            None => "",
        };
        let test = match p {
            Some(p) => {
                let test = randomisation_test([change]);
                format!(", p = {} by {test}{correction}", p_value(p))
            }
            None => String::new(),
        };
        Some(Self {
            difference: change.difference?,
            p,
            test,
        })
    }

    fn meets(&self, condition: FailOn) -> bool {
        match condition {
            FailOn::Loss => {
                let is_significant = self.p.is_some_and(|p| p < SIGNIFICANCE_LEVEL);
                Measure::F1.direction(self.difference).is_lt() && is_significant
            }
            FailOn::Drop(most) => Measure::F1.direction(self.difference + most).is_lt(),
        }
    }
}

/// Why no loss could be significant, even if a system was lower in every segment: such a gate would never close.
fn why_no_loss_is_significant(findings: &Findings) -> Option<String> {
    let comparison = &findings.comparison;
    let segments = comparison.measure(Measure::F1)?.systems[0].segments;
    let is_exact = segments <= comparison.max_exact_segments();
    let largest_loss = MeasureChange {
        exact_segments: is_exact.then_some(segments),
        ..MeasureChange::default()
    };
    let tests = if findings.all_pairs {
        comparison.pairs.len().max(1)
    } else {
        comparison.differences.len()
    };
    let smallest = largest_loss.smallest_p(comparison.resampling.resamples) * tests as f64;
    if smallest < SIGNIFICANCE_LEVEL {
        return None;
    }
    Some(format!(
        "--fail-on loss could never fail: over {}, p by randomisation is at least {}; compare more segments, raise \
         --resamples, or use --fail-on drop=N",
        pluralized(segments as u64, "segment"),
        p_value(smallest.min(1.0))
    ))
}
