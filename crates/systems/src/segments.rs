//! The scores of several systems over the same segments: the input of every comparison.

use bertscope_overlap::{BleuCounts, ChrfCounts};

use crate::Measure;
use crate::column::{BLOCK_SEGMENTS, Column};
use crate::ids::Ids;
use crate::statistic::Statistic;

/// One segment of one system.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct SegmentScores {
    /// Precision, recall and F1 with the settings of the run; `None` for one that is undefined.
    pub scores: [Option<f64>; 3],
    /// Human score of the candidate.
    pub human: Option<f64>,
    /// One entry for each further measure of [`Segments::new`], in that order.
    pub others: Vec<SegmentValue>,
}

/// A segment's contribution to a measure: a value, or counts to be summed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum SegmentValue {
    /// A number to average; `None` if it is undefined.
    Number(Option<f64>),
    /// Counts for BLEU.
    Bleu(BleuCounts),
    /// Counts for chrF.
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

    fn has_statistic(&self, statistic: Statistic) -> bool {
        match self {
            Self::Number(_) => statistic == Statistic::Mean,
            Self::Bleu(_) => statistic == Statistic::Bleu,
            Self::Chrf(_) => statistic == Statistic::Chrf,
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
    group_names: Vec<String>,
    /// For each system.
    human: Vec<Column>,
    /// P, R and F1 first.
    pub(crate) tables: Vec<MeasureTable>,
}

/// All segments, or those of a group, in their order.
pub(crate) struct SelectedSegments<'a> {
    pub of: &'a Segments,
    rows: Vec<u32>,
}

/// A measure, and the contribution of each segment of each system to it.
#[derive(Debug, Clone)]
pub(crate) struct MeasureTable {
    pub measure: Measure,
    pub statistic: Statistic,
    /// \[systems\]\[columns\].
    pub systems: Vec<Vec<Column>>,
}

impl Segments {
    /// An empty table for these systems; the first is the baseline. `others` are the measures besides
    /// P, R and F1.
    pub fn new(systems: Vec<String>, others: &[Measure]) -> Self {
        let table = |&measure: &Measure| {
            let statistic = Statistic::for_measure(measure);
            MeasureTable {
                measure,
                statistic,
                systems: systems.iter().map(|_| statistic.columns()).collect(),
            }
        };
        let tables = Measure::MAIN.iter().chain(others).map(table).collect();
        let human = vec![Column::default(); systems.len()];
        Self {
            tables,
            human,
            systems,
            ids: Ids::default(),
            groups: Column::default(),
            group_names: Vec::new(),
        }
    }

    /// Adds a segment: its id (or the number of its row), its group (empty for none), and one entry for each system.
    ///
    /// # Panics
    /// If `row` does not have one entry for each system, each with one value of the right kind for each further measure,
    /// or if counts of n-grams contradict the lengths of their texts.
    pub fn push(&mut self, id: impl AsRef<str>, group: &str, row: &[SegmentScores]) {
        assert_eq!(row.len(), self.systems.len(), "one entry for each system");
        let place = self
            .group_names
            .iter()
            .position(|name| name == group)
            .unwrap_or_else(|| {
                self.group_names.push(group.to_owned());
                self.group_names.len() - 1
            });
        for (system, segment) in row.iter().enumerate() {
            let main = segment.scores.map(SegmentValue::Number);
            let values = main
                .into_iter()
                .chain(segment.others.iter().map(SegmentValue::rounded));
            assert_eq!(
                main.len() + segment.others.len(),
                self.tables.len(),
                "one value for each measure"
            );
            if let Some(human) = segment.human {
                self.human[system].push_at(self.ids.len(), human);
            }
            for (table, value) in self.tables.iter_mut().zip(values) {
                assert!(
                    value.has_statistic(table.statistic),
                    "a value of the kind of its measure"
                );
                Statistic::push(&mut table.systems[system], &value);
            }
        }
        self.groups.push(place as f64);
        self.ids.push(id.as_ref());
    }

    /// Adds the systems of another table with the same segments, in the same order, and the same measures.
    ///
    /// # Panics
    /// If the number of segments or the measures differ.
    pub fn append(&mut self, mut other: Self) {
        let measures = |table: &MeasureTable| table.measure;
        assert!(
            self.tables
                .iter()
                .map(measures)
                .eq(other.tables.iter().map(measures)),
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
        if rows.len() == self.len() && rows.iter().enumerate().all(|(at, row)| at == *row as usize)
        {
            return;
        }
        let rows = || rows.iter().map(|row| *row as usize);
        let columns = self
            .tables
            .iter_mut()
            .flat_map(|table| table.systems.iter_mut().flatten());
        columns
            .chain(&mut self.human)
            .chain([&mut self.groups])
            .for_each(|column| *column = column.select(rows()));
        self.ids = rows().map(|row| self.ids.get(row)).collect();
    }

    /// Renames measures, and drops those without a new name.
    pub fn map_measures(&mut self, rename: impl Fn(Measure) -> Option<Measure>) {
        self.tables.retain_mut(|table| {
            rename(table.measure)
                .map(|measure| table.measure = measure)
                .is_some()
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

    /// Whether there are no segments.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The id of a segment.
    pub fn id(&self, segment: usize) -> &str {
        self.ids.get(segment)
    }

    /// The groups in the order of the file; one unnamed group if there are none.
    pub fn groups(&self) -> &[String] {
        &self.group_names
    }

    /// The value of a system in a segment, for P, R, F1 or another measure that is a mean.
    pub fn score(&self, measure: Measure, system: usize, segment: usize) -> Option<f64> {
        let table = self.tables.iter().find(|table| table.measure == measure)?;
        let number = table.systems[system][0].get(segment);
        (table.statistic == Statistic::Mean && !number.is_nan()).then_some(number)
    }

    /// The human score of a system's candidate.
    pub fn human(&self, system: usize, segment: usize) -> Option<f64> {
        Some(self.human[system].get(segment)).filter(|score| !score.is_nan())
    }
}

impl<'a> SelectedSegments<'a> {
    /// The segments of a group; all without one.
    pub fn new(of: &'a Segments, group: Option<usize>) -> Self {
        let is_member =
            |row: &u32| group.is_none_or(|group| of.groups.get(*row as usize) as usize == group);
        Self {
            of,
            rows: (0..of.len() as u32).filter(is_member).collect(),
        }
    }

    pub fn len(&self) -> usize {
        self.rows.len()
    }

    pub fn rows(&self) -> impl DoubleEndedIterator<Item = usize> + Clone {
        self.rows.iter().map(|row| *row as usize)
    }

    /// Writes the numbers of a column for a block of these segments to `out`, which is as long as the block.
    pub fn read_block(&self, column: &Column, block: usize, out: &mut [f64]) {
        if self.len() == self.of.len() {
            column.read_block(block, out);
        } else {
            column.read_at(&self.rows[block * BLOCK_SEGMENTS..][..out.len()], out);
        }
    }
}
