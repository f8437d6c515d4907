//! Options of the metric, shared by the command line, the inspector and every subcommand.

use std::path::PathBuf;

use bertscope_analysis::{Idf, Settings};
use bertscope_encoder::Layer;
use bertscope_models::device::DeviceName;
use bertscope_models::{LoadDepth, Model, ModelError, OpenOptions, known};

/// The options of the metric.
#[derive(Debug, Clone, Default)]
pub struct MetricOptions {
    /// A folder, or a model of the hub; `None` for the bundled model, or the model for `lang`.
    pub model: Option<String>,
    /// Language of the texts, which selects the model and the published baseline.
    pub lang: Option<String>,
    /// Layer whose hidden states are compared; `None` for the model's default layer.
    pub layer: Option<usize>,
    /// A corpus or table file, `bundled`, or the empty string for `--idf` without a file; `None` for no IDF.
    pub idf: Option<String>,
    /// Rescale with a baseline.
    pub rescale: bool,
    /// A baseline table, which implies `rescale`.
    pub baseline: Option<PathBuf>,
    /// The device of the model.
    pub device: DeviceName,
}

impl MetricOptions {
    /// The requested model: by name, or by the language of the texts; `None` for the bundled model.
    #[must_use]
    pub fn model_name(&self) -> Option<&str> {
        self.model.as_deref().or_else(|| self.lang.as_deref().map(known::for_language))
    }

    /// The settings for a model. `bare` is the meaning of `--idf` without a file.
    ///
    /// # Errors
    /// [`ModelError::Layer`] if the model has no such layer.
    pub fn settings(&self, model: &Model, bare: Idf) -> Result<Settings, ModelError> {
        Ok(Settings {
            layer: self.layer.map_or(Ok(model.default_layer), |n| model.check_layer(n))?,
            idf: match self.idf.as_deref() {
                None => Idf::Off,
                Some("") => bare,
                Some(_) => Idf::Table,
            },
            rescale: self.rescale || self.baseline.is_some(),
        })
    }

    /// How a headless subcommand opens the model: with only the layers that scores need.
    ///
    /// # Errors
    /// [`ModelError::Device`] if the device is not available.
    pub fn open_options(&self) -> Result<OpenOptions, ModelError> {
        let depth = self.layer.map_or(LoadDepth::Default, |layer| LoadDepth::Layer(Layer(layer)));
        Ok(OpenOptions { compute: self.device.compute()?, depth })
    }
}
