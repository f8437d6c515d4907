//! What follows from P and R: F1 and rescaling.

use super::phrases::{by_convention, notes};
use super::stage::StepPart;
use crate::number::{exact, exact_or_undefined};
use bertscope_analysis::{Analysis, Note};
use bertscope_metric::BaselineRow;

use StepPart::{Detail, Formula, Pitfall, Reason, WorkedFormula};

pub(super) fn f1(analysis: &Analysis) -> Vec<StepPart> {
    let mut parts = vec![
        Formula("F1 = 2 × P × R ÷ (P + R)".into()),
        Reason("A short candidate can have a high P, a long one a high R. F1 is high only if both are.".into()),
        Detail("The harmonic mean is closer to the smaller of the two.".into()),
    ];
    let conventions = by_convention(analysis);
    let f1 = exact(analysis.raw.f1);
    match (analysis.raw.precision, analysis.raw.recall) {
        _ if !conventions.is_empty() => {
            parts.push(WorkedFormula(format!("F1 = {f1}")));
            parts.extend(conventions);
        }
        (Some(p), Some(r)) if p + r != 0.0 => {
            let [p, r, sum] = [p, r, p + r].map(exact);
            parts.push(WorkedFormula(format!("P = {p}, R = {r}")));
            parts.push(WorkedFormula(format!("F1 = 2 × {p} × {r} ÷ {sum} = {f1}")));
        }
        (p, r) => {
            parts.push(WorkedFormula(format!(
                "P = {}, R = {}",
                exact_or_undefined(p),
                exact_or_undefined(r)
            )));
            parts.push(Pitfall(format!(
                "The harmonic mean is undefined here; bert_score sets F1 = {f1}."
            )));
        }
    }
    parts
}

pub(super) fn rescaling(analysis: &Analysis) -> Vec<StepPart> {
    let mut parts = vec![
        Formula("rescaled = (x − b) ÷ (1 − b)".into()),
        Reason("The baseline b, the mean score of random pairs, becomes 0.".into()),
    ];
    let Some(rescaled) = &analysis.rescaled else {
        let said: Vec<StepPart> = notes(analysis, |note| {
            matches!(note, Note::NoBaseline { .. } | Note::BaselineWithoutWindows)
        })
        .collect();
        let none = vec![Pitfall(
            "There is no baseline for this model and layer, so the scores stay raw.".into(),
        )];
        parts.extend(if said.is_empty() { none } else { said });
        return parts;
    };
    let baseline = rescaled.baseline;
    let score = rescaled.score;
    for (name, raw, b) in [
        ("P", analysis.raw.precision, baseline.precision),
        ("R", analysis.raw.recall, baseline.recall),
        ("F1", Some(analysis.raw.f1), baseline.f1),
    ] {
        parts.push(WorkedFormula(match raw {
            None => format!("{name} is undefined"),
            Some(raw) => {
                let y = BaselineRow::rescale(raw, b);
                let [x, b, rest, y] = [raw, b, 1.0 - b, y].map(exact);
                format!("{name}: ({x} − {b}) ÷ {rest} = {y}")
            }
        }));
    }
    parts.push(Pitfall(
        "The cells are rescaled too, with the b of F1. The metric rescales only P, R and F1."
            .into(),
    ));
    if let (Some(p), Some(r)) = (score.precision, score.recall)
        && by_convention(analysis).is_empty()
        && p + r > 0.0
    {
        let mean = exact(2.0 * p * r / (p + r));
        if mean != exact(score.f1) {
            parts.push(Pitfall(format!(
                "F1 has its own b, so it is not 2PR ÷ (P + R) = {mean}."
            )));
        }
    }
    if score.f1 < 0.0 {
        parts.push(Pitfall(
            "F1 is below 0: these texts are less similar than random pairs are on average.".into(),
        ));
    }
    parts.extend(by_convention(analysis));
    parts
}
