//! The actions that keys can trigger.

use super::super::editor::{Edit, Motion};
use bertscope_analysis::Side;
use bertscope_explain::Topic;
use bertscope_lessons::bundled::BUNDLED;
use bertscope_report::export::Format;

/// The index after those of the bundled lessons: a lesson from a file.
pub const FILE_LESSON_NUMBER: usize = BUNDLED.len();

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    Quit,
    /// Suspend the program until the shell resumes it.
    Suspend,
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
    /// Use what is selected or typed: run the command, open the model or the pair, follow the row of the panel, write the
    /// file, save the note or the guess.
    Accept,
    /// Close an overlay or a part of the list of pairs; a note or a guess stays as it was.
    Close,
    /// Move by rows in a list or in the panel; the first and the last row stop it.
    Pick(isize),
    /// Copy the name of the selected model to the filter, for editing.
    UseTypedName,
    /// Open the export prompt.
    Export,
    /// Go to the next or previous format.
    NextExtension(bool),
    /// Open the copy menu.
    Copy,
    CopyContent(CopyContent),
    /// Go to the next or previous step of the lesson.
    NextStep(bool),
    /// Go on to the rest of the text, to what is hidden, or to the next step; or back.
    Advance(bool),
    /// Start or end the walkthrough.
    ToggleWalkthrough,
    /// Change a setting.
    Set(Setting),
    Panel(PanelAction),
    Crosshair(CrosshairAction),
    /// An action of lessons or hidden scores.
    Lesson(LessonAction),
    Pairs(PairsAction),
    /// Swap reference and candidate.
    Swap,
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
    /// Move the crosshair by rows and columns; the first and the last stop it.
    Move(isize, isize),
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
    /// Edit the filter.
    Filter,
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
    /// Toggle IDF weights from the references of the file.
    FileIdf,
    /// Show the summary of the listed pairs.
    Summary,
    /// Sort and rank the list by the next system; in the summary, compare the next system with the first.
    NextSystem,
}

impl Action {
    /// Whether the action is for the overlay or list that has the keys, and not for the screen below it.
    pub fn is_of_overlay(self) -> bool {
        matches!(
            self,
            Self::Accept
                | Self::Close
                | Self::Pick(_)
                | Self::UseTypedName
                | Self::NextExtension(_)
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
        matches!(
            self,
            Self::Export
                | Self::Copy
                | Self::CopyContent(_)
                | Self::Pairs(PairsAction::ExportMarked)
        )
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

/// What can be copied.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CopyContent {
    /// P, R, F1 and the signature in one line.
    Scores,
    /// The heatmap as text.
    Picture,
    /// Tables for documents.
    Markdown,
    /// The whole analysis.
    Json,
    /// A Python program that computes the same numbers.
    Python,
    /// A URL that opens the pair in a browser.
    Link,
}

impl CopyContent {
    /// The corresponding file format; `None` for the scores and the link.
    pub fn format(self) -> Option<Format> {
        match self {
            Self::Scores | Self::Link => None,
            Self::Picture => Some(Format::Text),
            Self::Markdown => Some(Format::Markdown),
            Self::Json => Some(Format::Json),
            Self::Python => Some(Format::Python),
        }
    }

    /// The name in a sentence.
    pub fn name(self) -> &'static str {
        match self {
            Self::Scores => "scores",
            Self::Picture => "picture",
            Self::Markdown => "Markdown",
            Self::Json => "JSON",
            Self::Python => "Python",
            Self::Link => "link",
        }
    }
}
