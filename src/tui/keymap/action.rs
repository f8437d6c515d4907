//! What keys can ask for.

use super::super::editor::{Edit, Motion};
use super::super::export::CopyContent;
use bertscope_explain::Topic;

/// What a key can ask for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// Leave the program.
    Quit,
    /// Stop the program until the shell takes it up again.
    Suspend,
    /// Redraw the screen.
    Redraw,
    /// Open the help: the command palette with explanations.
    Help,
    /// Open the command palette.
    Commands,
    /// Run the selected command.
    RunCommand,
    /// Close the command palette.
    CloseCommands,
    /// The next part of the screen.
    NextPane,
    /// The part before.
    PreviousPane,
    /// From a text box to the matrix.
    LeaveText,
    /// From the matrix to the text box.
    EnterText,
    /// Show the list of models.
    PickModel,
    /// Drop the model that is being opened.
    StopOpening,
    /// Move by rows in the list of models, or in the command palette.
    Pick(i16),
    /// Move to its first or last row.
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
    CopyThis(CopyContent),
    /// Copy nothing.
    CloseCopy,
    /// The next step of the lesson, or the one before.
    NextStep(bool),
    /// Start or end the walkthrough.
    Walk,
    /// Change a setting.
    Set(Setting),
    /// Something in the panel of explanations.
    Panel(PanelAction),
    /// Move the crosshair.
    Crosshair(CrosshairAction),
    /// Something with a lesson, or with hidden scores.
    Lesson(LessonAction),
    /// Something with the pairs of a file.
    Pairs(PairsAction),
    /// Swap reference and candidate.
    Swap,
    /// Move the text cursor.
    Go(Motion),
    /// Move the text cursor and the selection's end with it.
    Select(Motion),
    /// Select the whole text.
    SelectAll,
    /// Change the text.
    Edit(Edit),
}

/// A setting, of the score or of the picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Setting {
    /// IDF weights on and off.
    Idf,
    /// Rescaling on and off.
    Rescale,
    /// One layer down.
    LayerDown,
    /// One layer up.
    LayerUp,
    /// Both ways, precision, recall.
    Direction,
    /// Rows and columns for special tokens.
    Special,
    /// The next colours.
    Palette,
    /// 0 to 1, or the data's range.
    Scale,
    /// The next size of a cell.
    Zoom,
    /// Large cells and figures for a room, or no longer.
    Projector,
    /// Dark and light.
    Theme,
    /// Mouse capture on and off.
    Mouse,
}

/// What a key can ask for in the panel of explanations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PanelAction {
    /// Ask another question about the score.
    Ask(Topic),
    /// The next question, or the one before.
    NextTopic(bool),
    /// Greedy, mutual, one-to-one.
    CycleAlignment,
    /// Show or hide how a number was computed.
    ToggleDerivation,
    /// Choose a row of the panel, so many rows on.
    Choose(i16),
    /// Choose the first or last row of the panel.
    ChooseEnd(bool),
    /// Go where the chosen row leads.
    Follow,
    /// Keep the text to compare others with it.
    Keep,
    /// Put the next of the texts that compete on the screen.
    Flip,
    /// Keep again what was kept in the last session.
    RestoreKept,
    /// Let a kept text go.
    Drop,
}

/// A motion of the crosshair.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CrosshairAction {
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

/// What a key can ask for with lessons and hidden scores.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LessonAction {
    /// Choose a lesson, or end the active one.
    Choose,
    /// Start or resume a bundled lesson, by its index; the next index is the lesson from a file.
    Start(usize),
    /// The first step of the lesson, or the last one.
    StepEnd(bool),
    /// The lines of a lesson's words that come next, or before.
    ScrollNote(bool),
    /// Show what was to be guessed: the picture, then the scores.
    Reveal,
    /// Type the room's guess.
    Guess,
    /// Keep what was typed as the guess.
    KeepGuess,
    /// Leave the guess as it was.
    CloseGuess,
    /// Hide the scores, to have them guessed, or show them.
    Hide,
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
    /// Write into the filter.
    Filter,
    /// Leave the filter as it is.
    CloseFilter,
    /// Sort by something else.
    Sort,
    /// Sort by F1 rank − human rank; again reverses it.
    SortByRanks,
    /// Reverse the order.
    Reverse,
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
    /// Ask for the name of a file with all marked pairs.
    ExportMarked,
    /// Keep the note.
    WriteNote,
    /// Leave the note as it was.
    CloseNote,
    /// Weigh by the references of the file, or no longer.
    FileIdf,
    /// Show the summary of the listed pairs.
    Summary,
    /// Go back from the summary to the list.
    CloseSummary,
    /// Sort and rank the list by the next system; in the summary, compare the next one with the first.
    NextSystem,
}

impl Action {
    /// Whether it puts scores into a file or into the clipboard.
    #[must_use]
    pub fn writes_scores(self) -> bool {
        matches!(self, Self::Export | Self::Copy | Self::CopyThis(_) | Self::Pairs(PairsAction::ExportMarked))
    }

    /// Whether it reveals scores or how they were computed.
    #[must_use]
    pub fn reveals_scores(self) -> bool {
        match self {
            _ if self.writes_scores() => true,
            Self::Walk | Self::Pairs(PairsAction::Summary) => true,
            Self::Panel(action) => matches!(
                action,
                PanelAction::Ask(_)
                    | PanelAction::NextTopic(_)
                    | PanelAction::CycleAlignment
                    | PanelAction::ToggleDerivation
            ),
            _ => false,
        }
    }
}
