//! Panels of 32 columns: the layout of weights and activations.

use candle_core::{Result, Tensor};
use half::f16;
use rayon::prelude::*;

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

#[derive(Debug, Clone)]
enum Store {
    F32(Vec<Row>),
    F16(Vec<HalfRow>),
    Bf16(Vec<HalfRow>),
}

/// The number type of a published weight.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Number {
    /// 4 bytes, IEEE single precision.
    F32,
    /// 2 bytes, IEEE half precision.
    F16,
    /// 2 bytes, bfloat16.
    Bf16,
}

impl Number {
    /// Bytes of one number.
    #[must_use]
    pub fn bytes(self) -> usize {
        match self {
            Self::F32 => 4,
            Self::F16 | Self::Bf16 => 2,
        }
    }

    /// Reads one little-endian number; `bytes` holds exactly one.
    #[must_use]
    pub fn read(self, bytes: &[u8]) -> f32 {
        match (self, bytes) {
            (Self::F32, &[a, b, c, d]) => f32::from_le_bytes([a, b, c, d]),
            (Self::F16, &[a, b]) => f16::from_le_bytes([a, b]).to_f32(),
            (Self::Bf16, &[a, b]) => half::bf16::from_le_bytes([a, b]).to_f32(),
            _ => 0.0,
        }
    }
}

/// A published \[out, in\] matrix: its little-endian numbers, row after row.
#[derive(Debug, Clone, Copy)]
pub struct Matrix<'a> {
    /// The numbers.
    pub bytes: &'a [u8],
    /// Their type.
    pub number: Number,
    /// Rows: output features.
    pub outputs: usize,
    /// Columns: input features.
    pub inputs: usize,
}

/// A weight matrix \[in, out\] in panels of 32 outputs.
#[derive(Debug, Clone)]
pub struct PackedWeight {
    store: Store,
    inputs: usize,
    outputs: usize,
}

impl PackedWeight {
    /// Packs matrices with the same inputs side by side (query, key and value become one product).
    ///
    /// # Errors
    /// When the parts differ in width or number type, or a part's bytes do not fit its shape.
    pub fn pack(parts: &[Matrix<'_>]) -> Result<Self> {
        let Some(first) = parts.first() else { candle_core::bail!("a weight matrix without parts") };
        let (number, inputs) = (first.number, first.inputs);
        let width = inputs * number.bytes();
        let mut rows: Vec<&[u8]> = Vec::new();
        for part in parts {
            if part.number != number || part.inputs != inputs || part.bytes.len() != part.outputs * width {
                candle_core::bail!("weight matrices that belong together differ in type or shape");
            }
            rows.extend(part.bytes.chunks_exact(width.max(1)));
        }
        let store = match number {
            Number::F32 => Store::F32(transposed(&rows, inputs, Row::ZERO, |row, lane, bytes: [u8; 4]| {
                row.0[lane] = f32::from_le_bytes(bytes);
            })),
            Number::F16 => Store::F16(transposed(&rows, inputs, HalfRow([0; LANES]), set_half)),
            Number::Bf16 => Store::Bf16(transposed(&rows, inputs, HalfRow([0; LANES]), set_half)),
        };
        Ok(Self { store, inputs, outputs: rows.len() })
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
        let rows = self.inputs.next_multiple_of(LANES);
        let range = p * rows..(p + 1) * rows;
        match &self.store {
            Store::F32(store) => PanelRows::F32(&store[range]),
            Store::F16(store) => PanelRows::F16(&store[range]),
            Store::Bf16(store) => PanelRows::Bf16(&store[range]),
        }
    }
}

fn set_half(row: &mut HalfRow, lane: usize, bytes: [u8; 2]) {
    row.0[lane] = u16::from_le_bytes(bytes);
}

/// Turns \[out, in\] rows into \[out / 32\] panels of \[in\] rows of 32, in blocks that stay in the cache, on all cores.
fn transposed<T: Copy + Send + Sync, const BYTES: usize>(
    rows: &[&[u8]],
    inputs: usize,
    zero: T,
    set: impl Fn(&mut T, usize, [u8; BYTES]) + Sync,
) -> Vec<T> {
    let padded = inputs.next_multiple_of(LANES);
    let mut store = vec![zero; rows.len().div_ceil(LANES) * padded];
    store.par_chunks_mut(padded.max(1)).zip(rows.par_chunks(LANES)).for_each(|(panel, rows)| {
        for (block, panel_rows) in panel.chunks_mut(LANES).enumerate() {
            for (lane, row) in rows.iter().enumerate() {
                let numbers = row.as_chunks::<BYTES>().0.iter().skip(block * LANES);
                for (target, bytes) in panel_rows.iter_mut().zip(numbers) {
                    set(target, lane, *bytes);
                }
            }
        }
    });
    store
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
