//! Downloads one file into the cache; resumes a partial download.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Write};
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

/// Time between two progress reports.
const REPORT_INTERVAL: Duration = Duration::from_millis(50);

/// A file to download.
#[derive(Debug, Clone)]
pub struct FileRequest {
    /// Its name.
    pub file: String,
    /// Its size and digest.
    pub remote_file: RemoteFile,
    /// Its index among the files, and their number; `None` for a file that is only needed to list the others.
    pub number: Option<(usize, usize)>,
}

/// Downloads a file into a commit's snapshot and verifies its digest. If the connection breaks, the part is kept.
///
/// # Errors
/// [`ModelError::Cancelled`], or a [`HubProblem`] that says what to do.
pub fn fetch(
    remote: &HubClient<'_>,
    repo: &Repo,
    commit: &Commit,
    wanted: &FileRequest,
) -> Result<()> {
    let id = &wanted.remote_file.id;
    repo.prepare(&repo.blob_path(id))?;
    let _lock = lock(remote, repo.lock_file(id)?)?;
    ensure_complete(
        &Download {
            remote,
            commit,
            request: wanted,
        },
        &repo.blob_path(id),
        &repo.part_path(id),
    )?;
    Ok(repo.link(commit, &wanted.file, id)?)
}

/// Waits until no other process downloads the same content. Does nothing on a file system without locks.
fn lock(remote: &HubClient<'_>, file: File) -> Result<File> {
    while let Err(TryLockError::WouldBlock) = file.try_lock() {
        pause(remote.watch, Duration::from_millis(100))?;
    }
    Ok(file)
}

/// Ensures that the blob exists and matches its digest. Attempts are limited, so that this ends whatever
/// the server does.
fn ensure_complete(download: &Download<'_>, blob: &Path, part: &Path) -> Result<()> {
    if blob.is_file() && download.mismatch(blob)?.is_none() {
        return Ok(());
    }
    if part
        .symlink_metadata()
        .is_ok_and(|data| !is_own_file(&data))
    {
        remove(part)?;
    }
    let size = download.request.remote_file.size;
    let mut foreign = length(part) > 0;
    let (mut stalled, mut restarts) = (0, 0);
    loop {
        let before = length(part);
        let attempt = if before > size {
            remove(part)?;
            Ok(())
        } else if before < size || !part.exists() {
            download.stream(part, before)
        } else if let Some(problem) = download.mismatch(part)? {
            remove(part)?;
            // A partial file of another program may be damaged: start over once.
            if std::mem::take(&mut foreign) {
                Ok(())
            } else {
                Err(download.damaged(problem))
            }
        } else {
            return Ok(std::fs::rename(part, blob).map_err(|e| write_error(blob, &e))?);
        };
        let (after, whole) = (length(part), attempt.is_ok());
        restarts += u32::from(after < before);
        stalled = if whole || after >= before + MIN_PROGRESS_BYTES {
            0
        } else {
            stalled + 1
        };
        match attempt {
            Err(ModelError::Hub(HubError(error)))
                if error.is_transient()
                    && stalled <= MAX_STALLED_RETRIES
                    && restarts <= MAX_RESTARTS =>
            {
                pause(
                    download.remote.watch,
                    Duration::from_millis(250 << stalled.saturating_sub(1)),
                )?;
            }
            done => done?,
        }
    }
}

/// A download in progress.
struct Download<'a> {
    remote: &'a HubClient<'a>,
    commit: &'a Commit,
    request: &'a FileRequest,
}

impl Download<'_> {
    /// Appends the received bytes to the partial file.
    fn stream(&self, part: &Path, start: u64) -> Result<()> {
        self.report(start);
        let size = self.request.remote_file.size;
        let answer = self
            .remote
            .request_file(self.commit, &self.request.file, start)?;
        let (mut done, total) = match answer.status.as_u16() {
            // The server ignored the range: restart from the first byte.
            200 => (
                0,
                answer
                    .header("content-length")
                    .and_then(|bytes| bytes.parse().ok()),
            ),
            206 => {
                let range = answer
                    .header("content-range")
                    .and_then(|range| range.strip_prefix("bytes "));
                let Some(range) = range.and_then(|range| range.strip_prefix(&format!("{start}-")))
                else {
                    remove(part)?;
                    return Err(self.connection_lost("the server sent another range".to_owned(), 0));
                };
                (
                    start,
                    range
                        .rsplit_once('/')
                        .and_then(|(_, total)| total.parse().ok()),
                )
            }
            416 => {
                remove(part)?;
                return Err(self.connection_lost("the server refused the range".to_owned(), 0));
            }
            _ => return Err(self.remote.status_error(&answer, &self.request.file).into()),
        };
        if let Some(total) = total.filter(|total: &u64| *total != size) {
            // The login page of a captive portal is no reason to discard the partial file.
            let problem = format!(
                "{} has {total} bytes, but {size} are listed",
                self.request.file
            );
            return Err(self.remote.invalid_response(problem).into());
        }
        let mut options = OpenOptions::new();
        let options = if done == 0 {
            options.write(true).truncate(true)
        } else {
            options.append(true)
        };
        let mut file = options
            .create(true)
            .open(part)
            .map_err(|e| write_error(part, &e))?;
        let mut pace = StallTimer::new();
        let mut reported = Instant::now();
        while let Some(piece) = self.next(&answer, &mut pace, done)? {
            done += piece.len() as u64;
            if done > size {
                drop(file);
                remove(part)?;
                return Err(self.damaged(format!("it is longer than the {size} bytes listed")));
            }
            file.write_all(&piece).map_err(|e| write_error(part, &e))?;
            if reported.elapsed() >= REPORT_INTERVAL {
                reported = Instant::now();
                self.report(done);
            }
        }
        if done < size {
            return Err(self.connection_lost("the download ended too early".to_owned(), done));
        }
        self.report(done);
        Ok(())
    }

    /// The next chunk, `None` at the end.
    fn next(&self, answer: &Response, pace: &mut StallTimer, done: u64) -> Result<Option<Vec<u8>>> {
        let patience = self.remote.settings.timeout;
        match answer.body.next(self.remote.watch, pace.since + patience) {
            Ok(piece) => {
                pace.count(
                    piece.as_ref().map_or(0, |piece| piece.len() as u64),
                    patience,
                );
                Ok(piece)
            }
            Err(Interruption::Cancelled) => Err(ModelError::Cancelled),
            Err(Interruption::Failed(reason)) => Err(self.connection_lost(reason, done)),
            Err(Interruption::TimedOut) => Err(HubProblem::Stalled {
                model: self.remote.name.to_string(),
                file: self.request.file.clone(),
                seconds: patience.as_secs_f32(),
                came: pace.received,
                done,
                total: self.request.remote_file.size,
            }
            .into()),
        }
    }

    /// Verifies a complete file; returns the problem, if any.
    fn mismatch(&self, path: &Path) -> Result<Option<String>> {
        let unreadable = |e: std::io::Error| HubProblem::Cache {
            path: path.to_owned(),
            reason: e.to_string(),
        };
        let mut file = File::open(path).map_err(unreadable)?;
        let RemoteFile { size, ref id } = self.request.remote_file;
        if length(path) != size {
            return Ok(Some(format!("it does not have {size} bytes")));
        }
        id.mismatch(size, |buffer| {
            self.remote.watch.check_cancelled()?;
            Ok(file.read(buffer).map_err(unreadable)?)
        })
    }

    fn report(&self, done: u64) {
        if let Some((number, files)) = self.request.number {
            let (file, total) = (self.request.file.clone(), self.request.remote_file.size);
            self.remote.watch.report(Progress::Downloading {
                file,
                number,
                files,
                done,
                total,
            });
        }
    }

    fn connection_lost(&self, reason: String, done: u64) -> ModelError {
        let (model, file) = (self.remote.name.to_string(), self.request.file.clone());
        HubProblem::ConnectionLost {
            model,
            file,
            reason,
            done,
            total: self.request.remote_file.size,
        }
        .into()
    }

    fn damaged(&self, problem: String) -> ModelError {
        let (model, file) = (self.remote.name.to_string(), self.request.file.clone());
        HubProblem::Damaged {
            model,
            file,
            problem,
        }
        .into()
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
    fn count(&mut self, bytes: u64, patience: Duration) {
        self.received += bytes;
        if self.received as f32 >= MIN_BYTES_PER_SECOND * patience.as_secs_f32() {
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
        Err(e) if e.kind() != std::io::ErrorKind::NotFound => Err(write_error(part, &e)),
        _ => Ok(()),
    }
}
