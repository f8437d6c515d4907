//! The grid of scored pairs, a row for each candidate and a column for each reference, while it grows.

use std::sync::Arc;

use super::TextComparison;
use super::ranking::{TextRanking, TextWithPairs};
use crate::kept::KeptTexts;
use crate::question::Question;
use bertscope_analysis::{Analysis, Analyzer, Idf, Settings, Side};
use bertscope_encoder::Layer;
use bertscope_metric::{DocumentFrequencies, Pair, Score};
use bertscope_models::ModelError;

/// A pair of the grid.
pub(super) struct ScoredPair {
    /// Under the settings on screen.
    pub analysis: Arc<Analysis>,
    /// Under each of the other settings.
    pub others: Vec<Score>,
}

/// Scores the pairs of a grid.
pub(super) struct GridScorer<'a> {
    analyzer: &'a mut Analyzer,
    /// The settings on screen, then the others.
    settings: Vec<Settings>,
    frequencies: Option<&'a DocumentFrequencies>,
}

impl<'a> GridScorer<'a> {
    pub(super) fn new(
        analyzer: &'a mut Analyzer,
        analysis: &Analysis,
        question: &'a Question,
    ) -> Self {
        Self {
            settings: compared_settings(analyzer, analysis),
            analyzer,
            frequencies: question.frequencies.as_ref(),
        }
    }

    pub(super) fn other_settings(&self) -> &[Settings] {
        &self.settings[1..]
    }

    pub(super) fn score(
        &mut self,
        candidate: &str,
        reference: &str,
    ) -> Result<ScoredPair, ModelError> {
        let texts = Pair {
            reference,
            candidate,
        };
        let mut analyses =
            self.analyzer
                .analyze_with_settings(texts, &self.settings, self.frequencies)?;
        let others = analyses.split_off(1);
        Ok(ScoredPair {
            analysis: Arc::new(analyses.remove(0)),
            // Only their scores are kept, because each analysis has a matrix.
            others: others.iter().map(Analysis::score).collect(),
        })
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
    let mut add_idf = |idf| all.push(Settings { idf, ..shown });
    add_idf(Idf::Off);
    if analyzer.has_frequencies() {
        add_idf(Idf::Table);
    }
    if shown.idf == Idf::References {
        add_idf(Idf::References);
    }
    if analysis.rescaled.is_some() {
        for rescale in [false, true] {
            all.push(Settings { rescale, ..shown });
        }
    }
    all
}

/// The pairs that are scored so far. Row and column 0 are the texts on screen; the kept texts follow.
pub(super) struct Grid<'a> {
    question: &'a Question,
    /// \[candidates\]\[references\], each row as long as the first.
    pub rows: Vec<Vec<ScoredPair>>,
    /// Those of [`ScoredPair::others`].
    other_settings: Vec<Settings>,
}

/// A text of the grid.
struct NamedText {
    /// Its position among all texts of its side, which determines its name.
    position: usize,
    /// Its row or column.
    index: usize,
}

impl<'a> Grid<'a> {
    pub(super) fn new(question: &'a Question, other_settings: Vec<Settings>) -> Self {
        Self {
            question,
            rows: vec![Vec::new()],
            other_settings,
        }
    }

    /// The grid of the pair on screen alone.
    pub(super) fn of_shown_pair(question: &'a Question, analysis: Arc<Analysis>) -> Self {
        Self {
            question,
            rows: vec![vec![ScoredPair {
                analysis,
                others: Vec::new(),
            }]],
            other_settings: Vec::new(),
        }
    }

    /// Ranks the texts.
    pub(super) fn comparison(&self) -> TextComparison {
        let rows = texts_by_name(&self.question.candidates, self.rows.len());
        let columns = texts_by_name(&self.question.references, self.rows[0].len());
        let candidates: Vec<TextWithPairs<'_>> = rows
            .iter()
            .map(|row| TextWithPairs {
                position: row.position,
                index: row.index,
                pair: &self.rows[row.index][0],
                ranked_by: columns
                    .iter()
                    .map(|column| &self.rows[row.index][column.index])
                    .collect(),
            })
            .collect();
        let references: Vec<TextWithPairs<'_>> = columns
            .iter()
            .map(|column| TextWithPairs {
                position: column.position,
                index: column.index,
                pair: &self.rows[0][column.index],
                ranked_by: vec![&self.rows[0][column.index]],
            })
            .collect();
        // Whether an order holds under other settings is a claim about all texts, so it waits for the last one.
        let settings = if self.is_whole() {
            &*self.other_settings
        } else {
            &[]
        };
        TextComparison {
            pairs: candidates.iter().map(TextWithPairs::analyses).collect(),
            candidates: TextRanking::rank(Side::Candidate, &candidates, settings),
            references: TextRanking::rank(Side::Reference, &references, settings),
        }
    }

    fn is_whole(&self) -> bool {
        self.rows.len() > self.question.candidates.len()
            && self.rows[0].len() > self.question.references.len()
    }
}

/// The first `count` texts of a side, the one on screen and then kept ones, in the order of their names.
fn texts_by_name(kept: &KeptTexts, count: usize) -> Vec<NamedText> {
    let mut texts = vec![NamedText {
        position: kept.shown_at(),
        index: 0,
    }];
    for index in 1..count {
        texts.push(NamedText {
            position: kept.position(index - 1),
            index,
        });
    }
    texts.sort_unstable_by_key(|text| text.position);
    texts
}
