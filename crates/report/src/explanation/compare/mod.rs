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
    let TextComparison {
        candidates,
        references,
        ..
    } = comparison;
    let (several_candidates, several_references) =
        (candidates.texts.len() > 1, references.texts.len() > 1);
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
        let text = |i| printable(ranking.text(i).trim());
        let (whole, room) = (text(i), width.saturating_sub(2));
        let alike = |other: String| {
            whole
                .chars()
                .zip(other.chars())
                .take_while(|(a, b)| a == b)
                .count()
        };
        let shared = (0..ranking.texts.len())
            .filter(|other| *other != i)
            .map(|other| alike(text(other)))
            .min();
        let start: String = whole.chars().take(shared.unwrap_or(0)).collect();
        let words = start
            .rfind(' ')
            .filter(|_| whole.width() > room.into())
            .map_or(0, |blank| blank + 1);
        let shown = if words == 0 {
            whole
        } else {
            format!("…{}", &whole[words..])
        };
        vec![Span::new(format!("  {}", fit(&shown, room)), Tone::Quiet)]
    })
    .with_form(RowForm::Text)
}

fn lead(
    TextComparison {
        candidates,
        references,
        ..
    }: &TextComparison,
    controls: Controls,
) -> String {
    let name = |ranking: &TextRanking| ranking.name(ranking.shown_index());
    let (candidate, reference) = (name(candidates), name(references));
    let (one, both) = match controls {
        Controls::Keys => ("on screen", "on screen"),
        Controls::Flags => ("the text scored", "the texts scored"),
    };
    let others = |ranking: &TextRanking| match (controls, ranking.texts.len()) {
        (Controls::Keys, 2) => "the other is kept",
        (Controls::Keys, _) => "the others are kept",
        (Controls::Flags, 2) => "the other is compared with it",
        (Controls::Flags, _) => "the others are compared with it",
    };
    let all = |ranking: &TextRanking| {
        if ranking.texts.len() == 2 {
            "Both"
        } else {
            "All"
        }
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
        (_, 1) => format!(
            "{candidate} is {one}, {}. {} use the same reference.",
            others(candidates),
            all(candidates)
        ),
        (1, _) => {
            let (others, all) = (others(references), all(references));
            format!("Reference {reference} is {one}, {others}. {all} use the same candidate.")
        }
        (_, of) => format!(
            "Candidate {candidate} and reference {reference} are {both}. With {of} references, the best score counts."
        ),
    };
    format!("{several} ▴ marks the best P, R and F1.")
}
