//! Errors of usage, where the request cannot be carried out, and of gates, where it was, and the scores are too low.

/// A usage or input error. The sentence says what to do; the program exits with code 2.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct UsageError(pub String);

/// Scores that do not keep a limit of the user. The sentence says which; the program exits with code 3.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct FailedGate(pub String);

/// Refuses the request, with what to do instead.
pub fn refuse<T, E: From<UsageError>>(sentence: impl Into<String>) -> Result<T, E> {
    Err(UsageError(sentence.into()).into())
}
