//! Effects that the loop carries out after an update.

use crate::tui::files::marked_export::MarkedJob;
use crate::tui::pairs::PairsEffect;
use crate::tui::state::export::ExportJob;
use crate::tui::state::opening::ModelRequest;
use crate::tui::work::worker::AnalysisJob;

/// An effect of an update.
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
