//! The scores of one candidate against each of its references.

use crate::distinct;
use bertscope_analysis::{Analysis, Note, ReferenceChoice};
use bertscope_metric::Score;

/// One candidate against its references, scored.
#[derive(Debug, Clone, PartialEq)]
pub struct ScoredCandidate {
    /// One analysis for each reference, at least one, in order.
    pub analyses: Vec<Analysis>,
    /// The best of the raw scores, separately for P, R and F1.
    pub raw: Score,
    /// The best of the scores on the scale of the settings: rescaled, or raw.
    pub scaled: Score,
}

impl ScoredCandidate {
    /// Combines the analyses of one candidate, one for each reference.
    pub fn new(analyses: Vec<Analysis>) -> Self {
        let raw = Score::max_each(analyses.iter().map(|analysis| analysis.raw));
        let scaled = Score::max_each(analyses.iter().map(Analysis::score));
        Self {
            raw: raw.unwrap_or(Score::ZERO),
            scaled: scaled.unwrap_or(Score::ZERO),
            analyses,
        }
    }

    /// The score on the scale of the settings.
    pub fn score(&self) -> Score {
        self.scaled
    }

    /// Index of the reference with the highest F1; the first if several are equal.
    pub fn best_reference(&self) -> usize {
        let mut best = 0;
        for (i, analysis) in self.analyses.iter().enumerate() {
            if analysis.raw.f1 > self.analyses[best].raw.f1 {
                best = i;
            }
        }
        best
    }

    /// The score with each reference, by its number, and the best of them.
    pub fn scores_by_reference(&self) -> Vec<(String, Score)> {
        let mut scores = Vec::new();
        for (i, analysis) in self.analyses.iter().enumerate() {
            scores.push((format!("reference {}", i + 1), analysis.score()));
        }
        scores.push((format!("best of {}", self.analyses.len()), self.scaled));
        scores
    }

    /// Says that a picture of [`Self::best_reference`] shows only one of several references. `None` for one reference.
    pub fn reference_note(&self) -> Option<Note> {
        let count = self.analyses.len();
        if count < 2 {
            return None;
        }
        Some(Note::SeveralReferences(ReferenceChoice {
            number: self.best_reference() + 1,
            count,
            best: self.scaled,
        }))
    }

    /// The kinds of its notes, each once.
    pub fn note_kinds(&self) -> Vec<&'static str> {
        distinct(self.notes().map(Note::kind))
    }

    fn notes(&self) -> impl Iterator<Item = &Note> {
        self.analyses.iter().flat_map(|analysis| &analysis.notes)
    }

    /// All notes on one line; `None` without notes.
    pub fn note(&self) -> Option<String> {
        let sentences = distinct(self.notes().map(ToString::to_string));
        if sentences.is_empty() {
            return None;
        }
        Some(sentences.join(" "))
    }
}
