//! The weights of the tokens.

use super::phrases::{name, notes};
use super::stage::StepPart;
use crate::number::{decimals, exact, with_thousands_separators};
use crate::topics::derivation::logarithm;
use bertscope_analysis::{Analysis, Note, Side};

use StepPart::{Detail, Formula, Reason, WorkedFormula};

pub(super) fn weights(analysis: &Analysis, candidate: usize, reference: usize) -> Vec<StepPart> {
    let why = Reason("Before taking the mean: how much does each token count?".into());
    let Some(idf) = &analysis.idf else {
        let mut parts = vec![Formula("weight = 1, or 0 for a special token".into()), why];
        for side in [Side::Candidate, Side::Reference] {
            let weighed = analysis.side(side);
            parts.push(WorkedFormula(format!(
                "Σ weights of the {}: {}, for {} tokens",
                side.name(),
                decimals(weighed.weights.sum(), 0),
                weighed.tokenized.tokens.len()
            )));
        }
        parts.push(Detail(
            "Here every token counts the same. With IDF weights, rare tokens count more.".into(),
        ));
        parts.extend(notes(analysis, |note| *note == Note::NoFrequencies));
        return parts;
    };
    let mut parts = match idf.document_count() {
        Some(n) => vec![
            Formula("weight = ln((N + 1) ÷ (df + 1))".into()),
            why,
            Detail("df of the N texts contain the token. A rare token counts more than a frequent one (IDF).".into()),
            WorkedFormula(format!("{}, N = {}", idf.name, with_thousands_separators(n))),
        ],
        None => vec![why, Detail(format!("The weights were given, in {}.", idf.name))],
    };
    for (side, i) in [(Side::Candidate, candidate), (Side::Reference, reference)] {
        let weighed = analysis.side(side);
        let Some(token) = weighed.tokenized.tokens.get(i) else {
            continue;
        };
        let formula = match logarithm(idf, token.id) {
            Some(formula) => formula + " = ",
            None => String::new(),
        };
        parts.push(WorkedFormula(format!(
            "{}: {formula}{}",
            name(analysis, side, i),
            exact(weighed.weights.as_slice()[i])
        )));
    }
    parts.extend(notes(analysis, |note| {
        matches!(note, Note::NoWeight { .. })
    }));
    parts
}
