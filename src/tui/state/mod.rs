//! The state of the screen: plain data, changed only by [`crate::tui::root::update`](mod@crate::tui::root::update).
//! It knows pairs and keys, but no threads, files or drawing.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use crate::tui::commands::{Command, Scope};
use crate::tui::common::Editor;
use crate::tui::context::{AnalysisJob, Context, EDIT_PAUSE, Effect};
use crate::tui::parts::export::job::Exports;
use crate::tui::parts::lesson::active::LessonProgress;
use crate::tui::parts::pairs::drafts::{Drafts, Preview};
use crate::tui::parts::{Layer, Part, Stack};
use crate::tui::terminal::event::TerminalEvent;
use bertscope_analysis::Side;
use bertscope_explain::{Question, Topic};
use bertscope_models::FrequencyTable;
use bertscope_pair_list::{LeftList, PairsList};
use bertscope_report::PairOrigin;
use bertscope_report::explanation::walkthrough::Stage;

pub use crate::tui::commands::Focus;

/// The URL of the web page, as in `docs/web.md`. A link to it opens only where the page is served.
pub const DEFAULT_PAGE_URL: &str = "http://localhost:8000/";

/// The state of the screen.
#[derive(Debug, Clone)]
pub struct State {
    /// What every part sees.
    pub context: Context,
    /// What is open over the panes.
    pub stack: Stack,
    /// The pairs of a file, when one is open.
    pub pairs: Option<PairsList>,
    pub drafts: Drafts,
    /// Lessons and walkthroughs that can be resumed.
    pub progress: ResumePoints,
    /// Pending exports.
    pub exports: Exports,
    /// URL of the web page for links.
    pub page: String,
    /// Keys typed while the export prompt waits for its file; they are for the screen below it.
    pub typed_ahead: Vec<TerminalEvent>,
    /// Names of the commands run from the palette, newest first.
    pub recent: Vec<String>,
}

impl Deref for State {
    type Target = Context;

    fn deref(&self) -> &Context {
        &self.context
    }
}

impl DerefMut for State {
    fn deref_mut(&mut self) -> &mut Context {
        &mut self.context
    }
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
    /// The lists of other files as they were left, newest first.
    pub lists: Vec<LeftList>,
}

impl State {
    /// A screen on which nothing is open.
    pub fn new(context: Context) -> Self {
        Self {
            context,
            stack: Stack::default(),
            pairs: None,
            drafts: Drafts::default(),
            progress: ResumePoints::default(),
            exports: Exports::default(),
            page: DEFAULT_PAGE_URL.to_owned(),
            typed_ahead: Vec::new(),
            recent: Vec::new(),
        }
    }

    /// Opens a part in place of what is on its layer.
    pub fn open(&mut self, part: Part) {
        self.stack.open(part);
        self.follow_stack();
    }

    /// Closes what is on a layer; what it lent to the panes ends with it, and so does a walkthrough over a pair of a lesson.
    pub fn close(&mut self, layer: Layer) -> Option<Part> {
        let closed = self.stack.close(layer);
        if layer == Layer::Lesson && closed.is_some() {
            self.stack.close(Layer::Walkthrough);
        }
        self.follow_stack();
        closed
    }

    /// Opens a part if another one is open on its layer.
    pub fn replace(&mut self, part: Part) {
        if self.stack.on(part.layer()).is_some() {
            self.open(part);
        }
    }

    fn follow_stack(&mut self) {
        let list = self.stack.on(Layer::Pairs);
        self.context.list_scope = list.and_then(Part::scope);
        if self.stack.on(Layer::Lesson).is_none() {
            self.context.lent = None;
        }
        if self.stack.on(Layer::Walkthrough).is_none() {
            self.context.staged = None;
        }
    }

    /// Opens a topic. The introduction of the one before is not shown again.
    pub fn open_topic(&mut self, topic: Topic) {
        let left = std::mem::replace(&mut self.panel_mut().topic, topic);
        if left != topic && self.has_own_pair() && !self.progress.introduced.contains(&left) {
            self.progress.introduced.push(left);
        }
    }

    /// Opens a file of pairs and shows its list, which continues where it was left.
    pub fn open_pairs(&mut self, mut list: PairsList) {
        let path = list.path();
        let lists = &mut self.progress.lists;
        let place = lists.iter().position(|left| left.file == path);
        list.left = place.map(|place| lists.remove(place));
        self.pairs = Some(list);
        self.close(Layer::Lesson);
        self.close(Layer::Walkthrough);
        self.open(Part::List);
        // Below the list, letters are keys, as in the list.
        (self.focus, self.last_text) = (Focus::Matrix, Side::Candidate);
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
        let list = self.pairs.as_ref().filter(|_| self.has_own_pair())?;
        list.origin_on_screen([self.own.reference.text(), self.own.candidate.text()])
    }

    /// Document frequencies over the references of the file, while they are in use. Lessons always use the model's own
    /// table; so does the pair on the screen until the frequencies are counted for its model.
    pub fn file_table(&self) -> Option<&Arc<FrequencyTable>> {
        let (list, model) = (self.pairs.as_ref()?, self.models.current.as_ref()?);
        let tokens = Some((&*model.reopen, self.own.conventions));
        list.idf
            .table()
            .filter(|_| self.has_own_pair() && list.idf.tokens() == tokens)
    }

    /// Whether mouse capture is on. The terminal then selects no text.
    pub fn captures_mouse(&self) -> bool {
        self.terminal.mouse || self.stack.top().is_some_and(Part::is_list)
    }

    /// Whether the terminal shows the copied text in place of the inspector.
    pub fn shows_copied(&self) -> bool {
        matches!(self.stack.top(), Some(Part::Copied))
    }

    /// The current scope of keys.
    pub fn scope(&self) -> Scope {
        let top = self.stack.top().and_then(Part::scope);
        top.unwrap_or_else(|| self.pane_scope())
    }

    /// Closes the prompt that would write what a question hides.
    pub fn close_revealing(&mut self) {
        if self.stack.on(Layer::Prompt).is_some_and(Part::reveals) {
            self.close(Layer::Prompt);
        }
    }

    /// Closes the command palette, or else a prompt.
    pub fn close_overlay(&mut self) {
        if self.close(Layer::Palette).is_none() {
            self.close(Layer::Prompt);
        }
    }

    /// Edits the text of the top part.
    pub fn edit_overlay(&mut self, change: impl FnOnce(&mut Editor)) {
        if let Some(top) = self.stack.top_mut() {
            top.edit(change);
        }
        self.context.saving.unsaved |= self.stack.has_unsaved_text();
    }

    /// Shows or hides the list of pairs.
    pub fn toggle_list(&mut self) {
        if self.close(Layer::Pairs).is_none() {
            self.open(Part::List);
        }
    }

    /// Whether a command is run, whatever covers the panes.
    pub fn accepts(&self, command: Command) -> bool {
        self.stack.top().is_none_or(|top| top.accepts(command))
    }
}

impl State {
    /// Analyses the pair after a change of a text or setting.
    pub fn analyze_edit(&mut self) {
        let now = self.now;
        self.saving.unsaved = true;
        // After a pause, the score before the first change becomes the one that changes are measured against.
        let results = &mut self.results;
        let paused = results
            .last_edit
            .is_none_or(|last| now.duration_since(last) >= EDIT_PAUSE);
        if paused && !results.is_unrelated {
            results.anchor = results.analysis.clone().or(results.anchor.take());
        }
        results.last_edit = Some(now);
        self.request_analysis();
    }

    /// The question of the panel, or of the stage in its place.
    fn question(&self) -> Question {
        let panel = self.panel();
        match self
            .staged
            .as_ref()
            .and_then(|staged| staged.stage.question())
        {
            Some(topic) => Question {
                references: panel.references.clone(),
                ..Question::new(topic)
            },
            None => panel.question(self.results.anchor.clone()),
        }
    }

    /// Requests the analysis of the pair on screen, with the explanation in the panel.
    pub fn request_analysis(&mut self) {
        let inspection = self.inspection();
        let (Some(_), Some(layer)) = (&self.models.current, inspection.layer) else {
            return;
        };
        let picture = self.display();
        let job = AnalysisJob {
            number: self.results.newest_job + 1,
            reference: inspection.reference.text().to_owned(),
            candidate: inspection.candidate.text().to_owned(),
            settings: inspection.settings(bertscope_encoder::Layer(layer), picture),
            table: self.file_table().cloned(),
            question: self.question(),
            cell: self
                .needs_cosine()
                .then_some((picture.cell.candidate, picture.cell.reference)),
        };
        self.results.newest_job = job.number;
        let now = self.now;
        self.results.stale_since.get_or_insert(now);
        self.effects.push(Effect::Analyze(job));
    }

    /// Requests the cosine under the crosshair, which the worker computes from the vectors.
    pub fn request_cosine(&mut self) {
        let cell = self.display().cell;
        let is_here = self
            .results
            .cosine
            .is_some_and(|c| (c.candidate, c.reference) == (cell.candidate, cell.reference));
        if self.needs_cosine() && !is_here {
            self.request_analysis();
        }
    }
}
