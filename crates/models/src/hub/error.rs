//! What can go wrong with a model of the hub; every message says what to do.

use std::path::PathBuf;

/// A model of the hub that cannot be had.
#[derive(Debug, thiserror::Error)]
pub enum HubError {
    /// The name is not a valid model id.
    #[error(
        "{typed:?} is not a model name: {problem}; write owner/name or a short name, followed by @REVISION to pin a revision"
    )]
    Name {
        /// What was typed.
        typed: String,
        /// What is wrong with it.
        problem: &'static str,
    },
    /// `HF_ENDPOINT` is not an address.
    #[error("the hub address {endpoint:?} is not valid: {problem}; correct or unset HF_ENDPOINT")]
    Endpoint {
        /// The address.
        endpoint: String,
        /// What is wrong with it.
        problem: String,
    },
    /// The network is forbidden and the cache does not have the model.
    #[error(
        "{model} is not in the cache {} ({missing}), and HF_HUB_OFFLINE forbids downloads; unset HF_HUB_OFFLINE, or \
         give a folder",
        cache.display()
    )]
    Offline {
        /// The model.
        model: String,
        /// The cache.
        cache: PathBuf,
        /// What of it is not there.
        missing: String,
    },
    /// This program cannot download.
    #[error(
        "{model} is not in the cache {}, and this program was built without downloads (feature `hub`); give a folder, or put \
         the model into the cache with `hf download {model}`",
        cache.display()
    )]
    NotBuilt {
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
        /// What the system said.
        reason: String,
    },
    /// No connection that can be trusted.
    #[error(
        "no trusted connection to {endpoint}: {reason}; install the system's root certificates, or set SSL_CERT_FILE to a \
         file with those of your network"
    )]
    Certificates {
        /// The hub.
        endpoint: String,
        /// What is wrong with the certificates.
        reason: String,
    },
    /// The hub knows no such model, or does not show it.
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
    /// The token is wrong.
    #[error(
        "{endpoint} rejected the access token for {model}; correct or unset HF_TOKEN, or log in again with \
         `hf auth login`"
    )]
    BadToken {
        /// The model.
        model: String,
        /// The hub.
        endpoint: String,
    },
    /// The model's terms have to be accepted first.
    #[error("{model} is gated: accept its terms on {page}, and set HF_TOKEN to an access token of that account")]
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
        /// What the hub said, in front of it a colon, or nothing.
        detail: String,
    },
    /// The model is there, but not that revision.
    #[error("{model} has no revision {revision:?}; give a branch, a tag or a full commit hash from {page}")]
    NoSuchRevision {
        /// The model.
        model: String,
        /// What was asked for.
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
        /// What it has instead, in front of it a semicolon, or nothing.
        instead: String,
    },
    /// A list of shards that makes no sense.
    #[error("{file} of {model} cannot be used: {problem}; choose another model or revision")]
    BadIndex {
        /// The model.
        model: String,
        /// The list.
        file: String,
        /// What is wrong with it.
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
        /// How long so little came.
        seconds: f32,
        /// Bytes that came in this time.
        came: u64,
        /// Bytes that are here.
        done: u64,
        /// Bytes that it has.
        total: u64,
    },
    /// The connection broke again and again.
    #[error(
        "the connection broke while downloading {file} of {model} ({reason}); try again to resume ({done} of {total} bytes are \
         kept)"
    )]
    Cut {
        /// The model.
        model: String,
        /// The file.
        file: String,
        /// What the system said.
        reason: String,
        /// Bytes that are here.
        done: u64,
        /// Bytes that it has.
        total: u64,
    },
    /// A file is not what the hub says that it is.
    #[error(
        "the download of {file} of {model} is damaged: {problem}; it was deleted; try again, or contact the operator of your \
         proxy or mirror"
    )]
    Damaged {
        /// The model.
        model: String,
        /// The file.
        file: String,
        /// What does not fit.
        problem: String,
    },
    /// No room.
    #[error("the disk is full: no room for the rest of {}; free some space and try again to resume", .0.display())]
    DiskFull(PathBuf),
    /// The cache cannot be written.
    #[error("cannot write to the cache, {}: {reason}; set HF_HOME to a writable folder", path.display())]
    Cache {
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        reason: String,
    },
    /// The hub limits the rate of requests (HTTP 429).
    #[error("too many requests to {endpoint} (429); wait a few minutes, or set HF_TOKEN for a higher limit")]
    TooMany {
        /// The hub.
        endpoint: String,
    },
    /// The hub does not work.
    #[error("{endpoint} failed with status {status} for {what}; try again later")]
    Server {
        /// The hub.
        endpoint: String,
        /// The HTTP status.
        status: u16,
        /// The model, or one of its files.
        what: String,
    },
    /// The hub says something that is not understood.
    #[error("{endpoint} sent an unexpected answer for {what}: {problem}; check HF_ENDPOINT")]
    Answer {
        /// The hub.
        endpoint: String,
        /// The model, or one of its files.
        what: String,
        /// What is wrong with it.
        problem: String,
    },
}

impl HubError {
    /// Whether the hub could not be asked, so that what is in the cache has to do.
    pub(super) fn is_out_of_reach(&self) -> bool {
        matches!(self, Self::Unreachable { .. } | Self::Server { .. } | Self::TooMany { .. })
    }

    /// Whether the error may be transient, so that a retry makes sense.
    pub(super) fn may_pass(&self) -> bool {
        matches!(self, Self::Cut { .. } | Self::Server { .. } | Self::Unreachable { .. })
    }
}
