//! A step of the walkthrough as HTML, with the cells that it has built and those that it highlights.

use std::collections::BTreeMap;

use bertscope_analysis::{Analysis, Cosine, Side};
use bertscope_explain::Explanation;
use bertscope_metric::alignment::AlignmentKind;
use bertscope_report::explanation::walkthrough::{Stage, StagePicture, Step, StepInputs, sheet};
use bertscope_report::export::palette::{Palette, ink_on};
use bertscope_report::number::{self, three_places};
use bertscope_sheet::Block;
use bertscope_sheet::html::sheet_in_file;
use serde_json::{Map, Value, json};

use crate::failure::Failure;
use crate::question::StepMove;
use crate::story::{css_colour, key, word_starts};

/// The requested step: by the number of its stage from 1, at a cell, or by a move.
pub fn step(
    analysis: &Analysis,
    number: usize,
    cell: Option<(usize, usize)>,
    step_move: Option<StepMove>,
) -> Result<Step, Failure> {
    let stages = Stage::ALL.iter().copied();
    let Some(stage) = stages.clone().find(|stage| stage.number() == number) else {
        let last = stages.len();
        return Err(Failure(format!("The walkthrough has stages 1 to {last}.")));
    };
    let mut current = Step::for_stage(stage, analysis);
    if let Some((candidate, reference)) = cell {
        // The texts may have become shorter.
        let last_candidate = analysis.similarity.candidate_tokens().saturating_sub(1);
        let last_reference = analysis.similarity.reference_tokens().saturating_sub(1);
        current.cell = (candidate.min(last_candidate), reference.min(last_reference));
    }
    let moved = match step_move {
        None => None,
        Some(StepMove::Next) => current.next(true, analysis),
        Some(StepMove::Back) => current.next(false, analysis),
        Some(StepMove::AllRows) => current.skip(true, analysis),
    };
    // There is nothing before the first step and after the last: a move there changes nothing.
    Ok(moved.unwrap_or(current))
}

/// The answer about a step, with the derivation of its cell and the explanation that belongs to its stage.
pub fn answer(
    analysis: &Analysis,
    step: Step,
    cosine: Option<&Cosine>,
    explanation: Option<&Explanation>,
) -> Value {
    let inputs = StepInputs {
        analysis,
        cosine,
        answer: explanation,
    };
    // A stage that explains the matches sets a one-to-one alignment beside the greedy one, and highlights its pairs.
    let highlighted =
        one_to_one_pairs(explanation).unwrap_or_else(|| highlighted_cells(analysis, step));
    json!({
        "title": step.stage.title(),
        "number": step.stage.number(),
        "of": Stage::ALL.len(),
        "cell": step.cell,
        "html": sheet_in_file(&sheet(step, inputs)).into_string(),
        "lit": highlighted,
        "rows": built_row_count(analysis, step),
        "more_rows": step.has_more_rows(analysis),
        "direction": step.stage.direction(),
        "rescale": step.stage.rescales(),
        "last": step.next(true, analysis).is_none(),
        "made": computed(step.stage),
    })
}

fn one_to_one_pairs(explanation: Option<&Explanation>) -> Option<Vec<(usize, usize)>> {
    let Some(Explanation::Matches(alignments)) = explanation else {
        return None;
    };
    let scored = alignments.get(AlignmentKind::OneToOne)?;
    Some(scored.alignment.pairs().collect())
}

fn highlighted_cells(analysis: &Analysis, step: Step) -> Vec<(usize, usize)> {
    let mut highlighted = Vec::new();
    for candidate in 0..analysis.similarity.candidate_tokens() {
        for reference in 0..analysis.similarity.reference_tokens() {
            if step.highlights(analysis, (candidate, reference)) {
                highlighted.push((candidate, reference));
            }
        }
    }
    highlighted
}

/// Number of rows of the matrix that the walkthrough has shown so far.
fn built_row_count(analysis: &Analysis, step: Step) -> usize {
    match step.stage {
        Stage::Rows => step.cell.0 + 1,
        stage if stage.picture() == StagePicture::Matrix => analysis.similarity.candidate_tokens(),
        _ => 0,
    }
}

/// Which parts of the score have been computed at a stage.
fn computed(stage: Stage) -> Value {
    json!({
        "matches": stage >= Stage::RowBest,
        "precision": stage >= Stage::Precision,
        "recall": stage >= Stage::Recall,
        "f1": stage >= Stage::F1,
        "rescaled": stage >= Stage::Rescaling,
    })
}

/// The frames of *Play*: the steps from the finished matrix to the score, with the formulas of their stages.
pub fn frames(analysis: &Analysis, palette: Palette) -> Vec<Value> {
    Step::matching(analysis)
        .into_iter()
        .map(|(step, tokens)| frame(analysis, palette, step, &tokens))
        .collect()
}

/// One frame of *Play*, which finds the best matches of `tokens`, if there are any.
fn frame(analysis: &Analysis, palette: Palette, step: Step, tokens: &[usize]) -> Value {
    let inputs = StepInputs {
        analysis,
        cosine: None,
        answer: None,
    };
    let mut formulas = Vec::new();
    for block in sheet(step, inputs).blocks {
        if let Block::Step(step) = block {
            formulas.push(step.to_string());
        }
    }
    let side = if step.stage == Stage::RowBest {
        Side::Candidate
    } else {
        Side::Reference
    };
    // Frames of P, R, F1 and rescaling have no tokens, so no row or column is searched in them.
    let line = tokens.first().map(|&token| {
        let line = MatrixLine {
            analysis,
            side,
            token,
        };
        line.to_json(palette, tokens)
    });
    json!({
        "title": step.stage.title(),
        "words": formulas.join("\n"),
        "made": computed(step.stage),
        "line": line,
    })
}

/// The cells of one token: a row of the matrix for a candidate token, a column for a reference token.
struct MatrixLine<'a> {
    analysis: &'a Analysis,
    side: Side,
    token: usize,
}

impl MatrixLine<'_> {
    /// The cell of a token of the other text.
    fn cell(&self, other: usize) -> (usize, usize) {
        match self.side {
            Side::Candidate => (self.token, other),
            Side::Reference => (other, self.token),
        }
    }

    /// The highest similarity to each word of the other text, by the first token of the word.
    fn highest_by_word(&self, other_starts: &[usize]) -> BTreeMap<usize, f32> {
        let mut highest = BTreeMap::new();
        for (other, start) in other_starts.iter().enumerate() {
            let (candidate, reference) = self.cell(other);
            let similarity = highest.entry(*start).or_insert(f32::MIN);
            *similarity = similarity.max(self.analysis.similarity.get(candidate, reference));
        }
        highest
    }

    /// The highest cell for each word of the other text, and the best match with its term in the sum. Of several `tokens`
    /// that one frame matches, only this first one is shown in full.
    fn to_json(&self, palette: Palette, tokens: &[usize]) -> Value {
        let starts = word_starts(self.analysis, self.side);
        let other_side = self.side.other();
        let other_starts = word_starts(self.analysis, other_side);
        let mut cells = Map::new();
        for (start, similarity) in self.highest_by_word(&other_starts) {
            let colour = palette.rgb(similarity);
            let cell = json!({
                "text": three_places(f64::from(similarity)),
                "colour": css_colour(colour),
                "ink": css_colour(ink_on(colour)),
            });
            cells.insert(key(other_side, start), cell);
        }
        let best = self.analysis.matches_of(self.side)[self.token];
        json!({
            "words": tokens.iter().map(|token| key(self.side, starts[*token])).collect::<Vec<_>>(),
            "cells": cells,
            "best": key(other_side, other_starts[best.token]),
            "into": self.side.mean_name(),
            "value": self.term(best.similarity, tokens.len()),
            "lit": (0..other_starts.len()).map(|other| self.cell(other)).collect::<Vec<_>>(),
        })
    }

    /// The term of this token in the sum of its side, which `token_count` tokens enter in this frame.
    fn term(&self, similarity: f32, token_count: usize) -> String {
        let similarity = three_places(f64::from(similarity));
        let more = if token_count > 1 { " + …" } else { "" };
        // Without IDF all weights are equal, and the sum needs none.
        if self.analysis.idf.is_none() {
            return format!("{similarity}{more}");
        }
        let weight = self.analysis.side(self.side).weights.as_slice()[self.token];
        format!("{} × {similarity}{more}", number::weight(weight))
    }
}
