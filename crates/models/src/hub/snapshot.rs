//! Downloads the missing files of a model, one by one.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use bertscope_encoder::TokenizerFiles;

use super::cache::Repo;
use super::download::Download;
use super::error::HubProblem;
use super::object_id::Commit;
use super::remote::{HubClient, RemoteFile};
use super::{HubName, HubSettings};
use crate::file_layout::{self, WeightFiles};
use crate::text_file::read_bytes;
use crate::{Progress, ProgressMonitor, Result};

/// Looks up the commit, downloads its missing files, and returns the model's folder.
pub fn download(
    settings: &HubSettings,
    repo: &Repo,
    name: &HubName,
    watch: &ProgressMonitor,
) -> Result<PathBuf> {
    watch.report(Progress::Connecting);
    let remote = HubClient::new(settings, name, watch)?;
    let commit = remote.commit()?;
    if repo.complete_snapshot(commit.as_str()).is_err() {
        let snapshot = Snapshot::list(&remote, repo, &commit)?;
        snapshot.download_missing()?;
    }
    // Last, so that a branch never points to an incomplete model.
    repo.write_ref(name.revision_or_main(), &commit)?;
    Ok(repo.snapshot(&commit))
}

/// The files of a commit, on the hub and in the cache.
struct Snapshot<'a> {
    remote: &'a HubClient<'a>,
    repo: &'a Repo,
    commit: &'a Commit,
    folder: PathBuf,
    listing: BTreeMap<String, RemoteFile>,
}

impl<'a> Snapshot<'a> {
    fn list(remote: &'a HubClient<'a>, repo: &'a Repo, commit: &'a Commit) -> Result<Self> {
        let mut listing = remote.listing(commit, "")?;
        if listing.contains_key(file_layout::MODULES) {
            // Without this file, only sentence vectors are missing.
            listing.extend(remote.listing(commit, "/1_Pooling").unwrap_or_default());
        }
        Ok(Self {
            remote,
            repo,
            commit,
            folder: repo.snapshot(commit),
            listing,
        })
    }

    /// Downloads the missing files; the weights come last, so that if they are there, everything is.
    fn download_missing(&self) -> Result<()> {
        if !self.has(file_layout::CONFIG) {
            return Err(self.unusable(file_layout::CONFIG, None).into());
        }
        let weights = file_layout::weights(|file| self.has(file)).ok_or_else(|| {
            let foreign = file_layout::foreign(|file| self.has(file));
            self.unusable(file_layout::NO_WEIGHTS, foreign)
        })?;
        if !TokenizerFiles::has_vocabulary(|file| self.has(file)) {
            return Err(self.unusable(file_layout::NO_TOKENIZER, None).into());
        }
        let mut names = vec![file_layout::CONFIG.to_owned()];
        let small = TokenizerFiles::names().chain(file_layout::SENTENCE_FILES);
        names.extend(small.filter(|file| self.has(file)).map(str::to_owned));
        match weights {
            WeightFiles::One(file) => names.push(file.to_owned()),
            WeightFiles::Shards(index) => {
                self.download_file(index, None)?;
                names.extend(self.shards(index)?);
            }
        }
        names.retain(|file| !self.folder.join(file).is_file());
        for (position, file) in names.iter().enumerate() {
            self.download_file(file, Some((position + 1, names.len())))?;
        }
        Ok(())
    }

    /// The shards that a downloaded index lists.
    fn shards(&self, index: &str) -> Result<BTreeSet<String>> {
        let shards = file_layout::shards(&read_bytes(&self.folder.join(index))?)
            .map_err(|problem| self.invalid_index(index, problem))?;
        match shards.iter().find(|shard| !self.has(shard)) {
            Some(shard) => {
                let problem = format!("its shard {shard} is missing");
                Err(self.invalid_index(index, problem).into())
            }
            None => Ok(shards),
        }
    }

    /// Downloads a file and links it into the snapshot.
    fn download_file(&self, file: &str, number: Option<(usize, usize)>) -> Result<()> {
        let Some(remote_file) = self.listing.get(file) else {
            return Ok(());
        };
        if self.folder.join(file).is_file() {
            return Ok(());
        }
        let download = Download {
            remote: self.remote,
            repo: self.repo,
            commit: self.commit,
            file,
            remote_file,
            number,
        };
        download.fetch()
    }

    fn has(&self, file: &str) -> bool {
        self.listing.contains_key(file)
    }

    /// The error of a model without something that every model needs; `instead` is what it has.
    fn unusable(&self, missing: &'static str, instead: Option<&str>) -> HubProblem {
        HubProblem::Unusable {
            model: self.remote.name.to_string(),
            missing,
            instead: match instead {
                Some(file) => format!("; {file} is for another framework"),
                None => String::new(),
            },
        }
    }

    fn invalid_index(&self, index: &str, problem: String) -> HubProblem {
        HubProblem::InvalidIndex {
            model: self.remote.name.to_string(),
            file: index.to_owned(),
            problem,
        }
    }
}
