//! The scores of several systems over the same segments: the input of every comparison.

use bertscope_overlap::{BleuCounts, ChrfCounts};

use crate::Measure;
use crate::column::Column;
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
    fn has_statistic(&self, statistic: Statistic) -> bool {
        match self {
            Self::Number(_) => statistic == Statistic::Mean,
            Self::Bleu(_) => statistic == Statistic::Bleu,
            Self::Chrf(_) => statistic == Statistic::Chrf,
        }
    }
}

/// The scores of several systems over the same segments. Memory: about 50 bytes for each segment and system, plus 4 to 72
/// for each further measure.
#[derive(Debug, Clone)]
pub struct Segments {
    systems: Vec<String>,
    ids: Vec<String>,
    /// Position of each segment's group.
    groups: Vec<usize>,
    group_names: Vec<String>,
    /// \[systems\]\[segments\].
    human: Vec<Vec<Option<f64>>>,
    /// P, R and F1 first.
    tables: Vec<MeasureTable>,
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
    #[must_use]
    pub fn new(systems: Vec<String>, others: &[Measure]) -> Self {
        let table = |&measure: &Measure| {
            let statistic = Statistic::for_measure(measure);
            MeasureTable { measure, statistic, systems: systems.iter().map(|_| statistic.columns(measure)).collect() }
        };
        let tables = Measure::MAIN.iter().chain(others).map(table).collect();
        let human = vec![Vec::new(); systems.len()];
        Self { tables, human, systems, ids: Vec::new(), groups: Vec::new(), group_names: Vec::new() }
    }

    /// Adds a segment: its id (or the number of its row), its group (empty for none), and one entry for each system.
    ///
    /// # Panics
    /// If `row` does not have one entry for each system, each with one value of the right kind for each further measure.
    pub fn push(&mut self, id: String, group: &str, row: &[SegmentScores]) {
        assert_eq!(row.len(), self.systems.len(), "one entry for each system");
        let place = self.group_names.iter().position(|name| name == group).unwrap_or_else(|| {
            self.group_names.push(group.to_owned());
            self.group_names.len() - 1
        });
        self.groups.push(place);
        self.ids.push(id);
        for (system, segment) in row.iter().enumerate() {
            let main = segment.scores.map(SegmentValue::Number);
            let values = main.iter().chain(&segment.others);
            assert_eq!(values.clone().count(), self.tables.len(), "one value for each measure");
            self.human[system].push(segment.human);
            for (table, value) in self.tables.iter_mut().zip(values) {
                assert!(value.has_statistic(table.statistic), "a value of the kind of its measure");
                Statistic::push(&mut table.systems[system], value);
            }
        }
    }

    /// Only the segments of a group.
    #[must_use]
    pub fn group_segments(&self, group: usize) -> Self {
        let members: Vec<usize> = (0..self.len()).filter(|segment| self.groups[*segment] == group).collect();
        let select = |column: &Column| column.select(members.iter().copied());
        let table = |table: &MeasureTable| MeasureTable {
            systems: table.systems.iter().map(|columns| columns.iter().map(select).collect()).collect(),
            ..*table
        };
        Self {
            systems: self.systems.clone(),
            ids: members.iter().map(|segment| self.ids[*segment].clone()).collect(),
            groups: vec![0; members.len()],
            group_names: vec![self.group_names[group].clone()],
            human: self.human.iter().map(|of| members.iter().map(|segment| of[*segment]).collect()).collect(),
            tables: self.tables.iter().map(table).collect(),
        }
    }

    /// Names of the systems, the baseline first.
    #[must_use]
    pub fn systems(&self) -> &[String] {
        &self.systems
    }

    /// Number of segments.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ids.len()
    }

    /// Whether there are no segments.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ids.is_empty()
    }

    /// The id of a segment.
    #[must_use]
    pub fn id(&self, segment: usize) -> &str {
        &self.ids[segment]
    }

    /// The groups in the order of the file; one unnamed group if there are none.
    #[must_use]
    pub fn groups(&self) -> &[String] {
        &self.group_names
    }

    /// The value of a system in a segment, for P, R, F1 or another measure that is a mean.
    #[must_use]
    pub fn score(&self, measure: Measure, system: usize, segment: usize) -> Option<f64> {
        let table = self.tables.iter().find(|table| table.measure == measure)?;
        let number = table.systems[system][0].get(segment);
        (table.statistic == Statistic::Mean && !number.is_nan()).then_some(number)
    }

    /// The human score of a system's candidate.
    #[must_use]
    pub fn human(&self, system: usize, segment: usize) -> Option<f64> {
        self.human[system][segment]
    }

    pub(crate) fn tables(&self) -> &[MeasureTable] {
        &self.tables
    }
}
