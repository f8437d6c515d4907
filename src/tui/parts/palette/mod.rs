//! The command palette over the middle of the screen: a search, the entries, and a description of the selected one. With
//! explanations, it is the help, where each entry has its description below it.

pub mod choose;
pub mod entries;
mod glossary;
pub mod open_palette;
mod search;

use crossterm::event::MouseEvent;
use ratatui::Frame;
use ratatui::layout::{Alignment, Margin, Rect};
use ratatui::text::Line;
use ratatui::widgets::{Block, BorderType, Clear};
use unicode_width::UnicodeWidthStr;

use self::open_palette::{CommandPalette, EntryAction, PaletteContent, PaletteEntry};
use crate::tui::commands::Command;
use crate::tui::common::{ListEvent, ListHit, ListLayout, indented, moved, put, text_field};
use crate::tui::context::whole;
use crate::tui::parts::{Layer, Outcome, Part};
use crate::tui::state::State;
use bertscope_report::label::{align_left, fit};
use bertscope_report::wrap::wrapped_text;

/// Opens it as the command palette or the help.
pub fn act(state: &mut State, command: Command) -> Outcome {
    match command {
        Command::Help => open(state, PaletteContent::Help),
        Command::Commands => open(state, PaletteContent::Commands),
        _ => return Outcome::Passed,
    }
    Outcome::Done
}

/// Moves the selection by rows.
pub fn pick(state: &mut State, by: isize) {
    let palette = state.stack.palette();
    let results = palette.map_or(0, |palette| palette.search_results(state).len());
    if let Some(palette) = state.stack.palette_mut() {
        palette.selected = moved(palette.selected, by, results);
    }
}

/// The wheel moves the selection; a click selects or chooses an entry, or closes the palette. Returns what the entry does.
pub fn handle_mouse(state: &mut State, event: MouseEvent) -> Option<EntryAction> {
    let palette = state.stack.palette()?;
    let found = hit(state, palette, event.column, event.row);
    match ListEvent::of(event, found, palette.selected) {
        Some(ListEvent::Wheel(rows)) => pick(state, 3 * rows),
        Some(ListEvent::Select(row)) => {
            if let Some(palette) = state.stack.palette_mut() {
                palette.selected = row;
            }
        }
        Some(ListEvent::Open) => return choose::choose(state),
        Some(ListEvent::Leave) => state.close_overlay(),
        None => {}
    }
    None
}

/// Opens it over a list or an export prompt; other prompts close.
pub fn open(state: &mut State, content: PaletteContent) {
    if !state
        .stack
        .on(Layer::Prompt)
        .is_some_and(Part::stays_below_palette)
    {
        state.close(Layer::Prompt);
    }
    state.open(Part::Palette(CommandPalette::new(content)));
}

/// Lines for the description of the selected entry.
const ABOUT_HEIGHT: u16 = 2;

const HINT: &str = "type what you want to do, or a word: save, layer 3, recall";

/// What of the palette is on the screen, for drawing and for the mouse.
struct Shown {
    layout: ListLayout,
    entries: Vec<PaletteEntry>,
    lines: Vec<EntryLine>,
    /// The first visible line.
    first: usize,
}

impl Shown {
    fn new(state: &State, palette: &CommandPalette, area: Rect) -> Self {
        let layout = layout(area, palette.explains());
        let entries = palette.search_results(state);
        let lines = entry_lines(&entries, palette.explains(), layout.list.width);
        let selected = palette.selected.min(entries.len().saturating_sub(1));
        let first = layout.first_of(&lines, |(index, _)| *index == selected);
        Self {
            layout,
            entries,
            lines,
            first,
        }
    }
}

/// The areas, in the middle of the screen; the help is as high as the screen and has no line about the selected entry.
fn layout(area: Rect, explains: bool) -> ListLayout {
    // A narrow strip of the screen beside the palette would look broken.
    let width = if area.width < 104 { area.width } else { 96 };
    let height = if explains {
        area.height
    } else {
        area.height.min(30)
    };
    let frame = Rect {
        x: area.x + (area.width - width) / 2,
        y: area.y + (area.height - height) / 2,
        width,
        height,
    };
    let inner = frame.inner(Margin {
        horizontal: 2,
        vertical: 1,
    });
    let about = (!explains && inner.height >= 10).then(|| Rect {
        y: inner.bottom() - ABOUT_HEIGHT,
        height: ABOUT_HEIGHT,
        ..inner
    });
    let below = inner
        .height
        .saturating_sub(1 + about.map_or(0, |about| about.height + 1));
    ListLayout {
        frame,
        filter: Rect {
            height: inner.height.min(1),
            ..inner
        },
        header: None,
        list: Rect {
            y: inner.y + 1,
            height: below,
            ..inner
        },
        about,
    }
}

/// A line of the command palette: the index of the entry, and a line of its description; `None` is its name.
type EntryLine = (usize, Option<String>);

/// The lines of the command palette.
fn entry_lines(entries: &[PaletteEntry], explains: bool, width: u16) -> Vec<EntryLine> {
    let mut lines = Vec::new();
    for (index, entry) in entries.iter().enumerate() {
        lines.push((index, None));
        if explains {
            let mut text = wrapped_text(&entry.explanation, width.saturating_sub(3).max(1));
            text.retain(|line| !line.is_empty());
            lines.extend(text.into_iter().map(|line| (index, Some(line))));
        }
    }
    lines
}

/// The part of the palette at a position of the screen.
pub fn hit(state: &State, palette: &CommandPalette, x: u16, y: u16) -> ListHit {
    let shown = Shown::new(state, palette, whole(state));
    shown.layout.hit(x, y, |line| {
        let line = shown.lines.get(shown.first + line);
        line.map(|(entry, _)| *entry)
    })
}

pub fn draw(frame: &mut Frame<'_>, area: Rect, state: &State, palette: &CommandPalette) {
    let theme = &state.look.theme;
    let Shown {
        layout,
        entries,
        lines,
        first,
    } = Shown::new(state, palette, area);
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
        put(buffer, layout.list, "No matches", theme.quiet());
        return;
    }
    let selected = palette.selected.min(entries.len() - 1);
    let shown = lines.iter().skip(first);
    for (row, (index, part)) in layout.list.rows().zip(shown) {
        match part {
            None => head(buffer, row, state, &entries[*index], *index == selected),
            Some(text) => put(buffer, indented(row, 3), text, theme.quiet()),
        }
    }
    if let Some(about) = layout.about {
        let sentence = wrapped_text(&entries[selected].explanation, about.width);
        for (row, line) in about.rows().zip(sentence) {
            put(buffer, row, line, theme.quiet());
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
