//! Settings of the hub and its cache, read from the same environment variables as huggingface_hub.

use std::path::PathBuf;
use std::time::Duration;

use crate::text_file::short_text;

/// Maximum bytes of a file with an access token.
const MAX_TOKEN_BYTES: u64 = 4096;

/// The settings of a [`super::Hub`].
#[derive(Clone)]
pub struct HubSettings {
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
        let endpoint = variable("HF_ENDPOINT");
        let endpoint = endpoint.as_deref().unwrap_or("https://huggingface.co");
        let cache = variable("HF_HUB_CACHE").or_else(|| variable("HUGGINGFACE_HUB_CACHE"));
        Self {
            endpoint: endpoint.trim_end_matches('/').to_owned(),
            cache: match cache {
                Some(folder) => folder.into(),
                None => home().join("hub"),
            },
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
    pub fn redacted_endpoint(&self) -> String {
        let scheme_end = self.endpoint.find("://").map_or(0, |start| start + 3);
        let (scheme, rest) = self.endpoint.split_at(scheme_end);
        let public = rest.rsplit_once('@').map_or(rest, |(_, public)| public);
        let public = public.split(['?', '#']).next().unwrap_or_default();
        format!("{scheme}{public}")
    }
}

#[cfg(feature = "hub")]
impl HubSettings {
    /// The proxy through which the hub is asked, without its user and password; `None` if there is none.
    ///
    /// # Errors
    /// What is wrong with the endpoint, or the variable of the proxy.
    pub fn proxy(&self) -> Result<Option<String>, String> {
        let url = super::url::endpoint_url(&self.endpoint, &self.redacted_endpoint())
            .map_err(|problem| problem.to_string())?;
        let proxy = super::proxy::choose(url.scheme(), variable)?;
        Ok(proxy.map(|proxy| {
            let protocol = proxy.protocol().to_string().to_lowercase();
            format!("{protocol}://{}:{}", proxy.host(), proxy.port())
        }))
    }
}

impl std::fmt::Debug for HubSettings {
    /// Without the token.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("HubSettings")
            .field("endpoint", &self.redacted_endpoint())
            .field("cache", &self.cache)
            .field("offline", &self.offline)
            .finish_non_exhaustive()
    }
}

/// `HF_HOME`, or the folder `huggingface` in the user's cache folder.
fn home() -> PathBuf {
    if let Some(home) = variable("HF_HOME") {
        return home.into();
    }
    let caches = match variable("XDG_CACHE_HOME") {
        Some(folder) => folder.into(),
        None => etcetera::home_dir().unwrap_or_default().join(".cache"),
    };
    caches.join("huggingface")
}

/// A variable of the environment that is set and not empty.
pub fn variable(name: &str) -> Option<String> {
    let value = std::env::var(name).ok()?;
    not_empty(value.trim())
}

fn not_empty(text: &str) -> Option<String> {
    if text.is_empty() {
        None
    } else {
        Some(text.to_owned())
    }
}

fn token() -> Option<String> {
    if variable("HF_HUB_DISABLE_IMPLICIT_TOKEN").is_some() {
        return None;
    }
    if let Some(token) = variable("HF_TOKEN") {
        return Some(token);
    }
    let path = match variable("HF_TOKEN_PATH") {
        Some(path) => path.into(),
        None => home().join("token"),
    };
    not_empty(short_text(&path, MAX_TOKEN_BYTES)?.trim())
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
