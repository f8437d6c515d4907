//! Errors of usage: the request cannot be carried out.

/// A usage or input error. The sentence says what to do; the program exits with code 2.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct UsageError(pub String);

/// Refuses the request, with what to do instead.
pub fn refuse<T, E: From<UsageError>>(sentence: impl Into<String>) -> Result<T, E> {
    Err(UsageError(sentence.into()).into())
}
