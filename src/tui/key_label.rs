//! The key that the screen names for an action: one that this terminal delivers.

use super::keymap::{Action, Scope, arrives, key_of};
use super::state::State;

/// A key, and how the screen writes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyLabel {
    /// The key, as the table of keys has it; a click on it presses it.
    pub key: &'static str,
    /// How the screen writes it.
    pub shown: String,
}

impl State {
    /// The key for an action in the present scene: a plain one where letters are free, in a text a chord. Where Option
    /// types characters, the chord with Alt becomes the keys `Esc` and a plain one.
    ///
    /// # Panics
    /// For an action without a key in any scene.
    #[must_use]
    pub fn key_label(&self, action: Action) -> KeyLabel {
        let scope = self.scene_scope();
        let plain = || key_of(action, Scope::Matrix).filter(|key| arrives(key));
        match key_of(action, scope) {
            Some(key) if self.terminal.option_types && !arrives(key) && scope == Scope::Text => {
                let shown = plain().map_or_else(|| arrows(key), |plain| format!("Esc {plain}"));
                KeyLabel { key, shown }
            }
            Some(key) => KeyLabel { key, shown: arrows(key) },
            None => {
                let key = plain().expect("every action that the screen names has a key");
                // In a text the letter would be typed.
                let before = if scope == Scope::Text { "Esc " } else { "" };
                KeyLabel { key, shown: before.to_owned() + &arrows(key) }
            }
        }
    }

    /// How a sentence writes that key.
    #[must_use]
    pub fn key_name(&self, action: Action) -> String {
        self.key_label(action).shown
    }
}

/// Arrow keys as arrows.
fn arrows(key: &str) -> String {
    [("Left", "←"), ("Down", "↓"), ("Up", "↑"), ("Right", "→")]
        .iter()
        .find_map(|(name, arrow)| key.strip_suffix(name).map(|start| format!("{start}{arrow}")))
        .filter(|_| !key.contains("Page"))
        .unwrap_or_else(|| key.to_owned())
}
