//! The label of the key for a command, one that this terminal delivers, and the keys in a lesson’s text.

use super::Context;
use crate::tui::commands::{Command, Key, Scope, reaches_program};
use bertscope_lessons::{TextAction, fill};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyLabel {
    /// Clicking the label presses it.
    pub key: Key,
    pub text: String,
}

impl KeyLabel {
    fn new(key: Key) -> Self {
        let text = key.label();
        Self { key, text }
    }
}

impl Context {
    /// The key for a command in the current scene: a plain key where letters are free. In a text, a key that some
    /// terminals keep, such as a function key or a chord with Alt, becomes `Esc` and a plain key. For a command without a
    /// key, the palette.
    pub fn key_label(&self, command: Command) -> KeyLabel {
        let scope = self.scene_scope();
        let key = self.config.keys.first_key(command, scope);
        let plain = self.config.keys.first_key(command, Scope::Matrix);
        let plain = plain.filter(|key| reaches_program(*key));
        match (key, plain) {
            (Some(key), _) if scope != Scope::Text || reaches_program(key) => KeyLabel::new(key),
            (None, Some(plain)) if scope != Scope::Text => KeyLabel::new(plain),
            (key, Some(plain)) => KeyLabel {
                key: key.unwrap_or(plain),
                text: format!("Esc {plain}"),
            },
            (Some(key), None) => KeyLabel::new(key),
            (None, None) => self.palette_label(command),
        }
    }

    /// How the palette runs a command.
    fn palette_label(&self, command: Command) -> KeyLabel {
        let palette = self
            .config
            .keys
            .first_key(Command::Commands, self.scene_scope());
        let key = palette.unwrap_or(Key::PALETTE);
        let name = command.name().unwrap_or_default();
        KeyLabel {
            key,
            text: format!("{key} “{name}”"),
        }
    }

    /// Whether the user left a command a key that works in the current scene, or after `Esc`.
    pub fn has_key(&self, command: Command) -> bool {
        let scopes = [self.scene_scope(), Scope::Matrix];
        scopes
            .iter()
            .any(|scope| self.config.keys.first_key(command, *scope).is_some())
    }

    /// The key for a command in a scope that the user has to go to first.
    pub fn key_name_in(&self, command: Command, scope: Scope) -> String {
        match self.config.keys.first_key(command, scope) {
            Some(key) => key.label(),
            None => self.palette_label(command).text,
        }
    }

    /// The label in a sentence.
    pub fn key_name(&self, command: Command) -> String {
        self.key_label(command).text
    }
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
            let everywhere = (action == TextAction::Panel).then(|| {
                self.config
                    .keys
                    .first_key(text_command(action), Scope::Everywhere)
            });
            let key = everywhere.flatten().map(|key| key.to_string());
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
