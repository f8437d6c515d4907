//! Who works in parallel: the operations, or the texts.
//!
//! One sentence is too little for a thread of its own, so every operation hands its panels to all threads. Of many
//! sentences every thread takes some through the whole model: what they need stays in its own cache, and no thread waits
//! for another until the end. An operation then has to keep to its thread.

use std::cell::Cell;

thread_local! {
    static ALONE: Cell<bool> = const { Cell::new(false) };
}

/// Runs `work` with every operation of this module on the calling thread alone.
pub fn alone<R>(work: impl FnOnce() -> R) -> R {
    /// Puts back what was, also when `work` panics: the thread goes on to serve others.
    struct Before(bool);
    impl Drop for Before {
        fn drop(&mut self) {
            ALONE.set(self.0);
        }
    }
    let _before = Before(ALONE.replace(true));
    work()
}

/// Whether an operation has to keep to its thread, or has no other.
#[must_use]
pub fn is_alone() -> bool {
    ALONE.get() || rayon::current_num_threads() == 1
}
