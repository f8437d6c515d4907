//! Signs of life for a program that waits for results.

use std::thread;
use std::time::Duration;

use crate::console;

/// Writes an empty line to standard output now and every few seconds, until the reader is gone. A download or a large
/// model can take minutes to answer: without a sign, that looks like a program that hangs.
pub fn start() {
    thread::spawn(|| {
        while console::print(b"\n").is_ok() {
            // The Python module gives up after a minute.
            thread::sleep(Duration::from_secs(5));
        }
    });
}
