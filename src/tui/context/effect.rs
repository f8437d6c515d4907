//! Effects that the loop carries out after an update, and the job of the analysis.

use std::sync::Arc;

use super::ModelRequest;
use crate::tui::parts::export::job::{ExportJob, MarkedJob};
use bertscope_analysis::Settings;
use bertscope_explain::Question;
use bertscope_models::FrequencyTable;
use bertscope_pair_list::PairsEffect;

#[derive(Debug, Clone, PartialEq)]
pub enum Effect {
    /// Analyse this pair; an older job that has not started is dropped.
    Analyze(AnalysisJob),
    /// Open a model; replaces the one that is being opened.
    OpenModel(ModelRequest),
    /// Cancel the model that is being opened.
    CancelOpening,
    /// Use the model of the request with this number for all further analyses.
    UseModel(u64),
    /// Collect the models to choose from; these folders were used before.
    ListModels(Vec<String>),
    /// Export: render, and write if the target is a file.
    Export(ExportJob),
    /// Export the marked pairs of the file.
    ExportMarked(MarkedJob),
    /// A request to the threads of the file of pairs.
    Pairs(PairsEffect),
    /// Send a text to the terminal's clipboard.
    Copy(String),
    /// Show a text in place of the inspector, until [`Effect::Resume`].
    ShowText(String),
    /// Enable the keyboard protocol that tells all keys apart.
    DistinguishKeys,
    /// Suspend until the shell resumes the program.
    Suspend,
    /// Set up the terminal again after the program was stopped.
    Resume,
    /// Draw every cell again.
    Redraw,
    /// Quit, with an error if there is one.
    Quit(Option<String>),
}

/// A pair to analyse.
#[derive(Debug, Clone, PartialEq)]
pub struct AnalysisJob {
    /// Later jobs have larger numbers.
    pub number: u64,
    pub reference: String,
    pub candidate: String,
    pub settings: Settings,
    /// Document frequencies that replace the model's.
    pub table: Option<Arc<FrequencyTable>>,
    /// The question about the pair.
    pub question: Question,
    /// The cell whose cosine is requested, candidate and reference.
    pub cell: Option<(usize, usize)>,
}
