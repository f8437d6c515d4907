//! Published matrices: weights of layers, of which rows are read on demand, and lookup tables.

use std::io::{Error, Result};
use std::ops::Range;

use super::{DType, Region};

/// A published \[out, in\] matrix: little-endian numbers, row-major.
#[derive(Debug, Clone)]
pub struct Matrix {
    pub data: Region,
    pub dtype: DType,
    /// Rows: output features.
    pub outputs: usize,
    /// Columns: input features.
    pub inputs: usize,
}

impl Matrix {
    /// Some of its rows, in the order of `rows`. Fails when a row is out of range, or the file cannot be read.
    pub fn rows(&self, rows: &[usize]) -> Result<Self> {
        let width = self.row_bytes();
        let mut bytes = Vec::with_capacity(rows.len() * width);
        let mut buffer = Vec::new();
        for row in rows {
            let range = row * width..(row + 1) * width;
            bytes.extend_from_slice(self.data.read(range, &mut buffer)?);
        }
        Ok(Self {
            data: Region::Memory(bytes.into()),
            outputs: rows.len(),
            ..*self
        })
    }

    /// Consecutive rows. Fails when the rows are out of range.
    pub fn range(&self, rows: Range<usize>) -> Result<Self> {
        let width = self.row_bytes();
        let outputs = rows.len();
        match self.data.slice(rows.start * width..rows.end * width) {
            Some(data) => Ok(Self {
                data,
                outputs,
                ..*self
            }),
            None => Err(Error::other(format!(
                "a weight matrix has only {} rows",
                self.outputs
            ))),
        }
    }

    /// A matrix of f32, little-endian.
    pub fn in_memory(bytes: Vec<u8>, outputs: usize, inputs: usize) -> Self {
        Self {
            data: Region::Memory(bytes.into()),
            dtype: DType::F32,
            outputs,
            inputs,
        }
    }

    /// All numbers in f32, row-major. Fails when the file cannot be read.
    pub fn numbers(&self) -> Result<Vec<f32>> {
        self.dtype.read(&self.data.to_bytes()?)
    }

    fn row_bytes(&self) -> usize {
        self.inputs * self.dtype.bytes()
    }
}

/// An embedding table \[entries, width\] in its published number type.
///
/// It stays in that type, because a text uses few of its rows: in f32 it would take twice the memory or more.
#[derive(Debug, Clone)]
pub struct Table {
    pub data: Region,
    pub dtype: DType,
    /// Number of rows.
    pub entries: usize,
    /// Length of a row.
    pub width: usize,
}

impl Table {
    /// Adds row `index` to `sum`; `None` if the index is out of range.
    pub fn add_row(&self, index: usize, sum: &mut [f32]) -> Option<()> {
        let width = self.width * self.dtype.bytes();
        let start = index.checked_mul(width)?;
        let end = start.checked_add(width)?;
        let mut buffer = Vec::new();
        let row = self.data.read(start..end, &mut buffer).ok()?;
        for (sum, number) in sum.iter_mut().zip(self.dtype.read(row).ok()?) {
            *sum += number;
        }
        Some(())
    }

    /// Row `index`; `None` if the index is out of range.
    pub fn row(&self, index: usize) -> Option<Vec<f32>> {
        let mut row = vec![0.0; self.width];
        self.add_row(index, &mut row)?;
        Some(row)
    }
}
