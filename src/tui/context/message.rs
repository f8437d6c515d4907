//! The messages of the inspector.

use std::sync::Arc;
use std::time::Duration;

use super::{AnsweredQuestion, ModelInfo};
use crate::tui::parts::export::job::ExportOutcome;
use crate::tui::terminal::event::TerminalEvent;
use bertscope_analysis::{Analysis, Cosine};
use bertscope_lessons::Lesson;
use bertscope_models::Progress;
use bertscope_models::catalogue::ModelChoice;
use bertscope_pair_list::PairsMessage;

#[derive(Debug, Clone)]
pub enum Message {
    /// What the terminal delivered.
    Terminal(TerminalEvent),
    /// Progress of opening the model of the request with this number.
    Opening(u64, Progress),
    /// The model of the request with this number is ready.
    Opened(u64, ModelInfo),
    /// The model of the request with this number could not be opened, with the reason.
    OpenFailed(u64, String),
    /// The models to choose from.
    ModelsListed(Vec<ModelChoice>),
    /// What to know about the notes of a lesson whose claims do not all hold with the model in use.
    LessonChecked(Arc<Lesson>, String),
    Analyzed(AnalysisOutcome),
    /// An answer to a question about the pair, possibly incomplete.
    Explained(Arc<AnsweredQuestion>),
    /// The question of the job with this number could not be answered, with the reason.
    ExplanationFailed(u64, String),
    /// The outcome of the export with this number.
    Exported(u64, ExportOutcome),
    /// A message about the file of pairs.
    Pairs(PairsMessage),
    /// The time has come for the next row of a walkthrough that plays.
    Tick,
}

impl From<TerminalEvent> for Message {
    fn from(event: TerminalEvent) -> Self {
        Self::Terminal(event)
    }
}

/// The outcome of an analysis job.
#[derive(Debug, Clone)]
pub struct AnalysisOutcome {
    /// Number of the job; later jobs have larger numbers.
    pub job: u64,
    /// The analysis, or why there is none.
    pub result: Result<Arc<Analysis>, String>,
    /// The cosine of the requested cell.
    pub cosine: Option<Cosine>,
    /// The time from text to score; `None` if the model had nothing to compute.
    pub elapsed: Option<Duration>,
}
