//! Reads rows in windows: large enough for efficient batches, small enough for bounded memory.
//!
//! A thread reads ahead. A window closes when it is full or when no more input is available yet, so that a program that
//! writes a line into a pipe and waits gets its answer. Windows grow while scoring is fast and shrink while it is slow,
//! so that even a large model writes results every few seconds. They are not smaller, because some threads are idle at
//! the end of each window.

use std::sync::mpsc::{Receiver, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use bertscope_pairs::{PairsError, Row, Rows};

/// Rows in the first window, the maximum, and the minimum (unless the input ends).
const FIRST_ROWS: usize = 32;
const MAX_ROWS: usize = 512;
const MIN_ROWS: usize = 4;

/// After a window that took less time, the next has twice the rows; after one that took more, half.
const MIN_DURATION: Duration = Duration::from_millis(1200);
const MAX_DURATION: Duration = Duration::from_millis(3600);

/// Approximate bytes of text in a window; a single pair may have more. If several layers of every text are kept, they
/// share this limit, except for a part that keeps all threads busy.
const MAX_BYTES: usize = 256 << 10;
const MIN_BYTES: usize = 16 << 10;

/// Number of rows read ahead.
const MAX_ROWS_AHEAD: usize = 2 * MAX_ROWS;

/// A message of the reading thread.
type ReadRow = Result<Row, PairsError>;

/// The windows of a file.
pub struct RowWindows {
    rows: Receiver<ReadRow>,
    first: Option<ReadRow>,
    /// Rows of the next window.
    size: usize,
    /// Bytes of text in a window.
    bytes: usize,
    /// When the last full window was returned.
    last_window_at: Option<Instant>,
}

impl RowWindows {
    /// Starts to read, and waits for the first row.
    pub fn open(rows: Rows) -> Result<Self, PairsError> {
        let (sender, receiver) = sync_channel(MAX_ROWS_AHEAD);
        thread::spawn(move || {
            for row in rows {
                // The receiver is gone if the run has ended early.
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
        Ok(Self {
            rows: receiver,
            first,
            size: FIRST_ROWS,
            bytes: MAX_BYTES,
            last_window_at: None,
        })
    }

    /// A reader for a run that keeps this many layers of each text.
    pub fn for_layers(self, layers: usize) -> Self {
        Self {
            bytes: (MAX_BYTES / layers.max(1)).max(MIN_BYTES),
            ..self
        }
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.first.is_none()
    }
}

impl Iterator for RowWindows {
    /// The rows, and the error that ended the reading.
    type Item = (Vec<Row>, Result<(), PairsError>);

    fn next(&mut self) -> Option<Self::Item> {
        match self
            .last_window_at
            .take()
            .map(|handed_out| handed_out.elapsed())
        {
            Some(time) if time < MIN_DURATION => self.size = (2 * self.size).min(MAX_ROWS),
            Some(time) if time > MAX_DURATION => self.size = (self.size / 2).max(MIN_ROWS),
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
                let rivals = pair.other_systems.iter().map(|rival| rival.candidate.len());
                bytes += pair.candidate.len()
                    + pair
                        .references
                        .iter()
                        .map(String::len)
                        .chain(rivals)
                        .sum::<usize>();
            }
            window.push(row);
            if window.len() < self.size && bytes < self.bytes {
                next = self.rows.try_recv().ok();
            }
        }
        self.last_window_at = (window.len() == self.size).then(Instant::now);
        Some((window, Ok(())))
    }
}
