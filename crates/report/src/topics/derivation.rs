//! The derivation of the score and of one cell of the matrix, and steps that several topics share.

use super::names::token_name;
use crate::number::{decimals, exact, weight, with_thousands_separators};
use bertscope_analysis::{Analysis, Cosine, IdfSource, Side};
use bertscope_encoder::TokenId;
use bertscope_metric::{BaselineRow, Score};
use bertscope_sheet::{Derivation, Step};

/// The derivation of P, R and F1, one formula with its numbers each.
pub fn score(analysis: &Analysis) -> Derivation {
    if analysis.has_empty_side() {
        let notes = analysis
            .notes
            .iter()
            .filter(|note| note.is_about_empty_text());
        return notes.map(|note| Step::sentence(note.to_string())).collect();
    }
    let raw = &analysis.raw;
    let mut steps = vec![
        mean(analysis, Side::Candidate),
        mean(analysis, Side::Reference),
    ];
    steps.push(f1(raw));
    if let Some(row) = analysis.baseline() {
        steps.extend(rescaling_steps(raw, &row));
    }
    steps
}

/// Number of terms of a sum that are written out.
const MAX_TERMS: usize = 12;

/// Precision or recall: the formula, the terms of its sum, and the sum.
pub fn mean(analysis: &Analysis, side: Side) -> Step {
    let name = side.mean_symbol();
    let Some(mean) = analysis.mean_of(side) else {
        return Step::sentence(format!(
            "{name} is undefined: all weights of the {} are 0, so it is 0 ÷ 0",
            side.name()
        ));
    };
    let weight_sum = analysis.side(side).weights.sum();
    // Without IDF, every weight is 0 or 1, so the mean is over so many tokens.
    let (formula, divisor) = if analysis.idf.is_some() {
        (
            format!(
                "Σ IDF weight × best similarity ÷ Σ IDF weights, over the {} tokens",
                side.name()
            ),
            exact(weight_sum),
        )
    } else {
        (
            format!(
                "mean of the best similarities of the {} tokens",
                side.name()
            ),
            weight_sum.to_string(),
        )
    };
    let terms = terms(analysis, side).join(" + ");
    let sum = exact(analysis.weighted_sum(side));
    Step::computed(
        format!("{name} = {formula}"),
        format!("({terms}) ÷ {divisor} = {sum} ÷ {divisor}"),
        exact(mean),
    )
}

/// The terms of the sum of a mean, those in the middle left out if there are many. Tokens without weight have none.
fn terms(analysis: &Analysis, side: Side) -> Vec<String> {
    let weights = analysis.side(side).weights.as_slice();
    let counted = (0..weights.len()).filter(|token| weights[*token] != 0.0);
    let mut terms: Vec<String> = counted.map(|token| term(analysis, side, token)).collect();
    let all = terms.len();
    if all > MAX_TERMS {
        terms.splice(
            MAX_TERMS - 2..all - 1,
            [format!("… {} more …", all - MAX_TERMS + 1)],
        );
    }
    terms
}

/// The term of a token in the sum of its mean: its best similarity, with IDF × its weight.
pub fn term(analysis: &Analysis, side: Side, token: usize) -> String {
    let similarity = decimals(analysis.matches_of(side)[token].similarity, 3);
    match analysis.idf {
        Some(_) => {
            let own = weight(analysis.side(side).weights.as_slice()[token]);
            format!("{own} × {similarity}")
        }
        None => similarity,
    }
}

/// P, R and F1 from Σ weight × best cosine and Σ weights of the candidate, and of the reference.
pub fn means(raw: &Score, sums: [(f64, f64); 2]) -> Derivation {
    let [candidate, reference] = sums;
    vec![
        weighted_mean("P", "best cosine", candidate, raw.precision),
        weighted_mean("R", "best cosine", reference, raw.recall),
        f1(raw),
    ]
}

/// F1, or why it is 0.
pub fn f1(raw: &Score) -> Step {
    match harmonic(raw) {
        Some(step) => step,
        None => Step::sentence(format!(
            "F1 = {}: bert_score sets F1 to 0 where the harmonic mean is undefined",
            exact(raw.f1)
        )),
    }
}

/// F1 with its numbers; `None` where the harmonic mean is undefined.
pub fn harmonic(raw: &Score) -> Option<Step> {
    let precision = raw.precision?;
    let recall = raw.recall?;
    if precision + recall == 0.0 {
        return None;
    }
    let [p, r, sum, f1] = [precision, recall, precision + recall, raw.f1].map(exact);
    Some(Step::computed(
        "F1 = 2PR ÷ (P + R)",
        format!("2 × {p} × {r} ÷ {sum}"),
        f1,
    ))
}

/// P or R from Σ weight × what is averaged, and Σ weights.
pub fn weighted_mean(
    name: &str,
    averaged: &str,
    (sum, weights): (f64, f64),
    mean: Option<f64>,
) -> Step {
    let [sum, weights] = [sum, weights].map(exact);
    match mean.map(exact) {
        Some(mean) => Step::computed(
            format!("{name} = Σ weight × {averaged} ÷ Σ weights"),
            format!("{sum} ÷ {weights}"),
            mean,
        ),
        None => Step::sentence(format!(
            "{name} = {sum} ÷ {weights} is undefined: no token of its side has weight"
        )),
    }
}

/// The best match of a token, and its runner-up.
pub fn best_match(analysis: &Analysis, side: Side, i: usize) -> Derivation {
    let found = analysis.matches_of(side)[i];
    let other = side.other();
    let mut steps = vec![Step::sentence(format!(
        "“{}” matches “{}” in the {}: cosine {}",
        token_name(analysis, side, i),
        token_name(analysis, other, found.token),
        other.name(),
        exact(found.similarity)
    ))];
    if let Some(second) = found.runner_up {
        steps.push(Step::sentence(format!(
            "runner-up “{}”: {}, {} lower",
            token_name(analysis, other, second.token),
            exact(second.similarity),
            exact(found.similarity - second.similarity)
        )));
    }
    steps
}

/// The rescaling of each defined score, one line each.
pub fn rescaling_steps(raw: &Score, baseline: &BaselineRow) -> Derivation {
    let mut steps = Vec::new();
    for (name, raw, baseline) in raw_and_baseline(raw, baseline) {
        steps.push(rescaling(name, raw, baseline));
    }
    steps
}

/// Each defined score with its name and its baseline.
pub fn raw_and_baseline(raw: &Score, baseline: &BaselineRow) -> Vec<(&'static str, f64, f64)> {
    let mut scores = Vec::new();
    for (name, raw, baseline) in [
        ("P", raw.precision, baseline.precision),
        ("R", raw.recall, baseline.recall),
        ("F1", Some(raw.f1), baseline.f1),
    ] {
        scores.extend(raw.map(|raw| (name, raw, baseline)));
    }
    scores
}

/// The rescaling of one score.
pub fn rescaling(name: &str, raw: f64, baseline: f64) -> Step {
    let rescaled = BaselineRow::rescale(raw, baseline);
    let [x, b, rest, y] = [raw, baseline, 1.0 - baseline, rescaled].map(exact);
    Step::computed(
        format!("rescaled {name} = (x − b) ÷ (1 − b)"),
        format!("({x} − {b}) ÷ {rest}"),
        y,
    )
}

/// The derivation of a cell of the matrix. `cosine` is ignored if it belongs to another cell.
pub fn cell(
    analysis: &Analysis,
    candidate: usize,
    reference: usize,
    cosine: Option<&Cosine>,
) -> Derivation {
    let similarity = &analysis.similarity;
    if candidate >= similarity.candidate_tokens() || reference >= similarity.reference_tokens() {
        return Derivation::new();
    }
    let cosine = cosine.filter(|c| c.candidate == candidate && c.reference == reference);
    let mut steps = vec![self::cosine(analysis, candidate, reference, cosine)];
    if let Some(row) = analysis.baseline() {
        let b = row.f1;
        let [raw, rescaled] = [
            similarity.get(candidate, reference),
            analysis.cell(candidate, reference),
        ]
        .map(exact);
        steps.push(Step::computed(
            "shown rescaled, with the F1 baseline b: (x − b) ÷ (1 − b)",
            format!("({raw} − {}) ÷ {}", exact(b), exact(1.0 - b)),
            rescaled,
        ));
    }
    if let Some(idf) = &analysis.idf {
        let own = weight_of(analysis, idf, Side::Candidate, candidate);
        let other = weight_of(analysis, idf, Side::Reference, reference);
        // The same token on both sides has one weight.
        if own != other {
            steps.push(own);
        }
        steps.push(other);
    }
    steps
}

/// The cosine of a cell, with the dot product and the norms if they are known.
pub fn cosine(
    analysis: &Analysis,
    candidate: usize,
    reference: usize,
    cosine: Option<&Cosine>,
) -> Step {
    let layer = analysis.layer;
    let value = exact(analysis.similarity.get(candidate, reference));
    let pair = format!(
        "“{}” × “{}”",
        token_name(analysis, Side::Candidate, candidate),
        token_name(analysis, Side::Reference, reference)
    );
    let Some(cosine) = cosine else {
        let formula = format!("{pair} = cosine of the two tokens’ vectors at layer {layer}");
        return Step::result(formula, value);
    };
    let dimension = cosine.dimension;
    let [a, b] = cosine.norms.map(exact);
    Step::computed(
        format!("{pair} = a·b ÷ (|a| |b|), over the {dimension} dimensions at layer {layer}"),
        format!("{} ÷ ({a} × {b})", exact(cosine.dot)),
        value,
    )
}

/// The weight of a token.
pub fn weight_of(analysis: &Analysis, idf: &IdfSource, side: Side, token: usize) -> Step {
    let weighted = analysis.side(side);
    let name = format!("weight of “{}”", token_name(analysis, side, token));
    let value = format!(
        "{}, from {}",
        exact(weighted.weights.as_slice()[token]),
        idf.name
    );
    match logarithm(idf, weighted.tokenized.tokens[token].id) {
        Some(ln) => Step::computed(format!("{name} = ln((N + 1) ÷ (df + 1))"), ln, value),
        None => Step::result(name, value),
    }
}

/// `ln(1,001 ÷ 6)`, the weight of a token as computed from N and df; `None` for a given weight.
fn logarithm(idf: &IdfSource, id: TokenId) -> Option<String> {
    let counted = idf.weights.counted()?;
    let [n, df] = [counted.document_count(), counted.frequency(id)]
        .map(|count| with_thousands_separators(count + 1));
    Some(format!("ln({n} ÷ {df})"))
}
