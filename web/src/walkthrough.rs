//! A step of the walkthrough as HTML, with the cells that it has built and those that it highlights.

use std::collections::BTreeMap;

use bertscope_analysis::{Analysis, Cosine, Side};
use bertscope_explain::Explanation;
use bertscope_metric::alignment::AlignmentKind;
use bertscope_report::explanation::walkthrough::{
    Quantity, Stage, StagePicture, Step, StepInputs, StepPart, parts,
};
use bertscope_report::export::palette::{Palette, ink_on};
use bertscope_report::number::{self, three_places};
use maud::{Markup, html};
use serde_json::{Value, json};

use crate::failure::Failure;
use crate::question::StepMove;
use crate::story::{key, words_of_tokens};

/// The requested step: by the number of its stage from 1, at a cell, or by a move.
pub fn step(
    analysis: &Analysis,
    number: usize,
    cell: Option<(usize, usize)>,
    go: Option<StepMove>,
) -> Result<Step, Failure> {
    let stage = number
        .checked_sub(1)
        .and_then(|index| Stage::ALL.get(index).copied());
    let stage = stage.ok_or_else(|| {
        Failure(format!(
            "The walkthrough has stages 1 to {}.",
            Stage::ALL.len()
        ))
    })?;
    let (rows, columns) = (
        analysis.similarity.candidate_tokens(),
        analysis.similarity.reference_tokens(),
    );
    let inside = |(c, r): (usize, usize)| {
        (
            c.min(rows.saturating_sub(1)),
            r.min(columns.saturating_sub(1)),
        )
    };
    let here = cell.map_or_else(
        || Step::for_stage(stage, analysis),
        |cell| Step {
            stage,
            cell: inside(cell),
        },
    );
    let there = match go {
        None => None,
        Some(StepMove::Next) => here.next(true, analysis),
        Some(StepMove::Back) => here.next(false, analysis),
        Some(StepMove::AllRows) => here.skip(true, analysis),
    };
    Ok(there.unwrap_or(here))
}

/// The answer about a step, with the derivation of its cell and the answer to the question of its stage.
pub fn answer(
    analysis: &Analysis,
    step: Step,
    cosine: Option<&Cosine>,
    answer: Option<&Explanation>,
) -> Value {
    let (rows, columns) = (
        analysis.similarity.candidate_tokens(),
        analysis.similarity.reference_tokens(),
    );
    let words = html! { @for part in parts(step, StepInputs { analysis, cosine, answer }) { (part_markup(&part)) } };
    let cells = (0..rows).flat_map(|c| (0..columns).map(move |r| (c, r)));
    let lit: Vec<(usize, usize)> = cells
        .filter(|cell| step.highlights(analysis, *cell))
        .collect();
    let built = (0..rows)
        .filter(|row| step.stage.picture() == StagePicture::Matrix && step.has_cell((*row, 0)))
        .count();
    let one_to_one = match answer {
        Some(Explanation::Matches(all)) => all
            .get(AlignmentKind::OneToOne)
            .map(|scored| scored.alignment.pairs().collect()),
        _ => None::<Vec<(usize, usize)>>,
    };
    json!({
        "title": step.stage.title(),
        "number": step.stage.number(),
        "of": Stage::ALL.len(),
        "cell": step.cell,
        "html": words.into_string(),
        "lit": one_to_one.unwrap_or(lit),
        "rows": built,
        "more_rows": step.has_more_rows(analysis),
        "direction": step.stage.direction(),
        "rescale": step.stage.rescales(),
        "last": step.next(true, analysis).is_none(),
        "made": stage_json(step.stage),
    })
}

/// The parts of the score that a stage has computed.
fn stage_json(stage: Stage) -> Value {
    let has = |quantity| stage.has_computed(quantity);
    json!({
        "matches": has(Quantity::Matches(Side::Candidate)),
        "precision": has(Quantity::Mean(Side::Candidate)),
        "recall": has(Quantity::Mean(Side::Reference)),
        "f1": has(Quantity::F1),
        "rescaled": has(Quantity::Rescaled),
    })
}

/// The frames of *Play*: the steps from the finished matrix to the score, with the formulas of their stages.
pub fn frames(analysis: &Analysis, palette: Palette) -> Vec<Value> {
    let frame = |(step, tokens): (Step, Vec<usize>)| {
        let parts = parts(
            step,
            StepInputs {
                analysis,
                cosine: None,
                answer: None,
            },
        )
        .into_iter();
        let words = parts.filter_map(|part| {
            if let StepPart::WorkedFormula(text) = part {
                Some(text)
            } else {
                None
            }
        });
        let side = if step.stage == Stage::RowBest {
            Side::Candidate
        } else {
            Side::Reference
        };
        json!({
            "title": step.stage.title(),
            "words": words.collect::<Vec<_>>().join("\n"),
            "made": stage_json(step.stage),
            "line": (!tokens.is_empty()).then(|| line(analysis, palette, side, &tokens)),
        })
    };
    Step::matching(analysis).into_iter().map(frame).collect()
}

/// The row or column of the first of these tokens: the highest cell for each word of the other text, and the best match.
fn line(analysis: &Analysis, palette: Palette, side: Side, tokens: &[usize]) -> Value {
    let (token, own, others) = (
        tokens[0],
        words_of_tokens(analysis, side),
        words_of_tokens(analysis, side.other()),
    );
    let cell = |other| {
        if side == Side::Candidate {
            (token, other)
        } else {
            (other, token)
        }
    };
    let mut highest: BTreeMap<usize, f32> = BTreeMap::new();
    for (other, word) in others.iter().enumerate() {
        let (candidate, reference) = cell(other);
        let cell = highest.entry(*word).or_insert(f32::MIN);
        *cell = cell.max(analysis.similarity.get(candidate, reference));
    }
    let cells = highest.into_iter().map(|(word, x)| {
        let [colour, ink] =
            [palette.rgb(x), ink_on(palette.rgb(x))].map(|(r, g, b)| format!("rgb({r} {g} {b})"));
        (
            key(side.other(), word),
            json!({ "text": three_places(f64::from(x)), "colour": colour, "ink": ink }),
        )
    });
    let (found, weight) = (
        analysis.matches_of(side)[token],
        analysis.side(side).weights.as_slice()[token],
    );
    let weight = if analysis.idf.is_some() {
        format!("{} × ", number::weight(weight))
    } else {
        String::new()
    };
    let more = if tokens.len() > 1 { " + …" } else { "" };
    json!({
        "words": tokens.iter().map(|token| key(side, own[*token])).collect::<Vec<_>>(),
        "cells": cells.collect::<serde_json::Map<_, _>>(),
        "best": key(side.other(), others[found.token]),
        "into": side.mean_name(),
        "value": format!("{weight}{}{more}", three_places(f64::from(found.similarity))),
        "lit": (0..others.len()).map(cell).collect::<Vec<_>>(),
    })
}

fn part_markup(part: &StepPart) -> Markup {
    match part {
        StepPart::Formula(text) => html! { p .formula { (text) } },
        StepPart::Reason(text) | StepPart::Detail(text) => html! { p { (text) } },
        StepPart::WorkedFormula(text) => html! { p .figure { (text) } },
        StepPart::Pitfall(text) => html! { p .watch { (text) } },
        StepPart::Angle { degrees, labels } => angle(*degrees, labels),
        StepPart::Strip { label, heights } => html! {
            div .vector {
                span { (label) }
                svg viewBox={ "0 0 " (heights.len() * 10) " 40" } preserveAspectRatio="none" role="img"
                    aria-label={ "The first " (heights.len()) " numbers of the vector of " (label) } {
                    @for (i, height) in heights.iter().enumerate() {
                        @let tall = 2.0 + 38.0 * height.clamp(0.0, 1.0);
                        rect x=(i * 10 + 1) y=(40.0 - tall) width="8" height=(tall) rx="1.5" {}
                    }
                }
            }
        },
    }
}

/// Draws two vectors from one point, with equal length.
fn angle(degrees: f64, [first, second]: &[String; 2]) -> Markup {
    const LENGTH: f64 = 100.0;
    let at = |degrees: f64, length: f64| {
        let (sin, cos) = degrees.to_radians().sin_cos();
        (120.0 + length * cos, 120.0 - length * sin)
    };
    let ((x, y), (arc_x, arc_y), (middle_x, middle_y)) = (
        at(degrees, LENGTH),
        at(degrees, LENGTH * 0.4),
        at(degrees / 2.0, LENGTH * 0.55),
    );
    // A label starts or ends near its line, and stays inside the picture.
    let (end, anchor) = if x >= 130.0 {
        ((x + 70.0).min(258.0), "end")
    } else {
        ((x - 70.0).max(2.0), "start")
    };
    let angle = number::degrees(degrees);
    let words = format!("{first} and {second}: {angle} apart");
    html! {
        svg .angle viewBox="0 0 260 140" role="img" aria-label=(words) {
            path d={ "M220 120H120L" (x) " " (y) } {}
            path .arc d={ "M160 120A40 40 0 0 0 " (arc_x) " " (arc_y) } {}
            text x=(middle_x) y=(middle_y) { (angle) }
            text x="258" y="136" text-anchor="end" { (second) }
            text x=(end) y=(y - 6.0) text-anchor=(anchor) { (first) }
        }
    }
}
