//! The character replacement table of a sentencepiece model: a double-array trie of prefixes, then the replacements.

use crate::{EncoderError, Result};

/// Maximum bytes of a replacement. The longest in a published table has 33.
const MAX_REPLACEMENT_BYTES: usize = 256;

/// A compiled table.
#[derive(Debug, Default)]
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
        let table = Self::split(bytes).ok_or_else(|| {
            EncoderError::Tokenizer(format!(
                "{file}: the table of replaced characters is damaged"
            ))
        })?;
        let longest = table.longest();
        if longest > MAX_REPLACEMENT_BYTES {
            return Err(EncoderError::Tokenizer(format!(
                "{file}: its table replaces a character with {longest} bytes; the limit is {MAX_REPLACEMENT_BYTES}"
            )));
        }
        Ok(table)
    }

    /// The trie and the replacements. The size of the trie comes first, in bytes.
    fn split(bytes: &[u8]) -> Option<Self> {
        let (size, rest) = bytes.split_first_chunk()?;
        let (trie, replacements) = rest.split_at_checked(u32::from_le_bytes(*size) as usize)?;
        let (units, incomplete) = trie.as_chunks();
        if !incomplete.is_empty() {
            return None;
        }
        Some(Self {
            units: units.iter().map(|unit| u32::from_le_bytes(*unit)).collect(),
            replacements: replacements.to_vec(),
        })
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
        let (length, position) = self.longest_prefix(text)?;
        // In a valid table, a prefix ends between characters.
        if !text.is_char_boundary(length) {
            return None;
        }
        let mut replacements = self.replacements.get(position..)?.split(|byte| *byte == 0);
        let replacement = std::str::from_utf8(replacements.next()?).ok()?;
        Some((length, replacement))
    }

    /// The length of the longest prefix of `text` in the trie, and the position of its replacement.
    fn longest_prefix(&self, text: &str) -> Option<(usize, usize)> {
        let mut longest = None;
        let mut node = offset(*self.units.first()?);
        for (i, byte) in text.bytes().enumerate() {
            node ^= usize::from(byte);
            // The label of a unit: its byte, and a bit that only a value has.
            let Some(unit) = self
                .units
                .get(node)
                .filter(|unit| **unit & 0x8000_00ff == u32::from(byte))
            else {
                break;
            };
            node ^= offset(*unit);
            let has_value = unit >> 8 & 1 == 1;
            if has_value {
                let value = *self.units.get(node)? & 0x7fff_ffff;
                longest = Some((i + 1, value as usize));
            }
        }
        longest
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
