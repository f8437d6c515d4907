//! What follows from P and R: weights, F1, rescaling.

use super::super::columns::figure;
use super::part::Part;
use super::phrases::{by_convention, name};
use crate::number::count;
use bertscope_analysis::{Analysis, Note, Side};
use bertscope_metric::BaselineRow;

use Part::{Figure, Formula, Watch, Words};

pub(super) fn weights(analysis: &Analysis, candidate: usize, reference: usize) -> Vec<Part> {
    let Some(idf) = &analysis.idf else {
        let mut parts = vec![
            Formula("weight = 1, or 0 for a special token".into()),
            Words("The weights say how much each piece counts in P and R. Here every piece counts the same.".into()),
        ];
        for side in [Side::Candidate, Side::Reference] {
            let weighed = analysis.side(side);
            let (sum, all) = (weighed.weights.sum(), weighed.tokenized.tokens.len());
            parts.push(Figure(format!("Σ weights of the {}: {sum:.0}, for {all} tokens", side.name())));
        }
        parts.extend(analysis.notes.iter().filter(|n| **n == Note::NoFrequencies).map(|n| Watch(n.to_string())));
        parts.push(Words("With IDF weights, rare tokens count more.".into()));
        return parts;
    };
    let mut parts = vec![
        Formula("weight = ln((N + 1) ÷ (df + 1))".into()),
        Words("Of N texts, df have the piece. A rare piece counts more than one that is everywhere (IDF).".into()),
        Figure(format!("{}, N = {}", idf.name, count(idf.documents))),
    ];
    for (side, i) in [(Side::Candidate, candidate), (Side::Reference, reference)] {
        let weighed = analysis.side(side);
        let (Some(token), Some(weight)) = (weighed.tokenized.tokens.get(i), weighed.weights.as_slice().get(i)) else {
            continue;
        };
        let df = idf.frequencies.frequency(token.id);
        parts.push(Figure(format!(
            "{}: ln({} ÷ {}) = {}",
            name(analysis, side, i),
            count(idf.documents + 1),
            count(df + 1),
            figure(Some(*weight))
        )));
    }
    let undefined = |note: &&Note| matches!(note, Note::NoWeight { .. });
    parts.extend(analysis.notes.iter().filter(undefined).map(|note| Watch(note.to_string())));
    parts
}

pub(super) fn f1(analysis: &Analysis) -> Vec<Part> {
    let mut parts = vec![
        Formula("F1 = 2 × P × R ÷ (P + R)".into()),
        Words("One number for both: their harmonic mean, which is nearer to the smaller one.".into()),
    ];
    let conventions = by_convention(analysis);
    let f1 = figure(Some(analysis.raw.f1));
    match (analysis.raw.precision, analysis.raw.recall) {
        _ if !conventions.is_empty() => {
            parts.push(Figure(format!("F1 = {f1}")));
            parts.extend(conventions);
        }
        (Some(p), Some(r)) if p + r != 0.0 => {
            let (p, r, sum) = (figure(Some(p)), figure(Some(r)), figure(Some(p + r)));
            parts.push(Figure(format!("P = {p}, R = {r}")));
            parts.push(Figure(format!("F1 = 2 × {p} × {r} ÷ {sum} = {f1}")));
        }
        (p, r) => {
            parts.push(Figure(format!("P = {}, R = {}", figure(p), figure(r))));
            parts.push(Watch(format!("Without both of them there is no mean; bert_score puts F1 = {f1}.")));
        }
    }
    parts
}

pub(super) fn rescaling(analysis: &Analysis) -> Vec<Part> {
    let mut parts = vec![
        Formula("rescaled = (x − b) ÷ (1 − b)".into()),
        Words("b, the baseline, is the mean score of unrelated sentence pairs. It becomes 0, and 1 stays 1.".into()),
    ];
    let Some(rescaled) = &analysis.rescaled else {
        let note = |note: &&Note| matches!(note, Note::NoBaseline { .. });
        let said: Vec<Part> = analysis.notes.iter().filter(note).map(|note| Watch(note.to_string())).collect();
        let none = vec![Watch("There is no baseline for this model and layer, so the scores stay as they are.".into())];
        parts.extend(if said.is_empty() { none } else { said });
        return parts;
    };
    let BaselineRow { precision, recall, f1 } = rescaled.baseline;
    let (raw, score) = (analysis.raw, rescaled.score);
    let rows = [
        ("P", raw.precision, precision, score.precision),
        ("R", raw.recall, recall, score.recall),
        ("F1", Some(raw.f1), f1, Some(score.f1)),
    ];
    for (name, x, b, y) in rows {
        parts.push(match x {
            None => Figure(format!("{name} stays undefined")),
            Some(_) => {
                let (x, below, y) = (figure(x), figure(Some(1.0 - b)), figure(y));
                Figure(format!("{name}: ({x} − {}) ÷ {below} = {y}", figure(Some(b))))
            }
        });
    }
    if let (Some(p), Some(r)) = (score.precision, score.recall)
        && by_convention(analysis).is_empty()
        && p + r > 0.0
    {
        let mean = 2.0 * p * r / (p + r);
        if figure(Some(mean)) != figure(Some(score.f1)) {
            parts.push(Watch(format!(
                "F1 has a b of its own: it is not 2PR ÷ (P + R) of the rescaled P and R, {}.",
                figure(Some(mean))
            )));
        }
    }
    if score.f1 < 0.0 {
        parts.push(Watch("F1 is below 0: these texts are less alike than unrelated ones are on average.".into()));
    }
    parts.extend(by_convention(analysis));
    parts
}
