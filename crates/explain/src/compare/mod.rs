//! Side-by-side comparison: scores every candidate against every reference and ranks the texts of each side.

mod json;
mod ranking;

pub use ranking::{RankedText, TextDifference, TextOrder, TextRanking};

use std::sync::Arc;

use self::ranking::{TextWithPairs, winners};
use super::kept::KeptTexts;
use super::question::{OnPartial, Question};
use bertscope_analysis::{Analysis, Analyzer, Idf, Settings, Side};
use bertscope_encoder::Layer;
use bertscope_metric::{Pair, Score};
use bertscope_models::ModelError;

/// Every candidate on every reference: the texts on screen and the kept ones. A partial answer is the same with fewer
/// texts.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct TextComparison {
    /// The pairs under the settings on screen, \[candidates\]\[references\]; at least the pair on screen.
    pub pairs: Vec<Vec<Arc<Analysis>>>,
    /// The candidates, ranked by the best score of each over the references.
    pub candidates: TextRanking,
    /// The references, ranked by the score of the candidate on screen with each.
    pub references: TextRanking,
}

/// A pair of the grid.
struct PairScores {
    /// Under the settings on screen.
    analysis: Arc<Analysis>,
    /// Under each of the other settings.
    others: Vec<Score>,
}

impl TextComparison {
    /// Scores every pair under the settings on screen and ranks the texts under others. Each text is embedded once.
    ///
    /// # Errors
    /// [`ModelError`] when the tokenizer or the model rejects a text.
    pub fn compute(
        analyzer: &mut Analyzer,
        analysis: &Arc<Analysis>,
        question: &Question,
        on_partial: &mut OnPartial<'_, Self>,
    ) -> Result<(), ModelError> {
        if question.candidates.is_empty() && question.references.is_empty() {
            let pair = PairScores {
                analysis: Arc::clone(analysis),
                others: Vec::new(),
            };
            let _ = on_partial(Self::from_grid(question, &[vec![pair]], &[]));
            return Ok(());
        }
        let settings = alternative_settings(analyzer, analysis);
        let others = &settings[1..];
        let mut score = |candidate: &str, reference: &str| {
            let texts = Pair {
                reference,
                candidate,
            };
            let mut analyses =
                analyzer.analyze_with_settings(texts, &settings, question.frequencies.as_ref())?;
            let others = analyses.split_off(1).iter().map(Analysis::score).collect();
            Ok::<_, ModelError>(PairScores {
                analysis: Arc::new(analyses.remove(0)),
                others,
            })
        };
        // First the references for the candidate on screen, one by one, then the other candidates: a partial result is
        // always a whole grid, and at most one new text is embedded before the question can be cancelled.
        let own = &analysis.reference.tokenized.text;
        let references: Vec<&str> = std::iter::once(own)
            .chain(&*question.references)
            .map(|text| &**text)
            .collect();
        let mut rows = vec![Vec::new()];
        for reference in &references {
            rows[0].push(score(&analysis.candidate.tokenized.text, reference)?);
            if rows[0].len() > 1 && on_partial(Self::from_grid(question, &rows, others)).is_break()
            {
                return Ok(());
            }
        }
        for candidate in &*question.candidates {
            let row = references
                .iter()
                .map(|reference| score(candidate, reference));
            rows.push(row.collect::<Result<_, _>>()?);
            if on_partial(Self::from_grid(question, &rows, others)).is_break() {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Ranks a scored grid. Row and column 0 are the texts on screen; the kept texts follow.
    fn from_grid(question: &Question, rows: &[Vec<PairScores>], settings: &[Settings]) -> Self {
        let candidates = text_order(&question.candidates, rows.len());
        let references = text_order(&question.references, rows[0].len());
        let row = |text: usize| {
            references
                .iter()
                .map(move |&(_, reference)| &rows[text][reference])
                .collect()
        };
        let pairs = |row: Vec<&PairScores>| {
            row.into_iter()
                .map(|cell| Arc::clone(&cell.analysis))
                .collect()
        };
        let is_whole =
            rows.len() > question.candidates.len() && rows[0].len() > question.references.len();
        let settings = if is_whole { settings } else { &[] };
        let of_candidate = |&(position, text): &_| TextWithPairs {
            position,
            text,
            pair: &rows[text][0],
            ranked_by: row(text),
        };
        let of_reference = |&(position, text): &(usize, usize)| {
            let pair = &rows[0][text];
            TextWithPairs {
                position,
                text,
                pair,
                ranked_by: vec![pair],
            }
        };
        Self {
            pairs: candidates
                .iter()
                .map(|&(_, text)| pairs(row(text)))
                .collect(),
            candidates: TextRanking::rank(
                Side::Candidate,
                candidates.iter().map(of_candidate),
                settings,
            ),
            references: TextRanking::rank(
                Side::Reference,
                references.iter().map(of_reference),
                settings,
            ),
        }
    }

    /// Indices of the references with which a candidate reaches its best P, R and F1.
    pub fn best_references(&self, candidate: usize) -> [Vec<usize>; 3] {
        winners(self.pairs[candidate].iter().map(|pair| pair.score()))
    }

    /// The texts of a side.
    pub fn ranking(&self, side: Side) -> &TextRanking {
        match side {
            Side::Candidate => &self.candidates,
            Side::Reference => &self.references,
        }
    }
}

/// The position of each text and its index, 0 for the one on screen and then the kept ones, in the order of their names.
fn text_order(kept: &KeptTexts, texts: usize) -> Vec<(usize, usize)> {
    let position = |text: usize| {
        text.checked_sub(1)
            .map_or(kept.shown_at(), |index| kept.position(index))
    };
    let mut texts: Vec<_> = (0..texts).map(|text| (position(text), text)).collect();
    texts.sort_unstable();
    texts
}

/// The settings on screen; then every layer, each kind of weights, and both raw and rescaled scores at the layer on screen.
fn alternative_settings(analyzer: &Analyzer, analysis: &Analysis) -> Vec<Settings> {
    let shown = Settings {
        layer: analysis.layer,
        ..analysis.settings
    };
    let mut idf = vec![Idf::Off];
    if analyzer.has_frequencies() {
        idf.push(Idf::Table);
    }
    if shown.idf == Idf::References {
        idf.push(Idf::References);
    }
    let layers = (0..=analyzer.model().encoder.layer_count()).map(|layer| Settings {
        layer: Layer(layer),
        ..shown
    });
    let weights = idf.into_iter().map(|idf| Settings { idf, ..shown });
    let scales = [false, true]
        .into_iter()
        .filter(|_| analysis.rescaled.is_some());
    let scales = scales.map(|rescale| Settings { rescale, ..shown });
    std::iter::once(shown)
        .chain(layers)
        .chain(weights)
        .chain(scales)
        .collect()
}
