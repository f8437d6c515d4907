//! What is asked of a score, by a command line or a session, before any model is opened.

use std::path::PathBuf;

use crate::{Program, Settings, SettingsRequest};
use bertscope_encoder::Layer;
use bertscope_models::device::DeviceName;
use bertscope_models::{LoadDepth, Model, ModelError, OpenOptions, known};

/// What is asked of a score: the model, the settings, and files that replace its tables. Everything is optional.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ScoreRequest {
    /// The name or folder of the model.
    pub model: Option<String>,
    /// The language of the texts: it chooses the model where none is named, and the published baseline.
    pub language: Option<String>,
    /// The settings.
    pub settings: SettingsRequest,
    /// The table, weights or corpus of [`crate::Idf::Table`]; `None` for the model's own table. It belongs to the `idf` of
    /// the settings that it was named with.
    pub idf_table: Option<PathBuf>,
    /// The table of baselines; `None` for the model's own or the published one.
    pub baseline: Option<PathBuf>,
    /// The words and expressions for words to look at; `None` for the English ones.
    pub kinds: Option<PathBuf>,
}

impl ScoreRequest {
    /// This request, and `earlier` where it says nothing.
    #[must_use]
    pub fn merge(self, earlier: Self) -> Self {
        // With another choice of IDF, the earlier table was not asked for.
        let idf_table = if self.settings.idf.is_some() {
            self.idf_table
        } else {
            earlier.idf_table
        };
        Self {
            model: self.model.or(earlier.model),
            language: self.language.or(earlier.language),
            settings: self.settings.merge(earlier.settings),
            idf_table,
            baseline: self.baseline.or(earlier.baseline),
            kinds: self.kinds.or(earlier.kinds),
        }
    }

    /// The model, by its name or by the language; `None` for the bundled model.
    pub fn model_name(&self) -> Option<&str> {
        self.model
            .as_deref()
            .or_else(|| self.language.as_deref().map(known::for_language))
    }

    /// The settings of a score with a model.
    ///
    /// # Errors
    /// [`ModelError`] when the model has no such layer.
    pub fn resolve(&self, model: &Model) -> Result<Settings, ModelError> {
        if let Some(layer) = self.settings.layer {
            model.check_layer(layer)?;
        }
        Ok(self.settings.resolve(model))
    }

    /// How the model is opened: on a device, by default the CPU, with all its layers or only those that a score needs.
    ///
    /// # Errors
    /// [`ModelError`] when the machine or the program lacks the device.
    pub fn open_options(
        &self,
        device: Option<DeviceName>,
        all_layers: bool,
    ) -> Result<OpenOptions, ModelError> {
        let conventions = self.settings.conventions.unwrap_or_default();
        let depth = match self.settings.layer {
            _ if all_layers => LoadDepth::All,
            Some(layer) => LoadDepth::Layer(Layer(layer)),
            // Its default layer is the last.
            None if conventions.program == Program::TorchMetrics => LoadDepth::All,
            None => LoadDepth::Default,
        };
        Ok(OpenOptions {
            compute: device.unwrap_or_default().compute()?,
            depth,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Idf;

    fn with_idf(idf: Idf, table: Option<&str>) -> ScoreRequest {
        ScoreRequest {
            settings: SettingsRequest {
                idf: Some(idf),
                ..SettingsRequest::default()
            },
            idf_table: table.map(PathBuf::from),
            ..ScoreRequest::default()
        }
    }

    #[test]
    fn an_idf_table_goes_with_the_choice_of_idf_that_it_belongs_to() {
        let earlier = with_idf(Idf::Table, Some("corpus.txt"));
        let bundled = with_idf(Idf::Table, None);
        assert_eq!(bundled.clone().merge(earlier.clone()), bundled);
        assert_eq!(ScoreRequest::default().merge(earlier.clone()), earlier);
    }

    #[test]
    fn a_language_names_a_model_unless_one_is_named() {
        let german = ScoreRequest {
            language: Some("de".into()),
            ..ScoreRequest::default()
        };
        assert_eq!(german.model_name(), Some("bert-base-multilingual-cased"));
        let named = ScoreRequest {
            model: Some("m".into()),
            ..german.clone()
        };
        assert_eq!(named.merge(german).model_name(), Some("m"));
    }
}
