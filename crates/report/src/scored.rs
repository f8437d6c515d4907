//! The scores of one candidate against each of its references.

use bertscope_analysis::{Analysis, Note, OneOfSeveral};
use bertscope_metric::Score;

/// One candidate against its references, scored.
#[derive(Debug, Clone, PartialEq)]
pub struct Scored {
    /// One analysis for each reference, at least one, in order.
    pub analyses: Vec<Analysis>,
    /// The best of the raw scores, separately for P, R and F1.
    pub raw: Score,
    /// The best of the scores on the scale of the settings: rescaled, or raw.
    pub asked: Score,
}

impl Scored {
    /// Combines the analyses of one candidate, one for each reference.
    #[must_use]
    pub fn of(analyses: Vec<Analysis>) -> Self {
        let best = |score: fn(&Analysis) -> Score| Score::best(analyses.iter().map(score)).unwrap_or(Score::ZERO);
        Self { raw: best(|a| a.raw), asked: best(Analysis::score), analyses }
    }

    /// The score on the scale of the settings.
    #[must_use]
    pub fn score(&self) -> Score {
        self.asked
    }

    /// Index of the reference with the highest F1; the first if several are equal.
    #[must_use]
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
    #[must_use]
    pub fn on_references(&self) -> Vec<(String, Score)> {
        let on = |(i, analysis): (usize, &Analysis)| (format!("reference {}", i + 1), analysis.score());
        let best = (format!("best of {}", self.analyses.len()), self.asked);
        self.analyses.iter().enumerate().map(on).chain([best]).collect()
    }

    /// Says that a picture of [`Self::best_reference`] shows only one of several references. `None` for one reference.
    #[must_use]
    pub fn one_of_several(&self) -> Option<Note> {
        let of = self.analyses.len();
        let place = OneOfSeveral { shown: self.best_reference() + 1, of, best: self.asked };
        (of > 1).then_some(Note::OneOfSeveral(place))
    }

    /// The kinds of its notes, each once.
    #[must_use]
    pub fn note_kinds(&self) -> Vec<&'static str> {
        let mut kinds: Vec<&'static str> = Vec::new();
        for note in self.analyses.iter().flat_map(|a| &a.notes) {
            if !kinds.contains(&note.kind()) {
                kinds.push(note.kind());
            }
        }
        kinds
    }

    /// All notes on one line; `None` without notes.
    #[must_use]
    pub fn note(&self) -> Option<String> {
        let mut sentences: Vec<String> = Vec::new();
        for note in self.analyses.iter().flat_map(|a| &a.notes) {
            let sentence = note.to_string();
            if !sentences.contains(&sentence) {
                sentences.push(sentence);
            }
        }
        (!sentences.is_empty()).then(|| sentences.join(" "))
    }
}
