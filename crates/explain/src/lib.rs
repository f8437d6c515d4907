//! Explains a score: what it is made of, and what it would be if something changed.
//!
//! Each file answers one question ([`Topic`]) about an [`Analysis`] with plain data. Presentation is not part of this crate:
//! `bertscope-report` renders answers for the screen and for files. Answers that need the model arrive in parts,
//! so that the caller can show what is known and cancel the rest.
//!
//! Answers serialise to the JSON that `docs/analysis-format.md` describes. Tokens are indices into the tokens of their text,
//! special ones included. Scores are on the scale of the settings; `raw` is before rescaling. Similarities are never rescaled.
//! Undefined numbers are null. Where the JSON has more than the data itself, such as names for indices, a `…Json` type beside
//! the data lists its fields.

#![warn(missing_docs)]

pub mod alignments;
pub mod compare;
pub mod edit;
pub mod f1_difference;
pub mod idf;
pub mod kept;
pub mod kinds;
pub mod layers;
pub mod leave_one_out;
pub mod ledger;
pub mod lens;
pub mod mean_difference;
pub mod omission;
pub mod overlap;
pub mod pooled;
pub mod question;
pub mod ruler;
pub mod sentences;
pub mod sides;
pub mod token_diff;
pub mod words;

use std::ops::ControlFlow;
use std::sync::Arc;

use serde::Serialize;

use bertscope_analysis::{Analysis, Analyzer};
use bertscope_models::ModelError;

pub use alignments::Alignments;
pub use compare::TextComparison;
pub use edit::EditEffect;
pub use idf::IdfWeights;
pub use kept::KeptTexts;
pub use kinds::Kinds;
pub use layers::Layers;
pub use ledger::Ledger;
pub use lens::Lenses;
pub use omission::Omissions;
pub use overlap::WordOverlap;
pub use pooled::SentenceVectors;
pub use question::{OnPartial, Question, Topic};
pub use ruler::Ruler;
pub use sentences::Sentences;
pub use sides::{ScoreChange, Sides};

/// The answer to a question.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Explanation {
    /// [`Topic::Matches`].
    Matches(Alignments),
    /// [`Topic::Ledger`].
    Ledger(Ledger),
    /// [`Topic::Drop`].
    Drop(Omissions),
    /// [`Topic::Edit`].
    Edit(EditEffect),
    /// [`Topic::Compare`].
    Compare(TextComparison),
    /// [`Topic::Layers`].
    Layers(Layers),
    /// [`Topic::Idf`].
    Idf(IdfWeights),
    /// [`Topic::Ruler`].
    Ruler(Box<Ruler>),
    /// [`Topic::Lenses`].
    Lenses(Lenses),
    /// [`Topic::Overlap`]. Boxed, because it is much larger than the others.
    Overlap(Box<WordOverlap>),
    /// [`Topic::Kinds`].
    Kinds(Kinds),
    /// [`Topic::Sentences`].
    Sentences(Sentences),
    /// [`Topic::Pooled`]. Boxed, as [`Self::Overlap`].
    Pooled(Box<SentenceVectors>),
}

impl Explanation {
    /// The topic of the question.
    pub fn topic(&self) -> Topic {
        match self {
            Self::Matches(_) => Topic::Matches,
            Self::Ledger(_) => Topic::Ledger,
            Self::Drop(_) => Topic::Drop,
            Self::Edit(_) => Topic::Edit,
            Self::Compare(_) => Topic::Compare,
            Self::Layers(_) => Topic::Layers,
            Self::Idf(_) => Topic::Idf,
            Self::Ruler(_) => Topic::Ruler,
            Self::Lenses(_) => Topic::Lenses,
            Self::Overlap(_) => Topic::Overlap,
            Self::Kinds(_) => Topic::Kinds,
            Self::Sentences(_) => Topic::Sentences,
            Self::Pooled(_) => Topic::Pooled,
        }
    }
}

/// Answers a question about a pair that `analyzer` has just analysed. A slow answer arrives in several parts, each with all
/// that is known so far; `Break` from `on_partial` cancels the rest.
///
/// # Errors
/// [`ModelError`] when the tokenizer or the model rejects a text.
pub fn explain(
    analyzer: &mut Analyzer,
    analysis: &Arc<Analysis>,
    question: &Question,
    on_partial: &mut OnPartial<'_, Explanation>,
) -> Result<(), ModelError> {
    let whole = match question.topic {
        Topic::Matches => Explanation::Matches(Alignments::compute(analysis)?),
        Topic::Ledger => Explanation::Ledger(Ledger::compute(analysis)),
        Topic::Idf => Explanation::Idf(IdfWeights::compute(analyzer, analysis)?),
        Topic::Ruler => Explanation::Ruler(Box::new(Ruler::compute(analyzer, analysis))),
        Topic::Overlap => Explanation::Overlap(Box::new(WordOverlap::compute(
            analysis,
            &question.references,
        ))),
        Topic::Kinds => Explanation::Kinds(Kinds::compute(analysis)),
        Topic::Sentences => Explanation::Sentences(Sentences::compute(analysis)),
        Topic::Pooled => {
            Explanation::Pooled(Box::new(SentenceVectors::compute(analyzer, analysis)?))
        }
        Topic::Edit => Explanation::Edit(EditEffect::compute(question.before.as_ref(), analysis)),
        Topic::Layers => {
            return Layers::compute(analyzer, analysis, &mut |layers| {
                on_partial(Explanation::Layers(layers))
            });
        }
        Topic::Drop => {
            return leave_one_out::compute(analyzer, analysis, &mut |all| {
                on_partial(Explanation::Drop(all))
            });
        }
        Topic::Compare => {
            return TextComparison::compute(analyzer, analysis, question, &mut |all| {
                on_partial(Explanation::Compare(all))
            });
        }
        Topic::Lenses => {
            return Lenses::compute(analyzer, analysis, &mut |lenses| {
                on_partial(Explanation::Lenses(lenses))
            });
        }
    };
    // The answer is whole, so there is nothing left to cancel.
    let _ = on_partial(whole);
    Ok(())
}

/// The complete answer to a question: the last part that [`explain`] reports. `None` if there was none.
///
/// # Errors
/// As [`explain`].
pub fn explain_whole(
    analyzer: &mut Analyzer,
    analysis: &Arc<Analysis>,
    question: &Question,
) -> Result<Option<Explanation>, ModelError> {
    let mut last = None;
    explain(analyzer, analysis, question, &mut |explanation| {
        last = Some(explanation);
        ControlFlow::Continue(())
    })?;
    Ok(last)
}
