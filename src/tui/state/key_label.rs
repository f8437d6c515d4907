//! The label of the key for an action: one that this terminal delivers.

use super::State;
use crate::tui::input::keymap::{Action, Scope, first_key, reaches_program};

/// A key and its label.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyLabel {
    /// The key, as in the table of keys; clicking the label presses it.
    pub key: &'static str,
    /// The label.
    pub text: String,
}

impl State {
    /// The key for an action in the current scene: a plain key where letters are free. In a text, a key that some
    /// terminals keep, such as a function key or a chord with Alt, becomes `Esc` and a plain key.
    ///
    /// # Panics
    /// If an action has no key in any scene.
    pub fn key_label(&self, action: Action) -> KeyLabel {
        let scope = self.scene_scope();
        let plain = first_key(action, Scope::Matrix).filter(|key| reaches_program(key));
        let after_esc = |plain: &str| if scope == Scope::Text { format!("Esc {plain}") } else { arrows(plain) };
        match (first_key(action, scope), plain) {
            (Some(key), Some(plain)) if scope == Scope::Text && !reaches_program(key) => {
                KeyLabel { key, text: after_esc(plain) }
            }
            (Some(key), _) => KeyLabel { key, text: arrows(key) },
            (None, plain) => {
                let key = plain.expect("every action that the screen names has a key");
                KeyLabel { key, text: after_esc(key) }
            }
        }
    }

    /// The label in a sentence.
    pub fn key_name(&self, action: Action) -> String {
        self.key_label(action).text
    }
}

/// Replaces the name of an arrow key with the arrow.
pub fn arrows(key: &str) -> String {
    let arrow = |(name, arrow): &(&str, &str)| key.strip_suffix(name).map(|start| format!("{start}{arrow}"));
    let found = [("Left", "←"), ("Down", "↓"), ("Up", "↑"), ("Right", "→")].iter().find_map(arrow);
    found.filter(|_| !key.contains("Page")).unwrap_or_else(|| key.to_owned())
}
