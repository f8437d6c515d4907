//! What differs in kind between the two texts, and what it costs: numbers, negation, modality, names, units and dates.
//!
//! The cost of a difference is the sum of its tokens' costs in the [ledger](crate::ledger), on both sides: what they take from
//! precision, plus what they take from recall. The check never changes a score.

use std::ops::Range;

use crate::json::as_object;
use crate::ledger::Ledger;
use crate::overlap::tokens_of_characters;
use crate::sides::Sides;
use bertscope_analysis::{Analysis, Side};
use bertscope_kinds::{Difference, DifferenceKind, differences};

/// What differs in kind, highest cost first.
#[derive(Debug, Clone, Default, PartialEq, serde::Serialize)]
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
        let [reference, candidate] =
            [Side::Reference, Side::Candidate].map(|side| &*analysis.side(side).tokenized.text);
        let found = differences(reference, candidate, &analysis.kind_words);
        if found.is_empty() {
            return Self::default();
        }
        let ledger = Ledger::compute(analysis);
        let costed = |Difference {
                          kind,
                          reference,
                          candidate,
                      }: Difference| {
            let expression = |side: Side, bytes: Option<Range<usize>>| {
                Some(Expression::new(analysis, &ledger, side, bytes?))
            };
            let sides = Sides {
                candidate: expression(Side::Candidate, candidate),
                reference: expression(Side::Reference, reference),
            };
            let cost = [&sides.reference, &sides.candidate]
                .into_iter()
                .flatten()
                .map(|part| part.cost)
                .sum();
            CostedDifference { kind, sides, cost }
        };
        let mut differences: Vec<_> = found.into_iter().map(costed).collect();
        differences.sort_by(|a, b| b.cost.total_cmp(&a.cost));
        Self { differences }
    }
}

impl Expression {
    fn new(analysis: &Analysis, ledger: &Ledger, side: Side, bytes: Range<usize>) -> Self {
        let own = &analysis.side(side).tokenized;
        let start = own.text[..bytes.start].chars().count();
        let characters = start..start + own.text[bytes.clone()].chars().count();
        let tokens = tokens_of_characters(&own.tokens, &characters, &mut 0);
        let entries = ledger
            .side(side)
            .entries
            .get(tokens.clone())
            .unwrap_or_default();
        // An empty sum of f64 is −0.
        let cost = entries.iter().map(|entry| entry.cost).sum::<f64>() + 0.0;
        Self {
            text: own.text[bytes].to_owned(),
            tokens,
            cost,
        }
    }
}

impl CostedDifference {
    /// The expression of a side.
    pub fn expression(&self, side: Side) -> Option<&Expression> {
        self.sides.side(side).as_ref()
    }

    fn text(&self, side: Side) -> Option<&str> {
        self.expression(side).map(|part| part.text.as_str())
    }

    fn tokens(&self, side: Side) -> Vec<usize> {
        self.expression(side)
            .map_or_else(Vec::new, |part| part.tokens.clone().collect())
    }
}

as_object!(CostedDifference, this => {
    "kind": this.kind,
    "reference": this.text(Side::Reference),
    "candidate": this.text(Side::Candidate),
    "cost": this.cost,
    "reference_tokens": this.tokens(Side::Reference),
    "candidate_tokens": this.tokens(Side::Candidate),
});
