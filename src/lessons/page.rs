//! A lesson as a page for hand-outs, complete in one file.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::check::settings;
use super::{Lesson, Step};
use crate::analysis::{Analysis, Analyzer};
use crate::models::ModelError;
use crate::printable::printable;
use crate::report::export::ExportOptions;
use crate::report::number::precise;
use crate::report::picture;

const STYLE: &str = include_str!("page.css");

/// The page: each step with its texts, question, picture and note. What answers a question is behind a line that opens it.
///
/// # Errors
/// [`ModelError`] when the tokenizer or the model refuses a text.
pub fn html(lesson: &Lesson, analyzer: &mut Analyzer) -> Result<String, ModelError> {
    let mut steps = Vec::with_capacity(lesson.steps.len());
    for (i, one) in lesson.steps.iter().enumerate() {
        let settings = settings(&one.settings, analyzer.model().default_layer);
        let mut scored = vec![analyzer.analyze(&one.reference, &one.candidate, settings)?];
        if let Some(other) = &one.other {
            scored.push(analyzer.analyze(&one.reference, other, settings)?);
        }
        steps.push(step(i + 1, one, &scored));
    }
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="generator" content=(concat!("bertscope ", env!("CARGO_PKG_VERSION")));
                title { (printable(&lesson.title)) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                h1 { (printable(&lesson.title)) }
                @if !lesson.about.is_empty() { p .about { (printable(&lesson.about)) } }
                @for step in &steps { (step) }
                @if let Some(first) = lesson.steps.first() {
                    footer { (signature(first, analyzer)?) }
                }
            }
        }
    };
    Ok(page.into_string())
}

fn signature(step: &Step, analyzer: &mut Analyzer) -> Result<String, ModelError> {
    let settings = settings(&step.settings, analyzer.model().default_layer);
    Ok(printable(&analyzer.analyze(&step.reference, &step.candidate, settings)?.signature))
}

fn step(number: usize, step: &Step, scored: &[Analysis]) -> Markup {
    let names = if scored.len() > 1 { ["Candidate A", "Candidate B"] } else { ["Candidate", ""] };
    html! {
        section {
            h2 { (number) ". " (printable(&step.title)) }
            dl {
                dt { "Reference" }
                dd dir="auto" { (printable(&step.reference)) }
                @for (name, analysis) in names.iter().zip(scored) {
                    dt { (name) }
                    dd dir="auto" { (printable(&analysis.candidate.tokenized.text)) }
                }
            }
            @if let Some(question) = &step.question {
                p .question { (printable(question)) }
                details { summary { "Answer" } (answer(step, scored, &names)) }
            } @else {
                (answer(step, scored, &names))
            }
        }
    }
}

fn answer(step: &Step, scored: &[Analysis], names: &[&str; 2]) -> Markup {
    let options = ExportOptions { special: true, ..ExportOptions::default() };
    html! {
        table {
            tr { th {} th { "P" } th { "R" } th { "F1" } }
            @for (name, analysis) in names.iter().zip(scored) {
                @let score = analysis.score();
                tr {
                    th { (name) }
                    @for number in [score.precision, score.recall, Some(score.f1)] { td { (precise(number)) } }
                }
            }
        }
        p .note { (printable(&step.note)) }
        @for analysis in scored {
            figure { (PreEscaped(picture::svg(analysis, &options))) }
        }
    }
}
