//! A thread-local pool of buffers for the results of operations.
//!
//! A thread that runs texts through a model alone produces results of the same few sizes again and again. Fresh memory for
//! each would have to be cleared, returned to the system and requested again: a tenth of the run time.

use std::cell::RefCell;

use candle_core::{CpuStorage, InplaceOp1, Layout, Result, Tensor};

use super::threads::is_single_threaded;

/// Maximum numbers that a thread keeps: 8 MB.
const MAX_KEPT_NUMBERS: usize = 2 << 20;

thread_local! {
    static KEPT: RefCell<Vec<Vec<f32>>> = const { RefCell::new(Vec::new()) };
}

/// A buffer of `count` numbers with unspecified contents; NaN in tests, so that an unwritten element is noticed.
#[must_use]
pub fn new_buffer(count: usize) -> Vec<f32> {
    let mut buffer = if is_single_threaded() { take_kept_buffer(count) } else { vec![0.0; count] };
    if cfg!(test) {
        buffer.fill(f32::NAN);
    }
    buffer
}

/// The smallest kept buffer that is large enough.
fn take_kept_buffer(count: usize) -> Vec<f32> {
    let kept = KEPT.with_borrow_mut(|kept| {
        let fitting = kept.iter().enumerate().filter(|(_, buffer)| buffer.capacity() >= count);
        let (best, _) = fitting.min_by_key(|(_, buffer)| buffer.capacity())?;
        Some(kept.swap_remove(best))
    });
    // The next text may be a little longer.
    let mut buffer = kept.unwrap_or_else(|| Vec::with_capacity(count + count / 4));
    buffer.resize(count, 0.0);
    buffer
}

/// Recycles the memory of a result that is no longer needed. Do not pass a tensor that shares its memory with another:
/// the other one would lose its contents.
///
/// # Errors
/// Errors of candle's operations, for a tensor on another device.
#[expect(clippy::needless_pass_by_value, reason = "the caller must not use a recycled tensor")]
pub fn recycle(tensor: Tensor) -> Result<()> {
    if is_single_threaded() { tensor.inplace_op1(&Recycle) } else { Ok(()) }
}

struct Recycle;

impl InplaceOp1 for Recycle {
    fn name(&self) -> &'static str {
        "recycle"
    }

    fn cpu_fwd(&self, storage: &mut CpuStorage, _: &Layout) -> Result<()> {
        if let CpuStorage::F32(numbers) = std::mem::replace(storage, CpuStorage::F32(Vec::new())) {
            KEPT.with_borrow_mut(|kept| {
                if kept.iter().map(Vec::capacity).sum::<usize>() + numbers.capacity() <= MAX_KEPT_NUMBERS {
                    kept.push(numbers);
                }
            });
        }
        Ok(())
    }
}
