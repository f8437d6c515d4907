//! The questions that the page's script can ask.

use bertscope_explain::KeptTexts;
use bertscope_lessons::Exercise;
use bertscope_metric::alignment::AlignmentKind;
use bertscope_report::export::Format;
use bertscope_report::export::link::{Link, PairView};
use serde::Deserialize;

use crate::failure::Failure;

#[derive(Debug, Deserialize)]
#[serde(tag = "ask", rename_all = "lowercase", deny_unknown_fields)]
pub enum Question {
    /// The score and picture of a pair, which becomes the pair of the other questions.
    Score {
        view: PairView,
        dark: bool,
        /// Which edit of which pair it scores.
        #[serde(default)]
        version: PairVersion,
    },
    Panel(PanelSettings),
    Cell {
        candidate: usize,
        reference: usize,
    },
    /// A stage of the walkthrough.
    Walk {
        /// Its number, from 1.
        stage: usize,
        /// The cell of the derivation, candidate and reference; none on entering a stage that selects one.
        #[serde(default)]
        cell: Option<(usize, usize)>,
        #[serde(default)]
        go: Option<StepMove>,
        /// Other references of the pair.
        #[serde(default)]
        references: KeptTexts,
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
        dark: bool,
    },
    /// The candidates of the first screen, each with its words, its arrows and its place on the ruler. They do not become
    /// the pair of the other questions.
    Opening {
        reference: String,
        candidates: Vec<String>,
    },
    /// F1 of every candidate, including kept ones: the highest over the references.
    Rank {
        view: PairView,
        /// The votes of a class for each of them, if there were any.
        #[serde(default)]
        votes: Vec<u32>,
    },
    /// Whether the pair that was scored last solves an exercise.
    Exercise {
        exercise: Exercise,
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
        view: PairView,
    },
    Export {
        /// The pair, with the panel that the file contains.
        view: PairView,
        format: Format,
        /// Whether the picture is dark.
        dark: bool,
    },
    /// The part of a URL after `#`.
    Link {
        to: Link,
    },
    /// The target of a URL.
    Follow {
        address: String,
    },
    /// A URL as a QR code.
    Code {
        address: String,
    },
    Lessons,
    /// A lesson: the text of its file, or, without one, a bundled lesson.
    Lesson {
        /// The name of the bundled lesson, or of the file.
        name: String,
        text: Option<String>,
    },
    /// Whether the claims of a lesson hold.
    Claims {
        name: String,
        text: Option<String>,
    },
}

/// The pair, with the requested panel, and its settings on the page.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PanelSettings {
    pub view: PairView,
    /// The alignment whose pairs the panel of matches lists.
    #[serde(default)]
    pub alignment: AlignmentKind,
}

/// Counts the pairs of the page and the edits of each; edits without a pause between them are one. A question that waits
/// is replaced by a newer one, so each says what it is, not what has changed since the one before.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PairVersion {
    pub pair: u32,
    pub edit: u32,
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StepMove {
    Next,
    Back,
    /// To the last step of the stage, with all rows.
    AllRows,
}

pub fn parse(json: &str) -> Result<Question, Failure> {
    serde_json::from_str(json)
        .map_err(|error| Failure(format!("The page sent an unknown request: {error}")))
}
