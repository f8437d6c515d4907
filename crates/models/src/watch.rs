//! Progress and cancellation of downloading and opening a model.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::ModelError;

/// How far the opening of a model is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Progress {
    /// Waiting for the hub's file listing.
    Asking,
    /// A file is coming over the network.
    Downloading {
        /// Its name.
        file: String,
        /// Which of the files it is, from 1.
        number: usize,
        /// How many files there are.
        files: usize,
        /// Bytes of it that are here.
        done: u64,
        /// Bytes that it has.
        total: u64,
    },
    /// Weights are being read from the disk.
    Reading {
        /// Bytes that were read.
        done: u64,
        /// Bytes that there are.
        total: u64,
    },
}

/// Where the opening of a model reports its progress and learns that it was cancelled. Clones share one cancellation.
#[derive(Clone)]
pub struct Watch {
    report: Arc<dyn Fn(Progress) + Send + Sync>,
    cancelled: Arc<AtomicBool>,
}

impl Watch {
    /// Reports to `report`, which must not block: it is called between two pieces of work.
    pub fn new(report: impl Fn(Progress) + Send + Sync + 'static) -> Self {
        Self { report: Arc::new(report), cancelled: Arc::default() }
    }

    /// Discards the reports.
    #[must_use]
    pub fn silent() -> Self {
        Self::new(|_| {})
    }

    /// Says how far it is.
    pub fn report(&self, progress: Progress) {
        (self.report)(progress);
    }

    /// Makes the opening end with [`ModelError::Cancelled`] as soon as it looks.
    pub fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }

    /// Whether [`Self::cancel`] was called.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }

    /// Returns an error if the opening was cancelled.
    ///
    /// # Errors
    /// [`ModelError::Cancelled`].
    pub fn check_cancelled(&self) -> Result<(), ModelError> {
        if self.is_cancelled() { Err(ModelError::Cancelled) } else { Ok(()) }
    }
}

impl std::fmt::Debug for Watch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Watch").field("cancelled", &self.is_cancelled()).finish_non_exhaustive()
    }
}
