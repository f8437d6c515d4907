//! Reads the terminal on standard input.

use std::collections::VecDeque;
use std::io;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::{Errno, read};

use super::decode::decode;
use super::event::{Input, InputSource};
use super::sequences::Splitter;

/// What the terminal sends.
pub struct TtyInput {
    splitter: Splitter,
    /// When the incomplete sequence began, or the last byte of a paste came.
    since: Instant,
    inputs: VecDeque<Input>,
}

impl TtyInput {
    /// Nothing was read.
    pub fn new() -> Self {
        Self {
            splitter: Splitter::default(),
            since: Instant::now(),
            inputs: VecDeque::new(),
        }
    }

    /// Reads what is there, or waits for it; at most for `limit`, or until an incomplete sequence is too old.
    fn read(&mut self, limit: Option<Duration>) -> io::Result<()> {
        let rest = self
            .splitter
            .patience()
            .map(|patience| patience.saturating_sub(self.since.elapsed()));
        let wait = [limit, rest].into_iter().flatten().min();
        if is_readable(wait)? {
            let mut bytes = [0; 4096];
            let count = match read(rustix::stdio::stdin(), &mut bytes) {
                Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
                Ok(count) => count,
                Err(Errno::INTR | Errno::AGAIN) => 0,
                Err(error) => return Err(error.into()),
            };
            for byte in &bytes[..count] {
                if self.splitter.patience().is_none() || self.splitter.is_pasting() {
                    self.since = Instant::now();
                }
                self.splitter.push(*byte);
            }
        } else if rest.is_some() && rest == wait {
            self.splitter.silence();
        }
        self.inputs
            .extend(std::iter::from_fn(|| self.splitter.pop()).filter_map(decode));
        Ok(())
    }
}

impl InputSource for TtyInput {
    fn next(&mut self) -> io::Result<Input> {
        loop {
            match self.inputs.pop_front() {
                Some(input) => return Ok(input),
                None => self.read(None)?,
            }
        }
    }

    fn poll(&mut self, time: Duration) -> bool {
        // An error is reported by `next`.
        self.inputs.is_empty() && self.read(Some(time)).is_err() || !self.inputs.is_empty()
    }
}

/// Whether there is something to read within a time; without one, whenever there is.
fn is_readable(time: Option<Duration>) -> io::Result<bool> {
    let stdin = rustix::stdio::stdin();
    let time = time.map(|time| Timespec {
        tv_sec: time.as_secs().cast_signed(),
        tv_nsec: time.subsec_nanos().into(),
    });
    match poll(&mut [PollFd::new(&stdin, PollFlags::IN)], time.as_ref()) {
        Ok(ready) => Ok(ready > 0),
        Err(Errno::INTR) => Ok(false),
        Err(error) => Err(error.into()),
    }
}
