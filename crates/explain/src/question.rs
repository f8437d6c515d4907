//! A question about a score.

use std::sync::Arc;

use super::kept::KeptTexts;
use super::topic::Topic;
use bertscope_analysis::Analysis;

/// A question about the pair on screen.
#[derive(Debug, Clone, PartialEq)]
pub struct Question {
    /// What is asked.
    pub topic: Topic,
    /// The pair as it was before the current edit.
    pub before: Option<Arc<Analysis>>,
    /// Kept candidates, to compare with.
    pub candidates: KeptTexts,
    /// Kept references, to compare with.
    pub references: KeptTexts,
}

impl Question {
    /// A question about the pair alone.
    #[must_use]
    pub fn about(topic: Topic) -> Self {
        Self { topic, before: None, candidates: KeptTexts::default(), references: KeptTexts::default() }
    }
}
