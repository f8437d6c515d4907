//! What a person can choose about a score.

use serde::{Deserialize, Serialize};

use bertscope_encoder::Layer;

/// One of the two texts of a pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// What the candidate is compared with.
    Reference,
    /// What is being scored.
    Candidate,
}

impl Side {
    /// The other one.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::Reference => Self::Candidate,
            Self::Candidate => Self::Reference,
        }
    }

    /// `reference` or `candidate`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Reference => "reference",
            Self::Candidate => "candidate",
        }
    }

    /// The name of the mean over its tokens: `R` or `P`.
    #[must_use]
    pub fn mean(self) -> &'static str {
        match self {
            Self::Reference => "R",
            Self::Candidate => "P",
        }
    }
}

/// How tokens are weighed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Idf {
    /// Every token counts the same.
    #[default]
    Off,
    /// By a table of document frequencies: the bundled one or that of a file.
    Table,
    /// By the references at hand, as `bert_score` does when it is given no more than the pairs.
    References,
}

/// Everything that turns the same two texts into another number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Settings {
    /// Layer whose hidden states are compared.
    pub layer: Layer,
    /// How tokens are weighed.
    pub idf: Idf,
    /// Whether the score is stretched against the baseline of random pairs.
    pub rescale: bool,
}

impl Settings {
    /// Plain scores at a layer.
    #[must_use]
    pub fn plain(layer: Layer) -> Self {
        Self { layer, idf: Idf::Off, rescale: false }
    }
}
