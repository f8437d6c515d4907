//! Panels of 32 columns: the layout of weights and activations.

use candle_core::{Result, Tensor};
use rayon::prelude::*;

use crate::encoder::weights::{Matrix, Number};

/// Columns in a panel: two 512-bit or four 256-bit vectors of f32, one or two cache lines.
pub const LANES: usize = 32;

/// One row of a panel in f32, aligned so that no vector load crosses a cache line (worth a fifth of the run time).
#[derive(Debug, Clone, Copy)]
#[repr(C, align(64))]
pub struct Row(pub [f32; LANES]);

impl Row {
    /// 32 zeros.
    pub const ZERO: Self = Self([0.0; LANES]);
}

/// One row of a panel in 16 bits.
#[derive(Debug, Clone, Copy)]
#[repr(C, align(64))]
pub struct HalfRow(pub [u16; LANES]);

/// A run of rows of one panel, in the type in which the weights were published.
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
    #[must_use]
    pub fn len(&self) -> usize {
        match self {
            Self::F32(rows) => rows.len(),
            Self::F16(rows) | Self::Bf16(rows) => rows.len(),
        }
    }

    /// Whether there is no row.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Rows `start..end`.
    #[must_use]
    pub fn slice(&self, start: usize, end: usize) -> PanelRows<'a> {
        match *self {
            Self::F32(rows) => PanelRows::F32(&rows[start..end]),
            Self::F16(rows) => PanelRows::F16(&rows[start..end]),
            Self::Bf16(rows) => PanelRows::Bf16(&rows[start..end]),
        }
    }
}

/// The panels in order, each in an allocation of its own, so that all cores share the work of filling fresh memory.
#[derive(Debug, Clone)]
enum Store {
    F32(Vec<Vec<Row>>),
    F16(Vec<Vec<HalfRow>>),
    Bf16(Vec<Vec<HalfRow>>),
}

/// A weight matrix \[in, out\] in panels of 32 outputs.
#[derive(Debug, Clone)]
pub struct PackedWeight {
    store: Store,
    inputs: usize,
    outputs: usize,
}

impl PackedWeight {
    /// Packs matrices with the same inputs side by side (query, key and value become one product). The numbers of a
    /// file are read a panel at a time.
    ///
    /// # Errors
    /// When the parts differ in width or number type, a part's bytes do not fit its shape, or a file can not be read.
    pub fn pack(parts: &[Matrix]) -> Result<Self> {
        let Some(first) = parts.first() else { candle_core::bail!("a weight matrix without parts") };
        let (number, inputs) = (first.number, first.inputs);
        let width = inputs * number.bytes();
        for part in parts {
            if part.number != number || part.inputs != inputs || part.data.len() != part.outputs * width {
                candle_core::bail!("weight matrices that belong together differ in type or shape");
            }
        }
        let store = match number {
            Number::F32 => Store::F32(transposed(parts, Row::ZERO, |row, lane, bytes: [u8; 4]| {
                row.0[lane] = f32::from_le_bytes(bytes);
            })?),
            Number::F16 => Store::F16(transposed(parts, HalfRow([0; LANES]), set_half)?),
            Number::Bf16 => Store::Bf16(transposed(parts, HalfRow([0; LANES]), set_half)?),
        };
        Ok(Self { store, inputs, outputs: parts.iter().map(|p| p.outputs).sum() })
    }

    /// Number of input features.
    #[must_use]
    pub fn inputs(&self) -> usize {
        self.inputs
    }

    /// Number of output features.
    #[must_use]
    pub fn outputs(&self) -> usize {
        self.outputs
    }

    /// Number of panels: output features over 32, rounded up.
    #[must_use]
    pub fn panels(&self) -> usize {
        self.outputs.div_ceil(LANES)
    }

    /// The rows of panel `p`: input features, rounded up to a multiple of 32.
    #[must_use]
    pub fn panel(&self, p: usize) -> PanelRows<'_> {
        match &self.store {
            Store::F32(panels) => PanelRows::F32(&panels[p]),
            Store::F16(panels) => PanelRows::F16(&panels[p]),
            Store::Bf16(panels) => PanelRows::Bf16(&panels[p]),
        }
    }
}

fn set_half(row: &mut HalfRow, lane: usize, bytes: [u8; 2]) {
    row.0[lane] = u16::from_le_bytes(bytes);
}

/// Turns \[out, in\] rows into \[out / 32\] panels of \[in\] rows of 32, in blocks that stay in the cache, on all cores.
fn transposed<T: Copy + Send + Sync, const BYTES: usize>(
    parts: &[Matrix],
    zero: T,
    set: impl Fn(&mut T, usize, [u8; BYTES]) + Sync,
) -> Result<Vec<Vec<T>>> {
    let inputs = parts[0].inputs;
    let width = inputs * BYTES;
    let rows: Vec<(&Matrix, usize)> =
        parts.iter().flat_map(|part| (0..part.outputs).map(move |row| (part, row))).collect();
    rows.par_chunks(LANES)
        .map_init(Vec::new, |buffer, rows| {
            let mut panel = Vec::with_capacity(inputs.next_multiple_of(LANES));
            let mut lanes: Vec<u8> = Vec::new();
            // Rows of one matrix lie one after the other: a panel is one read, or one for each part that it spans.
            let mut read: Vec<&[u8]> = Vec::with_capacity(LANES);
            let one = rows.iter().all(|(part, _)| std::ptr::eq(*part, rows[0].0));
            if one {
                let (part, first) = rows[0];
                let bytes = part.data.read(first * width..(first + rows.len()) * width, buffer)?;
                read.extend(bytes.chunks_exact(width.max(1)));
            } else {
                for (part, row) in rows {
                    lanes.extend_from_slice(part.data.read(row * width..(row + 1) * width, buffer)?);
                }
                read.extend(lanes.chunks_exact(width.max(1)));
            }
            for first in (0..inputs).step_by(LANES) {
                let mut block = [zero; LANES];
                for (lane, row) in read.iter().enumerate() {
                    let numbers = &row.as_chunks::<BYTES>().0[first..(first + LANES).min(inputs)];
                    for (target, bytes) in block.iter_mut().zip(numbers) {
                        set(target, lane, *bytes);
                    }
                }
                panel.extend_from_slice(&block);
            }
            Ok(panel)
        })
        .collect()
}

/// \[tokens, width\] → \[width / 32, tokens, 32\], zero where the width is no multiple of 32.
///
/// # Errors
/// Those of candle, for a tensor of another rank.
pub fn to_panels(x: &Tensor) -> Result<Tensor> {
    let (tokens, width) = x.dims2()?;
    let panels = width.div_ceil(LANES);
    x.pad_with_zeros(1, 0, panels * LANES - width)?.reshape((tokens, panels, LANES))?.transpose(0, 1)?.contiguous()
}

/// \[width / 32, tokens, 32\] → \[tokens, width\].
///
/// # Errors
/// Those of candle, for a tensor of another rank.
pub fn from_panels(x: &Tensor, width: usize) -> Result<Tensor> {
    let (panels, tokens, lanes) = x.dims3()?;
    x.transpose(0, 1)?.reshape((tokens, panels * lanes))?.narrow(1, 0, width)?.contiguous()
}
