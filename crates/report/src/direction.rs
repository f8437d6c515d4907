//! Which matches are shown.

use bertscope_analysis::Side;
use serde::{Deserialize, Serialize};
use strum::{IntoStaticStr, VariantArray};

use crate::next_variant;

/// The direction of matching that is shown.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, IntoStaticStr, VariantArray,
)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum MatchDirection {
    #[default]
    Both,
    /// Each candidate token's best reference token.
    Precision,
    /// Each reference token's best candidate token.
    Recall,
}

impl MatchDirection {
    pub const ALL: &[Self] = Self::VARIANTS;

    #[must_use]
    pub fn next(self) -> Self {
        next_variant(self)
    }

    /// Its name in files and links.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// The sides whose tokens show their best match.
    pub fn sides(self) -> Vec<Side> {
        match self {
            Self::Both => Side::BOTH.into(),
            Self::Precision => vec![Side::Candidate],
            Self::Recall => vec![Side::Reference],
        }
    }

    /// Whether candidate tokens show their best match.
    pub fn has_precision(self) -> bool {
        self != Self::Recall
    }

    /// Whether reference tokens show their best match.
    pub fn has_recall(self) -> bool {
        self != Self::Precision
    }
}
