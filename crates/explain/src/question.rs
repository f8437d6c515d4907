//! A question about a score, and how its answer arrives.

use std::ops::ControlFlow;
use std::sync::Arc;

use super::kept::KeptTexts;
use super::topic::Topic;
use bertscope_analysis::Analysis;
use bertscope_metric::DocumentFrequencies;

/// A question about the pair on screen.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Question {
    /// The explanation that is requested.
    pub topic: Topic,
    /// The pair as it was before the current edit.
    pub before: Option<Arc<Analysis>>,
    /// Kept candidates, to compare with.
    pub candidates: KeptTexts,
    /// Kept references, to compare with.
    pub references: KeptTexts,
    /// The document frequencies of [`Idf::References`](bertscope_analysis::Idf::References) over more references than those
    /// of the pair; `None` counts over each reference alone.
    pub frequencies: Option<DocumentFrequencies>,
}

impl Question {
    /// A question about the pair alone.
    pub fn new(topic: Topic) -> Self {
        Self {
            topic,
            ..Self::default()
        }
    }
}

/// Callback for partial answers; each replaces the previous one. Return `Break` to cancel the rest.
pub type OnPartial<'a, T> = dyn FnMut(T) -> ControlFlow<()> + 'a;
