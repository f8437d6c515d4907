//! The settings that are asked for, before the model is known.

use serde::{Deserialize, Serialize};

use crate::{Conventions, Idf, Settings};
use bertscope_encoder::Layer;
use bertscope_models::Model;

/// The settings that are asked for, as far as they mean the same on any machine: no paths, no model.
///
/// Sessions, links and lesson steps have them. `None` leaves the choice to an earlier request, and in the end to the default.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct SettingsRequest {
    /// The layer; by default that of the model under the conventions.
    pub layer: Option<usize>,
    /// The source of IDF weights.
    #[serde(with = "written_in_full")]
    pub idf: Option<Idf>,
    /// Whether the score is rescaled.
    #[serde(with = "written_in_full")]
    pub rescale: Option<bool>,
    /// The program whose score is computed, and what becomes of long texts; both are one name in files.
    #[serde(rename = "as", with = "written_in_full")]
    pub conventions: Option<Conventions>,
}

impl SettingsRequest {
    /// These settings, and those of `earlier` where they say nothing.
    #[must_use]
    pub fn merge(self, earlier: Self) -> Self {
        Self {
            layer: self.layer.or(earlier.layer),
            idf: self.idf.or(earlier.idf),
            rescale: self.rescale.or(earlier.rescale),
            conventions: self.conventions.or(earlier.conventions),
        }
    }

    /// The settings of a score with a model. A layer beyond its last is kept; [`crate::Analyzer`] scores at the last layer
    /// then, and its caller says so.
    pub fn resolve(&self, model: &Model) -> Settings {
        let conventions = self.conventions.unwrap_or_default();
        Settings {
            layer: self
                .layer
                .map_or_else(|| model.default_layer_of(conventions), Layer),
            idf: self.idf.unwrap_or_default(),
            rescale: self.rescale.unwrap_or_default(),
            conventions,
        }
    }
}

impl From<Settings> for SettingsRequest {
    fn from(settings: Settings) -> Self {
        Self {
            layer: Some(settings.layer.0),
            idf: Some(settings.idf),
            rescale: Some(settings.rescale),
            conventions: Some(settings.conventions),
        }
    }
}

/// A setting in a file: one that was not asked for is written as its default, so that a reader finds a value; one that the
/// file lacks is not asked for, and null is an error.
mod written_in_full {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    #[expect(
        clippy::ref_option,
        reason = "serde passes a reference to the field, whatever its type"
    )]
    pub fn serialize<T: Copy + Default + Serialize, S: Serializer>(
        setting: &Option<T>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        setting.unwrap_or_default().serialize(serializer)
    }

    pub fn deserialize<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<T>, D::Error> {
        T::deserialize(deserializer).map(Some)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{from_value, json, to_value};

    #[test]
    fn what_is_asked_for_wins_over_what_was_asked_for_before() {
        let asked = SettingsRequest {
            layer: Some(3),
            rescale: Some(false),
            ..SettingsRequest::default()
        };
        let earlier = SettingsRequest {
            layer: Some(5),
            idf: Some(Idf::Table),
            rescale: Some(true),
            conventions: Some(Conventions::WINDOWS),
        };
        let merged = SettingsRequest {
            idf: Some(Idf::Table),
            conventions: Some(Conventions::WINDOWS),
            ..asked
        };
        assert_eq!(asked.merge(earlier), merged);
    }

    #[test]
    fn a_file_has_every_setting_and_need_not() {
        let written = json!({ "layer": null, "idf": "off", "rescale": false, "as": "bert_score" });
        assert_eq!(to_value(SettingsRequest::default()).unwrap(), written);
        let read = |json| from_value::<SettingsRequest>(json).ok();
        assert_eq!(read(json!({})), Some(SettingsRequest::default()));
        let windows = SettingsRequest {
            conventions: Some(Conventions::WINDOWS),
            ..SettingsRequest::default()
        };
        assert_eq!(read(json!({ "as": "bert_score+windows" })), Some(windows));
        assert_eq!(read(json!({ "rescale": null })), None);
    }
}
