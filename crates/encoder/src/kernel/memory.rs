//! Memory for weights: fresh from the system, at the begin of a page, and touched for the first time by the threads that
//! fill it, because the first touch of 860 MB takes as long as the reading of a file of that size.
//!
//! (Huge pages, which Linux gives to whoever asks, took a quarter of that at best and six times as long at worst, when the
//! system had to move others out of the way first.)

use std::sync::Arc;

use bytemuck::Pod;
use candle_core::Result;
use memmap2::MmapMut;

/// Rows of numbers that are written once and then shared.
#[derive(Debug, Clone)]
pub struct Memory(Arc<MmapMut>);

impl Memory {
    /// `rows` rows of zeros that `fill` writes.
    ///
    /// # Errors
    /// When the system has not so much memory, or those of `fill`.
    pub fn filled<T: Pod>(rows: usize, fill: impl FnOnce(&mut [T]) -> Result<()>) -> Result<Self> {
        let Some(bytes) = rows.checked_mul(size_of::<T>()) else { candle_core::bail!("{rows} rows are too many") };
        // A map of nothing is refused by some systems.
        let mut map = MmapMut::map_anon(bytes.max(1))?;
        fill(bytemuck::cast_slice_mut(&mut map[..bytes]))?;
        Ok(Self(Arc::new(map)))
    }

    /// The rows.
    #[must_use]
    pub fn rows<T: Pod>(&self) -> &[T] {
        let bytes = self.0.len() / size_of::<T>() * size_of::<T>();
        bytemuck::cast_slice(&self.0[..bytes])
    }
}
