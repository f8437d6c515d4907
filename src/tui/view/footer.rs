//! The bottom line: keys that work where the focus is.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;
use unicode_width::UnicodeWidthStr;

use super::super::keymap::{BINDINGS, Binding, Scope};
use super::super::state::{Focus, State};

/// Draws as many keys as there is room for, those of the place first.
pub fn draw(frame: &mut Frame<'_>, area: Rect, state: &State) {
    let here = if matches!(state.focus, Focus::Text(_)) { Scope::Text } else { Scope::Matrix };
    let shown = |scope: Scope| BINDINGS.iter().filter(move |b| b.scope == scope && !b.footer.is_empty());
    let first: Vec<&Binding> = shown(here).take(1).collect();
    let all = first.into_iter().chain(shown(Scope::Everywhere)).chain(shown(here).skip(1));
    let mut spans = vec![Span::raw(" ")];
    let mut used = 1;
    for binding in all {
        let key = keys(binding);
        let width = key.width() + binding.footer.width() + 3;
        if used + width > area.width.into() {
            break;
        }
        used += width;
        spans.push(Span::styled(key, state.theme.accent()));
        spans.push(Span::styled(format!(" {}  ", binding.footer), state.theme.quiet()));
    }
    frame.render_widget(Paragraph::new(Line::from(spans)), area);
}

/// The first key; both when two of them do different things; arrows as arrows.
fn keys(binding: &Binding) -> String {
    let keys: Vec<&str> = binding.keys.split(' ').collect();
    if keys[0] == "Left" {
        return "←↓↑→".into();
    }
    if let (2, [first, second]) = (binding.actions.len(), &keys[..]) {
        return match (first.strip_prefix('F'), second.strip_prefix('F')) {
            (Some(_), Some(_)) => format!("{first}/{second}"),
            _ => (*first).to_owned(),
        };
    }
    keys[0].to_owned()
}
