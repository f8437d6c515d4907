//! Parallelism: over operations for few texts, over texts for many.
//!
//! For a single sentence, every operation divides its panels among all threads. For many sentences, every thread runs
//! some of them through the whole model: their data stays in its own cache, and no thread waits
//! for another until the end. An operation must then stay on its thread.
//!
//! On a platform without threads (WebAssembly), rayon's pool is the calling thread, and everything runs there.

use std::cell::Cell;

use rayon::prelude::*;

use super::instruction_set::{FORCED, with_value};

thread_local! {
    /// Whether every operation of this module stays on the thread.
    static ALONE: Cell<bool> = const { Cell::new(false) };
}

/// Runs `work` on a thread of the pool. Entering the pool once is cheaper than once for every operation: a handover
/// costs as much as a small product.
pub fn in_pool<R: Send>(work: impl FnOnce() -> R + Send) -> R {
    let forced = FORCED.get();
    rayon::scope(|_| with_value(&FORCED, forced, work))
}

/// Threads that share the work.
pub fn threads() -> usize {
    rayon::current_num_threads()
}

/// Runs `work` for each part on all threads; every operation within it stays on the thread of the part. The results
/// are in the order of the parts.
pub fn map_single_threaded<P: Sync, R: Send>(parts: &[P], work: impl Fn(&P) -> R + Sync) -> Vec<R> {
    let forced = FORCED.get();
    parts
        .par_iter()
        // A task for each part, so that an idle thread can take any part that is left.
        .with_max_len(1)
        .map(|part| with_value(&FORCED, forced, || with_value(&ALONE, true, || work(part))))
        .collect()
}

/// Whether an operation must stay on its thread, or there is no other thread.
pub fn is_single_threaded() -> bool {
    ALONE.get() || threads() == 1
}

#[cfg(test)]
mod tests {
    use super::super::InstructionSet;
    use super::*;

    #[test]
    fn a_forced_instruction_set_reaches_the_threads_that_work_for_it_and_no_others() {
        let current = || InstructionSet::current().name();
        let names = |parts: &[()]| in_pool(|| map_single_threaded(parts, |()| current()));
        let widest = current();
        for set in InstructionSet::available() {
            assert_eq!(set.run(|| names(&[(); 64])), [set.name(); 64]);
            assert_eq!(set.run(|| in_pool(current)), set.name());
            assert_eq!(names(&[(); 64]), [widest; 64]);
        }
    }
}
