//! Floor 6: lessons, pairs in an order, each with what it teaches, in a file that a teacher writes.
//!
//! A lesson knows texts, settings and claims, and nothing of a screen. [`read`] makes one of a TOML file, [`check`] holds its
//! claims against a model's numbers, and [`shipped`] are those inside the program.

pub mod check;
pub mod error;
mod fields;
pub mod page;
pub mod read;
pub mod shipped;

use serde::Deserialize;

use bertscope_analysis::Idf;
use bertscope_explain::Topic;

pub use check::{Broken, Check};
pub use error::LessonError;
pub use read::{open, parse};

/// A lesson.
#[derive(Debug, Clone, PartialEq)]
pub struct Lesson {
    /// What it is called.
    pub title: String,
    /// What it is about, in a sentence or two.
    pub about: String,
    /// Its steps, at least one.
    pub steps: Vec<Step>,
}

/// Which way of matching a step looks at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Direction {
    /// Both.
    Both,
    /// Each candidate token's best reference token.
    Precision,
    /// Each reference token's best candidate token.
    Recall,
}

/// One pair and what it teaches.
#[derive(Debug, Clone, PartialEq)]
pub struct Step {
    /// What it is called.
    pub title: String,
    /// The reference.
    pub reference: String,
    /// The candidate.
    pub candidate: String,
    /// A second candidate, to be compared with the first.
    pub other: Option<String>,
    /// What is asked before the scores are shown; without it they are shown at once.
    pub question: Option<String>,
    /// What there is to see.
    pub note: String,
    /// How it is scored and shown.
    pub settings: Settings,
    /// What its text claims.
    pub checks: Vec<Check>,
}

/// How a step is scored and shown. What is `None` is as the model and the program have it at first.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Settings {
    /// The layer.
    pub layer: Option<usize>,
    /// How tokens are weighed.
    pub idf: Idf,
    /// Whether the score is rescaled.
    pub rescale: bool,
    /// The panel that is open.
    pub panel: Option<Topic>,
    /// The way of matching that is shown.
    pub direction: Option<Direction>,
}
