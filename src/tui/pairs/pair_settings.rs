//! Settings of the scores in a file. The inspector never shows such scores with other settings.

use super::Basis;
use bertscope_analysis::{Conventions, Idf};

/// The settings of the scores in a file; a missing setting is the inspector's initial one.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ScoreSettings {
    /// The name that opens the model.
    pub model: Option<String>,
    pub layer: Option<usize>,
    /// Whether IDF weights are on.
    pub idf: Option<bool>,
    /// Whether scores are rescaled.
    pub rescale: Option<bool>,
    pub conventions: Conventions,
    /// Whether no settings reproduce the file's scores.
    pub never_match: bool,
}

impl ScoreSettings {
    /// Whether scores computed with `basis` are those of the file. `first`, the initial basis, supplies what the file omits.
    pub fn matches(&self, basis: &Basis, first: &Basis) -> bool {
        let (now, then) = (basis.settings, first.settings);
        // The file does not say which table was used.
        let weighed = now.idf == then.idf && basis.file_idf == first.file_idf;
        let idf = match self.idf {
            Some(false) => now.idf == Idf::Off,
            Some(true) => weighed && now.idf != Idf::Off,
            None => weighed,
        };
        !self.never_match
            && basis.model == *self.model.as_ref().unwrap_or(&first.model)
            && now.layer.0 == self.layer.unwrap_or(then.layer.0)
            && idf
            && now.conventions == self.conventions
            && now.rescale == self.rescale.unwrap_or(then.rescale)
    }
}
