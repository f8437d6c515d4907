//! A pair of a file, its scores, and the sort columns of the list.

use std::sync::Arc;

use bertscope_metric::Score;

/// Precision, recall and F1; `None` if undefined.
pub type ScoreTriple = [Option<f64>; 3];

#[derive(Debug, Clone, PartialEq)]
pub struct FilePair {
    /// Its id, or the row number.
    pub id: String,
    pub candidate: String,
    /// The references, at least one.
    pub references: Vec<String>,
    /// Its scores in the file.
    pub scores: Option<ScoreTriple>,
    /// The candidates of further systems, in the order of [`super::PairsList::systems`].
    pub other_candidates: Vec<String>,
}

impl FilePair {
    pub fn candidates(&self) -> impl Iterator<Item = &String> {
        std::iter::once(&self.candidate).chain(&self.other_candidates)
    }

    pub fn candidate_for(&self, system: usize) -> &str {
        self.candidates().nth(system).unwrap_or(&self.candidate)
    }
}

/// A row of a file: a pair, or why there is none.
pub type FileRow = Result<Arc<FilePair>, Arc<str>>;

/// The raw scores of a pair, for the candidate of each system.
pub type RawScores = Box<[Score]>;

/// The scores of a pair, on the scale of the settings.
#[derive(Debug, Clone, PartialEq)]
pub enum KnownScore {
    /// Not computed yet.
    NotYet,
    /// Scores from the file.
    File(ScoreTriple),
    /// Scores from the model.
    Scored(ScoreTriple),
    /// Why there are none.
    Failed(Arc<str>),
}

impl KnownScore {
    /// The numbers, if there are any.
    pub fn numbers(&self) -> Option<ScoreTriple> {
        match self {
            Self::File(numbers) | Self::Scored(numbers) => Some(*numbers),
            Self::NotYet | Self::Failed(_) => None,
        }
    }
}

#[derive(Debug, Clone, PartialEq)]
pub struct ListItem {
    pub row: FileRow,
    /// The computed raw scores, or why there are none; `None` if they are not computed yet. Rescaled scores follow from
    /// them and the baseline.
    pub computed: Option<Result<RawScores, Arc<str>>>,
}

impl ListItem {
    /// A row that is not scored yet; a row without a pair never is.
    pub fn new(row: FileRow) -> Self {
        let mut item = Self {
            row,
            computed: None,
        };
        item.forget();
        item
    }

    /// Drops the computed scores.
    pub(super) fn forget(&mut self) {
        self.computed = self.row.as_ref().err().map(|why| Err(Arc::clone(why)));
    }

    /// The raw scores, once they are computed.
    pub(super) fn raw_scores(&self) -> Option<&[Score]> {
        self.computed.as_ref()?.as_deref().ok()
    }
}

/// The sort columns of the list.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Sort {
    /// File order.
    #[default]
    File,
    /// F1.
    F1,
    /// Precision.
    Precision,
    /// Recall.
    Recall,
    /// Difference of precision and recall.
    Gap,
    /// Human score.
    Human,
    /// The rank by F1 minus the rank by human score.
    RankDifference,
    /// F1 of the compared system minus that of the first.
    SystemDifference,
    /// Number of kinds in which the texts differ.
    Kinds,
}

impl Sort {
    /// All columns with their names, also those in a filter, as declared.
    const ALL: [(Self, &'static str, &'static str); 9] = [
        (Self::File, "file order", ""),
        (Self::F1, "F1", "f1"),
        (Self::Precision, "P", "p"),
        (Self::Recall, "R", "r"),
        (Self::Gap, "|P−R|", "gap"),
        (Self::Human, "human", "human"),
        (Self::RankDifference, "F1 rank − human rank", "rank"),
        (Self::SystemDifference, "difference of F1", "difference"),
        (Self::Kinds, "differences in kind", ""),
    ];

    /// The column of numbers with a name in a filter.
    pub(super) fn from_filter_name(name: &str) -> Option<Self> {
        Self::ALL
            .iter()
            .find(|(.., known)| !known.is_empty() && *known == name)
            .map(|(sort, ..)| *sort)
    }

    /// The next sort column.
    #[must_use]
    pub fn next(self) -> Self {
        Self::ALL[(self as usize + 1) % Self::ALL.len()].0
    }

    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].1
    }

    /// How bad a pair with this number is; the lowest is the worst, and first in the list.
    pub(super) fn badness(self, number: f64) -> f64 {
        match self {
            Self::File
            | Self::F1
            | Self::Precision
            | Self::Recall
            | Self::Human
            | Self::SystemDifference => number,
            Self::Gap | Self::Kinds => -number,
            // F1 and human scores disagree in either direction.
            Self::RankDifference => -number.abs(),
        }
    }

    /// The number of a pair with these scores; `None` if it is unknown, or not one of the scores.
    pub fn key(self, [precision, recall, f1]: ScoreTriple) -> Option<f64> {
        match self {
            Self::File | Self::F1 => f1,
            Self::Precision => precision,
            Self::Recall => recall,
            Self::Gap => Some((precision? - recall?).abs()),
            Self::Human | Self::RankDifference | Self::SystemDifference | Self::Kinds => None,
        }
    }
}

/// A mark and an annotation.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tag {
    /// Whether the pair is marked.
    pub marked: bool,
    /// The annotation, possibly empty.
    pub note: String,
}
