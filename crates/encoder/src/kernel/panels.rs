//! Panels of 32 columns: the layout of weights and activations.

use std::io::{Error, Result};

use rayon::prelude::*;

use super::memory::Memory;
use crate::weights::{DType, Matrix, Region};

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
    /// Signed integers, likewise, with a row of scales for each 32 rows.
    I16(&'a [HalfRow], &'a [Row]),
}

impl<'a> PanelRows<'a> {
    /// Number of rows.
    pub fn len(&self) -> usize {
        match self {
            Self::F32(rows) => rows.len(),
            Self::F16(rows) | Self::Bf16(rows) | Self::I16(rows, _) => rows.len(),
        }
    }

    /// Rows `start..end`, both multiples of 32.
    pub fn slice(&self, start: usize, end: usize) -> PanelRows<'a> {
        match *self {
            Self::F32(rows) => PanelRows::F32(&rows[start..end]),
            Self::F16(rows) => PanelRows::F16(&rows[start..end]),
            Self::Bf16(rows) => PanelRows::Bf16(&rows[start..end]),
            Self::I16(rows, scales) => {
                PanelRows::I16(&rows[start..end], &scales[start / LANES..end / LANES])
            }
        }
    }
}

/// A weight matrix \[in, out\] in panels of 32 outputs.
#[derive(Debug, Clone)]
pub struct PackedWeight {
    numbers: Numbers,
    /// Number of input features.
    pub inputs: usize,
    /// Number of output features.
    pub outputs: usize,
}

/// The panels of a weight matrix, one after the other.
#[derive(Debug, Clone)]
enum Numbers {
    F32(Memory),
    F16(Memory),
    Bf16(Memory),
    I16 { integers: Memory, scales: Memory },
}

impl PackedWeight {
    /// Packs matrices with the same inputs side by side (query, key and value become one product). The numbers of a
    /// file are read one panel at a time. Fails when the parts differ in input size or number type, a part's bytes do
    /// not match its shape, or a file cannot be read.
    pub fn pack(parts: &[Matrix]) -> Result<Self> {
        let (number, inputs) = (parts[0].dtype, parts[0].inputs);
        let width = inputs * number.bytes();
        for part in parts {
            if part.dtype != number
                || part.inputs != inputs
                || part.data.len() != part.outputs * width
            {
                return Err(Error::other(
                    "weight matrices to be packed together differ in type or shape",
                ));
            }
        }
        let outputs: usize = parts.iter().map(|p| p.outputs).sum();
        let rows = outputs.div_ceil(LANES) * inputs.next_multiple_of(LANES);
        let singles = |parts: &[Part<'_>], inputs, rows| {
            Memory::filled(rows, |rows: &mut [Row]| {
                transpose(parts, inputs, rows, f32::from_le_bytes)
            })
        };
        let halves = |parts: &[Part<'_>]| {
            Memory::filled(rows, |rows: &mut [HalfRow]| {
                transpose(parts, inputs, rows, u16::from_le_bytes)
            })
        };
        let whole: Vec<Part<'_>> = parts
            .iter()
            .map(|part| (&part.data, part.outputs))
            .collect();
        let packed = parts
            .iter()
            .map(|part| Some((part.data.as_packed()?, part.outputs)));
        let packed: Option<Vec<_>> = packed
            .collect::<Option<_>>()
            .filter(|_| inputs.is_multiple_of(LANES));
        let numbers = match (number, packed) {
            (DType::F32, Some(packed)) => {
                let (integers, scales): (Vec<Part<'_>>, Vec<Part<'_>>) = packed
                    .into_iter()
                    .map(|((integers, scales), outputs)| ((integers, outputs), (scales, outputs)))
                    .unzip();
                let scales = singles(&scales, inputs / LANES, rows / LANES)?;
                Numbers::I16 {
                    integers: halves(&integers)?,
                    scales,
                }
            }
            (DType::F32, None) => Numbers::F32(singles(&whole, inputs, rows)?),
            (DType::F16, _) => Numbers::F16(halves(&whole)?),
            (DType::Bf16, _) => Numbers::Bf16(halves(&whole)?),
        };
        Ok(Self {
            numbers,
            inputs,
            outputs,
        })
    }

    /// Number of panels: output features over 32, rounded up.
    pub fn panels(&self) -> usize {
        self.outputs.div_ceil(LANES)
    }

    /// The rows of panel `p`: input features, rounded up to a multiple of 32.
    pub fn panel(&self, p: usize) -> PanelRows<'_> {
        let rows = self.inputs.next_multiple_of(LANES);
        let range = p * rows..(p + 1) * rows;
        match &self.numbers {
            Numbers::F32(memory) => PanelRows::F32(&memory.rows()[range]),
            Numbers::F16(memory) => PanelRows::F16(&memory.rows()[range]),
            Numbers::Bf16(memory) => PanelRows::Bf16(&memory.rows()[range]),
            Numbers::I16 { integers, scales } => {
                let blocks = range.start / LANES..range.end / LANES;
                PanelRows::I16(&integers.rows()[range], &scales.rows()[blocks])
            }
        }
    }
}

/// A matrix: its numbers, and its number of rows.
type Part<'a> = (&'a Region, usize);

/// Turns \[out, in\] rows into \[out / 32\] panels of \[in\] rows of 32, in blocks that stay in the cache, on all cores. Panels
/// may have more rows, which stay zero.
fn transpose<T: Copy + Send + Sync, const BYTES: usize>(
    parts: &[Part<'_>],
    inputs: usize,
    panels: &mut [[T; LANES]],
    number: impl Fn([u8; BYTES]) -> T + Sync,
) -> Result<()> {
    let width = inputs * BYTES;
    let rows: Vec<Part<'_>> = parts
        .iter()
        .flat_map(|(data, outputs)| (0..*outputs).map(move |row| (*data, row)))
        .collect();
    let count = rows.len().div_ceil(LANES);
    let depth = panels.len() / count.max(1);
    assert!(
        panels.len() == count * depth && depth >= inputs,
        "rows of all panels"
    );
    let panels = panels.par_chunks_mut(depth.max(1));
    panels
        .zip(rows.par_chunks(LANES))
        .try_for_each_init(Vec::new, |buffer, (panel, rows)| {
            // Rows of one matrix are contiguous: a panel is one read, or one for each row where two matrices meet.
            let (part, first) = rows[0];
            let mut gathered = Vec::new();
            let bytes = if rows.iter().all(|(other, _)| std::ptr::eq(*other, part)) {
                part.read(first * width..(first + rows.len()) * width, buffer)?
            } else {
                for (part, row) in rows {
                    gathered.extend_from_slice(part.read(row * width..(row + 1) * width, buffer)?);
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
