//! An overview of the whole matrix: two rows per character, and several tokens per half if there are many.

use ratatui::buffer::Buffer;
use ratatui::style::Style;

use crate::tui::parts::heatmap::picture::{HeatmapPicture, shade};
use crate::tui::terminal::theme::ColorDepth;
use bertscope_analysis::Side;
use bertscope_explain::sentences::sentence_starts;

/// Draws the cells, and the crosshair on both axes.
pub fn draw(buffer: &mut Buffer, picture: &HeatmapPicture<'_>) {
    let (state, geometry) = (picture.state, picture.geometry);
    let (tall, wide) = geometry.block();
    let area = geometry.cells;
    let (cell_width, cell_height) = (usize::from(geometry.cell.0), usize::from(geometry.cell.1));
    let columns: Vec<&[usize]> = geometry.columns.chunks(wide).collect();
    let made = geometry
        .rows
        .chunks(tall)
        .take_while(|rows| state.shows_cell(rows[0], 0));
    let values: Vec<Vec<f32>> = made.map(|rows| maxima(picture, rows, &columns)).collect();
    let width = (columns.len() * cell_width).min(area.width.into());
    let halves = (values.len() * cell_height).min(usize::from(area.height) * 2);
    for y in 0..halves.div_ceil(2) {
        let upper = &values[2 * y / cell_height];
        let lower = (2 * y + 1 < halves).then(|| &values[(2 * y + 1) / cell_height]);
        for x in 0..width {
            let place = (area.x + x as u16, area.y + y as u16);
            let top = picture.position_on_scale(upper[x / cell_width]);
            let bottom = lower.map(|values| picture.position_on_scale(values[x / cell_width]));
            let cell = &mut buffer[place];
            let ink = |value: f32| state.look.theme.ink(state.look.palette(), value);
            if state.look.theme.depth == ColorDepth::None {
                cell.set_char(shade(state, top.max(bottom.unwrap_or(top))))
                    .set_style(state.look.theme.text());
            } else {
                let style = Style::reset().fg(ink(top));
                let style = bottom.map_or(style, |bottom| style.bg(ink(bottom)));
                cell.set_char('▀').set_style(style);
            }
        }
    }
    // Where sentences start, on both axes.
    let places = |side: Side, shown: &[usize]| -> Vec<usize> {
        let starts = sentence_starts(picture.analysis, side).into_iter();
        starts
            .filter_map(|start| shown.iter().position(|&token| token == start))
            .collect()
    };
    let (quiet, accent, cell) = (
        state.look.theme.quiet(),
        state.look.theme.accent(),
        state.display().cell,
    );
    let crossed =
        |shown: &[usize], token: usize| shown.iter().position(|&i| i == token).unwrap_or(0);
    let rows = places(Side::Candidate, &geometry.rows)
        .into_iter()
        .map(|row| (row, '─', quiet));
    for (row, sign, style) in rows.chain([(crossed(&geometry.rows, cell.candidate), '▸', accent)])
    {
        let y = row / tall * cell_height / 2;
        if y < area.height.into() {
            buffer[(geometry.row_labels.x, area.y + y as u16)]
                .set_char(sign)
                .set_style(style);
        }
    }
    let columns = places(Side::Reference, &geometry.columns)
        .into_iter()
        .map(|column| (column, '│', quiet));
    for (column, sign, style) in
        columns.chain([(crossed(&geometry.columns, cell.reference), '▾', accent)])
    {
        let x = column / wide * cell_width;
        if x < area.width.into() {
            buffer[(area.x + x as u16, geometry.column_labels.y)]
                .set_char(sign)
                .set_style(style);
        }
    }
}

/// The largest similarity of some rows in each block of columns, so that no match disappears.
fn maxima(picture: &HeatmapPicture<'_>, rows: &[usize], columns: &[&[usize]]) -> Vec<f32> {
    let similarity = &picture.analysis.similarity;
    let mut maxima = vec![f32::NEG_INFINITY; columns.len()];
    for &c in rows {
        let row = similarity.row(c);
        for (most, block) in maxima.iter_mut().zip(columns) {
            let (first, last) = (block[0], block[block.len() - 1]);
            // Neighbours, unless there is a hidden special token between them.
            *most = if last - first + 1 == block.len() {
                row[first..=last]
                    .iter()
                    .fold(*most, |most, &value| most.max(value))
            } else {
                block.iter().fold(*most, |most, &r| most.max(row[r]))
            };
        }
    }
    maxima
        .iter()
        .map(|&value| picture.analysis.scaled_similarity(value))
        .collect()
}
