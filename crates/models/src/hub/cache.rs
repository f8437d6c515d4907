//! The cache on the disk, which Python packages and others share: what of a model is there.
//!
//! ```text
//! models--OWNER--NAME/refs/BRANCH                the commit that the branch was, when it was last asked for
//! models--OWNER--NAME/snapshots/COMMIT/FILE      a link to
//! models--OWNER--NAME/blobs/ETAG                 the file; ETAG.incomplete while it comes
//! .locks/models--OWNER--NAME/ETAG.lock           held by the process that fetches it
//! ```

use std::fs::{File, OpenOptions};
use std::path::{Component, Path, PathBuf};

use hf_hub::{Cache, CacheRepo, RepoType};

use super::content::{Commit, ContentId};
use super::{HubError, HubName};
use crate::layout::{self, Weights};
use bertscope_encoder::TokenizerFiles;

/// Bytes of a ref; more is none.
const LONGEST_REF: u64 = 1024;

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
///
/// hf-hub says where its things lie and writes refs. It is only given what is certain to be a plain name: a
/// [`HubName`], a [`Commit`], a [`ContentId`].
#[derive(Debug)]
pub struct Repo {
    cache: Cache,
    id: String,
    folder: PathBuf,
    locks: PathBuf,
}

impl Repo {
    /// The model with this id, there or not.
    pub fn new(cache: &Path, id: &str) -> Self {
        let name = hf_hub::Repo::model(id.to_owned()).folder_name();
        Self {
            locks: cache.join(".locks").join(&name),
            folder: cache.join(name),
            cache: Cache::new(cache.to_owned()),
            id: id.to_owned(),
        }
    }

    fn at(&self, revision: &str) -> CacheRepo {
        self.cache.repo(hf_hub::Repo::with_revision(self.id.clone(), RepoType::Model, revision.to_owned()))
    }

    /// The commit of a revision as far as the cache knows.
    pub fn commit(&self, revision: &str) -> Option<Commit> {
        let read = || {
            let path = self.folder.join("refs").join(revision);
            let short = std::fs::metadata(&path).is_ok_and(|data| data.is_file() && data.len() <= LONGEST_REF);
            Commit::parse(short.then(|| std::fs::read_to_string(path).ok())??.trim())
        };
        Commit::parse(revision).or_else(read)
    }

    /// The folder of a commit's files.
    pub fn snapshot(&self, commit: &Commit) -> PathBuf {
        self.at("main").pointer_path(commit.as_str())
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

    /// Where this content belongs.
    pub fn blob(&self, id: &ContentId) -> PathBuf {
        self.at("main").blob_path(id.as_str())
    }

    /// Where it lies until it is whole. Python's packages use the same name, so each resumes what the other left.
    pub fn part(&self, id: &ContentId) -> PathBuf {
        self.at("main").blob_path(&format!("{}.incomplete", id.as_str()))
    }

    /// The file that is locked while the content is fetched, as Python's packages do.
    pub fn lock_file(&self, id: &ContentId) -> Result<File, HubError> {
        let path = self.locks.join(format!("{}.lock", id.as_str()));
        prepare(&self.locks, &path)?;
        OpenOptions::new().write(true).create(true).truncate(false).open(&path).map_err(|e| unwritable(&path, &e))
    }

    /// Makes the folder that a file of this model goes to.
    pub fn prepare(&self, path: &Path) -> Result<(), HubError> {
        prepare(&self.folder, path)
    }

    /// Shows a content as a file of the commit: by a relative link where the system allows it, as Python does.
    pub fn link(&self, commit: &Commit, file: &str, id: &ContentId) -> Result<(), HubError> {
        let (blob, path) = (self.blob(id), self.snapshot(commit).join(file));
        self.prepare(&path)?;
        if path.is_file() {
            return Ok(());
        }
        // A link whose content is gone.
        match std::fs::remove_file(&path) {
            Err(e) if e.kind() != std::io::ErrorKind::NotFound => return Err(unwritable(&path, &e)),
            _ => {}
        }
        let target = Path::new("../../blobs").join(id.as_str());
        let linked = symlink(&target, &path).or_else(|_| std::fs::hard_link(&blob, &path));
        linked.or_else(|_| std::fs::copy(&blob, &path).map(drop)).map_err(|e| unwritable(&path, &e))
    }

    /// Notes which commit a branch or tag is.
    pub fn write_ref(&self, revision: &str, commit: &Commit) -> Result<(), HubError> {
        if Commit::parse(revision).is_some() || self.commit(revision).as_ref() == Some(commit) {
            return Ok(());
        }
        let path = self.folder.join("refs").join(revision);
        self.prepare(&path)?;
        if path.symlink_metadata().is_ok_and(|found| !found.is_file()) {
            return Err(HubError::Cache { path, reason: "it is no ordinary file; remove it".to_owned() });
        }
        self.at(revision).create_ref(commit.as_str()).map_err(|e| unwritable(&path, &e))
    }

    /// What of this model could be opened: branches and tags, and commits that none of them is.
    fn list(&self, id: &str) -> Vec<Cached> {
        let mut refs = refs(&self.folder.join("refs"), "", 0);
        refs.sort_by_key(|name| (name != "main", name.clone()));
        let commits = std::fs::read_dir(self.folder.join("snapshots")).into_iter().flatten().flatten();
        let commits = commits
            .filter_map(|entry| entry.file_name().into_string().ok())
            .filter(|name| Commit::parse(name).is_some());
        let mut found: Vec<Cached> = Vec::new();
        for revision in refs.into_iter().chain(commits) {
            let Some(commit) = self.commit(&revision).filter(|c| found.iter().all(|known| known.commit != c.as_str()))
            else {
                continue;
            };
            let folder = self.snapshot(&commit);
            if let Ok(bytes) = needed(&folder) {
                let revision = Some(revision).filter(|revision| revision != "main");
                let name = HubName { id: id.to_owned(), revision };
                found.push(Cached { name, commit: commit.to_string(), bytes, folder });
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

/// Makes the folder that a file goes to, which must be inside `root` even when every link is followed.
fn prepare(root: &Path, path: &Path) -> Result<(), HubError> {
    let leads_out = || HubError::Cache { path: path.to_owned(), reason: "it leads out of the cache".to_owned() };
    let plain = path.strip_prefix(root).is_ok_and(|rest| rest.components().all(|c| matches!(c, Component::Normal(_))));
    let folder = path.parent().filter(|_| plain).ok_or_else(leads_out)?;
    let make = |folder: &Path| std::fs::create_dir_all(folder).map_err(|e| unwritable(folder, &e));
    let real = |folder: &Path| folder.canonicalize().map_err(|e| unwritable(folder, &e));
    make(root)?;
    let there = folder.ancestors().find(|folder| folder.exists()).ok_or_else(leads_out)?;
    if real(there)?.starts_with(real(root)?) { make(folder) } else { Err(leads_out()) }
}

#[cfg(unix)]
fn symlink(target: &Path, link: &Path) -> std::io::Result<()> {
    std::os::unix::fs::symlink(target, link)
}

#[cfg(windows)]
fn symlink(target: &Path, link: &Path) -> std::io::Result<()> {
    std::os::windows::fs::symlink_file(target, link)
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
    fn nothing_is_written_outside_the_cache() {
        let folder = tempfile::tempdir().unwrap();
        let (root, outside) = (folder.path().join("models--a"), folder.path().join("outside"));
        std::fs::create_dir_all(&root).unwrap();
        std::fs::create_dir(&outside).unwrap();
        assert!(super::prepare(&root, &root.join("blobs/x")).is_ok());
        #[cfg(unix)]
        std::os::unix::fs::symlink(&outside, root.join("snapshots")).unwrap();
        let absolute = outside.join("x");
        for path in ["../outside/x", "blobs/../../outside/x", "snapshots/x", absolute.to_str().unwrap(), ""] {
            let refused = super::prepare(&root, &root.join(path)).is_err();
            assert!(refused || (cfg!(windows) && path == "snapshots/x"), "{path}");
        }
        assert_eq!(std::fs::read_dir(&outside).unwrap().count(), 0);
    }

    #[cfg(unix)]
    #[test]
    fn a_ref_that_is_a_pipe_or_a_link_is_neither_read_nor_written() {
        let folder = tempfile::tempdir().unwrap();
        let repo = super::Repo::new(folder.path(), "a/b");
        let refs = repo.folder.join("refs");
        std::fs::create_dir_all(&refs).unwrap();
        assert!(std::process::Command::new("mkfifo").arg(refs.join("main")).status().unwrap().success());
        std::os::unix::fs::symlink(folder.path().join("victim"), refs.join("link")).unwrap();
        let commit = super::Commit::parse("0123456789abcdef0123456789abcdef01234567").unwrap();
        for revision in ["main", "link"] {
            assert!(repo.commit(revision).is_none());
            let refused = repo.write_ref(revision, &commit).unwrap_err().to_string();
            assert!(refused.contains("it is no ordinary file"), "{refused}");
        }
        assert!(!folder.path().join("victim").exists());
        repo.write_ref("other", &commit).unwrap();
        assert_eq!(repo.commit("other").unwrap().as_str(), commit.as_str());
    }

    #[test]
    fn a_full_disk_and_a_folder_that_cannot_be_written_have_different_errors() {
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
