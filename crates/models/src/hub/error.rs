//! Errors of models of the hub; every message says what to do.

use std::path::PathBuf;

/// A model of the hub that cannot be found, downloaded or used.
#[derive(Debug, thiserror::Error)]
pub enum HubError {
    /// The name is not a valid model id.
    #[error(
        "{typed:?} is not a model name: {problem}; write owner/name or a short name, followed by @REVISION to pin a revision"
    )]
    Name {
        /// The name as typed.
        typed: String,
        /// The problem.
        problem: &'static str,
    },
    /// `HF_ENDPOINT` is not a valid URL.
    #[error("the hub URL {endpoint:?} is not valid: {problem}; correct or unset HF_ENDPOINT")]
    Endpoint {
        /// The URL.
        endpoint: String,
        /// The problem.
        problem: String,
    },
    /// Downloads are disabled and the model is not in the cache.
    #[error(
        "{model} is not in the cache {} ({missing}), and HF_HUB_OFFLINE disables downloads; unset HF_HUB_OFFLINE, or \
         pass a folder",
        cache.display()
    )]
    Offline {
        /// The model.
        model: String,
        /// The cache.
        cache: PathBuf,
        /// What is missing.
        missing: String,
    },
    /// The program was built without downloads.
    #[error(
        "{model} is not in the cache {}, and this program was built without downloads (feature `hub`); pass a folder, or put \
         the model into the cache with `hf download {model}`",
        cache.display()
    )]
    DownloadsDisabled {
        /// The model.
        model: String,
        /// The cache.
        cache: PathBuf,
    },
    /// No connection.
    #[error(
        "cannot reach {endpoint} for {what}: {reason}; check the network, and HTTPS_PROXY if there is a proxy; models \
         in the cache, folders and the bundled model (leave out --lang and --model) work without a network"
    )]
    Unreachable {
        /// The hub.
        endpoint: String,
        /// The model, or one of its files.
        what: String,
        /// The system's error message.
        reason: String,
    },
    /// The server's certificate cannot be verified.
    #[error(
        "no trusted connection to {endpoint}: {reason}; install the system's root certificates, or set SSL_CERT_FILE to a \
         file with those of your network"
    )]
    Certificates {
        /// The hub.
        endpoint: String,
        /// The problem of the certificates.
        reason: String,
    },
    /// The hub has no such model, or hides it because it is private.
    #[error(
        "there is no model {model} on {endpoint}, and no folder of this name here; check the spelling, or set HF_TOKEN if \
         the model is private"
    )]
    NoSuchModel {
        /// The model.
        model: String,
        /// The hub.
        endpoint: String,
    },
    /// The hub rejected the access token.
    #[error(
        "{endpoint} rejected the access token for {model}; correct or unset HF_TOKEN, or log in again with \
         `hf auth login`"
    )]
    InvalidToken {
        /// The model.
        model: String,
        /// The hub.
        endpoint: String,
    },
    /// The model's terms have to be accepted first.
    #[error(
        "{model} is gated: accept its terms on {page}, and set HF_TOKEN to an access token of the account that accepted them"
    )]
    Gated {
        /// The model.
        model: String,
        /// Its page.
        page: String,
    },
    /// The account may not read the model.
    #[error("{endpoint} refused {model} (403{detail}); set HF_TOKEN to an access token that may read it")]
    Forbidden {
        /// The model.
        model: String,
        /// The hub.
        endpoint: String,
        /// The hub's message after a colon, or empty.
        detail: String,
    },
    /// The model exists, but the revision does not.
    #[error("{model} has no revision {revision:?}; use a branch, a tag or a full commit hash from {page}")]
    NoSuchRevision {
        /// The model.
        model: String,
        /// The requested one.
        revision: String,
        /// The page that lists them.
        page: String,
    },
    /// The model lacks something that every model needs.
    #[error("{model} cannot be used: it has no {missing}{instead}; choose another model or revision")]
    Unusable {
        /// The model.
        model: String,
        /// What is missing.
        missing: &'static str,
        /// What it has instead, after a semicolon; or empty.
        instead: String,
    },
    /// An invalid list of shards.
    #[error("{file} of {model} cannot be used: {problem}; choose another model or revision")]
    InvalidIndex {
        /// The model.
        model: String,
        /// The list.
        file: String,
        /// The problem.
        problem: String,
    },
    /// The download stalled: no data, or almost none, within the timeout.
    #[error(
        "the download of {file} of {model} stalled: {} in {seconds} s; try again to resume ({done} of {total} bytes are kept)",
        match came { 0 => "nothing".to_owned(), bytes => format!("only {bytes} bytes") }
    )]
    Stalled {
        /// The model.
        model: String,
        /// The file.
        file: String,
        /// The duration of the stall in seconds.
        seconds: f32,
        /// Bytes received in this time.
        came: u64,
        /// Bytes of the file that are kept.
        done: u64,
        /// Size of the file in bytes.
        total: u64,
    },
    /// The connection broke, and retries did not help.
    #[error(
        "the connection broke while downloading {file} of {model} ({reason}); try again to resume ({done} of {total} bytes are \
         kept)"
    )]
    ConnectionLost {
        /// The model.
        model: String,
        /// The file.
        file: String,
        /// The system's error message.
        reason: String,
        /// Bytes of the file that are kept.
        done: u64,
        /// Size of the file in bytes.
        total: u64,
    },
    /// A downloaded file does not match the size or digest that the hub lists.
    #[error(
        "the download of {file} of {model} is damaged: {problem}; it was deleted; try again, or contact the operator of your \
         proxy or mirror"
    )]
    Damaged {
        /// The model.
        model: String,
        /// The file.
        file: String,
        /// The mismatch.
        problem: String,
    },
    /// The disk is full.
    #[error("the disk is full: no room for the rest of {}; free some space and try again to resume", .0.display())]
    DiskFull(PathBuf),
    /// The cache cannot be written.
    #[error("cannot write to the cache, {}: {reason}; set HF_HOME to a writable folder", path.display())]
    Cache {
        /// The file or folder.
        path: PathBuf,
        /// The system's error message.
        reason: String,
    },
    /// The hub limits the rate of requests (HTTP 429).
    #[error("too many requests to {endpoint} (429); wait a few minutes, or set HF_TOKEN for a higher limit")]
    RateLimited {
        /// The hub.
        endpoint: String,
    },
    /// The hub has a server error.
    #[error("{endpoint} failed with status {status} for {what}; try again later")]
    Server {
        /// The hub.
        endpoint: String,
        /// The HTTP status.
        status: u16,
        /// The model, or one of its files.
        what: String,
    },
    /// An unexpected response from the hub.
    #[error("{endpoint} sent an unexpected response for {what}: {problem}; check HF_ENDPOINT")]
    InvalidResponse {
        /// The hub.
        endpoint: String,
        /// The model, or one of its files.
        what: String,
        /// The problem.
        problem: String,
    },
}

impl HubError {
    /// Whether the hub could not be reached, so that the cache is used instead.
    pub(super) fn is_unreachable(&self) -> bool {
        matches!(self, Self::Unreachable { .. } | Self::Server { .. } | Self::RateLimited { .. })
    }

    /// Whether the error may be transient, so that a retry makes sense.
    pub(super) fn is_transient(&self) -> bool {
        matches!(self, Self::ConnectionLost { .. } | Self::Server { .. } | Self::Unreachable { .. })
    }
}
