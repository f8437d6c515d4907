//! From tokens to the matrix: vectors, one cosine, all cosines.

use std::ops::Range;

use super::step_sheet::StepSheet;
use crate::number::{degrees, exact, three_places, with_thousands_separators};
use crate::topics::derivation;
use crate::topics::names::numbered_token;
use bertscope_analysis::{Analysis, Cosine, Side};
use bertscope_sheet::{Angle, Axis, Block, Cell, Chart, ChartSize, Column, Row, Table};

/// From this similarity on, only rounding tells two vectors apart.
const EQUAL: f32 = 0.999;

impl StepSheet<'_> {
    pub fn vectors(&mut self) {
        let dimension = match self.cosine {
            Some(cosine) => format!("{} ", cosine.dimension),
            None => String::new(),
        };
        self.introduce(
            format!("token → {dimension}numbers"),
            "Vectors can be compared. The model learned them from contexts: tokens of similar use may get similar vectors, or not.",
        );
        self.note(format!(
            "From layer 1 on, a token’s vector depends on the whole text that the model reads: each layer mixes in the other tokens. This is layer {}:",
            self.analysis.layer
        ));
        if let Some(cosine) = self.cosine {
            self.first_numbers(cosine);
        }
        let (candidate, reference) = self.cell;
        let own = self.analysis.candidate.tokenized.tokens.get(candidate);
        let other = self.analysis.reference.tokenized.tokens.get(reference);
        if let [Some(own), Some(other)] = [own, other]
            && own.id == other.id
            && self.analysis.similarity.get(candidate, reference) < EQUAL
        {
            let name = self.name(Side::Candidate, candidate);
            self.warn(format!(
                "{name} is the same token in both texts, but its position or the words around it differ."
            ));
        }
    }

    /// The first numbers of both vectors, on one scale so that they can be compared.
    fn first_numbers(&mut self, cosine: &Cosine) {
        let vectors = cosine.previews();
        let numbers = vectors.concat();
        let low = numbers.iter().copied().fold(f32::INFINITY, f32::min);
        let high = numbers.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let count = vectors[0].len();
        let axis = Axis::new(low.into(), high.into(), ChartSize::Numbers(count));
        let mut table = Table::new([Column::new(""), Column::chart("", axis)]);
        let names = [
            self.name(Side::Candidate, cosine.candidate),
            self.name(Side::Reference, cosine.reference),
        ];
        for (name, vector) in names.into_iter().zip(vectors) {
            let chart = Chart::Numbers(vector.iter().copied().map(f64::from).collect());
            table.push(Row::new([Cell::word(name), chart.into()]));
        }
        self.push(table);
        let [low, high] = [low, high].map(three_places);
        let all = cosine.dimension;
        self.step(format!(
            "The first {count} of {all} numbers, from {low} to {high}."
        ));
    }

    pub fn cosine(&mut self) {
        self.introduce(
            "cos(a, b) = a·b ÷ (|a| × |b|)",
            "How similar are two tokens? The smaller the angle between their vectors, the more similar.",
        );
        let (candidate, reference) = self.cell;
        let Some(angle) = angle(self.analysis, self.cell) else {
            return;
        };
        let [a, b] = &angle.names;
        let apart = degrees(angle.degrees);
        self.step(format!("a = {a}, b = {b}: {apart} apart"));
        self.push(Block::Angle(angle));
        if let Some(cosine) = self.cosine {
            let dot = exact(cosine.dot);
            self.step(format!("a·b = {} = {dot}", first_products(cosine)));
            let [a, b] = cosine.norms.map(exact);
            self.step(format!("|a| = √(a·a) = {a}, |b| = {b}"));
        }
        let step = derivation::cosine(self.analysis, candidate, reference, self.cosine);
        self.step(step.named("cos"));
        self.note("cos 0° = 1, cos 90° = 0.");
    }

    /// The matrix, down to a row.
    pub fn rows(&mut self) {
        self.introduce(
            "cell = cos(token of the row, token of the column)",
            "Which tokens correspond? Compare each candidate token with each reference token.",
        );
        let (row, _) = self.cell;
        let rows = self.analysis.similarity.candidate_tokens();
        let columns = self.analysis.similarity.reference_tokens();
        if row >= rows || columns == 0 {
            return;
        }
        let name = self.name(Side::Candidate, row);
        self.step(format!("Row {} of {rows}: {name}", row + 1));
        let is_last = row + 1 == rows;
        let shown = if is_last { 0..rows } else { row..row + 1 };
        if is_last {
            let count = with_thousands_separators(rows * columns);
            self.step(format!("{rows} rows × {columns} columns = {count} cosines"));
        }
        let cells = cells_by_similarity(self.analysis, shown);
        for (end, cell) in [("Highest", 0), ("Lowest", cells.len() - 1)] {
            let (candidate, reference) = cells[cell];
            let name = self.name(Side::Candidate, candidate);
            let other = self.name_and_similarity(Side::Candidate, candidate, reference);
            self.step(format!("{end}: {name} × {other}"));
        }
        if !is_last {
            self.note("Each step adds the next row.");
            return;
        }
        let (candidate, reference) = cells[(cells.len() - 1) / 2];
        let median = self.analysis.similarity.get(candidate, reference);
        if median >= 0.1 {
            let half = three_places(median);
            self.warn(format!(
                "Half of the cells are {half} or more: the scale does not begin at 0."
            ));
        }
    }
}

/// The cells of some rows, the highest first.
fn cells_by_similarity(analysis: &Analysis, rows: Range<usize>) -> Vec<(usize, usize)> {
    let similarity = &analysis.similarity;
    let columns = similarity.reference_tokens();
    let mut cells = Vec::new();
    for row in rows {
        cells.extend((0..columns).map(|column| (row, column)));
    }
    cells.sort_by(|a, b| {
        similarity
            .get(b.0, b.1)
            .total_cmp(&similarity.get(a.0, a.1))
    });
    cells
}

/// `.1 × .2 + −.1 × .4 + … 382 more`: the products that sum to a·b.
fn first_products(cosine: &Cosine) -> String {
    let [a, b] = cosine.previews();
    let mut products = Vec::new();
    for (a, b) in a.iter().zip(b).take(2) {
        products.push(format!("{} × {}", three_places(*a), three_places(*b)));
    }
    let more = cosine.dimension - products.len();
    if more > 0 {
        products.push(format!("… {more} more"));
    }
    products.join(" + ")
}

/// The angle between the vectors of a cell; `None` if there is no such cell.
pub fn angle(analysis: &Analysis, (candidate, reference): (usize, usize)) -> Option<Angle> {
    let similarity = &analysis.similarity;
    if candidate >= similarity.candidate_tokens() || reference >= similarity.reference_tokens() {
        return None;
    }
    let cosine = f64::from(similarity.get(candidate, reference));
    Some(Angle {
        degrees: cosine.clamp(-1.0, 1.0).acos().to_degrees(),
        names: [
            numbered_token(analysis, Side::Candidate, candidate),
            numbered_token(analysis, Side::Reference, reference),
        ],
    })
}
