//! A model's tensors by name, read in place: from memory, safetensors files, or a `pytorch_model.bin`.

mod half_precision;
mod matrix;
mod pickle;
mod region;
mod safetensors;
mod table;

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::{EncoderError, Result};

pub(crate) use half_precision::{bf16_to_f32, f16_to_f32};
pub(crate) use matrix::{DType, Matrix};
pub use region::PACKED_BLOCK;
pub(crate) use region::Region;
pub use safetensors::SCALES_SUFFIX;
pub(crate) use table::Table;

/// Limits for the name length and the dimensions of a tensor; larger ones are rejected.
const MAX_NAME_BYTES: usize = 512;
const MAX_DIMENSIONS: usize = 8;

/// Maximum bytes of a tensor; the largest of a supported model has 4 GB. A sparse file can claim any size.
const MAX_TENSOR_BYTES: u64 = 16 << 30;

/// Called with the bytes read so far and the total bytes; returns whether to continue.
pub type OnRead = Arc<dyn Fn(u64, u64) -> bool + Send + Sync>;

/// Tensors by name.
///
/// Names in a checkpoint may have a prefix (`bert.`, `0.auto_model.`), depending on whether the model was saved with a
/// head. [`Checkpoint::with_prefix_of`] finds it by a tensor that every checkpoint of a family has.
#[derive(Clone, Default)]
pub struct Checkpoint {
    tensors: HashMap<String, TensorEntry>,
    root: String,
    read: Arc<AtomicU64>,
    total: u64,
    on_read: Option<OnRead>,
}

#[derive(Debug, Clone)]
struct TensorEntry {
    dtype: DType,
    shape: Vec<usize>,
    data: Region,
}

impl Checkpoint {
    /// Adds a tensor, unless its name is too long or it has too many dimensions.
    fn insert(&mut self, name: &str, entry: TensorEntry) {
        if name.len() > MAX_NAME_BYTES || entry.shape.len() > MAX_DIMENSIONS {
            return;
        }
        self.total += entry.data.len() as u64;
        self.tensors.insert(name.to_owned(), entry);
    }

    /// Calls `on_read` after each tensor that is read; if it returns false, reading stops with
    /// [`EncoderError::Cancelled`].
    #[must_use]
    pub fn with_progress(self, on_read: OnRead) -> Self {
        Self {
            on_read: Some(on_read),
            ..self
        }
    }

    /// The same tensors with the prefix before `anchor` removed from their names. If there are several prefixes, the
    /// shortest is removed. Fails when no name ends with `anchor`.
    pub fn with_prefix_of(mut self, anchor: &str) -> Result<Self> {
        let roots = self
            .tensors
            .keys()
            .filter_map(|name| name.strip_suffix(anchor));
        let root = roots
            .filter(|r| r.is_empty() || r.ends_with('.'))
            .min_by_key(|r| (r.len(), (*r).to_owned()));
        self.root = root
            .ok_or_else(|| EncoderError::MissingTensor(anchor.to_owned()))?
            .to_owned();
        Ok(self)
    }

    /// Whether there is a tensor with this name.
    pub fn has(&self, name: &str) -> bool {
        self.find(name).is_ok()
    }

    /// A matrix of shape \[rows, columns\], not read yet.
    ///
    /// # Errors
    /// [`EncoderError::MissingTensor`], or [`EncoderError::Checkpoint`] when it has another shape;
    /// [`EncoderError::Cancelled`].
    pub(crate) fn matrix(&self, name: &str, rows: usize, columns: usize) -> Result<Matrix> {
        let entry = self.find_with_shape(name, &[rows, columns])?;
        self.report_read(entry)?;
        Ok(Matrix {
            data: entry.data.clone(),
            dtype: entry.dtype,
            outputs: rows,
            inputs: columns,
        })
    }

    /// A vector of the given length, in f32.
    pub fn vector(&self, name: &str, length: usize) -> Result<Vec<f32>> {
        self.numbers(name, &[length])
    }

    /// A tensor of the given shape, in f32.
    pub fn numbers(&self, name: &str, shape: &[usize]) -> Result<Vec<f32>> {
        let entry = self.find_with_shape(name, shape)?;
        self.report_read(entry)?;
        let numbers = entry
            .data
            .to_bytes()
            .and_then(|bytes| entry.dtype.read(&bytes));
        numbers.map_err(|error| EncoderError::Checkpoint(format!("{name}: {error}")))
    }

    /// A lookup table \[entries, width\].
    pub(crate) fn table(&self, name: &str, width: usize) -> Result<Table> {
        let entries = self.find(name)?.shape.first().copied().unwrap_or(0);
        let entry = self.find_with_shape(name, &[entries, width])?;
        self.report_read(entry)?;
        Table::new(entry, name, entries, width)
    }

    fn find(&self, name: &str) -> Result<&TensorEntry> {
        let full = format!("{}{name}", self.root);
        let found = self
            .tensors
            .get(&full)
            .or_else(|| self.tensors.get(&legacy_name(&full)?));
        found.ok_or(EncoderError::MissingTensor(full))
    }

    fn find_with_shape(&self, name: &str, shape: &[usize]) -> Result<&TensorEntry> {
        let entry = self.find(name)?;
        let size = shape
            .iter()
            .try_fold(entry.dtype.bytes(), |size, n| size.checked_mul(*n));
        if entry.shape == shape && size == Some(entry.data.len()) {
            if entry.data.len() as u64 > MAX_TENSOR_BYTES {
                let found = entry.data.len() >> 30;
                let problem = format!(
                    "{name} has {found} GB; the limit is {} GB",
                    MAX_TENSOR_BYTES >> 30
                );
                return Err(EncoderError::Checkpoint(problem));
            }
            return Ok(entry);
        }
        Err(EncoderError::Checkpoint(format!(
            "{name} has the shape {:?} instead of {shape:?}",
            entry.shape
        )))
    }

    /// Counts a tensor as read and reports.
    fn report_read(&self, entry: &TensorEntry) -> Result<()> {
        let Some(on_read) = &self.on_read else {
            return Ok(());
        };
        let length = entry.data.len() as u64;
        let read = self.read.fetch_add(length, Ordering::Relaxed) + length;
        if on_read(read.min(self.total), self.total) {
            Ok(())
        } else {
            Err(EncoderError::Cancelled)
        }
    }
}

impl std::fmt::Debug for Checkpoint {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let bytes = self.total;
        f.debug_struct("Weights")
            .field("tensors", &self.tensors.len())
            .field("bytes", &bytes)
            .finish_non_exhaustive()
    }
}

/// The layer norm tensor names in checkpoints of 2018 and 2019.
fn legacy_name(name: &str) -> Option<String> {
    name.strip_suffix("LayerNorm.weight")
        .map(|norm| format!("{norm}LayerNorm.gamma"))
        .or_else(|| {
            name.strip_suffix("LayerNorm.bias")
                .map(|norm| format!("{norm}LayerNorm.beta"))
        })
}
