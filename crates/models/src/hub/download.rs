//! One file from the hub into the cache, resumed where an earlier attempt ended.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use reqwest::StatusCode;
use reqwest::header::CONTENT_RANGE;
use sha2::{Digest, Sha256};

use super::HubError;
use super::cache::{Repo, make_parent, unwritable};
use super::remote::Remote;
use super::wait::{pause, wait};
use crate::{ModelError, Progress};

/// Attempts in a row that bring nothing before it is given up, after pauses of 0.25, 0.5 and 1 s.
const FRUITLESS: u32 = 3;

/// Time between two reports.
const REPORT: Duration = Duration::from_millis(50);

/// A file to be fetched.
#[derive(Debug, Clone)]
pub struct Wanted {
    /// Its name.
    pub file: String,
    /// Its bytes.
    pub size: u64,
    /// The name of its content; its SHA-256 if that has 64 digits.
    pub etag: String,
    /// Which of the files it is and how many there are; `None` for one that is only needed to know the others.
    pub number: Option<(usize, usize)>,
}

/// Brings a file's content into the cache. The connection may break; what came is kept in any case.
///
/// # Errors
/// [`ModelError::Cancelled`], or a [`HubError`] that says what to do.
pub async fn fetch(remote: &Remote<'_>, repo: &Repo, commit: &str, wanted: &Wanted) -> Result<(), ModelError> {
    let (blob, part) = (repo.blob(&wanted.etag), repo.part(&wanted.etag));
    make_parent(&blob)?;
    let _lock = lock(remote, repo.lock_file(&wanted.etag)?).await?;
    let mut resumed = length(&part) > 0;
    let mut fruitless = 0;
    while !blob.exists() {
        let before = length(&part);
        if before > wanted.size {
            remove(&part)?;
            continue;
        }
        if before < wanted.size || !part.exists() {
            let Err(error) = stream(remote, commit, wanted, &part, before).await else { continue };
            fruitless = if length(&part) > before { 0 } else { fruitless + 1 };
            if fruitless > FRUITLESS || !worth_another(&error) {
                return Err(error);
            }
            pause(remote.watch(), Duration::from_millis(250 << fruitless.saturating_sub(1))).await?;
        } else if let Some(problem) = mismatch(remote, wanted, &part)? {
            // What another program left may be anything: that is worth one attempt from the beginning.
            remove(&part)?;
            if !std::mem::take(&mut resumed) {
                let (model, file) = (remote.name().to_string(), wanted.file.clone());
                return Err(HubError::Damaged { model, file, problem }.into());
            }
        } else {
            std::fs::rename(&part, &blob).map_err(|e| unwritable(&blob, &e))?;
        }
    }
    Ok(())
}

/// Waits until no other process fetches the same content. A file system without locks has to do without.
async fn lock(remote: &Remote<'_>, file: File) -> Result<File, ModelError> {
    while let Err(TryLockError::WouldBlock) = file.try_lock() {
        pause(remote.watch(), Duration::from_millis(100)).await?;
    }
    Ok(file)
}

/// Appends what comes to the part.
async fn stream(remote: &Remote<'_>, commit: &str, wanted: &Wanted, part: &Path, start: u64) -> Result<(), ModelError> {
    report(remote, wanted, start);
    let mut response = remote.content(commit, &wanted.file, start).await?;
    let mut done = match response.status() {
        StatusCode::PARTIAL_CONTENT => {
            let range = response.headers().get(CONTENT_RANGE).and_then(|range| range.to_str().ok());
            if !range.is_some_and(|range| range.starts_with(&format!("bytes {start}-"))) {
                remove(part)?;
                return Err(cut(remote, wanted, "another range came".to_owned(), 0));
            }
            start
        }
        // No ranges here: from the first byte.
        StatusCode::OK => 0,
        StatusCode::RANGE_NOT_SATISFIABLE => {
            remove(part)?;
            return Err(cut(remote, wanted, "the range was refused".to_owned(), 0));
        }
        _ => return Err(remote.refused(&response, &wanted.file).into()),
    };
    let mut options = OpenOptions::new();
    let options = if done == 0 { options.write(true).truncate(true) } else { options.append(true) };
    let mut file = options.create(true).open(part).map_err(|e| unwritable(part, &e))?;
    let mut reported = Instant::now();
    while let Some(chunk) = next(remote, wanted, &mut response, done).await? {
        done += chunk.len() as u64;
        if done > wanted.size {
            drop(file);
            remove(part)?;
            return Err(damaged(remote, wanted, format!("it is longer than the {} bytes listed", wanted.size)));
        }
        file.write_all(&chunk).map_err(|e| unwritable(part, &e))?;
        if reported.elapsed() >= REPORT {
            reported = Instant::now();
            report(remote, wanted, done);
        }
    }
    if done < wanted.size {
        return Err(cut(remote, wanted, "it ended too early".to_owned(), done));
    }
    report(remote, wanted, done);
    Ok(())
}

/// The next piece, `None` at the end.
async fn next(
    remote: &Remote<'_>,
    wanted: &Wanted,
    response: &mut reqwest::Response,
    done: u64,
) -> Result<Option<bytes::Bytes>, ModelError> {
    let patience = remote.patience();
    match wait(remote.watch(), patience, response.chunk()).await? {
        Some(Ok(chunk)) => Ok(chunk),
        Some(Err(error)) => Err(cut(remote, wanted, super::remote::root(&error), done)),
        None => Err(HubError::Stalled {
            model: remote.name().to_string(),
            file: wanted.file.clone(),
            seconds: patience.as_secs_f32(),
            done,
            total: wanted.size,
        }
        .into()),
    }
}

/// What is wrong with a part that has all its bytes.
fn mismatch(remote: &Remote<'_>, wanted: &Wanted, part: &Path) -> Result<Option<String>, ModelError> {
    if wanted.etag.len() != 64 || !wanted.etag.bytes().all(|b| b.is_ascii_hexdigit()) {
        return Ok(None);
    }
    let unreadable = |e: std::io::Error| HubError::Cache { path: part.to_owned(), reason: e.to_string() };
    let mut file = File::open(part).map_err(unreadable)?;
    let mut hash = Sha256::new();
    let mut buffer = vec![0; 1 << 20];
    loop {
        remote.watch().go_on()?;
        match file.read(&mut buffer).map_err(unreadable)? {
            0 => break,
            n => hash.update(&buffer[..n]),
        }
    }
    let digest = format!("{:x}", hash.finalize());
    let same = digest.eq_ignore_ascii_case(&wanted.etag);
    Ok((!same).then(|| format!("its SHA-256 is {digest}, not {}", wanted.etag)))
}

/// Whether the same question may have a better answer a moment later. Who waited long for nothing need not wait again.
fn worth_another(error: &ModelError) -> bool {
    matches!(error, ModelError::Hub(HubError::Cut { .. } | HubError::Server { .. } | HubError::Unreachable { .. }))
}

fn report(remote: &Remote<'_>, wanted: &Wanted, done: u64) {
    if let Some((number, files)) = wanted.number {
        let file = wanted.file.clone();
        remote.watch().report(Progress::Downloading { file, number, files, done, total: wanted.size });
    }
}

fn cut(remote: &Remote<'_>, wanted: &Wanted, reason: String, done: u64) -> ModelError {
    let (model, file) = (remote.name().to_string(), wanted.file.clone());
    HubError::Cut { model, file, reason, done, total: wanted.size }.into()
}

fn damaged(remote: &Remote<'_>, wanted: &Wanted, problem: String) -> ModelError {
    let (model, file) = (remote.name().to_string(), wanted.file.clone());
    HubError::Damaged { model, file, problem }.into()
}

fn length(path: &Path) -> u64 {
    std::fs::metadata(path).map_or(0, |data| data.len())
}

/// Removes a part that is of no use.
fn remove(part: &Path) -> Result<(), HubError> {
    match std::fs::remove_file(part) {
        Err(e) if e.kind() != std::io::ErrorKind::NotFound => Err(unwritable(part, &e)),
        _ => Ok(()),
    }
}
