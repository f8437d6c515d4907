//! Lessons: pairs in an order, each with what it teaches, from a TOML file.
//!
//! A lesson has texts, settings and claims, and knows nothing of a screen. [`read`] opens a file, [`check`] compares the
//! claims with a model's numbers, and [`shipped`] has the bundled lessons.

pub mod check;
pub mod error;
mod fields;
pub mod page;
pub mod read;
pub mod shipped;

use bertscope_analysis::Idf;
use bertscope_explain::Topic;

pub use bertscope_report::Direction;
pub use check::{Broken, Check};
pub use error::LessonError;
pub use read::{open, parse};

/// A lesson.
#[derive(Debug, Clone, PartialEq)]
pub struct Lesson {
    /// Its title.
    pub title: String,
    /// Its introduction, in a sentence or two.
    pub about: String,
    /// Its steps, at least one.
    pub steps: Vec<Step>,
}

/// One pair and what it teaches.
#[derive(Debug, Clone, PartialEq)]
pub struct Step {
    /// Its title.
    pub title: String,
    /// The reference.
    pub reference: String,
    /// The candidate.
    pub candidate: String,
    /// A second candidate to compare with the first.
    pub other: Option<String>,
    /// Whether the picture beside the note is that of the other candidate.
    pub shows_other: bool,
    /// The question before the scores are shown; without one they are shown at once.
    pub question: Option<String>,
    /// The explanation.
    pub note: String,
    /// Its settings.
    pub settings: Settings,
    /// The claims of its text.
    pub checks: Vec<Check>,
}

/// The settings of a step. `None` is the default of the model or the program.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Settings {
    /// The layer.
    pub layer: Option<usize>,
    /// The source of IDF weights.
    pub idf: Idf,
    /// Whether the score is rescaled.
    pub rescale: bool,
    /// The open panel.
    pub panel: Option<Topic>,
    /// The direction that is shown.
    pub direction: Option<Direction>,
}
