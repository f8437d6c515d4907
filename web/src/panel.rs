//! A panel as HTML: the sheet of an explanation.

use bertscope_analysis::{Analysis, Idf};
use bertscope_explain::Explanation;
use bertscope_report::explanation::{Controls, SheetSettings};
use bertscope_report::topics;
use bertscope_sheet::Subject;
use bertscope_sheet::html::{self as sheet_html, Action};
use maud::html;
use serde_json::{Value, json};

use crate::question::PanelSettings;
use crate::story::key;
use crate::view::cell_of;

/// The answer; `more` means that further parts follow.
pub fn answer(
    explanation: Option<&Explanation>,
    analysis: &Analysis,
    settings: &PanelSettings,
    more: bool,
) -> Value {
    let view = &settings.view;
    let choices = SheetSettings {
        sides: view.direction.sides(),
        special: view.special,
        alignment: settings.alignment,
        cell: cell_of(view, analysis),
        all_open: true,
        has_texts: true,
        controls: Controls::Buttons,
        ..SheetSettings::default()
    };
    let html = explanation.map(|explanation| {
        let sheet = topics::sheet(explanation, analysis, &choices);
        html! { div .rows { (sheet_html::sheet(&sheet, &action)) } }.into_string()
    });
    json!({ "title": view.panel.title(), "html": html, "more": more })
}

/// What the page can do for the subject of a row, if anything.
fn action(subject: Subject) -> Option<Action> {
    let (go, label) = match subject {
        Subject::Token(side, token) | Subject::Word(side, token) => (
            format!("token {}", key(side, token)),
            "Show it in the picture".to_owned(),
        ),
        Subject::Cell {
            candidate,
            reference,
        } => (
            format!("cell {candidate} {reference}"),
            "Show the cell in the picture".to_owned(),
        ),
        Subject::Layer(layer) => (
            format!("layer {layer}"),
            format!("Score with layer {layer}"),
        ),
        Subject::Idf(idf) => {
            let (name, label) = match idf {
                Idf::Off => ("off", "Score without IDF weights"),
                Idf::Table => ("table", "Weight tokens by the IDF table"),
                Idf::References => ("references", "Weight tokens by this reference only"),
            };
            (format!("idf {name}"), label.to_owned())
        }
        Subject::Rescale(true) => ("rescale yes".to_owned(), "Rescale the score".to_owned()),
        Subject::Rescale(false) => ("rescale no".to_owned(), "Show the raw score".to_owned()),
        Subject::Alignment(kind) => (
            format!("alignment {}", kind.name()),
            "List its pairs".to_owned(),
        ),
        Subject::KeptText(side, index) => (
            format!("kept {} {index}", side.name()),
            "Swap in this text".to_owned(),
        ),
        Subject::KeptPair {
            candidate,
            reference,
        } => (
            format!("kept candidate {candidate} reference {reference}"),
            "Swap in both texts".to_owned(),
        ),
        Subject::Row => return None,
    };
    Some(Action { go, label })
}
