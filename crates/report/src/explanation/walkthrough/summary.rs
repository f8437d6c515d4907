//! The whole computation on one screen.

use super::matching::direction;
use super::phrases::by_convention;
use super::stage::StepPart;
use crate::number::{exact, exact_or_undefined, with_thousands_separators};
use bertscope_analysis::{Analysis, Side};

use StepPart::{Formula, Reason, WorkedFormula};

pub(super) fn summary(analysis: &Analysis) -> Vec<StepPart> {
    let mut parts = vec![
        Formula("texts → tokens → vectors → cosines → best matches → weighted means → F1".into()),
        Reason("Every number of BERTScore comes from the cells of one matrix.".into()),
    ];
    let conventions = by_convention(analysis);
    if !conventions.is_empty() {
        parts.extend(conventions);
        return parts;
    }
    let rows = analysis.similarity.candidate_tokens();
    let columns = analysis.similarity.reference_tokens();
    parts.push(WorkedFormula(format!(
        "tokens: {rows} of the candidate, {columns} of the reference"
    )));
    parts.push(WorkedFormula(format!(
        "vectors: layer {} of {}",
        analysis.layer, analysis.model.name
    )));
    parts.push(WorkedFormula(format!(
        "cosines: {rows} × {columns} = {}",
        with_thousands_separators((rows * columns) as u64)
    )));
    for side in [Side::Candidate, Side::Reference] {
        let sum = exact(analysis.weighted_sum(side));
        let weights = exact(analysis.side(side).weights.sum());
        let mean = exact_or_undefined(analysis.mean_of(side));
        parts.push(WorkedFormula(format!(
            "{}: best of each {}, {sum} ÷ {weights} = {mean}",
            side.mean_symbol(),
            direction(side).0
        )));
    }
    let [p, r, f1] = analysis.raw.numbers().map(exact_or_undefined);
    parts.push(WorkedFormula(format!(
        "F1: harmonic mean of {p} and {r} = {f1}"
    )));
    if let Some(rescaled) = &analysis.rescaled {
        let [b, y] = [rescaled.baseline.f1, rescaled.score.f1].map(exact);
        parts.push(WorkedFormula(format!(
            "rescaled F1: ({f1} − {b}) ÷ (1 − {b}) = {y}"
        )));
    }
    parts
}
