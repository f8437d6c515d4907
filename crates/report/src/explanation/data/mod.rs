//! The numbers of explanations for programs: `data` in JSON. `docs/analysis-format.md` describes the fields. Here are only
//! those that differ from the fields of the explanation.
//!
//! Tokens are indices into the texts' tokens, special ones included. Scores are on the scale of the settings; `raw` is
//! before rescaling. Similarities are never rescaled.

mod compare;
mod edit;
mod leave_one_out;
mod lenses;
mod overlap;

use std::ops::Range;

use serde::Serialize;

use bertscope_analysis::Analysis;
use bertscope_encoder::TokenizedText;
use bertscope_explain::words::word_text;
use bertscope_explain::{Alignments, Explanation, IdfWeights, Layers, Ledger, Ruler};

/// The numbers of an explanation, for JSON.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Data(Body);

#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
enum Body {
    Matches(Alignments),
    Ledger(Ledger),
    Drop(leave_one_out::LeaveOneOutJson),
    Edit(edit::EditJson),
    Compare(compare::ComparisonJson),
    Layers(Layers),
    Idf(IdfWeights),
    Ruler(Ruler),
    Lenses(lenses::Lenses),
    Overlap(Box<overlap::WordOverlap>),
}

impl Data {
    /// The numbers of an explanation of `analysis`.
    #[must_use]
    pub fn new(explanation: &Explanation, analysis: &Analysis) -> Self {
        Self(match explanation {
            Explanation::Matches(all) => Body::Matches(all.clone()),
            Explanation::Ledger(ledger) => Body::Ledger(ledger.clone()),
            Explanation::Drop(all) => Body::Drop(leave_one_out::LeaveOneOutJson::new(all, analysis)),
            Explanation::Edit(edit) => Body::Edit(edit::EditJson::new(edit)),
            Explanation::Compare(comparison) => Body::Compare(compare::ComparisonJson::new(comparison)),
            Explanation::Layers(layers) => Body::Layers(layers.clone()),
            Explanation::Idf(idf) => Body::Idf(idf.clone()),
            Explanation::Ruler(ruler) => Body::Ruler(ruler.clone()),
            Explanation::Lenses(lenses) => Body::Lenses(lenses::Lenses::new(lenses)),
            Explanation::Overlap(overlap) => Body::Overlap(Box::new(overlap::WordOverlap::new(overlap))),
        })
    }
}

/// A word of a text.
#[derive(Debug, Clone, PartialEq, Serialize)]
struct Word {
    /// Its characters in the text.
    word: String,
    tokens: Vec<usize>,
}

impl Word {
    fn new(text: &TokenizedText, tokens: &Range<usize>) -> Self {
        let found = text.tokens.get(tokens.clone()).unwrap_or_default();
        Self { word: word_text(found), tokens: tokens.clone().collect() }
    }
}
