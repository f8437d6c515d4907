//! The actions that a lesson's text can name. A text holds a placeholder such as `{next-layer}`; each medium fills in its
//! own key or button.

use bertscope_explain::Topic;
use strum::{EnumIter, IntoEnumIterator, IntoStaticStr};

/// An action that a text can name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, EnumIter, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
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
    #[strum(disabled)]
    Topic(Topic),
}

impl TextAction {
    /// Every action, the topics last.
    pub fn all() -> impl Iterator<Item = Self> {
        let topics = Topic::ALL.iter().map(|topic| Self::Topic(*topic));
        Self::iter().chain(topics)
    }

    /// Its name; that of a topic is its name on the command line. A screen knows the others as the ids of its commands.
    pub fn name(self) -> &'static str {
        match self {
            Self::Topic(topic) => topic.name(),
            action => action.into(),
        }
    }

    /// The action with a name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::all().find(|action| action.name() == name)
    }
}
