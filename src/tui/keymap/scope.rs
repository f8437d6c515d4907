//! Where keys are pressed.

use super::super::focus::Focus;

/// Where a key means this.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    /// Everywhere, also while typing.
    Everywhere,
    /// In a text box.
    Text,
    /// In the matrix and the panel of explanations.
    Matrix,
    /// In the panel of explanations.
    Panel,
    /// In the command palette. What the table does not say of it is as in a text box.
    Commands,
    /// In the list of models. What the table does not say of it is as in a text box.
    Picker,
    /// In the line for a file's name. What the table does not say of it is as in a text box.
    Export,
    /// While the bottom line asks what to copy.
    Copy,
    /// While the bottom line asks which lesson is to begin.
    Lessons,
    /// In the list of pairs.
    Pairs,
    /// In the filter of the list of pairs. What the table does not say of it is as in a text box.
    Filter,
    /// In the summary of the listed pairs.
    Summary,
    /// In the line for a note to a pair. What the table does not say of it is as in a text box.
    Note,
    /// In the line for the room's guess. What the table does not say of it is as in a text box.
    Guess,
}

impl Scope {
    /// Where keys are pressed while a part of the screen has the focus.
    #[must_use]
    pub fn of(focus: Focus) -> Self {
        match focus {
            Focus::Text(_) => Self::Text,
            Focus::Matrix => Self::Matrix,
            Focus::Panel => Self::Panel,
        }
    }

    /// Where that is, for the help.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Everywhere => "everywhere",
            Self::Text => "in a text",
            Self::Matrix => "in the matrix",
            Self::Panel => "in the panel",
            Self::Commands => "here",
            Self::Picker => "in the list of models",
            Self::Export => "in the export prompt",
            Self::Copy => "in the copy menu",
            Self::Lessons => "in the lessons menu",
            Self::Pairs => "in the list of pairs",
            Self::Filter => "in the filter",
            Self::Summary => "in the summary",
            Self::Note => "in the note prompt",
            Self::Guess => "in the guess prompt",
        }
    }

    /// The parts of the table that hold here, the first one first.
    pub(super) fn parts(self) -> &'static [Self] {
        match self {
            Self::Everywhere => &[Self::Everywhere],
            Self::Text => &[Self::Everywhere, Self::Text],
            Self::Matrix => &[Self::Everywhere, Self::Matrix],
            Self::Panel => &[Self::Everywhere, Self::Panel, Self::Matrix],
            Self::Commands => &[Self::Commands, Self::Everywhere, Self::Text],
            Self::Picker => &[Self::Picker, Self::Everywhere, Self::Text],
            Self::Export => &[Self::Export, Self::Everywhere, Self::Text],
            Self::Copy => &[Self::Copy, Self::Everywhere],
            Self::Lessons => &[Self::Lessons, Self::Everywhere],
            Self::Pairs => &[Self::Pairs, Self::Everywhere],
            Self::Filter => &[Self::Filter, Self::Everywhere, Self::Text],
            Self::Summary => &[Self::Summary, Self::Everywhere],
            Self::Note => &[Self::Note, Self::Everywhere, Self::Text],
            Self::Guess => &[Self::Guess, Self::Everywhere, Self::Text],
        }
    }
}
