//! The one table of keys: input, footer and help all read it.

mod names;
mod table;

use crossterm::event::KeyEvent;

use super::editor::{Edit, Motion};
use super::export::Copied;
use super::state::Focus;
use bertscope_explain::Topic;

pub use names::key;
use names::name;
pub use table::BINDINGS;

/// What a key can ask for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// Leave the program.
    Quit,
    /// Stop the program until the shell takes it up again.
    Suspend,
    /// Draw everything anew.
    Redraw,
    /// Show or hide the help.
    Help,
    /// The next part of the screen.
    NextPane,
    /// The part before.
    PreviousPane,
    /// From a text box to the matrix.
    LeaveText,
    /// From the matrix to the text box.
    EnterText,
    /// Off, by table, by this reference.
    CycleIdf,
    /// Rescaling on and off.
    ToggleRescale,
    /// One layer down.
    LayerDown,
    /// One layer up.
    LayerUp,
    /// Both ways, precision, recall.
    CycleDirection,
    /// Rows and columns for special tokens.
    ToggleSpecial,
    /// The next colours.
    CyclePalette,
    /// 0 to 1, or the data's range.
    ToggleScale,
    /// The next size of a cell.
    CycleZoom,
    /// Large cells and figures for a room, or no longer.
    ToggleProjector,
    /// Dark and light.
    ToggleTheme,
    /// Mouse capture on and off.
    ToggleMouse,
    /// Show the list of models.
    PickModel,
    /// Drop the model that is being opened.
    StopOpening,
    /// Move by rows in the list of models.
    Pick(i16),
    /// Move to the first or last row of the list of models.
    PickEnd(bool),
    /// Open the selected model.
    OpenModel,
    /// Put the name of the selected model where it can be edited.
    TakeName,
    /// Close the list of models.
    ClosePicker,
    /// Ask for a file's name.
    Export,
    /// Write the file.
    WriteFile,
    /// The next kind of file, or the one before.
    NextKind(bool),
    /// Close the line for a file's name.
    CloseExport,
    /// Ask what to copy.
    Copy,
    /// Copy it.
    CopyThis(Copied),
    /// Copy nothing.
    CloseCopy,
    /// Ask another question about the score.
    Ask(Topic),
    /// The next question, or the one before.
    NextTopic(bool),
    /// Greedy, mutual, one-to-one.
    CycleAlignment,
    /// Say how a number came about, or no longer.
    Trace,
    /// Choose a row of the panel, so many rows on.
    Choose(i16),
    /// Choose the first or last row of the panel.
    ChooseEnd(bool),
    /// Go where the chosen row leads.
    Follow,
    /// Keep the text to compare others with it.
    Keep,
    /// Let a kept text go.
    Drop,
    /// Ask which lesson is to begin, or end the one that is given.
    ChooseLesson,
    /// Begin a shipped lesson, by its place among them, or go on with it; behind them is the one from a file.
    Lesson(usize),
    /// The next step of the lesson, or the one before.
    NextStep(bool),
    /// The first step of the lesson, or the last one.
    StepEnd(bool),
    /// The lines of a lesson's words that come next, or before.
    ScrollNote(bool),
    /// Show what was to be guessed.
    Reveal,
    /// Hide the scores, to have them guessed, or show them.
    Hide,
    /// Begin or end the walkthrough.
    Walk,
    /// Something with the pairs of a file.
    Pairs(PairsAction),
    /// Exchange reference and candidate.
    Swap,
    /// Move the text cursor.
    Go(Motion),
    /// Move the text cursor and the selection's end with it.
    Select(Motion),
    /// Select the whole text.
    SelectAll,
    /// Change the text.
    Edit(Edit),
    /// Move the crosshair by rows and columns.
    Move(i16, i16),
    /// Move the crosshair to the first or last column.
    ColumnEnd(bool),
    /// Move the crosshair to the first or last row.
    RowEnd(bool),
    /// Move the crosshair to the best match of its row.
    RowBest,
    /// Move the crosshair to the best match of its column.
    ColumnBest,
}

/// What a key can ask for with the pairs of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PairsAction {
    /// Show the list, or go back to the pair.
    List,
    /// Move the selection by lines.
    Step(i16),
    /// Select the first or last line.
    End(bool),
    /// Put the selected pair on the screen.
    Open,
    /// Sort by something else.
    Sort,
    /// Turn the order round.
    Turn,
    /// The next pair of the list, or the one before.
    Next(bool),
    /// The next worst pair.
    Worst,
    /// Mark the pair, or no longer.
    Mark,
    /// Write a note to the pair.
    Note,
    /// List only pairs with a mark or a note, or all.
    OnlyMarked,
    /// Keep the note.
    WriteNote,
    /// Leave the note as it was.
    CloseNote,
    /// Weigh by the references of the file, or no longer.
    FileIdf,
}

impl Action {
    /// Whether it shows or gives away scores, or how they came about.
    #[must_use]
    pub fn tells_scores(self) -> bool {
        matches!(
            self,
            Self::Export
                | Self::Copy
                | Self::Trace
                | Self::Walk
                | Self::Ask(_)
                | Self::NextTopic(_)
                | Self::CycleAlignment
        )
    }
}

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
    /// In the list of models. What the table does not say of it is as in a text box.
    Picker,
    /// In the line for a file's name. What the table does not say of it is as in a text box.
    Export,
    /// While the bottom line asks what to copy.
    Copy,
    /// While the bottom line asks which lesson is to begin.
    Lessons,
    /// In the list of pairs. What the table does not say of it is as in a text box.
    Pairs,
    /// In the line for a note to a pair. What the table does not say of it is as in a text box.
    Note,
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

    /// The parts of the table that hold here, the first one first.
    fn parts(self) -> &'static [Self] {
        match self {
            Self::Everywhere => &[Self::Everywhere],
            Self::Text => &[Self::Everywhere, Self::Text],
            Self::Matrix => &[Self::Everywhere, Self::Matrix],
            Self::Panel => &[Self::Everywhere, Self::Panel, Self::Matrix],
            Self::Picker => &[Self::Picker, Self::Everywhere, Self::Text],
            Self::Export => &[Self::Export, Self::Everywhere, Self::Text],
            Self::Copy => &[Self::Copy, Self::Everywhere],
            Self::Lessons => &[Self::Lessons, Self::Everywhere],
            Self::Pairs => &[Self::Pairs, Self::Everywhere, Self::Text],
            Self::Note => &[Self::Note, Self::Everywhere, Self::Text],
        }
    }
}

/// One row of the table.
#[derive(Debug)]
pub struct Binding {
    /// The keys, as the help prints them, by blanks apart.
    pub keys: &'static str,
    /// Where they mean it.
    pub scope: Scope,
    /// What they mean; several keys of one row may have one action each.
    pub actions: &'static [Action],
    /// In the help.
    pub help: &'static str,
    /// In the footer; empty for what is not shown there.
    pub footer: &'static str,
}

/// What a key means where it was pressed.
#[must_use]
pub fn action(key: KeyEvent, scope: Scope) -> Option<Action> {
    let name = name(key)?;
    scope.parts().iter().flat_map(|part| BINDINGS.iter().filter(move |b| b.scope == *part)).find_map(|b| {
        let at = b.keys.split(' ').position(|k| k == name)?;
        b.actions.get(at).or(b.actions.last()).copied()
    })
}

#[cfg(test)]
mod tests {
    use Scope::{Copy, Everywhere, Export, Lessons, Matrix, Note, Pairs, Panel, Picker, Text};
    use crossterm::event::{KeyCode, KeyModifiers};

    use super::*;

    #[test]
    fn every_key_of_the_table_can_be_pressed_and_does_what_its_row_says() {
        for binding in BINDINGS {
            for (i, name) in binding.keys.split(' ').enumerate() {
                let scope = if binding.scope == Everywhere { Text } else { binding.scope };
                let expected = binding.actions.get(i).or(binding.actions.last()).copied();
                assert_eq!(action(key(name).unwrap(), scope), expected, "{name}");
            }
        }
    }

    #[test]
    fn no_key_stands_twice_in_one_place() {
        for scopes in [
            [Text, Everywhere],
            [Matrix, Everywhere],
            [Panel, Everywhere],
            [Picker; 2],
            [Export; 2],
            [Copy; 2],
            [Lessons; 2],
            [Pairs; 2],
            [Note; 2],
        ] {
            let mut keys: Vec<_> =
                BINDINGS.iter().filter(|b| scopes.contains(&b.scope)).flat_map(|b| b.keys.split(' ')).collect();
            let count = keys.len();
            keys.sort_unstable();
            keys.dedup();
            assert_eq!(keys.len(), count);
        }
    }

    #[test]
    fn letters_and_digits_alone_never_leave_a_text_box() {
        for c in (' '..='~').filter(|c| !c.is_control()) {
            let key = KeyEvent::new(KeyCode::Char(c), KeyModifiers::NONE);
            assert_eq!([Text, Picker, Export, Pairs, Note].map(|scope| action(key, scope)), [None; 5], "{c:?}");
        }
    }
}
