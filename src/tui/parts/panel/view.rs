//! Draws the explanation panel: one topic at a time, as a sheet.

use ratatui::Frame;
use ratatui::layout::{Alignment, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Paragraph};
use unicode_width::UnicodeWidthStr;

use super::viewport::{Viewport, is_at_crosshair, viewport};
use crate::tui::commands::{Command, Focus};
use crate::tui::common::sheet::style;
use crate::tui::context::inside;
use crate::tui::parts::border::{Pane, is_focused, panel};
use crate::tui::state::State;
use bertscope_explain::Topic;
use bertscope_sheet::Row;
use bertscope_sheet::columns::Tone;

/// The answer to the question, below its title and its number.
pub fn pane(state: &State, area: Rect) -> Pane {
    let topic = state.panel().topic;
    let place = format!("{}/{}", topic as usize + 1, Topic::ALL.len());
    let border = numbered_frame(state, area, topic.title(), &place);
    Pane { border, draw }
}

/// A frame with a title and its place among others, if there is room for both.
pub fn numbered_frame(state: &State, area: Rect, title: &str, place: &str) -> Block<'static> {
    let block = panel(state, format!(" {title} "), is_focused(state, Focus::Panel));
    if usize::from(area.width) < title.len() + place.len() + 7 {
        return block;
    }
    let place = Line::styled(format!(" {place} "), state.look.theme.quiet());
    block.title(place.alignment(Alignment::Right))
}

fn draw(frame: &mut Frame<'_>, area: Rect, state: &State) {
    let Some(sheet) = state.sheet() else { return };
    let theme = &state.look.theme;
    let area = inside(area);
    let Viewport {
        lead,
        lines: all,
        first,
        height,
    } = viewport(state, &sheet, area);
    let said = lead.len() as u16;
    let rows: Vec<&Row> = sheet.rows().collect();
    let chosen = match state.focus {
        Focus::Panel => state.panel().chosen_row(&sheet),
        Focus::Text(_) | Focus::Matrix => None,
    };
    let mut lines: Vec<Line<'_>> = lead
        .into_iter()
        .map(|line| Line::styled(line, theme.quiet()))
        .collect();
    for line in all.iter().skip(first).take(height) {
        let is_chosen = chosen.is_some() && line.row == chosen;
        let is_crossed = state.panel().topic == Topic::Matches
            && line
                .row
                .is_some_and(|number| is_at_crosshair(state, rows[number]));
        let spans = line.parts.iter().map(|part| {
            let tone = if is_crossed && part.tone == Tone::Plain {
                Tone::Accent
            } else {
                part.tone
            };
            let mut style = style(theme, tone);
            if is_chosen {
                style = style.patch(theme.selection());
            }
            Span::styled(part.text.as_str(), style)
        });
        lines.push(spans.collect());
    }
    frame.render_widget(Paragraph::new(lines), area);
    if first > 0 {
        frame
            .buffer_mut()
            .set_string(area.right(), area.y + said, "↑", theme.accent());
    }
    if first + height < all.len() {
        mark_more(frame, area, state);
    }
}

/// Marks text that continues below. Where arrows move the crosshair, the frame says which key goes to the panel.
pub fn mark_more(frame: &mut Frame<'_>, area: Rect, state: &State) {
    let buffer = frame.buffer_mut();
    let style = state.look.theme.accent();
    let way = if state.focus == Focus::Matrix {
        format!(" ↓ {} ", state.key_name(Command::NextPane))
    } else {
        String::new()
    };
    let width = way.width() as u16;
    if (1..area.width).contains(&width) {
        buffer.set_string(area.right() - width, area.bottom(), way, style);
    } else if area.height > 0 {
        buffer.set_string(area.right(), area.bottom() - 1, "↓", style);
    }
}
