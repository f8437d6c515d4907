//! A text box of one logical line, edited by grapheme clusters.
//!
//! The cost of an edit depends on the characters that it changes, not on the length of the text, which may be a book.

use std::collections::VecDeque;
use std::ops::Range;

use super::boundaries;
use super::boundaries::CharClass;

/// Edits that can be undone.
const MAX_UNDO_STEPS: usize = 2000;

/// Characters of a field, such as a search or a file name: what is typed is shorter, and a book that is pasted would be
/// searched for with every key.
const MAX_FIELD_CHARS: usize = 1000;

/// Says that a field takes no more.
pub const FULL_FIELD: &str = "1,000 characters at most";

/// A motion of the cursor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::EnumString)]
#[strum(serialize_all = "kebab-case")]
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
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::EnumString)]
#[strum(serialize_all = "kebab-case")]
pub enum Edit {
    /// Delete the character before the cursor, or the selection.
    Backspace,
    /// Delete the character after the cursor, or the selection.
    Delete,
    /// Delete to the start of the word.
    DeleteWordLeft,
    /// Delete to the end of the word.
    DeleteWordRight,
    /// Delete to the end of the text.
    DeleteToEnd,
    /// Delete the whole text.
    Clear,
    /// Undo the last change.
    Undo,
    Redo,
    /// Cut the selection, for [`Edit::Paste`].
    Cut,
    /// Paste the text that was cut last.
    Paste,
}

/// A text box.
#[derive(Debug, Clone, Default)]
pub struct Editor {
    text: String,
    /// Characters after which nothing more is inserted; `None` in the boxes of the pair.
    max_chars: Option<usize>,
    /// The cursor, as a byte offset, like all positions here.
    cursor: usize,
    /// The other end of the selection.
    anchor: Option<usize>,
    /// The last text that was cut, or deleted in one piece.
    clipboard: String,
    undo_stack: VecDeque<Splice>,
    redo_stack: Vec<Splice>,
    phase: Phase,
}

/// What came last, which decides what the next letter does.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Phase {
    /// A motion or another edit: the letter is an edit of its own.
    #[default]
    Other,
    /// A letter of a word: the next one extends the word, which one undo removes.
    Typing,
    /// Nothing yet in the text of an example: the letter replaces it.
    Example,
}

/// The effect of an edit: at an offset, `inserted` replaced `removed`.
#[derive(Debug, Clone)]
struct Splice {
    at: usize,
    removed: String,
    inserted: String,
}

impl Editor {
    /// A box with this text, and the cursor at its end.
    pub fn new(text: &str) -> Self {
        let text = one_line(text);
        Self {
            cursor: text.len(),
            text,
            ..Self::default()
        }
    }

    /// A box for a search, a name or a note.
    pub fn field(text: &str) -> Self {
        Self {
            max_chars: Some(MAX_FIELD_CHARS),
            ..Self::new(text)
        }
    }

    /// Whether nothing more can be inserted.
    pub fn is_full(&self) -> bool {
        self.max_chars
            .is_some_and(|max| self.text.chars().count() >= max)
    }

    /// A box with an example, selected, so that typing replaces it.
    pub fn example(text: &str) -> Self {
        Self {
            anchor: Some(0),
            phase: Phase::Example,
            ..Self::new(text)
        }
    }

    /// Whether the text is an example that no key has touched.
    pub fn is_example(&self) -> bool {
        self.phase == Phase::Example
    }

    /// The same box, with the clipboard of `other`.
    #[must_use]
    pub fn with_clipboard_of(mut self, other: &Self) -> Self {
        self.clipboard.clone_from(&other.clipboard);
        self
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    /// The cursor, as a byte offset in the text.
    pub fn cursor(&self) -> usize {
        self.cursor
    }

    /// The selection, as byte offsets in the text.
    pub fn selection(&self) -> Option<Range<usize>> {
        let anchor = self.anchor?;
        let range = anchor.min(self.cursor)..anchor.max(self.cursor);
        (!range.is_empty()).then_some(range)
    }

    /// Replaces the selection with text, or inserts it at the cursor; line breaks become spaces.
    pub fn insert(&mut self, text: &str) {
        let selection = self.selection();
        let text = one_line(text);
        let is_key = text.chars().count() == 1;
        let continues =
            self.phase == Phase::Typing && is_key && selection.is_none() && !self.is_full();
        let in_word = is_key && !text.starts_with(char::is_whitespace);
        self.phase = if in_word { Phase::Typing } else { Phase::Other };
        match self.undo_stack.back_mut() {
            Some(last) if continues && last.at + last.inserted.len() == self.cursor => {
                self.text.insert_str(self.cursor, &text);
                last.inserted.push_str(&text);
                self.cursor += text.len();
                self.redo_stack.clear();
                self.anchor = None;
            }
            _ => self.splice(selection.unwrap_or(self.cursor..self.cursor), text),
        }
    }

    /// Replaces the whole text; [`Edit::Undo`] restores the old one.
    pub fn replace(&mut self, text: &str) {
        self.phase = Phase::Other;
        self.splice(0..self.text.len(), one_line(text));
    }

    pub fn select_all(&mut self) {
        self.phase = Phase::Other;
        self.anchor = Some(0);
        self.cursor = self.text.len();
    }

    /// Moves the cursor before the character at a byte offset.
    pub fn set_cursor(&mut self, byte: usize) {
        self.phase = Phase::Other;
        self.anchor = None;
        let mut byte = byte.min(self.text.len());
        while !self.text.is_char_boundary(byte) {
            byte -= 1;
        }
        self.cursor = byte;
    }

    /// Moves the cursor, optionally extending the selection.
    pub fn move_cursor(&mut self, motion: Motion, selecting: bool) {
        self.phase = Phase::Other;
        self.anchor = selecting.then(|| self.anchor.unwrap_or(self.cursor));
        self.cursor = match motion {
            Motion::Left => boundaries::previous_boundary(&self.text, self.cursor),
            Motion::Right => boundaries::next_boundary(&self.text, self.cursor),
            Motion::WordLeft => boundaries::word_start_before(&self.text, self.cursor),
            Motion::WordRight => {
                boundaries::class_boundary_before(&self.text, self.cursor, |before, after| {
                    before != after && after != CharClass::Blank
                })
            }
            Motion::Start => 0,
            Motion::End => self.text.len(),
        };
    }

    pub fn apply(&mut self, edit: Edit) {
        self.phase = Phase::Other;
        let selection = self.selection();
        let cursor = self.cursor;
        let to = |end: usize| {
            selection
                .clone()
                .unwrap_or(cursor.min(end)..cursor.max(end))
        };
        let (range, keep) = match edit {
            Edit::Undo | Edit::Redo => return self.travel(edit == Edit::Undo),
            Edit::Paste => {
                let cut = self.clipboard.clone();
                return self.splice(to(cursor), cut);
            }
            Edit::Backspace => (
                to(boundaries::previous_boundary(&self.text, self.cursor)),
                false,
            ),
            Edit::Delete => (
                to(boundaries::next_boundary(&self.text, self.cursor)),
                false,
            ),
            Edit::DeleteWordLeft => (
                to(boundaries::word_start_before(&self.text, self.cursor)),
                selection.is_none(),
            ),
            Edit::DeleteWordRight => {
                let end =
                    boundaries::class_boundary_before(&self.text, self.cursor, |before, after| {
                        before != after && before != CharClass::Blank
                    });
                (to(end), selection.is_none())
            }
            Edit::DeleteToEnd => (to(self.text.len()), selection.is_none()),
            Edit::Clear => (0..self.text.len(), false),
            Edit::Cut => (to(cursor), true),
        };
        if keep && !range.is_empty() {
            self.text[range.clone()].clone_into(&mut self.clipboard);
        }
        self.splice(range, String::new());
    }

    /// Replaces a range, as one edit. What does not fit is left out.
    fn splice(&mut self, range: Range<usize>, mut inserted: String) {
        self.anchor = None;
        if let Some(max) = self.max_chars {
            let kept = self.text.chars().count() - self.text[range.clone()].chars().count();
            inserted = inserted.chars().take(max.saturating_sub(kept)).collect();
        }
        if range.is_empty() && inserted.is_empty() {
            return;
        }
        let at = range.start;
        let removed = self.text[range.clone()].to_owned();
        self.text.replace_range(range, &inserted);
        self.cursor = at + inserted.len();
        if self.undo_stack.len() == MAX_UNDO_STEPS {
            self.undo_stack.pop_front();
        }
        self.undo_stack.push_back(Splice {
            at,
            removed,
            inserted,
        });
        self.redo_stack.clear();
    }

    /// Undoes the last edit, or redoes the one undone last.
    fn travel(&mut self, back: bool) {
        self.anchor = None;
        let splice = if back {
            self.undo_stack.pop_back()
        } else {
            self.redo_stack.pop()
        };
        let Some(splice) = splice else { return };
        let (old, new) = if back {
            (&splice.inserted, &splice.removed)
        } else {
            (&splice.removed, &splice.inserted)
        };
        self.text
            .replace_range(splice.at..splice.at + old.len(), new);
        self.cursor = splice.at + new.len();
        if back {
            self.redo_stack.push(splice);
        } else {
            self.undo_stack.push_back(splice);
        }
    }
}

/// The text with line breaks as spaces; `\r\n` is one space.
fn one_line(text: &str) -> String {
    text.replace("\r\n", " ").replace(['\n', '\r'], " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A box after some edits, as its text with `|` where the cursor is.
    fn shown(editor: &Editor) -> String {
        let (before, after) = editor.text().split_at(editor.cursor());
        format!("{before}|{after}")
    }

    #[test]
    fn words_are_runs_of_letters_or_punctuation_and_blanks_between_them_are_skipped() {
        let mut editor = Editor::new("foo_bar, (b\u{301}az  x)");
        let mut places = Vec::new();
        for _ in 0..7 {
            editor.move_cursor(Motion::WordLeft, false);
            places.push(editor.cursor());
        }
        assert_eq!(places, [18, 17, 10, 9, 7, 0, 0]);
        places.clear();
        for _ in 0..7 {
            editor.move_cursor(Motion::WordRight, false);
            places.push(editor.cursor());
        }
        assert_eq!(places, [7, 9, 10, 17, 18, 19, 19]);
        editor.set_cursor(17);
        editor.apply(Edit::DeleteWordLeft);
        editor.apply(Edit::DeleteWordRight);
        assert_eq!(shown(&editor), "foo_bar, (|)");
        editor.apply(Edit::Paste);
        assert_eq!(shown(&editor), "foo_bar, (x|)");
    }

    #[test]
    fn a_typed_word_a_paste_and_a_replaced_selection_are_undone_at_once_and_redone() {
        let mut editor = Editor::new("one");
        for c in [" ", "t", "w", "o"] {
            editor.insert(c);
        }
        editor.insert(" and\r\nmore");
        editor.select_all();
        editor.insert("new");
        let mut seen = vec![shown(&editor)];
        for _ in 0..5 {
            editor.apply(Edit::Undo);
            seen.push(shown(&editor));
        }
        assert_eq!(
            seen,
            [
                "new|",
                "one two and more|",
                "one two|",
                "one |",
                "one|",
                "one|"
            ]
        );
        for _ in 0..5 {
            editor.apply(Edit::Redo);
        }
        assert_eq!(shown(&editor), "new|");
        editor.apply(Edit::Undo);
        editor.insert("!");
        editor.apply(Edit::Redo);
        assert_eq!(
            shown(&editor),
            "one two and more!|",
            "a new edit leaves nothing to redo"
        );
    }

    #[test]
    fn what_was_cut_or_deleted_in_one_piece_is_pasted_but_single_characters_are_not() {
        let mut editor = Editor::new("ab cd");
        editor.move_cursor(Motion::WordLeft, true);
        editor.apply(Edit::Cut);
        editor.apply(Edit::Backspace);
        assert_eq!(shown(&editor), "ab|");
        editor.apply(Edit::Paste);
        editor.apply(Edit::Paste);
        assert_eq!(shown(&editor), "abcdcd|");
        editor.set_cursor(2);
        editor.apply(Edit::DeleteToEnd);
        editor.move_cursor(Motion::Start, false);
        editor.apply(Edit::Paste);
        assert_eq!(shown(&editor), "cdcd|ab");
        let other = Editor::new("x").with_clipboard_of(&editor);
        assert_eq!(other.clipboard, "cdcd");
    }

    #[test]
    fn a_character_that_is_many_is_crossed_and_removed_whole_at_any_length() {
        let family = "👩‍👩‍👧";
        let long = format!("{}{family}{}", "ä".repeat(70_000), "z".repeat(5));
        let mut editor = Editor::new(&long);
        editor.set_cursor(140_000);
        editor.move_cursor(Motion::Right, false);
        assert_eq!(editor.cursor(), 140_000 + family.len());
        editor.move_cursor(Motion::Left, true);
        assert_eq!(editor.selection(), Some(140_000..140_000 + family.len()));
        editor.move_cursor(Motion::Right, false);
        editor.apply(Edit::Backspace);
        editor.apply(Edit::Backspace);
        assert_eq!(
            (editor.cursor(), editor.text().len()),
            (139_998, 139_998 + 5)
        );
        editor.set_cursor(139_997);
        assert_eq!(editor.cursor(), 139_996, "never within a character");
    }

    #[test]
    fn a_field_takes_a_bounded_text_however_it_is_inserted() {
        let mut field = Editor::field("ä");
        field.insert(&"ö".repeat(20_000));
        assert!(field.is_full());
        for c in ["a", "b"] {
            field.insert(c);
        }
        field.apply(Edit::Cut);
        field.select_all();
        field.apply(Edit::Cut);
        for _ in 0..2 {
            field.apply(Edit::Paste);
        }
        let expected = format!("ä{}", "ö".repeat(MAX_FIELD_CHARS - 1));
        assert_eq!(field.text(), expected);
        field.apply(Edit::Backspace);
        assert!(!field.is_full());
        let mut text = Editor::new("");
        text.insert(&"ö".repeat(20_000));
        assert_eq!(text.text().chars().count(), 20_000);
    }

    #[test]
    fn the_edits_that_can_be_undone_are_bounded() {
        let mut editor = Editor::new("");
        for _ in 0..MAX_UNDO_STEPS + 10 {
            editor.insert("a ");
        }
        for _ in 0..MAX_UNDO_STEPS + 10 {
            editor.apply(Edit::Undo);
        }
        assert_eq!(editor.text().len(), 20);
    }
}
