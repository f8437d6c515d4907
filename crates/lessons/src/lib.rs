//! Lessons: a sequence of pairs, each with an explanation, read from a TOML file.
//!
//! A lesson has texts, settings and claims, and is independent of any screen. [`read`] opens a file, [`check`] compares the
//! claims with a model's numbers, and [`bundled`] has the bundled lessons.
//! Its texts name actions by placeholders, which each medium [fills in](fill).

pub mod actions;
pub mod bundled;
pub mod check;
pub mod error;
mod faults;
mod fields;
pub mod html_page;
mod placeholders;
pub mod read;
mod sentences;
mod single_bracket;

use bertscope_analysis::{Conventions, Idf, Side};
use bertscope_explain::Topic;
use bertscope_report::export::link::PairView;

pub use actions::TextAction;
pub use bertscope_report::MatchDirection;
pub use check::{Check, CheckFinding, CheckReport};
pub use error::LessonError;
pub use faults::Fault;
pub use placeholders::fill;
pub use read::{open, parse};

/// A lesson.
#[derive(Debug, Clone, PartialEq)]
pub struct Lesson {
    /// Its title.
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
        let is_timed = self.steps.iter().any(|step| step.minutes.is_some());
        is_timed.then(|| {
            self.steps
                .iter()
                .take(steps)
                .filter_map(|step| step.minutes)
                .sum()
        })
    }
}

/// One pair, or several candidates and references, and what they teach.
#[derive(Debug, Clone, PartialEq)]
pub struct Step {
    /// Its title.
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
    /// A note for the teacher alone, in paragraphs.
    pub teacher_note: Option<String>,
    /// Duration in minutes, at least 1.
    pub minutes: Option<usize>,
    /// The highlighted cell, by its tokens: of the shown candidate, of the reference.
    pub cell: Option<[String; 2]>,
    /// Its settings.
    pub settings: Settings,
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
        let settings = self.settings;
        let kept = |texts: &[String]| texts[1..].iter().map(|text| text.as_str().into()).collect();
        PairView {
            reference: self.references[0].clone(),
            candidate: self.candidates[0].clone(),
            others: kept(&self.candidates),
            other_references: kept(&self.references),
            layer: settings.layer,
            idf: settings.idf,
            rescale: settings.rescale,
            conventions: settings.conventions,
            direction: settings.direction.unwrap_or_default(),
            panel: settings.panel.unwrap_or(if self.compares() {
                Topic::Compare
            } else {
                Topic::Matches
            }),
            cell: self.cell.clone(),
            hidden: self.question.is_some(),
            ..PairView::default()
        }
    }
}

/// How a question is guessed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
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

/// The settings of a step. `None` is the default of the model or the program.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Settings {
    /// The layer.
    pub layer: Option<usize>,
    /// The source of IDF weights.
    pub idf: Idf,
    /// Whether the score is rescaled.
    pub rescale: bool,
    /// The program whose score is computed, and what becomes of long texts.
    pub conventions: Conventions,
    /// The open panel.
    pub panel: Option<Topic>,
    /// The direction that is shown.
    pub direction: Option<MatchDirection>,
}
