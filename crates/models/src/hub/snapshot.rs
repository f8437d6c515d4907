//! Downloads the missing files of a model, one by one.

use std::path::{Path, PathBuf};

use bertscope_encoder::TokenizerFiles;

use super::cache::Repo;
use super::content::Commit;
use super::download::Wanted;
use super::remote::Remote;
use super::{HubError, HubName, HubSettings, download, remote};
use crate::layout::{self, Weights};
use crate::{ModelError, Progress, Watch};

/// Looks up the commit, downloads its missing files, and returns the model's folder.
///
/// # Errors
/// As [`super::Hub::fetch`].
pub fn download(settings: &HubSettings, repo: &Repo, name: &HubName, watch: &Watch) -> Result<PathBuf, ModelError> {
    watch.report(Progress::Asking);
    let remote = Remote::new(settings, name, watch)?;
    let commit = remote.commit()?;
    if repo.complete(commit.as_str()).is_err() {
        download_commit(&remote, repo, &commit)?;
    }
    // Last, so that a branch never points to an incomplete model.
    repo.write_ref(name.asked(), &commit)?;
    Ok(repo.snapshot(&commit))
}

/// Downloads the missing files of a commit; the weights come last, so that if they are there, everything is.
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
    let shards = layout::shards(&crate::input::read_bytes(path)?).map_err(bad)?;
    match shards.iter().find(|shard| !has(shard)) {
        Some(shard) => Err(bad(format!("its shard {shard} is missing"))),
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
