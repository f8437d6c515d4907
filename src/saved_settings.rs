//! The settings that reproduce saved scores.

use bertscope_analysis::{Conventions, Idf, SettingsRequest};
use bertscope_pairs::provenance::{Rescaling, ScoreProvenance};

/// The settings that saved scores were computed with, as far as their file states them.
pub fn settings_of(provenance: &ScoreProvenance) -> SettingsRequest {
    let idf = match provenance.idf {
        None => None,
        Some(false) => Some(Idf::Off),
        // A signature does not name a table; `score` counts over the references unless it is given one.
        Some(true) => Some(Idf::References),
    };
    let rescale = match provenance.rescaling {
        None => None,
        Some(Rescaling::Raw) => Some(false),
        Some(Rescaling::Published | Rescaling::Custom | Rescaling::Unspecified) => Some(true),
    };
    // Only other programs than the default one are named.
    let conventions = provenance.program.and_then(Conventions::from_name);
    SettingsRequest {
        layer: provenance.layer,
        idf,
        rescale,
        conventions: Some(conventions.unwrap_or_default()),
    }
}
