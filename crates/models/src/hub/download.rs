//! Downloads one file into the cache; resumes a partial download.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use super::cache::Repo;
use super::error::{HubError, HubProblem};
use super::object_id::Commit;
use super::remote::{HubClient, RemoteFile, Response};
use super::request::{Interruption, pause};
use super::store::{is_own_file, write_error};
use crate::{ModelError, Progress, Result};

/// Maximum retries in a row without progress, after pauses of 0.25, 0.5 and 1 s.
const MAX_STALLED_RETRIES: u32 = 3;

/// Minimum bytes received by an attempt that count as progress.
const MIN_PROGRESS_BYTES: u64 = 1 << 14;

/// Maximum restarts of a file because its partial download is unusable.
const MAX_RESTARTS: u32 = 3;

/// Bytes per second below which a connection counts as stalled.
const MIN_BYTES_PER_SECOND: f32 = 1024.0;

const REPORT_INTERVAL: Duration = Duration::from_millis(50);

/// A file that is downloaded into a commit's snapshot.
pub struct Download<'a> {
    pub remote: &'a HubClient<'a>,
    pub repo: &'a Repo,
    pub commit: &'a Commit,
    pub file: &'a str,
    /// Its size and digest.
    pub remote_file: &'a RemoteFile,
    /// Its index among the files, and their number; `None` for a file that is only needed to list the others.
    pub number: Option<(usize, usize)>,
}

/// Waits until no other process downloads the same content. Does nothing on a file system without locks.
fn lock(remote: &HubClient<'_>, file: File) -> Result<File> {
    while let Err(TryLockError::WouldBlock) = file.try_lock() {
        pause(remote.watch, Duration::from_millis(100))?;
    }
    Ok(file)
}

/// The bytes of a file that a response contains.
struct BodyRange {
    /// Offset of the first byte.
    start: u64,
    /// Size of the whole file, if the response states it.
    total: Option<u64>,
}

impl Download<'_> {
    /// Downloads the file and verifies its digest. If the connection breaks, the part is kept.
    ///
    /// # Errors
    /// [`ModelError::Cancelled`], or a [`HubProblem`] that says what to do.
    pub fn fetch(&self) -> Result<()> {
        let id = &self.remote_file.id;
        let blob = self.repo.blob_path(id);
        self.repo.prepare(&blob)?;
        // Held until the file is linked.
        let _lock = lock(self.remote, self.repo.lock_file(id)?)?;
        self.ensure_complete(&blob, &self.repo.part_path(id))?;
        Ok(self.repo.link(self.commit, self.file, id)?)
    }

    /// Ensures that the blob exists and matches its digest. Attempts are limited, so that this ends whatever
    /// the server does.
    fn ensure_complete(&self, blob: &Path, part: &Path) -> Result<()> {
        if blob.is_file() && self.mismatch(blob)?.is_none() {
            return Ok(());
        }
        if let Ok(data) = part.symlink_metadata()
            && !is_own_file(&data)
        {
            // What it leads to would be written.
            remove(part)?;
        }
        let mut is_foreign = length(part) > 0;
        let mut stalled = 0;
        let mut restarts = 0;
        loop {
            let before = length(part);
            let attempt = self.advance(part, before, &mut is_foreign);
            if let Ok(true) = attempt {
                return Ok(std::fs::rename(part, blob).map_err(|error| write_error(blob, &error))?);
            }
            let after = length(part);
            if after < before {
                restarts += 1;
            }
            // A server that sends a few bytes before each break would be asked for ever.
            if attempt.is_ok() || after >= before + MIN_PROGRESS_BYTES {
                stalled = 0;
            } else {
                stalled += 1;
            }
            match attempt {
                Ok(_) => {}
                Err(ModelError::Hub(HubError(error)))
                    if error.is_transient()
                        && stalled <= MAX_STALLED_RETRIES
                        && restarts <= MAX_RESTARTS =>
                {
                    let delay = Duration::from_millis(250 << stalled.saturating_sub(1));
                    pause(self.remote.watch, delay)?;
                }
                Err(error) => return Err(error),
            }
        }
    }

    /// Downloads the rest of a partial file of `start` bytes, or verifies it if nothing is missing. Returns whether it is
    /// verified.
    fn advance(&self, part: &Path, start: u64, is_foreign: &mut bool) -> Result<bool> {
        let size = self.remote_file.size;
        if start > size {
            remove(part)?;
            return Ok(false);
        }
        // An empty file does not exist yet, although nothing of it is missing.
        if start < size || !part.exists() {
            self.stream(part, start)?;
            return Ok(false);
        }
        let Some(problem) = self.mismatch(part)? else {
            return Ok(true);
        };
        remove(part)?;
        // A partial file of another program may be damaged: start over once.
        if std::mem::take(is_foreign) {
            return Ok(false);
        }
        Err(self.damaged(problem))
    }

    /// Appends the received bytes to the partial file.
    fn stream(&self, part: &Path, start: u64) -> Result<()> {
        self.report(start);
        let size = self.remote_file.size;
        let response = self.remote.request_file(self.commit, self.file, start)?;
        let range = self.body_range(&response, part, start)?;
        if let Some(total) = range.total
            && total != size
        {
            // The login page of a captive portal is no reason to discard the partial file.
            let problem = format!("{} has {total} bytes, but {size} are listed", self.file);
            return Err(self.remote.invalid_response(problem).into());
        }
        let mut file = open_part(part, range.start).map_err(|error| write_error(part, &error))?;
        let mut done = range.start;
        let mut timer = StallTimer::new();
        let mut last_report = Instant::now();
        while let Some(chunk) = self.next(&response, &mut timer, done)? {
            done += chunk.len() as u64;
            if done > size {
                drop(file);
                remove(part)?;
                return Err(self.damaged(format!("it is longer than the {size} bytes listed")));
            }
            file.write_all(&chunk)
                .map_err(|error| write_error(part, &error))?;
            if last_report.elapsed() >= REPORT_INTERVAL {
                last_report = Instant::now();
                self.report(done);
            }
        }
        if done < size {
            return Err(self.connection_lost("the download ended too early", done));
        }
        self.report(done);
        Ok(())
    }

    /// What a response to a request from byte `start` on contains. A partial file that cannot be continued is removed.
    fn body_range(&self, response: &Response, part: &Path, start: u64) -> Result<BodyRange> {
        match response.status.as_u16() {
            // The server ignored the range: restart from the first byte.
            200 => Ok(BodyRange {
                start: 0,
                total: response
                    .header("content-length")
                    .and_then(|bytes| bytes.parse().ok()),
            }),
            206 => {
                let range = response
                    .header("content-range")
                    .and_then(|range| range.strip_prefix("bytes "))
                    .and_then(|range| range.strip_prefix(&format!("{start}-")));
                let Some(range) = range else {
                    remove(part)?;
                    return Err(self.connection_lost("the server sent another range", 0));
                };
                // `END/TOTAL`, where the total may be `*`.
                let total = range.rsplit_once('/').map(|(_, total)| total);
                Ok(BodyRange {
                    start,
                    total: total.and_then(|total| total.parse().ok()),
                })
            }
            416 => {
                remove(part)?;
                Err(self.connection_lost("the server refused the range", 0))
            }
            _ => Err(self.remote.status_error(response, self.file).into()),
        }
    }

    /// The next chunk, `None` at the end.
    fn next(
        &self,
        response: &Response,
        timer: &mut StallTimer,
        done: u64,
    ) -> Result<Option<Vec<u8>>> {
        let timeout = self.remote.settings.timeout;
        match response.body.next(self.remote.watch, timer.since + timeout) {
            Ok(chunk) => {
                let bytes = chunk.as_ref().map_or(0, Vec::len);
                timer.count(bytes as u64, timeout);
                Ok(chunk)
            }
            Err(Interruption::Cancelled) => Err(ModelError::Cancelled),
            Err(Interruption::Failed(reason) | Interruption::Untrusted(reason)) => {
                Err(self.connection_lost(&reason, done))
            }
            Err(Interruption::TimedOut) => Err(HubProblem::Stalled {
                model: self.remote.name.to_string(),
                file: self.file.to_owned(),
                seconds: timeout.as_secs_f32(),
                came: timer.received,
                done,
                total: self.remote_file.size,
            }
            .into()),
        }
    }

    /// Verifies a complete file; returns the problem, if any.
    fn mismatch(&self, path: &Path) -> Result<Option<String>> {
        let mut file = File::open(path).map_err(|error| unreadable(path, &error))?;
        let size = self.remote_file.size;
        if length(path) != size {
            return Ok(Some(format!("it does not have {size} bytes")));
        }
        self.remote_file.id.mismatch(size, |buffer| {
            // The digest of a large file takes seconds.
            self.remote.watch.check_cancelled()?;
            Ok(file
                .read(buffer)
                .map_err(|error| unreadable(path, &error))?)
        })
    }

    fn report(&self, done: u64) {
        if let Some((number, files)) = self.number {
            self.remote.watch.report(Progress::Downloading {
                file: self.file.to_owned(),
                number,
                files,
                done,
                total: self.remote_file.size,
            });
        }
    }

    fn connection_lost(&self, reason: &str, done: u64) -> ModelError {
        HubProblem::ConnectionLost {
            model: self.remote.name.to_string(),
            file: self.file.to_owned(),
            reason: reason.to_owned(),
            done,
            total: self.remote_file.size,
        }
        .into()
    }

    fn damaged(&self, problem: String) -> ModelError {
        HubProblem::Damaged {
            model: self.remote.name.to_string(),
            file: self.file.to_owned(),
            problem,
        }
        .into()
    }
}

/// Opens a partial file to write from byte `start` on.
fn open_part(part: &Path, start: u64) -> io::Result<File> {
    let mut options = OpenOptions::new();
    if start == 0 {
        options.write(true).truncate(true);
    } else {
        options.append(true);
    }
    options.create(true).open(part)
}

fn unreadable(path: &Path, error: &io::Error) -> HubProblem {
    HubProblem::Cache {
        path: path.to_owned(),
        reason: error.to_string(),
    }
}

/// Measures the speed of a connection: the time since enough bytes were received, and the bytes since then.
struct StallTimer {
    since: Instant,
    received: u64,
}

impl StallTimer {
    fn new() -> Self {
        Self {
            since: Instant::now(),
            received: 0,
        }
    }

    /// Starts a new interval once this one has enough bytes.
    fn count(&mut self, bytes: u64, timeout: Duration) {
        self.received += bytes;
        if self.received as f32 >= MIN_BYTES_PER_SECOND * timeout.as_secs_f32() {
            *self = Self::new();
        }
    }
}

fn length(path: &Path) -> u64 {
    std::fs::metadata(path).map_or(0, |data| data.len())
}

/// Removes an unusable partial file.
fn remove(part: &Path) -> Result<(), HubProblem> {
    match std::fs::remove_file(part) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(write_error(part, &error)),
        _ => Ok(()),
    }
}
