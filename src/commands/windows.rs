//! Reads rows in windows: large enough for efficient batches, small enough for bounded memory.
//!
//! A thread reads ahead. A window closes when it is full or when nothing more is there yet, so that a program that writes
//! a line into a pipe and waits for the answer gets it. Windows grow while scoring is fast and shrink while it is slow, so
//! that a large model too writes something every few seconds. They are no smaller than that, because at the end
//! of each some threads have nothing left to do.

use std::sync::mpsc::{Receiver, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use bertscope_pairs::{PairsError, Row, Rows};

/// Rows in the first window, and in any, at most and at least unless there are no more.
const FIRST: usize = 32;
const MOST: usize = 512;
const LEAST: usize = 4;

/// A window that took less is followed by one of twice the rows, and one that took more by one of half.
const SHORT: Duration = Duration::from_millis(1200);
const LONG: Duration = Duration::from_millis(3600);

/// Bytes of text in a window, about; a single pair may have more. Where several layers are kept of every text, they share
/// them, but for a part that keeps all threads busy.
const BYTES: usize = 256 << 10;
const LEAST_BYTES: usize = 16 << 10;

/// Rows that are read ahead.
const AHEAD: usize = 2 * MOST;

/// What the reading thread sends.
type Step = Result<Row, PairsError>;

/// The windows of a file.
pub struct Windows {
    rows: Receiver<Step>,
    first: Option<Step>,
    /// Rows of the next window.
    size: usize,
    /// Bytes of text in a window.
    bytes: usize,
    /// When the last full window was handed out.
    handed_out: Option<Instant>,
}

impl Windows {
    /// Begins to read, and waits for the first row.
    ///
    /// # Errors
    /// [`PairsError`] when there is no first row because the file cannot be read.
    pub fn open(rows: Rows) -> Result<Self, PairsError> {
        let (sender, receiver) = sync_channel(AHEAD);
        thread::spawn(move || {
            for row in rows {
                // The receiver is gone when the run has ended early.
                if sender.send(row).is_err() {
                    return;
                }
            }
        });
        let first = match receiver.recv() {
            Ok(Err(error)) => return Err(error),
            Ok(row) => Some(row),
            Err(_) => None,
        };
        Ok(Self { rows: receiver, first, size: FIRST, bytes: BYTES, handed_out: None })
    }

    /// The same for texts of which so many layers are kept.
    #[must_use]
    pub fn for_layers(self, layers: usize) -> Self {
        Self { bytes: (BYTES / layers.max(1)).max(LEAST_BYTES), ..self }
    }

    /// Whether there is no row at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.first.is_none()
    }
}

impl Iterator for Windows {
    /// The rows, and what ended the reading behind them.
    type Item = (Vec<Row>, Result<(), PairsError>);

    fn next(&mut self) -> Option<Self::Item> {
        match self.handed_out.take().map(|handed_out| handed_out.elapsed()) {
            Some(time) if time < SHORT => self.size = (2 * self.size).min(MOST),
            Some(time) if time > LONG => self.size = (self.size / 2).max(LEAST),
            _ => {}
        }
        let mut next = self.first.take().or_else(|| self.rows.recv().ok());
        next.as_ref()?;
        let (mut window, mut bytes) = (Vec::new(), 0);
        while let Some(step) = next.take() {
            let row = match step {
                Ok(row) => row,
                Err(error) => return Some((window, Err(error))),
            };
            if let Ok(pair) = &row {
                let rivals = pair.rivals.iter().map(|rival| rival.candidate.len());
                bytes += pair.candidate.len() + pair.references.iter().map(String::len).chain(rivals).sum::<usize>();
            }
            window.push(row);
            if window.len() < self.size && bytes < self.bytes {
                next = self.rows.try_recv().ok();
            }
        }
        self.handed_out = (window.len() == self.size).then(Instant::now);
        Some((window, Ok(())))
    }
}
