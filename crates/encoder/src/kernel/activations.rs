//! Activations in panels, in memory that a thread uses again.
//!
//! A thread that runs texts through a model alone produces results of the same few sizes again and again. Fresh memory for
//! each would have to be cleared, returned to the system and requested again: a tenth of the run time.

use std::cell::RefCell;

use super::panels::{LANES, Row};
use super::threads::is_single_threaded;

/// Maximum numbers that a thread keeps: 8 MB.
const MAX_KEPT_NUMBERS: usize = 2 << 20;

thread_local! {
    static KEPT: RefCell<Vec<Vec<f32>>> = const { RefCell::new(Vec::new()) };
}

/// \[tokens, width\] numbers as panels \[width / 32, tokens, 32\], zero beyond the width. They own their memory, which goes
/// back to the thread when they are dropped.
#[derive(Debug, Clone)]
pub struct Panels {
    data: Vec<f32>,
    /// Tokens of all texts.
    pub tokens: usize,
    pub width: usize,
}

impl Panels {
    /// Panels with unspecified contents; NaN in tests, so that an unwritten element is noticed.
    pub fn unwritten(tokens: usize, width: usize) -> Self {
        let count = width.div_ceil(LANES) * tokens * LANES;
        let mut data = if is_single_threaded() {
            take_kept_buffer(count)
        } else {
            vec![0.0; count]
        };
        if cfg!(test) {
            data.fill(f32::NAN);
        }
        Self {
            data,
            tokens,
            width,
        }
    }

    /// Panels of \[tokens, width\] numbers.
    pub fn from_rows(numbers: &[f32], width: usize) -> Self {
        let tokens = numbers.len() / width;
        let mut panels = Self::unwritten(tokens, width);
        // Columns beyond the width, too.
        panels.data.fill(0.0);
        let rows = panels.rows_mut();
        for (token, numbers) in numbers.chunks_exact(width).enumerate() {
            for (panel, numbers) in numbers.chunks(LANES).enumerate() {
                rows[panel * tokens + token][..numbers.len()].copy_from_slice(numbers);
            }
        }
        panels
    }

    /// \[tokens, width\] numbers.
    pub fn to_rows(&self) -> Vec<f32> {
        self.columns(0, self.width)
    }

    /// \[tokens, width\] numbers of the columns from `first` on.
    pub fn columns(&self, first: usize, width: usize) -> Vec<f32> {
        let end = first + width;
        let mut numbers = Vec::with_capacity(self.tokens * width);
        for token in 0..self.tokens {
            for panel in first / LANES..end.div_ceil(LANES) {
                let start = panel * LANES;
                let lanes = first.max(start) - start..end.min(start + LANES) - start;
                numbers.extend_from_slice(&self.rows()[panel * self.tokens + token][lanes]);
            }
        }
        numbers
    }

    /// The rows of 32 numbers, \[panels\]\[tokens\].
    pub fn rows(&self) -> &[Row] {
        self.data.as_chunks().0
    }

    /// The rows of 32 numbers, to be written.
    pub fn rows_mut(&mut self) -> &mut [Row] {
        self.data.as_chunks_mut().0
    }

    /// Combines every number with that of `other` at the same position.
    pub fn zip_with(&mut self, other: &Self, combine: impl Fn(f32, f32) -> f32) {
        assert_eq!(
            (self.tokens, self.width),
            (other.tokens, other.width),
            "activations of the same shape"
        );
        for (number, other) in self.data.iter_mut().zip(&other.data) {
            *number = combine(*number, *other);
        }
    }
}

impl Drop for Panels {
    fn drop(&mut self) {
        if !is_single_threaded() {
            return;
        }
        let numbers = std::mem::take(&mut self.data);
        KEPT.with_borrow_mut(|kept| {
            let kept_numbers: usize = kept.iter().map(Vec::capacity).sum();
            if kept_numbers + numbers.capacity() <= MAX_KEPT_NUMBERS {
                kept.push(numbers);
            }
        });
    }
}

/// The smallest kept buffer that is large enough.
fn take_kept_buffer(count: usize) -> Vec<f32> {
    let kept = KEPT.with_borrow_mut(|kept| {
        let fitting = kept
            .iter()
            .enumerate()
            .filter(|(_, buffer)| buffer.capacity() >= count);
        let (best, _) = fitting.min_by_key(|(_, buffer)| buffer.capacity())?;
        Some(kept.swap_remove(best))
    });
    // The next text may be a little longer.
    let mut buffer = kept.unwrap_or_else(|| Vec::with_capacity(count + count / 4));
    buffer.resize(count, 0.0);
    buffer
}
