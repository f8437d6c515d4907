//! The walkthrough: builds the score of a pair step by step. It starts with two texts and nothing else, and a number is
//! shown only from the stage that computes it.
//!
//! A step is a sheet: a formula, the reason for it, a note that a screen without room can leave out, and the numbers of the
//! pair; common misunderstandings are addressed where the pair shows them.

mod beyond;
mod matching;
mod scores;
mod stage;
mod step;
mod step_sheet;
mod texts;
mod vectors;

pub use crate::topics::example_cell;
pub use beyond::overlay;
pub use stage::{Stage, StagePicture};
pub use step::Step;
pub use vectors::angle;

use bertscope_analysis::{Analysis, Cosine, Side};
use bertscope_explain::Explanation;
use bertscope_sheet::Sheet;
use step_sheet::StepSheet;

/// What a step says about a pair, with the last computed cosine, of any cell, and the answer to [`Stage::question`], once it
/// has been computed.
pub fn sheet(
    step: Step,
    analysis: &Analysis,
    cosine: Option<&Cosine>,
    answer: Option<&Explanation>,
) -> Sheet {
    let mut sheet = StepSheet {
        analysis,
        cell: step.cell,
        cosine: cosine.filter(|of| (of.candidate, of.reference) == step.cell),
        answer,
        sheet: Sheet::default(),
    };
    match step.stage {
        Stage::Texts => sheet.texts(),
        Stage::Words => sheet.words(),
        Stage::Tokens => sheet.tokens(),
        Stage::Vectors => sheet.vectors(),
        Stage::Cosine => sheet.cosine(),
        Stage::Rows => sheet.rows(),
        Stage::Weights => sheet.weights(),
        Stage::RowBest => sheet.best_matches(Side::Candidate),
        Stage::Precision => sheet.mean(Side::Candidate),
        Stage::ColumnBest => sheet.best_matches(Side::Reference),
        Stage::Recall => sheet.mean(Side::Reference),
        Stage::F1 => sheet.f1(),
        Stage::Greedy => sheet.greedy(),
        Stage::References => sheet.references(),
        Stage::Rescaling => sheet.rescaling(),
        Stage::Summary => sheet.summary(),
        Stage::Limits => sheet.limits(),
    }
    sheet.sheet
}
