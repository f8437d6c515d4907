//! An explanation in a file, with all its rows and their derivations.

use serde::Serialize;

use super::page;
use super::page::Span;
use super::page_settings::{Controls, PageSettings};
use crate::topics;
use bertscope_analysis::{Analysis, ReferenceChoice};
use bertscope_explain::{Explanation, Topic};
use bertscope_sheet::Sheet;

/// An explanation for files.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Section {
    pub topic: Topic,
    pub title: String,
    /// Which of several references it describes; `None` for a single one, and where it is about all of them.
    #[serde(skip)]
    pub reference: Option<ReferenceChoice>,
    /// Its summary, in one or two sentences.
    pub lead: String,
    /// Its numbers, for programs.
    pub data: Explanation,
    pub rows: Vec<SectionRow>,
    #[serde(skip)]
    pub sheet: Sheet,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SectionRow {
    /// The row as text, in columns of fixed width.
    pub text: String,
    /// How its numbers were computed, a sentence or formula each.
    #[serde(rename = "how", skip_serializing_if = "Vec::is_empty")]
    pub derivation: Vec<String>,
    /// The row in spans of one tone each.
    #[serde(skip)]
    pub spans: Vec<Span>,
}

impl Section {
    /// The title. Of several references, it names the one that the numbers are of, and the numbers of the score that are of
    /// another.
    pub fn heading(&self) -> String {
        let Some(choice) = self.reference else {
            return self.title.clone();
        };
        let others = match choice.other_references() {
            Some(others) => format!("; {others}"),
            None => String::new(),
        };
        let ReferenceChoice { number, count, .. } = choice;
        format!("{} (reference {number} of {count}{others})", self.title)
    }

    /// An explanation of `analysis` in rows of at most `width` columns, with every token of every word.
    pub fn new(explanation: &Explanation, analysis: &Analysis, width: u16) -> Self {
        Self::with_cell(None, explanation, analysis, width)
    }

    /// The same for one cell, candidate and reference.
    pub fn with_cell(
        cell: Option<(usize, usize)>,
        explanation: &Explanation,
        analysis: &Analysis,
        width: u16,
    ) -> Self {
        let choices = PageSettings {
            cell,
            all_open: true,
            text_columns: Some(width),
            controls: Controls::Flags,
            ..PageSettings::default()
        };
        let page = page(explanation, analysis, &choices);
        let row = |index: usize| {
            let spans = page.row(index, width);
            let text: String = spans.iter().map(|span| span.text.as_str()).collect();
            SectionRow {
                text: text.trim_end().to_owned(),
                derivation: page.derivation(index),
                spans,
            }
        };
        let topic = explanation.topic();
        Self {
            topic,
            title: topic.title().to_owned(),
            reference: match topic {
                Topic::Compare | Topic::Overlap => None,
                _ => analysis.reference_choice(),
            },
            lead: page.lead(),
            data: explanation.clone(),
            rows: (0..page.height(width)).map(row).collect(),
            sheet: topics::sheet(explanation, analysis, &choices),
        }
    }
}
