//! The character replacement table of a sentencepiece model: a double-array trie of prefixes, then the replacements.

use crate::{EncoderError, Result};

/// Maximum bytes of a replacement. The longest in a published table has 33.
const MAX_REPLACEMENT_BYTES: usize = 256;

/// A compiled table.
#[derive(Debug, Clone, Default)]
pub struct Charsmap {
    units: Vec<u32>,
    /// Replacements, each ended by a zero byte.
    replacements: Vec<u8>,
}

impl Charsmap {
    /// Reads a table; an empty one replaces nothing. Fails when the sizes do not fit.
    pub fn parse(bytes: &[u8], file: &str) -> Result<Self> {
        if bytes.is_empty() {
            return Ok(Self::default());
        }
        let table = || {
            let (size, rest) = bytes.split_at_checked(4)?;
            let size = u32::from_le_bytes(size.try_into().ok()?) as usize;
            let (units, replacements) = rest.split_at_checked(size)?;
            let units = units
                .chunks_exact(4)
                .map(|unit| u32::from_le_bytes([unit[0], unit[1], unit[2], unit[3]]));
            size.is_multiple_of(4).then(|| Self {
                units: units.collect(),
                replacements: replacements.to_vec(),
            })
        };
        let damaged = || {
            EncoderError::Tokenizer(format!(
                "{file}: the table of replaced characters is damaged"
            ))
        };
        let table = table().ok_or_else(damaged)?;
        if table.longest() > MAX_REPLACEMENT_BYTES {
            let longest = table.longest();
            return Err(EncoderError::Tokenizer(format!(
                "{file}: its table replaces a character with {longest} bytes; the limit is {MAX_REPLACEMENT_BYTES}"
            )));
        }
        Ok(table)
    }

    /// Length of the longest replacement in bytes.
    pub fn longest(&self) -> usize {
        self.replacements
            .split(|byte| *byte == 0)
            .map(<[u8]>::len)
            .max()
            .unwrap_or(0)
    }

    /// The longest prefix of `text` that is replaced: its length in bytes, and its replacement.
    pub fn replace(&self, text: &str) -> Option<(usize, &str)> {
        let mut found = None;
        let mut at = offset(*self.units.first()?);
        for (i, byte) in text.bytes().enumerate() {
            at ^= usize::from(byte);
            let Some(unit) = self
                .units
                .get(at)
                .filter(|unit| **unit & 0x8000_00ff == u32::from(byte))
            else {
                break;
            };
            at ^= offset(*unit);
            if unit >> 8 & 1 == 1 {
                let value = *self.units.get(at)? & 0x7fff_ffff;
                found = Some((i + 1, value as usize));
            }
        }
        let (length, place) = found?;
        let rest = self.replacements.get(place..)?;
        let end = rest
            .iter()
            .position(|byte| *byte == 0)
            .unwrap_or(rest.len());
        // In a valid table, a prefix ends between characters.
        let whole = text.is_char_boundary(length);
        std::str::from_utf8(&rest[..end])
            .ok()
            .filter(|_| whole)
            .map(|replacement| (length, replacement))
    }
}

/// The index to which a unit of the double array leads for the next byte.
fn offset(unit: u32) -> usize {
    ((unit >> 10) << ((unit & 0x200) >> 6)) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_replacement_of_any_length_is_refused() {
        let table = |longest: usize| {
            let mut bytes = 4u32.to_le_bytes().to_vec();
            bytes.extend([0; 4]);
            bytes.extend(std::iter::repeat_n(b'x', longest).chain([0]));
            Charsmap::parse(&bytes, "spiece.model")
        };
        assert_eq!(
            table(MAX_REPLACEMENT_BYTES).unwrap().longest(),
            MAX_REPLACEMENT_BYTES
        );
        let refused = table(MAX_REPLACEMENT_BYTES + 1).unwrap_err().to_string();
        assert!(
            refused.contains("spiece.model: its table replaces a character with 257 bytes"),
            "{refused}"
        );
    }
}
