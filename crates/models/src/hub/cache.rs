//! The on-disk cache, shared with huggingface_hub: which files of a model are there.
//!
//! ```text
//! models--OWNER--NAME/refs/BRANCH                the commit of the branch when it was last looked up
//! models--OWNER--NAME/snapshots/COMMIT/FILE      a link to
//! models--OWNER--NAME/blobs/ETAG                 the file; ETAG.incomplete during the download
//! .locks/models--OWNER--NAME/ETAG.lock           held by the process that downloads it
//! ```

use std::path::{Path, PathBuf};

use hf_hub::{Cache, CacheRepo, RepoType};

use super::HubName;
use super::object_id::Commit;
use crate::file_layout::{self, WeightFiles};
use bertscope_encoder::TokenizerFiles;

/// Maximum bytes of a ref; a longer file is not a ref.
const MAX_REF_BYTES: u64 = 1024;

/// A model in the cache with all files that are needed to open it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CachedModel {
    /// Its name, without the revision if that is the main branch.
    pub name: HubName,
    /// The commit.
    pub commit: String,
    /// Total size in bytes of the files that are needed to open it.
    pub bytes: u64,
    /// Its files.
    pub folder: PathBuf,
}

/// The part of the cache that belongs to one model.
///
/// hf-hub determines the paths and writes refs. It receives only values that are certain to be plain names: a
/// [`HubName`], a [`Commit`], a [`ContentId`].
#[derive(Debug)]
pub struct Repo {
    cache: Cache,
    id: String,
    pub(super) folder: PathBuf,
    pub(super) locks: PathBuf,
}

impl Repo {
    /// The model with this id, whether or not it is in the cache.
    pub fn new(cache: &Path, id: &str) -> Self {
        let name = hf_hub::Repo::model(id.to_owned()).folder_name();
        Self {
            locks: cache.join(".locks").join(&name),
            folder: cache.join(name),
            cache: Cache::new(cache.to_owned()),
            id: id.to_owned(),
        }
    }

    pub(super) fn cache_repo(&self, revision: &str) -> CacheRepo {
        self.cache.repo(hf_hub::Repo::with_revision(
            self.id.clone(),
            RepoType::Model,
            revision.to_owned(),
        ))
    }

    /// The commit of a revision according to the cache.
    pub fn commit(&self, revision: &str) -> Option<Commit> {
        let read = || {
            let path = self.folder.join("refs").join(revision);
            let short = std::fs::metadata(&path)
                .is_ok_and(|data| data.is_file() && data.len() <= MAX_REF_BYTES);
            Commit::parse(short.then(|| std::fs::read_to_string(path).ok())??.trim())
        };
        Commit::parse(revision).or_else(read)
    }

    /// The folder of a commit's files.
    pub fn snapshot(&self, commit: &Commit) -> PathBuf {
        self.cache_repo("main").pointer_path(commit.as_str())
    }

    /// The snapshot of a revision, if it has all files that are needed to open the model.
    ///
    /// # Errors
    /// What is missing, in a few words.
    pub fn complete_snapshot(&self, revision: &str) -> Result<PathBuf, String> {
        if !self.folder.is_dir() {
            return Err("no files of it".to_owned());
        }
        let commit = self
            .commit(revision)
            .ok_or_else(|| format!("revision {revision} is missing"))?;
        let folder = self.snapshot(&commit);
        required_bytes(&folder).map(|_| folder)
    }

    /// The revisions of this model that could be opened: branches and tags, and commits without one.
    fn list(&self, id: &str) -> Vec<CachedModel> {
        let mut refs = refs(&self.folder.join("refs"), "", 0);
        refs.sort_by_key(|name| (name != "main", name.clone()));
        let commits = std::fs::read_dir(self.folder.join("snapshots"))
            .into_iter()
            .flatten()
            .flatten();
        let commits = commits
            .filter_map(|entry| entry.file_name().into_string().ok())
            .filter(|name| Commit::parse(name).is_some());
        let mut found: Vec<CachedModel> = Vec::new();
        for revision in refs.into_iter().chain(commits) {
            let Some(commit) = self
                .commit(&revision)
                .filter(|c| found.iter().all(|known| known.commit != c.as_str()))
            else {
                continue;
            };
            let folder = self.snapshot(&commit);
            if let Ok(bytes) = required_bytes(&folder) {
                let revision = Some(revision).filter(|revision| revision != "main");
                let name = HubName {
                    id: id.to_owned(),
                    revision,
                };
                found.push(CachedModel {
                    name,
                    commit: commit.to_string(),
                    bytes,
                    folder,
                });
            }
        }
        found
    }
}

/// Every model of the cache that could be opened, by name.
pub fn list(cache: &Path) -> Vec<CachedModel> {
    let entries = std::fs::read_dir(cache).into_iter().flatten().flatten();
    let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
    let ids = names.filter_map(|name| {
        name.strip_prefix("models--")
            .map(|id| id.replacen("--", "/", 1))
    });
    let mut all: Vec<CachedModel> = ids
        .filter(|id| {
            id.parse::<HubName>()
                .is_ok_and(|name| name.revision.is_none())
        })
        .flat_map(|id| Repo::new(cache, &id).list(&id))
        .collect();
    all.sort_by(|a, b| a.name.cmp(&b.name));
    all
}

/// Total size in bytes of the files that are needed to open a model, if all are there.
///
/// # Errors
/// What is missing, in a few words.
fn required_bytes(folder: &Path) -> Result<u64, String> {
    let size = |file: &str| {
        std::fs::metadata(folder.join(file))
            .ok()
            .filter(std::fs::Metadata::is_file)
            .map(|m| m.len())
    };
    let has = |file: &str| size(file).is_some();
    let must = |file: &str| size(file).ok_or_else(|| format!("{file} is missing"));
    if !TokenizerFiles::has_vocabulary(has) {
        return Err("its tokenizer is missing".to_owned());
    }
    let small: u64 = TokenizerFiles::names().filter_map(size).sum();
    let weights = match file_layout::weights(has) {
        None => return Err("its weights are missing".to_owned()),
        Some(WeightFiles::One(file)) => must(file)?,
        Some(WeightFiles::Shards(index)) => {
            let list =
                crate::text_file::read_bytes(&folder.join(index)).map_err(|e| e.to_string())?;
            let shards = file_layout::shards(&list)
                .map_err(|problem| format!("{index} is damaged: {problem}"))?;
            shards
                .iter()
                .map(|shard| must(shard))
                .sum::<Result<u64, String>>()?
                + must(index)?
        }
    };
    Ok(must(file_layout::CONFIG)? + small + weights)
}

/// Names of the files below `refs`, such as `main` and `refs/pr/1`.
fn refs(folder: &Path, prefix: &str, depth: usize) -> Vec<String> {
    let mut names = Vec::new();
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let Ok(name) = entry.file_name().into_string() else {
            continue;
        };
        let name = format!("{prefix}{name}");
        if !entry.path().is_dir() {
            names.push(name);
        } else if depth < 4 {
            names.extend(refs(&entry.path(), &format!("{name}/"), depth + 1));
        }
    }
    names
}
