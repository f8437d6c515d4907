//! Keys that terminals do not pass on with their default settings.

/// Terminals and other programs that do not deliver a key unchanged; empty if all do.
pub fn terminals_that_keep(key: &str) -> Vec<&'static str> {
    let mut by = Vec::new();
    let mut add = |swallows: bool, terminal: &'static str| by.extend(swallows.then_some(terminal));
    let alt = key.contains("Alt-");
    let arrow = ["Left", "Right", "Up", "Down"]
        .iter()
        .any(|arrow| key.ends_with(arrow));
    let function = key.strip_prefix('F').and_then(|n| n.parse::<u8>().ok());
    add(
        alt || function.is_some() || arrow && key.starts_with("Ctrl-"),
        "macOS",
    );
    add(
        alt && key.ends_with(|c: char| c.is_ascii_digit()) || matches!(function, Some(1 | 10 | 11)),
        "GNOME Terminal",
    );
    add(
        matches!(key, "Alt-Enter" | "Ctrl-v") || function == Some(11) || alt && arrow,
        "Windows Terminal",
    );
    add(
        matches!(key, "Ctrl-p" | "Ctrl-f" | "Ctrl-n" | "Ctrl-b")
            || matches!(function, Some(1 | 3 | 5 | 6 | 11)),
        "VS Code",
    );
    add(key == "Ctrl-b", "tmux");
    add(key == "Ctrl-a", "screen");
    by
}

/// Whether every terminal delivers a key.
pub fn reaches_program(key: &str) -> bool {
    terminals_that_keep(key).is_empty()
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
            assert!(reaches_program(key), "{key}");
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
            assert!(!reaches_program(key), "{key}");
        }
        assert_eq!(
            terminals_that_keep("F11"),
            ["macOS", "GNOME Terminal", "Windows Terminal", "VS Code"]
        );
    }
}
