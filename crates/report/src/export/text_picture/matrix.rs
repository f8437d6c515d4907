//! The matrix in blocks of columns that fit the width.

use unicode_width::UnicodeWidthStr;

use super::lines::{Line, Paint, Span};
use crate::export::ExportOptions;
use crate::label;
use crate::number::{self, short};
use bertscope_analysis::{Analysis, Side};

/// Maximum width of a label; the text above shows longer tokens in full.
const LABEL_WIDTH: usize = 24;

/// A cell: a sign, four digits and a space.
const CELL_WIDTH: usize = 6;

/// A weight: five digits and a space.
const WEIGHT_WIDTH: usize = 6;

/// A token that is drawn.
struct ShownToken {
    index: usize,
    label: String,
    special: bool,
    weight: f64,
}

/// The matrix with its labels, and with weights if tokens do not all count the same.
pub(super) fn lines(analysis: &Analysis, options: &ExportOptions, width: usize) -> Vec<Line> {
    let rows = shown_tokens(analysis, Side::Candidate, options.special, width);
    let columns = shown_tokens(analysis, Side::Reference, options.special, width);
    if rows.is_empty() || columns.is_empty() {
        return vec![vec![Span::new(
            "There are no words, so there are no cells.",
            Paint::Quiet,
        )]];
    }
    let label = rows.iter().map(|row| row.label.width()).max().unwrap_or(0);
    let left = label
        + 1
        + if analysis.idf.is_some() {
            WEIGHT_WIDTH
        } else {
            0
        };
    let picture = MatrixPicture {
        analysis,
        options,
        rows: &rows,
        label,
        left,
    };
    let mut out = Vec::new();
    let mut rest = columns.as_slice();
    while !rest.is_empty() {
        let count = columns_that_fit(rest, width.saturating_sub(left));
        let (block, after) = rest.split_at(count);
        if count < columns.len() {
            let first = columns.len() - rest.len() + 1;
            let last = first + count - 1;
            let part = format!("columns {first} to {last} of {}", columns.len());
            if !out.is_empty() {
                out.push(Vec::new());
            }
            out.push(vec![Span::new(part, Paint::Quiet)]);
        }
        picture.block(&mut out, block);
        rest = after;
    }
    out
}

fn shown_tokens(analysis: &Analysis, side: Side, special: bool, width: usize) -> Vec<ShownToken> {
    let text = analysis.side(side);
    let weighted = text.tokenized.tokens.iter().zip(text.weights.as_slice());
    let most = LABEL_WIDTH.min(width / 3) as u16;
    let mut shown = Vec::new();
    for (index, (token, &weight)) in weighted.enumerate() {
        if special || !token.special {
            shown.push(ShownToken {
                index,
                label: label::fit(&label::token(token), most),
                special: token.special,
                weight,
            });
        }
    }
    shown
}

/// How many of the next columns fit a block; at least one, so that there is an end.
fn columns_that_fit(columns: &[ShownToken], room: usize) -> usize {
    let mut used = 0;
    for (count, column) in columns.iter().enumerate() {
        used += column_width(column);
        if used > room {
            return count.max(1);
        }
    }
    columns.len()
}

fn column_width(column: &ShownToken) -> usize {
    CELL_WIDTH.max(column.label.width() + 1)
}

struct MatrixPicture<'a> {
    analysis: &'a Analysis,
    options: &'a ExportOptions,
    rows: &'a [ShownToken],
    /// Columns of the row labels, and of everything left of the cells.
    label: usize,
    left: usize,
}

impl MatrixPicture<'_> {
    fn block(&self, out: &mut Vec<Line>, columns: &[ShownToken]) {
        let has_weights = self.analysis.idf.is_some();
        let left = " ".repeat(self.left);
        let mut head = vec![Span::new(left.clone(), Paint::Plain)];
        head.extend(
            columns
                .iter()
                .map(|column| Span::new(right(&column.label, column_width(column)), paint(column))),
        );
        out.push(head);
        if has_weights {
            let weights = columns
                .iter()
                .map(|column| right(&weight(column.weight), column_width(column)));
            out.push(vec![Span::new(
                left + &weights.collect::<String>(),
                Paint::Quiet,
            )]);
        }
        for row in self.rows {
            let mut line = vec![Span::new(right(&row.label, self.label + 1), paint(row))];
            if has_weights {
                line.push(Span::new(
                    right(&weight(row.weight), WEIGHT_WIDTH),
                    Paint::Quiet,
                ));
            }
            line.extend(columns.iter().map(|column| self.cell(row.index, column)));
            out.push(line);
        }
    }

    fn cell(&self, candidate: usize, column: &ShownToken) -> Span {
        let value = self.analysis.cell(candidate, column.index);
        let sign = self
            .analysis
            .matches
            .symbol(candidate, column.index)
            .map_or(String::new(), String::from);
        let text = right(&(sign + &short(value)), column_width(column));
        Span::new(text, Paint::cell(self.options.palette, value))
    }
}

/// A right-aligned text, with a space after it.
fn right(text: &str, columns: usize) -> String {
    label::align_right(text, columns.saturating_sub(1) as u16) + " "
}

fn paint(token: &ShownToken) -> Paint {
    if token.special {
        Paint::Quiet
    } else {
        Paint::Plain
    }
}

fn weight(weight: f64) -> String {
    if weight == 0.0 {
        "0".to_owned()
    } else {
        number::weight(weight)
    }
}
