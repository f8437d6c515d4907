//! The zip archive that PyTorch writes since 1.6: every file is stored uncompressed, and the directory ends the archive.
//!
//! Only this layout is read, from the end and within bounds; a general archive can point anywhere.

use std::collections::HashMap;
use std::fs::File;
use std::ops::Range;
use std::sync::Arc;

use super::machine::Problem;
use crate::weights::Region;
use crate::weights::region::read_at;

/// Sizes in bytes of the end records, of a directory entry and of a local file header, without names.
const END_RECORD_BYTES: u64 = 22;
const ZIP64_LOCATOR_BYTES: u64 = 20;
const ZIP64_END_BYTES: usize = 56;
const ENTRY_BYTES: usize = 46;
const HEADER_BYTES: usize = 30;

/// Maximum bytes of the directory; an entry has about 100.
const MAX_DIRECTORY_BYTES: u64 = 16 << 20;

/// The value of a 32-bit field whose number needs 64 bits.
const ZIP64_PLACEHOLDER: u64 = 0xffff_ffff;

/// The files of an archive by name.
#[derive(Debug)]
pub struct Archive {
    file: Arc<File>,
    size: u64,
    entries: HashMap<String, ArchiveEntry>,
}

#[derive(Debug, Clone, Copy)]
struct ArchiveEntry {
    stored: bool,
    length: u64,
    header: u64,
}

impl Archive {
    /// Reads the directory; `None` if the file does not end with one.
    pub fn read(file: &Arc<File>) -> Option<Self> {
        let size = file.metadata().ok()?.len();
        let bytes = directory(file, size)?;
        let mut entries = HashMap::new();
        let mut rest = &bytes[..];
        while !rest.is_empty() {
            let (name, entry, after) = entry(rest)?;
            entries.insert(name, entry);
            rest = after;
        }
        Some(Self {
            file: Arc::clone(file),
            size,
            entries,
        })
    }

    /// Finds a file by name in any folder of the archive: returns the folder with its slash, and the file's position.
    pub fn find(&self, name: &str) -> Option<(&str, Result<Region, Problem>)> {
        let folders = self
            .entries
            .keys()
            .filter_map(|path| path.strip_suffix(name));
        let folder = folders
            .filter(|folder| folder.is_empty() || folder.ends_with('/'))
            .min()?;
        Some((folder, self.region(&format!("{folder}{name}"))))
    }

    /// The position of a file. Fails if there is no such file, it is compressed, or the archive ends before it does.
    pub fn region(&self, name: &str) -> Result<Region, Problem> {
        let entry = self.entries.get(name).ok_or("has no data in the archive")?;
        if !entry.stored {
            return Err("is compressed");
        }
        let cut = "is longer than its data";
        let mut header = [0; HEADER_BYTES];
        read_at(&self.file, entry.header, &mut header).map_err(|_| cut)?;
        let names = number(&header, 26..28)
            .zip(number(&header, 28..30))
            .map(|(name, extra)| name + extra);
        let names = names
            .filter(|_| header.starts_with(b"PK\x03\x04"))
            .ok_or(cut)?;
        let start = entry.header + HEADER_BYTES as u64 + names;
        let end = start
            .checked_add(entry.length)
            .filter(|end| *end <= self.size);
        let length = end
            .and_then(|_| usize::try_from(entry.length).ok())
            .ok_or(cut)?;
        Ok(Region::File {
            file: Arc::clone(&self.file),
            start,
            length,
        })
    }
}

/// The bytes of the directory, located by the records at the end of the file.
fn directory(file: &File, size: u64) -> Option<Vec<u8>> {
    let mut end = [0; END_RECORD_BYTES as usize];
    let at = size.checked_sub(END_RECORD_BYTES)?;
    read_at(file, at, &mut end).ok()?;
    if !end.starts_with(b"PK\x05\x06") {
        return None;
    }
    let (mut length, mut start) = (number(&end, 12..16)?, number(&end, 16..20)?);
    if number(&end, 10..12)? == 0xffff || length == ZIP64_PLACEHOLDER || start == ZIP64_PLACEHOLDER
    {
        let mut locator = [0; ZIP64_LOCATOR_BYTES as usize];
        read_at(file, at.checked_sub(ZIP64_LOCATOR_BYTES)?, &mut locator).ok()?;
        let mut wide = [0; ZIP64_END_BYTES];
        read_at(
            file,
            number(&locator, 8..16).filter(|_| locator.starts_with(b"PK\x06\x07"))?,
            &mut wide,
        )
        .ok()?;
        (length, start) = (number(&wide, 40..48)?, number(&wide, 48..56)?);
        if !wide.starts_with(b"PK\x06\x06") {
            return None;
        }
    }
    if length > MAX_DIRECTORY_BYTES || start.checked_add(length)? > size {
        return None;
    }
    let mut bytes = vec![0; length as usize];
    read_at(file, start, &mut bytes).ok()?;
    Some(bytes)
}

/// The first entry in `bytes`, and the remaining bytes.
fn entry(bytes: &[u8]) -> Option<(String, ArchiveEntry, &[u8])> {
    let (fixed, rest) = bytes.split_at_checked(ENTRY_BYTES)?;
    if !fixed.starts_with(b"PK\x01\x02") {
        return None;
    }
    let field = |range| number(fixed, range);
    let (name, rest) = rest.split_at_checked(field(28..30)? as usize)?;
    let (extra, rest) = rest.split_at_checked(field(30..32)? as usize)?;
    let (_, rest) = rest.split_at_checked(field(32..34)? as usize)?;
    let mut wide = zip64_numbers(extra).chunks_exact(8);
    let mut wider = |short: u64| {
        if short == ZIP64_PLACEHOLDER {
            number(wide.next()?, 0..8)
        } else {
            Some(short)
        }
    };
    // In this order; each is present only if its number does not fit the short field.
    let length = wider(field(24..28)?)?;
    let compressed = wider(field(20..24)?)?;
    let header = wider(field(42..46)?)?;
    let stored = field(10..12)? == 0 && length == compressed;
    let name = String::from_utf8(name.to_vec()).ok()?;
    Some((
        name,
        ArchiveEntry {
            stored,
            length,
            header,
        },
        rest,
    ))
}

/// The 64-bit numbers among an entry's extra fields.
fn zip64_numbers(mut extra: &[u8]) -> &[u8] {
    while let Some((head, rest)) = extra.split_at_checked(4) {
        let length = usize::from(u16::from_le_bytes([head[2], head[3]]));
        let Some((field, after)) = rest.split_at_checked(length) else {
            break;
        };
        if head.starts_with(&[1, 0]) {
            return field;
        }
        extra = after;
    }
    &[]
}

/// A little-endian number of up to eight bytes.
fn number(bytes: &[u8], range: Range<usize>) -> Option<u64> {
    bytes.get(range).map(|bytes| {
        bytes
            .iter()
            .rev()
            .fold(0, |number, byte| number << 8 | u64::from(*byte))
    })
}
