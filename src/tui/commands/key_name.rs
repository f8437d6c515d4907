//! The names of keys in `keys.tsv` and in the help.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// The names of keys without a character of their own; function keys have numbers.
const NAMES: [(&str, KeyCode); 14] = [
    ("Space", KeyCode::Char(' ')),
    ("Esc", KeyCode::Esc),
    ("Enter", KeyCode::Enter),
    ("Tab", KeyCode::Tab),
    ("Backspace", KeyCode::Backspace),
    ("Delete", KeyCode::Delete),
    ("Left", KeyCode::Left),
    ("Right", KeyCode::Right),
    ("Up", KeyCode::Up),
    ("Down", KeyCode::Down),
    ("Home", KeyCode::Home),
    ("End", KeyCode::End),
    ("PageUp", KeyCode::PageUp),
    ("PageDown", KeyCode::PageDown),
];

const MODIFIERS: [(&str, KeyModifiers); 3] = [
    ("Ctrl-", KeyModifiers::CONTROL),
    ("Alt-", KeyModifiers::ALT),
    ("Shift-", KeyModifiers::SHIFT),
];

/// A pressed key as the table compares it: terminals report the same key in several ways.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KeyPress {
    code: KeyCode,
    modifiers: KeyModifiers,
}

impl KeyPress {
    pub fn new(key: KeyEvent) -> Self {
        let mut modifiers =
            key.modifiers & (KeyModifiers::CONTROL | KeyModifiers::ALT | KeyModifiers::SHIFT);
        let is_chord = modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT);
        let code = match key.code {
            KeyCode::BackTab => {
                modifiers |= KeyModifiers::SHIFT;
                KeyCode::Tab
            }
            // The character tells whether Shift is held.
            KeyCode::Char(c) if c != ' ' => {
                modifiers.remove(KeyModifiers::SHIFT);
                KeyCode::Char(if is_chord { c.to_ascii_lowercase() } else { c })
            }
            code => code,
        };
        Self { code, modifiers }
    }
}

/// The key of a name; upper and lower case are the same, except for single letters.
pub fn key(name: &str) -> Option<KeyEvent> {
    let mut modifiers = KeyModifiers::NONE;
    let mut rest = name;
    let starts = |rest: &str, start: &str| {
        rest.get(..start.len())
            .is_some_and(|head| head.eq_ignore_ascii_case(start))
    };
    while let Some((start, modifier)) = MODIFIERS.iter().find(|(start, _)| starts(rest, start)) {
        modifiers |= *modifier;
        rest = &rest[start.len()..];
    }
    let mut characters = rest.chars();
    let code = match (characters.next(), characters.next()) {
        (Some(c), None) => KeyCode::Char(c),
        _ if rest.eq_ignore_ascii_case("Tab") && modifiers.contains(KeyModifiers::SHIFT) => {
            KeyCode::BackTab
        }
        _ => match NAMES
            .iter()
            .find(|(name, _)| name.eq_ignore_ascii_case(rest))
        {
            Some((_, code)) => *code,
            None => KeyCode::F(rest.strip_prefix(['F', 'f'])?.parse().ok()?),
        },
    };
    Some(KeyEvent::new(code, modifiers))
}
