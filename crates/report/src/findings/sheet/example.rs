//! An example pair, which opens to its texts and heatmaps on a page.

use std::sync::Arc;

use maud::{Markup, PreEscaped, html};

use crate::escaping::clean;
use crate::export::ExportOptions;
use crate::export::markdown::{code, escaped};
use crate::export::origin::human_score;
use crate::export::picture::{ink, legend, small};
use crate::number::{exact, or_missing};
use bertscope_analysis::Analysis;
use bertscope_metric::Score;
use bertscope_printable::printable;

/// Shown in place of a score that does not exist.
pub(crate) const UNSCORED: &str = "not scored";

/// Colours of the scale.
const STEPS: u8 = 24;

/// A pair, or a segment of several systems.
#[derive(Debug, Clone, PartialEq)]
pub struct Example {
    /// Its row and id.
    pub name: String,
    /// Why it is an example.
    pub remark: Option<String>,
    pub group: Option<String>,
    pub references: Vec<String>,
    pub outputs: Vec<ExampleOutput>,
}

/// A candidate with its scores.
#[derive(Debug, Clone, PartialEq)]
pub struct ExampleOutput {
    /// The positions of its segment and of its system in the report.
    pub place: (usize, usize),
    /// Its system; `None` if there is only one.
    pub system: Option<String>,
    pub candidate: String,
    /// Its score; `None` where it has none.
    pub score: Option<Score>,
    pub human: Option<f64>,
    /// Its picture, if one is drawn.
    pub picture: Option<ExampleAnalysis>,
}

/// The analysis behind a picture, or a sentence that says why there is none.
pub type ExampleAnalysis = Result<Arc<Analysis>, String>;

/// A line of a list: a label, a text that is quoted, and what follows it.
struct Line<'a> {
    depth: usize,
    label: String,
    text: Option<&'a str>,
    tail: String,
}

impl<'a> Line<'a> {
    fn below(label: &str, text: &'a str, tail: String) -> Self {
        Self {
            depth: 2,
            label: format!("{label}: "),
            text: Some(text),
            tail,
        }
    }
}

impl ExampleOutput {
    fn label(&self) -> &str {
        self.system.as_deref().unwrap_or("Candidate")
    }

    /// `P 0.71000`, `R …`, `F1 …`, and the human score.
    fn numbers(&self) -> Vec<String> {
        let mut numbers = Vec::new();
        match self.score {
            Some(score) => {
                for (name, number) in ["P", "R", "F1"].into_iter().zip(score.numbers()) {
                    numbers.push(format!("{name} {}", or_missing(number, exact)));
                }
            }
            None => numbers.push(UNSCORED.to_owned()),
        }
        if let Some(human) = self.human {
            numbers.push(format!("human {}", human_score(human)));
        }
        numbers
    }

    fn f1(&self) -> String {
        match self.score {
            Some(score) => exact(score.f1),
            None => UNSCORED.to_owned(),
        }
    }
}

impl Example {
    fn list(&self) -> Vec<Line<'_>> {
        let title = match &self.remark {
            Some(remark) => format!("{}: {remark}", self.name),
            None => self.name.clone(),
        };
        let mut lines = vec![Line {
            depth: 1,
            label: title,
            text: None,
            tail: String::new(),
        }];
        for reference in &self.references {
            lines.push(Line::below("Reference", reference, String::new()));
        }
        for output in &self.outputs {
            let numbers = format!(" ({})", output.numbers().join(", "));
            lines.push(Line::below(output.label(), &output.candidate, numbers));
        }
        lines
    }

    /// As a list in plain text; each line with its depth, from 1.
    pub fn lines(&self) -> Vec<(usize, String)> {
        let lines = self.list().into_iter().map(|line| {
            let text = line.label + line.text.unwrap_or_default() + &line.tail;
            (line.depth, printable(&text))
        });
        lines.collect()
    }

    /// As a list in Markdown; each line with its depth, from 1.
    pub fn markdown_lines(&self) -> Vec<(usize, String)> {
        let lines = self.list().into_iter().map(|line| {
            let text = line.text.map_or_else(String::new, code);
            let label = escaped(&printable(&line.label));
            (line.depth, label + &text + &line.tail)
        });
        lines.collect()
    }

    pub(super) fn markup(&self) -> Markup {
        html! {
            details .pair {
                summary {
                    span .name { (clean(&self.name)) }
                    span .numbers {
                        @for output in &self.outputs {
                            span { @if let Some(system) = &output.system { (clean(system)) " " } b { (output.f1()) } }
                        }
                        @if let [ExampleOutput { human: Some(human), .. }] = &*self.outputs { span { "human " (human_score(*human)) } }
                        @if let Some(remark) = &self.remark { span { (clean(remark)) } }
                    }
                    @if let Some(output) = self.outputs.last() { span .text dir="auto" { (clean(&output.candidate)) } }
                }
                dl {
                    @if let Some(group) = &self.group { div { dt { "Group" } dd dir="auto" { (clean(group)) } } }
                    @for reference in &self.references { div { dt { "Reference" } dd dir="auto" { (clean(reference)) } } }
                    @for output in &self.outputs {
                        div .output {
                            dt dir="auto" { (clean(output.label())) }
                            dd {
                                div dir="auto" { (clean(&output.candidate)) }
                                div .scores { @for number in output.numbers() { span { (number) } } }
                                @if let Some(picture) = &output.picture { (picture_markup(picture)) }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn picture_markup(picture: &ExampleAnalysis) -> Markup {
    match picture {
        Err(why) => html! { p .note { (clean(why)) } },
        Ok(analysis) => match small(analysis, &ExportOptions::default()) {
            Some(svg) => html! {
                div .heatmap tabindex="0" role="group" aria-label="Heatmap" { (PreEscaped(svg)) }
                (colours(analysis))
            },
            None => {
                html! { p .note { "The texts are too long for a heatmap here; bertscope plot can draw it." } }
            }
        },
    }
}

/// The colours of a heatmap on one line.
fn colours(analysis: &Analysis) -> Markup {
    let [low, _, high] = legend::ends(analysis);
    let palette = ExportOptions::default().palette;
    let steps = (0..STEPS).map(|i| ink::hex(palette.rgb(f32::from(i) / f32::from(STEPS - 1))));
    html! {
        div .colours {
            span { (low) }
            svg width="96" height="8" viewBox=(format!("0 0 {STEPS} 1")) preserveAspectRatio="none" aria-hidden="true" {
                @for (i, colour) in steps.enumerate() { rect x=(i) width="1.02" height="1" fill=(colour) {} }
            }
            span { (high) }
            span { (legend::caption(analysis)) }
        }
    }
}
