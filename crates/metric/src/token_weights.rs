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

/// The weight of one token id.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TokenWeight {
    /// The token's id in the vocabulary.
    pub id: u32,
    /// The number of texts with the token; `None` for a given weight.
    pub document_frequency: Option<u64>,
    /// Its weight, finite and not negative.
    pub weight: f64,
}

impl TokenWeights {
    /// The document frequencies; `None` for given weights.
    pub fn counted(&self) -> Option<&DocumentFrequencies> {
        match self {
            Self::Counted(table) => Some(table),
            Self::Given(..) => None,
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
        match self {
            Self::Counted(table) => Self::Counted(table.restricted(ids)),
            // An id without a weight stays without one.
            Self::Given(..) => Self::Given(
                ids.into_iter()
                    .filter_map(|id| Some((id, self.weight(id).ok()?)))
                    .collect(),
                None,
            ),
        }
    }

    /// The listed ids in order of id.
    pub fn entries(&self) -> Vec<TokenWeight> {
        match self {
            Self::Counted(table) => table
                .entries()
                .into_iter()
                .map(|(id, frequency)| TokenWeight {
                    id,
                    document_frequency: Some(frequency),
                    weight: table.weight(id).max(0.0),
                })
                .collect(),
            Self::Given(weights, _) => weights
                .iter()
                .map(|(id, weight)| TokenWeight {
                    id: *id,
                    document_frequency: None,
                    weight: *weight,
                })
                .collect(),
        }
    }
}
