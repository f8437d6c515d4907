//! Errors of models of the hub; every message says what to do.

use std::path::PathBuf;

/// A model of the hub that cannot be found, downloaded or used.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub struct HubError(#[from] pub(crate) HubProblem);

/// The problem, whose fields are the words of its message.
#[derive(Debug, thiserror::Error)]
pub enum HubProblem {
    /// The name is not a valid model id.
    #[error(
        "{typed:?} is not a model name: {problem}; write owner/name or a short name, followed by @REVISION to pin a revision"
    )]
    Name {
        typed: String,
        problem: &'static str,
    },
    /// `HF_ENDPOINT` is not a valid URL.
    #[error("the hub URL {endpoint:?} is not valid: {problem}; correct or unset HF_ENDPOINT")]
    Endpoint { endpoint: String, problem: String },
    /// Downloads are disabled and the model is not in the cache.
    #[error(
        "{model} is not in the cache {} ({missing}), and HF_HUB_OFFLINE disables downloads; unset HF_HUB_OFFLINE, or \
         pass a folder",
        cache.display()
    )]
    Offline {
        model: String,
        cache: PathBuf,
        missing: String,
    },
    /// The program was built without downloads.
    #[error(
        "{model} is not in the cache {}, and this program was built without downloads (feature `hub`); pass a folder, or put \
         the model into the cache with `hf download {model}`",
        cache.display()
    )]
    DownloadsDisabled { model: String, cache: PathBuf },
    /// No connection.
    #[error(
        "cannot reach {endpoint} for {what}: {reason}; check the network, and HTTPS_PROXY if there is a proxy; models \
         in the cache, folders and the bundled model (leave out --lang and --model) work without a network"
    )]
    Unreachable {
        endpoint: String,
        what: String,
        reason: String,
    },
    /// The server's certificate cannot be verified.
    #[error(
        "no trusted connection to {endpoint}: {reason}; install the system's root certificates, or set SSL_CERT_FILE to a \
         file with those of your network"
    )]
    Certificates { endpoint: String, reason: String },
    /// The hub has no such model, or hides it because it is private.
    #[error(
        "there is no model {model} on {endpoint}, and no folder of this name here; check the spelling, or set HF_TOKEN if \
         the model is private"
    )]
    NoSuchModel { model: String, endpoint: String },
    /// The hub rejected the access token.
    #[error(
        "{endpoint} rejected the access token for {model}; correct or unset HF_TOKEN, or log in again with \
         `hf auth login`"
    )]
    InvalidToken { model: String, endpoint: String },
    /// The model's terms have to be accepted first.
    #[error(
        "{model} is gated: accept its terms on {page}, and set HF_TOKEN to an access token of the account that accepted them"
    )]
    Gated { model: String, page: String },
    /// The account may not read the model.
    #[error(
        "{endpoint} refused {model} (403{detail}); set HF_TOKEN to an access token that may read it"
    )]
    Forbidden {
        model: String,
        endpoint: String,
        detail: String,
    },
    /// The model exists, but the revision does not.
    #[error(
        "{model} has no revision {revision:?}; use a branch, a tag or a full commit hash from {page}"
    )]
    NoSuchRevision {
        model: String,
        revision: String,
        page: String,
    },
    /// The model lacks something that every model needs.
    #[error(
        "{model} cannot be used: it has no {missing}{instead}; choose another model or revision"
    )]
    Unusable {
        model: String,
        missing: &'static str,
        instead: String,
    },
    /// An invalid list of shards.
    #[error("{file} of {model} cannot be used: {problem}; choose another model or revision")]
    InvalidIndex {
        model: String,
        file: String,
        problem: String,
    },
    /// The download stalled: no data, or almost none, within the timeout.
    #[error(
        "the download of {file} of {model} stalled: {} in {seconds} s; try again to resume ({done} of {total} bytes are kept)",
        match came { 0 => "nothing".to_owned(), bytes => format!("only {bytes} bytes") }
    )]
    Stalled {
        model: String,
        file: String,
        seconds: f32,
        came: u64,
        done: u64,
        total: u64,
    },
    /// The connection broke, and retries did not help.
    #[error(
        "the connection broke while downloading {file} of {model} ({reason}); try again to resume ({done} of {total} bytes are \
         kept)"
    )]
    ConnectionLost {
        model: String,
        file: String,
        reason: String,
        done: u64,
        total: u64,
    },
    /// A downloaded file does not match the size or digest that the hub lists.
    #[error(
        "the download of {file} of {model} is damaged: {problem}; it was deleted; try again, or contact the operator of your \
         proxy or mirror"
    )]
    Damaged {
        model: String,
        file: String,
        problem: String,
    },
    #[error("the disk is full: no room for the rest of {}; free some space and try again to resume", .0.display())]
    DiskFull(PathBuf),
    /// The cache cannot be written.
    #[error("cannot write to the cache, {}: {reason}; set HF_HOME to a writable folder", path.display())]
    Cache { path: PathBuf, reason: String },
    /// The hub limits the rate of requests (HTTP 429).
    #[error(
        "too many requests to {endpoint} (429); wait a few minutes, or set HF_TOKEN for a higher limit"
    )]
    RateLimited { endpoint: String },
    /// The hub has a server error.
    #[error("{endpoint} failed with status {status} for {what}; try again later")]
    Server {
        endpoint: String,
        status: u16,
        what: String,
    },
    /// An unexpected response from the hub.
    #[error("{endpoint} sent an unexpected response for {what}: {problem}; check HF_ENDPOINT")]
    InvalidResponse {
        endpoint: String,
        what: String,
        problem: String,
    },
}

impl HubProblem {
    /// Whether the hub could not be reached, so that the cache is used instead.
    pub fn is_unreachable(&self) -> bool {
        matches!(
            self,
            Self::Unreachable { .. } | Self::Server { .. } | Self::RateLimited { .. }
        )
    }

    /// Whether the error may be transient, so that a retry makes sense.
    pub fn is_transient(&self) -> bool {
        matches!(
            self,
            Self::ConnectionLost { .. } | Self::Server { .. } | Self::Unreachable { .. }
        )
    }
}
