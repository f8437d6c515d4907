//! Draws the explanation panel: one topic at a time, as a page of rows.

use ratatui::Frame;
use ratatui::layout::{Alignment, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Paragraph};
use unicode_width::UnicodeWidthStr;

use super::super::state::State;
use super::frame::{is_focused, panel};
use super::screen::inside;
use crate::tui::input::keymap::{Action, Focus};
use crate::tui::layout::panel::{Viewport, is_at_crosshair, viewport};
use crate::tui::terminal::theme::Theme;
use bertscope_explain::Topic;
use bertscope_report::explanation::Tone;

/// The frame: the topic and its number.
pub fn frame<'a>(state: &State, area: Rect) -> Block<'a> {
    let topic = state.panel().topic;
    let number = topic as usize + 1;
    let block = panel(
        state,
        format!(" {} ", topic.title()),
        is_focused(state, Focus::Panel),
    );
    if usize::from(area.width) < topic.title().len() + 12 {
        return block;
    }
    block.title(
        Line::styled(
            format!(" {number}/{} ", Topic::ALL.len()),
            state.look.theme.quiet(),
        )
        .alignment(Alignment::Right),
    )
}

pub fn draw(frame: &mut Frame<'_>, area: Rect, state: &State) {
    let Some(page) = state.page() else { return };
    let area = inside(area);
    let Viewport {
        lead,
        first,
        height,
    } = viewport(state, &page, area);
    let said = lead.len() as u16;
    let mut lines: Vec<Line<'_>> = lead
        .into_iter()
        .map(|line| Line::styled(line, state.look.theme.quiet()))
        .collect();
    let chosen = (state.focus == Focus::Panel).then(|| state.panel().chosen_row(&page));
    for index in first..(first + height).min(page.len()) {
        let here = chosen == Some(index);
        let crossed =
            state.panel().topic == Topic::Matches && is_at_crosshair(state, page.target(index));
        let spans = page.row(index, area.width).into_iter().map(|span| {
            let tone = if crossed && span.tone == Tone::Plain {
                Tone::Accent
            } else {
                span.tone
            };
            let style = style(&state.look.theme, tone);
            Span::styled(
                span.text,
                if here {
                    style.patch(state.look.theme.selection())
                } else {
                    style
                },
            )
        });
        lines.push(Line::from(spans.collect::<Vec<_>>()));
    }
    frame.render_widget(Paragraph::new(lines), area);
    if first > 0 {
        frame
            .buffer_mut()
            .set_string(area.right(), area.y + said, "↑", state.look.theme.accent());
    }
    if first + height < page.height(area.width) {
        mark_more(frame, area, state);
    }
}

/// Marks text that continues below. Where arrows move the crosshair, the frame says which key goes to the panel.
pub(super) fn mark_more(frame: &mut Frame<'_>, area: Rect, state: &State) {
    let (buffer, style) = (frame.buffer_mut(), state.look.theme.accent());
    let way = if state.focus == Focus::Matrix {
        format!(" ↓ {} ", state.key_name(Action::FocusNext))
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

fn style(theme: &Theme, tone: Tone) -> Style {
    match tone {
        Tone::Plain => theme.text(),
        Tone::Quiet => theme.quiet(),
        Tone::Strong => theme.strong(),
        Tone::Accent => theme.accent(),
        Tone::Warning => theme.warning(),
        Tone::Up => theme.up(),
        Tone::Down => theme.down(),
        Tone::Bar => theme.bar(),
        Tone::Rest => theme.border(),
    }
}
