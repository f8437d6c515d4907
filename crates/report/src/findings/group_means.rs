//! The means of P, R and F1: over all pairs, and in each group of pairs.

use std::collections::HashMap;

use serde::Serialize;

use super::group_name;
use bertscope_metric::Score;
use bertscope_sheet::{Cell, Column, Table};
use bertscope_systems::Measure;

/// Sums of P, R and F1.
#[derive(Debug, Clone, Default)]
pub struct ScoreSums {
    sums: [f64; 3],
    /// Numbers of pairs in which each is defined.
    pub counts: [u64; 3],
}

impl ScoreSums {
    pub fn add(&mut self, score: Score) {
        for (i, number) in score.numbers().into_iter().enumerate() {
            self.sums[i] += number.unwrap_or(0.0);
            self.counts[i] += u64::from(number.is_some());
        }
    }

    /// The means, each over the pairs in which the number is defined.
    pub fn means(&self) -> [Option<f64>; 3] {
        std::array::from_fn(|i| match self.counts[i] {
            0 => None,
            count => Some(self.sums[i] / count as f64),
        })
    }
}

/// The groups in the order of the file.
#[derive(Debug, Default)]
pub struct GroupMeans {
    /// The position of each group by its name: there may be a group for each row.
    positions: HashMap<String, usize>,
    groups: Vec<GroupSums>,
}

#[derive(Debug)]
struct GroupSums {
    name: String,
    pairs: u64,
    scores: ScoreSums,
}

impl GroupMeans {
    /// Adds the score of a pair of a group; the name is empty for a pair without a group.
    pub fn add(&mut self, group: &str, score: Score) {
        let position = match self.positions.get(group) {
            Some(position) => *position,
            None => {
                let position = self.groups.len();
                self.positions.insert(group.to_owned(), position);
                self.groups.push(GroupSums {
                    name: group.to_owned(),
                    pairs: 0,
                    scores: ScoreSums::default(),
                });
                position
            }
        };
        let group = &mut self.groups[position];
        group.pairs += 1;
        group.scores.add(score);
    }

    /// The groups; none if no pair has one.
    fn groups(&self) -> &[GroupSums] {
        match &*self.groups {
            [only] if only.name.is_empty() => &[],
            groups => groups,
        }
    }

    /// `None` without groups.
    pub fn table(&self) -> Option<Table> {
        let groups = self.groups();
        if groups.is_empty() {
            return None;
        }
        let columns = ["Group", "Pairs"].map(Column::new).into_iter();
        let measures = Measure::MAIN.map(|measure| Column::new(measure.to_string()));
        let rows = groups.iter().map(|group| {
            let mut row = vec![
                Cell::named(group_name(&group.name)),
                Cell::count(group.pairs as usize),
            ];
            row.extend(group.scores.means().map(Cell::mean));
            row
        });
        Some(Table::new(columns.chain(measures)).with_rows(rows))
    }

    pub fn json(&self) -> Vec<GroupMeansJson<'_>> {
        let mut groups = Vec::new();
        for group in self.groups() {
            let [precision, recall, f1] = group.scores.means();
            groups.push(GroupMeansJson {
                group: &group.name,
                pairs: group.pairs,
                precision,
                recall,
                f1,
            });
        }
        groups
    }
}

#[derive(Debug, Serialize)]
pub struct GroupMeansJson<'a> {
    group: &'a str,
    pairs: u64,
    precision: Option<f64>,
    recall: Option<f64>,
    f1: Option<f64>,
}
