//! The grid of scored pairs, a row for each candidate and a column for each reference, while it grows.

use std::sync::Arc;

use super::TextComparison;
use super::ranking::{ScoredPair, TextRanking, TextWithPairs};
use crate::kept::KeptTexts;
use crate::question::Question;
use bertscope_analysis::{Analysis, Analyzer, Idf, Settings, Side};
use bertscope_encoder::Layer;
use bertscope_metric::Pair;
use bertscope_models::ModelError;

/// The pairs that are scored so far. Row and column 0 are the texts on screen; the kept texts follow.
pub struct Grid<'a> {
    analyzer: &'a mut Analyzer,
    question: &'a Question,
    /// The settings on screen, then those of [`ScoredPair::others`].
    settings: Vec<Settings>,
    /// \[candidates\]\[references\], each row as long as the first.
    pub rows: Vec<Vec<ScoredPair>>,
}

impl<'a> Grid<'a> {
    /// A grid without pairs. `analysis` is the pair on screen.
    pub fn new(analyzer: &'a mut Analyzer, analysis: &Analysis, question: &'a Question) -> Self {
        Self {
            settings: compared_settings(analyzer, analysis),
            analyzer,
            question,
            rows: vec![Vec::new()],
        }
    }

    pub fn score(&mut self, candidate: &str, reference: &str) -> Result<ScoredPair, ModelError> {
        let texts = Pair {
            reference,
            candidate,
        };
        let frequencies = self.question.frequencies.as_ref();
        let mut analyses =
            self.analyzer
                .analyze_with_settings(texts, &self.settings, frequencies)?;
        let others = analyses.split_off(1);
        Ok(ScoredPair {
            analysis: Arc::new(analyses.remove(0)),
            // Only their scores are kept, because each analysis has a matrix.
            others: others.iter().map(Analysis::score).collect(),
        })
    }

    /// Ranks the texts.
    pub fn comparison(&self) -> TextComparison {
        let mut references: Vec<TextWithPairs<'_>> = Vec::new();
        for (index, pair) in self.rows[0].iter().enumerate() {
            references.push(TextWithPairs {
                position: position(&self.question.references, index),
                index,
                pair,
                ranked_by: vec![pair],
            });
        }
        references.sort_by_key(|reference| reference.position);
        let mut candidates: Vec<TextWithPairs<'_>> = Vec::new();
        for (index, row) in self.rows.iter().enumerate() {
            candidates.push(TextWithPairs {
                position: position(&self.question.candidates, index),
                index,
                pair: &row[0],
                ranked_by: references
                    .iter()
                    .map(|reference| &row[reference.index])
                    .collect(),
            });
        }
        candidates.sort_by_key(|candidate| candidate.position);
        // Whether an order holds under other settings is a claim about all texts, so it waits for the last one.
        let other_settings = if self.is_whole() {
            &self.settings[1..]
        } else {
            &[]
        };
        TextComparison {
            pairs: candidates.iter().map(TextWithPairs::analyses).collect(),
            candidates: TextRanking::rank(Side::Candidate, &candidates, other_settings),
            references: TextRanking::rank(Side::Reference, &references, other_settings),
        }
    }

    fn is_whole(&self) -> bool {
        self.rows.len() > self.question.candidates.len()
            && self.rows[0].len() > self.question.references.len()
    }
}

/// The position among all texts of its side, which determines its name, of a text by its row or column.
fn position(kept: &KeptTexts, index: usize) -> usize {
    match index {
        0 => kept.shown_at(),
        _ => kept.position(index - 1),
    }
}

/// The settings on screen; then every layer, each kind of weights, and both raw and rescaled scores at the layer on screen.
fn compared_settings(analyzer: &Analyzer, analysis: &Analysis) -> Vec<Settings> {
    let shown = Settings {
        layer: analysis.layer,
        ..analysis.settings
    };
    let mut all = vec![shown];
    for layer in 0..=analyzer.model().encoder.layer_count() {
        all.push(Settings {
            layer: Layer(layer),
            ..shown
        });
    }
    for idf in [Idf::Off, Idf::Table, Idf::References] {
        let is_possible = match idf {
            Idf::Off => true,
            Idf::Table => analyzer.has_frequencies(),
            Idf::References => shown.idf == Idf::References,
        };
        if is_possible {
            all.push(Settings { idf, ..shown });
        }
    }
    if analysis.rescaled.is_some() {
        for rescale in [false, true] {
            all.push(Settings { rescale, ..shown });
        }
    }
    all
}
