//! The example pairs, each of which opens to its texts and heatmaps.

use maud::{Markup, PreEscaped, html};

use crate::corpus::example_selection::signed;
use crate::corpus::{CorpusReport, Example, ExampleAnalyses, ExampleAnalysis, ExampleGroup, SystemOutput, UNSCORED};
use crate::export_options::ExportOptions;
use crate::number::five_places;
use crate::origin::short;
use crate::picture::ink;
use crate::picture::label::clean;
use crate::picture::legend;
use crate::picture::small;
use crate::systems::text::group_name;
use bertscope_analysis::Analysis;

/// Colours of the scale.
const STEPS: u8 = 24;

/// A section for each selection criterion.
pub(super) fn sections(report: &CorpusReport, telling: &[ExampleGroup], pictures: &ExampleAnalyses) -> Markup {
    if telling.is_empty() {
        return html! {};
    }
    html! {
        section #telling {
            h2 { "Example pairs" }
            p .note {
                "Open a pair to see its heatmaps: one row per token of the candidate, one column per token of the \
                 reference; darker cells are more similar. ▶ marks the best match of a row, ▼ of a column, ◆ of both."
            }
            @for reason in telling {
                h3 dir="auto" { (clean(&reason.reason.heading(&report.systems))) }
                p .note { (reason.reason.rule()) }
                @for example in &reason.examples { (pair(report, example, pictures)) }
            }
        }
    }
}

fn pair(report: &CorpusReport, example: &Example, pictures: &ExampleAnalyses) -> Markup {
    let Some(segment) = report.segments.get(example.segment) else { return html! {} };
    let outputs = || example.systems.iter().filter_map(|&system| Some((system, segment.outputs.get(system)?)));
    let several = report.systems.len() > 1;
    html! {
        details .pair {
            summary {
                span .name { (clean(&segment.name())) }
                span .numbers {
                    @for (system, output) in outputs() {
                        span { @if several { (clean(&report.systems[system])) " " } b { (f1(output)) } }
                    }
                    @if let Some(human) = outputs().find_map(|(_, output)| output.human).filter(|_| example.systems.len() == 1) {
                        span { "human " (short(human)) }
                    }
                    @if let Some(remark) = example.evidence.describe(signed) { span { (remark) } }
                }
                @if let Some((_, output)) = outputs().next_back() { span .text dir="auto" { (clean(&output.candidate)) } }
            }
            dl {
                @if let Some(group) = &segment.group { div { dt { "Group" } dd dir="auto" { (clean(group_name(group))) } } }
                @for reference in &segment.references { div { dt { "Reference" } dd dir="auto" { (clean(reference)) } } }
                @for (system, output) in outputs() {
                    div .output {
                        dt dir="auto" { @if several { (clean(&report.systems[system])) } @else { "Candidate" } }
                        dd {
                            div dir="auto" { (clean(&output.candidate)) }
                            div .scores { (scores(output)) }
                            (picture(pictures.get(&(example.segment, system))))
                        }
                    }
                }
            }
        }
    }
}

fn f1(output: &SystemOutput) -> String {
    output.f1().map_or_else(|| UNSCORED.to_owned(), |f1| five_places(Some(f1)))
}

fn scores(output: &SystemOutput) -> Markup {
    html! {
        @match output.score {
            Some(score) => {
                @for (name, number) in [("P", score.precision), ("R", score.recall), ("F1", Some(score.f1))] {
                    span { (name) " " (five_places(number)) }
                }
            }
            None => span { (UNSCORED) },
        }
        @if let Some(human) = output.human { span { "human " (short(human)) } }
    }
}

fn picture(picture: Option<&ExampleAnalysis>) -> Markup {
    match picture {
        None => html! {},
        Some(Err(why)) => html! { p .note { (clean(why)) } },
        Some(Ok(analysis)) => match small(analysis, &ExportOptions::default()) {
            Some(svg) => html! {
                div .heatmap tabindex="0" role="group" aria-label="Heatmap" { (PreEscaped(svg)) }
                (colours(analysis))
            },
            None => html! { p .note { "The texts are too long for a heatmap here; bertscope plot can draw it." } },
        },
    }
}

/// The colours of a heatmap on one line.
fn colours(analysis: &Analysis) -> Markup {
    let [low, _, high] = legend::ends(analysis);
    let palette = ExportOptions::default().palette;
    let step = |i: u8| ink::hex(palette.rgb(f32::from(i) / f32::from(STEPS - 1)));
    html! {
        div .colours {
            span { (low) }
            svg width="96" height="8" viewBox=(format!("0 0 {STEPS} 1")) preserveAspectRatio="none" aria-hidden="true" {
                @for i in 0..STEPS { rect x=(i) width="1.02" height="1" fill=(step(i)) {} }
            }
            span { (high) }
            span { (legend::caption(analysis)) }
        }
    }
}
