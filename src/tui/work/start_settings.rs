//! The settings that the inspector starts with when a file has scores: those that the scores were computed with.

use std::path::Path;

use super::model_registry::{is_available_offline, reopen_name};
use crate::metric_options::MetricOptions;
use crate::tui::pairs::pair_settings::ScoreSettings;
use bertscope_analysis::Conventions;
use bertscope_models::bundled;
use bertscope_pairs::provenance::{Rescaling, ScoreProvenance};

/// The initial settings that follow from a file's scores.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct StartSettings {
    /// The scores that are shown as the file's; `None` if the file does not state its settings.
    pub score_settings: Option<ScoreSettings>,
    pub layer: Option<usize>,
    /// IDF from the references of the file, or no IDF.
    pub idf: Option<bool>,
    pub rescale: Option<bool>,
    /// A message about the settings.
    pub remark: Option<String>,
}

/// Describes how scores were computed, with the bundled model's name on screen.
pub fn describe(made: &ScoreProvenance) -> String {
    made.to_string().replace(bundled::FULL_NAME, bundled::NAME)
}

impl StartSettings {
    /// The settings of the scores in the file called `name`, unless the command line overrides them or the model is not
    /// on this machine. Puts the model into `args`.
    pub fn from_provenance(made: &ScoreProvenance, name: &str, args: &mut MetricOptions) -> Self {
        let model = made.model.as_deref().map(reopen_name);
        let asked = args.model_name().map(reopen_name);
        let mut other = model
            .as_ref()
            .zip(asked.as_ref())
            .is_some_and(|(model, asked)| model != asked);
        let mut why = "";
        if let (Some(model), None) = (&model, &asked) {
            if is_available_offline(model) {
                // Unchanged, for the signature.
                let written = if model == bundled::NAME {
                    Some(model.clone())
                } else {
                    made.model.clone()
                };
                args.model = written;
            } else {
                other = true;
                why = " (that model is not on this machine)";
            }
        }
        let custom = args.baseline.is_some();
        // These models have their own baselines, which the signature does not distinguish from a baseline file of the
        // user.
        let own = |model: &String| model == bundled::NAME || Path::new(model).is_absolute();
        let has_own = model.as_ref().is_some_and(own);
        let never = match made.rescaling {
            Some(Rescaling::Custom) => !custom && !has_own,
            Some(Rescaling::Published) => custom,
            _ => false,
        };
        if made.rescaling == Some(Rescaling::Custom) && never {
            why = " (give that baseline with --baseline)";
        }
        let rescale = made.rescaling.map(|rescaling| rescaling != Rescaling::Raw);
        let program = made
            .program
            .and_then(Conventions::from_name)
            .unwrap_or_default();
        let fits = ScoreSettings {
            model,
            layer: made.layer,
            idf: made.idf,
            rescale,
            conventions: program,
            never_match: never,
        };
        let asks_rescaled = args.rescale || custom;
        let layer = made.layer.filter(|_| args.layer.is_none() && !other);
        let idf = made.idf.filter(|_| args.idf.is_none() && !other);
        let differs = other
            || never
            || args.conventions().is_some_and(|asked| asked != program)
            || args
                .layer
                .zip(made.layer)
                .is_some_and(|(asked, made)| asked != made)
            || (args.idf.is_some() && made.idf == Some(false))
            || (asks_rescaled && rescale == Some(false));
        args.program = args.conventions().or(Some(program));
        let made = describe(made);
        let remark = if differs {
            format!(
                "The scores in {name} were computed with {made}{why}. Other settings apply here, so they are computed again."
            )
        } else {
            let table = if idf == Some(true) {
                "; IDF from the references of the file"
            } else {
                ""
            };
            format!("Started with the settings of the scores in {name}: {made}{table}.")
        };
        let rescale = rescale.filter(|_| !asks_rescaled && !never && !other);
        Self {
            score_settings: Some(fits),
            layer,
            idf,
            rescale,
            remark: Some(remark),
        }
    }
}
