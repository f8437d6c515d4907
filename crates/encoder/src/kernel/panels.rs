//! Panels of 32 columns: the layout of weights and activations.

use std::io::{Error, Result};

use rayon::prelude::*;

use super::memory::Memory;
use crate::weights::{DType, Matrix};

/// Columns in a panel: two 512-bit or four 256-bit vectors of f32, one or two cache lines.
pub const LANES: usize = 32;

/// One row of a panel in f32. If weights start at a page, no vector load crosses a cache line, which saves a fifth of
/// the run time.
pub type Row = [f32; LANES];

/// One row of a panel in 16 bits.
pub type HalfRow = [u16; LANES];

/// A range of rows of one panel, in the published number type.
#[derive(Debug, Clone, Copy)]
pub enum PanelRows<'a> {
    /// Single precision.
    F32(&'a [Row]),
    /// IEEE half precision; widened to f32 (exactly) a block at a time, which halves what is read from memory.
    F16(&'a [HalfRow]),
    /// bfloat16, likewise.
    Bf16(&'a [HalfRow]),
}

impl<'a> PanelRows<'a> {
    /// Number of rows.
    pub fn len(&self) -> usize {
        match self {
            Self::F32(rows) => rows.len(),
            Self::F16(rows) | Self::Bf16(rows) => rows.len(),
        }
    }

    /// Rows `start..end`.
    pub fn slice(&self, start: usize, end: usize) -> PanelRows<'a> {
        match *self {
            Self::F32(rows) => PanelRows::F32(&rows[start..end]),
            Self::F16(rows) => PanelRows::F16(&rows[start..end]),
            Self::Bf16(rows) => PanelRows::Bf16(&rows[start..end]),
        }
    }
}

/// A weight matrix \[in, out\] in panels of 32 outputs.
#[derive(Debug, Clone)]
pub struct PackedWeight {
    memory: Memory,
    dtype: DType,
    /// Number of input features.
    pub inputs: usize,
    /// Number of output features.
    pub outputs: usize,
}

impl PackedWeight {
    /// Packs matrices with the same inputs side by side (query, key and value become one product). The numbers of a
    /// file are read one panel at a time. Fails when the parts differ in input size or number type, a part's bytes do
    /// not match its shape, or a file cannot be read.
    pub fn pack(parts: &[Matrix]) -> Result<Self> {
        let (number, inputs) = (parts[0].dtype, parts[0].inputs);
        let width = inputs * number.bytes();
        for part in parts {
            if part.dtype != number || part.inputs != inputs || part.data.len() != part.outputs * width {
                return Err(Error::other("weight matrices to be packed together differ in type or shape"));
            }
        }
        let outputs: usize = parts.iter().map(|p| p.outputs).sum();
        let rows = outputs.div_ceil(LANES) * inputs.next_multiple_of(LANES);
        let memory = match number {
            DType::F32 => Memory::filled(rows, |rows: &mut [Row]| transpose(parts, rows, f32::from_le_bytes)),
            DType::F16 | DType::Bf16 => {
                Memory::filled(rows, |rows: &mut [HalfRow]| transpose(parts, rows, u16::from_le_bytes))
            }
        }?;
        Ok(Self { memory, dtype: number, inputs, outputs })
    }

    /// Number of panels: output features over 32, rounded up.
    pub fn panels(&self) -> usize {
        self.outputs.div_ceil(LANES)
    }

    /// The rows of panel `p`: input features, rounded up to a multiple of 32.
    pub fn panel(&self, p: usize) -> PanelRows<'_> {
        let rows = self.inputs.next_multiple_of(LANES);
        let range = p * rows..(p + 1) * rows;
        match self.dtype {
            DType::F32 => PanelRows::F32(&self.memory.rows()[range]),
            DType::F16 => PanelRows::F16(&self.memory.rows()[range]),
            DType::Bf16 => PanelRows::Bf16(&self.memory.rows()[range]),
        }
    }
}

/// Turns \[out, in\] rows into \[out / 32\] panels of \[in\] rows of 32, in blocks that stay in the cache, on all cores.
fn transpose<T: Copy + Send + Sync, const BYTES: usize>(
    parts: &[Matrix],
    panels: &mut [[T; LANES]],
    number: impl Fn([u8; BYTES]) -> T + Sync,
) -> Result<()> {
    let inputs = parts[0].inputs;
    let width = inputs * BYTES;
    let rows: Vec<(&Matrix, usize)> =
        parts.iter().flat_map(|part| (0..part.outputs).map(move |row| (part, row))).collect();
    assert_eq!(panels.len(), rows.len().div_ceil(LANES) * inputs.next_multiple_of(LANES), "rows of all panels");
    let panels = panels.par_chunks_mut(inputs.next_multiple_of(LANES).max(1));
    panels.zip(rows.par_chunks(LANES)).try_for_each_init(Vec::new, |buffer, (panel, rows)| {
        // Rows of one matrix are contiguous: a panel is one read, or one for each row where two matrices meet.
        let (part, first) = rows[0];
        let mut gathered = Vec::new();
        let bytes = if rows.iter().all(|(other, _)| std::ptr::eq(*other, part)) {
            part.data.read(first * width..(first + rows.len()) * width, buffer)?
        } else {
            for (part, row) in rows {
                gathered.extend_from_slice(part.data.read(row * width..(row + 1) * width, buffer)?);
            }
            &gathered
        };
        for (block, panel) in panel.chunks_mut(LANES).enumerate() {
            for (lane, row) in bytes.chunks_exact(width.max(1)).enumerate() {
                let numbers = row.as_chunks::<BYTES>().0.iter().skip(block * LANES);
                for (target, bytes) in panel.iter_mut().zip(numbers) {
                    target[lane] = number(*bytes);
                }
            }
        }
        Ok(())
    })
}
