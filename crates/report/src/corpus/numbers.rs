//! The numbers of a report: means and agreement of each system.

use bertscope_metric::Score;
use bertscope_metric::correlation::Correlation;

use super::CorpusReport;
use crate::agreement::{Group, Judged, mean};

/// A system over all its pairs.
#[derive(Debug)]
pub struct SystemNumbers {
    /// Its position.
    pub system: usize,
    /// Pairs with a score.
    pub scored: usize,
    /// Means of P, R and F1 over the pairs in which each exists.
    pub means: [Option<f64>; 3],
    /// Agreement with people in each group; empty where there are no human scores.
    pub groups: Vec<Group>,
}

impl SystemNumbers {
    /// Agreement of P, R and F1: the mean over the groups.
    pub fn agreement(&self) -> [Correlation; 3] {
        mean(&self.groups)
    }

    /// How many pairs people judged.
    pub fn judged(&self) -> usize {
        self.groups.iter().map(|group| group.pairs).sum()
    }
}

/// The numbers of every system.
pub fn of(report: &CorpusReport) -> Vec<SystemNumbers> {
    (0..report.systems.len()).map(|system| of_system(report, system)).collect()
}

fn of_system(report: &CorpusReport, system: usize) -> SystemNumbers {
    let (mut sums, mut counts, mut scored) = ([0.0; 3], [0u64; 3], 0);
    let mut judged = Judged::new(1);
    for segment in &report.segments {
        let Some(output) = segment.outputs.get(system) else { continue };
        let Some(score @ Score { precision, recall, f1 }) = output.score else { continue };
        scored += 1;
        for (i, number) in [precision, recall, Some(f1)].into_iter().enumerate() {
            sums[i] += number.unwrap_or(0.0);
            counts[i] += u64::from(number.is_some());
        }
        if let Some(human) = output.human {
            judged.add(&[score], human, segment.group.as_deref().unwrap_or_default());
        }
    }
    let means = [0, 1, 2].map(|i| (counts[i] > 0).then(|| sums[i] / counts[i] as f64));
    SystemNumbers { system, scored, means, groups: judged.groups(0) }
}
