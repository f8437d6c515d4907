//! The label of the key for a command, one that this terminal delivers, and the keys in a lesson’s text.

use super::Context;
use crate::tui::commands::{Command, Scope, first_key, reaches_program};
use bertscope_lessons::{TextAction, fill};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyLabel {
    /// The key, as in the table of keys; clicking the label presses it.
    pub key: &'static str,
    pub text: String,
}

impl Context {
    /// The key for a command in the current scene: a plain key where letters are free. In a text, a key that some
    /// terminals keep, such as a function key or a chord with Alt, becomes `Esc` and a plain key.
    ///
    /// # Panics
    /// If a command has no key in any scene.
    pub fn key_label(&self, command: Command) -> KeyLabel {
        let scope = self.scene_scope();
        let plain = first_key(command, Scope::Matrix).filter(|key| reaches_program(key));
        let in_text = scope == Scope::Text;
        let (key, text) = match (first_key(command, scope), plain) {
            (Some(key), Some(plain)) if in_text && !reaches_program(key) => {
                (key, format!("Esc {plain}"))
            }
            (Some(key), _) => (key, arrows(key)),
            (None, plain) => {
                let key = plain.expect("every command that the screen names has a key");
                let text = if in_text {
                    format!("Esc {key}")
                } else {
                    arrows(key)
                };
                (key, text)
            }
        };
        KeyLabel { key, text }
    }

    /// The label in a sentence.
    pub fn key_name(&self, command: Command) -> String {
        self.key_label(command).text
    }
}

/// Replaces the name of an arrow key with the arrow.
pub fn arrows(key: &str) -> String {
    for (name, arrow) in [("Left", "←"), ("Down", "↓"), ("Up", "↑"), ("Right", "→")] {
        if let Some(start) = key.strip_suffix(name)
            && !key.contains("Page")
        {
            return format!("{start}{arrow}");
        }
    }
    key.to_owned()
}

/// The command that an action of a text stands for: its name is an id of the command.
///
/// # Panics
/// If no command has this id.
pub fn text_command(action: TextAction) -> Command {
    let id = match action {
        TextAction::Topic(topic) => format!("topic:{}", topic.name()),
        other => other.name().to_owned(),
    };
    Command::from_id(&id).expect("every action of a text is a command")
}

impl Context {
    /// A lesson's text with the keys that work in the current scene and terminal.
    pub fn with_keys(&self, text: &str) -> String {
        fill(text, |action| {
            // The way to the panel leads through other parts of the screen, so its key has to work in all of them.
            let everywhere = (action == TextAction::Panel)
                .then(|| first_key(text_command(action), Scope::Everywhere));
            let key = everywhere.flatten().map(str::to_owned);
            Some(in_words(
                key.unwrap_or_else(|| self.key_name(text_command(action))),
            ))
        })
    }
}

/// A key in a sentence: a single character would be hard to tell from a word, a number or punctuation.
fn in_words(key: String) -> String {
    if key.chars().nth(1).is_none() {
        format!("key {key}")
    } else {
        key
    }
}
