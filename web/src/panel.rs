//! A panel as HTML: the page of an explanation.

use bertscope_analysis::Analysis;
use bertscope_explain::{Explanation, Topic};
use bertscope_metric::alignment::AlignmentKind;
use bertscope_report::explanation::{PageSettings, page};
use bertscope_report::export::link::PairView;
use maud::html;
use serde_json::{Value, json};

use crate::table;
use crate::view::cell_of;

/// The display settings of a panel.
pub struct PanelSettings {
    /// The alignment whose pairs are listed.
    pub alignment: AlignmentKind,
    /// The settings of the page.
    pub view: PairView,
}

/// Columns of a row of the explanation: enough that nothing is left out or shortened but the longest texts. The browser wraps.
const COLUMNS: u16 = 240;

/// The answer; `more` means that further parts follow.
pub fn answer(
    explanation: Option<&Explanation>,
    analysis: &Analysis,
    frame: &PanelSettings,
    more: bool,
) -> Value {
    let PairView {
        panel,
        direction,
        special,
        others,
        other_references,
        ..
    } = &frame.view;
    let title = panel.title();
    if *panel == Topic::Compare && others.is_empty() && other_references.is_empty() {
        let lead = "Nothing is kept to compare with. Keep the candidate (or the reference), then edit it to see both \
                    versions side by side.";
        return json!({ "title": title, "html": html! { p .lead { (lead) } }.into_string(), "more": false });
    }
    let choices = PageSettings {
        sides: direction.sides(),
        special: *special,
        alignment: frame.alignment,
        cell: cell_of(&frame.view, analysis),
        all_open: true,
        text_columns: Some(COLUMNS),
        ..PageSettings::default()
    };
    let html = explanation.map(|explanation| {
        let page = page(explanation, analysis, &choices);
        let markup = html! {
            (table::blocks(&page, COLUMNS))
            @if *panel == Topic::Pooled {
                p .lead { "The heatmap still shows the cosines of BERTScore, not the parts of this cosine." }
            }
        };
        markup.into_string()
    });
    json!({ "title": title, "html": html, "more": more })
}
