//! An explanation in a file, complete and with every derivation.

use serde::Serialize;

use crate::topics::{self, Controls, SheetSettings};
use bertscope_analysis::{Analysis, ReferenceChoice};
use bertscope_explain::{Explanation, Topic};
use bertscope_sheet::columns::lines;
use bertscope_sheet::{Row, Sheet};

/// Width of the lines of an explanation in a file, in columns.
pub const COLUMNS: u16 = 100;

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
    /// Its lines, for people who read the JSON.
    pub rows: Vec<SectionRow>,
    /// The document that other files show.
    #[serde(skip)]
    pub sheet: Sheet,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SectionRow {
    /// A line as text, in columns of fixed width.
    pub text: String,
    /// How its numbers were computed, a sentence or formula each.
    #[serde(rename = "how", skip_serializing_if = "Vec::is_empty")]
    pub derivation: Vec<String>,
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

    /// An explanation of `analysis`, with every token of every word.
    pub fn new(explanation: &Explanation, analysis: &Analysis) -> Self {
        Self::with_cell(None, explanation, analysis)
    }

    /// The same for one cell, candidate and reference.
    pub fn with_cell(
        cell: Option<(usize, usize)>,
        explanation: &Explanation,
        analysis: &Analysis,
    ) -> Self {
        let choices = SheetSettings {
            cell,
            all_open: true,
            has_texts: true,
            controls: Controls::Flags,
            ..SheetSettings::default()
        };
        let sheet = topics::sheet(explanation, analysis, &choices);
        let topic = explanation.topic();
        Self {
            topic,
            title: topic.title().to_owned(),
            reference: match topic {
                Topic::Compare | Topic::Overlap => None,
                _ => analysis.reference_choice(),
            },
            lead: sheet.lead.clone(),
            data: explanation.clone(),
            rows: section_rows(&sheet),
            sheet,
        }
    }
}

fn section_rows(sheet: &Sheet) -> Vec<SectionRow> {
    let rows: Vec<&Row> = sheet.rows().collect();
    let mut section_rows = Vec::new();
    for line in lines(&sheet.blocks, COLUMNS) {
        let steps = line.row.map_or(&[][..], |row| &rows[row].derivation);
        section_rows.push(SectionRow {
            text: line.text(),
            derivation: steps.iter().map(ToString::to_string).collect(),
        });
    }
    section_rows
}
