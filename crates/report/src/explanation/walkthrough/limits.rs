//! What the score does not say.

use super::stage::StepPart;
use crate::number::exact;
use bertscope_analysis::{Analysis, Side};

use StepPart::{Detail, Formula, Pitfall, Reason, WorkedFormula};

pub(super) fn limits(analysis: &Analysis) -> Vec<StepPart> {
    let mut parts = vec![
        Formula("score = how similar the model finds the two texts".into()),
        Reason("It does not say whether the candidate is true, complete or well written.".into()),
        Reason("A “not”, a name or a number is one token among many, so a wrong one often costs little.".into()),
        Reason("But not always: one token can shift the vectors of all the others.".into()),
    ];
    parts.extend(shares(analysis));
    parts.extend([
        Pitfall("A good candidate that differs from the reference can score low.".into()),
        Pitfall(
            "Scores of different models, layers, weights or languages cannot be compared.".into(),
        ),
        Pitfall("One pair says little about a system: compare the means of many pairs.".into()),
        Detail(
            "Try it: change one word of the candidate to its opposite, and repeat the steps."
                .into(),
        ),
    ]);
    parts
}

/// The largest share that a single token has in a mean.
fn shares(analysis: &Analysis) -> Vec<StepPart> {
    if analysis.has_empty_side() {
        return Vec::new();
    }
    let mut parts = Vec::new();
    for side in [Side::Candidate, Side::Reference] {
        let weights = &analysis.side(side).weights;
        let most = weights.as_slice().iter().copied().fold(0.0, f64::max);
        if weights.sum() > 0.0 {
            parts.push(WorkedFormula(format!(
                "{}: no token of the {} has more than {} of the weight",
                side.mean_symbol(),
                side.name(),
                exact(most / weights.sum())
            )));
        }
    }
    parts
}
