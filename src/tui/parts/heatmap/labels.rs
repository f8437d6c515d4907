//! The labels of the heatmap: a token for each row and column, and a bar for its weight.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

use super::HeatmapPicture;
use crate::tui::context::CellMode;
use crate::tui::parts::texts::overlap_highlights;
use bertscope_analysis::Side;
use bertscope_encoder::Token;
use bertscope_report::label;

pub fn draw(buffer: &mut Buffer, picture: &HeatmapPicture<'_>) {
    let geometry = picture.geometry;
    let rows = SideLabels::new(picture, Side::Candidate);
    for (token, band) in geometry.row_bands() {
        rows.draw_row(buffer, token, band);
    }
    let columns = SideLabels::new(picture, Side::Reference);
    for (at, (token, band)) in (0..).zip(geometry.column_bands()) {
        let line = at % geometry.label_lines;
        columns.draw_column(buffer, token, band, line);
    }
}

/// What the labels of one side share.
struct SideLabels<'a> {
    picture: &'a HeatmapPicture<'a>,
    side: Side,
    crossed: usize,
    /// The tokens that word overlap counts, while its panel is open.
    counted: Option<Vec<bool>>,
    /// The largest weight of both sides.
    max_weight: f64,
}

impl<'a> SideLabels<'a> {
    fn new(picture: &'a HeatmapPicture<'a>, side: Side) -> Self {
        let analysis = picture.analysis;
        let weights = [&analysis.candidate, &analysis.reference].map(|side| &side.weights);
        Self {
            picture,
            side,
            crossed: picture.state.display().cell.token(side),
            counted: overlap_highlights::tokens(picture.state, analysis, side),
            max_weight: weights
                .iter()
                .flat_map(|weights| weights.as_slice())
                .fold(0.0, |most, weight| most.max(*weight)),
        }
    }

    fn is_counted(&self, token: usize) -> bool {
        let counted = self.counted.as_ref();
        counted.is_some_and(|tokens| tokens.get(token) == Some(&true))
    }

    fn token(&self, token: usize) -> &'a Token {
        &self.picture.analysis.side(self.side).tokenized.tokens[token]
    }

    fn style(&self, token: usize) -> Style {
        let theme = &self.picture.state.look.theme;
        let mut style = if token == self.crossed {
            theme.accent()
        } else if self.token(token).special {
            theme.quiet()
        } else {
            theme.text()
        };
        if self.is_counted(token) {
            style = style.add_modifier(Modifier::UNDERLINED);
        }
        style
    }

    /// The bar of a token's weight, if there are weights.
    fn draw_weight(&self, buffer: &mut Buffer, token: usize, (x, y): (u16, u16)) {
        if self.picture.geometry.weights {
            let weights = &self.picture.analysis.side(self.side).weights;
            let bar = label::weight_bar(weights.as_slice()[token], self.max_weight);
            let style = self.picture.state.look.theme.bar();
            buffer.set_stringn(x, y, bar.to_string(), 1, style);
        }
    }

    fn draw_row(&self, buffer: &mut Buffer, token: usize, band: Rect) {
        let area = self.picture.geometry.row_labels;
        let bar = if self.picture.geometry.weights { 2 } else { 0 };
        let width = area.width - 1 - bar;
        let y = band.y + band.height / 2;
        let text = label::fit_token(self.token(token), width);
        let x = area.x + width - text.width() as u16;
        buffer.set_stringn(x, y, text, width.into(), self.style(token));
        self.draw_weight(buffer, token, (area.x + width + 1, y));
    }

    /// Draws the label of a column; `line` is its line if labels wider than a cell alternate.
    fn draw_column(&self, buffer: &mut Buffer, token: usize, band: Rect, line: u16) {
        let geometry = self.picture.geometry;
        let area = geometry.column_labels;
        let width = geometry.cell.0;
        let of = self.token(token);
        let style = self.style(token);
        if geometry.label_lines > 1 {
            // On several lines, a label has the width of as many columns.
            let room = (geometry.label_lines * width - 1).min(area.right() - band.x);
            let text = label::fit_token(of, room);
            buffer.set_stringn(band.x, area.y + line, text, room.into(), style);
        } else if geometry.mode == CellMode::Digits {
            let text = label::fit_token(of, width - 1);
            let margin = (width - text.width() as u16) / 2;
            buffer.set_stringn(band.x + margin, area.y, text, width.into(), style);
        } else {
            let lines = area.height - u16::from(geometry.weights);
            let text = if of.unknown {
                label::fit_token(of, lines + 1)
            } else {
                label::token(of)
            };
            let x = band.x + (width - 1) / 2;
            upright(buffer, (x, area.y), lines, &text, style);
        }
        let middle = band.x + (width - 1) / 2;
        self.draw_weight(buffer, token, (middle, area.bottom() - 1));
    }
}

/// Draws a vertical label, one character per line, that ends just above its column.
fn upright(buffer: &mut Buffer, (x, y): (u16, u16), lines: u16, text: &str, style: Style) {
    let mut characters: Vec<&str> = text.graphemes(true).collect();
    if characters.len() > usize::from(lines) {
        characters.truncate(usize::from(lines).saturating_sub(1));
        characters.push("…");
    }
    let first = y + lines.saturating_sub(characters.len() as u16);
    for (character, y) in characters.into_iter().zip(first..) {
        buffer.set_stringn(x, y, character, 2, style);
    }
}
