//! The legend: the colours, signs and bars of a matrix. A drawing has it below the cells, an HTML page as separate
//! text, which stays readable if the cells are small or scrolled.

use super::geometry::{CellSymbol, Detail, Legend};
use crate::{MatchDirection, number};
use bertscope_analysis::Analysis;

impl Legend {
    /// The legend; `most` is the largest IDF weight, `every` the number of tokens for each label of rows and of columns.
    pub fn new(
        analysis: &Analysis,
        direction: MatchDirection,
        detail: Detail,
        most: Option<f64>,
        every: (usize, usize),
    ) -> Self {
        Self {
            ends: ends(analysis),
            caption: caption(analysis),
            symbols: symbols(detail, direction),
            weight: most.map(|most| format!("IDF weight, longest bar {}", number::weight(most))),
            labels: (every.0.max(every.1) > 1).then(|| labels(every)),
        }
    }
}

/// The numbers at the start, the middle and the end of the colour scale.
pub fn ends(analysis: &Analysis) -> [&'static str; 3] {
    let mut ends = ["0", ".5", "1"];
    if let Some((low, high)) = analysis.similarity.range() {
        // Half of the last decimal that a cell shows.
        if analysis.scaled_similarity(low) < -0.005 {
            ends[0] = "≤ 0";
        }
        if analysis.scaled_similarity(high) > 1.005 {
            ends[2] = "≥ 1";
        }
    }
    ends
}

/// What the colour scale measures.
pub fn caption(analysis: &Analysis) -> String {
    match analysis.rescaling() {
        Some(r) => format!(
            "cosine, rescaled with the F1 baseline {}",
            number::short(r.baseline.f1 as f32)
        ),
        None => "cosine similarity".to_owned(),
    }
}

fn symbols(detail: Detail, direction: MatchDirection) -> Vec<(CellSymbol, &'static str)> {
    let candidate = (CellSymbol::Candidate, "candidate’s best (precision)");
    let reference = (CellSymbol::Reference, "reference’s best (recall)");
    match (detail, direction) {
        (Detail::Dots, MatchDirection::Both) => {
            vec![(CellSymbol::Any, "best match of its row or column")]
        }
        (Detail::Dots, MatchDirection::Precision) => {
            vec![(CellSymbol::Any, "best match of its row")]
        }
        (Detail::Dots, MatchDirection::Recall) => {
            vec![(CellSymbol::Any, "best match of its column")]
        }
        (_, MatchDirection::Both) => vec![candidate, reference, (CellSymbol::Both, "both")],
        (_, MatchDirection::Precision) => vec![candidate],
        (_, MatchDirection::Recall) => vec![reference],
    }
}

fn labels((rows, columns): (usize, usize)) -> String {
    if rows == columns {
        format!("Labels show {} token.", every(rows))
    } else {
        format!(
            "Labels show {} candidate token and {} reference token.",
            every(rows),
            every(columns)
        )
    }
}

fn every(n: usize) -> String {
    match n {
        1 => "every".to_owned(),
        2 => "every second".to_owned(),
        3 => "every third".to_owned(),
        n => format!("every {n}th"),
    }
}
