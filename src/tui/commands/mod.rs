//! The commands: what can be asked for, by which key and by which words.
//!
//! A command is a row of `commands.tsv`: its id, what the palette and the help say of it, and its policy. Its keys are in
//! `keys.tsv`, for each place where keys are looked up. Keyboard, footer, palette, help and `docs/keys.md` read both; what
//! a command does is decided where it is carried out. A new command is a row, a variant of [`Command`] and an arm.

mod key_name;
mod keys;
mod scope;
mod terminal_conflicts;

use std::str::FromStr;
use std::sync::LazyLock;

use strum::EnumString;

use crate::tui::common::{Edit, Motion};
use bertscope_explain::Topic;
use bertscope_lessons::bundled::BUNDLED;
use bertscope_report::export::Format;

pub use crate::tui::commands::key_name::{Key, key, typed_character};
pub use crate::tui::commands::keys::{Binding, BoundKey, IDS, KeyMap};
pub use crate::tui::commands::scope::{Focus, Scope};
pub use crate::tui::commands::terminal_conflicts::{
    option_letter, reaches_program, sent_as, terminals_that_keep,
};

/// The index after those of the bundled lessons: a lesson from a file.
pub const FILE_LESSON_NUMBER: usize = BUNDLED.len();

/// A command. The names in kebab case are the ids of the rows; a family with data has ids such as `topic:matches`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, EnumString)]
#[strum(serialize_all = "kebab-case")]
pub enum Command {
    Quit,
    Suspend,
    Redraw,
    /// Open the command palette.
    Commands,
    /// Open the help, which is the command palette with explanations.
    Help,

    #[strum(serialize = "next-pane", serialize = "panel")]
    NextPane,
    PreviousPane,
    /// Go from a text box to the matrix.
    LeaveText,
    EditReference,
    EditCandidate,
    /// Go to the text edited last.
    EditText,
    Swap,
    #[strum(disabled)]
    MoveCursor(Motion),
    #[strum(disabled)]
    Select(Motion),
    SelectAll,
    #[strum(disabled)]
    Edit(Edit),
    /// Move the text cursor to the line above on the screen.
    LineUp,
    LineDown,

    /// Use what is selected or typed: run the command, open the model or the pair, follow the row of the panel, write the
    /// file, save the note or the guess.
    Accept,
    /// Close what is open; a note or a guess stays as it was.
    Close,
    /// Move in a list or in the panel; the first and the last row stop it.
    #[strum(disabled)]
    Rows(RowMove),
    #[strum(disabled)]
    Cell(CellMove),

    /// Return to the settings of the program.
    Defaults,
    /// Take back the last change of a setting.
    UndoSetting,
    /// Show the list of models.
    ChooseModel,
    /// Copy the name of the selected model to the filter, to edit it.
    EditModelName,
    CancelOpening,

    /// Open the export prompt.
    Export,
    /// Open it with the extension of a format.
    #[strum(disabled)]
    ExportAs(Format),
    NextFormat,
    PreviousFormat,
    /// Open the copy menu.
    Copy,
    #[strum(disabled)]
    CopyAs(CopyContent),
    /// Show the text copied last where the mouse can select it.
    ShowCopied,

    // A lesson's text has names of its own for some.
    #[strum(serialize = "idf", serialize = "toggle-idf")]
    Idf,
    #[strum(serialize = "rescale", serialize = "toggle-rescaling")]
    Rescale,
    #[strum(serialize = "layer-down", serialize = "previous-layer")]
    LayerDown,
    #[strum(serialize = "layer-up", serialize = "next-layer")]
    LayerUp,
    /// Show the matches of both directions, of precision, or of recall.
    Direction,
    /// Show or hide the rows and columns of special tokens.
    SpecialTokens,
    Colours,
    /// Switch between 0 to 1 and the range of the pair.
    ColourRange,
    /// Go to the next cell size.
    Zoom,
    Projector,
    /// Switch between dark and light.
    Theme,
    /// Turn mouse capture on or off.
    Mouse,

    /// Show an explanation in the panel.
    #[strum(disabled)]
    Ask(Topic),
    NextTopic,
    PreviousTopic,
    /// Go on to the next of greedy, mutual and one-to-one.
    Alignment,
    /// Show or hide how a number was computed.
    Derivation,
    /// Keep the text to compare others with it.
    Keep,
    /// Swap in the next of the compared texts.
    OtherText,
    /// Restore the kept texts of the last session.
    RestoreKept,
    DropKept,

    /// Start or end the walkthrough.
    Walkthrough,
    /// Go to the next step of the walkthrough or the lesson.
    NextStep,
    PreviousStep,
    FirstStep,
    LastStep,
    /// Go on to the rest of the text, to what is hidden, or to the next step.
    Advance,
    GoBack,
    /// List the lessons, and the way out of the active one.
    Lessons,
    /// Start or resume a bundled lesson, by its index; the next index is the lesson from a file.
    #[strum(disabled)]
    StartLesson(usize),
    EndLesson,
    NoteDown,
    NoteUp,
    /// Hide the scores for a guess, or show them.
    HideScores,
    /// Reveal what is hidden: first the matrix, then the scores.
    Reveal,
    /// Open the prompt for the audience's guess.
    Guess,

    /// Show the list of pairs, or return to the pair.
    List,
    Filter,
    /// Sort by the next column.
    Sort,
    /// Sort by F1 rank − human rank; again reverses the order.
    SortByDisagreement,
    /// Use the next column of numbers as human scores.
    HumanColumn,
    Reverse,
    NextPair,
    PreviousPair,
    /// Go to the next worst pair.
    WorstPair,
    Mark,
    Note,
    /// List only pairs with a mark or a note, or all.
    OnlyMarked,
    ExportMarked,
    /// Use IDF weights from the references of the file, or not.
    FileIdf,
    Summary,
    /// Rank every layer and IDF by its agreement with the human scores.
    RankSettings,
    /// Sort and rank the list by the next system; in the summary, compare the next system with the first.
    NextSystem,
}

/// A move in a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, EnumString)]
#[strum(serialize_all = "kebab-case")]
pub enum RowMove {
    Up,
    Down,
    PageUp,
    PageDown,
    First,
    Last,
}

impl RowMove {
    /// The number of rows, downwards.
    pub fn by(self) -> isize {
        match self {
            Self::Up => -1,
            Self::Down => 1,
            Self::PageUp => -10,
            Self::PageDown => 10,
            Self::First => isize::MIN,
            Self::Last => isize::MAX,
        }
    }
}

/// A move of the crosshair; the edges stop it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, EnumString)]
#[strum(serialize_all = "kebab-case")]
pub enum CellMove {
    Left,
    Right,
    Up,
    Down,
    PageUp,
    PageDown,
    Top,
    Bottom,
    RowStart,
    RowEnd,
    /// To the best match of the row.
    RowBest,
    /// To the best match of the column.
    ColumnBest,
}

/// What can be copied.
#[derive(Debug, Clone, Copy, PartialEq, Eq, EnumString)]
#[strum(serialize_all = "kebab-case")]
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

/// What may be open while a command runs: everything up to this.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, EnumString)]
#[strum(serialize_all = "kebab-case")]
pub enum Reach {
    /// Nothing: it would change what a list or a prompt covers, or cover it.
    Panes,
    /// The list of models or the export prompt.
    Prompts,
    /// The list of pairs.
    Pairs,
    /// The summary of the list.
    Summary,
    /// The command palette.
    Palette,
    /// Anything.
    Always,
    /// It is for what is open itself, whatever that is.
    Front,
}

/// What a command is about; the rows of a group stand together in `docs/keys.md`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, EnumString)]
#[strum(serialize_all = "kebab-case")]
pub enum Group {
    Find,
    Edit,
    Explain,
    Compare,
    /// How the score is computed.
    Score,
    View,
    Export,
    Teach,
    /// The pairs of a file.
    Pairs,
    Program,
}

/// What else decides whether a command runs, or where its key is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, EnumString)]
#[strum(serialize_all = "kebab-case")]
pub enum Flag {
    /// It shows scores or derivations.
    Reveals,
    /// It writes scores to a file or to the clipboard.
    Writes,
    /// It hides scores, so what shows them ends.
    Hides,
    /// Each stage of a walkthrough sets it.
    SetByStage,
    /// The bottom line of a projector, which has few words, shows its key.
    OnProjector,
    /// The walkthrough shows its key itself, or has no use for it.
    NotBesideStage,
    /// The help begins with it: what a newcomer needs.
    First,
}

/// A row of `commands.tsv`.
#[derive(Debug)]
pub struct CommandRow {
    pub command: Command,
    pub group: Group,
    /// The name in the palette; empty if the command only means something where its key is pressed.
    pub name: &'static str,
    pub synonyms: &'static str,
    pub explanation: &'static str,
    reach: Reach,
    flags: Vec<Flag>,
}

/// The rows, in the order of an empty search. A command that only moves or edits has none.
static ROWS: LazyLock<Vec<CommandRow>> = LazyLock::new(|| {
    let rows = include_str!("commands.tsv").lines().skip(1);
    rows.flat_map(|row| command_rows(row).expect(row)).collect()
});

/// The commands with a name.
pub static COMMANDS: LazyLock<Vec<&CommandRow>> =
    LazyLock::new(|| ROWS.iter().filter(|row| !row.name.is_empty()).collect());

/// The cells of a row; those left out at its end are empty.
fn cells<const N: usize>(row: &'static str) -> [&'static str; N] {
    let mut cells = row.split('\t');
    std::array::from_fn(|_| cells.next().unwrap_or_default())
}

/// The commands of a row, which share what follows their ids.
fn command_rows(row: &'static str) -> Option<Vec<CommandRow>> {
    let [ids, group, name, synonyms, explanation, policy] = cells(row);
    let group = group.parse().ok()?;
    let (reach, flags) = policy.split_once(' ').unwrap_or((policy, ""));
    let flags: Result<Vec<Flag>, _> = flags.split_whitespace().map(Flag::from_str).collect();
    let (reach, flags) = (reach.parse().ok()?, flags.ok()?);
    let row = |id| {
        Some(CommandRow {
            command: Command::from_id(id)?,
            group,
            name,
            synonyms,
            explanation,
            reach,
            flags: flags.clone(),
        })
    };
    ids.split(' ').map(row).collect()
}

impl Command {
    /// The command of a row.
    pub fn from_id(id: &str) -> Option<Self> {
        let Some((family, name)) = id.split_once(':') else {
            return id.parse().ok();
        };
        Some(match family {
            "topic" => Self::Ask(*Topic::ALL.iter().find(|topic| topic.name() == name)?),
            "copy" => Self::CopyAs(name.parse().ok()?),
            "move" => Self::MoveCursor(name.parse().ok()?),
            "select" => Self::Select(name.parse().ok()?),
            "edit" => Self::Edit(name.parse().ok()?),
            "rows" => Self::Rows(name.parse().ok()?),
            "cell" => Self::Cell(name.parse().ok()?),
            "lesson" if name == "file" => Self::StartLesson(FILE_LESSON_NUMBER),
            // People count from 1.
            "lesson" => Self::StartLesson(name.parse::<usize>().ok()?.checked_sub(1)?),
            _ => return None,
        })
    }

    /// The name in `keys.tsv`, and in the user's configuration.
    pub fn id(self) -> &'static str {
        let known = IDS.iter().find(|(_, command)| *command == self);
        known.map_or("", |(id, _)| id)
    }

    fn row(self) -> Option<&'static CommandRow> {
        ROWS.iter().find(|row| row.command == self)
    }

    /// The id, and what the palette calls it; of one that has no key and no row, such as a lesson of a file, its name in the
    /// program.
    pub fn logged_name(self) -> String {
        match (self.id(), self.name()) {
            ("", _) => format!("{self:?}"),
            (id, Some(name)) => format!("{id} ({name})"),
            (id, None) => id.to_owned(),
        }
    }

    /// The name in the palette, if it is there.
    pub fn name(self) -> Option<&'static str> {
        let name = self.row()?.name;
        (!name.is_empty()).then_some(name)
    }

    pub fn group(self) -> Option<Group> {
        self.row().map(|row| row.group)
    }

    pub fn reach(self) -> Reach {
        self.row().map_or(Reach::Pairs, |row| row.reach)
    }

    pub fn is(self, flag: Flag) -> bool {
        self.row().is_some_and(|row| row.flags.contains(&flag))
    }
}
