//! What the screen shows: plain data, changed only by [`super::update`](mod@super::update).

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::editor::Editor;
use super::explaining::ExplanationPanel;
use super::export::{PendingExport, StatusMessage};
use super::keymap::Scope;
use super::lesson::{ActiveLesson, LessonProgress};
use super::message::{Message, ModelInfo};
use super::opening::Opening;
use super::overlay::Overlay;
use super::pairs_list::PairsList;
use super::picker::Picker;
use super::theme::Theme;
use super::walk::ActiveWalk;
use bertscope_analysis::{Analysis, Cosine, Idf, Side};
use bertscope_report::explanation::Choices;
use bertscope_report::explanation::walkthrough::Stage;
use bertscope_report::palette::Palette;

pub use super::focus::Focus;
pub use super::matrix::{CellAt, Direction, Scale, Zoom};

/// How the model is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ModelState {
    /// Being read.
    Loading,
    /// Ready.
    Ready(ModelInfo),
}

/// The state of the screen.
#[derive(Debug, Clone)]
pub struct State {
    /// Text box of the reference.
    pub reference: Editor,
    /// Text box of the candidate.
    pub candidate: Editor,
    /// Where keys go.
    pub focus: Focus,
    /// Text box that was last written in, to come back to.
    pub last_text: Side,
    /// The layer, once the model is known.
    pub layer: Option<usize>,
    /// The layers that were chosen, by what opens the model again.
    pub layers: BTreeMap<String, usize>,
    /// How tokens are weighed.
    pub idf: Idf,
    /// Whether the score is rescaled.
    pub rescale: bool,
    /// Which matches are shown.
    pub direction: Direction,
    /// Whether special tokens have rows and columns.
    pub show_special: bool,
    /// Colours of the heatmap.
    pub palette: Palette,
    /// Ends of the colour scale.
    pub scale: Scale,
    /// Size of a cell.
    pub zoom: Zoom,
    /// Colours of everything else.
    pub theme: Theme,
    /// The cell under the crosshair.
    pub cell: CellAt,
    /// The model.
    pub model: ModelState,
    /// The model that is being opened.
    pub opening: Option<Opening>,
    /// Number of the newest request for a model.
    pub requests: u64,
    /// Model folders that were used, the last one first.
    pub folders: Vec<String>,
    /// What lies over the screen and has the keys.
    pub overlay: Option<Overlay>,
    /// Names of the commands that were run from the palette, the last one first.
    pub recent: Vec<String>,
    /// A choice that was made before its list was there.
    pub chosen_early: Option<Picker>,
    /// What was typed while the prompt waits for its file: for the screen below it.
    pub typed_ahead: Vec<Message>,
    /// Exports that are not finished.
    pub pending_exports: Vec<PendingExport>,
    /// Number of the newest of these.
    pub exports: u64,
    /// The name of the last file that was written, to begin with the next time.
    pub file_name: String,
    /// What the bottom line says until the next key.
    pub status: Option<StatusMessage>,
    /// A sentence about a model that could not be opened.
    pub notice: Option<String>,
    /// The newest analysis.
    pub analysis: Option<Arc<Analysis>>,
    /// Whether the newest analysis is that of the model before.
    pub of_other_model: bool,
    /// Why the newest job has no analysis.
    pub error: Option<String>,
    /// How long the newest analysis took.
    pub elapsed: Duration,
    /// Number of the newest job that was asked for.
    pub asked: u64,
    /// Number of the newest job that is done.
    pub done: u64,
    /// When the oldest job that is not done was asked for.
    pub stale_since: Option<Instant>,
    /// When the last edit was.
    pub last_edit: Option<Instant>,
    /// The pair at the last pause in typing.
    pub anchor: Option<Arc<Analysis>>,
    /// The active lesson.
    pub lesson: Option<ActiveLesson>,
    /// The steps at which lessons were left.
    pub lesson_progress: LessonProgress,
    /// Whether the user hid the scores, to have them guessed.
    pub hidden: bool,
    /// Whether the screen is for a room: large cells and figures, few words.
    pub projector: bool,
    /// The stage at which a question interrupted the walkthrough; it resumes here.
    pub interrupted_walk: Option<Stage>,
    /// The active walkthrough.
    pub walk: Option<ActiveWalk>,
    /// The pairs of a file, when one is open.
    pub pairs: Option<PairsList>,
    /// The panel of explanations.
    pub explaining: ExplanationPanel,
    /// The cosine that was computed last.
    pub cosine: Option<Cosine>,
    /// Whether the mouse is captured.
    pub mouse: bool,
    /// Whether the Option key of a Mac types characters here, so that chords with Alt do not arrive.
    pub option_types: bool,
    /// Size of the terminal in cells.
    pub size: (u16, u16),
    /// Whether something was changed that the session file or the marks file does not have.
    pub unsaved: bool,
    /// Why texts and settings were not saved the last time.
    pub not_saved: Option<String>,
}

/// How long a result may be late before the old picture is dimmed. Shorter would only flicker.
pub const PATIENCE: Duration = Duration::from_millis(120);

/// Without a key for so long, the next edit is a new one.
pub const PAUSE: Duration = Duration::from_secs(1);

impl State {
    /// The text box of a side.
    #[must_use]
    pub fn editor(&self, side: Side) -> &Editor {
        match side {
            Side::Reference => &self.reference,
            Side::Candidate => &self.candidate,
        }
    }

    /// The text box of a side, to change.
    pub fn editor_mut(&mut self, side: Side) -> &mut Editor {
        match side {
            Side::Reference => &mut self.reference,
            Side::Candidate => &mut self.candidate,
        }
    }

    /// Where keys are pressed now.
    #[must_use]
    pub fn scope(&self) -> Scope {
        match &self.overlay {
            Some(Overlay::Commands(_)) => Scope::Commands,
            Some(Overlay::Models(_)) => Scope::Picker,
            Some(Overlay::Export(_)) => Scope::Export,
            Some(Overlay::Copy) => Scope::Copy,
            Some(Overlay::Lessons) => Scope::Lessons,
            None => self.scene_scope(),
        }
    }

    /// Where keys are pressed when no overlay has them.
    #[must_use]
    pub fn scene_scope(&self) -> Scope {
        match &self.pairs {
            Some(list) if list.note.is_some() => Scope::Note,
            Some(list) if list.open && list.filtering => Scope::Filter,
            Some(list) if list.open => Scope::Pairs,
            _ => Scope::of(self.focus),
        }
    }

    /// Whether the picture is old enough to be dimmed: its text was changed a while ago, or has no analysis,
    /// or it is the picture of another model.
    #[must_use]
    pub fn is_late(&self, now: Instant) -> bool {
        self.error.is_some()
            || self.of_other_model
            || self.stale_since.is_some_and(|since| now.duration_since(since) >= PATIENCE)
    }

    /// Indices of the tokens that have a row or column.
    #[must_use]
    pub fn shown_tokens(&self, side: Side) -> Vec<usize> {
        let Some(analysis) = &self.analysis else { return Vec::new() };
        let tokens = &analysis.side(side).tokenized.tokens;
        (0..tokens.len()).filter(|&i| self.show_special || !tokens[i].special).collect()
    }

    /// The sides whose matches are shown.
    #[must_use]
    pub fn sides(&self) -> Vec<Side> {
        match self.direction {
            Direction::Both => vec![Side::Candidate, Side::Reference],
            Direction::Precision => vec![Side::Candidate],
            Direction::Recall => vec![Side::Reference],
        }
    }

    /// What was chosen about the page of explanations.
    #[must_use]
    pub fn choices(&self) -> Choices {
        Choices {
            sides: self.sides(),
            open: self.explaining.open.clone(),
            alignment: self.explaining.alignment,
            special: self.show_special,
            ..Choices::default()
        }
    }

    /// Whether scores, matrix and panel are hidden, because the room has to guess.
    #[must_use]
    pub fn hides(&self) -> bool {
        self.hidden || self.lesson.as_ref().is_some_and(ActiveLesson::hides)
    }

    /// Whether there is a panel: on a projector only for the walkthrough, for a lesson step that needs it, and when
    /// the user asked a question.
    #[must_use]
    pub fn has_panel(&self) -> bool {
        let lesson = || self.lesson.as_ref().is_some_and(ActiveLesson::needs_panel);
        !self.projector || self.walk.is_some() || self.explaining.asked || lesson()
    }

    /// Whether the cosine under the crosshair is computed from its vectors.
    #[must_use]
    pub fn needs_cosine(&self) -> bool {
        self.explaining.derivation || self.walk.is_some_and(|walking| walking.stage.works_out_cell())
    }

    /// What changed since the last pause: P, R and F1, in the numbers that are shown.
    #[must_use]
    pub fn change(&self) -> Option<[Option<f64>; 3]> {
        let analysis = self.analysis.as_ref()?;
        let before = self.anchor.as_ref()?.raw;
        let before = analysis.rescaling().map_or(before, |r| before.rescaled(&r.baseline));
        let now = analysis.score();
        let difference = |now: Option<f64>, before: Option<f64>| Some(now? - before?);
        Some([
            difference(now.precision, before.precision),
            difference(now.recall, before.recall),
            difference(Some(now.f1), Some(before.f1)),
        ])
    }
}
