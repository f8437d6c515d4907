//! Receives the model file in parts, and verifies it.

use bertscope_models::bundled;
use bertscope_report::number::decimals;
use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::failure::Failure;

/// The checksums of the bundled model.
const SUMS: &str = include_str!("../../assets/minilm/SHA256SUMS");
/// Its line in them.
const NAME: &str = "model.safetensors";
/// Its size.
const CHECKPOINT_BYTES: usize = 48_024_584;

/// The model file next to the page. The browser keeps it under its checksum.
#[derive(Serialize)]
pub struct File {
    name: &'static str,
    bytes: usize,
    checksum: &'static str,
}

impl File {
    /// The file that this page was built for.
    pub fn expected() -> Self {
        Self {
            name: "minilm.safetensors",
            bytes: CHECKPOINT_BYTES,
            checksum: expected_checksum(),
        }
    }
}

/// A partially received file.
pub struct PartialDownload(Vec<u8>);

impl PartialDownload {
    /// An empty file.
    pub fn new() -> Self {
        Self(Vec::with_capacity(CHECKPOINT_BYTES))
    }

    /// Adds the next part. Bytes beyond the size of the model are counted and not stored.
    pub fn push(&mut self, part: &[u8]) {
        let room = (CHECKPOINT_BYTES + 1).saturating_sub(self.0.len());
        self.0.extend_from_slice(&part[..part.len().min(room)]);
    }

    /// The complete file.
    pub fn finish(self, verify: bool) -> Result<Vec<u8>, Failure> {
        let Self(bytes) = self;
        if bytes.len() < CHECKPOINT_BYTES {
            let (here, all) = (megabytes(bytes.len()), megabytes(CHECKPOINT_BYTES));
            return Err(Failure(format!(
                "The download of the model was interrupted: {here} of {all} MB arrived. Reload the page to try again."
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
    Sha256::digest(bytes)
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect::<Vec<_>>()
        .concat()
}

fn expected_checksum() -> &'static str {
    SUMS.lines()
        .find_map(|line| line.strip_suffix(NAME))
        .unwrap_or_default()
        .trim()
}

/// Opens the model from its complete file.
pub fn open(bytes: Vec<u8>) -> Result<bertscope_models::Model, Failure> {
    let options = bertscope_models::OpenOptions::default();
    Ok(bundled::open_with_weights(
        &bytes.into(),
        &options,
        &bertscope_models::ProgressMonitor::silent(),
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
