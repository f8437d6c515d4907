//! Panels of 32 columns: the layout of weights and activations.

use std::io::{Error, Result};

use bytemuck::Pod;
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

/// One number for each feature in panels, zero beyond the width.
pub fn padded(numbers: &[f32], panels: usize) -> Vec<Row> {
    let mut rows = vec![[0.0; LANES]; panels];
    rows.as_flattened_mut()[..numbers.len()].copy_from_slice(numbers);
    rows
}

/// A range of rows of one panel, in the published number type.
#[derive(Debug, Clone, Copy)]
pub enum PanelRows<'a> {
    F32(&'a [Row]),
    /// IEEE half precision; widened to f32 (exactly) a block at a time, which halves what is read from memory.
    F16(&'a [HalfRow]),
    /// bfloat16, likewise.
    Bf16(&'a [HalfRow]),
    /// Signed integers, likewise, with a row of scales for each 32 rows.
    I16(&'a [HalfRow], &'a [Row]),
}

impl<'a> PanelRows<'a> {
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

    /// The numbers of all rows, without scales.
    pub fn bytes(&self) -> &'a [u8] {
        match *self {
            Self::F32(rows) => bytemuck::cast_slice(rows),
            Self::F16(rows) | Self::Bf16(rows) | Self::I16(rows, _) => bytemuck::cast_slice(rows),
        }
    }

    /// Bytes of one row, without scales.
    pub fn row_bytes(&self) -> usize {
        match self {
            Self::F32(_) => size_of::<Row>(),
            _ => size_of::<HalfRow>(),
        }
    }
}

/// A weight matrix \[in, out\] in panels of 32 outputs.
#[derive(Debug, Clone)]
pub struct PackedWeight {
    numbers: Numbers,
    pub inputs: usize,
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
        let dtype = parts[0].dtype;
        let inputs = parts[0].inputs;
        for part in parts {
            if part.dtype != dtype
                || part.inputs != inputs
                || part.data.len() != part.outputs * inputs * dtype.bytes()
            {
                return Err(Error::other(
                    "weight matrices to be packed together differ in type or shape",
                ));
            }
        }
        let mut rows = Vec::new();
        let mut integers = Vec::new();
        let mut scales = Vec::new();
        for part in parts {
            for index in 0..part.outputs {
                let data = &part.data;
                rows.push(MatrixRow { data, index });
                if let Some((data, scale)) = data.as_packed() {
                    integers.push(MatrixRow { data, index });
                    scales.push(MatrixRow { data: scale, index });
                }
            }
        }
        // Otherwise 32 integers with a common scale would belong to two rows.
        let has_whole_blocks = inputs.is_multiple_of(LANES);
        let depth = inputs.next_multiple_of(LANES);
        let numbers = match dtype {
            DType::F32 if has_whole_blocks && integers.len() == rows.len() => {
                let blocks = inputs / LANES;
                Numbers::I16 {
                    integers: pack_panels(&integers, inputs, depth, u16::from_le_bytes)?,
                    scales: pack_panels(&scales, blocks, blocks, f32::from_le_bytes)?,
                }
            }
            DType::F32 => Numbers::F32(pack_panels(&rows, inputs, depth, f32::from_le_bytes)?),
            DType::F16 => Numbers::F16(pack_panels(&rows, inputs, depth, u16::from_le_bytes)?),
            DType::Bf16 => Numbers::Bf16(pack_panels(&rows, inputs, depth, u16::from_le_bytes)?),
        };
        Ok(Self {
            numbers,
            inputs,
            outputs: parts.iter().map(|part| part.outputs).sum(),
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

/// One row of a published matrix.
struct MatrixRow<'a> {
    data: &'a Region,
    index: usize,
}

/// Turns \[out\] rows of `inputs` numbers into \[out / 32\] panels of `depth` rows of 32, which are zero beyond the inputs.
fn pack_panels<T: Pod + Send + Sync, const BYTES: usize>(
    rows: &[MatrixRow<'_>],
    inputs: usize,
    depth: usize,
    number: impl Fn([u8; BYTES]) -> T + Copy + Sync,
) -> Result<Memory> {
    assert!(depth >= inputs, "a row for every input");
    Memory::filled(rows.len().div_ceil(LANES) * depth, |panels| {
        // Every core takes whole panels, and is the first to touch their memory.
        panels
            .par_chunks_mut(depth.max(1))
            .zip(rows.par_chunks(LANES))
            .try_for_each_init(Vec::new, |buffer, (panel, rows)| {
                fill_panel(panel, rows, inputs * BYTES, buffer, number)
            })
    })
}

/// Writes up to 32 rows of `width` bytes as the columns of a panel.
fn fill_panel<T: Copy, const BYTES: usize>(
    panel: &mut [[T; LANES]],
    rows: &[MatrixRow<'_>],
    width: usize,
    buffer: &mut Vec<u8>,
    number: impl Fn([u8; BYTES]) -> T,
) -> Result<()> {
    let data = rows[0].data;
    let first = rows[0].index;
    let mut gathered = Vec::new();
    // Rows of one matrix are contiguous: a panel is one read, or one for each row where two matrices meet.
    let bytes = if rows.iter().all(|row| std::ptr::eq(row.data, data)) {
        data.read(first * width..(first + rows.len()) * width, buffer)?
    } else {
        for row in rows {
            let range = row.index * width..(row.index + 1) * width;
            gathered.extend_from_slice(row.data.read(range, buffer)?);
        }
        &gathered
    };
    // In blocks of 32 × 32 numbers, which stay in the cache.
    for (block, panel) in panel.chunks_mut(LANES).enumerate() {
        for (lane, row) in bytes.chunks_exact(width.max(1)).enumerate() {
            let numbers = row.as_chunks::<BYTES>().0.iter().skip(block * LANES);
            for (target, bytes) in panel.iter_mut().zip(numbers) {
                target[lane] = number(*bytes);
            }
        }
    }
    Ok(())
}
