//! The messages between the list and its threads.

use std::sync::Arc;
use std::time::Duration;

use super::{ColumnsPiece, FilePair, FileRow, RawScores, Summary, SummaryJob};
use bertscope_analysis::{Idf, Settings};
use bertscope_explain::KeptTexts;
use bertscope_metric::BaselineRow;
use bertscope_models::FrequencyTable;
use bertscope_pairs::marks::Mark;

/// Document frequencies over the references of the file.
#[derive(Debug, Clone, PartialEq)]
pub enum FileIdf {
    /// Not asked for.
    Off,
    /// Asked for, to be counted when the file is read and the model there.
    Wanted,
    /// Being counted.
    Counting {
        /// Number of the job.
        number: u64,
        /// What opens the model whose tokens are counted.
        model: String,
    },
    /// Counted.
    On {
        /// What opens the model whose tokens were counted.
        model: String,
        /// The counts.
        table: Arc<FrequencyTable>,
    },
}

impl FileIdf {
    /// The counts, once they are there.
    #[must_use]
    pub fn table(&self) -> Option<&Arc<FrequencyTable>> {
        match self {
            Self::On { table, .. } => Some(table),
            Self::Off | Self::Wanted | Self::Counting { .. } => None,
        }
    }

    /// The model whose tokens are counted.
    #[must_use]
    pub fn model(&self) -> Option<&str> {
        match self {
            Self::Counting { model, .. } | Self::On { model, .. } => Some(model),
            Self::Off | Self::Wanted => None,
        }
    }
}

/// What scores are computed with; others are not comparable.
#[derive(Debug, Clone, PartialEq)]
pub struct Basis {
    /// What opens the model.
    pub model: String,
    /// Layer, weights, rescaling.
    pub settings: Settings,
    /// Whether [`Idf::Table`] is the table of the file's references.
    pub file_idf: bool,
}

/// Pairs to be scored.
#[derive(Debug, Clone, PartialEq)]
pub struct Batch {
    /// What they are scored for; an answer for an older one is of no use.
    pub generation: u64,
    /// How; raw, whatever the settings of the screen.
    pub settings: Settings,
    /// Document frequencies instead of the model's own.
    pub table: Option<Arc<FrequencyTable>>,
    /// Indices in the list, with the pairs.
    pub pairs: Vec<(usize, Arc<FilePair>)>,
}

/// What was on the screen before the file was opened.
#[derive(Debug, Clone, PartialEq)]
pub struct BeforePairs {
    /// The reference.
    pub reference: String,
    /// The candidate.
    pub candidate: String,
    /// The references that were kept.
    pub references: KeptTexts,
    /// The candidates that were kept.
    pub candidates: KeptTexts,
    /// How tokens were weighed.
    pub idf: Idf,
}

/// The scores of a batch.
#[derive(Debug, Clone, PartialEq)]
pub struct Scores {
    /// Of which batch.
    pub generation: u64,
    /// The raw scores, or the sentence why there are none, by index in the list.
    pub scores: Vec<(usize, Result<RawScores, Arc<str>>)>,
    /// What they are rescaled with; `None` where the model has no baseline for the layer.
    pub baseline: Option<BaselineRow>,
    /// How long they took.
    pub elapsed: Duration,
}

/// What the threads of the list report.
#[derive(Debug, Clone)]
pub enum PairsMessage {
    /// Human scores of the next rows, \[rows × systems\], sent before these.
    HumanScores(Vec<Option<f64>>),
    /// Other columns of the next rows, sent before these.
    Columns(ColumnsPiece),
    /// Rows of the file, the next ones.
    Rows(Vec<FileRow>),
    /// The file is read; or a sentence why not to its end.
    Read(Result<(), String>),
    /// A batch is scored.
    Scored(Scores),
    /// The references are counted, as the job with this number; or why not.
    Counted(u64, Result<Arc<FrequencyTable>, String>),
    /// The listed pairs are summarised.
    Summarised(Box<Summary>),
}

/// What the list asks of its threads.
#[derive(Debug, Clone, PartialEq)]
pub enum PairsEffect {
    /// Score a batch.
    Score(Batch),
    /// Count the references of these pairs, as the job with this number.
    Count(u64, Vec<Arc<FilePair>>),
    /// Summarise the listed pairs.
    Summarise(SummaryJob),
    /// Write the marks file.
    Save(Vec<Mark>),
}
