//! The numbers of a tensor, in memory or in a file, read in parts.

use std::borrow::Cow;
use std::fs::File;
use std::io;
use std::ops::Range;
use std::path::Path;
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
        file: Arc<File>,
        start: u64,
        length: usize,
    },
    /// Packed numbers, which are read as little-endian f32: 16-bit integers, and an f32 scale for each
    /// [`PACKED_BLOCK`] of them. A number is the product of its integer and its scale.
    Packed {
        integers: Box<Region>,
        scales: Box<Region>,
    },
}

/// Packed numbers that share a scale.
pub const PACKED_BLOCK: usize = 32;

/// Bytes of a block: its integers, its scale, and its numbers in f32.
const INTEGERS: usize = PACKED_BLOCK * size_of::<i16>();
const SCALE: usize = size_of::<f32>();
const NUMBERS: usize = PACKED_BLOCK * size_of::<f32>();

impl Region {
    /// Packed numbers; `None` if there is not one scale for each block.
    pub fn packed(integers: Self, scales: Self) -> Option<Self> {
        let blocks = integers.len() / INTEGERS;
        if !integers.len().is_multiple_of(INTEGERS) || scales.len() != blocks * SCALE {
            return None;
        }
        Some(Self::Packed {
            integers: Box::new(integers),
            scales: Box::new(scales),
        })
    }

    /// A whole file.
    pub fn open(path: &Path) -> io::Result<Self> {
        let file = File::open(path)?;
        Ok(Self::File {
            length: file.metadata()?.len() as usize,
            file: Arc::new(file),
            start: 0,
        })
    }

    /// Number of bytes.
    pub fn len(&self) -> usize {
        match self {
            Self::Memory(bytes) => bytes.len(),
            Self::File { length, .. } => *length,
            Self::Packed { integers, .. } => integers.len() / INTEGERS * NUMBERS,
        }
    }

    /// A part of it; `None` if the range is out of bounds, or not of whole blocks if it is packed.
    pub fn slice(&self, range: Range<usize>) -> Option<Self> {
        if range.start > range.end || range.end > self.len() {
            return None;
        }
        Some(match self {
            Self::Memory(bytes) => Self::Memory(bytes.slice(range)),
            Self::File { file, start, .. } => Self::File {
                file: Arc::clone(file),
                start: start + range.start as u64,
                length: range.len(),
            },
            Self::Packed { integers, scales } => {
                let blocks = whole_blocks(&range)?;
                Self::packed(
                    integers.slice(scaled(&blocks, INTEGERS))?,
                    scales.slice(scaled(&blocks, SCALE))?,
                )?
            }
        })
    }

    /// The bytes of a part; `buffer` is used if they have to be read.
    ///
    /// # Errors
    /// I/O errors of the file; also `UnexpectedEof` for a part beyond the region, and `InvalidInput` for a part of a
    /// packed block.
    pub fn read<'a>(
        &'a self,
        range: Range<usize>,
        buffer: &'a mut Vec<u8>,
    ) -> io::Result<&'a [u8]> {
        if range.start > range.end || range.end > self.len() {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        match self {
            Self::Memory(bytes) => Ok(&bytes[range]),
            Self::File { file, start, .. } => {
                try_resize(buffer, range.len())?;
                read_at(file, start + range.start as u64, buffer)?;
                Ok(buffer)
            }
            Self::Packed { integers, scales } => {
                let blocks = whole_blocks(&range).ok_or(io::ErrorKind::InvalidInput)?;
                let mut integer_buffer = Vec::new();
                let mut scale_buffer = Vec::new();
                let integers = integers.read(scaled(&blocks, INTEGERS), &mut integer_buffer)?;
                let scales = scales.read(scaled(&blocks, SCALE), &mut scale_buffer)?;
                try_resize(buffer, range.len())?;
                widen(integers, scales, buffer);
                Ok(buffer)
            }
        }
    }

    /// The integers and the scales of packed numbers.
    pub fn as_packed(&self) -> Option<(&Self, &Self)> {
        match self {
            Self::Memory(_) | Self::File { .. } => None,
            Self::Packed { integers, scales } => Some((integers, scales)),
        }
    }

    /// The same numbers in memory, packed if they are.
    pub fn in_memory(&self) -> io::Result<Self> {
        Ok(match self {
            Self::Memory(_) | Self::File { .. } => Self::Memory(self.to_bytes()?.into_owned()),
            Self::Packed { integers, scales } => Self::Packed {
                integers: Box::new(integers.in_memory()?),
                scales: Box::new(scales.in_memory()?),
            },
        })
    }

    pub fn to_bytes(&self) -> io::Result<Cow<'_, Bytes>> {
        if let Self::Memory(bytes) = self {
            return Ok(Cow::Borrowed(bytes));
        }
        let mut buffer = Vec::new();
        self.read(0..self.len(), &mut buffer)?;
        Ok(Cow::Owned(buffer.into()))
    }
}

/// The blocks of a range of packed numbers; `None` if it starts or ends within a block.
fn whole_blocks(range: &Range<usize>) -> Option<Range<usize>> {
    if range.start.is_multiple_of(NUMBERS) && range.end.is_multiple_of(NUMBERS) {
        Some(range.start / NUMBERS..range.end / NUMBERS)
    } else {
        None
    }
}

/// The bytes of some blocks, at `size` bytes a block.
fn scaled(blocks: &Range<usize>, size: usize) -> Range<usize> {
    blocks.start * size..blocks.end * size
}

/// Writes the numbers of packed blocks, in f32.
fn widen(integers: &[u8], scales: &[u8], numbers: &mut [u8]) {
    let numbers = numbers.as_chunks_mut::<NUMBERS>().0.iter_mut();
    let integers = integers.as_chunks::<INTEGERS>().0;
    let scales = scales.as_chunks().0;
    for ((numbers, integers), scale) in numbers.zip(integers).zip(scales) {
        let scale = f32::from_le_bytes(*scale);
        let numbers = numbers.as_chunks_mut().0.iter_mut();
        for (number, integer) in numbers.zip(integers.as_chunks().0) {
            *number = (f32::from(i16::from_le_bytes(*integer)) * scale).to_le_bytes();
        }
    }
}

/// Resizes `buffer` to `length`. Returns an error if memory is insufficient, because a file may claim any size.
fn try_resize(buffer: &mut Vec<u8>, length: usize) -> io::Result<()> {
    let more = length.saturating_sub(buffer.len());
    buffer
        .try_reserve_exact(more)
        .map_err(|_| io::Error::from(io::ErrorKind::OutOfMemory))?;
    buffer.resize(length, 0);
    Ok(())
}

/// Fills `buffer` from an offset on, without moving the file's cursor, because several threads share one file.
#[cfg(unix)]
fn read_at(file: &File, offset: u64, buffer: &mut [u8]) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, buffer, offset)
}

/// Fills `buffer` from an offset on.
#[cfg(windows)]
fn read_at(file: &File, mut offset: u64, mut buffer: &mut [u8]) -> io::Result<()> {
    // Windows has no counterpart of `read_exact_at`: a read may return fewer bytes than asked for.
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
fn read_at(mut file: &File, offset: u64, buffer: &mut [u8]) -> io::Result<()> {
    use std::io::{Read, Seek, SeekFrom};
    file.seek(SeekFrom::Start(offset))?;
    file.read_exact(buffer)
}
