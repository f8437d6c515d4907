//! The sheet of a step while it is written, and the names and warnings that several steps have.

use crate::number::three_places;
use crate::topics::names::numbered_token;
use bertscope_analysis::{Analysis, Cosine, Note, Side};
use bertscope_explain::Explanation;
use bertscope_sheet::{Block, Sheet, Step};

/// The order of a reader: what was meant, then what was said.
pub const READING_ORDER: [Side; 2] = [Side::Reference, Side::Candidate];

pub struct StepSheet<'a> {
    pub analysis: &'a Analysis,
    /// The cell under the crosshair: its candidate token and its reference token.
    pub cell: (usize, usize),
    /// The cosine of this cell, if it is known.
    pub cosine: Option<&'a Cosine>,
    pub answer: Option<&'a Explanation>,
    pub sheet: Sheet,
}

impl StepSheet<'_> {
    /// What is computed, and why.
    pub fn introduce(&mut self, formula: impl Into<String>, reason: &str) {
        self.push(Block::Formula(formula.into()));
        self.sheet.text(reason);
    }

    pub fn note(&mut self, text: impl Into<String>) {
        self.sheet.note(text);
    }

    /// The formula with the numbers of the pair, or a sentence with its numbers.
    pub fn step(&mut self, step: impl Into<Step>) {
        self.push(Block::Step(step.into()));
    }

    /// A common misunderstanding, where the pair shows it.
    pub fn warn(&mut self, text: impl Into<String>) {
        self.push(Block::Warning(text.into()));
    }

    pub fn push(&mut self, block: impl Into<Block>) {
        self.sheet.push(block);
    }

    /// The notes of a kind; returns whether there are any.
    pub fn warn_of(&mut self, is_kind: impl Fn(&Note) -> bool) -> bool {
        let count = self.sheet.blocks.len();
        for note in &self.analysis.notes {
            if is_kind(note) {
                self.warn(note.to_string());
            }
        }
        self.sheet.blocks.len() > count
    }

    /// Why P and R are 0 by convention; returns whether they are.
    pub fn warn_of_convention(&mut self) -> bool {
        self.warn_of(Note::is_about_empty_text)
    }

    /// Says that a text has no words, before P and R are computed.
    pub fn warn_of_missing_words(&mut self) {
        for note in &self.analysis.notes {
            if let Note::Empty(side) = note {
                let side = side.name();
                self.warn(format!(
                    "The {side} has no words, so there is nothing to match."
                ));
            }
            if let Note::TwoTokens(side) = note {
                self.warn(format!(
                    "bert_score treats a text of exactly two tokens as empty; write more than one word in the {}.",
                    side.name()
                ));
            }
        }
    }

    /// A token of a side in quotation marks, told apart from others of its name.
    pub fn name(&self, side: Side, token: usize) -> String {
        numbered_token(self.analysis, side, token)
    }

    /// A token of the other side, and its similarity to a token of `side`: `“ferry” .577`.
    pub fn name_and_similarity(&self, side: Side, own: usize, other: usize) -> String {
        let (candidate, reference) = side.pick((other, own), (own, other));
        let similarity = self.analysis.similarity.get(candidate, reference);
        let name = self.name(side.other(), other);
        format!("{name} {}", three_places(similarity))
    }
}
