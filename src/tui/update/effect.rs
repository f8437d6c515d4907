//! What the loop must do after an update, and what a part of the screen makes of a key.

use crate::tui::export::ExportJob;
use crate::tui::keymap::Action;
use crate::tui::marked_export::MarkedJob;
use crate::tui::opening::ModelRequest;
use crate::tui::pairs_list::PairsEffect;
use crate::tui::worker::Job;

/// What the loop must do after an update.
#[derive(Debug, Clone, PartialEq)]
pub enum Effect {
    /// Analyse this pair; an older one that has not started is dropped.
    Analyze(Job),
    /// Open a model; one that is being opened is dropped.
    OpenModel(ModelRequest),
    /// Drop the model that is being opened.
    CancelOpening,
    /// The model of the request with this number does all analyses from here on.
    UseModel(u64),
    /// Gather the models to choose from; these folders were used before.
    ListModels(Vec<String>),
    /// Export something: render it, and write it if it is a file.
    Export(ExportJob),
    /// Export the marked pairs of the file.
    ExportMarked(MarkedJob),
    /// Read, score, count or write something of the file of pairs.
    Pairs(PairsEffect),
    /// Hand a text to the terminal, for its clipboard.
    Copy(String),
    /// Suspend until the shell resumes the program.
    Suspend,
    /// Take the terminal again after the program was stopped.
    Resume,
    /// Draw every cell again.
    Redraw,
    /// Leave; with an error if there is one.
    Quit(Option<String>),
}

/// What a prompt or a list makes of a key.
pub(super) enum KeyOutcome {
    /// The key was for it.
    Handled(Vec<Effect>),
    /// The key asks for something of the whole screen.
    Global(Action),
}

impl KeyOutcome {
    /// The key was for it and changed only the state.
    pub(super) const DONE: Self = Self::Handled(Vec::new());
}
