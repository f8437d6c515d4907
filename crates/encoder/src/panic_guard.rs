//! Turns panics of libraries on hostile files into errors, without running the panic hook.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::sync::Once;

thread_local! {
    static GUARDED: Cell<bool> = const { Cell::new(false) };
}

/// Whether a panic of this thread would now be caught and become an error. A panic hook that does more than report, such
/// as restoring the terminal, has to check this.
pub fn is_guarded() -> bool {
    GUARDED.get()
}

/// Wraps the current panic hook so that it ignores panics of [guarded](is_guarded) threads. This happens
/// automatically before the first guarded call; a program with its own threads and hooks should call it first.
pub fn silence_guarded_panics() {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let report = take_hook();
        set_hook(Box::new(move |info| {
            if !is_guarded() {
                report(info);
            }
        }));
    });
}

/// Runs `work`; returns `None` if it panicked. Do not use state that it modified after a panic.
pub(crate) fn catch_panic<T>(work: impl FnOnce() -> T) -> Option<T> {
    silence_guarded_panics();
    let before = GUARDED.replace(true);
    let done = catch_unwind(AssertUnwindSafe(work));
    GUARDED.set(before);
    done.ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg_attr(panic = "abort", ignore = "a panic cannot be caught")]
    fn a_guarded_panic_is_caught_and_only_the_guarded_part_is_silent() {
        assert_eq!(catch_panic(|| 1), Some(1));
        assert_eq!(catch_panic(|| catch_panic(|| panic!("in a library")).map_or(is_guarded(), |()| false)), Some(true));
        assert!(!is_guarded());
    }
}
