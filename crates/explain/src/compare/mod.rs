//! Side-by-side comparison: scores every candidate against every reference and ranks the texts of each side.

mod grid;
mod json;
mod ranking;

pub use ranking::{RankedText, TextDifference, TextOrder, TextRanking};

use std::sync::Arc;

use self::grid::Grid;
use self::ranking::{ScoredPair, winners};
use super::question::{OnPartial, Question};
use bertscope_analysis::{Analysis, Analyzer, Side};
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
        let mut grid = Grid::new(analyzer, analysis, question);
        if question.candidates.is_empty() && question.references.is_empty() {
            // Nothing to compare with, so no order under other settings is needed.
            grid.rows[0].push(ScoredPair {
                analysis: Arc::clone(analysis),
                others: Vec::new(),
            });
            let _ = on_partial(grid.comparison());
            return Ok(());
        }
        // First the references for the candidate on screen, one by one, then the other candidates: a partial result is
        // always a whole grid, and at most one new text is embedded before the question can be cancelled.
        let shown = &analysis.candidate.tokenized.text;
        let mut references = vec![&analysis.reference.tokenized.text];
        references.extend(question.references.iter());
        for reference in &references {
            let pair = grid.score(shown, reference)?;
            grid.rows[0].push(pair);
            if grid.rows[0].len() > 1 && on_partial(grid.comparison()).is_break() {
                return Ok(());
            }
        }
        for candidate in &*question.candidates {
            let mut row = Vec::new();
            for reference in &references {
                row.push(grid.score(candidate, reference)?);
            }
            grid.rows.push(row);
            if on_partial(grid.comparison()).is_break() {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Indices of the references with which a candidate reaches its best P, R and F1.
    pub fn best_references(&self, candidate: usize) -> [Vec<usize>; 3] {
        winners(self.pairs[candidate].iter().map(|pair| pair.score()))
    }

    /// The texts of a side.
    pub fn ranking(&self, side: Side) -> &TextRanking {
        side.pick(&self.references, &self.candidates)
    }
}
