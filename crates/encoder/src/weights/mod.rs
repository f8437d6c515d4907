//! A model's tensors by name, read in place: from memory, safetensors files, or a `pytorch_model.bin`.

mod dtype;
mod matrix;
mod pickle;
mod region;
mod safetensors;

use std::collections::HashMap;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::{EncoderError, Result};

pub(crate) use dtype::{DType, bf16_to_f32, f16_to_f32};
pub(crate) use matrix::{Matrix, Table};
pub use region::PACKED_BLOCK;
pub(crate) use region::Region;
pub use safetensors::SCALES_SUFFIX;

/// Limits for the name length and the dimensions of a tensor; larger ones are rejected.
const MAX_NAME_BYTES: usize = 512;
const MAX_DIMENSIONS: usize = 8;

/// Maximum bytes of a tensor; the largest of a supported model has 4 GB. A sparse file can claim any size.
const MAX_TENSOR_BYTES: u64 = 16 << 30;

/// Bytes of a tensor that [`Checkpoint::sample`] reads, and the number of tensors.
const SAMPLE_BYTES: usize = 64;
const MAX_SAMPLES: usize = 1024;

/// Called with the bytes read so far and the total bytes; returns whether to continue.
pub type OnRead = Arc<dyn Fn(u64, u64) -> bool + Send + Sync>;

/// Tensors by name.
///
/// Names in a checkpoint may have a prefix (`bert.`, `0.auto_model.`), depending on whether the model was saved with a
/// head. [`Checkpoint::with_prefix_of`] finds it by a tensor that every checkpoint of a family has.
#[derive(Clone, Default)]
pub struct Checkpoint {
    tensors: HashMap<String, TensorEntry>,
    prefix: String,
    /// Bytes of the tensors that were handed out.
    read: Arc<AtomicU64>,
    /// Bytes of all tensors.
    total: u64,
    on_read: Option<OnRead>,
}

/// What is wrong with a file, as a sentence of which the file is the subject.
type FileProblem = Box<dyn std::error::Error>;

#[derive(Debug, Clone)]
struct TensorEntry {
    dtype: DType,
    shape: Vec<usize>,
    data: Region,
}

impl Checkpoint {
    /// Adds a tensor, unless its name is too long or it has too many dimensions.
    fn insert(&mut self, name: &str, entry: TensorEntry) {
        // No layer asks for such a tensor, so that the model may still be complete.
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
        let prefix = self
            .tensors
            .keys()
            .filter_map(|name| name.strip_suffix(anchor))
            .filter(|prefix| prefix.is_empty() || prefix.ends_with('.'))
            // Of several that are as long, the first by name, because a hash map has no order.
            .min_by_key(|prefix| (prefix.len(), prefix.to_owned()));
        let Some(prefix) = prefix else {
            return Err(EncoderError::MissingTensor(anchor.to_owned()));
        };
        self.prefix = prefix.to_owned();
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
        let entry = self.hand_out(name, &[rows, columns])?;
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
        let entry = self.hand_out(name, shape)?;
        let bytes = entry.data.to_bytes();
        bytes
            .and_then(|bytes| entry.dtype.read(&bytes))
            .map_err(|error| unreadable(name, &error))
    }

    /// A lookup table \[entries, width\].
    pub(crate) fn table(&self, name: &str, width: usize) -> Result<Table> {
        let entries = self.find(name)?.shape.first().copied().unwrap_or(0);
        let entry = self.hand_out(name, &[entries, width])?;
        // Every token of every text reads a row, too often for a file.
        let data = entry.data.in_memory();
        Ok(Table {
            data: data.map_err(|error| unreadable(name, &error))?,
            dtype: entry.dtype,
            entries,
            width,
        })
    }

    /// The names, types and shapes of all tensors in order of name, and `SAMPLE_BYTES` from the middle of at most
    /// `MAX_SAMPLES` of them: what tells two checkpoints apart without reading them.
    ///
    /// # Errors
    /// [`EncoderError::Checkpoint`] when a file cannot be read.
    pub fn sample(&self) -> Result<Vec<u8>> {
        let mut names: Vec<&String> = self.tensors.keys().collect();
        names.sort_unstable();
        let step = names.len().div_ceil(MAX_SAMPLES);
        let mut sample = Vec::new();
        let mut buffer = Vec::new();
        for (i, name) in names.into_iter().enumerate() {
            let entry = &self.tensors[name];
            sample.extend(format!("{name} {:?} {:?}", entry.dtype, entry.shape).bytes());
            if !i.is_multiple_of(step) {
                continue;
            }
            let data = entry
                .data
                .as_packed()
                .map_or(&entry.data, |(integers, _)| integers);
            let start = (data.len() / 2).saturating_sub(SAMPLE_BYTES / 2);
            let end = data.len().min(start + SAMPLE_BYTES);
            let bytes = data.read(start..end, &mut buffer);
            sample.extend(bytes.map_err(|error| unreadable(name, &error))?);
        }
        Ok(sample)
    }

    fn find(&self, name: &str) -> Result<&TensorEntry> {
        let full = format!("{}{name}", self.prefix);
        let entry = self
            .tensors
            .get(&full)
            .or_else(|| self.tensors.get(&legacy_name(&full)?));
        entry.ok_or(EncoderError::MissingTensor(full))
    }

    /// A tensor that has this shape, counted as read.
    fn hand_out(&self, name: &str, shape: &[usize]) -> Result<&TensorEntry> {
        let entry = self.find(name)?;
        let size = shape
            .iter()
            .try_fold(entry.dtype.bytes(), |size, n| size.checked_mul(*n));
        let problem = if entry.shape != shape || size != Some(entry.data.len()) {
            format!(
                "{name} has the shape {:?} instead of {shape:?}",
                entry.shape
            )
        } else if entry.data.len() as u64 > MAX_TENSOR_BYTES {
            format!(
                "{name} has {} GB; the limit is {} GB",
                entry.data.len() >> 30,
                MAX_TENSOR_BYTES >> 30
            )
        } else {
            self.report_read(entry)?;
            return Ok(entry);
        };
        Err(EncoderError::Checkpoint(problem))
    }

    /// Counts a tensor as read, even a matrix, which is read when a layer packs it.
    fn report_read(&self, entry: &TensorEntry) -> Result<()> {
        let Some(on_read) = &self.on_read else {
            return Ok(());
        };
        let length = entry.data.len() as u64;
        let read = self.read.fetch_add(length, Ordering::Relaxed) + length;
        // A tensor that is handed out twice counts twice, and progress beyond 100% would confuse.
        if on_read(read.min(self.total), self.total) {
            Ok(())
        } else {
            Err(EncoderError::Cancelled)
        }
    }
}

fn unreadable(name: &str, error: &io::Error) -> EncoderError {
    EncoderError::Checkpoint(format!("{name}: {error}"))
}

impl std::fmt::Debug for Checkpoint {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Checkpoint").finish_non_exhaustive()
    }
}

/// The layer norm tensor names in checkpoints of 2018 and 2019.
fn legacy_name(name: &str) -> Option<String> {
    if let Some(norm) = name.strip_suffix("LayerNorm.weight") {
        return Some(format!("{norm}LayerNorm.gamma"));
    }
    let norm = name.strip_suffix("LayerNorm.bias")?;
    Some(format!("{norm}LayerNorm.beta"))
}
