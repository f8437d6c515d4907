//! Answers that arrive in parts.

use std::ops::ControlFlow;

/// Receives an answer as far as it is known; each one replaces the one before. `Break` cancels the rest.
pub type OnPartial<'a, T> = dyn FnMut(T) -> ControlFlow<()> + 'a;
