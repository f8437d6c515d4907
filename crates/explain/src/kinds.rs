//! What differs in kind between the two texts, and what it costs: numbers, negation, modality, names, units and dates.
//!
//! The cost of a difference is the sum of its tokens' costs in the [ledger](crate::ledger), on both sides: what they take from
//! precision, plus what they take from recall. The check never changes a score.

use std::ops::Range;

use serde::{Serialize, Serializer};

use crate::ledger::Ledger;
use crate::sides::Sides;
use crate::words::TokenFinder;
use bertscope_analysis::{Analysis, Side};
use bertscope_kinds::{Difference, DifferenceKind, differences};

/// What differs in kind, highest cost first.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Kinds {
    /// The differences.
    pub differences: Vec<CostedDifference>,
}

/// A difference in kind, and its cost.
#[derive(Debug, Clone, PartialEq)]
pub struct CostedDifference {
    /// The kind.
    pub kind: DifferenceKind,
    /// The expression of each text; `None` if it has none.
    pub sides: Sides<Option<Expression>>,
    /// The sum of the costs of both expressions.
    pub cost: f64,
}

/// An expression of a text.
#[derive(Debug, Clone, PartialEq)]
pub struct Expression {
    /// As the text has it.
    pub text: String,
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
        if found.is_empty() {
            return Self::default();
        }
        let ledger = Ledger::compute(analysis);
        let mut differences: Vec<CostedDifference> = found
            .into_iter()
            .map(|difference| CostedDifference::new(analysis, &ledger, difference))
            .collect();
        differences.sort_by(|a, b| b.cost.total_cmp(&a.cost));
        Self { differences }
    }
}

impl CostedDifference {
    fn new(analysis: &Analysis, ledger: &Ledger, difference: Difference) -> Self {
        let reference = difference
            .reference
            .map(|bytes| Expression::new(analysis, ledger, Side::Reference, bytes));
        let candidate = difference
            .candidate
            .map(|bytes| Expression::new(analysis, ledger, Side::Candidate, bytes));
        Self {
            kind: difference.kind,
            cost: [&reference, &candidate]
                .into_iter()
                .flatten()
                .map(|expression| expression.cost)
                .sum(),
            sides: Sides {
                candidate,
                reference,
            },
        }
    }

    /// The expression of a side.
    pub fn expression(&self, side: Side) -> Option<&Expression> {
        self.sides.side(side).as_ref()
    }
}

impl Expression {
    fn new(analysis: &Analysis, ledger: &Ledger, side: Side, bytes: Range<usize>) -> Self {
        let text = &analysis.side(side).tokenized;
        let tokens = TokenFinder::new(text).find(&bytes).tokens;
        // The ledger has no entries where the score is 0 by convention.
        let entries = ledger
            .side(side)
            .entries
            .get(tokens.clone())
            .unwrap_or_default();
        // An empty sum of f64 is −0.
        let cost = entries.iter().map(|entry| entry.cost).sum::<f64>() + 0.0;
        Self {
            text: text.text[bytes].to_owned(),
            tokens,
            cost,
        }
    }
}

#[derive(Serialize)]
struct CostedDifferenceJson<'a> {
    kind: DifferenceKind,
    reference: Option<&'a str>,
    candidate: Option<&'a str>,
    cost: f64,
    reference_tokens: Vec<usize>,
    candidate_tokens: Vec<usize>,
}

impl Serialize for CostedDifference {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let reference = self.expression(Side::Reference);
        let candidate = self.expression(Side::Candidate);
        let json = CostedDifferenceJson {
            kind: self.kind,
            reference: reference.map(|expression| expression.text.as_str()),
            candidate: candidate.map(|expression| expression.text.as_str()),
            cost: self.cost,
            reference_tokens: token_list(reference),
            candidate_tokens: token_list(candidate),
        };
        json.serialize(to)
    }
}

fn token_list(expression: Option<&Expression>) -> Vec<usize> {
    match expression {
        Some(expression) => expression.tokens.clone().collect(),
        None => Vec::new(),
    }
}
