//! A pair of a file, what is known of it, and what a list of pairs can be sorted by.

use std::sync::Arc;

/// Precision, recall and F1; `None` for one that does not exist.
pub type Numbers = [Option<f64>; 3];

/// A pair as the file has it.
#[derive(Debug, Clone, PartialEq)]
pub struct FilePair {
    /// What the file calls it, or its row's number.
    pub id: String,
    /// The candidate.
    pub candidate: String,
    /// The references, at least one.
    pub references: Vec<String>,
    /// Its scores in the file.
    pub scores: Option<Numbers>,
}

/// A row of a file: a pair, or a sentence that says why there is none.
pub type FileRow = Result<Arc<FilePair>, Arc<str>>;

/// The scores of a pair.
#[derive(Debug, Clone, PartialEq)]
pub enum KnownScore {
    /// Not computed yet.
    NotYet,
    /// Those of the file.
    File(Numbers),
    /// Computed by the model.
    Scored(Numbers),
    /// Why there are none.
    Refused(Arc<str>),
}

impl KnownScore {
    /// The numbers, where there are any.
    #[must_use]
    pub fn numbers(&self) -> Option<Numbers> {
        match self {
            Self::File(numbers) | Self::Scored(numbers) => Some(*numbers),
            Self::NotYet | Self::Refused(_) => None,
        }
    }
}

/// A line of the list.
#[derive(Debug, Clone, PartialEq)]
pub struct Item {
    /// The row.
    pub row: FileRow,
    /// Its scores.
    pub known: KnownScore,
}

/// What the list is sorted by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sort {
    /// As in the file.
    File,
    /// F1.
    F1,
    /// Precision.
    Precision,
    /// Recall.
    Recall,
    /// How far precision and recall are apart.
    Gap,
    /// Human score.
    Human,
    /// How far the rank by F1 is from the rank by human score.
    RankGap,
}

impl Sort {
    /// The next one.
    #[must_use]
    pub fn next(self) -> Self {
        match self {
            Self::File => Self::F1,
            Self::F1 => Self::Precision,
            Self::Precision => Self::Recall,
            Self::Recall => Self::Gap,
            Self::Gap => Self::Human,
            Self::Human => Self::RankGap,
            Self::RankGap => Self::File,
        }
    }

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::File => "file order",
            Self::F1 => "F1",
            Self::Precision => "P",
            Self::Recall => "R",
            Self::Gap => "|P−R|",
            Self::Human => "human",
            Self::RankGap => "F1 against human",
        }
    }

    /// Whether the worst has the largest number.
    pub(super) fn largest_is_worst(self) -> bool {
        matches!(self, Self::Gap | Self::RankGap)
    }

    /// The number of a pair; none where it is not known, or not a score.
    #[must_use]
    pub fn of(self, known: &KnownScore) -> Option<f64> {
        let [precision, recall, f1] = known.numbers()?;
        match self {
            Self::File | Self::F1 => f1,
            Self::Precision => precision,
            Self::Recall => recall,
            Self::Gap => Some((precision? - recall?).abs()),
            Self::Human | Self::RankGap => None,
        }
    }
}

/// A mark and a note.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tag {
    /// Whether the pair is marked.
    pub marked: bool,
    /// The note, perhaps empty.
    pub note: String,
}
