//! Words to look at: numbers, dates, units, names, and words such as *not* and *must* that only one of the texts has, or has more
//! often, with what they cost.
//!
//! The cost of an expression is the sum of its tokens' costs in the [ledger](crate::ledger). The check never changes a score,
//! and says nothing about which text is right.

use std::ops::Range;

use serde::{Serialize, Serializer};

use crate::ledger::Ledger;
use crate::words::TokenFinder;
use bertscope_analysis::{Analysis, Side};
use bertscope_kinds::{Difference, DifferenceKind, differences};

/// The expressions that only one of the texts has, or has more often, highest cost first.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Kinds {
    /// The expressions.
    pub differences: Vec<CostedDifference>,
}

/// An expression that only one of the texts has, or has more often, and its cost.
#[derive(Debug, Clone, PartialEq)]
pub struct CostedDifference {
    /// The kind.
    pub kind: DifferenceKind,
    /// The text that has it.
    pub side: Side,
    /// As the text has it.
    pub text: String,
    /// Whether the other text has it, too, but less often.
    pub is_repeated: bool,
    /// Its tokens; none if the model does not see it.
    pub tokens: Range<usize>,
    /// The sum of their costs.
    pub cost: f64,
}

impl Kinds {
    /// Compares the texts of a pair.
    pub fn compute(analysis: &Analysis) -> Self {
        let found = differences(
            &analysis.reference.tokenized.text,
            &analysis.candidate.tokenized.text,
            &analysis.kind_words,
        );
        // The check runs for every pair of a file, and most pairs need no ledger.
        if found.count() == 0 {
            return Self::default();
        }
        let ledger = Ledger::compute(analysis);
        let mut differences = Vec::with_capacity(found.count());
        for (side, of_side) in [
            (Side::Reference, found.reference),
            (Side::Candidate, found.candidate),
        ] {
            for difference in of_side {
                differences.push(CostedDifference::new(analysis, &ledger, side, difference));
            }
        }
        differences.sort_by(|a, b| b.cost.total_cmp(&a.cost));
        Self { differences }
    }
}

impl CostedDifference {
    fn new(analysis: &Analysis, ledger: &Ledger, side: Side, difference: Difference) -> Self {
        let text = &analysis.side(side).tokenized;
        let tokens = TokenFinder::new(text).find(&difference.bytes).tokens;
        // The ledger has no entries where the score is 0 by convention.
        let entries = ledger
            .side(side)
            .entries
            .get(tokens.clone())
            .unwrap_or_default();
        // An empty sum of f64 is −0.
        let cost = entries.iter().map(|entry| entry.cost).sum::<f64>() + 0.0;
        Self {
            kind: difference.kind,
            side,
            text: text.text[difference.bytes].to_owned(),
            is_repeated: difference.is_repeated,
            tokens,
            cost,
        }
    }

    /// Its text and tokens, if it is of `side`.
    fn json_of(&self, side: Side) -> (Option<&str>, Vec<usize>) {
        if side == self.side {
            (Some(&self.text), self.tokens.clone().collect())
        } else {
            (None, Vec::new())
        }
    }
}

#[derive(Serialize)]
struct CostedDifferenceJson<'a> {
    kind: DifferenceKind,
    reference: Option<&'a str>,
    candidate: Option<&'a str>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    repeated: bool,
    cost: f64,
    reference_tokens: Vec<usize>,
    candidate_tokens: Vec<usize>,
}

impl Serialize for CostedDifference {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let (reference, reference_tokens) = self.json_of(Side::Reference);
        let (candidate, candidate_tokens) = self.json_of(Side::Candidate);
        let json = CostedDifferenceJson {
            kind: self.kind,
            reference,
            candidate,
            repeated: self.is_repeated,
            cost: self.cost,
            reference_tokens,
            candidate_tokens,
        };
        json.serialize(to)
    }
}
