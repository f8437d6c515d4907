//! The keys for the actions that a lesson's text names.

use super::State;
use crate::tui::input::keymap::{Action, LessonAction, PanelAction, Scope, Setting, first_key};
use bertscope_lessons::{TextAction, fill};

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
            let everywhere = (action == TextAction::Panel).then(|| first_key(key_action(action), Scope::Everywhere));
            let key = everywhere.flatten().map(str::to_owned);
            Some(in_words(key.unwrap_or_else(|| self.key_name(key_action(action)))))
        })
    }
}

/// A key in a sentence: a single character would be hard to tell from a word, a number or punctuation.
fn in_words(key: String) -> String {
    if key.chars().nth(1).is_none() { format!("key {key}") } else { key }
}
