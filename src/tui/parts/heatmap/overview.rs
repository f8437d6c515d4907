//! An overview of the whole matrix: two rows of half characters on a line. Tokens share them if there are many.

use ratatui::buffer::Buffer;
use ratatui::style::Style;

use super::HeatmapPicture;
use crate::tui::terminal::theme::ColorDepth;
use bertscope_analysis::Side;
use bertscope_explain::sentences::sentence_starts;

/// Draws the cells, and the crosshair and the starts of sentences on both axes.
pub fn draw(buffer: &mut Buffer, picture: &HeatmapPicture<'_>) {
    let geometry = picture.geometry;
    let rows = geometry.overview_rows();
    let columns = geometry.overview_columns();
    let shown = rows
        .iter()
        .take_while(|tokens| picture.state.shows_cell(tokens[0], 0));
    let values: Vec<Vec<f32>> = shown
        .map(|tokens| maxima(picture, tokens, &columns))
        .collect();
    for (halves, y) in values.chunks(2).zip(geometry.cells.y..) {
        for (x, at) in (geometry.cells.x..).zip(0..columns.len()) {
            let upper = picture.position_on_scale(halves[0][at]);
            let lower = halves
                .get(1)
                .map(|values| picture.position_on_scale(values[at]));
            draw_halves(buffer, (x, y), picture, upper, lower);
        }
    }
    for side in [Side::Candidate, Side::Reference] {
        let slots = side.pick(&columns, &rows);
        for sign in axis_signs(picture, side) {
            let slot = slots.iter().position(|tokens| tokens.contains(&sign.token));
            let Some(slot) = slot.map(|slot| slot as u16) else {
                continue;
            };
            let at = match side {
                Side::Candidate => (geometry.row_labels.x, geometry.cells.y + slot / 2),
                Side::Reference => (geometry.cells.x + slot, geometry.column_labels.y),
            };
            buffer[at].set_char(sign.character).set_style(sign.style);
        }
    }
}

fn draw_halves(
    buffer: &mut Buffer,
    at: (u16, u16),
    picture: &HeatmapPicture<'_>,
    upper: f32,
    lower: Option<f32>,
) {
    let theme = &picture.state.look.theme;
    let palette = picture.state.look.palette();
    let cell = &mut buffer[at];
    if theme.depth == ColorDepth::None {
        let value = lower.map_or(upper, |lower| upper.max(lower));
        cell.set_char(picture.shade(value)).set_style(theme.text());
        return;
    }
    let mut style = Style::reset().fg(theme.ink(palette, upper));
    if let Some(lower) = lower {
        style = style.bg(theme.ink(palette, lower));
    }
    cell.set_char('▀').set_style(style);
}

/// A token that has a sign on the axis of its side.
struct AxisSign {
    token: usize,
    character: char,
    style: Style,
}

/// The signs of a side: where sentences start, and under the crosshair.
fn axis_signs(picture: &HeatmapPicture<'_>, side: Side) -> Vec<AxisSign> {
    let theme = &picture.state.look.theme;
    let mut signs = Vec::new();
    for token in sentence_starts(picture.analysis, side) {
        signs.push(AxisSign {
            token,
            character: side.pick('│', '─'),
            style: theme.quiet(),
        });
    }
    signs.push(AxisSign {
        token: picture.state.display().cell.token(side),
        character: side.pick('▾', '▸'),
        style: theme.accent(),
    });
    signs
}

/// The largest similarity of some rows in each block of columns, so that no match disappears.
fn maxima(picture: &HeatmapPicture<'_>, rows: &[usize], columns: &[&[usize]]) -> Vec<f32> {
    let similarity = &picture.analysis.similarity;
    let mut maxima = vec![f32::NEG_INFINITY; columns.len()];
    for &candidate in rows {
        let row = similarity.row(candidate);
        for (max, block) in maxima.iter_mut().zip(columns) {
            for &reference in *block {
                *max = max.max(row[reference]);
            }
        }
    }
    maxima
        .into_iter()
        .map(|value| picture.analysis.scaled_similarity(value))
        .collect()
}
