//! The help: what the picture means, and every key.

use ratatui::Frame;
use ratatui::layout::{Alignment, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, BorderType, Clear, Padding, Paragraph};

use super::super::keymap::{BINDINGS, Scope};
use super::super::state::State;
use super::super::theme::Theme;
use super::label::left;
use super::wrap::wrapped_text as wrapped;

const WORDS: &[&str] = &[
    "Each row is a token of the candidate, each column one of the reference; a cell is the cosine of their hidden states.",
    "▶ marks each row's best cell: precision is their weighted mean. ▼ marks each column's best: recall is theirs.",
    "◆ is both. F1 = 2PR/(P+R). Special tokens weigh nothing, but a word may match one (marked !).",
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

/// Draws the overlay from its line `first` on.
pub fn draw(frame: &mut Frame<'_>, area: Rect, state: &State, first: u16) {
    let theme = &state.theme;
    let lines = lines(*theme, inner_width(area));
    let place = place(area, lines.len() as u16);
    let most = last_first(area, lines.len() as u16);
    let more = if most > 0 { " ↑↓ scroll   any other key closes " } else { " any key closes " };
    let block = Block::bordered()
        .border_type(BorderType::Rounded)
        .border_style(theme.accent())
        .title(Line::styled(" Help ", theme.accent()))
        .title_bottom(Line::styled(more, theme.quiet()).alignment(Alignment::Right))
        .padding(Padding::horizontal(1));
    frame.render_widget(Clear, place);
    frame.buffer_mut().set_style(place, theme.text());
    frame.render_widget(Paragraph::new(lines).block(block).scroll((first.min(most), 0)), place);
}

/// The first line in sight when the last one is.
#[must_use]
pub fn most(state: &State) -> u16 {
    let area = Rect::new(0, 0, state.size.0, state.size.1);
    last_first(area, lines(state.theme, inner_width(area)).len() as u16)
}

fn last_first(area: Rect, lines: u16) -> u16 {
    lines.saturating_sub(place(area, lines).height.saturating_sub(2))
}

fn width(area: Rect) -> u16 {
    // A sliver of the screen beside the help would only look broken.
    if area.width < 104 { area.width } else { 96 }
}

fn inner_width(area: Rect) -> u16 {
    width(area).saturating_sub(4).max(1)
}

fn place(area: Rect, lines: u16) -> Rect {
    let (width, height) = (width(area), (lines + 2).min(area.height));
    Rect { x: area.x + (area.width - width) / 2, y: area.y + (area.height - height) / 2, width, height }
}

/// Everything there is to read, in lines of a width.
fn lines(theme: Theme, width: u16) -> Vec<Line<'static>> {
    let mut lines: Vec<Line<'static>> =
        WORDS.iter().flat_map(|words| wrapped(words, width)).map(|line| Line::styled(line, theme.text())).collect();
    let keys_width = (width * 2 / 5).clamp(10, 32);
    for (scope, title) in SCOPES {
        lines.push(Line::default());
        lines.push(Line::styled(title, theme.strong()));
        for binding in BINDINGS.iter().filter(|b| b.scope == scope) {
            let keys = wrapped(binding.keys, keys_width);
            let help = wrapped(binding.help, width.saturating_sub(keys_width + 2));
            for i in 0..keys.len().max(help.len()) {
                let part = |lines: &[String]| lines.get(i).cloned().unwrap_or_default();
                lines.push(Line::from(vec![
                    Span::styled(left(&part(&keys), keys_width), theme.accent()),
                    Span::styled(format!("  {}", part(&help)), theme.text()),
                ]));
            }
        }
    }
    lines
}
