//! Published matrices: number types, and rows that are read on demand.

use super::{Region, bf16_to_f32, f16_to_f32};
use std::io::{Error, ErrorKind, Result};

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

    /// Reads little-endian numbers.
    pub fn read(self, bytes: &[u8]) -> Result<Vec<f32>> {
        let mut numbers = Vec::new();
        numbers
            .try_reserve_exact(bytes.len() / self.bytes())
            .map_err(|_| Error::from(ErrorKind::OutOfMemory))?;
        let halves = bytes
            .as_chunks()
            .0
            .iter()
            .map(|half| u16::from_le_bytes(*half));
        match self {
            Self::F32 => numbers.extend(
                bytes
                    .as_chunks()
                    .0
                    .iter()
                    .map(|number| f32::from_le_bytes(*number)),
            ),
            Self::F16 => numbers.extend(halves.map(f16_to_f32)),
            Self::Bf16 => numbers.extend(halves.map(bf16_to_f32)),
        }
        Ok(numbers)
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
            bytes.extend_from_slice(
                self.data
                    .read(row * width..(row + 1) * width, &mut buffer)?,
            );
        }
        Ok(Self {
            data: Region::Memory(bytes.into()),
            outputs: rows.len(),
            ..*self
        })
    }

    /// Consecutive rows. Fails when the rows are out of range.
    pub fn range(&self, rows: std::ops::Range<usize>) -> Result<Self> {
        let width = self.inputs * self.dtype.bytes();
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
}
