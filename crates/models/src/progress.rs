//! Progress and cancellation of downloading and opening a model.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::{ModelError, Result};

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Progress {
    /// Waiting for the hub's file listing.
    Connecting,
    Downloading {
        file: String,
        /// Its number among the `files`, from 1.
        number: usize,
        files: usize,
        /// Bytes downloaded so far.
        done: u64,
        /// Size of the file in bytes.
        total: u64,
    },
    /// Weights are being read from the disk.
    Reading {
        /// Bytes read so far, of `total`.
        done: u64,
        total: u64,
    },
}

impl fmt::Display for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Connecting => f.write_str("contacts the hub"),
            Self::Downloading {
                file,
                number,
                files,
                done,
                total,
            } => write!(
                f,
                "downloads {file}, file {number} of {files}: {done} of {total} bytes"
            ),
            Self::Reading { done, total } => {
                write!(f, "reads the weights: {done} of {total} bytes")
            }
        }
    }
}

/// Receives the progress of opening a model and can cancel it. Clones share one cancellation flag.
#[derive(Clone)]
pub struct ProgressMonitor {
    report: Arc<dyn Fn(Progress) + Send + Sync>,
    cancelled: Arc<AtomicBool>,
}

impl ProgressMonitor {
    /// Reports to `report`, which must not block, because it is called between two pieces of work.
    pub fn new(report: impl Fn(Progress) + Send + Sync + 'static) -> Self {
        Self {
            report: Arc::new(report),
            cancelled: Arc::default(),
        }
    }

    pub fn silent() -> Self {
        Self::new(|_| {})
    }

    pub fn report(&self, progress: Progress) {
        (self.report)(progress);
    }

    /// Cancels: the opening ends with [`ModelError::Cancelled`] at its next check.
    pub fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }

    /// Whether [`Self::cancel`] was called.
    pub fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }

    /// Returns an error if the opening was cancelled.
    pub fn check_cancelled(&self) -> Result<()> {
        if self.is_cancelled() {
            Err(ModelError::Cancelled)
        } else {
            Ok(())
        }
    }
}
