//! The page of an edit: its effect on the score, and the words behind it.

mod derivation;
mod list;
mod settings;
mod words;

pub use settings::setting_changes;

use super::columns::{COLUMN_WIDTH, cell, change, left, right};
use super::page::{Page, Row, Span, Target, Tone};
use super::page_settings::{Controls, PageSettings};
use crate::number::{exact_change, five_places, narrow_change, printed_difference};
use bertscope_analysis::Analysis;
use bertscope_explain::edit::{Cause, TextChange};
use bertscope_explain::{EditEffect, ScoreChange};

/// Width of a score with five decimals, with the space before it: with fewer, Δ would not be the difference of the printed
/// numbers.
const SCORE_WIDTH: u16 = 9;

/// The scores, the causes, the edited words, the flipped matches, and the words that drifted most.
pub(super) fn page<'a>(
    edit: &'a EditEffect,
    analysis: &'a Analysis,
    choices: &PageSettings,
) -> Page<'a> {
    match edit {
        EditEffect::None => {
            let lead = match choices.controls {
                Controls::Keys => {
                    "Nothing has been edited yet. Change a word, and this panel shows what that does to the score."
                }
                Controls::Flags => {
                    "No earlier candidate to compare with. Give one with --before TEXT."
                }
            };
            Page::new(lead, Vec::new())
        }
        EditEffect::OtherSettings { before, .. } => {
            let changes = setting_changes(before, analysis).join(", ");
            let lead = format!("Settings changed ({changes}), so only the scores can be compared.");
            Page::new(lead, score_rows(before, analysis, None))
        }
        EditEffect::Texts(change) => {
            let mut rows = score_rows(&change.before, analysis, Some(change));
            if !change.is_none() {
                rows.extend([Row::blank(), Row::new(cause_heads)]);
                let causes = Cause::ALL
                    .iter()
                    .copied()
                    .map(|cause| (cause, change.delta_by_cause(cause)));
                rows.extend(
                    causes
                        .filter(|(_, part)| is_noticeable(part))
                        .map(|(cause, part)| {
                            let line = Row::new(move |width| cause_line(cause, part, width));
                            line.about(Target::Row, move || derivation::cause(change, cause, part))
                        }),
                );
                list::add_rows(&mut rows, change, analysis, choices);
            }
            Page::new(lead(change, analysis), rows)
        }
    }
}

fn lead(change: &TextChange, after: &Analysis) -> String {
    if change.is_none() {
        return "The edit changed no token, so the score is the same.".to_owned();
    }
    let f1 = exact_change(printed_difference(
        after.score().f1,
        change.before.score().f1,
    ));
    if change.slopes.is_none() {
        return format!(
            "F1 {f1}. A score before or after is 0 or undefined by convention, so no word explains the change."
        );
    }
    let words = exact_change(change.f1_delta_where(Cause::is_text_change));
    let drift = exact_change(change.f1_delta_where(Cause::is_drift));
    let shares = change.delta_by_cause(Cause::Share).f1;
    let shares = if shares.abs() < 0.000_05 {
        String::new()
    } else {
        format!(", {} from re-weighting", exact_change(shares))
    };
    format!("F1 {f1}: {words} from the edited words, {drift} from drift of the others{shares}.")
}

/// P, R and F1 before and after.
fn score_rows<'a>(
    before: &Analysis,
    after: &Analysis,
    edit: Option<&'a TextChange>,
) -> Vec<Row<'a>> {
    let mut rows = vec![Row::new(|_| {
        vec![
            left("", 2, Tone::Accent),
            right("before", SCORE_WIDTH, Tone::Accent),
            right("after", SCORE_WIDTH, Tone::Accent),
            cell("Δ", Tone::Accent),
        ]
    })];
    let scores = before
        .score()
        .numbers()
        .into_iter()
        .zip(after.score().numbers())
        .enumerate();
    rows.extend(scores.map(|(i, (before, after))| {
        let label = ["P", "R", "F1"][i];
        let line = Row::new(move |_| {
            let name = left(label, 2, Tone::Plain);
            let difference = before
                .zip(after)
                .map(|(before, after)| printed_difference(after, before));
            vec![
                name,
                right(&five_places(before), SCORE_WIDTH, Tone::Plain),
                right(&five_places(after), SCORE_WIDTH, Tone::Strong),
                change(difference),
            ]
        });
        line.about(Target::Row, move || {
            derivation::score(i, label, before, after, edit)
        })
    }));
    rows
}

fn is_noticeable(part: &ScoreChange) -> bool {
    [part.precision, part.recall, Some(part.f1)]
        .into_iter()
        .flatten()
        .any(|x| x.abs() >= 0.000_05)
}

/// A cause in a few words, short ones for narrow pages.
fn cause_name(cause: Cause, width: u16) -> &'static str {
    let (short, long) = match cause {
        Cause::Added => ("added words", "added words"),
        Cause::Removed => ("removed words", "removed words"),
        Cause::NewMatch => ("their matches", "words matched with these"),
        Cause::Drift => ("drift", "drift of unedited words"),
        Cause::MovedMatch => ("drift: flips", "drift that flipped a match"),
        Cause::Share => ("re-weighting", "re-weighting (Σ weights changed)"),
        Cause::Convention => ("convention", "scores 0 or undefined by convention"),
    };
    if width >= 34 { long } else { short }
}

/// The width of the names, and whether there is room for all columns of numbers.
fn column_layout(width: u16) -> (u16, bool) {
    let all = width >= 18 + 3 * COLUMN_WIDTH;
    let numbers = if all { 3 } else { 1 };
    (
        width.saturating_sub(numbers * COLUMN_WIDTH).clamp(4, 42),
        all,
    )
}

fn cause_heads(width: u16) -> Vec<Span> {
    let (names, all) = column_layout(width);
    let labels: &[&str] = if all {
        &["ΔF1", "ΔP", "ΔR"]
    } else {
        &["ΔF1"]
    };
    let labels = labels.iter().map(|label| cell(label, Tone::Accent));
    std::iter::once(left("Cause", names, Tone::Accent))
        .chain(labels)
        .collect()
}

fn cause_line(cause: Cause, part: ScoreChange, width: u16) -> Vec<Span> {
    let (names, all) = column_layout(width);
    let mut spans = vec![
        left(cause_name(cause, names), names, Tone::Plain),
        change(Some(part.f1)),
    ];
    if all {
        spans.extend([part.precision, part.recall].map(|x| cell(&narrow_change(x), Tone::Quiet)));
    }
    spans
}
