//! Models: which ones exist, where their files are, and their baselines, distributions and IDF tables.
//!
//! This crate is internal to bertscope: its interface may change with any version.

pub mod baseline;
pub mod bundled;
pub mod catalogue;
pub mod corpus;
pub mod device;
pub mod distribution;
mod error;
mod file_layout;
pub mod folder;
pub mod frequencies;
pub mod hub;
mod identity;
pub mod known;
mod model;
pub mod pack;
mod program;
mod progress;
mod progress_history;
pub mod published;
pub mod recognised;
mod reopen;
mod sentence_pooling;
pub mod text_file;
pub mod texts;
mod weights_fingerprint;

use std::path::Path;

pub use baseline::{BaselineSource, BaselineTable};
pub use distribution::Distribution;
pub(crate) use error::Result;
pub use error::{ModelError, without_options};
pub use frequencies::FrequencyTable;
pub use hub::{Hub, HubError, HubName};
pub use identity::ModelIdentity;
pub use model::{LoadDepth, Model, ModelFiles, OpenOptions};
pub use progress::{Progress, ProgressMonitor};
pub use progress_history::ProgressHistory;
pub use recognised::Recognition;
pub use reopen::{is_available_offline, reopen_name};
pub use sentence_pooling::{Pooling, SentencePooling};

/// Opens the argument of `--model`: nothing or `bundled` for the bundled model, a folder, or a model of the hub.
///
/// # Errors
/// [`ModelError`], which says what to do, if it is none of them; [`ModelError::Cancelled`] if `watch` was cancelled.
pub fn open(name: Option<&str>, options: &OpenOptions, watch: &ProgressMonitor) -> Result<Model> {
    open_with(name, &Hub::from_env(), options, watch)
}

/// [`open`] with a given hub instead of the environment's.
pub fn open_with(
    name: Option<&str>,
    hub: &Hub,
    options: &OpenOptions,
    watch: &ProgressMonitor,
) -> Result<Model> {
    watch.check_cancelled()?;
    let typed = match name {
        None | Some("bundled" | bundled::NAME | bundled::FULL_NAME) => {
            return bundled::open(options, watch);
        }
        Some(typed) => typed,
    };
    if is_path(typed) {
        let folder = Path::new(typed);
        if let Some(cached) = recognised::cached_name(folder) {
            // The same model as by its name, so it gets the same signature.
            return open_cached(folder, cached.id, "hub".to_owned(), options, watch);
        }
        let name = typed.to_owned();
        let recognition = match known::find(typed) {
            // As in `bert_score`, which goes by the name alone, whatever is in the folder.
            Some(_) => Recognition::from_name(typed),
            None => Recognition::from_folder(folder),
        };
        return folder::model(folder, name.clone(), name, recognition, options, watch);
    }
    let name: HubName = typed.parse()?;
    let origin = match &name.revision {
        Some(revision) => format!("hub@{revision}"),
        None => "hub".to_owned(),
    };
    let folder = hub.fetch(&name, watch)?;
    open_cached(&folder, name.id, origin, options, watch)
}

fn open_cached(
    folder: &Path,
    name: String,
    origin: String,
    options: &OpenOptions,
    watch: &ProgressMonitor,
) -> Result<Model> {
    // A model with a name on the hub is no copy of another.
    let recognition = Recognition::from_name(&name);
    let mut model = folder::model(folder, name, origin, recognition, options, watch)?;
    model.revision = hub::commit(&folder.canonicalize().unwrap_or_default());
    Ok(model)
}

/// Checks the argument of `--model` without reading the model or using the network. A short name has to be known or in the
/// cache; `owner/name` may be anything.
///
/// # Errors
/// [`ModelError`], which says what to do.
pub fn check_name(name: Option<&str>) -> Result<()> {
    match name {
        None | Some("bundled" | bundled::NAME) => Ok(()),
        Some(typed) if !is_path(typed) => Hub::from_env().check_name(&typed.parse()?),
        Some(folder) if Path::new(folder).is_dir() => Ok(()),
        Some(folder) => Err(ModelError::Unknown(folder.to_owned())),
    }
}

/// Whether a name is a folder: one that exists, or one that is written so that it can only be a folder.
fn is_path(name: &str) -> bool {
    let path = Path::new(name);
    let has_separator = name.contains(std::path::is_separator);
    path.exists()
        || path.is_absolute()
        || (has_separator && name.starts_with(['.', '~']))
        || name == "."
        || name == ".."
}
