//! Settings of the scores in a file. The inspector never shows such scores with other settings.

use crate::Basis;
use bertscope_analysis::{Conventions, Idf, ScoreRequest, SettingsRequest};
use bertscope_pairs::provenance::{Rescaling, ScoreProvenance};

/// What has to be asked for to get the scores of a file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum FileSettings {
    /// The file does not say, so its scores count as those of the first basis.
    #[default]
    Unstated,
    Stated(Box<StatedSettings>),
    /// Nothing gets them: they were computed with a baseline, an IDF table or weights that are not at hand.
    Unreachable,
}

/// Settings that a file states.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StatedSettings {
    /// What has to be asked for, with the first basis where the file says nothing. The model has the name that opens it.
    pub request: ScoreRequest,
    pub provenance: ScoreProvenance,
}

impl FileSettings {
    /// Whether scores computed with `basis` are those of the file. `first` is the basis at the start; both are `None` before
    /// there is a model.
    pub fn hold(&self, basis: Option<&Basis>, first: Option<&Basis>) -> bool {
        match (self, basis, first) {
            (Self::Unstated, ..) => basis == first,
            (Self::Stated(stated), Some(basis), Some(first)) => {
                matches(&stated.request, basis, first)
            }
            (Self::Stated(_) | Self::Unreachable, ..) => false,
        }
    }

    /// What scores with this signature and the scores of the file were computed with differently, although the same settings
    /// were asked for; `None` if they can be compared.
    pub fn difference(&self, signature: &str) -> Option<String> {
        let Self::Stated(stated) = self else {
            return None;
        };
        let mut computed = ScoreProvenance::from_signature(signature)?;
        // The name that opens a model need not be the one in the signature of its scores.
        computed.model.clone_from(&stated.provenance.model);
        stated.provenance.difference(&computed)
    }
}

fn matches(request: &ScoreRequest, basis: &Basis, first: &Basis) -> bool {
    let current = basis.settings;
    let initial = first.settings;
    let expected = request.settings.merge(SettingsRequest::from(initial));
    // The table has to be the initial one; whether that is the table of the file shows once a pair is scored.
    let has_initial_weights = current.idf == initial.idf && basis.file_idf == first.file_idf;
    let has_weights = match request.settings.idf {
        None => has_initial_weights,
        Some(Idf::Off) => current.idf == Idf::Off,
        Some(Idf::Table | Idf::References) => has_initial_weights && current.idf != Idf::Off,
    };
    has_weights
        && basis.model == *request.model.as_ref().unwrap_or(&first.model)
        && expected.layer == Some(current.layer.0)
        && expected.rescale == Some(current.rescale)
        && expected.conventions == Some(current.conventions)
}

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
