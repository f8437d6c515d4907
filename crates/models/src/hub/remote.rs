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
use super::url::{Url, endpoint_url, next_page};
use super::{HubName, HubSettings, proxy, settings};
use crate::text_file::MAX_FILE_BYTES;
use crate::{ModelError, ProgressMonitor, Result};

/// Timeout for opening a connection.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);

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
    pub size: u64,
    pub id: ContentId,
}

pub struct HubClient<'a> {
    pub settings: &'a HubSettings,
    pub name: &'a HubName,
    pub watch: &'a ProgressMonitor,
    /// The hub's URL for messages.
    endpoint: String,
    home: Url,
    token: Option<HeaderValue>,
    agent: Agent,
}

/// A response whose body is still being received.
pub struct Response {
    pub status: StatusCode,
    headers: HeaderMap,
    /// Where it comes from, after redirects.
    url: Url,
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
        let home = endpoint_url(&settings.endpoint, &endpoint)?;
        let token = match &settings.token {
            Some(token) => Some(HeaderValue::from_str(&format!("Bearer {token}")).map_err(
                |_| HubProblem::InvalidToken {
                    model: name.to_string(),
                    endpoint: endpoint.clone(),
                },
            )?),
            None => None,
        };
        let agent = agent(&home, settings.timeout).map_err(|reason| HubProblem::Unreachable {
            endpoint: endpoint.clone(),
            what: name.to_string(),
            reason,
        })?;
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
        let id = &self.name.id;
        let revision = self.name.revision_or_main().replace('/', "%2F");
        let path = format!("api/models/{id}/revision/{revision}").replace('#', "%23");
        let url = self.url(&path)?;
        let info: RevisionInfo = self.with_retry(|until| {
            let response = self.send_request(&url, "", 0, until)?;
            let body = self.read_body(&response, MAX_RESPONSE_BYTES, until)?;
            self.json(&body)
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
        let id = &self.name.id;
        let url = self.url(&format!("api/models/{id}/tree/{commit}{folder}"))?;
        self.with_retry(|until| self.list_pages(url.clone(), until))
    }

    /// Lists the files on a page and on those that follow it.
    fn list_pages(&self, first: Url, until: Instant) -> Result<BTreeMap<String, RemoteFile>> {
        let mut url = first;
        let mut bytes_left = MAX_RESPONSE_BYTES;
        let mut files = BTreeMap::new();
        for _ in 0..MAX_PAGES {
            let response = self.send_request(&url, "", 0, until)?;
            let body = self.read_body(&response, bytes_left, until)?;
            bytes_left -= body.len();
            let entries: Vec<ListedFile> = self.json(&body)?;
            for entry in entries {
                if entry.kind == "file" {
                    let file = self.remote_file(&entry)?;
                    files.insert(entry.path, file);
                }
            }
            let Some(next) = response.header(LINK.as_str()).and_then(next_page) else {
                return Ok(files);
            };
            url = response
                .url
                .follow(next)
                .map_err(|problem| self.invalid_redirect(next, &problem))?;
        }
        Err(self
            .invalid_response(format!("its list of files has more than {MAX_PAGES} pages"))
            .into())
    }

    /// The size and digest of a listed file, to download and verify it.
    fn remote_file(&self, listed: &ListedFile) -> Result<RemoteFile, HubProblem> {
        let path = &listed.path;
        let (id, digits, size) = match &listed.lfs {
            Some(large) => (ContentId::sha256(&large.oid), &large.oid, large.size),
            None => (ContentId::git(&listed.oid), &listed.oid, listed.size),
        };
        let is_checkpoint = [".safetensors", ".bin"]
            .iter()
            .any(|ending| path.ends_with(ending));
        // Other files are read whole into memory.
        let max_bytes = if is_checkpoint {
            MAX_CHECKPOINT_BYTES
        } else {
            MAX_FILE_BYTES
        };
        if size > max_bytes {
            return Err(self.invalid_response(format!(
                "{path:?} is listed with {size} bytes; the limit is {max_bytes}"
            )));
        }
        match id {
            Some(id) => Ok(RemoteFile { size, id }),
            None => {
                Err(self
                    .invalid_response(format!("{path:?} has the unusable object id {digits:?}")))
            }
        }
    }

    /// Requests the content of a file from byte `start` on; the status shows whether the server supports ranges.
    ///
    /// # Errors
    /// An error response, or no response.
    pub fn request_file(&self, commit: &Commit, file: &str, start: u64) -> Result<Response> {
        let url = self.url(&format!("{}/resolve/{commit}/{file}", self.name.id))?;
        let until = Instant::now() + self.settings.timeout;
        self.send_request(&url, file, start, until)
    }

    /// Runs a request within the timeout of the settings, and retries once after a transient error.
    fn with_retry<T>(&self, request: impl Fn(Instant) -> Result<T>) -> Result<T> {
        let until = Instant::now() + self.settings.timeout;
        match request(until) {
            Err(ModelError::Hub(HubError(error)))
                if error.is_transient() && Instant::now() + RETRY_DELAY < until =>
            {
                pause(self.watch, RETRY_DELAY)?;
                request(until)
            }
            done => done,
        }
    }

    /// Sends a GET request and follows redirects. Any status but success and 416 is an error.
    fn send_request(&self, url: &Url, file: &str, start: u64, until: Instant) -> Result<Response> {
        let mut url = url.clone();
        for _ in 0..=MAX_REDIRECTS {
            let response = self.send_to(url, file, start, until)?;
            match response.status.as_u16() {
                200..=299 | 416 => return Ok(response),
                301..=303 | 307 | 308 => {
                    let location = response.header(LOCATION.as_str()).unwrap_or_default();
                    url = response
                        .url
                        .follow(location)
                        .map_err(|problem| self.invalid_redirect(location, &problem))?;
                }
                _ => return Err(self.status_error(&response, file).into()),
            }
        }
        Err(self
            .invalid_response(format!("it is redirected more than {MAX_REDIRECTS} times"))
            .into())
    }

    /// Sends a GET request to one URL; its response may be a redirect or an error.
    fn send_to(&self, url: Url, file: &str, start: u64, until: Instant) -> Result<Response> {
        let mut request = Request::get(&url.uri);
        if let Some(token) = self.token_for(&url) {
            request = request.header(AUTHORIZATION, token);
        }
        if start > 0 {
            request = request.header(RANGE, format!("bytes={start}-"));
        }
        let request = request
            .body(())
            .map_err(|error| self.unreachable_error(file, error.to_string()))?;
        // The scheme chooses the proxy.
        let agent = if url.scheme() == self.home.scheme() {
            self.agent.clone()
        } else {
            agent(&url, self.settings.timeout)
                .map_err(|reason| self.unreachable_error(file, reason))?
        };
        let (head, body) = Transfer::start(agent, request, self.watch, until)
            .map_err(|problem| self.interrupted_error(file, problem))?;
        Ok(Response {
            status: head.status,
            headers: head.headers,
            url,
            body,
        })
    }

    /// The access token, if a request to this URL may carry it. This is the only place that decides it.
    fn token_for(&self, url: &Url) -> Option<&HeaderValue> {
        if url.origin == self.home.origin {
            self.token.as_ref()
        } else {
            None
        }
    }

    /// Reads the whole body, up to a maximum size.
    fn read_body(&self, response: &Response, max_bytes: usize, until: Instant) -> Result<Vec<u8>> {
        let mut body = Vec::new();
        while let Some(chunk) = response
            .body
            .next(self.watch, until)
            .map_err(|problem| self.interrupted_error("", problem))?
        {
            if body.len() + chunk.len() > max_bytes {
                return Err(self
                    .invalid_response(format!("it is longer than {} MB", MAX_RESPONSE_BYTES >> 20))
                    .into());
            }
            body.extend(chunk);
        }
        Ok(body)
    }

    fn json<T: DeserializeOwned>(&self, body: &[u8]) -> Result<T> {
        Ok(serde_json::from_slice(body)
            .map_err(|error| self.invalid_response(error.to_string()))?)
    }

    fn url(&self, path: &str) -> Result<Url, HubProblem> {
        let url = format!("{}/{path}", self.settings.endpoint);
        endpoint_url(&url, &self.endpoint)
    }

    /// Maps an error response to an error.
    pub fn status_error(&self, response: &Response, file: &str) -> HubProblem {
        let model = self.name.id.clone();
        let endpoint = self.endpoint.clone();
        let page = format!("{endpoint}/{model}");
        let code = response.header("x-error-code");
        let message = response.header("x-error-message");
        // A bad token has no code of its own; without the message it looks like a model that is hidden or missing.
        let is_bad_token = message.is_some_and(|message| message.contains("Invalid credentials"));
        match (response.status.as_u16(), code) {
            (401 | 403, Some("GatedRepo")) => HubProblem::Gated { model, page },
            (401, _) if is_bad_token => HubProblem::InvalidToken { model, endpoint },
            (403, _) => HubProblem::Forbidden {
                model,
                endpoint,
                detail: message.map_or(String::new(), |message| format!(": {message}")),
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
        let problem = match problem {
            Interruption::Cancelled => return ModelError::Cancelled,
            Interruption::TimedOut => {
                let seconds = self.settings.timeout.as_secs_f32();
                self.unreachable_error(file, format!("no response within {seconds} s"))
            }
            Interruption::Untrusted(reason) => HubProblem::Certificates {
                endpoint: self.endpoint.clone(),
                reason,
            },
            Interruption::Failed(reason) => self.unreachable_error(file, reason),
        };
        problem.into()
    }

    fn unreachable_error(&self, file: &str, reason: String) -> HubProblem {
        HubProblem::Unreachable {
            endpoint: self.endpoint.clone(),
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
fn agent(url: &Url, timeout: Duration) -> Result<Agent, String> {
    let proxy = proxy::choose(url.scheme(), settings::variable)?;
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
        .timeout_recv_response(Some(timeout * 2))
        .timeout_per_read(Some(timeout * 2))
        .tls_config(tls.build())
        .proxy(proxy);
    Ok(config.build().new_agent())
}
