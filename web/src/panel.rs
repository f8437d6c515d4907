//! A panel as HTML: the page of an explanation, with rows that open to show derivations.

use bertscope_analysis::{Analysis, Idf, Side};
use bertscope_explain::{Explanation, Topic};
use bertscope_metric::alignment::AlignmentKind;
use bertscope_report::explanation::{Page, PageSettings, Target, page};
use bertscope_report::export::link::PairView;
use bertscope_report::export::picture::html::{MAX_ROWS, row};
use maud::{Markup, html};
use serde_json::{Value, json};

use crate::view::cell_of;

/// The display settings of a panel.
pub struct PanelSettings {
    /// Width of a row in columns.
    pub width: u16,
    /// The alignment whose pairs are listed.
    pub alignment: AlignmentKind,
    /// The settings of the page.
    pub view: PairView,
}

/// Minimum and maximum width of a row. A narrower panel scrolls, so that the names of matches are never left out.
const COLUMNS: (u16, u16) = (48, 100);

/// The answer; `more` means that further parts follow.
pub fn answer(explanation: Option<&Explanation>, analysis: &Analysis, frame: &PanelSettings, more: bool) -> Value {
    let PairView { panel, direction, special, others, other_references, .. } = &frame.view;
    let title = panel.title();
    if *panel == Topic::Compare && others.is_empty() && other_references.is_empty() {
        let lead = "Nothing is kept to compare with. Keep the candidate (or the reference), then edit it to see both \
                    versions side by side.";
        return json!({ "title": title, "html": html! { p .lead { (lead) } }.into_string(), "more": false });
    }
    let width = frame.width.clamp(COLUMNS.0, COLUMNS.1);
    let choices = PageSettings {
        sides: direction.sides(),
        special: *special,
        alignment: frame.alignment,
        cell: cell_of(&frame.view, analysis),
        all_open: true,
        text_columns: Some(width),
        ..PageSettings::default()
    };
    let html = explanation.map(|explanation| {
        let page = page(explanation, analysis, &choices);
        rows(&page, width).into_string()
    });
    json!({ "title": title, "html": html, "more": more })
}

fn rows(page: &Page<'_>, width: u16) -> Markup {
    html! {
        p .lead { (page.lead()) }
        div .rows .tall[page.len() > MAX_ROWS] {
            @for index in 0..page.len() {
                @let (spans, steps) = (page.row(index, width), page.derivation(index));
                @let target = page.target(index).and_then(target_action);
                @if steps.is_empty() && target.is_none() {
                    div .row { (row(&spans)) }
                } @else {
                    details {
                        summary .row { (row(&spans)) }
                        div .how {
                            @if !steps.is_empty() { ul { @for step in &steps { li { (step) } } } }
                            @if let Some((go, label)) = target {
                                button type="button" data-go=(go) { (label) }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The target of a row: for the script, and as the label of a button. `None` if it has no target.
fn target_action(target: Target) -> Option<(String, String)> {
    let letter = |side: Side| if side == Side::Candidate { 'c' } else { 'r' };
    Some(match target {
        Target::Token(side, token) | Target::Word(side, token) => {
            (format!("token {}{token}", letter(side)), "Show it in the picture".to_owned())
        }
        Target::Cell { candidate, reference } => {
            (format!("cell {candidate} {reference}"), "Show the cell in the picture".to_owned())
        }
        Target::Layer(layer) => (format!("layer {layer}"), format!("Score with layer {layer}")),
        Target::Idf(idf) => {
            let (name, label) = match idf {
                Idf::Off => ("off", "Score without IDF weights"),
                Idf::Table => ("table", "Weight tokens by the IDF table"),
                Idf::References => ("references", "Weight tokens by this reference only"),
            };
            (format!("idf {name}"), label.to_owned())
        }
        Target::Rescale(true) => ("rescale yes".to_owned(), "Rescale the score".to_owned()),
        Target::Rescale(false) => ("rescale no".to_owned(), "Show the raw score".to_owned()),
        Target::Alignment(kind) => (format!("alignment {}", kind.name()), "List its pairs".to_owned()),
        Target::KeptText(side, index) => (format!("kept {} {index}", side.name()), "Swap in this text".to_owned()),
        Target::KeptPair { candidate, reference } => {
            (format!("kept candidate {candidate} reference {reference}"), "Swap in both texts".to_owned())
        }
        Target::Row => return None,
    })
}
