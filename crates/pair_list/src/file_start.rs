//! The start of the inspector with a file that has scores: with the settings of those scores, where nothing else is asked
//! for.

use std::path::Path;

use crate::file_settings::{FileSettings, StatedSettings, settings_of};
use bertscope_analysis::{Idf, ScoreRequest, SettingsRequest};
use bertscope_models::{bundled, is_available_offline, reopen_name};
use bertscope_pairs::provenance::{Rescaling, ScoreProvenance};

/// How the inspector starts with a file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FileStart {
    /// The settings of the scores in the file.
    pub scores: FileSettings,
    /// What the file asks for; the command line goes first.
    pub request: ScoreRequest,
    /// A message about the settings.
    pub remark: Option<String>,
}

/// Describes how scores were computed, with the bundled model's name on screen.
pub fn describe(provenance: &ScoreProvenance) -> String {
    provenance
        .to_string()
        .replace(bundled::FULL_NAME, bundled::NAME)
}

impl FileStart {
    /// The start with scores of the file called `name` that nothing is known about: they are not shown, because it would be unclear
    /// which of the numbers in the list can be compared.
    pub fn without_provenance(name: &str) -> Self {
        Self {
            scores: FileSettings::Unreachable,
            remark: Some(format!(
                "The settings of the scores in {name} are unknown, because the file has no signature. The scores are computed again."
            )),
            ..Self::default()
        }
    }

    /// The start with the scores of the file called `name`, when the command line asks for `asked`.
    pub fn from_provenance(provenance: &ScoreProvenance, name: &str, asked: &ScoreRequest) -> Self {
        let model = provenance.model.as_deref().map(reopen_name);
        let scores = SavedScores {
            provenance,
            asked,
            settings: settings_of(provenance),
            model: FileModel::new(model.as_deref(), asked),
            has_baseline: has_baseline(provenance.rescaling, model.as_deref(), asked),
        };
        Self {
            request: scores.request(model.as_deref()),
            remark: Some(scores.remark(name)),
            scores: if scores.has_baseline && scores.has_signature() {
                FileSettings::Stated(Box::new(StatedSettings {
                    request: ScoreRequest {
                        settings: scores.settings,
                        model,
                        ..ScoreRequest::default()
                    },
                    provenance: provenance.clone(),
                }))
            } else {
                FileSettings::Unreachable
            },
        }
    }
}

/// What becomes of the model that computed the scores of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum FileModel {
    /// It is asked for anyway, or the file does not name it.
    Fits,
    /// It is opened, since no other is asked for.
    Opened,
    /// Another one is asked for.
    Replaced,
    /// It is not on this machine.
    Missing,
}

impl FileModel {
    /// The model is called by the name that opens it.
    fn new(model: Option<&str>, asked: &ScoreRequest) -> Self {
        match (model, asked.model_name().map(reopen_name)) {
            (None, _) => Self::Fits,
            (Some(model), Some(asked)) if model == asked => Self::Fits,
            (Some(_), Some(_)) => Self::Replaced,
            (Some(model), None) if is_available_offline(model) => Self::Opened,
            (Some(_), None) => Self::Missing,
        }
    }
}

/// Whether the baseline that scores were rescaled with can be the one that the request leads to. If a pair is scored with
/// another one, the list says so.
fn has_baseline(rescaling: Option<Rescaling>, model: Option<&str>, asked: &ScoreRequest) -> bool {
    // These models have their own baselines, which count as custom, too.
    let has_own = model.is_some_and(|name| name == bundled::NAME || Path::new(name).is_absolute());
    match rescaling {
        Some(Rescaling::Custom) => asked.baseline.is_some() || has_own,
        Some(Rescaling::Published) => asked.baseline.is_none(),
        Some(Rescaling::Raw | Rescaling::Unspecified) | None => true,
    }
}

/// Scores in a file, and what the command line asks for.
struct SavedScores<'a> {
    provenance: &'a ScoreProvenance,
    asked: &'a ScoreRequest,
    /// The settings of the scores.
    settings: SettingsRequest,
    model: FileModel,
    has_baseline: bool,
}

impl SavedScores<'_> {
    /// What the file asks for, with the name that opens its model.
    fn request(&self, model: Option<&str>) -> ScoreRequest {
        let mut settings = match self.model {
            FileModel::Fits | FileModel::Opened => self.settings,
            // Layer, weights and scale were meant for the other model.
            FileModel::Replaced | FileModel::Missing => SettingsRequest {
                conventions: self.settings.conventions,
                ..SettingsRequest::default()
            },
        };
        if !self.has_baseline {
            settings.rescale = None;
        }
        let model = match (self.model, model) {
            (FileModel::Opened, Some(bundled::NAME)) => Some(bundled::NAME.to_owned()),
            // As the file names it, so that the signature stays the same.
            (FileModel::Opened, _) => self.provenance.model.clone(),
            _ => None,
        };
        ScoreRequest {
            model,
            settings,
            ..ScoreRequest::default()
        }
    }

    /// Whether the file says with which settings its scores were computed. A table without signatures has the layer and, in its
    /// raw numbers, the scale, but neither model nor weights.
    fn has_signature(&self) -> bool {
        self.provenance.model.is_some()
    }

    /// Whether the command line leads to the settings of the scores.
    fn are_reached(&self) -> bool {
        let asked = self.asked.settings;
        let file = self.settings;
        let is_model_open = matches!(self.model, FileModel::Fits | FileModel::Opened);
        let has_layer = asked.layer.is_none() || file.layer.is_none() || asked.layer == file.layer;
        let has_weights = asked.idf.is_none() || file.idf != Some(Idf::Off);
        let has_scale = asked.rescale.is_none() || file.rescale != Some(false);
        let has_conventions = asked.conventions.is_none() || asked.conventions == file.conventions;
        is_model_open
            && self.has_baseline
            && has_layer
            && has_weights
            && has_scale
            && has_conventions
    }

    /// A sentence on what a signature leaves open, as that of `bert_score` does.
    fn unstated(&self) -> String {
        let parts = self.provenance.unstated_parts();
        if self.provenance.model.is_none() || parts.is_empty() {
            return String::new();
        }
        let parts = parts.join(" and ");
        format!(
            " The file does not identify the {parts}, so nothing checks that they are the same."
        )
    }

    /// A message about the settings, for the file called `name`.
    fn remark(&self, name: &str) -> String {
        let description = describe(self.provenance);
        if !self.has_signature() {
            return format!(
                "The settings of the scores in {name} are unknown, because the file has no signature, only {description}. The scores are \
                 computed again."
            );
        }
        if self.are_reached() {
            let counts_references =
                self.asked.settings.idf.is_none() && self.settings.idf == Some(Idf::References);
            let table = if counts_references {
                "; IDF from the references of the file"
            } else {
                ""
            };
            let unstated = self.unstated();
            return format!(
                "Started with the settings of the scores in {name}: {description}{table}.{unstated}"
            );
        }
        let advice = if !self.has_baseline && self.provenance.rescaling == Some(Rescaling::Custom) {
            " (give that baseline with --baseline)"
        } else if self.model == FileModel::Missing {
            " (that model is not on this machine)"
        } else {
            ""
        };
        format!(
            "The scores in {name} were computed with {description}{advice}. Other settings apply here, so the scores are computed again."
        )
    }
}
