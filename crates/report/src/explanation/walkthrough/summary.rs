//! The whole computation on one screen.

use super::super::columns::figure;
use super::part::Part;
use super::phrases::by_convention;
use crate::number::count;
use bertscope_analysis::{Analysis, Side};

use Part::{Figure, Formula, Why};

pub(super) fn summary(analysis: &Analysis) -> Vec<Part> {
    let mut parts = vec![
        Formula("texts → tokens → vectors → cosines → best matches → weighted means → F1".into()),
        Why("Every number of BERTScore comes from the cells of one matrix.".into()),
    ];
    let conventions = by_convention(analysis);
    if !conventions.is_empty() {
        parts.extend(conventions);
        return parts;
    }
    let (rows, columns) = (analysis.similarity.candidates(), analysis.similarity.references());
    parts.push(Figure(format!("tokens: {rows} of the candidate, {columns} of the reference")));
    parts.push(Figure(format!("vectors: layer {} of {}", analysis.layer, analysis.model.name)));
    parts.push(Figure(format!("cosines: {rows} × {columns} = {}", count((rows * columns) as u64))));
    for side in [Side::Candidate, Side::Reference] {
        let (sum, weights) = (analysis.weighted_sum(side), analysis.side(side).weights.sum());
        let [sum, weights, mean] = [Some(sum), Some(weights), analysis.mean_of(side)].map(figure);
        parts.push(Figure(format!(
            "{}: best of each {}, {sum} ÷ {weights} = {mean}",
            side.mean(),
            match side {
                Side::Candidate => "row",
                Side::Reference => "column",
            }
        )));
    }
    let [p, r, f1] = [analysis.raw.precision, analysis.raw.recall, Some(analysis.raw.f1)].map(figure);
    parts.push(Figure(format!("F1: harmonic mean of {p} and {r} = {f1}")));
    if let Some(rescaled) = &analysis.rescaled {
        let (b, y) = (figure(Some(rescaled.baseline.f1)), figure(Some(rescaled.score.f1)));
        parts.push(Figure(format!("rescaled F1: ({f1} − {b}) ÷ (1 − {b}) = {y}")));
    }
    parts
}
