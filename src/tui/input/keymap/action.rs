//! The actions that keys can trigger.

use super::super::editor::{Edit, Motion};
use super::CopyContent;
use bertscope_analysis::Side;
use bertscope_explain::Topic;
use bertscope_lessons::bundled::BUNDLED;

/// The index after those of the bundled lessons: a lesson from a file.
pub const FILE_LESSON_NUMBER: usize = BUNDLED.len();

/// An action.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// Quit the program.
    Quit,
    /// Suspend the program until the shell resumes it.
    Suspend,
    /// Redraw the screen.
    Redraw,
    /// Open the help, which is the command palette with explanations.
    Help,
    /// Open the command palette.
    Commands,
    /// Go to the next part of the screen.
    FocusNext,
    /// Go to the previous part.
    FocusPrevious,
    /// Go from a text box to the matrix.
    LeaveText,
    /// Go to a text box; `None` is the one edited last.
    EnterText(Option<Side>),
    /// Show the list of models.
    PickModel,
    /// Cancel opening a model.
    StopOpening,
    /// Use the content of an overlay: run the selected command, open the selected model, write the file, save the guess.
    Accept,
    /// Close an overlay.
    Close,
    /// Move by rows in the list of models, or in the command palette.
    Pick(i16),
    /// Move to its first or last row.
    PickEnd(bool),
    /// Copy the name of the selected model to the filter, for editing.
    UseTypedName,
    /// Open the export prompt.
    Export,
    /// Go to the next or previous format.
    NextExtension(bool),
    /// Open the copy menu.
    Copy,
    /// Copy the content.
    CopyContent(CopyContent),
    /// Go to the next or previous step of the lesson.
    NextStep(bool),
    /// Go on to the rest of the text, to what is hidden, or to the next step; or back.
    Advance(bool),
    /// Start or end the walkthrough.
    ToggleWalkthrough,
    /// Change a setting.
    Set(Setting),
    /// An action of the explanation panel.
    Panel(PanelAction),
    /// Move the crosshair.
    Crosshair(CrosshairAction),
    /// An action of lessons or hidden scores.
    Lesson(LessonAction),
    /// An action of the list of pairs.
    Pairs(PairsAction),
    /// Swap reference and candidate.
    Swap,
    /// Move the text cursor.
    MoveCursor(Motion),
    /// Move the text cursor to the next line on the screen.
    MoveToLine {
        /// Whether that is the line below.
        down: bool,
    },
    /// Extend the selection.
    Select(Motion),
    /// Select the whole text.
    SelectAll,
    /// Edit the text.
    Edit(Edit),
}

/// A setting of the score or of its display.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Setting {
    /// Toggle IDF weights.
    Idf,
    /// Toggle rescaling.
    Rescale,
    /// Go to the layer below.
    LayerDown,
    /// Go to the layer above.
    LayerUp,
    /// Show the matches of both directions, of precision, or of recall.
    Direction,
    /// Toggle rows and columns of special tokens.
    Special,
    /// Go to the next palette.
    Palette,
    /// Switch between 0 to 1 and the range of the data.
    Scale,
    /// Go to the next cell size.
    Zoom,
    /// Toggle projector mode.
    Projector,
    /// Switch between dark and light.
    Theme,
    /// Toggle mouse capture.
    Mouse,
}

/// An action of the explanation panel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PanelAction {
    /// Show an explanation.
    Ask(Topic),
    /// Go to the next or previous explanation.
    NextTopic(bool),
    /// Cycle through greedy, mutual and one-to-one.
    CycleAlignment,
    /// Show or hide the derivation of a number.
    ToggleDerivation,
    /// Move the selection by rows.
    Choose(i16),
    /// Select the first or last row.
    ChooseEnd(bool),
    /// Follow the selected row.
    Follow,
    /// Keep the text to compare others with it.
    Keep,
    /// Swap in the next of the compared texts.
    ReverseKept,
    /// Restore the kept texts of the last session.
    RestoreKept,
    /// Remove a kept text.
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

/// An action of lessons or hidden scores.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LessonAction {
    /// List the lessons, and the way out of the active one.
    Choose,
    /// End the active lesson.
    End,
    /// Start or resume a bundled lesson, by its index; the next index is the lesson from a file.
    Start(usize),
    /// Go to the first or last step of the lesson.
    StepEnd(bool),
    /// Scroll the note of a lesson.
    ScrollNote(bool),
    /// Reveal what is hidden: first the matrix, then the scores.
    Reveal,
    /// Open the prompt for the audience's guess.
    Guess,
    /// Hide the scores for a guess, or show them.
    Hide,
}

/// An action of the list of pairs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PairsAction {
    /// Show the list, or return to the pair.
    List,
    /// Move the selection by lines.
    Step(i16),
    /// Select the first or last line.
    End(bool),
    /// Open the selected pair.
    Open,
    /// Edit the filter.
    Filter,
    /// Close the filter prompt.
    CloseFilter,
    /// Sort by the next column.
    Sort,
    /// Sort by F1 rank − human rank; again reverses the order.
    SortByRanks,
    /// Use the next column of numbers as human scores.
    HumanColumn,
    /// Reverse the order.
    Reverse,
    /// Go to the next or previous pair of the list.
    Next(bool),
    /// Go to the next worst pair.
    Worst,
    /// Toggle the mark of the pair.
    Mark,
    /// Edit the annotation of the pair.
    Note,
    /// List only pairs with a mark or an annotation, or all.
    OnlyMarked,
    /// Open the prompt for exporting all marked pairs.
    ExportMarked,
    /// Save the annotation.
    WriteNote,
    /// Cancel; the annotation stays as it was.
    CloseNote,
    /// Toggle IDF weights from the references of the file.
    FileIdf,
    /// Show the summary of the listed pairs.
    Summary,
    /// Return from the summary to the list.
    CloseSummary,
    /// Sort and rank the list by the next system; in the summary, compare the next system with the first.
    NextSystem,
}

impl Action {
    /// Whether the action is for the overlay, and not for the screen below it.
    pub fn is_of_overlay(self) -> bool {
        matches!(
            self,
            Self::Accept | Self::Close | Self::Pick(_) | Self::PickEnd(_) | Self::UseTypedName | Self::NextExtension(_)
        )
    }

    /// Whether the action would change what a list or prompt covers, or cover it.
    pub fn is_of_panes(self) -> bool {
        matches!(
            self,
            Self::FocusNext
                | Self::FocusPrevious
                | Self::LeaveText
                | Self::Swap
                | Self::PickModel
                | Self::Export
                | Self::Copy
        )
    }

    /// Whether the action writes scores to a file or to the clipboard.
    pub fn writes_scores(self) -> bool {
        matches!(self, Self::Export | Self::Copy | Self::CopyContent(_) | Self::Pairs(PairsAction::ExportMarked))
    }

    /// Whether the action reveals scores or derivations.
    pub fn reveals_scores(self) -> bool {
        match self {
            _ if self.writes_scores() => true,
            Self::ToggleWalkthrough | Self::Pairs(PairsAction::Summary) => true,
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
