//! A pair of a file, its scores, and the sort columns of the list.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use strum::{IntoStaticStr, VariantArray};

use bertscope_analysis::BulkPair;
use bertscope_metric::Score;
use bertscope_report::next_variant;

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
    /// The candidates of further systems, in the order of [`PairsList::systems`](crate::PairsList::systems).
    pub other_candidates: Vec<String>,
    /// Whether a text has the quotes of a table that was read without them.
    pub looks_quoted: bool,
}

impl FilePair {
    pub fn candidates(&self) -> impl Iterator<Item = &String> {
        std::iter::once(&self.candidate).chain(&self.other_candidates)
    }

    /// What is scored: the candidate of each system.
    pub(crate) fn bulk_pairs(&self) -> impl Iterator<Item = BulkPair<'_>> {
        self.candidates().map(|candidate| BulkPair {
            candidate,
            references: &self.references,
        })
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
    pub(crate) fn forget(&mut self) {
        self.computed = self.row.as_ref().err().map(|why| Err(Arc::clone(why)));
    }

    /// The raw scores, once they are computed.
    pub(crate) fn raw_scores(&self) -> Option<&[Score]> {
        self.computed.as_ref()?.as_deref().ok()
    }
}

/// The sort columns of the list, with their names.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, IntoStaticStr, VariantArray, Serialize, Deserialize,
)]
#[serde(rename_all = "kebab-case")]
pub enum Sort {
    #[default]
    #[strum(serialize = "file order")]
    File,
    F1,
    #[strum(serialize = "P")]
    Precision,
    #[strum(serialize = "R")]
    Recall,
    #[strum(serialize = "|P−R|")]
    Gap,
    #[strum(serialize = "human")]
    Human,
    #[strum(serialize = "F1 rank − human rank")]
    RankDifference,
    /// F1 of the compared system minus that of the first.
    #[strum(serialize = "difference of F1")]
    SystemDifference,
    /// Number of kinds in which the texts differ.
    #[strum(serialize = "words to look at")]
    Kinds,
}

impl Sort {
    /// The column of numbers with a name in a filter.
    pub(crate) fn from_filter_name(name: &str) -> Option<Self> {
        Some(match name {
            "f1" => Self::F1,
            "p" => Self::Precision,
            "r" => Self::Recall,
            "gap" => Self::Gap,
            "human" => Self::Human,
            "rank" => Self::RankDifference,
            "difference" => Self::SystemDifference,
            _ => return None,
        })
    }

    #[must_use]
    pub fn next(self) -> Self {
        next_variant(self)
    }

    pub fn name(self) -> &'static str {
        self.into()
    }

    /// How bad a pair with this number is; the lowest is the worst, and first in the list.
    pub(crate) fn badness(self, number: f64) -> f64 {
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
