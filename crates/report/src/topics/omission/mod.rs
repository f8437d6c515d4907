//! The sheet of “What if I drop it?”: each word left out, with the vectors unchanged and with the text embedded again.

mod derivation;

use super::names::{side_title, token_name};
use crate::number::{printed_difference, rounded_difference};
use crate::topics::SheetSettings;
use bertscope_analysis::{Analysis, Side};
use bertscope_explain::omission::{DeletionState, Omission, Omissions};
use bertscope_metric::Score;
use bertscope_sheet::{Cell, Column, NumberKind, Row, Sheet, Subject, Table};

/// The words of each side, largest effect on F1 first; an open word is followed by its tokens.
pub fn sheet(all: &Omissions, analysis: &Analysis, choices: &SheetSettings) -> Sheet {
    let mut sheet = Sheet::new(lead(all));
    for &side in &choices.sides {
        let mut words: Vec<&Omission> = all.words.iter().filter(|word| word.side == side).collect();
        if words.is_empty() {
            continue;
        }
        words.sort_by(|a, b| b.f1_effect(all).abs().total_cmp(&a.f1_effect(all).abs()));
        let mut table = Table::new(columns(side));
        for word in words {
            table.push(row(word, &word.word, all, analysis));
            if choices.opens(side, word.tokens.start) {
                for piece in &word.pieces {
                    let name = token_name(analysis, side, piece.tokens.start);
                    table.push(row(piece, &name, all, analysis).indented(1));
                }
            }
        }
        sheet.push(table);
    }
    sheet
}

fn lead(all: &Omissions) -> String {
    if all.words.is_empty() {
        return "With an empty text, raw scores are 0 by convention, whatever is dropped."
            .to_owned();
    }
    let lead = "ΔF1 without each word. fixed: all vectors stay. anew: the shorter text is embedded again. drift: anew − fixed, \
                the word’s effect on the others: on their context, position and pieces.";
    match all.skipped_count() {
        0 => lead.to_owned(),
        skipped => format!(
            "{lead} The pair is long, so {skipped} shorter texts were not embedded, only those with the largest fixed effect."
        ),
    }
}

fn columns(side: Side) -> [Column; 7] {
    [
        Column::new(side_title(side)),
        Column::new("fixed"),
        Column::new("anew"),
        Column::new("drift"),
        Column::new("ΔP").ranked(1),
        Column::new("ΔR").ranked(1),
        Column::new("matched by").ranked(2),
    ]
}

fn row(omission: &Omission, name: &str, all: &Omissions, analysis: &Analysis) -> Row {
    let fixed = change(all, omission.fixed_score);
    let anew = omission.deletion.raw().map(|raw| change(all, raw));
    let [precision, recall, _] = anew.unwrap_or(fixed);
    let mut cells = vec![Cell::word(name), difference(fixed[F1])];
    cells.extend(match anew {
        Some(anew) => [difference(anew[F1]), difference(drift(anew, fixed, 4))],
        None if omission.deletion == DeletionState::Waiting => [Cell::Waiting, Cell::Waiting],
        None => [difference(None), difference(None)],
    });
    cells.extend([difference(precision), difference(recall)]);
    cells.push(Cell::count(omission.match_count));
    let first = omission.tokens.start;
    let subject = if omission.pieces.is_empty() {
        Subject::Token(omission.side, first)
    } else {
        Subject::Word(omission.side, first)
    };
    Row::new(cells).about(subject, derivation::steps(omission, all, analysis))
}

fn difference(x: Option<f64>) -> Cell {
    Cell::number(x, NumberKind::Difference)
}

/// The place of F1 among the numbers of a score.
const F1: usize = 2;

/// The changes of P, R and F1, as a reader finds them who subtracts the printed numbers; `None` where one of them is
/// undefined before or after.
fn change(all: &Omissions, without: Score) -> [Option<f64>; 3] {
    let before = all.scaled(all.raw).numbers();
    let after = all.scaled(without).numbers();
    std::array::from_fn(|at| Some(printed_difference(after[at]?, before[at]?)))
}

/// The difference of two changes of F1 that are printed with `places` decimals.
fn drift(anew: [Option<f64>; 3], fixed: [Option<f64>; 3], places: i32) -> Option<f64> {
    Some(rounded_difference(anew[F1]?, fixed[F1]?, places))
}
