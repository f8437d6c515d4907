//! The sheet of compared texts: the scores of every candidate on every reference, whether the order holds under other
//! settings, and the contribution of each word to a difference.

mod derivation;
mod difference;
mod orders;
mod scores;

pub use scores::on_references;

use self::difference::Compared;
use crate::topics::{Controls, SheetSettings};
use bertscope_analysis::Analysis;
use bertscope_explain::TextComparison;
use bertscope_sheet::Sheet;

/// The candidates, each of them on each reference, and the differences of the pair on screen.
pub fn sheet(comparison: &TextComparison, analysis: &Analysis, choices: &SheetSettings) -> Sheet {
    let candidates = &comparison.candidates;
    let references = &comparison.references;
    let several_candidates = candidates.texts.len() > 1;
    let several_references = references.texts.len() > 1;
    let mut sheet = Sheet::new(lead(comparison, choices.controls));
    if several_candidates {
        sheet.push(scores::candidates(comparison));
        orders::push(&mut sheet, candidates, analysis);
    }
    if several_references {
        for i in 0..candidates.texts.len() {
            sheet.push(scores::on_references(comparison, i));
        }
        if !several_candidates {
            orders::push(&mut sheet, references, analysis);
        }
    }
    for (ranking, other, title) in [
        (candidates, references, "Differences on reference"),
        (references, candidates, "Differences for candidate"),
    ] {
        if several_candidates && several_references {
            let name = other.name(other.shown_index());
            sheet.heading(format!("{title} {name}"));
        }
        for difference in &ranking.differences {
            let compared = Compared {
                ranking,
                difference,
            };
            sheet.push(compared.table());
        }
    }
    sheet
}

fn lead(comparison: &TextComparison, controls: Controls) -> String {
    let candidates = &comparison.candidates;
    let references = &comparison.references;
    let candidate = candidates.name(candidates.shown_index());
    let reference = references.name(references.shown_index());
    let several = match (candidates.texts.len(), references.texts.len()) {
        (1, 1) => {
            return match controls {
                Controls::Keys => {
                    "No text is kept to compare with. Keep the text on screen (Ctrl-p, or K in the matrix), then write \
                     another: this panel compares the two."
                }
                Controls::Flags => {
                    "Nothing to compare with. Add candidates with --against TEXT, or several references."
                }
                Controls::Buttons => {
                    "Nothing is kept to compare with. Keep the candidate (or the reference), then edit it to see both \
                     versions side by side."
                }
            }
            .to_owned();
        }
        (count, 1) => format!(
            "{candidate} is the text scored here, {} use the same reference.",
            others(count)
        ),
        (1, count) => format!(
            "Reference {reference} is the one used here, {} use the same candidate.",
            others(count)
        ),
        (_, of) => format!(
            "Candidate {candidate} and reference {reference} are the texts scored here. With {of} references, the best score counts."
        ),
    };
    format!("{several} ▴ marks the best P, R and F1.")
}

/// What the other texts of a side are, and how many texts use the same other one.
fn others(count: usize) -> &'static str {
    match count {
        2 => "the other is compared with it. Both",
        _ => "the others are compared with it. All",
    }
}
