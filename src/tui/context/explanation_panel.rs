//! State of the explanation panel: the question, the newest answer, the selection, and the texts that are compared.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::Context;
use bertscope_analysis::{Analysis, Side};
use bertscope_explain::kept::text_name;
use bertscope_explain::{Explanation, KeptTexts, Question, Topic};
use bertscope_metric::Alignment;
use bertscope_metric::alignment::AlignmentKind;
use bertscope_sheet::Sheet;

/// An answer with the analysis that it describes, so that the two match even while newer ones are computed.
#[derive(Debug, Clone, PartialEq)]
pub struct AnsweredQuestion {
    /// Number of the job.
    pub job: u64,
    /// The question.
    pub topic: Topic,
    /// The answer, possibly incomplete.
    pub explanation: Explanation,
    /// The analysis of the pair.
    pub analysis: Arc<Analysis>,
}

#[derive(Debug, Clone, Default, PartialEq)]
pub struct ExplanationPanel {
    pub topic: Topic,
    /// The newest answer, to any question.
    pub answer: Option<Arc<AnsweredQuestion>>,
    /// Words shown in pieces, by their first token.
    pub open: BTreeSet<(Side, usize)>,
    /// The alignment whose pairs are listed.
    pub alignment: AlignmentKind,
    /// The selected row, as a number among the rows of the sheet. A sheet that is still being computed may lack it; see [`Self::chosen_row`].
    pub row: usize,
    /// Whether a question was asked on a projector, which shows the panel only then.
    pub asked: bool,
    /// Scroll position of the derivation on the bottom lines; `None` while it is hidden.
    pub derivation: Option<usize>,
    pub candidates: KeptTexts,
    pub references: KeptTexts,
}

/// Maximum number of kept texts on a side; more do not fit side by side.
pub const MAX_KEPT_TEXTS: usize = 9;

impl ExplanationPanel {
    /// The question about a pair; `before` is its text before the current edit.
    pub fn question(&self, before: Option<Arc<Analysis>>) -> Question {
        Question {
            before: before.filter(|_| self.topic == Topic::Edit),
            candidates: self.candidates.clone(),
            references: self.references.clone(),
            ..Question::new(self.topic)
        }
    }

    /// The answer to the current question, perhaps about an earlier version of the pair.
    pub fn answered_question(&self) -> Option<&Arc<AnsweredQuestion>> {
        self.answer
            .as_ref()
            .filter(|answer| answer.topic == self.topic)
    }

    /// The alignment of `analysis` that is drawn instead of the metric's matches.
    pub fn overlay(&self, analysis: &Arc<Analysis>) -> Option<&Alignment> {
        let answer = self
            .answered_question()
            .filter(|answer| Arc::ptr_eq(&answer.analysis, analysis))?;
        match &answer.explanation {
            Explanation::Matches(all) if self.alignment != AlignmentKind::Greedy => {
                all.get(self.alignment).map(|scored| &scored.alignment)
            }
            _ => None,
        }
    }

    /// The selectable row nearest to the selected one, preferring later rows.
    pub fn chosen_row(&self, sheet: &Sheet) -> Option<usize> {
        let mut last = None;
        for (number, row) in sheet.rows().enumerate() {
            if row.subject.is_none() {
                continue;
            }
            last = Some(number);
            if number >= self.row {
                break;
            }
        }
        last
    }

    /// Whether no text is kept.
    pub fn keeps_nothing(&self) -> bool {
        self.candidates.is_empty() && self.references.is_empty()
    }

    pub fn kept(&self, side: Side) -> &KeptTexts {
        side.pick(&self.references, &self.candidates)
    }

    pub fn kept_mut(&mut self, side: Side) -> &mut KeptTexts {
        side.pick(&mut self.references, &mut self.candidates)
    }
}

impl Context {
    /// The compared texts of a side, in the order of their names. A single text has no name.
    pub fn competing_texts(&self, side: Side) -> Vec<&str> {
        let shown = self.inspection().editor(side).text();
        match self.waiting_texts(side) {
            [] => self.panel().kept(side).with_shown(shown),
            others => std::iter::once(shown)
                .chain(others.iter().map(String::as_str))
                .collect(),
        }
    }

    /// The name of the text on screen, if several of its side are compared.
    pub fn name_on_screen(&self, side: Side) -> Option<String> {
        (self.competing_texts(side).len() > 1).then(|| text_name(side, self.shown_at(side)))
    }

    /// The position of the text on screen among [`Self::competing_texts`].
    pub fn shown_at(&self, side: Side) -> usize {
        if self.waiting_texts(side).is_empty() {
            self.panel().kept(side).shown_at()
        } else {
            0
        }
    }

    /// The texts of a lesson step that are not compared yet.
    fn waiting_texts(&self, side: Side) -> &[String] {
        self.lent
            .as_deref()
            .map_or(&[], |lent| lent.waiting_texts(side))
    }
}
