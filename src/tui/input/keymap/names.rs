//! The names of keys in the table and in the help.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// The names of keys without a character of their own; function keys have numbers. Terminals report Tab with Shift as a
/// key of its own.
const NAMES: [(&str, KeyCode); 15] = [
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
    ("Tab", KeyCode::BackTab),
];

const MODIFIERS: [(&str, KeyModifiers); 3] = [
    ("Ctrl-", KeyModifiers::CONTROL),
    ("Alt-", KeyModifiers::ALT),
    ("Shift-", KeyModifiers::SHIFT),
];

/// The name of a key in the table; letters with Ctrl or Alt are lower case.
pub(super) fn name(key: KeyEvent) -> Option<String> {
    let mut modifiers = key.modifiers;
    if key.code == KeyCode::BackTab {
        modifiers |= KeyModifiers::SHIFT;
    }
    let named = NAMES
        .iter()
        .find(|(_, code)| *code == key.code)
        .map(|(name, _)| (*name).to_owned());
    let code = match key.code {
        KeyCode::Char(c) if c != ' ' => {
            modifiers.remove(KeyModifiers::SHIFT);
            let chord = modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT);
            if chord {
                c.to_lowercase().to_string()
            } else {
                c.to_string()
            }
        }
        KeyCode::F(n) => format!("F{n}"),
        _ => named?,
    };
    let held = MODIFIERS
        .iter()
        .filter(|(_, modifier)| modifiers.contains(*modifier));
    Some(held.map(|(name, _)| *name).chain([&*code]).collect())
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
