//! Memory for weights, mapped fresh and first touched by the threads that fill it, because the first
//! touch of 860 MB takes as long as reading a file of that size.
//!
//! (Huge pages, which Linux provides on request, took a quarter of that at best and six times as long at worst, when the
//! system first had to free contiguous memory.)

use std::io::Result;
use std::sync::Arc;

use bytemuck::Pod;

/// Rows of numbers that are written once and then shared. The first one starts at a cache line.
#[derive(Debug, Clone)]
pub struct Memory(Arc<Bytes>);

impl Memory {
    /// Allocates `rows` rows of zeros, which `fill` then writes. Fails when the system has not enough memory, and the
    /// errors of `fill`.
    pub fn filled<T: Pod>(rows: usize, fill: impl FnOnce(&mut [T]) -> Result<()>) -> Result<Self> {
        ensure_available(rows * size_of::<T>())?;
        let mut bytes = Bytes::zeros(rows * size_of::<T>())?;
        fill(bytemuck::cast_slice_mut(bytes.as_mut_slice()))?;
        Ok(Self(Arc::new(bytes)))
    }

    pub fn rows<T: Pod>(&self) -> &[T] {
        bytemuck::cast_slice(self.0.as_slice())
    }
}

/// Bytes that must remain free when the numbers of a model are allocated: for everything else, whose allocations abort the
/// program if they fail.
const HEADROOM_BYTES: usize = 32 << 20;

/// Fails when the system has not enough memory for `bytes` more bytes. To be called before code that cannot report this, such
/// as candle's.
pub fn ensure_available(bytes: usize) -> Result<()> {
    if cfg!(any(unix, windows)) {
        Bytes::zeros(bytes.saturating_add(HEADROOM_BYTES))?;
    }
    Ok(())
}

/// A memory map, which starts at a page.
#[cfg(any(unix, windows))]
#[derive(Debug)]
struct Bytes {
    map: memmap2::MmapMut,
    count: usize,
}

#[cfg(any(unix, windows))]
impl Bytes {
    fn zeros(count: usize) -> Result<Self> {
        // Some systems refuse an empty map.
        Ok(Self {
            map: memmap2::MmapMut::map_anon(count.max(1))?,
            count,
        })
    }

    fn as_slice(&self) -> &[u8] {
        &self.map[..self.count]
    }

    fn as_mut_slice(&mut self) -> &mut [u8] {
        &mut self.map[..self.count]
    }
}

/// A part of a vector that starts at a cache line, for systems without memory maps.
#[cfg(not(any(unix, windows)))]
#[derive(Debug)]
struct Bytes {
    bytes: Vec<u8>,
    start: usize,
    count: usize,
}

#[cfg(not(any(unix, windows)))]
impl Bytes {
    #[expect(clippy::unnecessary_wraps, reason = "creating a map can fail")]
    fn zeros(count: usize) -> Result<Self> {
        const LINE: usize = 64;
        let bytes = vec![0; count + LINE];
        let start = bytes.as_ptr().align_offset(LINE);
        Ok(Self {
            bytes,
            start,
            count,
        })
    }

    fn as_slice(&self) -> &[u8] {
        &self.bytes[self.start..][..self.count]
    }

    fn as_mut_slice(&mut self) -> &mut [u8] {
        &mut self.bytes[self.start..][..self.count]
    }
}
