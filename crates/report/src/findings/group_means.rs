//! The means of P, R and F1: over all pairs, and in each group of pairs.

use indexmap::IndexMap;
use serde::Serialize;

use super::group_name;
use crate::number::with_thousands_separators;
use bertscope_metric::Score;
use bertscope_sheet::{Cell, Table};

/// Sums of P, R and F1.
#[derive(Debug, Clone, Default)]
pub struct ScoreSums {
    sums: [f64; 3],
    /// Numbers of pairs in which each is defined.
    counts: [u64; 3],
}

impl ScoreSums {
    pub fn add(&mut self, score: Score) {
        for (i, number) in score.numbers().into_iter().enumerate() {
            self.sums[i] += number.unwrap_or(0.0);
            self.counts[i] += u64::from(number.is_some());
        }
    }

    /// Number of pairs: F1 is always defined.
    fn pairs(&self) -> u64 {
        self.counts[2]
    }

    /// The means, each over the pairs in which the number is defined.
    pub fn means(&self) -> [Option<f64>; 3] {
        std::array::from_fn(|i| match self.counts[i] {
            0 => None,
            count => Some(self.sums[i] / count as f64),
        })
    }

    /// Over how many pairs a mean is that is not over all of them: ` (P of 2, R of 11)`.
    pub fn counts_where_undefined(&self) -> String {
        let mut counts = Vec::new();
        for (symbol, count) in Score::SYMBOLS.into_iter().zip(self.counts) {
            // A mean over no pair is a dash, which says so itself.
            if count > 0 && count < self.pairs() {
                counts.push(format!("{symbol} of {}", with_thousands_separators(count)));
            }
        }
        if counts.is_empty() {
            return String::new();
        }
        format!(" ({})", counts.join(", "))
    }

    pub fn json(&self) -> MeansJson {
        let [precision, recall, f1] = self.means();
        MeansJson {
            precision,
            recall,
            f1,
        }
    }
}

#[derive(Debug, Serialize)]
pub struct MeansJson {
    precision: Option<f64>,
    recall: Option<f64>,
    f1: Option<f64>,
}

/// The groups in the order of the file.
pub type GroupSums = IndexMap<String, ScoreSums>;

#[derive(Debug, Serialize)]
pub struct GroupMeansJson<'a> {
    group: &'a str,
    pairs: u64,
    #[serde(flatten)]
    means: MeansJson,
}

pub fn table(groups: &GroupSums) -> Table {
    let rows = groups.iter().map(|(name, sums)| {
        let mut row = vec![
            Cell::named(group_name(name)),
            Cell::count(sums.pairs() as usize),
        ];
        row.extend(sums.means().map(Cell::mean));
        row
    });
    Table::new(["Group", "Pairs", "P", "R", "F1"]).with_rows(rows)
}

pub fn json(groups: &GroupSums) -> Vec<GroupMeansJson<'_>> {
    let groups = groups.iter().map(|(group, sums)| GroupMeansJson {
        group,
        pairs: sums.pairs(),
        means: sums.json(),
    });
    groups.collect()
}
