//! The derivation of the score and of one cell of the matrix.

use super::names::token_name;
use crate::number::{with_minus_signs, with_thousands_separators};
use bertscope_analysis::{Analysis, Cosine, IdfSource, Side};
use bertscope_encoder::TokenId;
use bertscope_metric::{BaselineRow, Score};

/// The derivation of P, R and F1, one formula with its numbers each.
pub fn score(analysis: &Analysis) -> Vec<String> {
    if analysis.has_empty_side() {
        let notes = analysis
            .notes
            .iter()
            .filter(|note| note.is_about_empty_text());
        return notes.map(ToString::to_string).collect();
    }
    let raw = &analysis.raw;
    let mut steps = vec![
        mean(analysis, Side::Candidate),
        mean(analysis, Side::Reference),
    ];
    steps.push(harmonic(raw).unwrap_or_else(|| {
        format!(
            "F1 = {:.5}: bert_score sets F1 to 0 where the harmonic mean is undefined",
            raw.f1
        )
    }));
    if let Some(rescaled) = analysis.rescaling() {
        steps.extend(rescaling_lines(raw, &rescaled.baseline));
    }
    with_minus_signs(steps)
}

/// Number of terms of a sum that are written out.
const MAX_TERMS: usize = 12;

/// Precision or recall: the formula, the terms of its sum, and the sum. Tokens without weight are left out.
fn mean(analysis: &Analysis, side: Side) -> String {
    let (name, sum, own) = (
        side.mean_symbol(),
        analysis.weighted_sum(side),
        analysis.side(side),
    );
    let Some(mean) = analysis.mean_of(side) else {
        return format!(
            "{name} is undefined: all weights of the {} are 0, so it is 0 ÷ 0",
            side.name()
        );
    };
    let weighed = own
        .weights
        .as_slice()
        .iter()
        .zip(analysis.matches_of(side))
        .filter(|(weight, _)| **weight != 0.0);
    let mut terms: Vec<String> = weighed
        .map(|(weight, found)| match analysis.idf {
            Some(_) => format!("{weight:.2} × {:.3}", found.similarity),
            None => format!("{:.3}", found.similarity),
        })
        .collect();
    let all = terms.len();
    if all > MAX_TERMS {
        terms.splice(
            MAX_TERMS - 2..all - 1,
            [format!("… {} more …", all - MAX_TERMS + 1)],
        );
    }
    let (terms, weights) = (terms.join(" + "), own.weights.sum());
    let formula = match analysis.idf {
        Some(_) => format!(
            "Σ IDF weight × best similarity ÷ Σ IDF weights, over the {} tokens",
            side.name()
        ),
        None => format!(
            "mean of the best similarities of the {} tokens",
            side.name()
        ),
    };
    let whole = if analysis.idf.is_some() {
        format!("{weights:.2}")
    } else {
        format!("{weights}")
    };
    format!("{name} = {formula} = ({terms}) ÷ {whole} = {sum:.5} ÷ {whole} = {mean:.5}")
}

/// F1 with its numbers; `None` where the harmonic mean is undefined.
pub(super) fn harmonic(raw: &Score) -> Option<String> {
    let (p, r) = (raw.precision?, raw.recall?);
    (p + r != 0.0).then(|| {
        format!(
            "F1 = 2PR ÷ (P + R) = 2 × {p:.5} × {r:.5} ÷ {:.5} = {:.5}",
            p + r,
            raw.f1
        )
    })
}

/// P or R from its sum and its weights.
pub(super) fn cosine_mean(name: &str, (sum, weights): (f64, f64), mean: Option<f64>) -> String {
    match mean {
        Some(x) => format!(
            "{name} = Σ weight × best cosine ÷ Σ weights = {sum:.5} ÷ {weights:.5} = {x:.5}"
        ),
        None => format!(
            "{name} = {sum:.5} ÷ {weights:.5} is undefined: no token of its side has weight"
        ),
    }
}

/// F1 from P and R; `None` where one of them is undefined.
pub(super) fn f1_of_means(
    Score {
        precision,
        recall,
        f1,
    }: Score,
) -> Option<String> {
    let (p, r) = (precision?, recall?);
    Some(format!(
        "F1 = 2 × P × R ÷ (P + R) = 2 × {p:.5} × {r:.5} ÷ ({p:.5} + {r:.5}) = {f1:.5}"
    ))
}

/// The best match of a token, and its runner-up.
pub(super) fn best_match(analysis: &Analysis, side: Side, i: usize) -> Vec<String> {
    let (found, other) = (analysis.matches_of(side)[i], side.other());
    let (own, partner) = (
        token_name(analysis, side, i),
        token_name(analysis, other, found.token),
    );
    let mut steps = vec![format!(
        "“{own}” matches “{partner}” in the {}: cosine {:.5}",
        other.name(),
        found.similarity
    )];
    steps.extend(found.runner_up.map(|second| {
        let (name, margin) = (
            token_name(analysis, other, second.token),
            found.similarity - second.similarity,
        );
        format!(
            "runner-up “{name}”: {:.5}, {margin:.5} lower",
            second.similarity
        )
    }));
    steps
}

/// The rescaling of each defined score, one line each.
pub(super) fn rescaling_lines(raw: &Score, baseline: &BaselineRow) -> Vec<String> {
    let BaselineRow {
        precision,
        recall,
        f1,
    } = *baseline;
    let numbers = [
        ("P", raw.precision, precision),
        ("R", raw.recall, recall),
        ("F1", Some(raw.f1), f1),
    ];
    let line = |(name, x, b): (&str, Option<f64>, f64)| {
        let x = x?;
        let y = BaselineRow::rescale(x, b);
        Some(format!(
            "rescaled {name} = (x − b) ÷ (1 − b) = ({x:.5} − {b:.5}) ÷ {:.5} = {y:.5}",
            1.0 - b
        ))
    };
    numbers.into_iter().filter_map(line).collect()
}

/// The derivation of a cell of the matrix. `cosine` is ignored if it belongs to another cell.
pub fn cell(
    analysis: &Analysis,
    candidate: usize,
    reference: usize,
    cosine: Option<&Cosine>,
) -> Vec<String> {
    let similarity = &analysis.similarity;
    if candidate >= similarity.candidate_tokens() || reference >= similarity.reference_tokens() {
        return Vec::new();
    }
    let name = |side: Side, i: usize| token_name(analysis, side, i);
    let value = similarity.get(candidate, reference);
    let pair = format!(
        "“{}” × “{}”",
        name(Side::Candidate, candidate),
        name(Side::Reference, reference)
    );
    let mut steps = match cosine.filter(|c| c.candidate == candidate && c.reference == reference) {
        Some(Cosine {
            dot,
            norms: [a, b],
            dimension: width,
            ..
        }) => vec![format!(
            "{pair} = a·b ÷ (|a| |b|), over the {width} dimensions at layer {} = {dot:.5} ÷ ({a:.5} × {b:.5}) = {value:.5}",
            analysis.layer
        )],
        None => vec![format!(
            "{pair} = cosine of the two tokens’ vectors at layer {} = {value:.5}",
            analysis.layer
        )],
    };
    if let Some(rescaled) = analysis.rescaling() {
        let b = rescaled.baseline.f1;
        let shown = analysis.cell(candidate, reference);
        steps.push(format!(
            "shown rescaled, with the F1 baseline b: (x − b) ÷ (1 − b) = ({value:.5} − {b:.5}) ÷ {:.5} = {shown:.5}",
            1.0 - b
        ));
    }
    if let Some(idf) = &analysis.idf {
        for (side, i) in [(Side::Candidate, candidate), (Side::Reference, reference)] {
            let id = analysis.side(side).tokenized.tokens[i].id;
            let weight = analysis.side(side).weights.as_slice()[i];
            let formula = logarithm(idf, id).map_or_else(String::new, |ln| {
                format!("ln((N + 1) ÷ (df + 1)) = {ln} = ")
            });
            let line = format!(
                "weight of “{}” = {formula}{weight:.5}, from {}",
                name(side, i),
                idf.name
            );
            // The same token on both sides has one weight.
            if steps.last() != Some(&line) {
                steps.push(line);
            }
        }
    }
    with_minus_signs(steps)
}

/// `ln(1,001 ÷ 6)`, the weight of a token as computed from N and df; `None` for a given weight.
pub(super) fn logarithm(idf: &IdfSource, id: TokenId) -> Option<String> {
    let counted = idf.weights.counted()?;
    let [n, df] = [counted.document_count(), counted.frequency(id)]
        .map(|count| with_thousands_separators(count + 1));
    Some(format!("ln({n} ÷ {df})"))
}
