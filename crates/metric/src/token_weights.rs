//! The source of IDF weights: counted texts, or a weight for each token.

use std::collections::BTreeMap;

use crate::{DocumentFrequencies, MetricError};

/// The weight of each token id.
#[derive(Debug, Clone, PartialEq)]
pub enum TokenWeights {
    /// Computed from document frequencies.
    Counted(DocumentFrequencies),
    /// Given by id, like `bert_score`'s `idf=dict`, with the weight of all other ids; without it, they are errors.
    Given(BTreeMap<u32, f64>, Option<f64>),
}

impl TokenWeights {
    /// The document frequencies; `None` for given weights.
    pub fn counted(&self) -> Option<&DocumentFrequencies> {
        if let Self::Counted(table) = self {
            Some(table)
        } else {
            None
        }
    }

    /// The weight of a token.
    ///
    /// # Errors
    /// [`MetricError::MissingWeight`] if no weight is given for it.
    pub fn weight(&self, id: u32) -> Result<f64, MetricError> {
        match self {
            Self::Counted(table) => Ok(table.weight(id).max(0.0)),
            Self::Given(weights, other) => weights
                .get(&id)
                .copied()
                .or(*other)
                .ok_or(MetricError::MissingWeight { id }),
        }
    }

    /// The same weights, limited to these ids: enough to weight one text.
    #[must_use]
    pub fn restricted(&self, ids: impl IntoIterator<Item = u32>) -> Self {
        let given = |id| Some((id, self.weight(id).ok()?));
        match self {
            Self::Counted(table) => Self::Counted(table.restricted(ids)),
            Self::Given(..) => Self::Given(ids.into_iter().filter_map(given).collect(), None),
        }
    }

    /// The listed ids in order, each with its document frequency, if it was counted, and its weight.
    pub fn entries(&self) -> Vec<(u32, Option<u64>, f64)> {
        let counted = |(id, df)| Some((id, Some(df), self.weight(id).ok()?));
        match self {
            Self::Counted(table) => table.entries().into_iter().filter_map(counted).collect(),
            Self::Given(weights, _) => weights
                .iter()
                .map(|(id, weight)| (*id, None, *weight))
                .collect(),
        }
    }
}
