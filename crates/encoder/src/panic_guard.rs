//! Turns panics of libraries on hostile files into errors, without running the panic hook.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::sync::Once;

use crate::{EncoderError, Result};

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

/// Runs what the tokenizers crate does with a file; a panic is an error. Do not use state that it modified after a panic.
pub(crate) fn catch_panic<T>(file: &str, work: impl FnOnce() -> Result<T>) -> Result<T> {
    silence_guarded_panics();
    // Guarded calls can be nested: the outer one is still guarded when the inner one ends.
    let was_guarded = GUARDED.replace(true);
    let result = catch_unwind(AssertUnwindSafe(work));
    GUARDED.set(was_guarded);
    match result {
        Ok(result) => result,
        Err(_) => Err(EncoderError::Tokenizer(format!(
            "{file}: the tokenizers library fails on it; the file is damaged, or describes a tokenizer that does not work; download it again"
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg_attr(panic = "abort", ignore = "a panic cannot be caught")]
    fn a_guarded_panic_is_caught_and_only_the_guarded_part_is_silent() {
        assert_eq!(catch_panic("x.json", || Ok(1)).unwrap(), 1);
        let inner = || catch_panic("x.json", || -> Result<()> { panic!("in a library") });
        let (error, is_guarded_after) =
            catch_panic("y.json", || Ok((inner().unwrap_err(), is_guarded()))).unwrap();
        assert!(
            error
                .to_string()
                .contains("x.json: the tokenizers library fails on it")
                && is_guarded_after,
            "{error}"
        );
        assert!(!is_guarded());
    }
}
