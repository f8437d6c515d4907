//! The tables given on the command line for a model: document frequencies, baselines, distributions.

use std::path::Path;

use bertscope_analysis::Analyzer;
use bertscope_models::{BaselineTable, Distribution, FrequencyTable, Model, ModelError, published};

use crate::metric_options::MetricOptions;

/// The tables of [`MetricOptions`], read for one model.
#[derive(Debug, Clone, Default)]
pub struct ModelTables {
    /// A table of document frequencies that replaces the model's.
    pub frequencies: Option<FrequencyTable>,
    /// A baseline table that replaces the model's.
    pub baselines: Option<BaselineTable>,
    /// The distribution next to that table.
    pub distribution: Option<Distribution>,
}

impl ModelTables {
    /// Reads the given files, and looks for a published baseline if the model has none.
    ///
    /// # Errors
    /// [`ModelError`] if a table cannot be used.
    pub fn read(options: &MetricOptions, model: &Model) -> Result<Self, ModelError> {
        let frequencies = match options.idf.as_deref() {
            None | Some("" | "bundled") => None,
            Some(file) => Some(FrequencyTable::open(Path::new(file), &model.tokenizer)?),
        };
        let language = options.lang.as_deref().unwrap_or(published::DEFAULT_LANGUAGE);
        let baselines = match &options.baseline {
            Some(file) => Some(BaselineTable::read(file)?),
            None if model.baselines.is_none() => published::baseline(&model.name, language),
            None => None,
        };
        let distribution = match &options.baseline {
            Some(file) => Distribution::read_beside(file, &model.tokenizer, model.encoder.layer_count())?,
            None => None,
        };
        Ok(Self { frequencies, baselines, distribution })
    }

    /// An analyzer with these tables in place of the model's.
    #[must_use]
    pub fn apply(self, mut analyzer: Analyzer) -> Analyzer {
        if let Some(table) = self.frequencies {
            analyzer = analyzer.with_frequencies(table);
        }
        if let Some(table) = self.baselines {
            analyzer = analyzer.with_baselines(table);
        }
        if let Some(distribution) = self.distribution {
            analyzer = analyzer.with_distribution(distribution);
        }
        analyzer
    }
}
