//! The names of keys in `keys.tsv` and in the help.

use std::fmt;

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

/// A key as the tables compare it: terminals report the same key in several ways.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Key {
    pub code: KeyCode,
    pub modifiers: KeyModifiers,
}

impl Key {
    pub const ESC: Self = Self::new(KeyCode::Esc, KeyModifiers::NONE);
    pub const ENTER: Self = Self::new(KeyCode::Enter, KeyModifiers::NONE);
    pub const CTRL_J: Self = Self::new(KeyCode::Char('j'), KeyModifiers::CONTROL);
    pub const CTRL_C: Self = Self::new(KeyCode::Char('c'), KeyModifiers::CONTROL);
    /// What opens the command palette, unless the user chose another key.
    pub const PALETTE: Self = Self::new(KeyCode::Char('d'), KeyModifiers::CONTROL);

    const fn new(code: KeyCode, modifiers: KeyModifiers) -> Self {
        Self { code, modifiers }
    }

    pub fn from_event(event: KeyEvent) -> Self {
        let mut modifiers =
            event.modifiers & (KeyModifiers::CONTROL | KeyModifiers::ALT | KeyModifiers::SHIFT);
        let is_chord = modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT);
        let code = match event.code {
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

    /// The key of a name; upper and lower case are the same, except for single letters.
    pub fn parse(name: &str) -> Option<Self> {
        let event = key(name)?;
        let is_shifted = event.modifiers.contains(KeyModifiers::SHIFT);
        match event.code {
            // The character tells whether Shift is held, and `Shift-x` would be taken for `x`.
            KeyCode::Char(c) if c.is_control() || is_shifted && c != ' ' => None,
            _ => Some(Self::from_event(event)),
        }
    }

    /// The event of this key, to press it.
    pub fn event(self) -> KeyEvent {
        KeyEvent::new(self.code, self.modifiers)
    }

    /// Whether it types a character in a text.
    pub fn types_character(self) -> bool {
        typed_character(self.event()).is_some()
    }

    fn arrow(self) -> Option<&'static str> {
        match self.code {
            KeyCode::Left => Some("←"),
            KeyCode::Down => Some("↓"),
            KeyCode::Up => Some("↑"),
            KeyCode::Right => Some("→"),
            _ => None,
        }
    }

    pub fn is_arrow(self) -> bool {
        self.arrow().is_some()
    }

    /// The name on the screen, which has arrows for the arrow keys.
    pub fn label(self) -> String {
        match self.arrow() {
            Some(arrow) => format!("{}{arrow}", self.prefix()),
            None => self.to_string(),
        }
    }

    /// The names of the modifiers.
    fn prefix(self) -> String {
        let held = MODIFIERS.iter();
        let held = held.filter(|(_, modifier)| self.modifiers.contains(*modifier));
        held.map(|(name, _)| *name).collect()
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.prefix())?;
        let named = NAMES.iter().find(|(_, code)| *code == self.code);
        match (named, self.code) {
            (Some((name, _)), _) => f.write_str(name),
            (None, KeyCode::Char(c)) => write!(f, "{c}"),
            (None, KeyCode::F(number)) => write!(f, "F{number}"),
            (None, code) => write!(f, "{code}"),
        }
    }
}

/// The character that a key types in a text.
pub fn typed_character(key: KeyEvent) -> Option<char> {
    let with = key.modifiers & (KeyModifiers::CONTROL | KeyModifiers::ALT);
    // AltGr arrives as Ctrl and Alt.
    let types = with.is_empty() || with == KeyModifiers::CONTROL | KeyModifiers::ALT;
    match key.code {
        KeyCode::Char(c) if types => Some(c),
        _ => None,
    }
}

/// The event of the key of a name; upper and lower case are the same, except for single letters.
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
