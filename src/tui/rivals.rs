//! The candidates that compete, each with its letter.

use super::guess::letters;
use super::lesson::ActiveLesson;
use super::state::State;
use bertscope_analysis::Side;
use bertscope_explain::Explanation;
use bertscope_report::explanation::walkthrough::Product;

impl State {
    /// The candidates that compete, in the order of their letters. One alone has no letter.
    #[must_use]
    pub fn rivals(&self) -> Vec<&str> {
        let inspection = self.inspection();
        let shown = inspection.candidate.text();
        match self.lesson().map(ActiveLesson::rivals) {
            Some(others @ [_, ..]) => std::iter::once(shown).chain(others.iter().map(String::as_str)).collect(),
            _ => inspection.panel.candidates.with_shown(shown),
        }
    }

    /// The letter of the text on screen, where several of its side compete.
    #[must_use]
    pub fn letter(&self, side: Side) -> Option<char> {
        let panel = self.panel();
        let (kept, waiting): (_, &[String]) = match side {
            Side::Candidate => (&panel.candidates, self.lesson().map_or(&[], ActiveLesson::rivals)),
            Side::Reference => (&panel.references, self.lesson().map_or(&[], ActiveLesson::other_references)),
        };
        let position = if waiting.is_empty() { kept.shown_at() } else { 0 };
        letters().nth(position).filter(|_| !(waiting.is_empty() && kept.is_empty()))
    }

    /// F1 of each of them in the same order, once they may be shown and have been computed.
    #[must_use]
    pub fn rival_scores(&self) -> Option<Vec<f64>> {
        let analysis = self.results.analysis.as_ref().filter(|_| self.shows(Product::F1))?;
        let count = self.rivals().len();
        if count == 1 {
            return Some(vec![analysis.score().f1]);
        }
        let Explanation::Compare(comparison) = &self.panel().current()?.explanation else { return None };
        let contest = comparison.candidates.as_ref().filter(|contest| contest.contenders.len() == count)?;
        Some(contest.contenders.iter().map(|contender| contender.analysis.score().f1).collect())
    }
}
