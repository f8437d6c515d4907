//! Cells about the match of a token, which the topics of matches and of costs share.

use super::names::token_name;
use bertscope_analysis::{Analysis, Idf, Side};
use bertscope_sheet::{Cell, Column, Emphasis, NumberKind};

/// The column of cosines, on the scale of the settings.
pub fn similarity_column() -> Column {
    Column::new("similarity").short("cos")
}

/// The columns of [`second_best`].
pub fn second_best_columns(rank: u8) -> [Column; 2] {
    [
        Column::new("second best").ranked(rank),
        similarity_column().ranked(rank),
    ]
}

pub fn similarity(analysis: &Analysis, raw: f32) -> Cell {
    mean_similarity(analysis, Some(raw.into()))
}

/// The same for the mean of several tokens.
pub fn mean_similarity(analysis: &Analysis, raw: Option<f64>) -> Cell {
    let scaled = raw.map(|raw| f64::from(analysis.scaled_similarity(raw as f32)));
    Cell::number(scaled, NumberKind::Similarity)
}

/// The second best match of a token and its similarity; empty if the other side has one token.
pub fn second_best(analysis: &Analysis, side: Side, i: usize) -> [Cell; 2] {
    let found = analysis.matches_of(side).get(i);
    match found.and_then(|found| found.runner_up) {
        Some(second) => [
            Cell::remark(token_name(analysis, side.other(), second.token)),
            similarity(analysis, second.similarity),
        ],
        None => [Cell::Empty, Cell::Empty],
    }
}

/// Without IDF, a token counts or it does not.
pub fn weight(analysis: &Analysis, weight: f64) -> Cell {
    if analysis.settings.idf == Idf::Off {
        Cell::count(usize::from(weight > 0.0))
    } else {
        Cell::number(weight, NumberKind::Weight)
    }
}

/// How a token with this weight stands out that is matched with a token of the other side.
pub fn emphasis(analysis: &Analysis, other: Side, partner: Option<usize>, weight: f64) -> Emphasis {
    let tokens = &analysis.side(other).tokenized.tokens;
    let is_special = partner.is_some_and(|partner| tokens[partner].special);
    if weight == 0.0 {
        Emphasis::Quiet
    } else if is_special {
        // A word that matches a special token is worth a second look.
        Emphasis::Warning
    } else {
        Emphasis::None
    }
}

/// The name of a match, with the sign of a warning for media without colours.
pub fn match_name(analysis: &Analysis, other: Side, partner: usize, emphasis: Emphasis) -> Cell {
    let name = token_name(analysis, other, partner);
    Cell::word(match emphasis {
        Emphasis::Warning => format!("{name} !"),
        _ => name,
    })
}
