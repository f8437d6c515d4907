//! The help: what the picture means, and every key.

use ratatui::Frame;
use ratatui::layout::{Alignment, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, BorderType, Clear, Paragraph, Wrap};

use super::super::keymap::{BINDINGS, Scope};
use super::super::state::State;
use super::label::left;

const WORDS: &[&str] = &[
    "Each row is a token of the candidate, each column one of the reference; a cell is the cosine of their hidden states.",
    "▶ marks each row's best cell: precision is their weighted mean. ▼ marks each column's best: recall is theirs.",
    "◆ is both. F1 = 2PR/(P+R). Special tokens weigh nothing, but a word may match one (marked !).",
];

/// Draws the overlay from its line `first` on.
pub fn draw(frame: &mut Frame<'_>, area: Rect, state: &State, first: u16) {
    let theme = &state.theme;
    let width = area.width.saturating_sub(4).min(92);
    let mut lines: Vec<Line<'_>> = WORDS.iter().map(|words| Line::styled(*words, theme.text())).collect();
    let keys_width = (width / 3).clamp(12, 34);
    for (scope, title) in [
        (Scope::Everywhere, "Everywhere, also while typing"),
        (Scope::Text, "In a text box"),
        (Scope::Matrix, "In the matrix and the matches"),
    ] {
        lines.push(Line::default());
        lines.push(Line::styled(title, theme.strong()));
        for binding in BINDINGS.iter().filter(|b| b.scope == scope) {
            lines.push(Line::from(vec![
                Span::styled(left(binding.keys, keys_width - 2), theme.accent()),
                Span::styled(format!("  {}", binding.help), theme.text()),
            ]));
        }
    }
    let inner = usize::from(width.saturating_sub(4).max(1));
    let height_of = |line: &Line<'_>| line.width().div_ceil(inner).max(1);
    let total: usize = lines.iter().map(height_of).sum();
    let height = (total as u16 + 2).min(area.height.saturating_sub(2));
    let most = (total as u16).saturating_sub(height - 2);
    let place = Rect { x: area.x + (area.width - width) / 2, y: area.y + (area.height - height) / 2, width, height };
    let more = if most > 0 { " ↑↓ scroll   any other key closes " } else { " any key closes " };
    let block = Block::bordered()
        .border_type(BorderType::Rounded)
        .border_style(theme.accent())
        .title(Line::styled(" Help ", theme.accent()))
        .title_bottom(Line::styled(more, theme.quiet()).alignment(Alignment::Right))
        .padding(ratatui::widgets::Padding::horizontal(1));
    frame.render_widget(Clear, place);
    frame.buffer_mut().set_style(place, theme.text());
    let text = Paragraph::new(lines).block(block).wrap(Wrap { trim: false }).scroll((first.min(most), 0));
    frame.render_widget(text, place);
}
