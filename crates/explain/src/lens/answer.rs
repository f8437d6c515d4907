//! The result of a lens for a pair.

use super::score::LensScore;
use bertscope_encoder::Layer;

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

impl LensAnswer {
    pub(super) fn score(score: LensScore) -> Self {
        Self::Score(Box::new(score))
    }

    /// The answer if the lens needs the last layer and the model was loaded only up to a lower one.
    pub(super) fn not_loaded(last: Layer) -> Self {
        Self::Unavailable(format!("The model was loaded without its last layer, {last}."))
    }
}
