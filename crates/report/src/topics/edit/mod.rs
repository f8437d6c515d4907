//! The sheet of an edit: its effect on the score, the causes of that, and the words behind them.

mod derivation;
mod words;

use crate::number::{exact_change, printed_difference, printed_differences};
use crate::topics::{Controls, SheetSettings};
use bertscope_analysis::{Analysis, Idf};
use bertscope_explain::edit::{Cause, ChangedSetting, TextChange};
use bertscope_explain::{EditEffect, ScoreChange};
use bertscope_metric::Score;
use bertscope_sheet::{Cell, Column, NumberKind, Row, Sheet, Subject, Table};

/// A smaller part of a score is printed as 0.
const MIN_NOTICEABLE: f64 = 0.000_05;

/// An edit of a pair's texts.
#[derive(Clone, Copy)]
struct Edit<'a> {
    change: &'a TextChange,
    /// The pair after the edit.
    after: &'a Analysis,
}

/// The scores, the causes, the edited words, the flipped matches, and the words that drifted most.
pub fn sheet(edit: &EditEffect, analysis: &Analysis, choices: &SheetSettings) -> Sheet {
    match edit {
        EditEffect::None => Sheet::new(match choices.controls {
            Controls::Keys | Controls::Buttons => {
                "Nothing has been edited yet. Change a word, and this panel shows what that does to the score."
            }
            Controls::Flags => "No earlier candidate to compare with. Give one with --before TEXT.",
        }),
        EditEffect::OtherSettings { before, .. } => {
            let changes = setting_changes(before, analysis).join(", ");
            let mut sheet = Sheet::new(format!(
                "Settings changed ({changes}), so only the scores can be compared."
            ));
            sheet.push(scores(before, analysis, None));
            sheet
        }
        EditEffect::Texts(change) => {
            let mut sheet = Sheet::new(lead(change, analysis));
            sheet.push(scores(&change.before, analysis, Some(change)));
            if !change.is_none() {
                let edit = Edit {
                    change,
                    after: analysis,
                };
                sheet.push(causes(change));
                words::push_lists(&mut sheet, edit, choices);
            }
            sheet
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
            "F1 {f1}. No word explains the change, because {}.",
            why_no_word_explains(&change.before, after)
        );
    }
    let words = exact_change(change.f1_delta_where(Cause::is_text_change));
    let drift = exact_change(change.f1_delta_where(Cause::is_drift));
    let shares = change.delta_by_cause(Cause::Share).f1;
    let shares = if shares.abs() < MIN_NOTICEABLE {
        String::new()
    } else {
        format!(", {} from re-weighting", exact_change(shares))
    };
    format!("F1 {f1}: {words} from the edited words, {drift} from drift of the others{shares}.")
}

/// Why the difference of F1 between two pairs does not follow from their tokens.
pub fn why_no_word_explains(one: &Analysis, other: &Analysis) -> &'static str {
    if is_score_by_convention(one) || is_score_by_convention(other) {
        "a score is 0 or undefined by convention"
    } else {
        "F1 jumps where P + R is 0 or less, as it is here for one pair, or for P of the one and R of the other"
    }
}

fn is_score_by_convention(analysis: &Analysis) -> bool {
    let raw = &analysis.raw;
    analysis.has_empty_side() || raw.precision.is_none() || raw.recall.is_none()
}

/// P, R and F1 before and after, with five decimals: with fewer, Δ would not be the difference of the printed numbers.
fn scores(before: &Analysis, after: &Analysis, change: Option<&TextChange>) -> Table {
    let mut table = Table::new(["", "before", "after", "Δ"]);
    let before = before.score().numbers();
    let after = after.score().numbers();
    let differences = printed_differences(after, before);
    for (i, symbol) in Score::SYMBOLS.into_iter().enumerate() {
        let cells = [
            Cell::named(symbol),
            Cell::number(before[i], NumberKind::Score),
            Cell::number(after[i], NumberKind::Score),
            Cell::difference(differences[i]),
        ];
        let steps = derivation::score(i, symbol, [before[i], after[i]], differences[i], change);
        table.push(Row::new(cells).about(Subject::Row, steps));
    }
    table
}

fn causes(change: &TextChange) -> Table {
    let mut table = Table::new([
        Column::new("cause").uncut(),
        Column::new("ΔF1"),
        Column::new("ΔP").ranked(1),
        Column::new("ΔR").ranked(1),
    ]);
    for &cause in Cause::ALL {
        let part = change.delta_by_cause(cause);
        let [p, r, f1] = numbers(part);
        let mut defined = [p, r, f1].into_iter().flatten();
        if defined.all(|part| part.abs() < MIN_NOTICEABLE) {
            continue;
        }
        let cells = [
            Cell::named(cause_name(cause)),
            Cell::difference(f1),
            Cell::difference(p),
            Cell::difference(r),
        ];
        let steps = derivation::cause(change, cause, part);
        table.push(Row::new(cells).about(Subject::Row, steps));
    }
    table
}

/// The changes of P, R and F1.
fn numbers(change: ScoreChange) -> [Option<f64>; 3] {
    [change.precision, change.recall, Some(change.f1)]
}

fn cause_name(cause: Cause) -> &'static str {
    match cause {
        Cause::Added => "added words",
        Cause::Removed => "removed words",
        Cause::NewMatch => "words matched with these",
        Cause::Drift => "drift of unedited words",
        Cause::MovedMatch => "drift that flipped a match",
        Cause::Share => "re-weighting (Σ weights changed)",
        Cause::Convention => "what no word explains",
    }
}

/// What the two scores were not made alike with: `layer 6 → 4`, `IDF off → on`.
pub fn setting_changes(before: &Analysis, after: &Analysis) -> Vec<String> {
    let changed = ChangedSetting::between(before, after);
    let mut changes = Vec::new();
    for setting in &changed {
        let both = [before, after];
        changes.push(match setting {
            ChangedSetting::Model => change("model", both.map(|pair| pair.model.name.clone())),
            ChangedSetting::Layer => change("layer", both.map(|pair| pair.layer.to_string())),
            ChangedSetting::Idf => change("IDF", both.map(idf_name)),
            ChangedSetting::Program => change(
                "program",
                both.map(|pair| pair.conventions().name().to_owned()),
            ),
            ChangedSetting::Rescaling => match both.map(|pair| pair.rescaling().is_some()) {
                [false, _] => "raw → rescaled".to_owned(),
                [_, false] => "rescaled → raw".to_owned(),
                // Each layer of each model has a baseline of its own, which need not be named too.
                _ if changed.contains(&ChangedSetting::Model)
                    || changed.contains(&ChangedSetting::Layer) =>
                {
                    continue;
                }
                _ => "other baseline".to_owned(),
            },
        });
    }
    changes
}

/// A setting before and after; what has the same name both times is another one all the same.
fn change(setting: &str, [before, after]: [String; 2]) -> String {
    if before == after {
        format!("other {setting}")
    } else {
        format!("{setting} {before} → {after}")
    }
}

fn idf_name(pair: &Analysis) -> String {
    match pair.settings.idf {
        Idf::Off => "off",
        Idf::Table => "on",
        Idf::References => "references",
    }
    .to_owned()
}
