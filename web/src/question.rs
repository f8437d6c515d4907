//! The questions that the page's script can ask.

use bertscope_metric::alignment::AlignmentKind;
use bertscope_report::export::Format;
use bertscope_report::export::link::PairView;
use serde::Deserialize;

use crate::failure::Failure;

/// A question.
#[derive(Debug, Deserialize)]
#[serde(tag = "ask", rename_all = "lowercase", deny_unknown_fields)]
pub enum Question {
    /// The score and picture of a pair, which becomes the pair of the other questions.
    Score {
        /// The pair.
        view: PairView,
        /// Whether the page is dark.
        dark: bool,
        /// Whether this and further edits are measured against the last pair; `None` if this pair is not an edit.
        anchor: Option<bool>,
    },
    /// An explanation.
    Panel {
        /// The pair, with the requested panel.
        view: PairView,
        /// The alignment whose pairs the panel of matches lists.
        #[serde(default)]
        alignment: AlignmentKind,
    },
    /// The derivation of a cell.
    Cell {
        /// Candidate token.
        candidate: usize,
        /// Reference token.
        reference: usize,
    },
    /// A stage of the walkthrough.
    Walk {
        /// Its number, from 1.
        stage: usize,
        /// The cell of the derivation, candidate and reference; none on entering a stage that selects one.
        #[serde(default)]
        cell: Option<(usize, usize)>,
        /// The direction of the move.
        #[serde(default)]
        go: Option<StepMove>,
        /// Other references of the pair.
        #[serde(default)]
        references: Vec<String>,
    },
    /// What a word costs.
    Word {
        /// Whether it is a word of the candidate.
        candidate: bool,
        /// Its first token.
        token: usize,
    },
    /// The frames that build the score from the finished matrix.
    Play {
        /// The pair, whose colours the frames have.
        view: PairView,
        /// Whether the page is dark.
        dark: bool,
    },
    /// F1 of every candidate, including kept ones: the highest over the references.
    Rank {
        /// The pair.
        view: PairView,
    },
    /// Tables that replace the bundled ones for all further scores.
    Use {
        /// The texts of the IDF table.
        corpus: Vec<String>,
        /// A baseline table in the format of `bert_score`: `LAYER,P,R,F`, one line per layer.
        baselines: String,
    },
    /// The numbers of the matrix as tables.
    Tables {
        /// The pair.
        view: PairView,
    },
    /// A file.
    Export {
        /// The pair, with the panel that the file contains.
        view: PairView,
        /// The format.
        format: Format,
        /// Whether the picture is dark.
        dark: bool,
    },
    /// The part of a URL after `#`.
    Link {
        /// Its target.
        to: Destination,
    },
    /// The target of a URL.
    Follow {
        /// The URL.
        address: String,
    },
    /// A URL as a QR code.
    Code {
        /// The URL.
        address: String,
    },
    /// The bundled lessons.
    Lessons,
    /// A lesson: the text of its file, or, without one, a bundled lesson.
    Lesson {
        /// The name of the bundled lesson, or of the file.
        name: String,
        /// The text of the file.
        text: Option<String>,
    },
}

/// The target of a link.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Destination {
    /// A pair.
    View(Box<PairView>),
    /// A lesson and a step, from 1.
    Lesson(String, usize),
}

/// A move in the walkthrough.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StepMove {
    /// One step forward.
    Next,
    /// One step back.
    Back,
    /// To the last step of the stage, with all rows.
    AllRows,
}

/// Parses a question from JSON.
pub fn parse(json: &str) -> Result<Question, Failure> {
    serde_json::from_str(json)
        .map_err(|error| Failure(format!("The page sent an unknown request: {error}")))
}
