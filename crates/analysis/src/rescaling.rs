//! Rescaling with a baseline: the score that the settings ask for, and what to say where there is no baseline or it does not fit.

use bertscope_metric::{BaselineRow, Score};
use bertscope_models::{BaselineSource, bundled};

use crate::{Analysis, Note};

/// A baseline row and its table.
#[derive(Debug, Clone, PartialEq)]
pub struct Baseline {
    /// The row of the layer.
    pub row: BaselineRow,
    /// Name of the table.
    pub table: String,
    /// The source of the table.
    pub source: BaselineSource,
    /// The language of a published table.
    pub language: Option<String>,
}

/// A score after rescaling, and its baseline.
#[derive(Debug, Clone, PartialEq)]
pub struct RescaledScore {
    /// P, R and F1, each rescaled with its own baseline.
    pub score: Score,
    /// The baseline row of the layer.
    pub baseline: BaselineRow,
    /// The name of the baseline table.
    pub table: String,
    /// The source of that table.
    pub source: BaselineSource,
    /// The language of a published table.
    pub language: Option<String>,
}

impl RescaledScore {
    pub(crate) fn new(raw: &Score, baseline: Baseline) -> Self {
        Self {
            score: raw.rescaled(&baseline.row),
            baseline: baseline.row,
            table: baseline.table,
            source: baseline.source,
            language: baseline.language,
        }
    }

    /// The baseline that it was rescaled with.
    pub(crate) fn to_baseline(&self) -> Baseline {
        Baseline {
            row: self.baseline,
            table: self.table.clone(),
            source: self.source,
            language: self.language.clone(),
        }
    }
}

/// What to know about a score whose settings rescale: there is no baseline, or it was computed from cut texts and a text is in
/// windows.
pub(crate) fn note(analysis: &Analysis) -> Option<Note> {
    if !analysis.settings.rescale {
        return None;
    }
    let Some(RescaledScore { source, table, .. }) = &analysis.rescaled else {
        return Some(Note::NoBaseline {
            model: analysis.model.name.clone(),
            layer: analysis.layer,
        });
    };
    // A user's own table may have been computed in windows.
    let from_cut_texts = *source == BaselineSource::Published || table == bundled::BASELINE_NAME;
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
        match self.rescaling() {
            Some(rescaled) => rescaled.baseline.rescale_cell(similarity),
            None => similarity,
        }
    }
}
