//! Names by which a model is found again.

use std::path::Path;

use crate::{Hub, HubName, bundled};

/// The name that reopens a model anywhere: an absolute path for a folder, the short name for the bundled model, and any
/// other name unchanged. `~/` is the home folder, as in a shell.
pub fn reopen_name(name: &str) -> String {
    if matches!(name, "bundled" | bundled::NAME | bundled::FULL_NAME) {
        return bundled::NAME.to_owned();
    }
    let home = name
        .strip_prefix("~/")
        .and_then(|rest| Some(etcetera::home_dir().ok()?.join(rest)));
    let path = home.as_deref().unwrap_or(Path::new(name));
    match path.canonicalize() {
        // A path that is not UTF-8 cannot be stored in the session file.
        Ok(folder) if folder.is_dir() => folder
            .to_str()
            .map_or_else(|| name.to_owned(), str::to_owned),
        _ => name.to_owned(),
    }
}

/// Whether a model can be opened without a network.
pub fn is_available_offline(name: &str) -> bool {
    if name == bundled::NAME || Path::new(name).is_dir() {
        return true;
    }
    name.parse()
        .is_ok_and(|name: HubName| Hub::from_env().cached(&name).is_some())
}
