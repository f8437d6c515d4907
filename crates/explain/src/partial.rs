//! Answers that arrive in parts.

use std::ops::ControlFlow;

/// Callback for partial answers; each replaces the previous one. Return `Break` to cancel the rest.
pub type OnPartial<'a, T> = dyn FnMut(T) -> ControlFlow<()> + 'a;
