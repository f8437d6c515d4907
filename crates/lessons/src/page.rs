//! A lesson as a page for hand-outs, complete in one file.

use bertscope_metric::Pair;
use bertscope_report::page_head::page_head;
use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::check::{missing_layer, settings};
use super::{Direction, Lesson, Step};
use bertscope_analysis::{Analysis, Analyzer};
use bertscope_encoder::Layer;
use bertscope_models::ModelError;
use bertscope_printable::printable;
use bertscope_report::export::ExportOptions;
use bertscope_report::number::{count, precise, short};
use bertscope_report::picture;

const STYLE: &str = include_str!("page.css");

/// The page: each step with its texts, question, picture and note. The answer of a question is folded.
///
/// # Errors
/// [`ModelError`] when the tokenizer or the model refuses a text.
pub fn html(lesson: &Lesson, analyzer: &mut Analyzer) -> Result<String, ModelError> {
    let mut steps = Vec::with_capacity(lesson.steps.len());
    for (i, one) in lesson.steps.iter().enumerate() {
        let settings = settings(&one.settings, analyzer.model().default_layer);
        let mut scored = Vec::new();
        for candidate in one.candidates() {
            scored.push(analyzer.analyze(Pair { reference: &one.reference, candidate }, settings)?);
        }
        let model = analyzer.model();
        let layers = Layers { own: model.default_layer, last: Layer(model.encoder.layers()) };
        steps.push(step(i + 1, one, &scored, &settings_in_words(one, &scored[0], layers)));
    }
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                (page_head(&printable(&lesson.title), STYLE))
            }
            body {
                h1 { (printable(&lesson.title)) }
                @if !lesson.about.is_empty() { p .about { (printable(&lesson.about)) } }
                @for step in &steps { (step) }
            }
        }
    };
    Ok(page.into_string())
}

#[derive(Clone, Copy)]
struct Layers {
    own: Layer,
    last: Layer,
}

/// A sentence for each setting that is not the default.
fn settings_in_words(step: &Step, analysis: &Analysis, layers: Layers) -> Vec<String> {
    let mut words = Vec::new();
    if let Some(problem) = missing_layer(&step.settings, layers.last) {
        words.push(format!("{problem}; these numbers are those of layer {}.", analysis.layer));
    } else if analysis.layer != layers.own {
        words.push(format!("Layer {} of {}; the model’s own is {}.", analysis.layer, layers.last, layers.own));
    }
    if let Some(idf) = &analysis.idf {
        words.push(format!("Weighted by IDF: {}, N {}.", idf.name, count(idf.documents)));
    }
    if let Some(r) = analysis.rescaling() {
        let [p, q, f] = [r.baseline.precision, r.baseline.recall, r.baseline.f1].map(|b| short(b as f32));
        words.push(format!("Rescaled with {}: P {p}, R {q}, F1 {f}.", r.table));
    } else if step.settings.rescale {
        words.push("There is nothing to rescale with; these numbers are raw.".to_owned());
    }
    match step.settings.direction {
        Some(Direction::Precision) => words.push("Look at precision: the matches ▶ and ◆.".to_owned()),
        Some(Direction::Recall) => words.push("Look at recall: the matches ▼ and ◆.".to_owned()),
        Some(Direction::Both) | None => {}
    }
    words
}

fn step(number: usize, step: &Step, scored: &[Analysis], settings: &[String]) -> Markup {
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
            @if !settings.is_empty() { p .settings { (printable(&settings.join(" "))) } }
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
        @if let Some(first) = scored.first() { p .signature { (printable(&first.signature)) } }
    }
}
