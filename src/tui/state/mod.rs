//! The state of the screen: plain data, changed only by [`super::update`](mod@super::update).
//! It knows pairs and keys, but no threads, files or drawing.

pub mod effect;
pub mod explanation_panel;
pub mod export;
pub mod export_prompt;
pub mod frame;
pub mod guess;
pub mod inspection;
pub mod key_label;
pub mod lesson;
pub mod matrix;
pub mod message;
pub mod opening;
pub mod panel_sheet;
pub mod picker;
pub mod results;
pub mod stack;
pub mod visibility;
pub mod walkthrough;

use std::sync::Arc;
use std::time::Instant;

use super::commands::Scope;
use super::input::editor::Editor;
use super::pairs::{Drafts, Preview};
use super::terminal::event::TerminalEvent;
use bertscope_analysis::Side;
use bertscope_explain::Topic;
use bertscope_models::FrequencyTable;
use bertscope_pair_list::PairsList;
use bertscope_report::PairOrigin;
use bertscope_report::explanation::walkthrough::Stage;
use effect::Effect;
use explanation_panel::ExplanationPanel;
use export::{Exports, StatusMessage};
use frame::Screen;
use inspection::{DisplaySettings, Inspection};
use lesson::{ActiveLesson, LessonProgress};
use panel_sheet::KeptSheet;
use stack::{Layer, Part, Stack};
use visibility::MainView;

pub use super::commands::Focus;
pub use matrix::{CellPosition, ColorScale, Look, MatchDirection, Zoom};
pub use opening::Models;
pub use results::{DIM_AFTER, EDIT_PAUSE, Results};

/// The state of the screen.
#[derive(Debug, Clone)]
pub struct State {
    /// The user's own texts and settings.
    pub own: Inspection,
    /// What is open over the panes.
    pub stack: Stack,
    pub focus: Focus,
    /// The text box edited last, to return to.
    pub last_text: Side,
    /// Appearance settings.
    pub look: Look,
    pub models: Models,
    pub results: Results,
    /// What stands where in the frame that is drawn next; `None` before the first message, and on too small a screen.
    pub frame: Option<Arc<Screen>>,
    /// The sheet that the panel shows.
    pub kept_sheet: Option<KeptSheet>,
    /// The pairs of a file, when one is open.
    pub pairs: Option<PairsList>,
    pub drafts: Drafts,
    /// Lessons and walkthroughs that can be resumed.
    pub progress: ResumePoints,
    /// Pending exports.
    pub exports: Exports,
    /// Keys typed while the export prompt waits for its file; they are for the screen below it.
    pub typed_ahead: Vec<TerminalEvent>,
    /// Messages on the screen.
    pub messages: Messages,
    /// Unsaved changes.
    pub saving: Saving,
    /// Names of the commands run from the palette, newest first.
    pub recent: Vec<String>,
    /// Facts about the terminal.
    pub terminal: TerminalState,
    /// When the message that is being handled arrived.
    pub now: Instant,
    /// What the loop carries out after this update.
    pub effects: Vec<Effect>,
}

/// Lessons and walkthroughs that can be resumed.
#[derive(Debug, Clone, Default)]
pub struct ResumePoints {
    /// The steps at which lessons were left.
    pub lessons: LessonProgress,
    /// The stage at which a question interrupted the walkthrough.
    pub walkthrough: Option<Stage>,
    /// The texts kept in the last session. They are compared again only on request.
    pub earlier_texts: Vec<(Side, Arc<str>)>,
    /// The topics whose introduction was shown. The help repeats it, the panel does not.
    pub introduced: Vec<Topic>,
}

/// Messages on the screen.
#[derive(Debug, Clone, Default)]
pub struct Messages {
    /// The message on the bottom line until the next key.
    pub status: Option<StatusMessage>,
    /// A message that stays until it is closed.
    pub notice: Option<String>,
}

/// Unsaved changes.
#[derive(Debug, Clone, Default)]
pub struct Saving {
    /// Whether something has changed that the session file or the marks file lacks.
    pub unsaved: bool,
    /// Why texts and settings were not saved last time.
    pub failure: Option<String>,
}

/// The most columns and rows that are drawn: a terminal may claim any size, and every cell takes memory and time.
const MAX_DRAWN_SIZE: (u16, u16) = (1000, 400);

/// The part of a terminal that is drawn.
pub fn drawn_size((width, height): (u16, u16)) -> (u16, u16) {
    (width.min(MAX_DRAWN_SIZE.0), height.min(MAX_DRAWN_SIZE.1))
}

/// Facts about the terminal.
#[derive(Debug, Clone, Copy)]
pub struct TerminalState {
    /// Size of the drawn part in cells.
    pub size: (u16, u16),
    /// Whether the user turned mouse capture on everywhere.
    pub mouse: bool,
    /// Whether the Option key of a Mac types characters here, so that chords with Alt are not delivered.
    pub option_types: bool,
}

impl State {
    /// The pair on the screen with its settings: the lesson's, or the user's own.
    pub fn inspection(&self) -> &Inspection {
        self.lesson().map_or(&self.own, |active| &active.inspection)
    }

    /// The pair and settings, mutable.
    pub fn inspection_mut(&mut self) -> &mut Inspection {
        self.stack
            .lesson_mut()
            .map_or(&mut self.own, |active| &mut active.inspection)
    }

    /// The display settings: of the walkthrough, of the lesson, or the user's.
    pub fn display(&self) -> &DisplaySettings {
        self.walkthrough()
            .map_or(&self.inspection().display, |walk| &walk.display)
    }

    pub fn display_mut(&mut self) -> &mut DisplaySettings {
        if self.walkthrough().is_none() {
            return &mut self.inspection_mut().display;
        }
        self.stack
            .walkthrough_mut()
            .map_or(&mut self.own.display, |walk| &mut walk.display)
    }

    pub fn panel(&self) -> &ExplanationPanel {
        &self.inspection().panel
    }

    pub fn panel_mut(&mut self) -> &mut ExplanationPanel {
        &mut self.inspection_mut().panel
    }

    /// Opens a topic. The introduction of the one before is not shown again.
    pub fn open_topic(&mut self, topic: Topic) {
        let left = std::mem::replace(&mut self.panel_mut().topic, topic);
        if left != topic && self.lesson().is_none() && !self.progress.introduced.contains(&left) {
            self.progress.introduced.push(left);
        }
    }

    /// The text box of a side.
    pub fn editor(&self, side: Side) -> &Editor {
        self.inspection().editor(side)
    }

    /// The text box of a side, mutable.
    pub fn editor_mut(&mut self, side: Side) -> &mut Editor {
        self.inspection_mut().editor_mut(side)
    }

    /// The side of the text with the focus, or of the text edited last.
    pub fn text_side(&self) -> Side {
        if let Focus::Text(side) = self.focus {
            side
        } else {
            self.last_text
        }
    }

    /// Opens a file of pairs and shows its list.
    pub fn open_pairs(&mut self, list: PairsList) {
        self.pairs = Some(list);
        self.stack.close(Layer::Lesson);
        self.stack.close(Layer::Walkthrough);
        self.stack.open(Part::List);
        // Below the list, letters are keys, as in the list.
        (self.focus, self.last_text) = (Focus::Matrix, Side::Candidate);
    }

    /// Whether the list of pairs is visible.
    pub fn is_list_open(&self) -> bool {
        self.stack.on(Layer::Pairs).is_some()
    }

    /// Index of the pair of the file that keys act on: the selected one, or the one on the screen.
    pub fn target_pair(&self) -> Option<usize> {
        let list = self.pairs.as_ref()?;
        if self.is_list_open() {
            list.selected_item()
        } else {
            list.current
        }
    }

    /// The texts of the selected row, while the list of pairs is visible.
    pub fn preview(&self) -> Option<Preview<'_>> {
        let list = self.pairs.as_ref().filter(|_| self.is_list_open())?;
        self.drafts
            .preview(list, [&self.own.reference, &self.own.candidate])
    }

    /// The row of the file that the pair on the screen comes from, for an export; none during a lesson.
    pub fn pair_origin(&self) -> Option<PairOrigin> {
        let list = self.pairs.as_ref().filter(|_| self.lesson().is_none())?;
        list.origin_on_screen([self.own.reference.text(), self.own.candidate.text()])
    }

    /// Document frequencies over the references of the file, while they are in use. Lessons always use the model's own
    /// table; so does the pair on the screen until the frequencies are counted for its model.
    pub fn file_table(&self) -> Option<&Arc<FrequencyTable>> {
        let (list, model) = (self.pairs.as_ref()?, self.models.current.as_ref()?);
        let tokens = Some((&*model.reopen, self.own.conventions));
        list.idf
            .table()
            .filter(|_| self.lesson().is_none() && list.idf.tokens() == tokens)
    }

    /// Whether mouse capture is on. The terminal then selects no text; a list has rows to click and no text worth
    /// selecting.
    pub fn captures_mouse(&self) -> bool {
        let is_list_on_top = self.is_list_open() && self.stack.on(Layer::Prompt).is_none();
        let lists = self.palette().is_some() || self.picker().is_some() || is_list_on_top;
        self.terminal.mouse || lists
    }

    /// The current scope of keys.
    pub fn scope(&self) -> Scope {
        let top = self.stack.top().and_then(Part::scope);
        top.unwrap_or_else(|| self.pane_scope())
    }

    /// The scope of keys without a prompt or the palette.
    pub fn scene_scope(&self) -> Scope {
        let list = self.stack.on(Layer::Pairs).and_then(Part::scope);
        list.unwrap_or_else(|| self.pane_scope())
    }

    fn pane_scope(&self) -> Scope {
        match self.focus {
            Focus::Panel if self.walkthrough().is_some() => Scope::StepText,
            Focus::Matrix if self.main_picture() == Some(MainView::Question) => Scope::StepText,
            Focus::Matrix if self.walkthrough().is_some() || self.lesson().is_some() => Scope::Step,
            focus => Scope::for_focus(focus),
        }
    }

    /// Indices of the tokens with a row or column.
    pub fn shown_tokens(&self, side: Side) -> Vec<usize> {
        let Some(analysis) = &self.results.analysis else {
            return Vec::new();
        };
        let tokens = &analysis.side(side).tokenized.tokens;
        (0..tokens.len())
            .filter(|&i| self.display().show_special || !tokens[i].special)
            .collect()
    }

    /// The shown tokens without the special ones that no word matches, except under the crosshair.
    pub fn unfolded_tokens(&self, side: Side) -> Vec<usize> {
        let Some(analysis) = &self.results.analysis else {
            return Vec::new();
        };
        let cell = self.display().cell;
        let at = side.pick(cell.reference, cell.candidate);
        let is_kept = |i: usize| {
            let is_matched = || {
                analysis
                    .matched_to_special(side.other())
                    .any(|(_, found)| found.token == i)
            };
            i == at || !analysis.side(side).tokenized.tokens[i].special || is_matched()
        };
        self.shown_tokens(side)
            .into_iter()
            .filter(|i| is_kept(*i))
            .collect()
    }

    /// The sides whose matches are shown.
    pub fn sides(&self) -> Vec<Side> {
        self.display().direction.sides()
    }

    /// Whether the audience can type a guess: not if a lesson's question has an answer in words.
    pub fn takes_guess(&self) -> bool {
        self.lesson()
            .is_none_or(|active| active.current_step().takes_guess())
    }

    /// Whether there is a panel: not while the audience guesses, and on a projector only for the walkthrough, for a
    /// lesson step that needs it, and when the user asked a question.
    pub fn has_panel(&self) -> bool {
        let lesson = || self.lesson().is_some_and(ActiveLesson::needs_panel);
        !self.hides_scores()
            && (!self.look.projector
                || self.walkthrough().is_some()
                || self.panel().asked
                || lesson())
    }

    /// Whether the derivation of the cosine under the crosshair is computed.
    pub fn needs_cosine(&self) -> bool {
        self.panel().derivation.is_some()
            || self
                .walkthrough()
                .is_some_and(|walking| walking.stage.shows_cell_numbers())
    }
}
