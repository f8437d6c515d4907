//! Keys that terminals do not pass on with their default settings.

use crossterm::event::{KeyCode, KeyModifiers};

use crate::tui::commands::key_name::Key;

/// Terminals and other programs that do not deliver a key unchanged; empty if all do.
pub fn terminals_that_keep(key: Key) -> Vec<&'static str> {
    let alt = key.modifiers.contains(KeyModifiers::ALT);
    let ctrl = key.modifiers.contains(KeyModifiers::CONTROL);
    let function = match key.code {
        KeyCode::F(number) if key.modifiers.is_empty() => Some(number),
        _ => None,
    };
    // The letter of Ctrl and a letter, without other modifiers.
    let letter = match key.code {
        KeyCode::Char(c) if key.modifiers == KeyModifiers::CONTROL => Some(c),
        _ => None,
    };
    let is_alt_digit = alt && matches!(key.code, KeyCode::Char('0'..='9'));
    let is_alt_enter = key.modifiers == KeyModifiers::ALT && key.code == KeyCode::Enter;
    let keepers = [
        (alt || function.is_some() || key.is_arrow() && ctrl, "macOS"),
        (
            is_alt_digit || matches!(function, Some(1 | 10 | 11)),
            "GNOME Terminal",
        ),
        (
            is_alt_enter || letter == Some('v') || function == Some(11) || alt && key.is_arrow(),
            "Windows Terminal",
        ),
        (
            matches!(letter, Some('p' | 'f' | 'n' | 'b'))
                || matches!(function, Some(1 | 3 | 5 | 6 | 11)),
            "VS Code",
        ),
        (letter == Some('b'), "tmux"),
        (letter == Some('a'), "screen"),
    ];
    let keepers = keepers.into_iter().filter(|(keeps, _)| *keeps);
    keepers.map(|(_, terminal)| terminal).collect()
}

/// Whether every terminal delivers a key.
pub fn reaches_program(key: Key) -> bool {
    terminals_that_keep(key).is_empty()
}

/// The key that terminals send in place of one: as bytes, both are the same.
pub fn sent_as(key: Key) -> Option<&'static str> {
    if key.modifiers != KeyModifiers::CONTROL {
        return None;
    }
    match key.code {
        KeyCode::Char('i') => Some("Tab"),
        KeyCode::Char('m' | 'j') => Some("Enter"),
        KeyCode::Char('[') => Some("Esc"),
        _ => None,
    }
}

/// The letter for which Option types a character on macOS, if it is not a Meta key.
pub fn option_letter(typed: char) -> Option<char> {
    // The US layout, for the letters that have an Alt key here.
    let letters = "adfhjklmoprstwx.,12345678".chars();
    "å∂ƒ˙∆˚¬µøπ®ß†∑≈≥≤¡™£¢∞§¶•"
        .chars()
        .zip(letters)
        .find(|(character, _)| *character == typed)
        .map(|(_, letter)| letter)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_keys_and_most_control_keys_arrive_everywhere() {
        for key in [
            "a",
            "Space",
            "Enter",
            "Tab",
            "Shift-Tab",
            "Esc",
            "Left",
            "Ctrl-d",
            "Ctrl-o",
            "Ctrl-s",
            "Ctrl-c",
            "?",
        ] {
            assert!(reaches_program(Key::parse(key).unwrap()), "{key}");
        }
        for key in [
            "Alt-w",
            "F2",
            "Ctrl-n",
            "Ctrl-v",
            "Ctrl-a",
            "Ctrl-Left",
            "Alt-Enter",
        ] {
            assert!(!reaches_program(Key::parse(key).unwrap()), "{key}");
        }
        assert_eq!(
            terminals_that_keep(Key::parse("F11").unwrap()),
            ["macOS", "GNOME Terminal", "Windows Terminal", "VS Code"]
        );
    }
}
