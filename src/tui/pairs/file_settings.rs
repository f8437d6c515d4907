//! Settings of the scores in a file. The inspector never shows such scores with other settings.

use super::Basis;
use bertscope_analysis::{Idf, ScoreRequest, SettingsRequest};

/// What has to be asked for to get the scores of a file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum FileSettings {
    /// The file does not say, so its scores count as those of the first basis.
    #[default]
    Unstated,
    /// This, with the first basis where the file says nothing. The model has the name that opens it.
    Stated(ScoreRequest),
    /// Nothing gets them: they were rescaled with a baseline that is not at hand.
    Unreachable,
}

impl FileSettings {
    /// Whether scores computed with `basis` are those of the file. `first` is the basis at the start; both are `None` before
    /// there is a model.
    pub fn hold(&self, basis: Option<&Basis>, first: Option<&Basis>) -> bool {
        match (self, basis, first) {
            (Self::Unstated, ..) => basis == first,
            (Self::Stated(request), Some(basis), Some(first)) => matches(request, basis, first),
            (Self::Stated(_) | Self::Unreachable, ..) => false,
        }
    }
}

fn matches(request: &ScoreRequest, basis: &Basis, first: &Basis) -> bool {
    let current = basis.settings;
    let initial = first.settings;
    let expected = request.settings.merge(SettingsRequest::from(initial));
    // The file does not say which table was used, so it has to be the initial one.
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
