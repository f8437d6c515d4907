//! A lookup table that is read one row at a time.

use super::{DType, Region, TensorEntry, bf16_to_f32, f16_to_f32};
use crate::EncoderError;
use crate::Result;

/// An embedding table \[entries, width\] in its published number type.
#[derive(Debug, Clone)]
pub struct Table {
    data: Region,
    dtype: DType,
    /// Number of rows.
    pub entries: usize,
    /// Length of a row.
    pub width: usize,
}

impl Table {
    /// The table of a tensor of this shape.
    pub(super) fn new(
        entry: &TensorEntry,
        name: &str,
        entries: usize,
        width: usize,
    ) -> Result<Self> {
        let data = entry
            .data
            .in_memory()
            .map_err(|e| EncoderError::Checkpoint(format!("{name}: {e}")))?;
        Ok(Self {
            data,
            dtype: entry.dtype,
            entries,
            width,
        })
    }

    /// Adds row `index` to `sum`; `None` if the index is out of range.
    pub fn add_row(&self, index: usize, sum: &mut [f32]) -> Option<()> {
        let width = self.width * self.dtype.bytes();
        let start = index.checked_mul(width)?;
        let mut buffer = Vec::new();
        let row = self
            .data
            .read(start..start.checked_add(width)?, &mut buffer)
            .ok()?;
        // The number type is matched once, not for each number.
        match self.dtype {
            DType::F32 => add(sum, row, f32::from_le_bytes),
            DType::F16 => add(sum, row, |bytes| f16_to_f32(u16::from_le_bytes(bytes))),
            DType::Bf16 => add(sum, row, |bytes| bf16_to_f32(u16::from_le_bytes(bytes))),
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

fn add<const BYTES: usize>(sum: &mut [f32], row: &[u8], number: impl Fn([u8; BYTES]) -> f32) {
    for (sum, bytes) in sum.iter_mut().zip(row.as_chunks().0) {
        *sum += number(*bytes);
    }
}
