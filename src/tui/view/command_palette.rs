//! Draws the command palette over the middle of the screen: a search, the entries, and a description of the selected
//! entry. In the help, each entry has its description below it.

use ratatui::Frame;
use ratatui::layout::{Alignment, Rect};
use ratatui::text::Line;
use ratatui::widgets::{Block, BorderType, Clear};
use unicode_width::UnicodeWidthStr;

use super::super::state::State;
use super::text_field;
use crate::tui::input::command_palette::PaletteEntry;
use crate::tui::layout::lists;
use crate::tui::state::stack::{CommandPalette, PaletteContent};
use bertscope_report::label::{align_left, fit};
use bertscope_report::wrap::wrapped_text;

const HINT: &str = "type what you want to do, or a word: save, layer 3, recall";

pub fn draw(frame: &mut Frame<'_>, area: Rect, state: &State, palette: &CommandPalette) {
    let theme = &state.look.theme;
    let layout = lists::commands(area, palette.explains());
    let entries = palette.search_results(state);
    let (title, hint) = match palette.content {
        PaletteContent::Commands => (" Commands ", HINT),
        PaletteContent::Help => (" Help ", HINT),
        PaletteContent::Lessons => (" Lessons ", "type a part of a title, or press a digit"),
    };
    let block = Block::bordered()
        .border_type(BorderType::Rounded)
        .border_style(theme.accent())
        .title(Line::styled(title, theme.accent()))
        .title_bottom(
            Line::styled(" ↑↓ choose   Enter run   Esc close ", theme.quiet())
                .alignment(Alignment::Right),
        );
    frame.render_widget(Clear, layout.frame);
    frame.buffer_mut().set_style(layout.frame, theme.text());
    frame.render_widget(block, layout.frame);
    if layout.filter.height == 0 {
        return;
    }
    text_field::draw(
        frame,
        layout.filter,
        theme,
        &palette.search,
        ["› ", hint],
        true,
    );
    let buffer = frame.buffer_mut();
    if entries.is_empty() {
        buffer.set_stringn(
            layout.list.x,
            layout.list.y,
            "No matches",
            layout.list.width.into(),
            theme.quiet(),
        );
        return;
    }
    let selected = palette.selected.min(entries.len() - 1);
    let lines = lists::entry_lines(&entries, palette.explains(), layout.list.width);
    let shown = lines
        .iter()
        .skip(lists::first_entry_line(&layout, &lines, selected));
    for (y, (index, part)) in (layout.list.y..layout.list.bottom()).zip(shown) {
        let at = Rect {
            y,
            height: 1,
            ..layout.list
        };
        match part {
            None => head(buffer, at, state, &entries[*index], *index == selected),
            Some(text) => {
                buffer.set_stringn(
                    at.x + 3,
                    y,
                    text,
                    at.width.saturating_sub(3).into(),
                    theme.quiet(),
                );
            }
        }
    }
    if let Some(about) = layout.about {
        let sentence = wrapped_text(&entries[selected].explanation, about.width);
        for (y, line) in (about.y..about.bottom()).zip(sentence) {
            buffer.set_stringn(about.x, y, line, about.width.into(), theme.quiet());
        }
    }
}

/// Name and value on the left, keys on the right.
fn head(
    buffer: &mut ratatui::buffer::Buffer,
    at: Rect,
    state: &State,
    entry: &PaletteEntry,
    selected: bool,
) {
    let theme = &state.look.theme;
    let width = usize::from(at.width);
    let keys = fit(
        &entry.keys,
        (width / 3).max(width.saturating_sub(entry.name.width() + 4)) as u16,
    );
    let room = width.saturating_sub(keys.width() + 2);
    let mark = if selected { "▸ " } else { "  " };
    let name = fit(&format!("{mark}{}", entry.name), room as u16);
    let value = fit(&entry.value, room.saturating_sub(name.width() + 2) as u16);
    let style = if selected {
        theme.selection()
    } else {
        theme.text()
    };
    buffer.set_string(at.x, at.y, align_left(&name, at.width), style);
    let free = |style| if selected { theme.selection() } else { style };
    if !value.is_empty() {
        buffer.set_string(
            at.x + name.width() as u16 + 2,
            at.y,
            &value,
            free(theme.accent()),
        );
    }
    buffer.set_string(
        at.right() - keys.width() as u16,
        at.y,
        &keys,
        free(theme.quiet()),
    );
}
