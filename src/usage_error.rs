//! Bad usage of the program: what the user asked for cannot be done.

/// Input that cannot be used. The sentence says what to do; the program exits with code 2.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct UsageError(pub String);
