//! Agreement of each system with human scores, and number formats.

use super::CorpusReport;
use crate::agreement::{Group, JudgedPairs, mean};
use crate::number::without_zero;
use crate::systems::human_agreement::{judged_apart, unjudged};
use crate::systems::p_value;
use crate::systems::text::group_name;
use bertscope_metric::correlation::Correlation;
use bertscope_systems::{Interval, SystemComparison};

/// Agreement of a system with human scores.
#[derive(Debug)]
pub struct Agreement {
    /// Position of the system.
    pub system: usize,
    /// Its groups, at least one.
    pub groups: Vec<Group>,
    /// Of P, R and F1 over all groups together.
    pub overall: [Correlation; 3],
}

impl Agreement {
    /// Of P, R and F1: the mean over the groups.
    pub fn mean(&self) -> [Correlation; 3] {
        mean(&self.groups)
    }

    /// Rows of a table: the name of each, its pairs and the coefficients of P, R and F1. With several groups, their
    /// mean and the coefficients over all pairs follow.
    pub fn rows(&self) -> Vec<(String, usize, [Correlation; 3])> {
        let group = |group: &Group| (group_name(&group.name).to_owned(), group.pairs, group.measures);
        let mut rows: Vec<_> = self.groups.iter().map(group).collect();
        if rows.len() > 1 {
            rows.push((format!("mean of {} groups", rows.len()), self.judged(), self.mean()));
            rows.push(("all groups together".to_owned(), self.judged(), self.overall));
        }
        rows
    }

    /// Number of judged candidates.
    pub fn judged(&self) -> usize {
        self.groups.iter().map(|group| group.pairs).sum()
    }
}

/// The agreement of every system with a human score.
pub fn agreement(report: &CorpusReport) -> Vec<Agreement> {
    let of = |system: usize| {
        let mut judged = JudgedPairs::new(1);
        for segment in &report.segments {
            let output = segment.outputs.get(system);
            if let Some((score, human)) = output.and_then(|output| output.score.zip(output.human)) {
                judged.add(&[score], None, human, segment.group.as_deref().unwrap_or_default());
            }
        }
        Agreement { system, groups: judged.groups(0), overall: judged.overall(0) }
    };
    (0..report.systems.len()).map(of).filter(|agreement| !agreement.groups.is_empty()).collect()
}

/// Number of candidates of a system that have a score.
pub fn scored(report: &CorpusReport, system: usize) -> usize {
    report.segments.iter().filter(|segment| segment.outputs.get(system).is_some_and(|o| o.score.is_some())).count()
}

/// A remark on the human scores: that there are none, or that each system was judged on other pairs.
pub fn human_score_note(
    report: &CorpusReport,
    comparison: &SystemComparison,
    agreement: &[Agreement],
) -> Option<String> {
    report.human.as_ref()?;
    if agreement.is_empty() { Some(unjudged("pair")) } else { judged_apart(comparison, "pair") }
}

/// An interval whose ends `end` formats; `None` if there is none.
pub fn interval(interval: Option<Interval>, end: impl Fn(f64) -> String) -> Option<String> {
    interval.map(|interval| format!("[{}, {}]", end(interval.low), end(interval.high)))
}

/// A p-value with three decimals or more, without a leading zero; a dash for none.
pub fn p_value_text(p: Option<f64>) -> String {
    p.map_or_else(|| "—".to_owned(), |p| without_zero(p_value(p, 3)))
}

/// A number with `places` decimals; a dash for none.
pub fn rounded_or_dash(x: Option<f64>, places: usize) -> String {
    x.map_or_else(|| "—".to_owned(), |x| without_zero(format!("{x:.places$}")))
}

/// A range of length ratios.
pub fn ratios(from: f64, to: Option<f64>) -> String {
    match (from > 0.0, to) {
        (false, Some(to)) => format!("below {to}"),
        (true, Some(to)) => format!("{from} to {to}"),
        (_, None) => format!("{from} or more"),
    }
}
