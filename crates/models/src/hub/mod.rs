//! Models of the Hugging Face Hub: read from the cache that Python packages share, otherwise downloaded into it.
//!
//! A model that is in the cache is opened without the network, like `local_files_only` in Python. `NAME@main` requests the
//! newest version: the commit of the branch is looked up on the hub, and the cache is used only if the hub cannot be reached.

#![cfg_attr(
    not(feature = "hub"),
    allow(dead_code, reason = "some of it is only needed for downloads")
)]

mod cache;
#[cfg(feature = "hub")]
mod download;
mod error;
mod name;
mod object_id;
#[cfg(feature = "hub")]
mod proxy;
#[cfg(feature = "hub")]
mod remote;
#[cfg(feature = "hub")]
mod request;
mod settings;
#[cfg(feature = "hub")]
mod snapshot;
#[cfg(feature = "hub")]
mod store;
#[cfg(feature = "hub")]
mod url;

use std::path::{Path, PathBuf};

use self::cache::Repo;
use self::object_id::Commit;
use crate::{ModelError, ProgressMonitor, Result, known};

pub use self::cache::{CachedModel, IncompleteModel};
pub use self::error::HubError;
pub(crate) use self::error::HubProblem;
pub use self::name::HubName;
pub use self::settings::HubSettings;

#[derive(Debug, Clone)]
pub struct Hub {
    settings: HubSettings,
}

impl Hub {
    pub fn new(settings: HubSettings) -> Self {
        Self { settings }
    }

    /// A hub with the settings of the environment, [`HubSettings::from_env`].
    pub fn from_env() -> Self {
        Self::new(HubSettings::from_env())
    }

    /// The snapshot folder of a model, if the cache has all of it. Never uses the network.
    pub fn cached(&self, name: &HubName) -> Option<PathBuf> {
        self.repo(name)
            .complete_snapshot(name.revision_or_main())
            .ok()
    }

    /// Every model in the cache that could be opened. Never uses the network.
    pub fn list(&self) -> Vec<CachedModel> {
        cache::list(&self.settings.cache)
    }

    /// Every model in the cache of which no revision could be opened. Never uses the network.
    pub fn list_incomplete(&self) -> Vec<IncompleteModel> {
        cache::list_incomplete(&self.settings.cache)
    }

    /// The folder of the cache, which may not exist.
    pub fn cache(&self) -> &Path {
        &self.settings.cache
    }

    /// The snapshot folder of a model, after downloading missing files. An explicit branch or tag is looked up on the
    /// hub; otherwise a model in the cache is used without the network.
    ///
    /// # Errors
    /// [`ModelError::Cancelled`] at most 0.1 s after `watch` is cancelled, otherwise [`ModelError::Hub`]. Partial
    /// downloads are kept, and the next call resumes them.
    pub fn fetch(&self, name: &HubName, watch: &ProgressMonitor) -> Result<PathBuf> {
        watch.check_cancelled()?;
        let cached = self.repo(name).complete_snapshot(name.revision_or_main());
        if self.settings.offline {
            return Ok(cached.map_err(|missing| HubProblem::Offline {
                model: name.to_string(),
                cache: self.settings.cache.clone(),
                missing,
            })?);
        }
        let Ok(folder) = cached else {
            return self.download(name, watch);
        };
        // A branch or tag that is asked for may have another commit by now.
        let may_be_old = match &name.revision {
            Some(revision) => Commit::parse(revision).is_none(),
            None => false,
        };
        if !may_be_old {
            return Ok(folder);
        }
        match self.download(name, watch) {
            Err(ModelError::Hub(HubError(error))) if error.is_unreachable() => Ok(folder),
            downloaded => downloaded,
        }
    }

    /// Checks that a short name is known or in the cache. Never uses the network.
    pub(crate) fn check_name(&self, name: &HubName) -> Result<()> {
        if name.id.contains('/') || known::find(&name.id).is_some() || self.cached(name).is_some() {
            return Ok(());
        }
        let problem = "no known model has this short name, and there is no such folder";
        Err(HubProblem::Name {
            typed: name.to_string(),
            problem,
        }
        .into())
    }

    fn repo(&self, name: &HubName) -> Repo {
        Repo::new(&self.settings.cache, &name.id)
    }

    #[cfg(feature = "hub")]
    fn download(&self, name: &HubName, watch: &ProgressMonitor) -> Result<PathBuf> {
        snapshot::download(&self.settings, &self.repo(name), name, watch)
    }

    #[cfg(not(feature = "hub"))]
    fn download(&self, name: &HubName, _: &ProgressMonitor) -> Result<PathBuf> {
        Err(HubProblem::DownloadsDisabled {
            model: name.to_string(),
            cache: self.settings.cache.clone(),
        }
        .into())
    }
}

/// The commit of a snapshot folder in the cache.
pub fn commit(folder: &Path) -> Option<String> {
    let name = folder.file_name()?.to_str()?;
    Commit::parse(name).map(|_| name.to_owned())
}
