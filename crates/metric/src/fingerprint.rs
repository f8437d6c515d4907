//! Short fingerprints of what a score was computed with, so that scores of two tables are not taken for scores of one.

use std::fmt;

use sha2::{Digest, Sha256};

/// The first 32 bits of a SHA-256, as 8 hexadecimal digits: enough to tell tables apart that were mixed up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fingerprint(u32);

impl Fingerprint {
    /// The fingerprint of bytes.
    pub fn new(bytes: &[u8]) -> Self {
        let digest = Sha256::digest(bytes);
        Self(u32::from_be_bytes([
            digest[0], digest[1], digest[2], digest[3],
        ]))
    }

    /// The fingerprint of numbers, each as a little-endian f64.
    pub fn from_numbers(numbers: &[f64]) -> Self {
        let bytes: Vec<u8> = numbers.iter().flat_map(|n| n.to_le_bytes()).collect();
        Self::new(&bytes)
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:08x}", self.0)
    }
}
