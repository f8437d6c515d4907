//! Reads rows in windows: large enough for efficient batches, small enough for bounded memory.
//!
//! A thread reads ahead. A window closes when it is full or when no more input is available yet, so that a program that
//! writes a line into a pipe and waits gets its answer. Windows grow while scoring is fast and shrink while it is slow,
//! so that even a large model writes results every few seconds. They are not smaller, because some threads are idle at
//! the end of each window.

use std::sync::mpsc::{Receiver, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use bertscope_pairs::{PairRecord, PairsError, Row, Rows};
use bertscope_report::number;

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
    /// When the last window was returned, and its rows.
    last_window_at: Option<Instant>,
    last_rows: usize,
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
            last_rows: 0,
        })
    }

    /// A reader for a run that keeps this many layers of each text.
    pub fn for_layers(self, layers: usize) -> Self {
        Self {
            bytes: (MAX_BYTES / layers.max(1)).max(MIN_BYTES),
            ..self
        }
    }

    pub fn is_empty(&self) -> bool {
        self.first.is_none()
    }
}

/// Rows that are scored together.
pub struct Window {
    pub rows: Vec<Row>,
    /// The error that ended the reading, if one did.
    pub end: Result<(), PairsError>,
}

impl RowWindows {
    /// Adapts the size to the time that the last window took.
    fn resize(&mut self) {
        let Some(start) = self.last_window_at.take() else {
            return;
        };
        let duration = start.elapsed();
        let elapsed = duration.as_millis();
        log::info!(
            "worked on {} for {elapsed} ms",
            number::pluralized(self.last_rows, "row")
        );
        // Only a full window tells: another took less time because it had fewer rows.
        if self.last_rows < self.size {
            return;
        }
        if duration < MIN_DURATION {
            self.size = (2 * self.size).min(MAX_ROWS);
        } else if duration > MAX_DURATION {
            self.size = (self.size / 2).max(MIN_ROWS);
        }
    }
}

impl Iterator for RowWindows {
    type Item = Window;

    fn next(&mut self) -> Option<Window> {
        self.resize();
        let mut next = match self.first.take() {
            Some(row) => Some(row),
            None => Some(self.rows.recv().ok()?),
        };
        let mut rows = Vec::new();
        let mut bytes = 0;
        while let Some(read) = next.take() {
            let row = match read {
                Ok(row) => row,
                Err(error) => {
                    let end = Err(error);
                    return Some(Window { rows, end });
                }
            };
            if let Ok(pair) = &row {
                log::debug!("row: {:?}, {:?}", pair.references, pair.candidate);
                bytes += text_bytes(pair);
            }
            rows.push(row);
            if rows.len() < self.size && bytes < self.bytes {
                next = self.rows.try_recv().ok();
            }
        }
        self.last_rows = rows.len();
        self.last_window_at = Some(Instant::now());
        Some(Window { rows, end: Ok(()) })
    }
}

fn text_bytes(pair: &PairRecord) -> usize {
    let texts = pair.candidates().chain(&pair.references);
    texts.map(String::len).sum()
}
