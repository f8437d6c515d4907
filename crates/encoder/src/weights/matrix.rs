//! Published matrices: number types, and rows that are read on demand.

use super::{Region, bf16_to_f32, f16_to_f32};
use std::io::{Error, Result};

/// The number type of a published weight.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DType {
    /// 4 bytes, IEEE single precision.
    F32,
    /// 2 bytes, IEEE half precision.
    F16,
    /// 2 bytes, bfloat16.
    Bf16,
}

impl DType {
    /// Bytes of one number.
    pub fn bytes(self) -> usize {
        match self {
            Self::F32 => 4,
            Self::F16 | Self::Bf16 => 2,
        }
    }

    /// Reads one little-endian number; `bytes` holds exactly one.
    pub fn read(self, bytes: &[u8]) -> f32 {
        match (self, bytes) {
            (Self::F32, &[a, b, c, d]) => f32::from_le_bytes([a, b, c, d]),
            (Self::F16, &[a, b]) => f16_to_f32(u16::from_le_bytes([a, b])),
            (Self::Bf16, &[a, b]) => bf16_to_f32(u16::from_le_bytes([a, b])),
            _ => unreachable!("a number of {} bytes", bytes.len()),
        }
    }
}

/// A published \[out, in\] matrix: little-endian numbers, row-major.
#[derive(Debug, Clone)]
pub struct Matrix {
    /// The numbers.
    pub data: Region,
    /// Their type.
    pub dtype: DType,
    /// Rows: output features.
    pub outputs: usize,
    /// Columns: input features.
    pub inputs: usize,
}

impl Matrix {
    /// Some of its rows, in the order of `rows`. Fails when a row is out of range, or the file cannot be read.
    pub fn rows(&self, rows: &[usize]) -> Result<Self> {
        let width = self.inputs * self.dtype.bytes();
        let mut bytes = Vec::with_capacity(rows.len() * width);
        let mut buffer = Vec::new();
        for row in rows {
            bytes.extend_from_slice(self.data.read(row * width..(row + 1) * width, &mut buffer)?);
        }
        Ok(Self { data: Region::Memory(bytes.into()), outputs: rows.len(), ..*self })
    }

    /// Consecutive rows. Fails when the rows are out of range.
    pub fn range(&self, rows: std::ops::Range<usize>) -> Result<Self> {
        let width = self.inputs * self.dtype.bytes();
        let outputs = rows.len();
        match self.data.slice(rows.start * width..rows.end * width) {
            Some(data) => Ok(Self { data, outputs, ..*self }),
            None => Err(Error::other(format!("a weight matrix has only {} rows", self.outputs))),
        }
    }

    /// A matrix of f32, little-endian.
    #[must_use]
    pub fn in_memory(bytes: Vec<u8>, outputs: usize, inputs: usize) -> Self {
        Self { data: Region::Memory(bytes.into()), dtype: DType::F32, outputs, inputs }
    }

    /// All numbers in f32, row-major. Fails when the file cannot be read.
    pub fn numbers(&self) -> Result<Vec<f32>> {
        let bytes = self.data.to_bytes()?;
        Ok(bytes.chunks_exact(self.dtype.bytes().max(1)).map(|b| self.dtype.read(b)).collect())
    }
}
