//! From tokens to the matrix: vectors, one cosine, all cosines.

use std::cmp::Ordering;

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
    let numbers = match cosine {
        Some(cosine) => format!("{} ", cosine.dimension),
        None => String::new(),
    };
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
        parts.extend(strips(analysis, c, r, cosine));
    }
    parts.extend(same_token(analysis, c, r));
    parts
}

/// The first numbers of both vectors, on one scale so that they can be compared.
fn strips(analysis: &Analysis, c: usize, r: usize, cosine: &Cosine) -> Vec<StepPart> {
    let [a, b] = cosine.previews();
    let finite = a.iter().chain(b).copied().filter(|x| x.is_finite());
    let low = finite.clone().fold(f32::INFINITY, f32::min);
    let high = finite.fold(f32::NEG_INFINITY, f32::max);
    let mut parts = Vec::new();
    for (side, i, vector) in [(Side::Candidate, c, a), (Side::Reference, r, b)] {
        parts.push(Strip {
            label: name(analysis, side, i),
            heights: vector.iter().map(|x| height(*x, low, high)).collect(),
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
    parts
}

/// The position of a number between the lowest and the highest; the middle if all are equal.
fn height(x: f32, low: f32, high: f32) -> f32 {
    if high > low {
        ((x - low) / (high - low)).clamp(0.0, 1.0)
    } else {
        0.5
    }
}

/// A token that both texts have, with different vectors.
fn same_token(analysis: &Analysis, c: usize, r: usize) -> Option<StepPart> {
    let a = analysis.candidate.tokenized.tokens.get(c)?;
    let b = analysis.reference.tokenized.tokens.get(r)?;
    // Rounding alone keeps equal vectors closer than this.
    if a.id != b.id || analysis.similarity.get(c, r) >= 0.999 {
        return None;
    }
    let name = name(analysis, Side::Candidate, c);
    Some(Pitfall(format!(
        "{name} is the same token in both texts, but the words around it differ."
    )))
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
    let rows = analysis.similarity.candidate_tokens();
    let columns = analysis.similarity.reference_tokens();
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
    let of_row = row_cells(analysis, row);
    if row + 1 < rows {
        for (what, cell) in highest_and_lowest(&of_row) {
            let name = name(analysis, Side::Reference, cell.reference);
            let value = three_places(cell.value);
            parts.push(WorkedFormula(format!("{what} in the row: {name} {value}")));
        }
        parts.push(Detail("Each step adds the next row.".into()));
        return parts;
    }
    parts.push(WorkedFormula(format!(
        "{rows} rows × {columns} columns = {} cosines",
        with_thousands_separators((rows * columns) as u64)
    )));
    let mut all: Vec<Cell> = (0..rows).flat_map(|row| row_cells(analysis, row)).collect();
    for (what, cell) in highest_and_lowest(&all) {
        parts.push(WorkedFormula(format!(
            "{what}: {} × {} {}",
            name(analysis, Side::Candidate, cell.candidate),
            name(analysis, Side::Reference, cell.reference),
            three_places(cell.value)
        )));
    }
    let middle = all.len() / 2;
    let (_, median, _) = all.select_nth_unstable_by(middle, Cell::by_value);
    if median.value >= 0.1 {
        parts.push(Pitfall(format!(
            "Half of the cells are {} or more: even tokens with little in common do not have cosine 0.",
            three_places(median.value)
        )));
    }
    parts
}

#[derive(Clone, Copy)]
struct Cell {
    value: f32,
    candidate: usize,
    reference: usize,
}

impl Cell {
    fn by_value(&self, other: &Self) -> Ordering {
        self.value.total_cmp(&other.value)
    }
}

fn row_cells(analysis: &Analysis, candidate: usize) -> Vec<Cell> {
    let values = analysis.similarity.row(candidate).iter().enumerate();
    values
        .map(|(reference, &value)| Cell {
            value,
            candidate,
            reference,
        })
        .collect()
}

/// The highest of some cells, and the lowest.
fn highest_and_lowest(cells: &[Cell]) -> Vec<(&'static str, Cell)> {
    let highest = cells.iter().copied().max_by(Cell::by_value);
    let lowest = cells.iter().copied().min_by(Cell::by_value);
    let mut ends = Vec::new();
    ends.extend(highest.map(|cell| ("Highest", cell)));
    ends.extend(lowest.map(|cell| ("Lowest", cell)));
    ends
}
