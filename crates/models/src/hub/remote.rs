//! A client for the hub's HTTP API: commits, file listings, contents, and the meaning of error responses.
//!
//! The requests are sent here, because hf-hub's follow redirects with the token, read responses of any length and cannot
//! be cancelled.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde::de::DeserializeOwned;
use ureq::Agent;
use ureq::http::header::{AUTHORIZATION, HeaderMap, HeaderValue, LINK, LOCATION, RANGE};
use ureq::http::{Request, StatusCode};
use ureq::tls::{RootCerts, TlsConfig};

use super::error::{HubError, HubProblem};
use super::object_id::{Commit, ContentId};
use super::request::{Interruption, Transfer, pause};
use super::url::{Url, next_page};
use super::{HubName, HubSettings, proxy, settings};
use crate::text_file::MAX_FILE_BYTES;
use crate::{ModelError, ProgressMonitor, Result};

/// Timeout for opening a connection.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);

/// Maximum number of redirects.
const MAX_REDIRECTS: usize = 10;

/// Maximum size of an API response in bytes, all pages together.
const MAX_RESPONSE_BYTES: usize = 16 << 20;

/// Maximum pages of one listing; the hub lists a thousand files per page.
const MAX_PAGES: usize = 50;

/// Pause before a failed request is retried.
const RETRY_DELAY: Duration = Duration::from_millis(200);

/// Maximum size in bytes of a downloaded weights file: one terabyte.
const MAX_CHECKPOINT_BYTES: u64 = 1 << 40;

#[derive(Debug, Clone)]
pub struct RemoteFile {
    /// Its size in bytes.
    pub size: u64,
    /// The digest of its content.
    pub id: ContentId,
}

/// One model on the hub.
pub struct HubClient<'a> {
    pub(super) settings: &'a HubSettings,
    pub(super) name: &'a HubName,
    pub(super) watch: &'a ProgressMonitor,
    /// The hub's URL for messages.
    endpoint: String,
    home: Url,
    token: Option<HeaderValue>,
    agent: Agent,
}

/// A response whose body is still being received.
pub struct Response {
    /// The HTTP status.
    pub status: StatusCode,
    headers: HeaderMap,
    from: Url,
    /// Its body.
    pub body: Transfer,
}

/// A revision in the hub's format.
#[derive(serde::Deserialize)]
struct RevisionInfo {
    sha: String,
}

/// An entry of a listing in the hub's format.
#[derive(serde::Deserialize)]
struct ListedFile {
    #[serde(rename = "type")]
    kind: String,
    path: String,
    #[serde(default)]
    size: u64,
    #[serde(default)]
    oid: String,
    lfs: Option<LfsPointer>,
}

/// The size and digest of a large file in a listing.
#[derive(serde::Deserialize)]
struct LfsPointer {
    oid: String,
    size: u64,
}

impl<'a> HubClient<'a> {
    /// Creates a client from the settings; sends no request yet.
    ///
    /// # Errors
    /// [`HubProblem::Endpoint`], [`HubProblem::InvalidToken`], [`HubProblem::Unreachable`] if the proxy's URL is invalid.
    pub fn new(
        settings: &'a HubSettings,
        name: &'a HubName,
        watch: &'a ProgressMonitor,
    ) -> Result<Self, HubProblem> {
        let endpoint = settings.redacted_endpoint();
        let invalid = |problem| HubProblem::Endpoint {
            endpoint: endpoint.clone(),
            problem,
        };
        let home = Url::parse(&settings.endpoint).map_err(invalid)?;
        let bad_token = |_| HubProblem::InvalidToken {
            model: name.to_string(),
            endpoint: endpoint.clone(),
        };
        let token = settings
            .token
            .as_ref()
            .map(|token| HeaderValue::from_str(&format!("Bearer {token}")));
        let token = token.transpose().map_err(bad_token)?;
        let unreachable = |reason| HubProblem::Unreachable {
            endpoint: endpoint.clone(),
            what: name.to_string(),
            reason,
        };
        let agent = agent(&home, settings.timeout).map_err(unreachable)?;
        Ok(Self {
            settings,
            name,
            watch,
            endpoint,
            home,
            token,
            agent,
        })
    }

    /// Looks up the current commit of the revision.
    pub fn commit(&self) -> Result<Commit> {
        let revision = self.name.revision_or_main().replace('/', "%2F");
        let address = self
            .url(&format!("api/models/{}/revision/{revision}", self.name.id).replace('#', "%23"))?;
        let info: RevisionInfo = self.with_retry(|until| {
            let answer = self.send_request(&address, "", 0, until)?;
            let text = self.read_body(&answer, MAX_RESPONSE_BYTES, until)?;
            self.json(&text)
        })?;
        let commit = Commit::parse(&info.sha);
        Ok(commit.ok_or_else(|| {
            self.invalid_response(format!(
                "its commit is {:?}, not 40 hexadecimal digits",
                info.sha
            ))
        })?)
    }

    /// Lists the files of a folder, such as `/1_Pooling`; an empty one is the root of the repository.
    pub fn listing(&self, commit: &Commit, folder: &str) -> Result<BTreeMap<String, RemoteFile>> {
        let first = self.url(&format!(
            "api/models/{}/tree/{commit}{folder}",
            self.name.id
        ))?;
        self.with_retry(|until| {
            let (mut address, mut room) = (first.clone(), MAX_RESPONSE_BYTES);
            let mut files = BTreeMap::new();
            for _ in 0..MAX_PAGES {
                let answer = self.send_request(&address, "", 0, until)?;
                let text = self.read_body(&answer, room, until)?;
                room -= text.len();
                for listed in self
                    .json::<Vec<ListedFile>>(&text)?
                    .into_iter()
                    .filter(|listed| listed.kind == "file")
                {
                    files.insert(listed.path.clone(), self.remote_file(&listed)?);
                }
                let Some(next) = answer.header(LINK.as_str()).and_then(next_page) else {
                    return Ok(files);
                };
                address = answer
                    .from
                    .follow(next)
                    .map_err(|problem| self.invalid_redirect(next, &problem))?;
            }
            Err(self
                .invalid_response(format!("its list of files has more than {MAX_PAGES} pages"))
                .into())
        })
    }

    /// The size and digest of a listed file, to download and verify it.
    fn remote_file(&self, listed: &ListedFile) -> Result<RemoteFile, HubProblem> {
        let (id, oid, size) = match &listed.lfs {
            Some(large) => (ContentId::sha256(&large.oid), &large.oid, large.size),
            None => (ContentId::git(&listed.oid), &listed.oid, listed.size),
        };
        let weights = [".safetensors", ".bin"]
            .iter()
            .any(|ending| listed.path.ends_with(ending));
        let most = if weights {
            MAX_CHECKPOINT_BYTES
        } else {
            MAX_FILE_BYTES
        };
        if size > most {
            return Err(self.invalid_response(format!(
                "{:?} is listed with {size} bytes; the limit is {most}",
                listed.path
            )));
        }
        let id = id.ok_or_else(|| {
            self.invalid_response(format!(
                "{:?} has the unusable object id {oid:?}",
                listed.path
            ))
        })?;
        Ok(RemoteFile { size, id })
    }

    /// Requests the content of a file from byte `start` on; the status shows whether the server supports ranges.
    ///
    /// # Errors
    /// An error response, or no response.
    pub fn request_file(&self, commit: &Commit, file: &str, start: u64) -> Result<Response> {
        let address = self.url(&format!("{}/resolve/{commit}/{file}", self.name.id))?;
        self.send_request(
            &address,
            file,
            start,
            Instant::now() + self.settings.timeout,
        )
    }

    /// Runs a request within the timeout of the settings, and retries once after a transient error.
    fn with_retry<T>(&self, ask: impl Fn(Instant) -> Result<T>) -> Result<T> {
        let until = Instant::now() + self.settings.timeout;
        match ask(until) {
            Err(ModelError::Hub(HubError(error)))
                if error.is_transient() && Instant::now() + RETRY_DELAY < until =>
            {
                pause(self.watch, RETRY_DELAY)?;
                ask(until)
            }
            done => done,
        }
    }

    /// Sends a GET request and follows redirects. Any status but success and 416 is an error.
    fn send_request(
        &self,
        address: &Url,
        file: &str,
        start: u64,
        until: Instant,
    ) -> Result<Response> {
        let mut address = address.clone();
        for _ in 0..=MAX_REDIRECTS {
            let mut request = Request::get(&address.uri);
            if let Some(token) = self.token_for(&address) {
                request = request.header(AUTHORIZATION, token);
            }
            if start > 0 {
                request = request.header(RANGE, format!("bytes={start}-"));
            }
            let request = request
                .body(())
                .map_err(|e| self.unreachable_error(file, e.to_string()))?;
            let agent = if address.scheme() == self.home.scheme() {
                self.agent.clone()
            } else {
                agent(&address, self.settings.timeout)
                    .map_err(|reason| self.unreachable_error(file, reason))?
            };
            let started = Transfer::start(agent, request, self.watch, until);
            let (head, body) = started.map_err(|problem| self.interrupted_error(file, problem))?;
            let answer = Response {
                status: head.status,
                headers: head.headers,
                from: address,
                body,
            };
            match answer.status.as_u16() {
                200..=299 | 416 => return Ok(answer),
                301..=303 | 307 | 308 => {
                    let location = answer.header(LOCATION.as_str()).unwrap_or_default();
                    address = answer
                        .from
                        .follow(location)
                        .map_err(|problem| self.invalid_redirect(location, &problem))?;
                }
                _ => return Err(self.status_error(&answer, file).into()),
            }
        }
        Err(self
            .invalid_response(format!("it is redirected more than {MAX_REDIRECTS} times"))
            .into())
    }

    /// The access token, if a request to this URL may carry it. This is the only place that decides it.
    fn token_for(&self, address: &Url) -> Option<&HeaderValue> {
        self.token
            .as_ref()
            .filter(|_| address.origin == self.home.origin)
    }

    /// Reads the whole body, up to a maximum size.
    fn read_body(&self, answer: &Response, room: usize, until: Instant) -> Result<Vec<u8>> {
        let mut text = Vec::new();
        while let Some(piece) = answer
            .body
            .next(self.watch, until)
            .map_err(|problem| self.interrupted_error("", problem))?
        {
            if text.len() + piece.len() > room {
                return Err(self
                    .invalid_response(format!("it is longer than {} MB", MAX_RESPONSE_BYTES >> 20))
                    .into());
            }
            text.extend(piece);
        }
        Ok(text)
    }

    fn json<T: DeserializeOwned>(&self, text: &[u8]) -> Result<T> {
        Ok(serde_json::from_slice(text).map_err(|e| self.invalid_response(e.to_string()))?)
    }

    fn url(&self, path: &str) -> Result<Url, HubProblem> {
        let HubSettings { endpoint, .. } = self.settings;
        Url::parse(&format!("{endpoint}/{path}")).map_err(|problem| HubProblem::Endpoint {
            endpoint: self.endpoint.clone(),
            problem,
        })
    }

    /// Maps an error response to an error.
    pub fn status_error(&self, answer: &Response, file: &str) -> HubProblem {
        let (model, endpoint) = (self.name.id.clone(), self.endpoint.clone());
        let page = format!("{endpoint}/{model}");
        let (code, message) = (
            answer.header("x-error-code"),
            answer.header("x-error-message"),
        );
        let bad_token = message.is_some_and(|m| m.contains("Invalid credentials"));
        match (answer.status.as_u16(), code) {
            (401 | 403, Some("GatedRepo")) => HubProblem::Gated { model, page },
            (401, _) if bad_token => HubProblem::InvalidToken { model, endpoint },
            (403, _) => HubProblem::Forbidden {
                model,
                endpoint,
                detail: message.map(|m| format!(": {m}")).unwrap_or_default(),
            },
            (404, Some("EntryNotFound")) => {
                self.invalid_response(format!("{} is listed but missing", self.request_name(file)))
            }
            (404, Some("RevisionNotFound")) => HubProblem::NoSuchRevision {
                model,
                revision: self.name.revision_or_main().to_owned(),
                page,
            },
            (401 | 404, _) => HubProblem::NoSuchModel { model, endpoint },
            (429, _) => HubProblem::RateLimited { endpoint },
            (status @ 500.., _) => HubProblem::Server {
                endpoint,
                status,
                what: self.request_name(file),
            },
            (status, _) => self.invalid_response(format!("status {status}")),
        }
    }

    /// Maps a failed request to an error.
    fn interrupted_error(&self, file: &str, problem: Interruption) -> ModelError {
        match problem {
            Interruption::Cancelled => ModelError::Cancelled,
            Interruption::TimedOut => {
                let seconds = self.settings.timeout.as_secs_f32();
                self.unreachable_error(file, format!("no response within {seconds} s"))
                    .into()
            }
            Interruption::Failed(reason) => self.unreachable_error(file, reason).into(),
        }
    }

    fn unreachable_error(&self, file: &str, reason: String) -> HubProblem {
        let endpoint = self.endpoint.clone();
        if reason.contains("certificate") {
            return HubProblem::Certificates { endpoint, reason };
        }
        HubProblem::Unreachable {
            endpoint,
            what: self.request_name(file),
            reason,
        }
    }

    fn invalid_redirect(&self, location: &str, problem: &str) -> HubProblem {
        // The part before @ may contain a password.
        let shown = location.rsplit('@').next().unwrap_or(location);
        self.invalid_response(format!("it redirects to {shown:?}: {problem}"))
    }

    /// The error for an unexpected response.
    pub fn invalid_response(&self, problem: String) -> HubProblem {
        HubProblem::InvalidResponse {
            endpoint: self.endpoint.clone(),
            what: self.name.to_string(),
            problem,
        }
    }

    /// The model, or one of its files, for messages.
    fn request_name(&self, file: &str) -> String {
        if file.is_empty() {
            self.name.to_string()
        } else {
            format!("{file} of {}", self.name)
        }
    }
}

impl Response {
    /// A header, if it is plain text.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).and_then(|value| value.to_str().ok())
    }
}

/// The HTTP agent for URLs of this scheme. It follows no redirects, and its timeout for a silent connection is a little
/// longer than any caller waits.
fn agent(address: &Url, patience: Duration) -> Result<Agent, String> {
    let proxy = proxy::choose(address.scheme(), settings::variable)?;
    let tls = TlsConfig::builder()
        .root_certs(RootCerts::PlatformVerifier)
        .unversioned_rustls_crypto_provider(Arc::new(rustls::crypto::ring::default_provider()));
    let config = Agent::config_builder()
        .http_status_as_error(false)
        .max_redirects(0)
        .user_agent(concat!("bertscope/", env!("CARGO_PKG_VERSION")))
        // No compression, because sizes and ranges count bytes of the file.
        .accept_encoding("identity")
        .timeout_connect(Some(CONNECT_TIMEOUT))
        .timeout_recv_response(Some(patience * 2))
        .timeout_per_read(Some(patience * 2))
        .tls_config(tls.build())
        .proxy(proxy);
    Ok(config.build().new_agent())
}
