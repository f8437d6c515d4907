//! Lessons: a sequence of pairs, each with an explanation, read from a TOML file.
//!
//! A lesson has texts, settings and claims, and is independent of any screen. [`read`] opens a file, [`check`] compares the
//! claims with a model's numbers, and [`bundled`] has the bundled lessons.
//! Its texts name actions by placeholders, which each medium [fills in](fill).

pub mod actions;
pub mod bundled;
pub mod check;
pub mod error;
pub mod exercise;
mod file;
pub mod guess;
pub mod html_page;
mod names;
mod placeholders;
pub mod read;
mod sentences;

/// Values of a TOML file that say what is wrong with them, for other files than lessons.
pub mod values {
    pub use crate::file::{NonEmptyText, WholeNumber};
    pub use crate::names::{OneOf, fields_of, nearest, toml_problem, unknown_name};
}

use bertscope_analysis::{SettingsRequest, Side};
use bertscope_explain::{KeptTexts, Topic};
use bertscope_report::export::link::PairView;

pub use actions::TextAction;
pub use bertscope_report::MatchDirection;
pub use check::{Check, CheckFinding, CheckReport};
pub use error::LessonError;
pub use exercise::Exercise;
pub use placeholders::fill;
pub use read::{open, parse};

#[derive(Debug, Clone, PartialEq)]
pub struct Lesson {
    pub title: String,
    /// Its introduction, in paragraphs.
    pub about: String,
    /// Its steps, at least one.
    pub steps: Vec<Step>,
}

impl Lesson {
    /// The minutes of all steps together; `None` when no step says how long it takes.
    pub fn minutes(&self) -> Option<usize> {
        self.minutes_up_to(self.steps.len())
    }

    /// The minutes of the first `steps` steps; `None` when no step of the lesson says how long it takes.
    pub fn minutes_up_to(&self, steps: usize) -> Option<usize> {
        if self.steps.iter().all(|step| step.minutes.is_none()) {
            return None;
        }
        let timed = self.steps.iter().take(steps);
        Some(timed.filter_map(|step| step.minutes).sum())
    }
}

/// One pair, or several candidates and references, and what they teach.
#[derive(Debug, Clone, PartialEq)]
pub struct Step {
    pub title: String,
    /// The references, at least one.
    pub references: Vec<String>,
    /// The candidates, at least one: A, B, C, ….
    pub candidates: Vec<String>,
    /// Index of the candidate whose picture is shown beside the note, from 0.
    pub shown_candidate: usize,
    /// The question, in paragraphs. The scores are hidden until it is answered; without a question, they are shown at once.
    pub question: Option<String>,
    /// How the question is answered; `None` chooses by the number of candidates.
    pub guess: Option<GuessKind>,
    /// The explanation, in paragraphs.
    pub note: String,
    /// What the reader's own candidate has to achieve; shown with the note.
    pub exercise: Option<Exercise>,
    /// A note for the teacher alone, in paragraphs.
    pub teacher_note: Option<String>,
    /// Duration in minutes, at least 1.
    pub minutes: Option<usize>,
    /// The highlighted cell, by its tokens: of the shown candidate, of the reference.
    pub cell: Option<[String; 2]>,
    pub settings: SettingsRequest,
    /// The open panel; `None` for the usual one.
    pub panel: Option<Topic>,
    /// The direction that is shown; `None` for both.
    pub direction: Option<MatchDirection>,
    /// Claims about its numbers, which `bertscope lesson --check` verifies.
    pub checks: Vec<Check>,
}

impl Step {
    /// The texts of a side, in the order of their names.
    pub fn texts(&self, side: Side) -> &[String] {
        match side {
            Side::Reference => &self.references,
            Side::Candidate => &self.candidates,
        }
    }

    /// Whether the answer to the question is a score or a winner, not only words.
    pub fn takes_guess(&self) -> bool {
        self.guess != Some(GuessKind::None)
    }

    /// Whether there are texts to compare side by side.
    pub fn compares(&self) -> bool {
        self.candidates.len() + self.references.len() > 2
    }

    /// The first pair of the step with its settings; the other texts are kept.
    pub fn view(&self) -> PairView {
        let default_panel = if self.compares() {
            Topic::Compare
        } else {
            Topic::Matches
        };
        PairView {
            reference: self.references[0].clone(),
            candidate: self.candidates[0].clone(),
            others: kept_texts(&self.candidates[1..]),
            other_references: kept_texts(&self.references[1..]),
            settings: self.settings,
            direction: self.direction.unwrap_or_default(),
            panel: self.panel.unwrap_or(default_panel),
            cell: self.cell.clone(),
            hidden: self.question.is_some(),
            ..PairView::default()
        }
    }
}

fn kept_texts(texts: &[String]) -> KeptTexts {
    texts.iter().map(|text| text.as_str().into()).collect()
}

/// How a question is guessed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum GuessKind {
    /// As the F1 of the one candidate.
    F1,
    /// As the winner among several candidates.
    Vote,
    /// In words: the question is not about F1 or a winner.
    None,
}

/// The paragraphs of a text, each on one line: a blank line ends a paragraph, and any other line break becomes a space.
pub fn paragraphs(text: &str) -> Vec<String> {
    let mut paragraphs: Vec<Vec<&str>> = vec![Vec::new()];
    for line in text.lines() {
        match (line.trim().is_empty(), paragraphs.last_mut()) {
            (false, Some(paragraph)) => paragraph.push(line.trim()),
            _ => paragraphs.push(Vec::new()),
        }
    }
    paragraphs
        .into_iter()
        .filter(|lines| !lines.is_empty())
        .map(|lines| lines.join(" "))
        .collect()
}
