//! A text box of one logical line: ratatui-textarea's editing, moved by whole characters as a reader sees them.

use ratatui_textarea::{CursorMove, TextArea};
use unicode_segmentation::{GraphemeCursor, UnicodeSegmentation};

/// A motion of the cursor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Motion {
    /// One character to the left.
    Left,
    /// One character to the right.
    Right,
    /// To the start of the word.
    WordLeft,
    /// To the start of the next word.
    WordRight,
    /// To the start of the text.
    Start,
    /// To the end of the text.
    End,
}

/// A change of the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Edit {
    /// Remove the character (or the selection) before the cursor.
    Backspace,
    /// Remove the character (or the selection) after the cursor.
    Delete,
    /// Remove to the start of the word.
    DeleteWordLeft,
    /// Remove to the end of the word.
    DeleteWordRight,
    /// Remove to the end of the text.
    DeleteToEnd,
    /// Remove everything.
    Clear,
    /// Undo the last change.
    Undo,
    /// Redo it.
    Redo,
    /// Remove the selection, for [`Edit::Insert`].
    Cut,
    /// Paste what was cut last.
    Insert,
}

/// One text box.
#[derive(Debug, Clone)]
pub struct Editor {
    area: TextArea<'static>,
    /// How many of the area's own steps each edit took: putting text over a selection takes two, a typed word one a
    /// letter, but all are undone at once.
    done: Vec<usize>,
    /// The same for edits that were undone.
    undone: Vec<usize>,
    /// Whether the next letter continues the word that is being typed.
    typing: bool,
}

impl Editor {
    /// A box with a text in it, the cursor at its end.
    #[must_use]
    pub fn new(text: &str) -> Self {
        let mut area = TextArea::new(vec![one_line(text)]);
        area.set_max_histories(2000);
        area.move_cursor(CursorMove::End);
        Self { area, done: Vec::new(), undone: Vec::new(), typing: false }
    }

    /// The same box, except that what was cut in `other` can be put in.
    #[must_use]
    pub fn with_cut_of(mut self, other: &Self) -> Self {
        self.area.set_yank_text(other.area.yank_text());
        self
    }

    /// The text.
    #[must_use]
    pub fn text(&self) -> &str {
        self.area.lines().first().map_or("", String::as_str)
    }

    /// The cursor, as a byte offset in the text.
    #[must_use]
    pub fn cursor(&self) -> usize {
        self.byte(self.area.cursor().1)
    }

    /// The selection, as byte offsets in the text.
    #[must_use]
    pub fn selection(&self) -> Option<std::ops::Range<usize>> {
        let ((_, start), (_, end)) = self.area.selection_range()?;
        (start < end).then(|| self.byte(start)..self.byte(end))
    }

    /// Puts text in place of the selection or at the cursor; its line breaks become blanks.
    pub fn insert(&mut self, text: &str) {
        let steps = usize::from(self.selection().is_some()) + usize::from(!text.is_empty());
        let goes_on = self.typing && steps == 1;
        self.area.insert_str(one_line(text));
        self.typing = text.chars().count() == 1 && !text.starts_with(char::is_whitespace);
        match self.done.last_mut() {
            Some(last) if goes_on => {
                *last += 1;
                self.undone.clear();
            }
            _ => self.record(steps),
        }
    }

    /// Puts another text in place of everything; [`Edit::Undo`] restores the old one.
    pub fn replace(&mut self, text: &str) {
        self.area.select_all();
        self.insert(text);
        self.typing = false;
    }

    /// Selects everything.
    pub fn select_all(&mut self) {
        self.area.select_all();
    }

    /// Puts the cursor before the character at a byte offset.
    pub fn place(&mut self, byte: usize) {
        self.typing = false;
        self.area.cancel_selection();
        self.jump(byte);
    }

    /// Moves the cursor, with or without the selection's end.
    pub fn go(&mut self, motion: Motion, selecting: bool) {
        self.typing = false;
        if !selecting {
            self.area.cancel_selection();
        } else if self.area.selection_range().is_none() {
            self.area.start_selection();
        }
        match motion {
            Motion::Left => self.jump(self.previous_boundary()),
            Motion::Right => self.jump(self.next_boundary()),
            Motion::WordLeft => self.area.move_cursor(CursorMove::WordBack),
            Motion::WordRight => self.area.move_cursor(CursorMove::WordForward),
            Motion::Start => self.area.move_cursor(CursorMove::Head),
            Motion::End => self.area.move_cursor(CursorMove::End),
        }
    }

    /// Changes the text.
    pub fn apply(&mut self, edit: Edit) {
        self.typing = false;
        let selected = self.selection().is_some();
        let changed = match edit {
            Edit::Undo => return self.undo(),
            Edit::Redo => return self.redo(),
            Edit::Backspace if !selected => {
                let (start, end) = (self.previous_boundary(), self.cursor());
                self.remove(start, end)
            }
            Edit::Delete if !selected => {
                let (start, end) = (self.cursor(), self.next_boundary());
                self.remove(start, end)
            }
            Edit::Backspace => self.area.delete_char(),
            Edit::Delete => self.area.delete_next_char(),
            Edit::DeleteWordLeft => self.area.delete_word(),
            Edit::DeleteWordRight => self.area.delete_next_word(),
            Edit::DeleteToEnd => self.area.delete_line_by_end(),
            Edit::Clear => {
                self.area.select_all();
                self.area.delete_char()
            }
            Edit::Cut => self.area.cut(),
            Edit::Insert => {
                let nothing = self.area.yank_text().is_empty();
                self.area.paste();
                return self.record(usize::from(selected) + usize::from(!nothing));
            }
        };
        self.record(usize::from(changed));
    }

    /// Keeps how many steps an edit took.
    fn record(&mut self, steps: usize) {
        if steps > 0 {
            self.done.push(steps);
            self.undone.clear();
        }
    }

    fn undo(&mut self) {
        self.area.cancel_selection();
        if let Some(steps) = self.done.pop() {
            for _ in 0..steps {
                self.area.undo();
            }
            self.undone.push(steps);
        }
    }

    fn redo(&mut self) {
        self.area.cancel_selection();
        if let Some(steps) = self.undone.pop() {
            for _ in 0..steps {
                self.area.redo();
            }
            self.done.push(steps);
        }
    }

    fn remove(&mut self, start: usize, end: usize) -> bool {
        let characters = self.text()[start..end].chars().count();
        self.jump(start);
        characters > 0 && self.area.delete_str(characters)
    }

    fn jump(&mut self, byte: usize) {
        let column = self.text()[..byte.min(self.text().len())].chars().count();
        let far = usize::from(u16::MAX);
        self.area.move_cursor(CursorMove::Jump(0, column.min(far) as u16));
        // A jump counts in 16 bits, and a page may be longer.
        for _ in far..column {
            self.area.move_cursor(CursorMove::Forward);
        }
    }

    fn byte(&self, column: usize) -> usize {
        self.text().char_indices().nth(column).map_or(self.text().len(), |(byte, _)| byte)
    }

    fn previous_boundary(&self) -> usize {
        let mut cursor = GraphemeCursor::new(self.cursor(), self.text().len(), true);
        cursor.prev_boundary(self.text(), 0).ok().flatten().unwrap_or(0)
    }

    fn next_boundary(&self) -> usize {
        let mut cursor = GraphemeCursor::new(self.cursor(), self.text().len(), true);
        cursor.next_boundary(self.text(), 0).ok().flatten().unwrap_or(self.text().len())
    }
}

/// The text with its line breaks as blanks; `\r\n` is one.
fn one_line(text: &str) -> String {
    text.replace("\r\n", " ").graphemes(true).map(|g| if g == "\n" || g == "\r" { " " } else { g }).collect()
}
