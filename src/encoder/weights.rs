//! A safetensors file as named matrices, read in place.

use std::collections::HashMap;
use std::ops::Range;

use bytes::Bytes;
use safetensors::{Dtype, SafeTensors};

use super::EncoderError;
use super::kernel::panels::{Matrix, Number};

/// Tensors by name over one buffer, which may be part of the program itself.
#[derive(Debug, Clone)]
pub struct Weights {
    bytes: Bytes,
    tensors: HashMap<String, Entry>,
}

#[derive(Debug, Clone)]
struct Entry {
    number: Number,
    shape: Vec<usize>,
    range: Range<usize>,
}

impl Weights {
    /// Reads the header of a safetensors file.
    ///
    /// Old names are brought to today's: a prefix before `embeddings.` and `encoder.` goes, LayerNorm's `gamma` and
    /// `beta` become `weight` and `bias`. Tensors of other number types (such as `position_ids`) are passed over.
    ///
    /// # Errors
    /// [`EncoderError::Weights`] when it is no such file.
    pub fn from_safetensors(bytes: Bytes) -> Result<Self, EncoderError> {
        let file = SafeTensors::deserialize(&bytes).map_err(|e| EncoderError::Weights(e.to_string()))?;
        let base = bytes.as_ptr() as usize;
        let mut tensors = HashMap::new();
        for (name, view) in file.iter() {
            let number = match view.dtype() {
                Dtype::F32 => Number::F32,
                Dtype::F16 => Number::F16,
                Dtype::BF16 => Number::Bf16,
                _ => continue,
            };
            let start = view.data().as_ptr() as usize - base;
            let range = start..start + view.data().len();
            tensors.insert(modern_name(name), Entry { number, shape: view.shape().to_vec(), range });
        }
        Ok(Self { bytes, tensors })
    }

    /// A matrix of the shape \[rows, columns\].
    ///
    /// # Errors
    /// [`EncoderError::MissingTensor`], or [`EncoderError::Weights`] when it has another shape.
    pub fn matrix(&self, name: &str, rows: usize, columns: usize) -> Result<Matrix<'_>, EncoderError> {
        let entry = self.entry(name, &[rows, columns])?;
        let bytes = &self.bytes[entry.range.clone()];
        Ok(Matrix { bytes, number: entry.number, outputs: rows, inputs: columns })
    }

    /// A vector of that length, in f32.
    ///
    /// # Errors
    /// As [`Self::matrix`].
    pub fn vector(&self, name: &str, length: usize) -> Result<Vec<f32>, EncoderError> {
        let entry = self.entry(name, &[length])?;
        Ok(read(entry.number, &self.bytes[entry.range.clone()]))
    }

    /// A lookup table \[entries, width\] that stays where it is.
    ///
    /// # Errors
    /// As [`Self::matrix`].
    pub fn table(&self, name: &str, width: usize) -> Result<Table, EncoderError> {
        let entry = self.tensors.get(name).ok_or_else(|| EncoderError::MissingTensor(name.to_owned()))?;
        let entries = entry.shape.first().copied().unwrap_or(0);
        let entry = self.entry(name, &[entries, width])?;
        Ok(Table { bytes: self.bytes.slice(entry.range.clone()), number: entry.number, entries, width })
    }

    /// Every tensor in f32, for a model that candle-transformers builds.
    ///
    /// # Errors
    /// candle's, when a tensor does not fit on the device.
    pub fn to_candle(
        &self,
        device: &candle_core::Device,
    ) -> Result<HashMap<String, candle_core::Tensor>, EncoderError> {
        let tensor = |entry: &Entry| {
            let values = read(entry.number, &self.bytes[entry.range.clone()]);
            candle_core::Tensor::from_vec(values, entry.shape.as_slice(), device)
        };
        self.tensors.iter().map(|(name, entry)| Ok((name.clone(), tensor(entry)?))).collect()
    }

    fn entry(&self, name: &str, shape: &[usize]) -> Result<&Entry, EncoderError> {
        let entry = self.tensors.get(name).ok_or_else(|| EncoderError::MissingTensor(name.to_owned()))?;
        if entry.shape == shape {
            return Ok(entry);
        }
        Err(EncoderError::Weights(format!("{name} has the shape {:?} instead of {shape:?}", entry.shape)))
    }
}

/// A lookup table that is read a row at a time from where it lies.
#[derive(Debug, Clone)]
pub struct Table {
    bytes: Bytes,
    number: Number,
    entries: usize,
    width: usize,
}

impl Table {
    /// Number of rows.
    #[must_use]
    pub fn entries(&self) -> usize {
        self.entries
    }

    /// Adds row `index` to `sum`; `None` when there is no such row.
    #[must_use]
    pub fn add_row(&self, index: usize, sum: &mut [f32]) -> Option<()> {
        let width = self.width * self.number.bytes();
        let row = self.bytes.get(index.checked_mul(width)?..(index + 1).checked_mul(width)?)?;
        for (sum, number) in sum.iter_mut().zip(row.chunks_exact(self.number.bytes())) {
            *sum += self.number.read(number);
        }
        Some(())
    }
}

fn read(number: Number, bytes: &[u8]) -> Vec<f32> {
    bytes.chunks_exact(number.bytes()).map(|b| number.read(b)).collect()
}

fn modern_name(name: &str) -> String {
    let start = ["embeddings.", "encoder."]
        .iter()
        .filter_map(|part| {
            let at = name.find(part)?;
            (at == 0 || name[..at].ends_with('.')).then_some(at)
        })
        .min()
        .unwrap_or(0);
    let name = &name[start..];
    if let Some(norm) = name.strip_suffix(".gamma") {
        format!("{norm}.weight")
    } else if let Some(norm) = name.strip_suffix(".beta") {
        format!("{norm}.bias")
    } else {
        name.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::modern_name;

    #[test]
    fn old_checkpoint_names_become_todays() {
        for (old, new) in [
            ("bert.embeddings.LayerNorm.gamma", "embeddings.LayerNorm.weight"),
            ("bert.encoder.layer.0.output.LayerNorm.beta", "encoder.layer.0.output.LayerNorm.bias"),
            ("encoder.layer.11.output.dense.weight", "encoder.layer.11.output.dense.weight"),
            ("0.auto_model.encoder.layer.1.output.dense.bias", "encoder.layer.1.output.dense.bias"),
            ("cls.predictions.bias", "cls.predictions.bias"),
        ] {
            assert_eq!(modern_name(old), new);
        }
    }
}
