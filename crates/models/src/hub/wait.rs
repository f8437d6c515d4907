//! Waiting for the network, but not for longer than somebody wants to.

use std::pin::pin;
use std::time::{Duration, Instant};

use crate::{ModelError, Watch};

/// How often a wait looks whether it was cancelled.
const LOOK: Duration = Duration::from_millis(50);

/// Waits for the future; `None` when it takes longer than `patience`.
///
/// # Errors
/// [`ModelError::Cancelled`].
pub async fn wait<F: Future>(watch: &Watch, patience: Duration, future: F) -> Result<Option<F::Output>, ModelError> {
    let mut future = pin!(future);
    let until = Instant::now() + patience;
    loop {
        watch.go_on()?;
        if let Ok(done) = tokio::time::timeout(LOOK, future.as_mut()).await {
            return Ok(Some(done));
        }
        if Instant::now() >= until {
            return Ok(None);
        }
    }
}

/// Waits for a while.
///
/// # Errors
/// [`ModelError::Cancelled`].
pub async fn pause(watch: &Watch, time: Duration) -> Result<(), ModelError> {
    wait(watch, time, std::future::pending::<()>()).await.map(|_| ())
}
