//! The candidates that compete, each with its letter.

use super::guess::{Truth, letters};
use super::lesson::ActiveLesson;
use super::state::State;
use bertscope_analysis::Side;
use bertscope_explain::Explanation;
use bertscope_explain::compare::Contest;
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

    /// What guesses about them are judged against, once it may be shown and has been computed.
    #[must_use]
    pub fn truth(&self) -> Option<Truth> {
        let analysis = self.results.analysis.as_ref().filter(|_| self.shows(Product::F1))?;
        let candidates = self.rivals().len();
        let references = self.panel().references.with_shown("").len();
        if candidates == 1 && references == 1 {
            return Some(Truth { f1: vec![analysis.score().f1], references });
        }
        let Explanation::Compare(comparison) = &self.panel().current()?.explanation else { return None };
        let whole = |contest: &&Contest, texts: usize| contest.contenders.len() == texts;
        let f1 = if candidates == 1 {
            vec![comparison.references.as_ref().filter(|contest| whole(contest, references))?.best.f1]
        } else {
            let contest = comparison.candidates.as_ref().filter(|contest| whole(contest, candidates))?;
            contest.contenders.iter().map(|contender| contender.analysis.score().f1).collect()
        };
        Some(Truth { f1, references })
    }
}
