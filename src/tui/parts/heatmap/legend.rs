//! The legend of colours and match symbols.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;

use crate::tui::context::frame::CellMode;
use crate::tui::context::look::{ColorScale, MatchDirection};
use crate::tui::parts::heatmap::geometry::COMFORTABLE_CELL_WIDTH;
use crate::tui::parts::heatmap::picture::{HeatmapPicture, shade};
use bertscope_metric::alignment::AlignmentKind as Alignments;
use bertscope_report::explanation::walkthrough::Stage;
use bertscope_report::number::{decimals, short};

/// Draws one line: the colour scale with the numbers at its ends, and the match symbols.
pub fn draw(buffer: &mut Buffer, area: Rect, picture: &HeatmapPicture<'_>) {
    let state = picture.state;
    let quiet = state.look.theme.quiet();
    let (low, high) = picture.scale;
    let mut spans = vec![Span::styled(format!(" {} ", end(low)), quiet)];
    let steps: u16 = if area.width >= 60 { 16 } else { 8 };
    for step in 0..steps {
        let place = f32::from(step) / f32::from(steps - 1);
        let style = state.look.theme.cell_style(state.look.palette(), place);
        spans.push(Span::styled(shade(state, place).to_string(), style));
    }
    let range = if state.display().scale == ColorScale::Unit {
        ""
    } else {
        " (range of this pair)"
    };
    spans.push(Span::styled(format!(" {}{range}  ", end(high)), quiet));
    if picture.geometry.mode != CellMode::Overview {
        let used: usize = spans.iter().map(Span::width).sum();
        let signs: &[(&str, &str)] = match state.display().direction {
            _ if !state.shows(Stage::RowBest) => &[],
            _ if picture
                .overlay
                .is_some_and(|alignment| alignment.kind == Alignments::Mutual) =>
            {
                &[("◆", "each other’s best (mutual)")]
            }
            _ if picture.overlay.is_some() => &[("◆", "one-to-one")],
            MatchDirection::Both if used + 42 <= area.width.into() => {
                &[("▶", "row’s best"), ("▼", "column’s best"), ("◆", "both")]
            }
            MatchDirection::Both => &[("▶", "row"), ("▼", "column"), ("◆", "both")],
            MatchDirection::Precision => &[("▶", "candidate’s best (precision)")],
            MatchDirection::Recall => &[("▼", "reference’s best (recall)")],
        };
        let hundredths = picture.geometry.mode == CellMode::Digits
            && picture.geometry.cell.0 < COMFORTABLE_CELL_WIDTH;
        let about = hundredths.then_some(("75", "is .75"));
        for (sign, meaning) in signs.iter().chain(&about) {
            let width: usize = spans.iter().map(Span::width).sum();
            if width + meaning.len() + 2 > area.width.into() {
                break;
            }
            spans.push(Span::styled(format!("{sign} "), state.look.theme.strong()));
            let gap = if width + meaning.len() + 4 > area.width.into() {
                ""
            } else {
                "  "
            };
            spans.push(Span::styled(format!("{meaning}{gap}"), quiet));
        }
    }
    Line::from(spans).render(area, buffer);
}

fn end(x: f32) -> String {
    if x == 0.0 || (x - 1.0).abs() < f32::EPSILON {
        decimals(x, 0)
    } else {
        short(x)
    }
}
