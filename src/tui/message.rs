//! The messages of the inspector.

use std::sync::Arc;
use std::time::Duration;

use crossterm::event::{KeyEvent, MouseEvent};

use super::explaining::Explained;
use super::export::ExportOutcome;
use super::pairs_list::PairsMessage;
use super::picker::ModelChoice;
use bertscope_analysis::{Analysis, Cosine};
use bertscope_encoder::Layer;
use bertscope_models::Progress;

/// A message.
#[derive(Debug, Clone)]
pub enum Message {
    /// A key was pressed (not released).
    Key(KeyEvent),
    /// Enter was pressed, and a character was there right behind it: the line end of a paste, in a terminal that does not
    /// mark pasted text, or a user whose keys arrive late.
    LineEnd(KeyEvent),
    /// Text was pasted, or typed faster than keys can be distinguished.
    Paste(String),
    /// The mouse was used, which happens only when capture is on.
    Mouse(MouseEvent),
    /// The terminal has another size now.
    Resize(u16, u16),
    /// The model of the request with this number is so far.
    Opening(u64, Progress),
    /// The model of the request with this number is ready.
    Opened(u64, ModelInfo),
    /// The model of the request with this number cannot be opened, and why.
    OpenFailed(u64, String),
    /// The models that can be chosen.
    Choices(Vec<ModelChoice>),
    /// A pair was analysed.
    Analyzed(Outcome),
    /// A question about the pair was answered, perhaps not yet in full.
    Explained(Arc<Explained>),
    /// The question of the job with this number cannot be answered, and why.
    NotExplained(u64, String),
    /// The outcome of the export with this number.
    Exported(u64, ExportOutcome),
    /// Something about the pairs of a file.
    Pairs(PairsMessage),
    /// The program received a signal to stop until the shell resumes it.
    Suspend,
    /// The program was stopped, and runs again.
    Resumed,
    /// The program received a signal to end.
    Terminate,
}

/// What the worker found.
#[derive(Debug, Clone)]
pub struct Outcome {
    /// Number of the job; later jobs have larger numbers.
    pub job: u64,
    /// The analysis, or a sentence that says why there is none.
    pub result: Result<Arc<Analysis>, String>,
    /// The cosine of the cell that was asked for.
    pub cosine: Option<Cosine>,
    /// How long it took, from text to score.
    pub elapsed: Duration,
}

/// What the screen says of the model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModelInfo {
    /// Its name.
    pub name: String,
    /// Its origin: a folder, the hub, or the program.
    pub origin: String,
    /// What opens it again, from wherever: the bundled model's name, a name of the hub, or an absolute folder.
    pub reopen: String,
    /// Its last layer.
    pub last_layer: Layer,
    /// The layer to score with at first.
    pub layer: Layer,
    /// Whether that is the layer that was chosen by human judgements; otherwise it is the last, for want of a better.
    pub layer_is_tuned: bool,
}
