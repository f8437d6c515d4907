//! Features of pairs: numbers of which pairs with a disagreement may have more or less than others.

use serde::Serialize;
use strum::VariantArray;

use super::{PairDrivers, WordCost, WordKind};
use crate::Measure;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Feature {
    /// Candidate tokens / reference tokens.
    LengthRatio,
    ReferenceTokens,
    /// P − R.
    Gap,
    /// The share of one kind of word in the total cost of the pair; undefined if nothing has a cost.
    Cost(WordKind),
    /// Number of words whose best match is a special token.
    ToSpecial,
    /// Number of tokens whose best match is a hub token.
    Hubs,
}

impl Feature {
    /// All features, those of costs in the order of the kinds.
    pub fn all() -> impl Iterator<Item = Self> {
        let costs = WordKind::VARIANTS.iter().copied().map(Self::Cost);
        [Self::LengthRatio, Self::ReferenceTokens, Self::Gap]
            .into_iter()
            .chain(costs)
            .chain([Self::ToSpecial, Self::Hubs])
    }

    /// Its label in a table: `share of cost: numbers`.
    pub fn name(self) -> String {
        match self {
            Self::LengthRatio => "length ratio".to_owned(),
            Self::ReferenceTokens => "reference tokens".to_owned(),
            Self::Gap => "P − R".to_owned(),
            Self::Cost(kind) => format!("share of cost: {}", kind.name()),
            Self::ToSpecial => "matches to special tokens".to_owned(),
            Self::Hubs => "tokens matched with a hub token".to_owned(),
        }
    }

    pub(super) fn value(self, pair: &PairDrivers) -> f64 {
        match self {
            Self::LengthRatio => pair.candidate_tokens as f64 / pair.reference_tokens.max(1) as f64,
            Self::ReferenceTokens => pair.reference_tokens as f64,
            Self::Gap => pair.scores[0].unwrap_or(0.0) - pair.scores[1].unwrap_or(0.0),
            Self::Cost(kind) => share_of_cost(pair, kind),
            Self::ToSpecial => pair.to_special.len() as f64,
            Self::Hubs => sum(pair.hubs.iter().map(|hub| hub.amount)),
        }
    }
}

/// NaN, of which no mean is taken, if nothing has a cost.
fn share_of_cost(pair: &PairDrivers, kind: WordKind) -> f64 {
    let costs = pair.precision.iter().chain(&pair.recall);
    let of_kind = costs.clone().filter(|cost| cost.kind == kind);
    sum(of_kind.map(cost_amount)) / sum(costs.map(cost_amount))
}

/// A cost that prints as 0 is rounding, perhaps below 0, of which nothing has a share.
fn cost_amount(cost: &WordCost) -> f64 {
    if Measure::F1.direction(cost.amount).is_gt() {
        cost.amount
    } else {
        0.0
    }
}

fn sum(amounts: impl Iterator<Item = f64>) -> f64 {
    // An empty sum of f64 is −0.
    amounts.sum::<f64>() + 0.0
}
