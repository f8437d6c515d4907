//! Agreement of each system with people, and numbers as texts.

use super::CorpusReport;
use crate::agreement::{Group, Judged, mean};
use crate::number::without_zero;
use bertscope_metric::correlation::Correlation;
use bertscope_systems::Interval;

/// Agreement of a system with people.
#[derive(Debug)]
pub struct Agreement {
    /// Position of the system.
    pub system: usize,
    /// Its groups, at least one.
    pub groups: Vec<Group>,
}

impl Agreement {
    /// Of P, R and F1: the mean over the groups.
    pub fn mean(&self) -> [Correlation; 3] {
        mean(&self.groups)
    }

    /// How many candidates people judged.
    pub fn judged(&self) -> usize {
        self.groups.iter().map(|group| group.pairs).sum()
    }
}

/// The agreement of every system with a human score.
pub fn agreement(report: &CorpusReport) -> Vec<Agreement> {
    let of = |system: usize| {
        let mut judged = Judged::new(1);
        for segment in &report.segments {
            let output = segment.outputs.get(system);
            if let Some((score, human)) = output.and_then(|output| output.score.zip(output.human)) {
                judged.add(&[score], None, human, segment.group.as_deref().unwrap_or_default());
            }
        }
        Agreement { system, groups: judged.groups(0) }
    };
    (0..report.systems.len()).map(of).filter(|agreement| !agreement.groups.is_empty()).collect()
}

/// How many candidates of a system have a score.
pub fn scored(report: &CorpusReport, system: usize) -> usize {
    report.segments.iter().filter(|segment| segment.outputs.get(system).is_some_and(|o| o.score.is_some())).count()
}

/// An interval to five places, and nothing for none.
pub fn interval(interval: Option<Interval>) -> Option<String> {
    let five = |x: f64| crate::number::precise(Some(x));
    interval.map(|interval| format!("[{}, {}]", five(interval.low), five(interval.high)))
}

/// A number to so many places; a dash for none.
pub fn places(x: Option<f64>, places: usize) -> String {
    x.map_or_else(|| "—".to_owned(), |x| without_zero(format!("{x:.places$}")))
}

/// A range of length ratios.
pub fn ratios(from: f64, to: Option<f64>) -> String {
    match (from > 0.0, to) {
        (false, Some(to)) => format!("below {to}"),
        (true, Some(to)) => format!("{from} to {to}"),
        (_, None) => format!("{from} and more"),
    }
}
