//! A range of bytes in memory or in a file, read in parts.

use std::borrow::Cow;
use std::fs::File;
use std::io;
use std::ops::Range;
use std::sync::Arc;

use bytes::Bytes;

/// The location of a tensor's data.
#[derive(Debug, Clone)]
pub enum Region {
    /// In memory, which may be the program itself.
    Memory(Bytes),
    /// In a file, from `start` on. Nothing is kept in memory: parts are read on request, so that a model of
    /// several gigabytes is in memory only once, in the packed layout.
    File {
        /// The open file.
        file: Arc<File>,
        /// Offset of the first byte.
        start: u64,
        /// Number of bytes.
        length: usize,
    },
}

impl Region {
    /// Number of bytes.
    pub fn len(&self) -> usize {
        match self {
            Self::Memory(bytes) => bytes.len(),
            Self::File { length, .. } => *length,
        }
    }

    /// A part of it; `None` if the range is out of bounds.
    pub fn slice(&self, range: Range<usize>) -> Option<Self> {
        if range.start > range.end || range.end > self.len() {
            return None;
        }
        Some(match self {
            Self::Memory(bytes) => Self::Memory(bytes.slice(range)),
            Self::File { file, start, .. } => {
                Self::File { file: Arc::clone(file), start: start + range.start as u64, length: range.len() }
            }
        })
    }

    /// The bytes of a part; `buffer` is used if they have to be read.
    ///
    /// # Errors
    /// I/O errors of the file; also `UnexpectedEof` for a part beyond the region.
    pub fn read<'a>(&'a self, range: Range<usize>, buffer: &'a mut Vec<u8>) -> io::Result<&'a [u8]> {
        if range.start > range.end || range.end > self.len() {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        match self {
            Self::Memory(bytes) => Ok(&bytes[range]),
            Self::File { file, start, .. } => {
                try_reserve(buffer, range.len())?;
                read_at(file, start + range.start as u64, buffer)?;
                Ok(buffer)
            }
        }
    }

    /// All bytes.
    pub fn to_bytes(&self) -> io::Result<Cow<'_, Bytes>> {
        match self {
            Self::Memory(bytes) => Ok(Cow::Borrowed(bytes)),
            Self::File { .. } => {
                let mut buffer = Vec::new();
                self.read(0..self.len(), &mut buffer)?;
                Ok(Cow::Owned(buffer.into()))
            }
        }
    }
}

/// Resizes `buffer` to `length`. Returns an error if memory is insufficient, because a file may claim any size.
fn try_reserve(buffer: &mut Vec<u8>, length: usize) -> io::Result<()> {
    let more = length.saturating_sub(buffer.len());
    buffer.try_reserve_exact(more).map_err(|_| io::Error::from(io::ErrorKind::OutOfMemory))?;
    buffer.resize(length, 0);
    Ok(())
}

/// Fills `buffer` from an offset on, without moving the file's cursor, because several threads share one file.
#[cfg(unix)]
pub fn read_at(file: &File, offset: u64, buffer: &mut [u8]) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, buffer, offset)
}

/// Fills `buffer` from an offset on.
#[cfg(windows)]
pub fn read_at(file: &File, mut offset: u64, mut buffer: &mut [u8]) -> io::Result<()> {
    while !buffer.is_empty() {
        let read = std::os::windows::fs::FileExt::seek_read(file, buffer, offset)?;
        if read == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        offset += read as u64;
        buffer = &mut buffer[read..];
    }
    Ok(())
}

/// Fills `buffer` from an offset on. On a platform without threads the file's cursor may move.
#[cfg(not(any(unix, windows)))]
pub fn read_at(mut file: &File, offset: u64, buffer: &mut [u8]) -> io::Result<()> {
    use std::io::{Read, Seek, SeekFrom};
    file.seek(SeekFrom::Start(offset))?;
    file.read_exact(buffer)
}
