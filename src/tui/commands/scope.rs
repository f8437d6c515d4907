//! The parts of the screen with the focus, and the scopes of key bindings.

use crossterm::event::KeyCode;
use strum::{EnumString, IntoStaticStr, VariantArray};

use crate::tui::commands::key_name::Key;
use bertscope_analysis::Side;

/// Where a key binding applies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "kebab-case")]
pub enum Scope {
    /// Everywhere, even while typing.
    Everywhere,
    /// In a text box.
    Text,
    /// In the matrix and the explanation panel.
    Matrix,
    /// In the explanation panel.
    Panel,
    /// In the matrix during a lesson or walkthrough.
    Step,
    /// In the text of a walkthrough, and in a question to the audience.
    StepText,
    /// In the command palette. Keys without a binding here work as in a text box.
    Commands,
    /// In the list of models. Keys without a binding here work as in a text box.
    Picker,
    /// In the export prompt. Keys without a binding here work as in a text box.
    Export,
    /// In the copy menu on the bottom line.
    Copy,
    /// In the list of lessons, which is the command palette with nothing but lessons.
    Lessons,
    /// In the list of pairs.
    Pairs,
    /// In the filter of the list of pairs. Keys without a binding here work as in a text box.
    Filter,
    /// In the summary of the listed pairs.
    Summary,
    /// In the ranking of every setting.
    Ranking,
    /// In the note prompt of a pair. Keys without a binding here work as in a text box.
    Note,
    /// In the guess prompt. Keys without a binding here work as in a text box.
    Guess,
}

impl Scope {
    /// The scope of a part of the screen with the focus.
    pub fn for_focus(focus: Focus) -> Self {
        match focus {
            Focus::Text(_) => Self::Text,
            Focus::Matrix => Self::Matrix,
            Focus::Panel => Self::Panel,
        }
    }

    /// Whether a text is typed here, so that a character cannot be a key.
    pub fn has_text(self) -> bool {
        self == Self::Everywhere || self.parts().contains(&Self::Text)
    }

    /// Whether a key can work here: one that types a character never acts inside a text. In the list of lessons, digits
    /// choose one.
    pub fn allows(self, key: Key) -> bool {
        let is_digit = matches!(key.code, KeyCode::Char('0'..='9'));
        !self.has_text() || !key.types_character() || self == Self::Lessons && is_digit
    }

    /// The scope in words, for the help.
    pub fn name(self) -> &'static str {
        match self {
            Self::Everywhere => "everywhere",
            Self::Text => "in a text",
            Self::Matrix => "in the matrix",
            Self::Panel => "in the panel",
            Self::Step => "in a lesson or walkthrough",
            Self::StepText => "in a walkthrough’s text, or a question",
            Self::Commands => "in the command palette",
            Self::Picker => "in the list of models",
            Self::Export => "in the export prompt",
            Self::Copy => "in the copy menu",
            Self::Lessons => "in the list of lessons",
            Self::Pairs => "in the list of pairs",
            Self::Filter => "in the filter",
            Self::Summary => "in the summary",
            Self::Ranking => "in the ranking",
            Self::Note => "in the note prompt",
            Self::Guess => "in the guess prompt",
        }
    }

    /// The scopes that apply here, the most specific first.
    pub fn parts(self) -> &'static [Self] {
        match self {
            Self::Everywhere => &[Self::Everywhere],
            Self::Text => &[Self::Everywhere, Self::Text],
            Self::Matrix => &[Self::Everywhere, Self::Matrix],
            Self::Panel => &[Self::Everywhere, Self::Panel, Self::Matrix],
            Self::Step => &[Self::Step, Self::Matrix, Self::Everywhere],
            Self::StepText => &[
                Self::Step,
                Self::StepText,
                Self::Panel,
                Self::Matrix,
                Self::Everywhere,
            ],
            Self::Commands => &[Self::Commands, Self::Everywhere, Self::Text],
            Self::Picker => &[Self::Picker, Self::Everywhere, Self::Text],
            Self::Export => &[Self::Export, Self::Everywhere, Self::Text],
            Self::Copy => &[Self::Copy, Self::Everywhere],
            Self::Lessons => &[Self::Lessons, Self::Commands, Self::Everywhere, Self::Text],
            Self::Pairs => &[Self::Pairs, Self::Everywhere],
            Self::Filter => &[Self::Filter, Self::Everywhere, Self::Text],
            Self::Summary => &[Self::Summary, Self::Everywhere],
            Self::Ranking => &[Self::Ranking, Self::Everywhere],
            Self::Note => &[Self::Note, Self::Everywhere, Self::Text],
            Self::Guess => &[Self::Guess, Self::Everywhere, Self::Text],
        }
    }
}

/// The part of the screen with the focus.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Focus {
    /// A text box.
    Text(Side),
    /// The heatmap.
    Matrix,
    /// The explanation panel.
    Panel,
}
