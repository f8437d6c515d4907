//! Settings of the hub and its cache, read from the same environment variables as huggingface_hub.

use std::path::PathBuf;
use std::time::Duration;

/// The settings of a [`super::Hub`].
#[derive(Clone)]
pub struct HubSettings {
    /// The hub's URL.
    pub endpoint: String,
    /// The cache folder, with one folder for each model.
    pub cache: PathBuf,
    /// The access token. It is sent only to the hub's own origin (scheme, host and port).
    pub token: Option<String>,
    /// Never use the network.
    pub offline: bool,
    /// Timeout of a request, and of a download that receives (almost) no data.
    pub timeout: Duration,
}

impl HubSettings {
    /// `HF_ENDPOINT`; `HF_HUB_CACHE`, `HUGGINGFACE_HUB_CACHE` or the folder `hub` in `HF_HOME`; `HF_TOKEN`, the file
    /// `HF_TOKEN_PATH` or the file that `hf auth login` writes, unless `HF_HUB_DISABLE_IMPLICIT_TOKEN` is set;
    /// `HF_HUB_OFFLINE` or `TRANSFORMERS_OFFLINE`.
    pub fn from_env() -> Self {
        let endpoint =
            variable("HF_ENDPOINT").unwrap_or_else(|| "https://huggingface.co".to_owned());
        Self {
            endpoint: endpoint.trim_end_matches('/').to_owned(),
            cache: ["HF_HUB_CACHE", "HUGGINGFACE_HUB_CACHE"]
                .into_iter()
                .find_map(variable)
                .map_or_else(|| home().join("hub"), PathBuf::from),
            token: token(),
            offline: ["HF_HUB_OFFLINE", "TRANSFORMERS_OFFLINE"]
                .into_iter()
                .filter_map(variable)
                .any(|value| is_truthy(&value)),
            timeout: Duration::from_secs(30),
        }
    }

    /// The hub's URL for messages, without possible secrets: everything before the last `@`, because a password may contain
    /// an unescaped `/`, and everything after a `?` or `#`.
    pub(super) fn redacted_endpoint(&self) -> String {
        let (start, rest) = self
            .endpoint
            .split_at(self.endpoint.find("://").map_or(0, |at| at + 3));
        let public = rest.rsplit_once('@').map_or(rest, |(_, public)| public);
        format!(
            "{start}{}",
            public.split(['?', '#']).next().unwrap_or_default()
        )
    }
}

impl std::fmt::Debug for HubSettings {
    /// Without the token.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut shown = f.debug_struct("HubSettings");
        shown
            .field("endpoint", &self.redacted_endpoint())
            .field("cache", &self.cache)
            .field("offline", &self.offline);
        shown.finish_non_exhaustive()
    }
}

/// `HF_HOME`, or the folder `huggingface` in the user's cache folder.
fn home() -> PathBuf {
    let caches = || {
        let in_home = || etcetera::home_dir().unwrap_or_default().join(".cache");
        variable("XDG_CACHE_HOME")
            .map_or_else(in_home, PathBuf::from)
            .join("huggingface")
    };
    variable("HF_HOME").map_or_else(caches, PathBuf::from)
}

pub(super) fn variable(name: &str) -> Option<String> {
    std::env::var(name)
        .ok()
        .map(|value| value.trim().to_owned())
        .filter(|value| !value.is_empty())
}

fn token() -> Option<String> {
    if variable("HF_HUB_DISABLE_IMPLICIT_TOKEN").is_some() {
        return None;
    }
    let file = || {
        let path = variable("HF_TOKEN_PATH").map_or_else(|| home().join("token"), PathBuf::from);
        // Reading a pipe would block, and tokens are short.
        let short = std::fs::metadata(&path).is_ok_and(|data| data.is_file() && data.len() <= 4096);
        short
            .then(|| std::fs::read_to_string(path).ok())
            .flatten()
            .map(|text| text.trim().to_owned())
            .filter(|token| !token.is_empty())
    };
    variable("HF_TOKEN").or_else(file)
}

fn is_truthy(value: &str) -> bool {
    ["1", "true", "yes", "on"]
        .iter()
        .any(|word| value.eq_ignore_ascii_case(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_message_has_the_password_of_the_address() {
        for (endpoint, shown) in [
            ("https://huggingface.co", "https://huggingface.co"),
            (
                "https://me:secret@hub.test:8080/prefix",
                "https://hub.test:8080/prefix",
            ),
            ("https://me:sec/ret@hub.test", "https://hub.test"),
            ("https://me:s@cret@hub.test/a", "https://hub.test/a"),
            ("https://me:12/secret@hub.test", "https://hub.test"),
            ("me:secret@hub.test", "hub.test"),
            ("https://hub.test/a?token=secret", "https://hub.test/a"),
            ("https://hub.test/a#secret", "https://hub.test/a"),
        ] {
            let settings = HubSettings {
                endpoint: endpoint.to_owned(),
                ..HubSettings::from_env()
            };
            assert_eq!(settings.redacted_endpoint(), shown);
            assert!(!format!("{settings:?}").contains("secret"));
        }
    }
}
