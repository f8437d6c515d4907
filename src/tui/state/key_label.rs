//! The label of the key for an action, one that this terminal delivers, and the keys in a lesson’s text.

use super::State;
use crate::tui::input::keymap::{
    Action, LessonAction, PanelAction, Scope, Setting, first_key, reaches_program,
};
use bertscope_lessons::{TextAction, fill};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyLabel {
    /// The key, as in the table of keys; clicking the label presses it.
    pub key: &'static str,
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
        let after_esc = |plain: &str| {
            if scope == Scope::Text {
                format!("Esc {plain}")
            } else {
                arrows(plain)
            }
        };
        match (first_key(action, scope), plain) {
            (Some(key), Some(plain)) if scope == Scope::Text && !reaches_program(key) => KeyLabel {
                key,
                text: after_esc(plain),
            },
            (Some(key), _) => KeyLabel {
                key,
                text: arrows(key),
            },
            (None, plain) => {
                let key = plain.expect("every action that the screen names has a key");
                KeyLabel {
                    key,
                    text: after_esc(key),
                }
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
    let arrow = |(name, arrow): &(&str, &str)| {
        key.strip_suffix(name)
            .map(|start| format!("{start}{arrow}"))
    };
    let found = [("Left", "←"), ("Down", "↓"), ("Up", "↑"), ("Right", "→")]
        .iter()
        .find_map(arrow);
    found
        .filter(|_| !key.contains("Page"))
        .unwrap_or_else(|| key.to_owned())
}

/// What the key for an action of a text does.
pub fn key_action(action: TextAction) -> Action {
    match action {
        TextAction::NextLayer => Action::Set(Setting::LayerUp),
        TextAction::PreviousLayer => Action::Set(Setting::LayerDown),
        TextAction::OtherText => Action::Panel(PanelAction::ReverseKept),
        TextAction::Derivation => Action::Panel(PanelAction::ToggleDerivation),
        TextAction::ChooseModel => Action::PickModel,
        TextAction::ToggleIdf => Action::Set(Setting::Idf),
        TextAction::ToggleRescaling => Action::Set(Setting::Rescale),
        TextAction::Direction => Action::Set(Setting::Direction),
        TextAction::SpecialTokens => Action::Set(Setting::Special),
        TextAction::Zoom => Action::Set(Setting::Zoom),
        TextAction::Panel => Action::FocusNext,
        TextAction::Swap => Action::Swap,
        TextAction::Guess => Action::Lesson(LessonAction::Guess),
        TextAction::Reveal => Action::Lesson(LessonAction::Reveal),
        TextAction::NextStep => Action::NextStep(true),
        TextAction::PreviousStep => Action::NextStep(false),
        TextAction::Walkthrough => Action::ToggleWalkthrough,
        TextAction::Topic(topic) => Action::Panel(PanelAction::Ask(topic)),
    }
}

impl State {
    /// A lesson's text with the keys that work in the current scene and terminal.
    pub fn with_keys(&self, text: &str) -> String {
        fill(text, |action| {
            // The way to the panel leads through other parts of the screen, so its key has to work in all of them.
            let everywhere = (action == TextAction::Panel)
                .then(|| first_key(key_action(action), Scope::Everywhere));
            let key = everywhere.flatten().map(str::to_owned);
            Some(in_words(
                key.unwrap_or_else(|| self.key_name(key_action(action))),
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
