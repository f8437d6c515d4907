//! What one sees: each part with its state, its areas, its drawing and what it does; and the stack of the parts that are
//! open over the panes. What comes is for the top one first.

pub mod border;
pub mod copy;
pub mod crosshair;
pub mod derivation;
pub mod export;
pub mod footer;
pub mod guess;
pub mod header;
pub mod heatmap;
pub mod lesson;
pub mod marks;
pub mod notice;
pub mod opening;
pub mod pairs;
pub mod palette;
pub mod panel;
pub mod picker;
pub mod ranking;
pub mod scores;
pub mod settings;
pub mod summary;
pub mod texts;
pub mod walkthrough;

use self::export::prompt::ExportPrompt;
use self::lesson::active::ActiveLesson;
use self::marks::NoteDraft;
use self::palette::{CommandPalette, PaletteContent};
use self::picker::ModelPicker;
use self::summary::SummarySelection;
use crate::tui::commands::{Command, CopyContent, Reach, Scope};
use crate::tui::common::Editor;

/// What a part says of what comes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// It is handled.
    Done,
    /// It is for another part.
    Passed,
}

/// Where a part is in the stack, from the bottom up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Layer {
    /// A lesson, which has texts and settings of its own, so that nothing must be restored when it ends.
    Lesson,
    /// The walkthrough, which has display settings of its own.
    Walkthrough,
    /// The pairs of a file.
    Pairs,
    /// The list of models, a prompt or a menu.
    Prompt,
    /// The command palette or the help.
    Palette,
}

/// An open part.
#[derive(Debug, Clone)]
pub enum Part {
    Lesson(Box<ActiveLesson>),
    Walkthrough,
    /// The list of pairs.
    List,
    /// The list of pairs, with its filter under edit.
    Filter(Editor),
    /// The summary of the list.
    Summary(SummarySelection),
    /// The ranking of every setting, with the selected row.
    Ranking(usize),
    Models(ModelPicker),
    Export(ExportPrompt),
    /// The copy menu on the bottom line.
    Copy,
    /// The text copied last, which the terminal shows in place of the inspector.
    Copied,
    /// The note prompt of a pair.
    Note(NoteDraft),
    /// The prompt for the audience's guess.
    Guess(Editor),
    Palette(CommandPalette),
}

impl Part {
    pub fn layer(&self) -> Layer {
        match self {
            Self::Lesson(_) => Layer::Lesson,
            Self::Walkthrough => Layer::Walkthrough,
            Self::List | Self::Filter(_) | Self::Summary(_) | Self::Ranking(_) => Layer::Pairs,
            Self::Models(_) | Self::Export(_) | Self::Copy | Self::Note(_) | Self::Guess(_) => {
                Layer::Prompt
            }
            Self::Palette(_) | Self::Copied => Layer::Palette,
        }
    }

    /// The scope of its keys; `None` if they are those of the panes below it.
    pub fn scope(&self) -> Option<Scope> {
        Some(match self {
            Self::Lesson(_) | Self::Walkthrough => return None,
            Self::List => Scope::Pairs,
            Self::Filter(_) => Scope::Filter,
            Self::Summary(_) => Scope::Summary,
            Self::Ranking(_) => Scope::Ranking,
            Self::Models(_) => Scope::Picker,
            Self::Export(_) => Scope::Export,
            Self::Copy => Scope::Copy,
            Self::Copied => Scope::Everywhere,
            Self::Note(_) => Scope::Note,
            Self::Guess(_) => Scope::Guess,
            Self::Palette(palette) if palette.content == PaletteContent::Lessons => Scope::Lessons,
            Self::Palette(_) => Scope::Commands,
        })
    }

    /// Whether it leaves the panes in sight, and lends them what they show.
    pub fn lends_panes(&self) -> bool {
        self.scope().is_none()
    }

    /// How far a command has to reach to be run over it.
    fn needed_reach(&self) -> Reach {
        match self {
            Self::Lesson(_) | Self::Walkthrough => Reach::Panes,
            Self::Models(_) | Self::Export(_) => Reach::Prompts,
            Self::List | Self::Filter(_) => Reach::Pairs,
            Self::Summary(_) | Self::Ranking(_) => Reach::Summary,
            Self::Palette(_) => Reach::Palette,
            Self::Copy | Self::Copied | Self::Note(_) | Self::Guess(_) => Reach::Always,
        }
    }

    /// Its name and the way out of it, for a letter that is no key of it.
    pub fn way_out(&self) -> Option<(&'static str, &'static str)> {
        match self {
            Self::Summary(_) => Some(("summary", "Esc goes back to the list")),
            Self::Ranking(_) => Some(("ranking", "Esc goes back to the summary")),
            Self::List => Some(("list", "Esc goes back to the pair")),
            _ => None,
        }
    }

    /// Whether it is a list: it has rows to click and no text worth selecting.
    pub fn is_list(&self) -> bool {
        matches!(
            self,
            Self::Palette(_)
                | Self::Models(_)
                | Self::List
                | Self::Filter(_)
                | Self::Summary(_)
                | Self::Ranking(_)
        )
    }

    /// Whether it writes what is on the screen, with all scores.
    pub fn reveals(&self) -> bool {
        matches!(self, Self::Export(_))
    }

    /// Whether it has lines of its own in the place of the notice.
    pub fn covers_notice(&self) -> bool {
        matches!(self, Self::Export(_))
    }

    /// Whether it stays open below the command palette.
    pub fn stays_below_palette(&self) -> bool {
        matches!(self, Self::Models(_) | Self::Export(_))
    }

    /// Whether a command is run while it is the top part.
    pub fn accepts(&self, command: Command) -> bool {
        match (self, command) {
            (Self::Copy, Command::CopyAs(_) | Command::ShowCopied) => true,
            (Self::Copy, Command::Close) => false,
            _ => command.reach() >= self.needed_reach(),
        }
    }

    /// What a command means while it is the top part: the one that opened it closes it, whatever its key. The key of the copy
    /// menu, pressed twice, copies the scores.
    pub fn meaning(&self, command: Command) -> Command {
        match (self, command) {
            (Self::Copy, Command::Copy) => Command::CopyAs(CopyContent::Scores),
            (Self::Models(_), Command::ChooseModel)
            | (Self::Export(_), Command::Export | Command::ExportMarked)
            | (Self::Note(_), Command::Note)
            | (Self::Guess(_), Command::Guess)
            | (Self::Summary(_), Command::Summary)
            | (Self::Ranking(_), Command::RankSettings)
            | (Self::Palette(_), Command::Commands | Command::Help | Command::Lessons) => {
                Command::Close
            }
            _ => command,
        }
    }

    /// Its text under edit.
    fn text_mut(&mut self) -> Option<&mut Editor> {
        match self {
            Self::Filter(filter) => Some(filter),
            Self::Models(picker) => Some(&mut picker.filter),
            Self::Export(prompt) => Some(&mut prompt.name),
            Self::Note(note) => Some(&mut note.editor),
            Self::Guess(guess) => Some(guess),
            Self::Palette(palette) => Some(&mut palette.search),
            Self::Lesson(_)
            | Self::Walkthrough
            | Self::List
            | Self::Summary(_)
            | Self::Ranking(_)
            | Self::Copy
            | Self::Copied => None,
        }
    }

    /// Edits its text, and updates what depends on the text.
    pub fn edit(&mut self, change: impl FnOnce(&mut Editor)) {
        let Some(text) = self.text_mut() else { return };
        let before = text.text().to_owned();
        change(text);
        if text.text() == before {
            return;
        }
        match self {
            Self::Models(picker) => picker.on_filter_changed(),
            Self::Export(prompt) => prompt.error = None,
            // The first result of a new search.
            Self::Palette(palette) => palette.selected = 0,
            _ => {}
        }
    }
}

/// The open parts, in the order of their layers; on a layer there is at most one.
#[derive(Debug, Clone, Default)]
pub struct Stack(Vec<Part>);

impl Stack {
    /// Opens a part in place of what is on its layer. A lesson or a walkthrough changes the pair or the panes, so it also
    /// closes what covers them.
    pub fn open(&mut self, part: Part) {
        self.close(part.layer());
        if part.lends_panes() {
            let place = part.layer();
            self.0
                .retain(|open| open.layer() < place || open.layer() >= Layer::Prompt);
        }
        self.0.push(part);
        self.0.sort_by_key(Part::layer);
    }

    /// Closes what is on a layer.
    pub fn close(&mut self, layer: Layer) -> Option<Part> {
        let place = self.0.iter().position(|part| part.layer() == layer)?;
        Some(self.0.remove(place))
    }

    /// What is on a layer.
    pub fn on(&self, layer: Layer) -> Option<&Part> {
        self.0.iter().find(|part| part.layer() == layer)
    }

    /// All parts, from the bottom up.
    pub fn parts(&self) -> &[Part] {
        &self.0
    }

    /// Whether what is being typed is not in a file yet.
    pub fn has_unsaved_text(&self) -> bool {
        self.note().is_some_and(NoteDraft::is_unsaved)
    }

    pub fn top(&self) -> Option<&Part> {
        self.0.last()
    }

    pub fn top_mut(&mut self) -> Option<&mut Part> {
        self.0.last_mut()
    }
}

/// What a kind of part has, if it is open, even below others.
macro_rules! contents {
    ($($get:ident, $get_mut:ident: $kind:ident($content:ty);)*) => {
        impl Stack {
            $(
                pub fn $get(&self) -> Option<&$content> {
                    for part in &self.0 {
                        if let Part::$kind(content) = part {
                            return Some(content);
                        }
                    }
                    None
                }

                pub fn $get_mut(&mut self) -> Option<&mut $content> {
                    for part in &mut self.0 {
                        if let Part::$kind(content) = part {
                            return Some(content);
                        }
                    }
                    None
                }
            )*
        }
    };
}

contents! {
    lesson, lesson_mut: Lesson(ActiveLesson);
    filter, filter_mut: Filter(Editor);
    picker, picker_mut: Models(ModelPicker);
    export_prompt, export_prompt_mut: Export(ExportPrompt);
    note, note_mut: Note(NoteDraft);
    guess_draft, guess_draft_mut: Guess(Editor);
    summary, summary_mut: Summary(SummarySelection);
    ranking, ranking_mut: Ranking(usize);
    palette, palette_mut: Palette(CommandPalette);
}
