//! A step of the walkthrough as HTML, with the cells that it has built and those that it highlights.

use std::collections::BTreeMap;

use bertscope_analysis::{Analysis, Cosine, Side};
use bertscope_explain::Explanation;
use bertscope_report::explanation::walkthrough::{Stage, StagePicture, Step, overlay, sheet};
use bertscope_report::export::palette::{Palette, ink_on};
use bertscope_report::number::three_places;
use bertscope_report::topics::{self, quote_token};
use bertscope_sheet::Block;
use bertscope_sheet::html::sheet_in_file;
use serde_json::{Map, Value, json};

use crate::failure::Failure;
use crate::question::StepMove;
use crate::story::{css_colour, key, word_starts};

/// Most frames in which the tokens of a side are matched; those of a long text are matched several at a time.
const MAX_MATCH_FRAMES: usize = 16;

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
    let text = sheet(step, analysis, cosine, explanation);
    let highlighted = match explanation.and_then(overlay) {
        Some(alignment) => alignment.pairs().collect(),
        None => highlighted_cells(analysis, step),
    };
    json!({
        "title": step.stage.title(),
        "number": step.stage.number(),
        "of": Stage::ALL.len(),
        "cell": step.cell,
        "html": sheet_in_file(&text).into_string(),
        "lit": highlighted,
        "rows": built_row_count(analysis, step),
        "more_rows": step.has_more_rows(analysis),
        "direction": step.stage.direction(),
        "rescale": step.stage.rescales(),
        "last": step.next(true, analysis).is_none(),
        "made": computed(step.stage),
    })
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

/// The frames of *Play*, from the finished matrix to the score: the best match of each token with weight, then their mean,
/// for both sides, then F1. Each has the formulas of its stage.
pub fn frames(analysis: &Analysis, palette: Palette) -> Vec<Value> {
    let mut frames = Vec::new();
    for side in Side::BOTH {
        let stage = side.pick(Stage::ColumnBest, Stage::RowBest);
        let weights = analysis.side(side).weights.as_slice();
        let tokens = (0..weights.len()).filter(|token| weights[*token] > 0.0);
        let counted: Vec<usize> = tokens.collect();
        for tokens in counted.chunks(counted.len().div_ceil(MAX_MATCH_FRAMES).max(1)) {
            let line = MatrixLine {
                analysis,
                side,
                token: tokens[0],
            };
            let cell = line.cell(analysis.matches_of(side)[line.token].token);
            let title = match_title(analysis, side, tokens);
            let line = line.to_json(palette, tokens);
            frames.push(frame(analysis, Step { stage, cell }, &title, Some(&line)));
        }
        let mean = side.pick(Stage::Recall, Stage::Precision);
        frames.push(result_frame(analysis, mean));
    }
    frames.push(result_frame(analysis, Stage::F1));
    if analysis.rescaling().is_some() {
        frames.push(result_frame(analysis, Stage::Rescaling));
    }
    frames
}

/// A frame in which no token is matched.
fn result_frame(analysis: &Analysis, stage: Stage) -> Value {
    frame(
        analysis,
        Step::for_stage(stage, analysis),
        stage.title(),
        None,
    )
}

/// What a frame adds to the figure: the match of a token, or of several.
fn match_title(analysis: &Analysis, side: Side, tokens: &[usize]) -> String {
    let own = &analysis.side(side).tokenized.tokens;
    let first = quote_token(&own[tokens[0]]);
    if tokens.len() > 1 {
        let last = quote_token(&own[tokens[tokens.len() - 1]]);
        return format!(
            "Best matches of {} tokens of the {}, {first} to {last}",
            tokens.len(),
            side.name()
        );
    }
    let other = side.other();
    let best = analysis.matches_of(side)[tokens[0]].token;
    let found = quote_token(&analysis.side(other).tokenized.tokens[best]);
    format!("Best match of {first} in the {}: {found}", other.name())
}

/// A frame with the row or column that is searched in it.
fn frame(analysis: &Analysis, step: Step, title: &str, line: Option<&Value>) -> Value {
    let mut formulas = Vec::new();
    for block in sheet(step, analysis, None, None).blocks {
        if let Block::Step(step) = block {
            formulas.push(step.to_string());
        }
    }
    json!({
        "title": title,
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
        self.side.pick((other, self.token), (self.token, other))
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

    /// The arrow of a token: the keys of its word and of the word of its match.
    fn arrow(&self, token: usize, starts: &[usize], other_starts: &[usize]) -> [String; 2] {
        let best = self.analysis.matches_of(self.side)[token].token;
        [
            key(self.side, starts[token]),
            key(self.side.other(), other_starts[best]),
        ]
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
        let term = topics::term(self.analysis, self.side, self.token);
        json!({
            "arrows": tokens.iter().map(|token| self.arrow(*token, &starts, &other_starts)).collect::<Vec<_>>(),
            "cells": cells,
            "best": key(other_side, other_starts[best.token]),
            "into": self.side.mean_name(),
            // Several tokens enter the sum in this frame.
            "value": term + if tokens.len() > 1 { " + …" } else { "" },
            "lit": (0..other_starts.len()).map(|other| self.cell(other)).collect::<Vec<_>>(),
        })
    }
}
