//! Floor 4: why a score is what it is, and what else it could have been.
//!
//! Each file answers one question ([`Topic`]) about an [`Analysis`] with plain data. Nothing here knows how it will be
//! shown: [`bertscope_report::explanation`] writes every answer out, for the screen and for files alike. What needs the model
//! is told bit by bit, so that whoever asked can show what there is and stop the rest.

pub mod alignments;
pub mod compare;
pub mod deletion;
pub mod diff;
pub mod edit;
pub mod idf;
pub mod layers;
pub mod ledger;
pub mod lens;
pub mod omission;
pub mod ruler;
pub mod topic;
pub mod words;

use std::ops::ControlFlow;
use std::sync::Arc;

use bertscope_analysis::{Analysis, Analyzer};
use bertscope_models::ModelError;

pub use alignments::Alignments;
pub use compare::Comparison;
pub use edit::Edit;
pub use idf::IdfWeights;
pub use layers::Layers;
pub use ledger::Ledger;
pub use lens::Lenses;
pub use omission::Omissions;
pub use ruler::Ruler;
pub use topic::Topic;

/// What is asked about the pair on screen.
#[derive(Debug, Clone, PartialEq)]
pub struct Question {
    /// Which explanation.
    pub topic: Topic,
    /// The pair as it was before the edit that is going on.
    pub before: Option<Arc<Analysis>>,
    /// Candidates that are kept to compare with.
    pub candidates: Vec<Arc<str>>,
    /// References that are kept beside the one on screen.
    pub references: Vec<Arc<str>>,
}

impl Question {
    /// A question that looks at nothing but the pair.
    #[must_use]
    pub fn about(topic: Topic) -> Self {
        Self { topic, before: None, candidates: Vec::new(), references: Vec::new() }
    }
}

/// An answer.
#[derive(Debug, Clone, PartialEq)]
pub enum Explanation {
    /// [`Topic::Matches`].
    Matches(Alignments),
    /// [`Topic::Ledger`].
    Ledger(Ledger),
    /// [`Topic::Drop`].
    Drop(Omissions),
    /// [`Topic::Edit`].
    Edit(Edit),
    /// [`Topic::Compare`].
    Compare(Comparison),
    /// [`Topic::Layers`].
    Layers(Layers),
    /// [`Topic::Idf`].
    Idf(IdfWeights),
    /// [`Topic::Ruler`].
    Ruler(Ruler),
    /// [`Topic::Lenses`].
    Lenses(Lenses),
}

impl Explanation {
    /// What was asked.
    #[must_use]
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
        }
    }
}

/// Takes an answer, which a later one of the same question replaces, and says whether to go on.
pub type Tell<'a> = dyn FnMut(Explanation) -> ControlFlow<()> + 'a;

/// Answers a question about a pair that `analyzer` has just analysed. What takes long is told several times, each time more of
/// it, and ends when nobody wants the rest.
///
/// # Errors
/// [`ModelError`] when the tokenizer or the model refuses a text.
pub fn explain(
    analyzer: &mut Analyzer,
    analysis: &Arc<Analysis>,
    question: &Question,
    tell: &mut Tell<'_>,
) -> Result<(), ModelError> {
    let _ = match question.topic {
        Topic::Matches => tell(Explanation::Matches(Alignments::of(analysis)?)),
        Topic::Ledger => tell(Explanation::Ledger(Ledger::of(analysis))),
        Topic::Layers => layers::tell(analyzer, analysis, tell)?,
        Topic::Idf => tell(Explanation::Idf(IdfWeights::of(analyzer, analysis)?)),
        Topic::Ruler => tell(Explanation::Ruler(Ruler::of(analyzer, analysis))),
        Topic::Drop => deletion::tell(analyzer, analysis, tell)?,
        Topic::Edit => tell(Explanation::Edit(Edit::of(question.before.as_ref(), analysis))),
        Topic::Compare => compare::tell(analyzer, analysis, question, tell)?,
        Topic::Lenses => Lenses::tell(analyzer, analysis, tell)?,
    };
    Ok(())
}
