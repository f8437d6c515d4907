//! Requests analyses of the pair on the screen.

use super::State;
use crate::tui::context::{AnalysisJob, EDIT_PAUSE, Effect};
use bertscope_encoder::Layer;
use bertscope_explain::Question;

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
            settings: inspection.settings(Layer(layer), picture),
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
