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

/// The values of a 16-bit and of a 32-bit field whose number needs more bits.
const ZIP64_SHORT_PLACEHOLDER: u64 = 0xffff;
const ZIP64_PLACEHOLDER: u64 = 0xffff_ffff;

const TOO_SHORT: Problem = "is longer than its data";

/// The files of an archive by name.
pub struct Archive {
    file: Arc<File>,
    size: u64,
    entries: HashMap<String, ArchiveEntry>,
}

struct ArchiveEntry {
    is_compressed: bool,
    length: u64,
    /// Offset of the file's header, which its bytes follow.
    header: u64,
}

impl Archive {
    /// Reads the directory; `None` if the file does not end with one.
    pub fn read(file: &Arc<File>) -> Option<Self> {
        let size = file.metadata().ok()?.len();
        let directory = directory(file, size)?;
        let mut entries = HashMap::new();
        let mut rest = &directory[..];
        while !rest.is_empty() {
            let (name, entry) = take_entry(&mut rest)?;
            entries.insert(name, entry);
        }
        Some(Self {
            file: Arc::clone(file),
            size,
            entries,
        })
    }

    /// The folder, with its slash, in which there is a file with this name.
    pub fn folder_of(&self, name: &str) -> Option<&str> {
        self.entries
            .keys()
            .filter_map(|path| path.strip_suffix(name))
            .filter(|folder| folder.is_empty() || folder.ends_with('/'))
            // A hash map has no order, and the same file has to give the same tensors each time.
            .min()
    }

    /// The position of a file. Fails if there is no such file, it is compressed, or the archive ends before it does.
    pub fn region(&self, name: &str) -> Result<Region, Problem> {
        let entry = self.entries.get(name).ok_or("has no data in the archive")?;
        if entry.is_compressed {
            return Err("is compressed");
        }
        self.region_of(entry).ok_or(TOO_SHORT)
    }

    fn region_of(&self, entry: &ArchiveEntry) -> Option<Region> {
        let mut header = [0; HEADER_BYTES];
        read_at(&self.file, entry.header, &mut header).ok()?;
        if !header.starts_with(b"PK\x03\x04") {
            return None;
        }
        // The header repeats the entry's name and has extra fields of its own, with which PyTorch aligns the bytes.
        let names = number(&header, 26..28)? + number(&header, 28..30)?;
        let start = entry.header + HEADER_BYTES as u64 + names;
        if start.checked_add(entry.length)? > self.size {
            return None;
        }
        Some(Region::File {
            file: Arc::clone(&self.file),
            start,
            length: usize::try_from(entry.length).ok()?,
        })
    }
}

/// The bytes of the directory, located by the records at the end of the file.
fn directory(file: &File, size: u64) -> Option<Vec<u8>> {
    let mut end = [0; END_RECORD_BYTES as usize];
    let end_position = size.checked_sub(END_RECORD_BYTES)?;
    read_at(file, end_position, &mut end).ok()?;
    if !end.starts_with(b"PK\x05\x06") {
        return None;
    }
    let count = number(&end, 10..12)?;
    let mut length = number(&end, 12..16)?;
    let mut start = number(&end, 16..20)?;
    if count == ZIP64_SHORT_PLACEHOLDER || length == ZIP64_PLACEHOLDER || start == ZIP64_PLACEHOLDER
    {
        let end = zip64_end(file, end_position)?;
        length = number(&end, 40..48)?;
        start = number(&end, 48..56)?;
    }
    if length > MAX_DIRECTORY_BYTES || start.checked_add(length)? > size {
        return None;
    }
    let mut bytes = vec![0; length as usize];
    read_at(file, start, &mut bytes).ok()?;
    Some(bytes)
}

/// The end record with 64-bit numbers. A locator before the plain end record says where it is.
fn zip64_end(file: &File, end_position: u64) -> Option<[u8; ZIP64_END_BYTES]> {
    let mut locator = [0; ZIP64_LOCATOR_BYTES as usize];
    let locator_position = end_position.checked_sub(ZIP64_LOCATOR_BYTES)?;
    read_at(file, locator_position, &mut locator).ok()?;
    if !locator.starts_with(b"PK\x06\x07") {
        return None;
    }
    let mut end = [0; ZIP64_END_BYTES];
    read_at(file, number(&locator, 8..16)?, &mut end).ok()?;
    if !end.starts_with(b"PK\x06\x06") {
        return None;
    }
    Some(end)
}

/// Takes the first entry, with its name, from the rest of a directory.
fn take_entry(rest: &mut &[u8]) -> Option<(String, ArchiveEntry)> {
    let fixed = rest.split_off(..ENTRY_BYTES)?;
    if !fixed.starts_with(b"PK\x01\x02") {
        return None;
    }
    let name = rest.split_off(..number(fixed, 28..30)? as usize)?;
    let extra = rest.split_off(..number(fixed, 30..32)? as usize)?;
    let _comment = rest.split_off(..number(fixed, 32..34)? as usize)?;
    let mut wide = Zip64Numbers::find(extra);
    // In this order; each is among the wide numbers only if it does not fit its short field.
    let length = wide.widen(number(fixed, 24..28)?)?;
    let compressed = wide.widen(number(fixed, 20..24)?)?;
    let header = wide.widen(number(fixed, 42..46)?)?;
    let method = number(fixed, 10..12)?;
    let entry = ArchiveEntry {
        is_compressed: method != 0 || length != compressed,
        length,
        header,
    };
    Some((String::from_utf8(name.to_vec()).ok()?, entry))
}

/// The 64-bit numbers of an entry that were not taken yet.
struct Zip64Numbers<'a>(&'a [u8]);

impl<'a> Zip64Numbers<'a> {
    /// Those among an entry's extra fields, each of which has an id, a length and its bytes.
    fn find(mut extra: &'a [u8]) -> Self {
        while let Some((head, rest)) = extra.split_at_checked(4) {
            let length = usize::from(u16::from_le_bytes([head[2], head[3]]));
            let Some((field, after)) = rest.split_at_checked(length) else {
                break;
            };
            if head.starts_with(&[1, 0]) {
                return Self(field);
            }
            extra = after;
        }
        Self(&[])
    }

    /// The number of a 32-bit field: the next wide one if the field only stands for it.
    fn widen(&mut self, short: u64) -> Option<u64> {
        if short != ZIP64_PLACEHOLDER {
            return Some(short);
        }
        number(self.0.split_off(..8)?, 0..8)
    }
}

/// A little-endian number of up to eight bytes.
fn number(bytes: &[u8], range: Range<usize>) -> Option<u64> {
    let bytes = bytes.get(range)?;
    Some(
        bytes
            .iter()
            .rev()
            .fold(0, |number, byte| number << 8 | u64::from(*byte)),
    )
}
