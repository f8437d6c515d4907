//! Draws the command palette over the middle of the screen: a search, the entries, and a description of the selected
//! entry. In the help, each entry has its description below it.

use ratatui::Frame;
use ratatui::layout::{Alignment, Margin, Rect};
use ratatui::text::Line;
use ratatui::widgets::{Block, BorderType, Clear};
use unicode_width::UnicodeWidthStr;

use super::super::state::State;
use super::list_layout::ListHit;
use super::text_field;
use super::wrap::wrapped_text;
use crate::tui::input::command_palette::PaletteEntry;
use crate::tui::state::overlay::CommandPalette;
use bertscope_report::label::{align_left, fit};

/// Lines for the description of the selected entry.
const ABOUT_HEIGHT: u16 = 2;

/// A line of the list: the index of the entry, and a line of it.
type ListLine = (usize, EntryLine);

#[derive(Debug, Clone, PartialEq, Eq)]
enum EntryLine {
    /// Name, value and keys.
    Head,
    /// A line of its description.
    Explanation(String),
}

/// The areas of the palette.
struct Layout {
    frame: Rect,
    search: Rect,
    list: Rect,
    about: Option<Rect>,
}

impl Layout {
    fn new(area: Rect, explains: bool) -> Self {
        // A narrow strip of the screen beside the palette would look broken.
        let width = if area.width < 104 { area.width } else { 96 };
        let height = if explains { area.height } else { area.height.min(30) };
        let frame =
            Rect { x: area.x + (area.width - width) / 2, y: area.y + (area.height - height) / 2, width, height };
        let inner = frame.inner(Margin { horizontal: 2, vertical: 1 });
        let about = (!explains && inner.height >= 10).then(|| Rect {
            y: inner.bottom() - ABOUT_HEIGHT,
            height: ABOUT_HEIGHT,
            ..inner
        });
        let below = inner.height.saturating_sub(1 + about.map_or(0, |about| about.height + 1));
        Self {
            frame,
            search: Rect { height: inner.height.min(1), ..inner },
            list: Rect { y: inner.y + 1, height: below, ..inner },
            about,
        }
    }
}

/// Draws the palette.
pub fn draw(frame: &mut Frame<'_>, area: Rect, state: &State, palette: &CommandPalette) {
    let theme = &state.look.theme;
    let layout = Layout::new(area, palette.explains);
    let entries = palette.search_results(state);
    let block = Block::bordered()
        .border_type(BorderType::Rounded)
        .border_style(theme.accent())
        .title(Line::styled(if palette.explains { " Help " } else { " Commands " }, theme.accent()))
        .title_bottom(Line::styled(" ↑↓ choose   Enter run   Esc close ", theme.quiet()).alignment(Alignment::Right));
    frame.render_widget(Clear, layout.frame);
    frame.buffer_mut().set_style(layout.frame, theme.text());
    frame.render_widget(block, layout.frame);
    if layout.search.height == 0 {
        return;
    }
    let words = ["› ", "type what you want to do, or a word: save, layer 3, recall"];
    text_field::draw(frame, layout.search, theme, &palette.search, words, true);
    let buffer = frame.buffer_mut();
    if entries.is_empty() {
        buffer.set_stringn(layout.list.x, layout.list.y, "No matches", layout.list.width.into(), theme.quiet());
        return;
    }
    let selected = palette.selected.min(entries.len() - 1);
    let lines = lines(&entries, palette.explains, layout.list.width);
    let shown = lines.iter().skip(first(&lines, selected, layout.list.height));
    for (y, (index, part)) in (layout.list.y..layout.list.bottom()).zip(shown) {
        let at = Rect { y, height: 1, ..layout.list };
        match part {
            EntryLine::Head => head(buffer, at, state, &entries[*index], *index == selected),
            EntryLine::Explanation(text) => {
                buffer.set_stringn(at.x + 3, y, text, at.width.saturating_sub(3).into(), theme.quiet());
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
fn head(buffer: &mut ratatui::buffer::Buffer, at: Rect, state: &State, entry: &PaletteEntry, selected: bool) {
    let theme = &state.look.theme;
    let width = usize::from(at.width);
    let keys = fit(&entry.keys, (width / 3) as u16);
    let room = width.saturating_sub(keys.width() + 2);
    let mark = if selected { "▸ " } else { "  " };
    let name = fit(&format!("{mark}{}", entry.name), room as u16);
    let value = fit(&entry.value, room.saturating_sub(name.width() + 2) as u16);
    let style = if selected { theme.selection() } else { theme.text() };
    buffer.set_string(at.x, at.y, align_left(&name, at.width), style);
    let free = |style| if selected { theme.selection() } else { style };
    if !value.is_empty() {
        buffer.set_string(at.x + name.width() as u16 + 2, at.y, &value, free(theme.accent()));
    }
    buffer.set_string(at.right() - keys.width() as u16, at.y, &keys, free(theme.quiet()));
}

/// The part of the palette at a position of the screen.
pub(super) fn hit(state: &State, palette: &CommandPalette, area: Rect, (x, y): (u16, u16)) -> ListHit {
    let layout = Layout::new(area, palette.explains);
    if !layout.frame.contains((x, y).into()) {
        return ListHit::Outside;
    }
    let entries = palette.search_results(state);
    let lines = lines(&entries, palette.explains, layout.list.width);
    let first = first(&lines, palette.selected, layout.list.height);
    let line = layout.list.contains((x, y).into()).then(|| first + usize::from(y - layout.list.y));
    line.and_then(|line| lines.get(line)).map_or(ListHit::Inside, |(entry, _)| ListHit::Row(*entry))
}

fn lines(entries: &[PaletteEntry], explains: bool, width: u16) -> Vec<ListLine> {
    let lines_of = |(index, entry): (usize, &PaletteEntry)| {
        let text = if explains { wrapped_text(&entry.explanation, width.saturating_sub(3).max(1)) } else { Vec::new() };
        let explanation = text.into_iter().filter(|line| !line.is_empty()).map(EntryLine::Explanation);
        std::iter::once(EntryLine::Head).chain(explanation).map(move |part| (index, part)).collect::<Vec<_>>()
    };
    entries.iter().enumerate().flat_map(lines_of).collect()
}

/// The first visible line: the selected entry is in the middle if possible.
fn first(lines: &[ListLine], selected: usize, height: u16) -> usize {
    let height = usize::from(height);
    let at = lines.iter().position(|(index, _)| *index == selected).unwrap_or(0);
    at.saturating_sub(height / 2).min(lines.len().saturating_sub(height))
}
