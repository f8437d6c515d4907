//! State of the explanation panel: the question, the newest answer and the selection.

use std::collections::BTreeSet;
use std::sync::Arc;

use bertscope_analysis::{Analysis, Side};
use bertscope_explain::{Explanation, KeptTexts, Question, Topic};
use bertscope_metric::Alignment;
use bertscope_metric::alignment::Kind;
use bertscope_report::explanation::Page;

/// An answer with the analysis it describes, so that the two cannot disagree while newer ones are computed.
#[derive(Debug, Clone, PartialEq)]
pub struct Explained {
    /// Number of the job that asked.
    pub job: u64,
    /// What was asked.
    pub topic: Topic,
    /// The answer, perhaps not yet the whole of it.
    pub explanation: Explanation,
    /// The pair.
    pub analysis: Arc<Analysis>,
}

/// The panel of explanations.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ExplanationPanel {
    /// The question.
    pub topic: Topic,
    /// The newest answer, to whichever question.
    pub answer: Option<Arc<Explained>>,
    /// Words that are shown in pieces, by their first token.
    pub open: BTreeSet<(Side, usize)>,
    /// The alignment whose pairs are shown.
    pub alignment: Kind,
    /// The row that was chosen. A page that is still being computed may not have it yet; see [`Self::chosen_row`].
    pub row: usize,
    /// Whether something was asked on a projector, which has room for the panel only then.
    pub asked: bool,
    /// How a number was computed, on the bottom lines: how many of its lines are scrolled past; `None` while it is not shown.
    pub derivation: Option<usize>,
    /// Candidates that are kept to compare with.
    pub candidates: KeptTexts,
    /// References that are kept.
    pub references: KeptTexts,
}

/// Texts that were kept in the last session.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct EarlierTexts {
    /// Candidates.
    pub candidates: Vec<Arc<str>>,
    /// References.
    pub references: Vec<Arc<str>>,
}

impl EarlierTexts {
    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.candidates.len() + self.references.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Maximum number of kept texts on a side; more do not fit side by side.
pub const KEPT: usize = 9;

impl ExplanationPanel {
    /// What is asked about a pair that was `before` before the edit that is going on.
    #[must_use]
    pub fn question(&self, before: Option<Arc<Analysis>>) -> Question {
        Question {
            before: before.filter(|_| self.topic == Topic::Edit),
            candidates: self.candidates.clone(),
            references: self.references.clone(),
            ..Question::about(self.topic)
        }
    }

    /// The answer to the question that is asked now, perhaps about a pair that was changed since.
    #[must_use]
    pub fn current(&self) -> Option<&Explained> {
        self.answer.as_deref().filter(|answer| answer.topic == self.topic)
    }

    /// The alignment of `analysis` that is drawn in place of the metric's own matches.
    #[must_use]
    pub fn overlay(&self, analysis: &Arc<Analysis>) -> Option<&Alignment> {
        let answer = self.current().filter(|answer| Arc::ptr_eq(&answer.analysis, analysis))?;
        match &answer.explanation {
            Explanation::Matches(all) if self.alignment != Kind::Greedy => {
                all.get(self.alignment).map(|scored| &scored.alignment)
            }
            _ => None,
        }
    }

    /// The row of a page nearest to the chosen one that can be chosen, the next one first.
    #[must_use]
    pub fn chosen_row(&self, page: &dyn Page) -> usize {
        let can = |i: &usize| page.target(*i).is_some();
        (self.row..page.len()).find(can).or_else(|| (0..self.row.min(page.len())).rev().find(can)).unwrap_or(0)
    }

    /// Whether no text is kept.
    #[must_use]
    pub fn keeps_nothing(&self) -> bool {
        self.candidates.is_empty() && self.references.is_empty()
    }

    /// The texts of a side that are kept.
    #[must_use]
    pub fn kept(&self, side: Side) -> &KeptTexts {
        match side {
            Side::Candidate => &self.candidates,
            Side::Reference => &self.references,
        }
    }

    /// The same, to change.
    pub fn kept_mut(&mut self, side: Side) -> &mut KeptTexts {
        match side {
            Side::Candidate => &mut self.candidates,
            Side::Reference => &mut self.references,
        }
    }
}
