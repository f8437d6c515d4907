//! What the screen shows: plain data, changed only by [`super::update`](mod@super::update).

use std::sync::Arc;

use super::editor::Editor;
use super::explaining::{EarlierTexts, ExplanationPanel};
use super::export::{Exports, StatusMessage};
use super::inspection::{Inspection, Picture};
use super::keymap::Scope;
use super::lesson::{ActiveLesson, LessonProgress};
use super::overlay::Overlay;
use super::pairs_list::{PairsList, Preview};
use super::scene::{PairsPart, Scene};
use super::walk::ActiveWalk;
use bertscope_analysis::Side;
use bertscope_models::FrequencyTable;
use bertscope_report::PairOrigin;
use bertscope_report::explanation::Choices;
use bertscope_report::explanation::walkthrough::Stage;

pub use super::focus::Focus;
pub use super::look::Look;
pub use super::matrix::{CellAt, Direction, Scale, Zoom};
pub use super::models::{ModelState, Models};
pub use super::results::{PATIENCE, PAUSE, Results};

/// The state of the screen.
#[derive(Debug, Clone)]
pub struct State {
    /// The user's own texts and settings.
    pub own: Inspection,
    /// What the screen is for.
    pub scene: Scene,
    /// What lies over the scene and has the keys.
    pub overlay: Option<Overlay>,
    /// Where keys go in the scene.
    pub focus: Focus,
    /// Text box that was last written in, to come back to.
    pub last_text: Side,
    /// Colours and sizes.
    pub look: Look,
    /// The models.
    pub models: Models,
    /// What the worker found.
    pub results: Results,
    /// The pairs of a file, when one is open.
    pub pairs: Option<PairsList>,
    /// What can be resumed.
    pub progress: Progress,
    /// Exports that are not finished.
    pub exports: Exports,
    /// Sentences on the screen.
    pub messages: Messages,
    /// What the files do not have yet.
    pub saving: Saving,
    /// Names of the commands that were run from the palette, the last one first.
    pub recent: Vec<String>,
    /// What is known of the terminal.
    pub terminal: TerminalState,
}

/// What can be resumed.
#[derive(Debug, Clone, Default)]
pub struct Progress {
    /// The steps at which lessons were left.
    pub lessons: LessonProgress,
    /// The stage at which a question interrupted the walkthrough.
    pub walk: Option<Stage>,
    /// The texts that were kept in the last session. They compete again only when that is asked for.
    pub kept: EarlierTexts,
}

/// Sentences on the screen.
#[derive(Debug, Clone, Default)]
pub struct Messages {
    /// What the bottom line says until the next key.
    pub status: Option<StatusMessage>,
    /// A sentence that stays until it is closed.
    pub notice: Option<String>,
}

/// What the files do not have yet.
#[derive(Debug, Clone, Default)]
pub struct Saving {
    /// Whether something was changed that the session file or the marks file does not have.
    pub unsaved: bool,
    /// Why texts and settings were not saved the last time.
    pub failure: Option<String>,
}

/// What is known of the terminal.
#[derive(Debug, Clone, Copy)]
pub struct TerminalState {
    /// Size in cells.
    pub size: (u16, u16),
    /// Whether the user asked for the mouse everywhere.
    pub mouse: bool,
    /// Whether the Option key of a Mac types characters here, so that chords with Alt do not arrive.
    pub option_types: bool,
}

impl State {
    /// The pair on the screen with its settings: the lesson's, or the user's own.
    #[must_use]
    pub fn inspection(&self) -> &Inspection {
        self.scene.lesson().map_or(&self.own, |active| &active.inspection)
    }

    /// These, to change.
    pub fn inspection_mut(&mut self) -> &mut Inspection {
        match self.scene.lesson_mut() {
            Some(active) => &mut active.inspection,
            None => &mut self.own,
        }
    }

    /// What is shown of the score: by the walkthrough, by the lesson, or as the user set it.
    #[must_use]
    pub fn picture(&self) -> &Picture {
        self.scene.walk().map_or(&self.inspection().picture, |walk| &walk.picture)
    }

    /// This, to change.
    pub fn picture_mut(&mut self) -> &mut Picture {
        if self.scene.walk().is_some() {
            &mut self.scene.walk_mut().expect("the scene is a walkthrough").picture
        } else {
            &mut self.inspection_mut().picture
        }
    }

    /// The panel of explanations.
    #[must_use]
    pub fn panel(&self) -> &ExplanationPanel {
        &self.inspection().panel
    }

    /// The panel, to change.
    pub fn panel_mut(&mut self) -> &mut ExplanationPanel {
        &mut self.inspection_mut().panel
    }

    /// The text box of a side.
    #[must_use]
    pub fn editor(&self, side: Side) -> &Editor {
        self.inspection().editor(side)
    }

    /// The text box of a side, to change.
    pub fn editor_mut(&mut self, side: Side) -> &mut Editor {
        self.inspection_mut().editor_mut(side)
    }

    /// The active lesson.
    #[must_use]
    pub fn lesson(&self) -> Option<&ActiveLesson> {
        self.scene.lesson()
    }

    /// The active walkthrough.
    #[must_use]
    pub fn walk(&self) -> Option<&ActiveWalk> {
        self.scene.walk()
    }

    /// Opens a file of pairs, with its list in sight.
    pub fn open_pairs(&mut self, list: PairsList) {
        self.pairs = Some(list);
        self.scene = Scene::Edit;
        self.scene.toggle_pairs();
        // Behind the list, letters are keys as in it.
        self.focus = Focus::Matrix;
    }

    /// Whether the list of pairs is in sight.
    #[must_use]
    pub fn lists_pairs(&self) -> bool {
        self.scene.pairs_in_sight().is_some()
    }

    /// Index of the pair of the file that keys act on: the selected one, or the one on the screen.
    #[must_use]
    pub fn target_pair(&self) -> Option<usize> {
        let list = self.pairs.as_ref()?;
        if self.lists_pairs() { list.selected_item() } else { list.current }
    }

    /// The texts of the selected row, while the list of pairs is in sight.
    #[must_use]
    pub fn preview(&self) -> Option<Preview<'_>> {
        let list = self.pairs.as_ref().filter(|_| self.lists_pairs())?;
        list.preview([&self.own.reference, &self.own.candidate])
    }

    /// The row of the file that the pair on the screen is, for an export; none during a lesson.
    #[must_use]
    pub fn pair_origin(&self) -> Option<PairOrigin> {
        let list = self.pairs.as_ref().filter(|_| self.lesson().is_none())?;
        list.origin_on_screen([self.own.reference.text(), self.own.candidate.text()])
    }

    /// Document frequencies over the references of the file, while tokens are weighed by them. A lesson is about the
    /// model's own table, and so is the pair on the screen until they are counted for its model.
    #[must_use]
    pub fn file_table(&self) -> Option<&Arc<FrequencyTable>> {
        let (list, model) = (self.pairs.as_ref()?, self.models.ready()?);
        list.idf.table().filter(|_| self.lesson().is_none() && list.idf.model() == Some(&model.reopen))
    }

    /// Whether the program gets the mouse. It then no longer selects text as everywhere in the terminal; a list has none
    /// that is worth selecting, but rows to click on.
    #[must_use]
    pub fn captures_mouse(&self) -> bool {
        let lists = matches!(self.overlay, Some(Overlay::Commands(_) | Overlay::Models(_)));
        self.terminal.mouse || lists || self.lists_pairs() && self.overlay.is_none()
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
            Some(Overlay::Note(_)) => Scope::Note,
            Some(Overlay::Guess(_)) => Scope::Guess,
            None => self.scene_scope(),
        }
    }

    /// Where keys are pressed when no overlay has them.
    #[must_use]
    pub fn scene_scope(&self) -> Scope {
        match &self.scene {
            Scene::Pairs(list) => match list.part {
                PairsPart::Lines => Scope::Pairs,
                PairsPart::Filter => Scope::Filter,
                PairsPart::Summary(_) => Scope::Summary,
            },
            Scene::Edit | Scene::Lesson(_) | Scene::Walkthrough(_) => Scope::of(self.focus),
        }
    }

    /// Indices of the tokens that have a row or column.
    #[must_use]
    pub fn shown_tokens(&self, side: Side) -> Vec<usize> {
        let Some(analysis) = &self.results.analysis else { return Vec::new() };
        let tokens = &analysis.side(side).tokenized.tokens;
        (0..tokens.len()).filter(|&i| self.picture().show_special || !tokens[i].special).collect()
    }

    /// The sides whose matches are shown.
    #[must_use]
    pub fn sides(&self) -> Vec<Side> {
        match self.picture().direction {
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
            open: self.panel().open.clone(),
            alignment: self.panel().alignment,
            special: self.picture().show_special,
            cell: Some((self.picture().cell.candidate, self.picture().cell.reference)),
            ..Choices::default()
        }
    }

    /// Whether the room can type a guess: not where a lesson asks for words.
    #[must_use]
    pub fn takes_guess(&self) -> bool {
        self.lesson().is_none_or(|active| active.now().takes_guess())
    }

    /// Whether there is a panel: not while the room guesses, and on a projector only for the walkthrough, for a lesson
    /// step that needs it, and when the user asked a question.
    #[must_use]
    pub fn has_panel(&self) -> bool {
        let lesson = || self.lesson().is_some_and(ActiveLesson::needs_panel);
        !self.hides() && (!self.look.projector || self.walk().is_some() || self.panel().asked || lesson())
    }

    /// Whether the cosine under the crosshair is computed from its vectors.
    #[must_use]
    pub fn needs_cosine(&self) -> bool {
        self.panel().derivation.is_some() || self.walk().is_some_and(|walking| walking.stage.works_out_cell())
    }
}
