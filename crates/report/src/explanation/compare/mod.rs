//! The page of compared texts: the scores of every candidate on every reference, the contribution of each word to a
//! difference, and whether the order holds under other settings.

mod derivation;
mod difference;
mod orders;
mod scores;

use self::difference::Compared;
use super::page::{Page, Row, RowForm, Span, Target, Tone};
use super::page_settings::{Controls, PageSettings};
use crate::label::fit;
use bertscope_analysis::{Analysis, Side};
use bertscope_explain::TextComparison;
use bertscope_explain::compare::TextRanking;
use bertscope_printable::printable;
use unicode_width::UnicodeWidthStr;

/// The candidates, each of them on each reference, and the differences of the pair on screen.
pub(super) fn page<'a>(
    comparison: &'a TextComparison,
    analysis: &'a Analysis,
    choices: &PageSettings,
) -> Page<'a> {
    let candidates = &comparison.candidates;
    let references = &comparison.references;
    let several_candidates = candidates.texts.len() > 1;
    let several_references = references.texts.len() > 1;
    let mut rows = Vec::new();
    if several_candidates {
        rows.push(Row::new(|width| {
            scores::candidates_heading(comparison, width)
        }));
        for (i, text) in candidates.texts.iter().enumerate() {
            let target = text
                .kept
                .map_or(Target::Row, |kept| Target::KeptText(Side::Candidate, kept));
            let line = Row::new(move |width| scores::candidate(comparison, i, width));
            rows.push(line.about(target, move || derivation::candidate(comparison, i)));
            rows.push(text_row(candidates, i));
        }
        rows.extend(orders::rows(candidates, analysis));
    }
    if several_references {
        for (i, candidate) in candidates.texts.iter().enumerate() {
            rows.extend((!rows.is_empty()).then(Row::blank));
            rows.push(Row::new(move |width| {
                scores::references_heading(comparison, i, width)
            }));
            for (j, reference) in references.texts.iter().enumerate() {
                let target = match (candidate.kept, reference.kept) {
                    (None, None) => Target::Row,
                    (Some(candidate), None) => Target::KeptText(Side::Candidate, candidate),
                    (None, Some(reference)) => Target::KeptText(Side::Reference, reference),
                    (Some(candidate), Some(reference)) => Target::KeptPair {
                        candidate,
                        reference,
                    },
                };
                let line = Row::new(move |width| scores::pair(comparison, i, j, width));
                rows.push(line.about(target, move || derivation::pair(comparison, i, j)));
                // The texts are the same for every candidate.
                rows.extend((i == 0).then(|| text_row(references, j)));
            }
        }
        if !several_candidates {
            let line = Row::new(|width| scores::best(comparison, width));
            rows.push(line.about(Target::Row, || {
                derivation::best(comparison, candidates.shown_index())
            }));
            rows.extend(orders::rows(references, analysis));
        }
    }
    for (ranking, other, title) in [
        (candidates, references, "Differences on reference"),
        (references, candidates, "Differences for candidate"),
    ] {
        if several_candidates && several_references {
            rows.extend([
                Row::blank(),
                Row::heading(format!("{title} {}", other.name(other.shown_index()))),
            ]);
        }
        rows.extend(ranking.differences.iter().flat_map(|difference| {
            Compared {
                ranking,
                difference,
            }
            .rows()
        }));
    }
    Page::new(lead(comparison, choices.controls), rows)
}

/// The text itself, below its numbers; if it is too long, from the first word that tells the texts apart.
fn text_row(ranking: &TextRanking, i: usize) -> Row<'_> {
    Row::new(move |width| {
        let room = width.saturating_sub(2);
        let text = text_in(ranking, i, room);
        vec![Span::new(format!("  {}", fit(&text, room)), Tone::Quiet)]
    })
    .with_form(RowForm::Text)
}

fn text_in(ranking: &TextRanking, i: usize, room: u16) -> String {
    let whole = printable(ranking.text(i).trim());
    if whole.width() <= room.into() {
        return whole;
    }
    let others = (0..ranking.texts.len()).filter(|other| *other != i);
    let shared = others
        .map(|other| shared_start(&whole, &printable(ranking.text(other).trim())))
        .min()
        .unwrap_or(0);
    // From a whole word.
    match whole[..shared].rfind(' ') {
        Some(blank) => format!("…{}", &whole[blank + 1..]),
        None => whole,
    }
}

/// Bytes at the start of a text that another text shares.
fn shared_start(text: &str, other: &str) -> usize {
    let alike = text.chars().zip(other.chars()).take_while(|(a, b)| a == b);
    alike.map(|(c, _)| c.len_utf8()).sum()
}

fn lead(comparison: &TextComparison, controls: Controls) -> String {
    let candidates = &comparison.candidates;
    let references = &comparison.references;
    let candidate = candidates.name(candidates.shown_index());
    let reference = references.name(references.shown_index());
    let (one, both) = match controls {
        Controls::Keys => ("on screen", "on screen"),
        Controls::Flags => ("the text scored", "the texts scored"),
    };
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
            }
            .to_owned();
        }
        (count, 1) => format!(
            "{candidate} is {one}, {}. {} use the same reference.",
            others(count, controls),
            both_or_all(count)
        ),
        (1, count) => format!(
            "Reference {reference} is {one}, {}. {} use the same candidate.",
            others(count, controls),
            both_or_all(count)
        ),
        (_, of) => format!(
            "Candidate {candidate} and reference {reference} are {both}. With {of} references, the best score counts."
        ),
    };
    format!("{several} ▴ marks the best P, R and F1.")
}

/// What the other texts of a side are.
fn others(count: usize, controls: Controls) -> &'static str {
    match (controls, count) {
        (Controls::Keys, 2) => "the other is kept",
        (Controls::Keys, _) => "the others are kept",
        (Controls::Flags, 2) => "the other is compared with it",
        (Controls::Flags, _) => "the others are compared with it",
    }
}

fn both_or_all(count: usize) -> &'static str {
    if count == 2 { "Both" } else { "All" }
}
