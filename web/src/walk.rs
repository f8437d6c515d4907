//! A stage of the walkthrough as HTML, with the cells that it highlights.

use bertscope_analysis::{Analysis, Analyzer};
use bertscope_report::explanation::walkthrough::{Part, Stage, stage as parts};
use maud::{Markup, html};
use serde_json::{Value, json};

use crate::failure::Failure;

/// The answer about a stage, by its number from 1; `cell` is the one that is worked out.
pub fn stage(analyzer: &Analyzer, analysis: &Analysis, number: usize, cell: (usize, usize)) -> Result<Value, Failure> {
    let stage = number.checked_sub(1).and_then(|index| Stage::ALL.get(index).copied());
    let stage = stage.ok_or_else(|| Failure(format!("The walkthrough has stages 1 to {}.", Stage::ALL.len())))?;
    let (rows, columns) = (analysis.similarity.candidates(), analysis.similarity.references());
    let cell = (cell.0.min(rows.saturating_sub(1)), cell.1.min(columns.saturating_sub(1)));
    let cosine = analyzer.cosine(cell.0, cell.1);
    let words = html! { @for part in parts(stage, analysis, cell, cosine.as_ref()) { (shown(&part)) } };
    let cells = (0..rows).flat_map(|c| (0..columns).map(move |r| (c, r)));
    let lit: Vec<(usize, usize)> = cells.filter(|lit| stage.highlights(analysis, cell, *lit)).collect();
    Ok(json!({
        "title": stage.title(),
        "number": number,
        "of": Stage::ALL.len(),
        "html": words.into_string(),
        "lit": lit,
        "direction": stage.direction(),
        "rescale": stage == Stage::Rescaling,
        "hides": stage < Stage::Matrix,
    }))
}

fn shown(part: &Part) -> Markup {
    match part {
        Part::Formula(text) => html! { p .formula { (text) } },
        Part::Words(text) => html! { p { (text) } },
        Part::Figure(text) => html! { p .figure { (text) } },
        Part::Watch(text) => html! { p .watch { (text) } },
        Part::Strip { label, heights } => html! {
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
