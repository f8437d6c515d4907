//! The result of a lens for a pair.

use super::score::LensScore;
use bertscope_models::ModelError;

/// The result of a lens for a pair.
#[derive(Debug, Clone, PartialEq)]
pub enum LensAnswer {
    /// A score.
    Score(Box<LensScore>),
    /// The lens has no score for this pair; holds the reason as a sentence.
    Unavailable(String),
    /// Not computed yet.
    Pending,
}

/// Why a lens has no score.
pub(super) enum NoScore {
    /// It has no score for this pair; holds the reason as a sentence.
    Unavailable(String),
    /// The model rejects a text.
    Model(ModelError),
}

impl From<ModelError> for NoScore {
    fn from(error: ModelError) -> Self {
        Self::Model(error)
    }
}

impl From<String> for NoScore {
    fn from(why: String) -> Self {
        Self::Unavailable(why)
    }
}
