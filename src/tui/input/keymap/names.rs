//! The names of keys in the table and in the help.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// The name of a key in the table; letters with Ctrl or Alt are lower case.
pub(super) fn name(key: KeyEvent) -> Option<String> {
    let modifiers = key.modifiers;
    let mut shift = modifiers.contains(KeyModifiers::SHIFT);
    let code = match key.code {
        KeyCode::BackTab => {
            shift = true;
            "Tab".into()
        }
        KeyCode::Char(' ') => "Space".into(),
        KeyCode::Char(c) => {
            shift = false;
            let chord = modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT);
            if chord { c.to_lowercase().to_string() } else { c.to_string() }
        }
        KeyCode::F(n) => format!("F{n}"),
        KeyCode::Esc => "Esc".into(),
        KeyCode::Enter => "Enter".into(),
        KeyCode::Tab => "Tab".into(),
        KeyCode::Backspace => "Backspace".into(),
        KeyCode::Delete => "Delete".into(),
        KeyCode::Left => "Left".into(),
        KeyCode::Right => "Right".into(),
        KeyCode::Up => "Up".into(),
        KeyCode::Down => "Down".into(),
        KeyCode::Home => "Home".into(),
        KeyCode::End => "End".into(),
        KeyCode::PageUp => "PageUp".into(),
        KeyCode::PageDown => "PageDown".into(),
        _ => return None,
    };
    let mut name = String::new();
    if modifiers.contains(KeyModifiers::CONTROL) {
        name += "Ctrl-";
    }
    if modifiers.contains(KeyModifiers::ALT) {
        name += "Alt-";
    }
    if shift {
        name += "Shift-";
    }
    Some(name + &code)
}

/// The key of a name, for screenshots and tests.
#[must_use]
pub fn key(name: &str) -> Option<KeyEvent> {
    let mut modifiers = KeyModifiers::NONE;
    let mut rest = name;
    loop {
        let lower = rest.to_ascii_lowercase();
        let (modifier, length) = if lower.starts_with("ctrl-") {
            (KeyModifiers::CONTROL, 5)
        } else if lower.starts_with("alt-") {
            (KeyModifiers::ALT, 4)
        } else if lower.starts_with("shift-") {
            (KeyModifiers::SHIFT, 6)
        } else {
            break;
        };
        modifiers |= modifier;
        rest = &rest[length..];
    }
    let mut characters = rest.chars();
    let code = match (characters.next(), characters.next()) {
        (Some(c), None) => KeyCode::Char(c),
        _ => match rest.to_ascii_lowercase().as_str() {
            "space" => KeyCode::Char(' '),
            "esc" => KeyCode::Esc,
            "enter" => KeyCode::Enter,
            "tab" if modifiers.contains(KeyModifiers::SHIFT) => KeyCode::BackTab,
            "tab" => KeyCode::Tab,
            "backspace" => KeyCode::Backspace,
            "delete" => KeyCode::Delete,
            "left" => KeyCode::Left,
            "right" => KeyCode::Right,
            "up" => KeyCode::Up,
            "down" => KeyCode::Down,
            "home" => KeyCode::Home,
            "end" => KeyCode::End,
            "pageup" => KeyCode::PageUp,
            "pagedown" => KeyCode::PageDown,
            other => KeyCode::F(other.strip_prefix('f')?.parse().ok()?),
        },
    };
    Some(KeyEvent::new(code, modifiers))
}
