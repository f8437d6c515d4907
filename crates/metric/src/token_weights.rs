//! The source of IDF weights: counted texts, or a weight for each token.

use std::collections::BTreeMap;

use crate::{DocumentFrequencies, Fingerprint, MetricError};

/// The weight of each token id.
#[derive(Debug, Clone, PartialEq)]
pub enum TokenWeights {
    /// Computed from document frequencies.
    Counted(DocumentFrequencies),
    /// Given by id, like `bert_score`'s `idf=dict`.
    Given(GivenWeights),
}

/// Weights given by id, with the weight of all other ids; without it, they are errors.
#[derive(Debug, Clone, PartialEq)]
pub struct GivenWeights {
    weights: BTreeMap<u32, f64>,
    default: Option<f64>,
    fingerprint: Fingerprint,
}

impl GivenWeights {
    /// Weights by id, and the weight of all other ids.
    pub fn new(weights: BTreeMap<u32, f64>, default: Option<f64>) -> Self {
        let ids = weights
            .iter()
            .flat_map(|(id, weight)| [f64::from(*id), *weight]);
        let numbers: Vec<f64> = ids.chain(default).collect();
        Self {
            fingerprint: Fingerprint::from_numbers(&numbers),
            weights,
            default,
        }
    }
}

/// The weight of one token id.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize)]
pub struct TokenWeight {
    /// The token's id in the vocabulary.
    pub id: u32,
    /// The number of texts with the token; `None` for a given weight.
    #[serde(rename = "df")]
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

    /// The fingerprint of the whole table: of its document frequencies, or of each id and its weight, in order of id, and
    /// the weight of all other ids.
    pub fn fingerprint(&self) -> Fingerprint {
        match self {
            Self::Counted(table) => table.fingerprint(),
            Self::Given(given) => given.fingerprint,
        }
    }

    /// The weight of a token.
    ///
    /// # Errors
    /// [`MetricError::MissingWeight`] if no weight is given for it.
    pub fn weight(&self, id: u32) -> Result<f64, MetricError> {
        match self {
            Self::Counted(table) => Ok(table.weight(id).max(0.0)),
            Self::Given(given) => given
                .weights
                .get(&id)
                .copied()
                .or(given.default)
                .ok_or(MetricError::MissingWeight { id }),
        }
    }

    /// The same weights, limited to these ids: enough to weight one text.
    #[must_use]
    pub fn restricted(&self, ids: impl IntoIterator<Item = u32>) -> Self {
        match self {
            Self::Counted(table) => Self::Counted(table.restricted(ids)),
            // An id without a weight stays without one.
            Self::Given(given) => Self::Given(GivenWeights {
                weights: ids
                    .into_iter()
                    .filter_map(|id| Some((id, self.weight(id).ok()?)))
                    .collect(),
                default: None,
                fingerprint: given.fingerprint,
            }),
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
            Self::Given(given) => given
                .weights
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
