//! The dot products of many vectors with many others, and the highest of them for each vector.
//!
//! Two lists of texts that are all compared with each other are one product of matrices. It takes as much work as running
//! the model, so it is computed like a layer of the model.

use std::ops::Range;

use super::activations::Panels;
use super::panels::{LANES, PackedWeight};
use super::projection::{Activation, Projection};
use crate::Result;
use crate::weights::Matrix;

/// The vectors of one side.
pub struct ProductRows(Panels);

/// The vectors of the other side, packed like the weights of a layer.
pub struct ProductColumns(Projection);

/// Dot products, rows × columns.
pub struct Products(Panels);

impl ProductRows {
    /// Takes \[count, dimension\] numbers.
    pub fn new(numbers: &[f32], dimension: usize) -> Self {
        Self(Panels::from_rows(numbers, dimension))
    }
}

impl ProductColumns {
    /// Takes \[count, dimension\] numbers. Fails when the system has not enough memory.
    pub fn pack(numbers: &[f32], dimension: usize) -> Result<Self> {
        let bytes: Vec<u8> = numbers.iter().flat_map(|x| x.to_le_bytes()).collect();
        let count = numbers.len() / dimension.max(1);
        let weight = PackedWeight::pack(&[Matrix::in_memory(bytes, count, dimension)])?;
        Ok(Self(Projection::new(weight, &[], Activation::Identity)))
    }

    /// The products with some rows of the same dimension.
    pub fn products(&self, rows: &ProductRows) -> Products {
        Products(self.0.forward(&rows.0))
    }
}

impl Products {
    /// Numbers that are compared at once: those of a vector register or two. A range of columns starts and ends at a multiple.
    pub const STEP: usize = 8;

    /// The highest product of each of these rows with these columns.
    pub fn best_of_rows(&self, rows: Range<usize>, columns: Range<usize>) -> Vec<f32> {
        let mut best_of_rows = Vec::with_capacity(rows.len());
        for row in rows {
            let mut best = [f32::NEG_INFINITY; Self::STEP];
            for column in columns.clone().step_by(Self::STEP) {
                raise(&mut best, self.step(row, column));
            }
            best_of_rows.push(best.into_iter().fold(f32::NEG_INFINITY, f32::max));
        }
        best_of_rows
    }

    /// The highest product of each of these columns with these rows.
    pub fn best_of_columns(&self, rows: Range<usize>, columns: Range<usize>) -> Vec<f32> {
        let mut best_of_columns = vec![f32::NEG_INFINITY; columns.len()];
        let steps = best_of_columns.as_chunks_mut().0.iter_mut();
        for (best, column) in steps.zip(columns.step_by(Self::STEP)) {
            for row in rows.clone() {
                raise(best, self.step(row, column));
            }
        }
        best_of_columns
    }

    /// The products of a row with the columns from `column` on.
    fn step(&self, row: usize, column: usize) -> &[f32] {
        let products = &self.0.rows()[column / LANES * self.0.tokens + row];
        &products[column % LANES..][..Self::STEP]
    }
}

/// Replaces each number by the other if that is higher.
fn raise(best: &mut [f32; Products::STEP], numbers: &[f32]) {
    for (best, number) in best.iter_mut().zip(numbers) {
        // Not `f32::max`, whose rule for NaN takes three instructions instead of one.
        if *number > *best {
            *best = *number;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_highest_products_are_those_of_plain_sums_for_every_part_of_the_rows_and_columns() {
        const DIMENSION: usize = 45;
        let numbers = |count: usize, step: f32| -> Vec<f32> {
            let angles = (0..count * DIMENSION).map(|i| i as f32 * step);
            angles.map(f32::sin).collect()
        };
        let (rows, columns) = (numbers(13, 0.7), numbers(72, 0.9));
        let product = |row: usize, column: usize| -> f64 {
            let row = rows[row * DIMENSION..][..DIMENSION].iter();
            let column = columns[column * DIMENSION..][..DIMENSION].iter();
            row.zip(column).map(|(x, y)| f64::from(x * y)).sum()
        };
        let best = |numbers: &mut dyn Iterator<Item = f64>| numbers.fold(f64::MIN, f64::max);
        let packed = ProductColumns::pack(&columns, DIMENSION).unwrap();
        let products = packed.products(&ProductRows::new(&rows, DIMENSION));
        for (some_rows, some_columns) in [(0..13, 0..72), (2..5, 24..56), (12..13, 64..72)] {
            let by_row = products.best_of_rows(some_rows.clone(), some_columns.clone());
            for (row, found) in some_rows.clone().zip(by_row) {
                let expected = best(&mut some_columns.clone().map(|column| product(row, column)));
                assert!((f64::from(found) - expected).abs() < 1e-4, "row {row}");
            }
            let by_column = products.best_of_columns(some_rows.clone(), some_columns.clone());
            for (column, found) in some_columns.clone().zip(by_column) {
                let expected = best(&mut some_rows.clone().map(|row| product(row, column)));
                assert!(
                    (f64::from(found) - expected).abs() < 1e-4,
                    "column {column}"
                );
            }
        }
    }
}
