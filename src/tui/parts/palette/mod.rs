//! The command palette over the middle of the screen: a search, the entries, and a description of the selected one. With
//! explanations, it is the help, where each entry has its description below it.

pub mod entries;
mod search;

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::{Block, BorderType, Clear};
use unicode_width::UnicodeWidthStr;

use crate::tui::commands::{Command, Flag, Scope};
use crate::tui::common::{Editor, ListHit, ListLayout, below, indented, put, text_field};
use crate::tui::context::{inside, whole};
use crate::tui::parts::{Layer, Part, footer};
use crate::tui::state::State;
use bertscope_analysis::Conventions;
use bertscope_report::label::{align_left, fit};
use bertscope_report::wrap::wrapped_text;

/// Number of recently run commands to remember.
const MAX_RECENT_COMMANDS: usize = 8;

#[derive(Debug, Clone)]
pub struct CommandPalette {
    pub search: Editor,
    /// Index of the selected entry among the results.
    pub selected: usize,
    /// What it lists.
    pub content: PaletteContent,
}

/// What the palette lists.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PaletteContent {
    /// Everything that can be run, and the glossary.
    Commands,
    /// The same with explanations: the help. Keys that only move or edit have entries too.
    Help,
    /// Lessons and their steps.
    Lessons,
}

impl CommandPalette {
    /// A palette with an empty search.
    pub fn new(content: PaletteContent) -> Self {
        Self {
            search: Editor::field(""),
            selected: 0,
            content,
        }
    }

    /// Whether each entry has lines of explanation.
    pub fn explains(&self) -> bool {
        self.content == PaletteContent::Help
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaletteEntry {
    pub name: String,
    pub synonyms: String,
    /// The current value of a setting, or empty.
    pub value: String,
    /// The keys that do the same, or empty.
    pub keys: String,
    pub explanation: String,
    /// What Enter does.
    pub run: EntryAction,
}

impl PaletteEntry {
    /// Whether the help begins with it.
    pub fn is_first(&self) -> bool {
        matches!(self.run, EntryAction::Command(command) if command.is(Flag::First))
    }
}

/// The effect of an entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EntryAction {
    Command(Command),
    /// Score at a layer.
    Layer(usize),
    /// Score as a program does.
    Program(Conventions),
    /// Open a model by name.
    Model(String),
    /// Open a step of a lesson; both count from 0.
    Step(usize, usize),
    /// Nothing: a glossary entry, or a key of another scope.
    Nothing,
}

/// Closes the palette and the overlay below it, and returns what the selected entry does; shows the help of an entry that does
/// nothing.
pub fn choose(state: &mut State) -> Option<EntryAction> {
    let palette = state.stack.palette()?;
    let entry = palette
        .search_results(state)
        .into_iter()
        .nth(palette.selected)?;
    if entry.run == EntryAction::Nothing {
        // The help shows it in full, with all that mentions it; again closes the help.
        let mut help = CommandPalette {
            search: Editor::field(&entry.name),
            ..CommandPalette::new(PaletteContent::Help)
        };
        help.selected = help
            .search_results(state)
            .iter()
            .position(|found| *found == entry)
            .unwrap_or(0);
        let open = state.stack.palette();
        if open.is_some_and(|open| open.explains() && open.search.text() == entry.name) {
            state.close(Layer::Palette);
        } else {
            state.open(Part::Palette(help));
        }
        return None;
    }
    state.close(Layer::Palette);
    state.close(Layer::Prompt);
    state.recent.retain(|name| *name != entry.name);
    state.recent.insert(0, entry.name);
    state.recent.truncate(MAX_RECENT_COMMANDS);
    Some(entry.run)
}

/// Opens it over a list or an export prompt; other prompts close.
pub fn open(state: &mut State, content: PaletteContent) {
    let prompt = state.stack.on(Layer::Prompt);
    if !prompt.is_some_and(Part::stays_below_palette) {
        state.close(Layer::Prompt);
    }
    state.open(Part::Palette(CommandPalette::new(content)));
}

/// Lines for the description of the selected entry, and a blank one above them.
const ABOUT_HEIGHT: u16 = 3;

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
    let has_about = !explains && inside(frame).height >= 10;
    ListLayout::new(frame, 0, if has_about { ABOUT_HEIGHT } else { 0 })
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
    // The palette may cover the bottom line.
    let keys = footer::scope_keys(state, Scope::Commands).line();
    let block = Block::bordered()
        .border_type(BorderType::Rounded)
        .border_style(theme.accent())
        .title(Line::styled(title, theme.accent()))
        .title_bottom(keys.right_aligned());
    frame.render_widget(Clear, layout.frame);
    frame.buffer_mut().set_style(layout.frame, theme.text());
    frame.render_widget(block, layout.frame);
    if layout.filter.height == 0 {
        return;
    }
    let words = ["› ", hint];
    text_field::draw(frame, layout.filter, theme, &palette.search, words, true);
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
    let about = below(layout.about, 1);
    let sentence = wrapped_text(&entries[selected].explanation, about.width);
    for (row, line) in about.rows().zip(sentence) {
        put(buffer, row, line, theme.quiet());
    }
}

/// Name and value on the left, keys on the right.
fn head(buffer: &mut Buffer, at: Rect, state: &State, entry: &PaletteEntry, selected: bool) {
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
    let [style, value_style, keys_style] = if selected {
        [theme.selection(); 3]
    } else {
        [theme.text(), theme.accent(), theme.quiet()]
    };
    put(buffer, at, align_left(&name, at.width), style);
    put(
        buffer,
        indented(at, name.width() as u16 + 2),
        value,
        value_style,
    );
    let keys_at = at.width - keys.width() as u16;
    put(buffer, indented(at, keys_at), keys, keys_style);
}
