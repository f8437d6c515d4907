//! A line of text with words that press a key when clicked.

use std::borrow::Cow;

use ratatui::style::Style;
use ratatui::text::{Line, Span};

use crate::tui::commands::{Command, Key};
use crate::tui::context::{Context, KeyLabel};
use crate::tui::terminal::theme::Theme;

/// A line of text with words that press a key when clicked.
#[derive(Debug, Default)]
pub struct ClickableLine {
    parts: Vec<(Span<'static>, Option<Key>)>,
}

impl ClickableLine {
    /// The keys of commands with their labels, two spaces apart.
    pub fn of_keys(state: &Context, commands: &[(Command, &str)]) -> Self {
        let mut keys = Self::default();
        for (i, (command, what)) in commands.iter().enumerate() {
            if i > 0 {
                keys.push_plain("  ");
            }
            keys.push_labelled_key(state.key_label(*command), what, &state.look.theme);
        }
        keys
    }

    /// Adds text without a key.
    pub fn push(&mut self, text: impl Into<Cow<'static, str>>, style: Style) {
        self.parts.push((Span::styled(text, style), None));
    }

    /// Adds text without a key, in the colours of what is around it.
    pub fn push_plain(&mut self, text: impl Into<Cow<'static, str>>) {
        self.push(text, Style::default());
    }

    /// Adds words that press a key.
    pub fn push_key(&mut self, key: Key, span: Span<'static>) {
        self.parts.push((span, Some(key)));
    }

    /// Adds a key and its label; clicking either presses it.
    pub fn push_labelled_key(
        &mut self,
        KeyLabel { key, text: shown }: KeyLabel,
        what: &str,
        theme: &Theme,
    ) {
        self.push_key(key, Span::styled(shown, theme.accent()));
        self.push_key(key, Span::styled(format!(" {what}"), theme.quiet()));
    }

    /// Adds the words of another line.
    pub fn append(&mut self, mut other: Self) {
        self.parts.append(&mut other.parts);
    }

    /// Width in columns.
    pub fn width(&self) -> usize {
        self.parts.iter().map(|(span, _)| span.width()).sum()
    }

    pub fn line(self) -> Line<'static> {
        self.parts.into_iter().map(|(span, _)| span).collect()
    }

    pub fn key_at(&self, column: usize) -> Option<Key> {
        let mut end = 0;
        let part = self.parts.iter().find(|(span, _)| {
            end += span.width();
            column < end
        });
        part.and_then(|(_, key)| *key)
    }
}
