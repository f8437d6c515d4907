//! The cache on the disk, which Python packages and others share: what of a model is there.
//!
//! ```text
//! models--OWNER--NAME/refs/BRANCH                the commit that the branch was, when it was last asked for
//! models--OWNER--NAME/snapshots/COMMIT/FILE      a link to
//! models--OWNER--NAME/blobs/ETAG                 the file; ETAG.incomplete while it comes
//! .locks/models--OWNER--NAME/ETAG.lock           held by the process that fetches it
//! ```

use std::fs::File;
use std::path::{Path, PathBuf};

use super::{HubError, HubName};
use crate::layout::{self, Weights};
use bertscope_encoder::TokenizerFiles;

/// A model of the cache that could be opened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cached {
    /// Its name; the revision is left out for the main branch.
    pub name: HubName,
    /// The commit.
    pub commit: String,
    /// Bytes of the files that are needed to open it.
    pub bytes: u64,
    /// Its files.
    pub folder: PathBuf,
}

/// The part of the cache that belongs to one model.
#[derive(Debug)]
pub struct Repo {
    folder: PathBuf,
    locks: PathBuf,
}

impl Repo {
    /// The model with this id, there or not.
    pub fn new(cache: &Path, id: &str) -> Self {
        let name = format!("models--{}", id.replace('/', "--"));
        Self { locks: cache.join(".locks").join(&name), folder: cache.join(name) }
    }

    /// The commit of a revision as far as the cache knows.
    pub fn commit(&self, revision: &str) -> Option<String> {
        if is_commit(revision) {
            return Some(revision.to_owned());
        }
        let commit = std::fs::read_to_string(self.folder.join("refs").join(revision)).ok()?;
        Some(commit.trim().to_owned()).filter(|commit| is_commit(commit))
    }

    /// The folder of a commit's files.
    pub fn snapshot(&self, commit: &str) -> PathBuf {
        self.folder.join("snapshots").join(commit)
    }

    /// The snapshot of a revision when all is there that is needed to open it.
    ///
    /// # Errors
    /// What is missing, in a few words.
    pub fn complete(&self, revision: &str) -> Result<PathBuf, String> {
        if !self.folder.is_dir() {
            return Err("nothing of it is there".to_owned());
        }
        let commit = self.commit(revision).ok_or_else(|| format!("its revision {revision} is not there"))?;
        let folder = self.snapshot(&commit);
        needed(&folder).map(|_| folder)
    }

    /// Where the content with this etag belongs.
    pub fn blob(&self, etag: &str) -> PathBuf {
        self.folder.join("blobs").join(etag)
    }

    /// Where it lies until it is whole. Python's packages use the same name, so each resumes what the other left.
    pub fn part(&self, etag: &str) -> PathBuf {
        self.folder.join("blobs").join(format!("{etag}.incomplete"))
    }

    /// The file that whoever fetches the content locks, as Python's packages do.
    pub fn lock_file(&self, etag: &str) -> Result<File, HubError> {
        let path = self.locks.join(format!("{etag}.lock"));
        make_parent(&path)?;
        File::create(&path).map_err(|e| unwritable(&path, &e))
    }

    /// Notes which commit a branch or tag is.
    pub fn write_ref(&self, revision: &str, commit: &str) -> Result<(), HubError> {
        if is_commit(revision) || self.commit(revision).as_deref() == Some(commit) {
            return Ok(());
        }
        let path = self.folder.join("refs").join(revision);
        make_parent(&path)?;
        std::fs::write(&path, commit).map_err(|e| unwritable(&path, &e))
    }

    /// What of this model could be opened: branches and tags, and commits that none of them is.
    fn list(&self, id: &str) -> Vec<Cached> {
        let mut refs = refs(&self.folder.join("refs"), "", 0);
        refs.sort_by_key(|name| (name != "main", name.clone()));
        let commits = std::fs::read_dir(self.folder.join("snapshots")).into_iter().flatten().flatten();
        let commits = commits.filter_map(|entry| entry.file_name().into_string().ok()).filter(|name| is_commit(name));
        let mut found: Vec<Cached> = Vec::new();
        for revision in refs.into_iter().chain(commits) {
            let Some(commit) = self.commit(&revision).filter(|c| found.iter().all(|known| known.commit != *c)) else {
                continue;
            };
            let folder = self.snapshot(&commit);
            if let Ok(bytes) = needed(&folder) {
                let revision = Some(revision).filter(|revision| revision != "main");
                found.push(Cached { name: HubName { id: id.to_owned(), revision }, commit, bytes, folder });
            }
        }
        found
    }
}

/// Every model of the cache that could be opened, by name.
pub fn list(cache: &Path) -> Vec<Cached> {
    let entries = std::fs::read_dir(cache).into_iter().flatten().flatten();
    let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
    let ids = names.filter_map(|name| name.strip_prefix("models--").map(|id| id.replacen("--", "/", 1)));
    let mut all: Vec<Cached> = ids
        .filter(|id| id.parse::<HubName>().is_ok_and(|name| name.revision.is_none()))
        .flat_map(|id| Repo::new(cache, &id).list(&id))
        .collect();
    all.sort_by(|a, b| a.name.cmp(&b.name));
    all
}

/// Bytes of the files that a model is opened from, when all are there.
///
/// # Errors
/// What is missing, in a few words.
fn needed(folder: &Path) -> Result<u64, String> {
    let size =
        |file: &str| std::fs::metadata(folder.join(file)).ok().filter(std::fs::Metadata::is_file).map(|m| m.len());
    let has = |file: &str| size(file).is_some();
    let must = |file: &str| size(file).ok_or_else(|| format!("{file} is not there"));
    if !TokenizerFiles::are_enough(has) {
        return Err("its tokenizer is not there".to_owned());
    }
    let small: u64 = TokenizerFiles::names().filter_map(size).sum();
    let weights = match layout::weights(has) {
        None => return Err("its weights are not there".to_owned()),
        Some(Weights::One(file)) => must(file)?,
        Some(Weights::Shards(index)) => {
            let list = std::fs::read(folder.join(index)).map_err(|e| format!("{index} can not be read: {e}"))?;
            let shards = layout::shards(&list).map_err(|problem| format!("{index} is damaged: {problem}"))?;
            shards.iter().map(|shard| must(shard)).sum::<Result<u64, String>>()? + must(index)?
        }
    };
    Ok(must(layout::CONFIG)? + small + weights)
}

/// Names of the files below `refs`, such as `main` and `refs/pr/1`.
fn refs(folder: &Path, prefix: &str, depth: usize) -> Vec<String> {
    let mut names = Vec::new();
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let Ok(name) = entry.file_name().into_string() else { continue };
        let name = format!("{prefix}{name}");
        if !entry.path().is_dir() {
            names.push(name);
        } else if depth < 4 {
            names.extend(refs(&entry.path(), &format!("{name}/"), depth + 1));
        }
    }
    names
}

/// Whether a revision is a whole commit hash, which never means anything else later.
pub fn is_commit(revision: &str) -> bool {
    revision.len() == 40 && revision.bytes().all(|b| b.is_ascii_hexdigit())
}

/// Makes the folder that a file goes to.
pub fn make_parent(path: &Path) -> Result<(), HubError> {
    let folder = path.parent().unwrap_or(path);
    std::fs::create_dir_all(folder).map_err(|e| unwritable(folder, &e))
}

/// What to say when `path` can not be written.
pub fn unwritable(path: &Path, error: &std::io::Error) -> HubError {
    match error.kind() {
        std::io::ErrorKind::StorageFull | std::io::ErrorKind::QuotaExceeded => HubError::DiskFull(path.to_owned()),
        _ => HubError::Cache { path: path.to_owned(), reason: error.to_string() },
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Error, ErrorKind};
    use std::path::Path;

    #[test]
    fn a_full_disk_is_told_from_a_folder_that_can_not_be_written() {
        let said = |kind| super::unwritable(Path::new("blobs/x.incomplete"), &Error::from(kind)).to_string();
        for kind in [ErrorKind::StorageFull, ErrorKind::QuotaExceeded] {
            let full = said(kind);
            assert!(
                full.contains("disk is full") && full.contains("x.incomplete") && full.contains("is kept"),
                "{full}"
            );
        }
        assert!(said(ErrorKind::ReadOnlyFilesystem).contains("set HF_HOME"));
    }
}
