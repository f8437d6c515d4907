//! The simple entry point: scores pairs of texts in a line or two of code.

use std::sync::{Arc, Mutex, PoisonError};

use bertscope_metric::{Pair, Score};
use bertscope_models::{Model, ModelError, bundled};

use crate::{Analysis, Analyzer, Settings};

/// Scores pairs with one model, at its default layer, without IDF and without rescaling, unless [`Self::with_settings`] changes
/// that. It can be shared between threads.
///
/// Hidden states are cached, so scoring many candidates against one reference embeds
/// the reference once. [`Analyzer`] has more settings; [`Analyzer::for_many`] scores whole files on all cores.
pub struct Scorer {
    analyzer: Mutex<Analyzer>,
    settings: Settings,
}

impl Scorer {
    /// A scorer with the bundled model, all-MiniLM-L6-v2.
    ///
    /// # Errors
    /// [`ModelError`] if the bundled files were damaged when the library was built.
    pub fn bundled() -> Result<Self, ModelError> {
        bundled::model().map(Self::new)
    }

    /// A scorer with a model that was opened with `bertscope_models::open`.
    pub fn new(model: Model) -> Self {
        let settings = Settings::plain(model.default_layer);
        Self {
            analyzer: Mutex::new(Analyzer::new(Arc::new(model))),
            settings,
        }
    }

    /// Changes the settings: layer, IDF weights, rescaling, program.
    #[must_use]
    pub fn with_settings(mut self, settings: Settings) -> Self {
        self.settings = settings;
        self
    }

    /// The settings of every score.
    pub fn settings(&self) -> Settings {
        self.settings
    }

    /// Precision, recall and F1 of a candidate against a reference.
    ///
    /// # Errors
    /// [`ModelError`] when a text cannot be tokenized or encoded.
    pub fn score(&self, texts: Pair<&str>) -> Result<Score, ModelError> {
        self.analyze(texts).map(|analysis| analysis.score())
    }

    /// The score with everything it was computed from: tokens, matrix, matches, weights, notes.
    ///
    /// # Errors
    /// As [`Self::score`].
    pub fn analyze(&self, texts: Pair<&str>) -> Result<Analysis, ModelError> {
        // If another thread panicked while it held the lock, at worst the last matrix is lost.
        self.analyzer
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .analyze(texts, self.settings)
    }
}

impl std::fmt::Debug for Scorer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Scorer")
            .field("settings", &self.settings)
            .finish_non_exhaustive()
    }
}
