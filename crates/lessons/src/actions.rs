//! The actions that a lesson's text can name. A text holds a placeholder such as `{next-layer}`; each medium fills in its
//! own key or button.

use bertscope_explain::Topic;

/// An action that a text can name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TextAction {
    /// Go to the layer above.
    NextLayer,
    /// Go to the layer below.
    PreviousLayer,
    /// Show the next of the competing texts.
    OtherText,
    /// Show how a number was computed.
    Derivation,
    /// Choose another model.
    ChooseModel,
    /// Toggle IDF weights.
    ToggleIdf,
    ToggleRescaling,
    /// Show the matches of both directions, of precision, or of recall.
    Direction,
    /// Toggle rows and columns of special tokens.
    SpecialTokens,
    /// Change the size of the cells.
    Zoom,
    /// Move to the panel.
    Panel,
    /// Swap reference and candidate.
    Swap,
    /// Type a guess.
    Guess,
    /// Reveal the matrix, then the scores.
    Reveal,
    /// Go to the next step of the lesson.
    NextStep,
    /// Go to the previous step of the lesson.
    PreviousStep,
    /// Start the walkthrough.
    Walkthrough,
    /// Show an explanation in the panel.
    Topic(Topic),
}

/// The names of all actions but the topics, which have their names of the command line. A screen knows them as the ids of its
/// commands.
const NAMES: [(&str, TextAction); 17] = [
    ("next-layer", TextAction::NextLayer),
    ("previous-layer", TextAction::PreviousLayer),
    ("other-text", TextAction::OtherText),
    ("derivation", TextAction::Derivation),
    ("choose-model", TextAction::ChooseModel),
    ("toggle-idf", TextAction::ToggleIdf),
    ("toggle-rescaling", TextAction::ToggleRescaling),
    ("direction", TextAction::Direction),
    ("special-tokens", TextAction::SpecialTokens),
    ("zoom", TextAction::Zoom),
    ("panel", TextAction::Panel),
    ("swap", TextAction::Swap),
    ("guess", TextAction::Guess),
    ("reveal", TextAction::Reveal),
    ("next-step", TextAction::NextStep),
    ("previous-step", TextAction::PreviousStep),
    ("walkthrough", TextAction::Walkthrough),
];

impl TextAction {
    /// Every action with its name, the topics last.
    pub fn all() -> impl Iterator<Item = (&'static str, Self)> {
        NAMES.into_iter().chain(
            Topic::ALL
                .iter()
                .map(|topic| (topic.name(), Self::Topic(*topic))),
        )
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        let mut all = Self::all();
        all.find_map(|(name, action)| (action == self).then_some(name))
            .unwrap_or_default()
    }

    /// The action with a name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::all().find_map(|(known, action)| (known == name).then_some(action))
    }
}
