//! The walkthrough: builds the score of a pair step by step. It starts with two texts and nothing else, and a number is
//! shown only from the stage that computes it.
//!
//! A stage has a formula, the reason for it, a short explanation and the numbers of the pair; common misunderstandings are
//! addressed where the pair shows them.

mod greedy;
mod limits;
mod matching;
mod phrases;
mod references;
mod scores;
mod stage;
mod step;
mod summary;
mod texts;
mod vectors;
mod weights;

pub use crate::topics::example_cell;
pub use stage::{Quantity, Stage, StagePicture, StepPart};
pub use step::Step;

use bertscope_analysis::{Analysis, Cosine, Side};
use bertscope_explain::Explanation;

/// The inputs from which a step's text is built.
#[derive(Debug, Clone, Copy)]
pub struct StepInputs<'a> {
    pub analysis: &'a Analysis,
    /// The last computed cosine, of any cell.
    pub cosine: Option<&'a Cosine>,
    /// The answer to [`Stage::question`] for this pair, once it has been computed.
    pub answer: Option<&'a Explanation>,
}

/// The parts of a step for a pair, in the order of display.
pub fn parts(step: Step, facts: StepInputs<'_>) -> Vec<StepPart> {
    let StepInputs {
        analysis,
        cosine,
        answer,
    } = facts;
    let (candidate, reference) = step.cell;
    let cosine = cosine.filter(|c| (c.candidate, c.reference) == step.cell);
    match step.stage {
        Stage::Texts => texts::texts(analysis),
        Stage::Words => texts::words(analysis),
        Stage::Tokens => texts::tokens(analysis),
        Stage::Vectors => vectors::vectors(analysis, candidate, reference, cosine),
        Stage::Cosine => vectors::cosine(analysis, candidate, reference, cosine),
        Stage::Rows => vectors::rows(analysis, candidate),
        Stage::Weights => weights::weights(analysis, candidate, reference),
        Stage::RowBest => matching::best_match_parts(analysis, Side::Candidate, candidate),
        Stage::Precision => matching::mean(analysis, Side::Candidate),
        Stage::ColumnBest => matching::best_match_parts(analysis, Side::Reference, reference),
        Stage::Recall => matching::mean(analysis, Side::Reference),
        Stage::F1 => scores::f1(analysis),
        Stage::Greedy => greedy::greedy(analysis, answer),
        Stage::References => references::references(answer),
        Stage::Rescaling => scores::rescaling(analysis),
        Stage::Summary => summary::summary(analysis),
        Stage::Limits => limits::limits(analysis),
    }
}
