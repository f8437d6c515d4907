//! Models of the hub: found in the cache that Python packages use too, otherwise downloaded into it.
//!
//! A model that is in the cache is opened without the network, like `local_files_only` in Python. `NAME@main` asks for the
//! newest: the hub is asked which commit the branch is now, and the cache serves only when the hub is out of reach.

mod address;
mod cache;
mod content;
mod download;
mod error;
mod name;
mod proxy;
mod remote;
mod settings;
mod transfer;

use std::path::{Path, PathBuf};

use self::cache::Repo;
use self::content::Commit;
use self::download::Wanted;
use self::remote::Remote;
use super::layout::{self, Weights};
use super::{ModelError, Progress, Watch};
use bertscope_encoder::TokenizerFiles;

pub use self::cache::Cached;
pub use self::error::HubError;
pub use self::name::HubName;
pub use self::settings::HubSettings;

/// The hub and its cache.
#[derive(Debug, Clone)]
pub struct Hub {
    settings: HubSettings,
}

impl Hub {
    /// With these settings.
    #[must_use]
    pub fn new(settings: HubSettings) -> Self {
        Self { settings }
    }

    /// With the settings of the environment, [`HubSettings::from_env`].
    #[must_use]
    pub fn from_env() -> Self {
        Self::new(HubSettings::from_env())
    }

    /// The folder of a model that is complete in the cache. Never uses the network.
    #[must_use]
    pub fn cached(&self, name: &HubName) -> Option<PathBuf> {
        self.repo(name).complete(name.asked()).ok()
    }

    /// Every model of the cache that could be opened. Never uses the network.
    #[must_use]
    pub fn list(&self) -> Vec<Cached> {
        cache::list(&self.settings.cache)
    }

    /// The folder of the cache, there or not.
    #[must_use]
    pub fn cache(&self) -> &Path {
        &self.settings.cache
    }

    /// The folder of a model, after downloading what is missing of it. A branch or tag that is named is looked up on the
    /// hub; anything else that is in the cache is not.
    ///
    /// # Errors
    /// [`ModelError::Cancelled`] at most 0.1 s after `watch` says so, otherwise [`ModelError::Hub`]. What came until
    /// then is kept, and the next call goes on from there.
    pub fn fetch(&self, name: &HubName, watch: &Watch) -> Result<PathBuf, ModelError> {
        watch.go_on()?;
        let moves = name.revision.as_ref().is_some_and(|revision| Commit::parse(revision).is_none());
        let here = self.repo(name).complete(name.asked());
        match here {
            Ok(folder) if self.settings.offline || !moves => Ok(folder),
            Err(missing) if self.settings.offline => {
                Err(HubError::Offline { model: name.to_string(), cache: self.settings.cache.clone(), missing }.into())
            }
            here => match (self.download(name, watch), here) {
                (Err(ModelError::Hub(error)), Ok(folder)) if error.is_out_of_reach() => Ok(folder),
                (done, _) => done,
            },
        }
    }

    fn repo(&self, name: &HubName) -> Repo {
        Repo::new(&self.settings.cache, &name.id)
    }

    fn download(&self, name: &HubName, watch: &Watch) -> Result<PathBuf, ModelError> {
        watch.report(Progress::Asking);
        let repo = self.repo(name);
        let remote = Remote::new(&self.settings, name, watch)?;
        let commit = remote.commit()?;
        if repo.complete(commit.as_str()).is_err() {
            download_commit(&remote, &repo, &commit)?;
        }
        // Last, so that a branch never points to half a model.
        repo.write_ref(name.asked(), &commit)?;
        Ok(repo.snapshot(&commit))
    }
}

/// The commit that a folder of the cache holds.
#[must_use]
pub fn commit(folder: &Path) -> Option<String> {
    let name = folder.file_name()?.to_str()?;
    Commit::parse(name).map(|_| name.to_owned())
}

/// Downloads what a commit lacks; the weights come last, so that where they are, everything is.
fn download_commit(remote: &Remote<'_>, repo: &Repo, commit: &Commit) -> Result<(), ModelError> {
    let listing = remote.listing(commit)?;
    let has = |file: &str| listing.contains_key(file);
    let lacks = |missing, instead: Option<&str>| {
        let instead = instead.map(|file| format!("; {file} is for another framework")).unwrap_or_default();
        HubError::Unusable { model: remote.name().to_string(), missing, instead }
    };
    if !has(layout::CONFIG) {
        return Err(lacks(layout::CONFIG, None).into());
    }
    let weights = layout::weights(has);
    let weights = weights.ok_or_else(|| lacks(layout::NO_WEIGHTS, layout::foreign(has)))?;
    if !TokenizerFiles::are_enough(has) {
        return Err(lacks(layout::NO_TOKENIZER, None).into());
    }
    let mut names = vec![layout::CONFIG.to_owned()];
    names.extend(TokenizerFiles::names().filter(|file| has(file)).map(str::to_owned));
    match weights {
        Weights::One(file) => names.push(file.to_owned()),
        Weights::Shards(index) => {
            get(remote, repo, commit, &listing, index, None)?;
            names.extend(shards(remote, &repo.snapshot(commit).join(index), index, has)?);
        }
    }
    let snapshot = repo.snapshot(commit);
    names.retain(|file| !snapshot.join(file).is_file());
    for (at, file) in names.iter().enumerate() {
        get(remote, repo, commit, &listing, file, Some((at + 1, names.len())))?;
    }
    Ok(())
}

/// The shards that a downloaded index lists.
fn shards(
    remote: &Remote<'_>,
    path: &Path,
    index: &str,
    has: impl Fn(&str) -> bool,
) -> Result<impl IntoIterator<Item = String>, ModelError> {
    let bad = |problem| {
        ModelError::from(HubError::BadIndex { model: remote.name().to_string(), file: index.to_owned(), problem })
    };
    let shards = layout::shards(&super::input::read_bytes(path)?).map_err(bad)?;
    match shards.iter().find(|shard| !has(shard)) {
        Some(shard) => Err(bad(format!("its shard {shard} is not there"))),
        None => Ok(shards),
    }
}

/// Downloads a file and links it into the snapshot.
fn get(
    remote: &Remote<'_>,
    repo: &Repo,
    commit: &Commit,
    listing: &std::collections::BTreeMap<String, remote::Entry>,
    file: &str,
    number: Option<(usize, usize)>,
) -> Result<(), ModelError> {
    let Some(entry) = listing.get(file) else { return Ok(()) };
    if repo.snapshot(commit).join(file).is_file() {
        return Ok(());
    }
    let wanted = Wanted { file: file.to_owned(), entry: entry.clone(), number };
    download::fetch(remote, repo, commit, &wanted)
}
