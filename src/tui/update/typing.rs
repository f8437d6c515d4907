//! Typing in a text box.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use crate::tui::input::editor::Editor;
use crate::tui::input::keymap::Action;

/// Handles a key in a one-line text box; returns whether it was handled.
pub(super) fn edit_line(editor: &mut Editor, asked: Option<Action>, key: KeyEvent) -> bool {
    match (asked, typed_character(key)) {
        (Some(Action::MoveCursor(motion)), _) => editor.move_cursor(motion, false),
        (Some(Action::Select(motion)), _) => editor.move_cursor(motion, true),
        (Some(Action::SelectAll), _) => editor.select_all(),
        (Some(Action::Edit(edit)), _) => editor.apply(edit),
        (None, Some(c)) => editor.insert(c.encode_utf8(&mut [0; 4])),
        _ => return false,
    }
    true
}

/// The character that a key types.
pub(super) fn typed_character(key: KeyEvent) -> Option<char> {
    let with = key.modifiers & (KeyModifiers::CONTROL | KeyModifiers::ALT);
    // AltGr arrives as Ctrl and Alt.
    let types = with.is_empty() || with == KeyModifiers::CONTROL | KeyModifiers::ALT;
    match key.code {
        KeyCode::Char(c) if types => Some(c),
        _ => None,
    }
}
