//! The legend of colours, match symbols and numbers.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;

use super::HeatmapPicture;
use super::cells::{BELOW_ZERO, hides_number};
use super::geometry::COMFORTABLE_CELL_WIDTH;
use crate::tui::context::{CellMode, ColorScale, MatchDirection};
use crate::tui::terminal::theme::ColorDepth;
use bertscope_metric::alignment::AlignmentKind;
use bertscope_report::explanation::walkthrough::Stage;
use bertscope_report::number::{decimals, short};

/// A symbol of the cells, and what it means.
type Entry = (&'static str, &'static str);

/// Draws one line: the colour scale with the numbers at its ends, the match symbols, and short forms of numbers.
pub fn draw(buffer: &mut Buffer, area: Rect, picture: &HeatmapPicture<'_>) {
    let theme = &picture.state.look.theme;
    let mut line = scale(picture, area.width);
    let room = usize::from(area.width).saturating_sub(line.width());
    for (symbol, meaning) in entries(picture, room) {
        let room = usize::from(area.width).saturating_sub(line.width());
        let entry = Line::from(vec![
            Span::styled(symbol, theme.strong()),
            Span::styled(format!(" {meaning}"), theme.quiet()),
        ]);
        if entry.width() > room {
            break;
        }
        line.spans.extend(entry.spans);
        line.push_span("  ");
    }
    line.render(area, buffer);
}

/// The colours or shades of the cells. Without colours, cells with numbers have neither.
fn scale(picture: &HeatmapPicture<'_>, width: u16) -> Line<'static> {
    let look = &picture.state.look;
    if look.theme.depth == ColorDepth::None && picture.geometry.mode == CellMode::Digits {
        return Line::from(" ");
    }
    let (low, high) = picture.scale;
    let quiet = look.theme.quiet();
    let mut line = Line::from(Span::styled(format!(" {} ", end(low)), quiet));
    let steps: u16 = if width >= 60 { 16 } else { 8 };
    for step in 0..steps {
        let place = f32::from(step) / f32::from(steps - 1);
        let shade = picture.shade(place).to_string();
        line.push_span(Span::styled(shade, picture.style(place)));
    }
    let range = if picture.state.display().scale == ColorScale::Unit {
        ""
    } else {
        " (range of this pair)"
    };
    line.push_span(Span::styled(format!(" {}{range}  ", end(high)), quiet));
    line
}

fn end(x: f32) -> String {
    if x == 0.0 || (x - 1.0).abs() < f32::EPSILON {
        decimals(x, 0)
    } else {
        short(x)
    }
}

/// The symbols and short forms that the cells use, in `room` columns.
fn entries(picture: &HeatmapPicture<'_>, room: usize) -> Vec<Entry> {
    let geometry = picture.geometry;
    if geometry.mode == CellMode::Overview {
        return Vec::new();
    }
    let mut entries = Vec::new();
    if picture.state.shows(Stage::RowBest) {
        entries.extend(symbols(picture, room));
    }
    if geometry.mode == CellMode::Digits {
        if geometry.cell.0 < COMFORTABLE_CELL_WIDTH {
            entries.push(("75", "is .75"));
        }
        if hides_numbers(picture) {
            entries.push((BELOW_ZERO, "below 0"));
        }
    }
    entries
}

fn symbols(picture: &HeatmapPicture<'_>, room: usize) -> &'static [Entry] {
    if let Some(alignment) = picture.overlay {
        return match alignment.kind {
            AlignmentKind::Mutual => &[("◆", "each other’s best (mutual)")],
            _ => &[("◆", "one-to-one")],
        };
    }
    match picture.state.display().direction {
        MatchDirection::Both if room >= 42 => {
            &[("▶", "row’s best"), ("▼", "column’s best"), ("◆", "both")]
        }
        MatchDirection::Both => &[("▶", "row"), ("▼", "column"), ("◆", "both")],
        MatchDirection::Precision => &[("▶", "candidate’s best (precision)")],
        MatchDirection::Recall => &[("▼", "reference’s best (recall)")],
    }
}

/// Whether a visible number below 0 has no room.
fn hides_numbers(picture: &HeatmapPicture<'_>) -> bool {
    let geometry = picture.geometry;
    geometry.rows.iter().any(|&candidate| {
        let mut values = geometry
            .columns
            .iter()
            .map(|&reference| picture.analysis.cell(candidate, reference));
        values.any(|value| hides_number(value, geometry.cell.0))
    })
}
