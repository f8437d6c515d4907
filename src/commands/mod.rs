//! The headless subcommands, one file each.

pub mod baseline;
pub mod idf;
pub mod pack;
pub mod progress;
pub mod score;
pub mod texts;

use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use color_eyre::eyre::{Context, Result};

use crate::analysis::{Analyzer, Idf, Settings};
use crate::cli::MetricArgs;
use crate::models::{self, BaselineTable, FrequencyTable, Model, ModelError};

/// Input that can not be worked with; the sentence says what to do.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct UsageError(pub String);

/// What [`MetricArgs`] ask for, once the model is there to ask.
#[derive(Debug, Clone, Default)]
pub struct Figures {
    /// A table of document frequencies other than the model's.
    pub frequencies: Option<FrequencyTable>,
    /// A table of baselines other than the model's.
    pub baselines: Option<BaselineTable>,
}

impl Figures {
    /// Reads the files that were named.
    ///
    /// # Errors
    /// [`ModelError`] when one can not be used.
    pub fn read(args: &MetricArgs, model: &Model) -> Result<Self, ModelError> {
        let frequencies = match args.idf.as_deref() {
            None | Some("" | "bundled") => None,
            Some(file) => Some(FrequencyTable::open(Path::new(file), &model.tokenizer)?),
        };
        let baselines = args.baseline.as_deref().map(BaselineTable::read).transpose()?;
        Ok(Self { frequencies, baselines })
    }

    /// An analyzer that uses them.
    #[must_use]
    pub fn analyzer(self, model: Arc<Model>) -> Analyzer {
        let mut analyzer = Analyzer::new(model);
        if let Some(table) = self.frequencies {
            analyzer = analyzer.with_frequencies(table);
        }
        if let Some(table) = self.baselines {
            analyzer = analyzer.with_baselines(table);
        }
        analyzer
    }
}

/// The settings that the command line asks for. `bare` is what `--idf` means without a file.
///
/// # Errors
/// [`ModelError::Layer`] when the model has no such layer.
pub fn settings(args: &MetricArgs, model: &Model, bare: Idf) -> Result<Settings, ModelError> {
    Ok(Settings {
        layer: args.layer.map_or(Ok(model.default_layer), |n| model.layer(n))?,
        idf: match args.idf.as_deref() {
            None => Idf::Off,
            Some("") => bare,
            Some(_) => Idf::Table,
        },
        rescale: args.rescale || args.baseline.is_some(),
    })
}

/// Opens the model that the command line names; a download shows how far it is.
///
/// # Errors
/// [`ModelError`] when there is none.
pub fn open_model(name: Option<&str>) -> Result<Arc<Model>, ModelError> {
    models::open(name, &progress::Line::default().watch()).map(Arc::new)
}

/// Writes to a file, or to standard output when none is named.
///
/// # Errors
/// With the file's name, when it can not be written.
pub fn write_out(path: Option<&Path>, text: &str) -> Result<()> {
    match path {
        Some(path) => std::fs::write(path, text).wrap_err_with(|| format!("can not write {}", path.display())),
        None => Ok(std::io::stdout().lock().write_all(text.as_bytes())?),
    }
}
