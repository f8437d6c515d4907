//! What the page's script can ask.

use bertscope_metric::alignment::Kind;
use serde::Deserialize;

use crate::export::Format;
use crate::failure::Failure;
use crate::view::View;

/// A question.
#[derive(Debug, Deserialize)]
#[serde(tag = "ask", rename_all = "lowercase", deny_unknown_fields)]
pub enum Question {
    /// The score of a pair with its picture. It becomes the pair of the other questions.
    Score {
        /// The pair.
        view: View,
        /// Whether the page is dark.
        dark: bool,
        /// Whether the pair before this one is what changes are measured against.
        anchor: bool,
    },
    /// An explanation.
    Panel {
        /// The pair, with the panel that is asked for.
        view: View,
        /// Columns of a row.
        width: u16,
        /// The alignment whose pairs the panel of the matches shows.
        #[serde(default)]
        alignment: Alignment,
    },
    /// How a cell was computed.
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
        /// The cell that is worked out, candidate and reference; none when a stage is entered that chooses one.
        #[serde(default)]
        cell: Option<(usize, usize)>,
        /// Where to go from there.
        #[serde(default)]
        go: Option<Go>,
        /// Other references of the pair.
        #[serde(default)]
        references: Vec<String>,
    },
    /// F1 of every candidate, those that are kept too; of one candidate the highest over its references.
    Rank {
        /// The pair.
        view: View,
    },
    /// Other tables than the bundled ones, for all scores from now on.
    Use {
        /// Texts over which IDF is counted.
        corpus: Vec<String>,
        /// Baselines, as `bert_score` writes them: `LAYER,P,R,F` and a line for each layer.
        baselines: String,
    },
    /// The numbers of the picture as tables.
    Tables {
        /// The pair.
        view: View,
    },
    /// A file.
    Export {
        /// The pair, with the panel that goes into the file.
        view: View,
        /// Its format.
        format: Format,
        /// Whether the picture is dark.
        dark: bool,
    },
    /// The part of an address behind `#`.
    Link {
        /// What it opens.
        to: Destination,
    },
    /// What an address opens.
    Follow {
        /// The address.
        address: String,
    },
    /// An address as a QR code.
    Code {
        /// The address.
        address: String,
    },
    /// The bundled lessons.
    Lessons,
    /// A lesson: the text of its file, or without one a bundled lesson.
    Lesson {
        /// Its name: of the bundled lesson, or of the file.
        name: String,
        /// The text of the file.
        text: Option<String>,
    },
}

/// What a link opens.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Destination {
    /// A pair.
    View(Box<View>),
    /// A lesson and a step, from 1.
    Lesson(String, usize),
}

/// A way through the walkthrough.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Go {
    /// One step on.
    Next,
    /// One step back.
    Back,
    /// To the last step of the stage, with all rows.
    AllRows,
}

/// The alignment whose pairs are shown.
#[derive(Debug, Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Alignment {
    /// The metric's.
    #[default]
    Greedy,
    /// Pairs that are each other's best.
    Mutual,
    /// Each token at most once.
    OneToOne,
}

impl From<Alignment> for Kind {
    fn from(alignment: Alignment) -> Self {
        match alignment {
            Alignment::Greedy => Self::Greedy,
            Alignment::Mutual => Self::Mutual,
            Alignment::OneToOne => Self::OneToOne,
        }
    }
}

/// A question from its JSON.
pub fn parse(json: &str) -> Result<Question, Failure> {
    serde_json::from_str(json)
        .map_err(|error| Failure(format!("The page asked what this version does not know: {error}")))
}
