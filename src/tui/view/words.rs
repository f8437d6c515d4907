//! Words with a key on a line: how they are drawn, and which key a click on them presses.

use crossterm::event::KeyEvent;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::super::keymap::key;
use super::super::state::State;
use super::super::theme::Theme;
use super::layout::Screen;
use super::{footer, lesson, pair_line};

/// A line of which some words press a key when they are clicked.
#[derive(Debug, Default)]
pub(super) struct Words {
    parts: Vec<(Span<'static>, Option<&'static str>)>,
}

impl Words {
    /// Words that are only read.
    pub fn say(&mut self, spans: impl IntoIterator<Item = Span<'static>>) {
        self.parts.extend(spans.into_iter().map(|span| (span, None)));
    }

    /// Words that press a key, named as in the table of keys.
    pub fn press(&mut self, key: &'static str, span: Span<'static>) {
        self.parts.push((span, Some(key)));
    }

    /// `shown`, the key as the line writes it, and `what` it does; both press it.
    pub fn offer(&mut self, key: &'static str, shown: impl Into<String>, what: &str, theme: &Theme) {
        self.press(key, Span::styled(shown.into(), theme.accent()));
        self.press(key, Span::styled(format!(" {what}"), theme.quiet()));
    }

    /// The words of another line behind these.
    pub fn append(&mut self, mut other: Self) {
        self.parts.append(&mut other.parts);
    }

    /// Columns that it takes.
    pub fn width(&self) -> usize {
        self.parts.iter().map(|(span, _)| span.width()).sum()
    }

    /// What is drawn.
    pub fn line(self) -> Line<'static> {
        self.parts.into_iter().map(|(span, _)| span).collect()
    }

    /// The key of the word at a column.
    fn key_at(&self, column: usize) -> Option<&'static str> {
        let mut end = 0;
        let part = self.parts.iter().find(|(span, _)| {
            end += span.width();
            column < end
        });
        part.and_then(|(_, key)| *key)
    }
}

/// The key that a click at a place of the screen presses: a word of the bottom line, of a lesson's or of a pair's.
#[must_use]
pub fn key_at(state: &State, x: u16, y: u16) -> Option<KeyEvent> {
    let screen = Screen::of(state, Rect::new(0, 0, state.size.0, state.size.1))?;
    let words = if y == screen.footer.y {
        footer::words(state, screen.footer.width)?
    } else if let Some(area) = screen.lesson.filter(|area| area.y == y) {
        lesson::head(state, state.playing.as_ref()?, area.width)
    } else {
        let area = screen.pair.filter(|area| area.y == y)?;
        pair_line::words(state, state.pairs.as_ref()?, area.width)?
    };
    words.key_at(x.into()).and_then(key)
}
