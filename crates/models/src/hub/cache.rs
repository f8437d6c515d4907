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
use crate::text_file::{read_bytes, regular_size, short_text};
use bertscope_encoder::TokenizerFiles;

/// Maximum bytes of a ref; a longer file is not a ref.
const MAX_REF_BYTES: u64 = 1024;

/// Maximum folders within folders below `refs`, which a link could make endless.
const MAX_REF_DEPTH: usize = 4;

/// A model in the cache with all files that are needed to open it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CachedModel {
    /// Its name, without the revision if that is the main branch.
    pub name: HubName,
    pub commit: String,
    /// Total size in bytes of the files that are needed to open it.
    pub bytes: u64,
    pub folder: PathBuf,
}

/// The part of the cache that belongs to one model.
///
/// hf-hub determines the paths and writes refs. It receives only values that are certain to be plain names: a
/// [`HubName`], a [`Commit`], a [`super::object_id::ContentId`].
#[derive(Debug)]
pub struct Repo {
    cache: Cache,
    id: String,
    pub folder: PathBuf,
    pub locks: PathBuf,
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

    pub fn cache_repo(&self, revision: &str) -> CacheRepo {
        self.cache.repo(hf_hub::Repo::with_revision(
            self.id.clone(),
            RepoType::Model,
            revision.to_owned(),
        ))
    }

    /// The commit of a revision according to the cache.
    pub fn commit(&self, revision: &str) -> Option<Commit> {
        if let Some(commit) = Commit::parse(revision) {
            return Some(commit);
        }
        let path = self.folder.join("refs").join(revision);
        Commit::parse(short_text(&path, MAX_REF_BYTES)?.trim())
    }

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
        required_bytes(&folder)?;
        Ok(folder)
    }

    /// The revisions of this model that could be opened: branches and tags, and commits without one.
    fn list(&self, id: &str) -> Vec<CachedModel> {
        let mut revisions = ref_names(&self.folder.join("refs"), "", 0);
        // A commit is listed under the first of its names: main, another branch or tag, its digits.
        revisions.sort_by_key(|name| (name != "main", name.clone()));
        let snapshots = file_names(&self.folder.join("snapshots")).into_iter();
        revisions.extend(snapshots.filter(|name| Commit::parse(name).is_some()));
        let mut models: Vec<CachedModel> = Vec::new();
        for revision in revisions {
            let Some(commit) = self.commit(&revision) else {
                continue;
            };
            if models.iter().any(|listed| listed.commit == commit.as_str()) {
                continue;
            }
            let folder = self.snapshot(&commit);
            let Ok(bytes) = required_bytes(&folder) else {
                continue;
            };
            models.push(CachedModel {
                name: HubName {
                    id: id.to_owned(),
                    revision: Some(revision).filter(|revision| revision != "main"),
                },
                commit: commit.to_string(),
                bytes,
                folder,
            });
        }
        models
    }
}

/// A model in the cache that cannot be opened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IncompleteModel {
    pub id: String,
    /// What is missing, in a few words.
    pub missing: String,
}

/// Every model of the cache that could be opened, by name.
pub fn list(cache: &Path) -> Vec<CachedModel> {
    let ids = model_ids(cache).into_iter();
    let mut models: Vec<CachedModel> = ids.flat_map(|id| Repo::new(cache, &id).list(&id)).collect();
    models.sort_by(|a, b| a.name.cmp(&b.name));
    models
}

/// Every model of the cache of which no revision could be opened, by name.
pub fn list_incomplete(cache: &Path) -> Vec<IncompleteModel> {
    let mut models = Vec::new();
    for id in model_ids(cache) {
        let repo = Repo::new(cache, &id);
        if repo.list(&id).is_empty()
            && let Err(missing) = repo.complete_snapshot("main")
        {
            models.push(IncompleteModel { id, missing });
        }
    }
    models.sort_by(|a, b| a.id.cmp(&b.id));
    models
}

fn model_ids(cache: &Path) -> Vec<String> {
    let mut ids = Vec::new();
    for folder in file_names(cache) {
        let Some(id) = folder.strip_prefix("models--") else {
            continue;
        };
        let id = id.replacen("--", "/", 1);
        // A folder with an `@` in its name would be read as a model with a revision.
        if id
            .parse()
            .is_ok_and(|name: HubName| name.revision.is_none())
        {
            ids.push(id);
        }
    }
    ids
}

/// Total size in bytes of the files that are needed to open a model, if all are there.
///
/// # Errors
/// What is missing, in a few words.
fn required_bytes(folder: &Path) -> Result<u64, String> {
    let has_file = |file: &str| regular_size(&folder.join(file)).is_some();
    if !TokenizerFiles::has_vocabulary(has_file) {
        return Err("its tokenizer is missing".to_owned());
    }
    let mut bytes: u64 = TokenizerFiles::names()
        .filter_map(|file| regular_size(&folder.join(file)))
        .sum();
    match file_layout::weights(has_file) {
        None => return Err("its weights are missing".to_owned()),
        Some(WeightFiles::One(file)) => bytes += required_size(folder, file)?,
        Some(WeightFiles::Shards(index)) => {
            let list = read_bytes(&folder.join(index)).map_err(|error| error.to_string())?;
            let shards = file_layout::shards(&list)
                .map_err(|problem| format!("{index} is damaged: {problem}"))?;
            for shard in &shards {
                bytes += required_size(folder, shard)?;
            }
            bytes += required_size(folder, index)?;
        }
    }
    Ok(bytes + required_size(folder, file_layout::CONFIG)?)
}

fn required_size(folder: &Path, file: &str) -> Result<u64, String> {
    regular_size(&folder.join(file)).ok_or_else(|| format!("{file} is missing"))
}

/// Names of the files below `refs`, such as `main` and `refs/pr/1`.
fn ref_names(folder: &Path, prefix: &str, depth: usize) -> Vec<String> {
    let mut names = Vec::new();
    for file in file_names(folder) {
        let path = folder.join(&file);
        let name = format!("{prefix}{file}");
        if !path.is_dir() {
            names.push(name);
        } else if depth < MAX_REF_DEPTH {
            names.extend(ref_names(&path, &format!("{name}/"), depth + 1));
        }
    }
    names
}

/// The names of the files in a folder; none if it cannot be read. Names that are not UTF-8 are left out: no hub writes them.
fn file_names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries
        .filter_map(|entry| entry.file_name().into_string().ok())
        .collect()
}
