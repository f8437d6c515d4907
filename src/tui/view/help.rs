//! The help: what the picture means, every key, and every word; typing searches them.

use ratatui::Frame;
use ratatui::layout::{Alignment, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, BorderType, Clear, Padding, Paragraph};

use super::super::glossary;
use super::super::help::Help;
use super::super::keymap::{BINDINGS, Scope};
use super::super::state::State;
use super::super::theme::Theme;
use super::wrap::wrapped_text as wrapped;
use bertscope_report::label::{fit_end, left};

const WORDS: &[&str] = &[
    "Each row is a token of the candidate, each column one of the reference; a cell is the cosine of their hidden states.",
    "▶ marks each row's best cell: precision is their weighted mean. ▼ marks each column's best: recall is theirs.",
    "◆ is both. F1 = 2PR/(P+R). Special tokens weigh nothing, but a word may match one (marked !).",
    "Below stand all keys, and at the end all words (End goes there). Typing searches both.",
];

const SCOPES: [(Scope, &str); 10] = [
    (Scope::Everywhere, "Everywhere, also while typing"),
    (Scope::Text, "In a text box"),
    (Scope::Matrix, "In the matrix, and in the panel beside it"),
    (Scope::Panel, "In the panel of explanations"),
    (Scope::Picker, "In the list of models"),
    (Scope::Export, "In the line for a file's name"),
    (Scope::Copy, "After Ctrl-y"),
    (Scope::Lessons, "After Alt-l"),
    (Scope::Pairs, "In the list of pairs"),
    (Scope::Note, "In the line for a note"),
];

/// Lines of the frame and of the search.
const AROUND: u16 = 3;

/// Draws the overlay.
pub fn draw(frame: &mut Frame<'_>, area: Rect, state: &State, help: &Help) {
    let theme = &state.theme;
    let lines = lines(*theme, inner_width(area), &help.search);
    let place = place(area, lines.len() as u16);
    let most = last_first(area, lines.len() as u16);
    let more = if most > 0 { " ↑↓ scroll   Esc closes " } else { " Esc closes " };
    let block = Block::bordered()
        .border_type(BorderType::Rounded)
        .border_style(theme.accent())
        .title(Line::styled(" Help ", theme.accent()))
        .title_bottom(Line::styled(more, theme.quiet()).alignment(Alignment::Right))
        .padding(Padding::horizontal(1));
    let inner = block.inner(place);
    frame.render_widget(Clear, place);
    frame.buffer_mut().set_style(place, theme.text());
    frame.render_widget(block, place);
    if inner.height == 0 {
        return;
    }
    frame.render_widget(Paragraph::new(search(*theme, help, inner.width)), Rect { height: 1, ..inner });
    let below = Rect { y: inner.y + 1, height: inner.height - 1, ..inner };
    frame.render_widget(Paragraph::new(lines).scroll((help.first.min(most), 0)), below);
}

/// The line that is typed into.
fn search(theme: Theme, help: &Help, width: u16) -> Line<'static> {
    let text = bertscope_printable::printable(&help.search);
    let shown = fit_end(&text, width.saturating_sub(10));
    let hint = if text.is_empty() { "type a key or a word, as in: recall" } else { "" };
    Line::from(vec![
        Span::styled("Search: ", theme.accent()),
        Span::styled(shown, theme.strong()),
        Span::styled("▏", theme.accent()),
        Span::styled(hint, theme.quiet()),
    ])
}

/// The first line in sight when the last one is.
#[must_use]
pub fn most(state: &State, search: &str) -> u16 {
    let area = Rect::new(0, 0, state.size.0, state.size.1);
    last_first(area, lines(state.theme, inner_width(area), search).len() as u16)
}

fn last_first(area: Rect, lines: u16) -> u16 {
    lines.saturating_sub(place(area, lines).height.saturating_sub(AROUND))
}

fn width(area: Rect) -> u16 {
    // A sliver of the screen beside the help would only look broken.
    if area.width < 104 { area.width } else { 96 }
}

fn inner_width(area: Rect) -> u16 {
    width(area).saturating_sub(4).max(1)
}

fn place(area: Rect, lines: u16) -> Rect {
    let (width, height) = (width(area), (lines + AROUND).min(area.height));
    Rect { x: area.x + (area.width - width) / 2, y: area.y + (area.height - height) / 2, width, height }
}

/// All lines of the help at a width; for a search, the matching ones, words before keys.
fn lines(theme: Theme, width: u16, search: &str) -> Vec<Line<'static>> {
    let searched = !search.trim().is_empty();
    if !searched {
        let mut lines: Vec<Line<'static>> =
            WORDS.iter().flat_map(|words| wrapped(words, width)).map(|line| Line::styled(line, theme.text())).collect();
        lines.extend(keys(theme, width, search));
        lines.extend(words(theme, width, search));
        return lines;
    }
    let mut lines = found(theme, width, search);
    if lines.is_empty() {
        lines = found(theme, width, &glossary::loosened(search));
    }
    if lines.is_empty() {
        lines.push(Line::default());
        lines.push(Line::styled("No key and no word has this.", theme.text()));
    }
    lines
}

/// Words before keys.
fn found(theme: Theme, width: u16, search: &str) -> Vec<Line<'static>> {
    let mut lines = words(theme, width, search);
    lines.extend(keys(theme, width, search));
    lines
}

fn keys(theme: Theme, width: u16, search: &str) -> Vec<Line<'static>> {
    let mut lines = Vec::new();
    for (scope, title) in SCOPES {
        let found = |keys: &str, help: &str| glossary::has(&format!("{keys} {help}"), search);
        let rows = BINDINGS.iter().filter(|b| b.scope == scope && found(b.keys, b.help));
        let rows: Vec<Line<'static>> = rows.flat_map(|b| row(theme, width, b.keys, b.help)).collect();
        lines.extend(section(theme, title, rows));
    }
    lines
}

fn words(theme: Theme, width: u16, search: &str) -> Vec<Line<'static>> {
    let rows = glossary::find(search).into_iter().flat_map(|entry| row(theme, width, entry.word, entry.meaning));
    section(theme, "Words", rows.collect())
}

/// A heading over its rows, when there are any.
fn section(theme: Theme, title: &'static str, rows: Vec<Line<'static>>) -> Vec<Line<'static>> {
    if rows.is_empty() {
        return rows;
    }
    let heading = [Line::default(), Line::styled(title, theme.strong())];
    heading.into_iter().chain(rows).collect()
}

/// A name and what it means, side by side.
fn row(theme: Theme, width: u16, name: &str, meaning: &str) -> Vec<Line<'static>> {
    let names_width = (width * 2 / 5).clamp(10, 32);
    let names = wrapped(name, names_width);
    let meaning = wrapped(meaning, width.saturating_sub(names_width + 2).max(1));
    let part = |lines: &[String], i: usize| lines.get(i).cloned().unwrap_or_default();
    (0..names.len().max(meaning.len()))
        .map(|i| {
            Line::from(vec![
                Span::styled(left(&part(&names, i), names_width), theme.accent()),
                Span::styled(format!("  {}", part(&meaning, i)), theme.text()),
            ])
        })
        .collect()
}
