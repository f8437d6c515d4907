//! Downloads the missing files of a model, one by one.

use std::path::{Path, PathBuf};

use bertscope_encoder::TokenizerFiles;

use super::cache::Repo;
use super::download::FileRequest;
use super::error::HubProblem;
use super::object_id::Commit;
use super::remote::HubClient;
use super::{HubName, HubSettings, download, remote};
use crate::file_layout::{self, WeightFiles};
use crate::{ModelError, Progress, ProgressMonitor, Result};

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
        download_commit(&remote, repo, &commit)?;
    }
    // Last, so that a branch never points to an incomplete model.
    repo.write_ref(name.revision_or_main(), &commit)?;
    Ok(repo.snapshot(&commit))
}

/// Downloads the missing files of a commit; the weights come last, so that if they are there, everything is.
fn download_commit(remote: &HubClient<'_>, repo: &Repo, commit: &Commit) -> Result<()> {
    let mut listing = remote.listing(commit, "")?;
    if listing.contains_key(file_layout::MODULES) {
        // Without this file, only sentence vectors are missing.
        listing.extend(remote.listing(commit, "/1_Pooling").unwrap_or_default());
    }
    let has = |file: &str| listing.contains_key(file);
    let lacks = |missing, instead: Option<&str>| {
        let instead = instead
            .map(|file| format!("; {file} is for another framework"))
            .unwrap_or_default();
        HubProblem::Unusable {
            model: remote.name.to_string(),
            missing,
            instead,
        }
    };
    if !has(file_layout::CONFIG) {
        return Err(lacks(file_layout::CONFIG, None).into());
    }
    let weights = file_layout::weights(has);
    let weights =
        weights.ok_or_else(|| lacks(file_layout::NO_WEIGHTS, file_layout::foreign(has)))?;
    if !TokenizerFiles::has_vocabulary(has) {
        return Err(lacks(file_layout::NO_TOKENIZER, None).into());
    }
    let mut names = vec![file_layout::CONFIG.to_owned()];
    let small = TokenizerFiles::names().chain(file_layout::SENTENCE_FILES);
    names.extend(small.filter(|file| has(file)).map(str::to_owned));
    match weights {
        WeightFiles::One(file) => names.push(file.to_owned()),
        WeightFiles::Shards(index) => {
            get(remote, repo, commit, &listing, index, None)?;
            names.extend(shards(
                remote,
                &repo.snapshot(commit).join(index),
                index,
                has,
            )?);
        }
    }
    let snapshot = repo.snapshot(commit);
    names.retain(|file| !snapshot.join(file).is_file());
    for (at, file) in names.iter().enumerate() {
        get(
            remote,
            repo,
            commit,
            &listing,
            file,
            Some((at + 1, names.len())),
        )?;
    }
    Ok(())
}

/// The shards that a downloaded index lists.
fn shards(
    remote: &HubClient<'_>,
    path: &Path,
    index: &str,
    has: impl Fn(&str) -> bool,
) -> Result<impl IntoIterator<Item = String>> {
    let bad = |problem| {
        ModelError::from(HubProblem::InvalidIndex {
            model: remote.name.to_string(),
            file: index.to_owned(),
            problem,
        })
    };
    let shards = file_layout::shards(&crate::text_file::read_bytes(path)?).map_err(bad)?;
    match shards.iter().find(|shard| !has(shard)) {
        Some(shard) => Err(bad(format!("its shard {shard} is missing"))),
        None => Ok(shards),
    }
}

/// Downloads a file and links it into the snapshot.
fn get(
    remote: &HubClient<'_>,
    repo: &Repo,
    commit: &Commit,
    listing: &std::collections::BTreeMap<String, remote::RemoteFile>,
    file: &str,
    number: Option<(usize, usize)>,
) -> Result<()> {
    let Some(entry) = listing.get(file) else {
        return Ok(());
    };
    if repo.snapshot(commit).join(file).is_file() {
        return Ok(());
    }
    let wanted = FileRequest {
        file: file.to_owned(),
        remote_file: entry.clone(),
        number,
    };
    download::fetch(remote, repo, commit, &wanted)
}
