//! Rescaling with a baseline: the score that the settings ask for, and what to say where there is no baseline or it does not fit.

use bertscope_metric::{BaselineRow, Score};
use bertscope_models::{BaselineSource, bundled};
use serde::Serialize;

use crate::{Analysis, Note};

/// A baseline row and its table.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Baseline {
    /// Name of the table.
    pub table: String,
    /// The source of the table.
    pub source: BaselineSource,
    /// The language of a published table.
    pub language: Option<String>,
    /// The row of the layer.
    #[serde(flatten)]
    pub row: BaselineRow,
}

/// A score after rescaling, and its baseline.
#[derive(Debug, Clone, PartialEq)]
pub struct RescaledScore {
    /// P, R and F1, each rescaled with its own baseline.
    pub score: Score,
    /// What it was rescaled with.
    pub baseline: Baseline,
}

/// What to know about a score whose settings rescale: there is no baseline, or it was computed from cut texts and a text is in
/// windows.
pub(crate) fn note(analysis: &Analysis) -> Option<Note> {
    if !analysis.settings.rescale {
        return None;
    }
    let Some(RescaledScore { baseline, .. }) = &analysis.rescaled else {
        return Some(Note::NoBaseline {
            model: analysis.model.name.clone(),
            layer: analysis.layer,
        });
    };
    // A user's own table may have been computed in windows.
    let from_cut_texts =
        baseline.source == BaselineSource::Published || baseline.table == bundled::BASELINE_NAME;
    let sides = [&analysis.candidate, &analysis.reference];
    let has_windows = sides.iter().any(|side| side.tokenized.windows.is_some());
    if has_windows && from_cut_texts {
        Some(Note::BaselineWithoutWindows)
    } else {
        None
    }
}

impl Analysis {
    /// The rescaled score and its baseline; `None` if the settings ask for raw scores, or there is no baseline.
    pub fn rescaling(&self) -> Option<&RescaledScore> {
        if self.settings.rescale {
            self.rescaled.as_ref()
        } else {
            None
        }
    }

    /// The baseline row that the score is rescaled with; `None` for a raw score.
    pub fn baseline(&self) -> Option<BaselineRow> {
        Some(self.rescaling()?.baseline.row)
    }

    /// The baseline row of the layer, whether or not the score is rescaled; `None` if no baseline is known.
    pub fn known_baseline(&self) -> Option<BaselineRow> {
        Some(self.rescaled.as_ref()?.baseline.row)
    }

    /// The score that the settings ask for: rescaled, or raw.
    pub fn score(&self) -> Score {
        match self.rescaling() {
            Some(rescaled) => rescaled.score,
            None => self.raw,
        }
    }

    /// A cell of the matrix as displayed: rescaled with the F1 baseline if the score is rescaled.
    pub fn cell(&self, candidate: usize, reference: usize) -> f32 {
        self.scaled_similarity(self.similarity.get(candidate, reference))
    }

    /// A similarity as displayed, like [`Self::cell`].
    pub fn scaled_similarity(&self, similarity: f32) -> f32 {
        match self.baseline() {
            Some(row) => row.rescale_cell(similarity),
            None => similarity,
        }
    }
}
