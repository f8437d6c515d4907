//! The scores of one candidate against each of its references.

use crate::distinct;
use bertscope_analysis::score_pair::weighted_score;
use bertscope_analysis::{Analysis, Note, ReferenceChoice, Side};
use bertscope_metric::{MetricError, Pair, Score, TokenWeights};

/// A note on the score with one of the references.
#[derive(Clone, Copy)]
struct NotedReference<'a> {
    index: usize,
    analysis: &'a Analysis,
    note: &'a Note,
}

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

    /// The best of the raw scores with other weights; without any, every token counts the same.
    ///
    /// # Errors
    /// [`MetricError`] when a token has no weight.
    pub fn raw_with(&self, weights: Option<&TokenWeights>) -> Result<Score, MetricError> {
        let mut scores = Vec::with_capacity(self.analyses.len());
        for analysis in &self.analyses {
            let texts = Pair {
                reference: &*analysis.reference.tokenized,
                candidate: &*analysis.candidate.tokenized,
            };
            let program = analysis.conventions().program;
            scores.push(weighted_score(&analysis.matches, texts, weights, program)?);
        }
        Ok(Score::max_each(scores).unwrap_or(Score::ZERO))
    }

    /// The signature, which is the same for all references.
    pub fn signature(&self) -> Option<&str> {
        Some(&self.analyses.first()?.signature)
    }

    /// Index of the reference with the highest F1; the first if several are equal.
    pub fn best_reference(&self) -> usize {
        self.reference_above(0, 2)
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
        let best = self.best_reference();
        Some(Note::SeveralReferences(ReferenceChoice {
            number: best + 1,
            count,
            best: self.scaled,
            best_references: [0, 1, 2].map(|number| self.reference_above(best, number) + 1),
        }))
    }

    /// Index of the reference with the highest P, R or F1, by its index in [`Score::numbers`]; of equal ones `best` if it is one
    /// of them, otherwise the first.
    fn reference_above(&self, mut best: usize, number: usize) -> usize {
        for (i, analysis) in self.analyses.iter().enumerate() {
            if analysis.raw.numbers()[number] > self.analyses[best].raw.numbers()[number] {
                best = i;
            }
        }
        best
    }

    /// The kinds of its notes, each once.
    pub fn note_kinds(&self) -> Vec<&'static str> {
        distinct(self.notes().map(|noted| match noted.note {
            Note::Empty(Side::Reference) if !self.is_about_all(noted.note) => {
                "one of several references has no words, so the score comes from the others"
            }
            Note::Empty(_) if noted.analysis.rescaling().is_some() => {
                "a text has no words, so precision, recall and F1 are 0 by convention, before rescaling"
            }
            note => note.kind(),
        }))
    }

    fn notes(&self) -> impl Iterator<Item = NotedReference<'_>> {
        self.analyses
            .iter()
            .enumerate()
            .flat_map(|(index, analysis)| {
                analysis.notes.iter().map(move |note| NotedReference {
                    index,
                    analysis,
                    note,
                })
            })
    }

    /// Whether the analyses with all references have a note.
    fn is_about_all(&self, note: &Note) -> bool {
        self.analyses
            .iter()
            .all(|analysis| analysis.notes.contains(note))
    }

    /// All notes on one line; `None` without notes.
    pub fn note(&self) -> Option<String> {
        let sentences = distinct(self.notes().map(|noted| self.sentence(noted)));
        if sentences.is_empty() {
            return None;
        }
        Some(sentences.join(" "))
    }

    /// A note as a sentence. Of several references, it names the one that it is about.
    fn sentence(&self, noted: NotedReference<'_>) -> String {
        let NotedReference {
            index,
            analysis,
            note,
        } = noted;
        if self.is_about_all(note) {
            return analysis.note_sentence(note);
        }
        let reference = format!("eference {} of {}", index + 1, self.analyses.len());
        if *note == Note::Empty(Side::Reference) {
            // The score need not be 0: it is the best over the references.
            return format!("R{reference} has no words, so the score comes from the others.");
        }
        analysis
            .note_sentence(note)
            .replace("The reference", &format!("R{reference}"))
            .replace("the reference", &format!("r{reference}"))
    }
}

/// The scores of a candidate at each layer, then those at each layer with the opposite weights; see
/// [`ScoredCandidate::raw_with`].
///
/// # Errors
/// [`MetricError`] when a token has no weight.
pub fn scores_of_all_settings(
    layers: &[ScoredCandidate],
    opposite_weights: Option<&TokenWeights>,
) -> Result<Vec<Score>, MetricError> {
    let mut scores: Vec<Score> = layers.iter().map(|layer| layer.scaled).collect();
    for layer in layers {
        scores.push(layer.raw_with(opposite_weights)?);
    }
    Ok(scores)
}
