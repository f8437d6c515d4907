//! Receives the model file in parts, and verifies it.

use bertscope_models::{Model, OpenOptions, ProgressMonitor, bundled};
use bertscope_report::number::decimals;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::failure::Failure;

/// The checksums of the bundled model.
const SUMS: &str = include_str!("../../assets/minilm/SHA256SUMS");
/// The file of the model in [`SUMS`].
const CHECKPOINT_NAME: &str = "model.safetensors";
/// Known before the download, so that the page can show its progress.
const CHECKPOINT_BYTES: usize = 48_024_584;

/// The model file that this page was built for, next to the page. The browser keeps it under its checksum.
pub fn expected_file() -> Value {
    json!({
        "name": "minilm.safetensors",
        "bytes": CHECKPOINT_BYTES,
        "checksum": expected_checksum(),
    })
}

/// A partially received file.
pub struct PartialDownload(Vec<u8>);

impl PartialDownload {
    pub fn new() -> Self {
        // The whole size at once: a buffer that grows is copied, and both copies need memory.
        Self(Vec::with_capacity(CHECKPOINT_BYTES))
    }

    pub fn push(&mut self, part: &[u8]) {
        // One byte more than the model has is enough to know that the file is too long.
        let room = (CHECKPOINT_BYTES + 1).saturating_sub(self.0.len());
        self.0.extend_from_slice(&part[..part.len().min(room)]);
    }

    /// The complete file.
    pub fn finish(self, verify: bool) -> Result<Vec<u8>, Failure> {
        let Self(bytes) = self;
        if bytes.len() < CHECKPOINT_BYTES {
            return Err(Failure(format!(
                "The download of the model was interrupted: {} of {} MB arrived. Reload the page to try again.",
                megabytes(bytes.len()),
                megabytes(CHECKPOINT_BYTES)
            )));
        }
        if bytes.len() > CHECKPOINT_BYTES || (verify && digest(&bytes) != expected_checksum()) {
            return Err(Failure::new(
                "The model is not the one that this page was built for (its checksum differs). Reload the page; if that \
                 does not help, the folder of this page is damaged and must be rebuilt.",
            ));
        }
        Ok(bytes)
    }
}

fn megabytes(bytes: usize) -> String {
    decimals(bytes as f64 / 1e6, 1)
}

fn digest(bytes: &[u8]) -> String {
    format!("{:x}", Sha256::digest(bytes))
}

fn expected_checksum() -> &'static str {
    SUMS.lines()
        .find_map(|line| line.strip_suffix(CHECKPOINT_NAME))
        .unwrap_or_default()
        .trim()
}

/// Opens the model from its complete file.
pub fn open(bytes: Vec<u8>) -> Result<Model, Failure> {
    Ok(bundled::open_with_weights(
        &bytes.into(),
        &OpenOptions::default(),
        &ProgressMonitor::silent(),
    )?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_expected_size_is_that_of_the_bundled_file() {
        let file = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../assets/minilm/",
            "model.safetensors"
        );
        assert_eq!(
            std::fs::metadata(file).unwrap().len(),
            CHECKPOINT_BYTES as u64
        );
    }
}
