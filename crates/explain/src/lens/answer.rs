//! What a lens says about a pair.

use super::score::LensScore;
use bertscope_encoder::Layer;

/// What a lens says about a pair.
#[derive(Debug, Clone, PartialEq)]
pub enum Answer {
    /// A score.
    Score(Box<LensScore>),
    /// There is no score; the reason.
    None(String),
    /// Not computed yet.
    Pending,
}

impl Answer {
    pub(super) fn score(score: LensScore) -> Self {
        Self::Score(Box::new(score))
    }

    /// The answer of a model that was loaded up to a lower layer than its last.
    pub(super) fn not_loaded(last: Layer) -> Self {
        Self::None(format!("The model was not read up to layer {last}, its last."))
    }
}
