//! The settings of a score.

use serde::{Deserialize, Serialize};

use bertscope_encoder::{Conventions, Layer};

/// One of the two texts of a pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// The text that the candidate is compared with.
    Reference,
    /// The text that is scored.
    Candidate,
}

impl Side {
    /// Both sides in the order of the formulas: P is of the candidate, R of the reference.
    pub const BOTH: [Self; 2] = [Self::Candidate, Self::Reference];

    /// What belongs to the side.
    pub fn pick<T>(self, reference: T, candidate: T) -> T {
        match self {
            Self::Reference => reference,
            Self::Candidate => candidate,
        }
    }

    /// The other side.
    #[must_use]
    pub fn other(self) -> Self {
        self.pick(Self::Candidate, Self::Reference)
    }

    /// `reference` or `candidate`.
    pub fn name(self) -> &'static str {
        self.pick("reference", "candidate")
    }

    /// The symbol of the mean over its tokens: `R` or `P`.
    pub fn mean_symbol(self) -> &'static str {
        self.pick("R", "P")
    }

    /// The name of that mean: `recall` or `precision`.
    pub fn mean_name(self) -> &'static str {
        self.pick("recall", "precision")
    }
}

/// The source of IDF weights.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Idf {
    /// Every token has the same weight.
    #[default]
    Off,
    /// A table of document frequencies: the bundled one, or a file.
    Table,
    /// Document frequencies over the references of the pairs, as `bert_score` counts them.
    References,
}

/// Everything that a score depends on besides the model and the texts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Settings {
    /// Layer whose hidden states are compared.
    pub layer: Layer,
    /// The source of IDF weights.
    pub idf: Idf,
    /// Whether the score is rescaled with the baseline of random pairs.
    pub rescale: bool,
    /// The program whose score is computed, and what becomes of long texts; both are one name in JSON.
    #[serde(rename = "program", skip_serializing_if = "Conventions::is_default")]
    pub conventions: Conventions,
}

impl Settings {
    /// The default program's settings for a layer, without IDF and without rescaling.
    pub fn plain(layer: Layer) -> Self {
        Self {
            layer,
            idf: Idf::Off,
            rescale: false,
            conventions: Conventions::default(),
        }
    }
}
