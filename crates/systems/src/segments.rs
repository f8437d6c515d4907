//! The scores of several systems over the same segments: the input of every comparison.

use bertscope_overlap::{BleuCounts, ChrfCounts};
use indexmap::IndexSet;

use crate::Measure;
use crate::column::{BLOCK_SEGMENTS, Column};
use crate::ids::Ids;
use crate::statistic::Statistic;

/// One segment of one system.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct SegmentScores {
    /// Precision, recall and F1 with the settings of the run; `None` for one that is undefined.
    pub scores: [Option<f64>; 3],
    pub human: Option<f64>,
    /// One entry for each further measure of [`Segments::new`], in that order.
    pub others: Vec<SegmentValue>,
}

/// A segment's contribution to a measure: a value, or counts to be summed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum SegmentValue {
    /// A number to average; `None` if it is undefined.
    Number(Option<f64>),
    Bleu(BleuCounts),
    Chrf(ChrfCounts),
}

impl SegmentValue {
    /// A number to seven digits, which are enough for every measure but P, R and F1.
    fn rounded(&self) -> Self {
        match self {
            Self::Number(number) => Self::Number(number.map(|number| (number as f32).into())),
            Self::Bleu(_) | Self::Chrf(_) => *self,
        }
    }
}

/// The scores of several systems over the same segments. Memory: about 10 bytes and its id for each segment, 24 bytes for
/// each segment and system, and 4 to 28 for each further measure.
#[derive(Debug, Clone, Default)]
pub struct Segments {
    systems: Vec<String>,
    ids: Ids,
    /// Position of each segment's group.
    groups: Column,
    group_names: IndexSet<String>,
    /// For each system.
    human: Vec<Column>,
    /// P, R and F1 first.
    pub(crate) tables: Vec<MeasureTable>,
}

/// All segments, or those of a group, in their order.
pub(crate) struct SelectedSegments<'a> {
    pub all: &'a Segments,
    rows: Vec<u32>,
}

/// A measure, and the contribution of each segment of each system to it.
#[derive(Debug, Clone)]
pub(crate) struct MeasureTable {
    pub measure: Measure,
    pub statistic: Statistic,
    pub systems: Vec<Vec<Column>>,
}

/// A block of selected segments, for which the numbers of any column can be read.
#[derive(Clone, Copy)]
pub(crate) struct SegmentBlock<'a> {
    segments: &'a SelectedSegments<'a>,
    index: usize,
}

impl MeasureTable {
    fn new(measure: Measure, systems: usize) -> Self {
        let statistic = Statistic::for_measure(measure);
        Self {
            measure,
            statistic,
            systems: vec![statistic.columns(); systems],
        }
    }

    /// Whether the numbers of all systems are defined. Of undefined counts, every column is NaN.
    pub fn is_defined(&self, segment: usize) -> bool {
        let mut systems = self.systems.iter();
        systems.all(|columns| !columns[0].get(segment).is_nan())
    }
}

impl Segments {
    /// An empty table for these systems; the first is the baseline. `others` are the measures besides
    /// P, R and F1.
    pub fn new(systems: Vec<String>, others: &[Measure]) -> Self {
        let measures = Measure::MAIN.iter().chain(others);
        Self {
            tables: measures
                .map(|measure| MeasureTable::new(*measure, systems.len()))
                .collect(),
            human: vec![Column::default(); systems.len()],
            systems,
            ids: Ids::default(),
            groups: Column::default(),
            group_names: IndexSet::new(),
        }
    }

    /// Adds a segment: its id (or the number of its row), its group (empty for none), and one entry for each system.
    ///
    /// # Panics
    /// If `row` does not have one entry for each system, each with one value of the right kind for each further measure,
    /// or if counts of n-grams contradict the lengths of their texts.
    pub fn push(&mut self, id: impl AsRef<str>, group: &str, row: &[SegmentScores]) {
        assert_eq!(row.len(), self.systems.len(), "one entry for each system");
        for (system, scores) in row.iter().enumerate() {
            self.push_scores(system, scores);
        }
        let group = self.group_index(group);
        self.groups.push(group as f64);
        self.ids.push(id.as_ref());
    }

    fn push_scores(&mut self, system: usize, scores: &SegmentScores) {
        let main = scores.scores.map(SegmentValue::Number);
        assert_eq!(
            main.len() + scores.others.len(),
            self.tables.len(),
            "one value for each measure"
        );
        let others = scores.others.iter().map(SegmentValue::rounded);
        for (table, value) in self.tables.iter_mut().zip(main.into_iter().chain(others)) {
            table.statistic.push(&mut table.systems[system], &value);
        }
        if let Some(human) = scores.human {
            // The column ends at the last human score, so that it is empty for a system without any.
            self.human[system].push_at(self.ids.len(), human);
        }
    }

    fn group_index(&mut self, group: &str) -> usize {
        match self.group_names.get_index_of(group) {
            Some(index) => index,
            None => self.group_names.insert_full(group.to_owned()).0,
        }
    }

    /// Adds the systems of another table with the same segments, in the same order, and the same measures.
    ///
    /// # Panics
    /// If the number of segments or the measures differ.
    pub fn append(&mut self, mut other: Self) {
        let measures = self.tables.iter().map(|table| table.measure);
        assert!(
            measures.eq(other.tables.iter().map(|table| table.measure)),
            "the same measures"
        );
        assert_eq!(self.len(), other.len(), "the same segments");
        self.systems.append(&mut other.systems);
        self.human.append(&mut other.human);
        for (table, mut other) in self.tables.iter_mut().zip(other.tables) {
            table.systems.append(&mut other.systems);
        }
    }

    /// Keeps these segments, in this order. Needs memory for only one further column.
    pub fn rearrange(&mut self, rows: &[u32]) {
        if rows.iter().copied().eq(0..self.len() as u32) {
            return;
        }
        let measured = self
            .tables
            .iter_mut()
            .flat_map(|table| table.systems.iter_mut().flatten());
        for column in measured.chain(&mut self.human).chain([&mut self.groups]) {
            *column = column.select(rows);
        }
        self.ids = rows.iter().map(|row| self.ids.get(*row as usize)).collect();
    }

    /// Renames measures, and drops those without a new name.
    pub fn map_measures(&mut self, rename: impl Fn(Measure) -> Option<Measure>) {
        self.tables.retain_mut(|table| match rename(table.measure) {
            Some(measure) => {
                table.measure = measure;
                true
            }
            None => false,
        });
    }

    /// Names of the systems, the baseline first.
    pub fn systems(&self) -> &[String] {
        &self.systems
    }

    /// Number of segments.
    pub fn len(&self) -> usize {
        self.ids.len()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub fn id(&self, segment: usize) -> &str {
        self.ids.get(segment)
    }

    /// The groups in the order of the file; one unnamed group if there are none.
    pub fn groups(&self) -> &IndexSet<String> {
        &self.group_names
    }

    /// The value of a system in a segment, for P, R, F1 or another measure that is a mean.
    pub fn score(&self, measure: Measure, system: usize, segment: usize) -> Option<f64> {
        let table = self.tables.iter().find(|table| table.measure == measure)?;
        match table.statistic {
            Statistic::Mean => table.systems[system][0].get_defined(segment),
            Statistic::Bleu | Statistic::Chrf => None,
        }
    }

    /// The human score of a system's candidate.
    pub fn human(&self, system: usize, segment: usize) -> Option<f64> {
        self.human[system].get_defined(segment)
    }
}

impl<'a> SelectedSegments<'a> {
    pub fn all(all: &'a Segments) -> Self {
        let rows = (0..all.len() as u32).collect();
        Self { all, rows }
    }

    /// The segments of each group. One pass over the rows serves all groups, of which there may be as many as rows.
    pub fn groups(all: &'a Segments) -> Vec<Self> {
        let mut rows = vec![Vec::new(); all.group_names.len()];
        for row in 0..all.len() {
            rows[all.groups.get(row) as usize].push(row as u32);
        }
        rows.into_iter().map(|rows| Self { all, rows }).collect()
    }

    pub fn len(&self) -> usize {
        self.rows.len()
    }

    pub fn rows(&self) -> impl DoubleEndedIterator<Item = usize> + Clone {
        self.rows.iter().map(|row| *row as usize)
    }

    pub fn block(&self, index: usize) -> SegmentBlock<'_> {
        SegmentBlock {
            segments: self,
            index,
        }
    }
}

impl SegmentBlock<'_> {
    /// Writes the numbers of a column to `out`, which is as long as the block.
    pub fn read(self, column: &Column, out: &mut [f64]) {
        let SelectedSegments { all, rows } = self.segments;
        if rows.len() == all.len() {
            column.read_block(self.index, out);
        } else {
            // A block of a group is spread over the blocks of the column.
            column.read_at(&rows[self.index * BLOCK_SEGMENTS..][..out.len()], out);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_row_belongs_to_one_group_however_many_groups_there_are() {
        for groups in [1, 10, 1_000] {
            let mut segments = Segments::new(vec!["A".to_owned()], &[]);
            for row in 0..1_000 {
                let group = (row % groups).to_string();
                segments.push(row.to_string(), &group, &[SegmentScores::default()]);
            }
            let selected = SelectedSegments::groups(&segments);
            let rows: usize = selected.iter().map(|group| group.rows.len()).sum();
            assert_eq!((selected.len(), rows), (groups, 1_000));
        }
    }
}
