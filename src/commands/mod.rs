//! The headless subcommands, one file each.

pub mod bar;
pub mod baseline;
pub mod check;
pub mod explain;
pub mod idf;
pub mod lesson;
pub mod models;
pub mod open;
pub mod pack;
pub mod plot;
pub mod progress;
pub mod score;
pub mod shell;
pub mod stop;

use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use color_eyre::eyre::{Context, Result};

use crate::analysis::{Analyzer, Idf, Settings};
use crate::cli::MetricArgs;
use crate::encoder::Layer;
use crate::models::{BaselineTable, Depth, Distribution, FrequencyTable, Model, ModelError, OpenOptions, published};

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
    /// The distribution beside that table.
    pub distribution: Option<Distribution>,
}

impl Figures {
    /// Reads the files that were named, and looks for a published baseline where the model has none of its own.
    ///
    /// # Errors
    /// [`ModelError`] when one can not be used.
    pub fn read(args: &MetricArgs, model: &Model) -> Result<Self, ModelError> {
        let frequencies = match args.idf.as_deref() {
            None | Some("" | "bundled") => None,
            Some(file) => Some(FrequencyTable::open(Path::new(file), &model.tokenizer)?),
        };
        let language = args.lang.as_deref().unwrap_or(published::DEFAULT_LANGUAGE);
        let baselines = match &args.baseline {
            Some(file) => Some(BaselineTable::read(file)?),
            None if model.baselines.is_none() => published::baseline(&model.name, language),
            None => None,
        };
        let distribution = match &args.baseline {
            Some(file) => Distribution::beside(file, &model.tokenizer, model.encoder.layers())?,
            None => None,
        };
        Ok(Self { frequencies, baselines, distribution })
    }

    /// An analyzer that uses them in place of the model's own.
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

/// How the command line wants a model opened: only the layers that are scored with.
///
/// # Errors
/// [`ModelError::Device`] when the device is not there.
pub fn options(args: &MetricArgs) -> Result<OpenOptions, ModelError> {
    let depth = args.layer.map_or(Depth::Default, |layer| Depth::Layer(Layer(layer)));
    Ok(OpenOptions { compute: args.device.compute()?, depth })
}

/// Opens the model that the command line names; a download shows how far it is.
///
/// # Errors
/// [`ModelError`] when there is none.
pub fn open_model(name: Option<&str>, options: &OpenOptions) -> Result<Arc<Model>, ModelError> {
    crate::models::open(name, options, &progress::Line::default().watch()).map(Arc::new)
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
