//! The messages between the list and its threads.

use std::sync::{Arc, Weak};
use std::time::Duration;

use crate::{FilePair, FileRow, RankingJob, RankingStatus, RawScores, Summary, SummaryJob};
use bertscope_analysis::{Conventions, Idf, Settings};
use bertscope_explain::KeptTexts;
use bertscope_metric::BaselineRow;
use bertscope_models::FrequencyTable;
use bertscope_pairs::OtherColumn;
use bertscope_pairs::marks::Mark;

/// Document frequencies over the references of the file.
#[derive(Debug, Clone, Default, PartialEq)]
pub enum FileIdf {
    /// Not requested.
    #[default]
    Off,
    /// Requested; counted when the file is read and the model is ready.
    Requested,
    /// Being counted.
    Counting {
        /// Number of the job.
        number: u64,
        /// The name that opens the model whose tokens are counted.
        model: String,
        /// The conventions that the counted tokens follow.
        conventions: Conventions,
    },
    /// Counted.
    On {
        /// The name that opens the model whose tokens were counted.
        model: String,
        /// The conventions that the counted tokens follow.
        conventions: Conventions,
        /// The counts.
        table: Arc<FrequencyTable>,
    },
}

impl FileIdf {
    /// The counts, once they are complete.
    pub fn table(&self) -> Option<&Arc<FrequencyTable>> {
        match self {
            Self::On { table, .. } => Some(table),
            Self::Off | Self::Requested | Self::Counting { .. } => None,
        }
    }

    /// The model and the conventions whose tokens are counted.
    pub fn tokens(&self) -> Option<(&str, Conventions)> {
        match self {
            Self::Counting {
                model, conventions, ..
            }
            | Self::On {
                model, conventions, ..
            } => Some((model, *conventions)),
            Self::Off | Self::Requested => None,
        }
    }
}

/// The basis of scores; those with another basis are not comparable.
#[derive(Debug, Clone, PartialEq)]
pub struct Basis {
    /// The name that opens the model.
    pub model: String,
    /// Layer, weights, rescaling.
    pub settings: Settings,
    /// Whether [`Idf::Table`] means the table of the file's references.
    pub file_idf: bool,
}

/// Pairs to score.
#[derive(Debug, Clone, PartialEq)]
pub struct Batch {
    /// The generation of the scores; older answers are dropped.
    pub generation: u64,
    /// The settings; scores are raw, whatever the settings of the screen.
    pub settings: Settings,
    /// Document frequencies that replace the model's.
    pub table: Option<Arc<FrequencyTable>>,
    /// Indices in the list, with the pairs.
    pub pairs: Vec<(usize, Arc<FilePair>)>,
}

/// The screen before the file was opened.
#[derive(Debug, Clone, PartialEq)]
pub struct BeforePairs {
    pub reference: String,
    pub candidate: String,
    pub references: KeptTexts,
    pub candidates: KeptTexts,
    /// The IDF setting.
    pub idf: Idf,
}

#[derive(Debug, Clone, PartialEq)]
pub struct BatchScores {
    pub generation: u64,
    /// The raw scores, or why there are none, by index in the list.
    pub scores: Vec<(usize, Result<RawScores, Arc<str>>)>,
    /// The baseline for rescaling; `None` if the model has none for the layer.
    pub baseline: Option<BaselineRow>,
    /// The time that scoring took.
    pub elapsed: Duration,
}

/// A report of the list's threads.
#[derive(Debug, Clone)]
pub enum PairsMessage {
    /// Human scores of the next rows, \[rows × systems\], sent before the rows.
    HumanScores(Vec<Option<f64>>),
    /// Other columns of the next rows, sent before the rows.
    Columns(Vec<Vec<OtherColumn>>),
    /// The next rows of the file.
    Rows(Vec<FileRow>),
    /// The end of the file, or why reading stopped.
    Read(Result<(), String>),
    Scored(BatchScores),
    /// The document frequencies of the job with this number, or why there are none.
    Counted(u64, Result<Arc<FrequencyTable>, String>),
    Summarised(Box<Summary>),
    /// The status of the ranking with this owner.
    Ranking(Weak<()>, RankingStatus),
}

/// A request to the list's threads.
#[derive(Debug, Clone, PartialEq)]
pub enum PairsEffect {
    Score(Batch),
    /// Count the references of these pairs with the tokens of these conventions, as the job with this number.
    Count(u64, Conventions, Vec<Arc<FilePair>>),
    Summarise(SummaryJob),
    /// Rank every setting.
    Rank(RankingJob),
    /// Write the marks file.
    Save(Vec<Mark>),
}
