//! From tokens to the matrix: vectors, one cosine, all cosines.

use super::phrases::name;
use super::stage::StepPart;
use crate::number::{degrees, exact, three_places, with_thousands_separators};
use bertscope_analysis::{Analysis, Cosine, Side};

use StepPart::{Angle, Detail, Formula, Pitfall, Reason, Strip, WorkedFormula};

pub(super) fn vectors(
    analysis: &Analysis,
    c: usize,
    r: usize,
    cosine: Option<&Cosine>,
) -> Vec<StepPart> {
    let numbers = cosine.map_or_else(String::new, |cosine| format!("{} ", cosine.dimension));
    let mut parts = vec![
        Formula(format!("token → {numbers}numbers")),
        Reason(
            "Vectors can be compared. Tokens that occur in similar contexts get similar vectors."
                .into(),
        ),
        Detail(format!(
            "A token’s vector depends on the whole text: each layer mixes in the other tokens. This is layer {}:",
            analysis.layer
        )),
    ];
    if let Some(cosine) = cosine {
        let [a, b] = cosine.previews();
        let all = || a.iter().chain(b).copied().filter(|x| x.is_finite());
        let (low, high) = (
            all().fold(f32::INFINITY, f32::min),
            all().fold(f32::NEG_INFINITY, f32::max),
        );
        let height = |x: &f32| {
            if high > low {
                ((x - low) / (high - low)).clamp(0.0, 1.0)
            } else {
                0.5
            }
        };
        for (side, i, vector) in [(Side::Candidate, c, a), (Side::Reference, r, b)] {
            parts.push(Strip {
                label: name(analysis, side, i),
                heights: vector.iter().map(height).collect(),
            });
        }
        if low <= high {
            parts.push(WorkedFormula(format!(
                "The first {} of {} numbers, from {} to {}.",
                a.len(),
                cosine.dimension,
                three_places(low),
                three_places(high)
            )));
        }
    }
    parts.extend(same_token(analysis, c, r));
    parts
}

/// A token that both texts have, with different vectors.
fn same_token(analysis: &Analysis, c: usize, r: usize) -> Option<StepPart> {
    let a = analysis.candidate.tokenized.tokens.get(c)?;
    let b = analysis.reference.tokenized.tokens.get(r)?;
    let differs = a.id == b.id && analysis.similarity.get(c, r) < 0.999;
    differs.then(|| {
        let name = name(analysis, Side::Candidate, c);
        Pitfall(format!(
            "{name} is the same token in both texts, but the words around it differ."
        ))
    })
}

pub(super) fn cosine(
    analysis: &Analysis,
    c: usize,
    r: usize,
    cosine: Option<&Cosine>,
) -> Vec<StepPart> {
    let mut parts = vec![
        Formula("cos(a, b) = a·b ÷ (|a| × |b|)".into()),
        Reason("How similar are two tokens? The smaller the angle between their vectors, the more similar.".into()),
    ];
    if c >= analysis.similarity.candidate_tokens() || r >= analysis.similarity.reference_tokens() {
        return parts;
    }
    let cell = f64::from(analysis.similarity.get(c, r));
    let value = exact(cell);
    let labels = [
        name(analysis, Side::Candidate, c),
        name(analysis, Side::Reference, r),
    ];
    let angle = cell.clamp(-1.0, 1.0).acos().to_degrees();
    parts.push(WorkedFormula(format!(
        "a = {}, b = {}: {} apart",
        labels[0],
        labels[1],
        degrees(angle)
    )));
    parts.push(Angle {
        degrees: angle,
        labels,
    });
    match cosine {
        Some(cosine) => {
            let [a, b] = cosine.previews();
            let products: Vec<String> = a
                .iter()
                .zip(b)
                .take(2)
                .map(|(a, b)| format!("{} × {}", three_places(*a), three_places(*b)))
                .collect();
            let more = cosine.dimension.saturating_sub(products.len());
            let more = if more > 0 {
                format!(" + … {more} more")
            } else {
                String::new()
            };
            let [la, lb] = cosine.norms.map(exact);
            let dot = exact(cosine.dot);
            parts.push(WorkedFormula(format!(
                "a·b = {}{more} = {dot}",
                products.join(" + ")
            )));
            parts.push(WorkedFormula(format!("|a| = √(a·a) = {la}, |b| = {lb}")));
            parts.push(WorkedFormula(format!(
                "cos = {dot} ÷ ({la} × {lb}) = {value}"
            )));
        }
        None => parts.push(WorkedFormula(format!("cos = {value}"))),
    }
    parts.push(Detail("cos 0° = 1, cos 90° = 0.".into()));
    parts
}

/// The matrix, down to a row.
pub(super) fn rows(analysis: &Analysis, row: usize) -> Vec<StepPart> {
    let similarity = &analysis.similarity;
    let (rows, columns) = (similarity.candidate_tokens(), similarity.reference_tokens());
    let mut parts = vec![
        Formula("cell = cos(token of the row, token of the column)".into()),
        Reason(
            "Which tokens correspond? Compare each candidate token with each reference token."
                .into(),
        ),
    ];
    if row >= rows || columns == 0 {
        return parts;
    }
    parts.push(WorkedFormula(format!(
        "Row {} of {rows}: {}",
        row + 1,
        name(analysis, Side::Candidate, row)
    )));
    let by_value = |a: &(f32, usize, usize), b: &(f32, usize, usize)| a.0.total_cmp(&b.0);
    let row_cells = |c: usize| {
        similarity
            .row(c)
            .iter()
            .enumerate()
            .map(move |(r, value)| (*value, c, r))
    };
    let name = |side: Side, i: usize| name(analysis, side, i);
    if row + 1 < rows {
        let ends = [
            ("Highest", row_cells(row).max_by(by_value)),
            ("Lowest", row_cells(row).min_by(by_value)),
        ];
        for (what, (value, _, r)) in ends
            .into_iter()
            .filter_map(|(what, found)| Some((what, found?)))
        {
            let (name, value) = (name(Side::Reference, r), three_places(value));
            parts.push(WorkedFormula(format!("{what} in the row: {name} {value}")));
        }
        parts.push(Detail("Each step adds the next row.".into()));
        return parts;
    }
    parts.push(WorkedFormula(format!(
        "{rows} rows × {columns} columns = {} cosines",
        with_thousands_separators((rows * columns) as u64)
    )));
    let mut all: Vec<_> = (0..rows).flat_map(row_cells).collect();
    let ends = [
        ("Highest", all.iter().copied().max_by(by_value)),
        ("Lowest", all.iter().copied().min_by(by_value)),
    ];
    for (what, (value, c, r)) in ends
        .into_iter()
        .filter_map(|(what, found)| Some((what, found?)))
    {
        let (c, r, value) = (
            name(Side::Candidate, c),
            name(Side::Reference, r),
            three_places(value),
        );
        parts.push(WorkedFormula(format!("{what}: {c} × {r} {value}")));
    }
    let middle = all.len() / 2;
    let median = f64::from(all.select_nth_unstable_by(middle, by_value).1.0);
    if median >= 0.1 {
        parts.push(Pitfall(format!(
            "Half of the cells are {} or more: even tokens with little in common do not have cosine 0.",
            three_places(median)
        )));
    }
    parts
}
