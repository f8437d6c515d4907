//! The texts that compete, and the scores that a verdict compares a guess with.

use crate::tui::state::State;
use bertscope_analysis::Side;
use bertscope_explain::Explanation;
use bertscope_explain::kept::text_name;
use bertscope_lessons::guess::ActualScores;
use bertscope_report::explanation::walkthrough::Stage;

impl State {
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
    pub fn text_name(&self, side: Side) -> Option<String> {
        (self.competing_texts(side).len() > 1).then(|| text_name(side, self.shown_at(side)))
    }

    /// The position of the text on screen among [`Self::rivals`].
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

    /// The scores that guesses are compared with, once they are computed and may be shown.
    pub fn actual_scores(&self) -> Option<ActualScores> {
        let analysis = self
            .results
            .analysis
            .as_ref()
            .filter(|_| self.shows(Stage::F1))?;
        let [candidates, references] =
            [Side::Candidate, Side::Reference].map(|side| self.competing_texts(side).len());
        if (candidates, references) == (1, 1) {
            return Some(ActualScores {
                f1: vec![analysis.score().f1],
                references,
            });
        }
        let Explanation::Compare(comparison) = &self.panel().answered_question()?.explanation
        else {
            return None;
        };
        let texts = &comparison.candidates.texts;
        let is_whole = (candidates, references) == (texts.len(), comparison.references.texts.len());
        let f1 = || texts.iter().map(|compared| compared.score.f1).collect();
        is_whole.then(|| ActualScores {
            f1: f1(),
            references,
        })
    }
}
