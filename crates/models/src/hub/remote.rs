//! Asking the hub: which commit, which files, and what a refusal means.
//!
//! hf-hub asks for the commit and the listing, and links finished files into the cache. Two requests are made here: where
//! a large file lies under which etag (hf-hub 1.0 follows the redirect to the storage, which does not say), and the
//! content itself (it would begin anew every time, and take the page of an error for content).

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use futures_util::StreamExt;
use hf_hub::repository::RepoTreeEntry;
use hf_hub::{HFClient, HFError, HFRepository, RepoTypeModel};
use reqwest::header::{ACCEPT_ENCODING, AUTHORIZATION, ETAG, HeaderMap, HeaderValue, LOCATION, RANGE};
use reqwest::redirect::Policy;
use reqwest::{Client, Response, Url};

use super::wait::wait;
use super::{HubError, HubName, HubSettings};
use crate::{ModelError, Watch};

/// How long a connection may take.
const CONNECT: Duration = Duration::from_secs(10);

/// How often a question for an etag is sent on.
const REDIRECTS: usize = 10;

/// A file of the repository.
#[derive(Debug, Clone)]
pub struct Entry {
    /// Its bytes.
    pub size: u64,
    /// The name of its content; not known before [`Remote::etag`] for large files.
    pub etag: Option<String>,
}

/// One model on the hub.
pub struct Remote<'a> {
    settings: &'a HubSettings,
    name: &'a HubName,
    watch: &'a Watch,
    repository: HFRepository<RepoTypeModel>,
    content: Client,
    heads: Client,
}

impl<'a> Remote<'a> {
    /// Prepares the connection; asks nothing yet.
    ///
    /// # Errors
    /// [`HubError::Endpoint`], [`HubError::Certificates`] when the certificates of the system can not be read.
    pub fn new(settings: &'a HubSettings, name: &'a HubName, watch: &'a Watch) -> Result<Self, HubError> {
        let endpoint = |problem: String| HubError::Endpoint { endpoint: settings.endpoint.clone(), problem };
        let url = Url::parse(&settings.endpoint).map_err(|e| endpoint(e.to_string()))?;
        if !matches!(url.scheme(), "http" | "https") || !url.has_host() {
            return Err(endpoint("it has to begin with https:// or http://".to_owned()));
        }
        let unusable = |error: &dyn std::error::Error| HubError::Certificates {
            endpoint: settings.endpoint.clone(),
            reason: root(error),
        };
        let content = client().build().map_err(|e| unusable(&e))?;
        let heads = client().redirect(Policy::none()).build().map_err(|e| unusable(&e))?;
        let mut hub = HFClient::builder()
            .endpoint(&settings.endpoint)
            .cache_dir(&settings.cache)
            .client(content.clone())
            .retry_max_attempts(2)
            .retry_base_delay(Duration::from_millis(200));
        if let Some(token) = &settings.token {
            hub = hub.token(token);
        }
        let (owner, short) = name.parts();
        let repository = hub.build().map_err(|e| unusable(&e))?.model(owner, short);
        Ok(Self { settings, name, watch, repository, content, heads })
    }

    /// The commit that the revision is now.
    pub async fn commit(&self) -> Result<String, ModelError> {
        let info = self.repository.info().revision(self.name.asked()).send();
        let info = self.ask(info).await?.map_err(|e| self.failed(&e))?;
        let commit = info.sha.filter(|sha| super::cache::is_commit(sha));
        Ok(commit.ok_or_else(|| self.answer("it names no commit".to_owned()))?)
    }

    /// The files at the top of the repository.
    pub async fn listing(&self, commit: &str) -> Result<BTreeMap<String, Entry>, ModelError> {
        let entries = self.repository.list_tree().revision(commit).send().map_err(|e| self.failed(&e))?;
        let mut entries = std::pin::pin!(entries);
        let mut files = BTreeMap::new();
        while let Some(entry) = self.ask(entries.next()).await? {
            if let RepoTreeEntry::File { oid, size, path, lfs, .. } = entry.map_err(|e| self.failed(&e))? {
                let etag = lfs.is_none().then_some(oid).filter(|etag| is_etag(etag));
                files.insert(path, Entry { size, etag });
            }
        }
        Ok(files)
    }

    /// The name of a large file's content. A former name is followed to the present one, a file not to its storage: what
    /// is asked for is said before.
    pub async fn etag(&self, commit: &str, file: &str) -> Result<String, ModelError> {
        let mut url = self.address(commit, file)?;
        let home = url.origin();
        for _ in 0..=REDIRECTS {
            // A mirror may send on to the hub itself; the token was not meant for that one.
            let headers = if url.origin() == home { self.headers() } else { HeaderMap::new() };
            let request = self.heads.head(url.clone()).headers(headers);
            let response = self.ask(request.send()).await?.map_err(|e| self.unreachable(file, &e))?;
            if response.status().is_client_error() || response.status().is_server_error() {
                return Err(self.refused(&response, file).into());
            }
            let text = |name: &str| response.headers().get(name).and_then(|value| value.to_str().ok());
            let next = text(LOCATION.as_str()).and_then(|location| url.join(location).ok());
            let etag = text("x-linked-etag").or_else(|| text(ETAG.as_str()).filter(|_| next.is_none()));
            if let Some(etag) = etag.map(|etag| etag.trim_start_matches("W/").trim_matches('"')) {
                let bad = || self.answer(format!("{file} has the unusable ETag {etag:?}"));
                return if is_etag(etag) { Ok(etag.to_owned()) } else { Err(bad().into()) };
            }
            let hub = |url: &Url| matches!(url.host_str(), Some("huggingface.co" | "hf.co"));
            match next.filter(|next| next.origin() == home || hub(next)) {
                Some(next) => url = next,
                None => break,
            }
        }
        Err(self.answer(format!("{file} has no ETag")).into())
    }

    /// The content of a file from byte `start` on; the status tells whether the server went along with that.
    ///
    /// # Errors
    /// What it said when it did not say anything, or no connection came about.
    pub async fn content(&self, commit: &str, file: &str, start: u64) -> Result<Response, ModelError> {
        let mut request = self.content.get(self.address(commit, file)?).headers(self.headers());
        if start > 0 {
            request = request.header(RANGE, format!("bytes={start}-"));
        }
        Ok(self.ask(request.send()).await?.map_err(|e| self.unreachable(file, &e))?)
    }

    /// Links a file whose content is in the cache into the snapshot.
    pub async fn link(&self, commit: &str, file: &str) -> Result<PathBuf, ModelError> {
        let linked = self.repository.download_file().filename(file).revision(commit).send();
        Ok(self.ask(linked).await?.map_err(|e| self.failed(&e))?)
    }

    /// Waits for an answer as long as the settings say.
    async fn ask<F: Future>(&self, question: F) -> Result<F::Output, ModelError> {
        let patience = self.settings.patience;
        let answer = wait(self.watch, patience, question).await?;
        Ok(answer.ok_or_else(|| HubError::Unreachable {
            endpoint: self.settings.endpoint.clone(),
            what: self.name.to_string(),
            reason: format!("it did not answer within {} s", patience.as_secs_f32()),
        })?)
    }

    fn address(&self, commit: &str, file: &str) -> Result<Url, HubError> {
        let HubSettings { endpoint, .. } = self.settings;
        Url::parse(&format!("{endpoint}/{}/resolve/{commit}/{file}", self.name.id))
            .map_err(|e| HubError::Endpoint { endpoint: endpoint.clone(), problem: e.to_string() })
    }

    /// The token; reqwest leaves it out when it is sent on to another host or port.
    fn headers(&self) -> HeaderMap {
        let token = self.settings.token.as_ref();
        let token = token.and_then(|token| HeaderValue::from_str(&format!("Bearer {token}")).ok());
        token
            .map(|mut token| {
                token.set_sensitive(true);
                HeaderMap::from_iter([(AUTHORIZATION, token)])
            })
            .unwrap_or_default()
    }

    /// What a response that is no success means.
    pub fn refused(&self, response: &Response, file: &str) -> HubError {
        let text = |name| response.headers().get(name).and_then(|value| value.to_str().ok());
        let (code, message) = (text("x-error-code"), text("x-error-message"));
        self.refusal(response.status().as_u16(), code, message, &format!("{file} of {}", self.name))
    }

    fn refusal(&self, status: u16, code: Option<&str>, message: Option<&str>, what: &str) -> HubError {
        let (model, endpoint) = (self.name.id.clone(), self.settings.endpoint.clone());
        let page = format!("{endpoint}/{model}");
        let bad_token = message.is_some_and(|m| m.contains("Invalid credentials"));
        match (status, code) {
            (401 | 403, Some("GatedRepo")) => HubError::Gated { model, page },
            (401, _) if bad_token => HubError::BadToken { model, endpoint },
            (403, _) => {
                HubError::Forbidden { model, endpoint, detail: message.map(|m| format!(": {m}")).unwrap_or_default() }
            }
            (404, Some("EntryNotFound")) => self.answer(format!("{what} is listed but not there")),
            (404, Some("RevisionNotFound")) => {
                HubError::NoSuchRevision { model, revision: self.name.asked().to_owned(), page }
            }
            (401 | 404, _) => HubError::NoSuchModel { model, endpoint },
            (429, _) => HubError::TooMany { endpoint },
            (500.., _) => HubError::Server { endpoint, status, what: what.to_owned() },
            _ => self.answer(format!("status {status}")),
        }
    }

    /// What an error of hf-hub means.
    fn failed(&self, error: &HFError) -> HubError {
        let context = match error {
            HFError::RepoNotFound { context, .. }
            | HFError::RevisionNotFound { context, .. }
            | HFError::EntryNotFound { context, .. } => context.as_ref(),
            HFError::Http { context }
            | HFError::AuthRequired { context }
            | HFError::Forbidden { context }
            | HFError::Conflict { context }
            | HFError::RateLimited { context, .. } => Some(context),
            _ => None,
        };
        if let Some(context) = context {
            let (code, message) = (context.error_code.as_deref(), context.server_message.as_deref());
            return self.refusal(context.status.as_u16(), code, message, &self.name.to_string());
        }
        match error {
            HFError::Request { source, .. } if !source.is_decode() => self.unreachable("", source),
            HFError::Io(error) => super::cache::unwritable(&self.settings.cache, error),
            other => self.answer(root(other)),
        }
    }

    fn unreachable(&self, file: &str, error: &reqwest::Error) -> HubError {
        let (endpoint, reason) = (self.settings.endpoint.clone(), root(error));
        if reason.contains("certificate") {
            return HubError::Certificates { endpoint, reason };
        }
        let of = if file.is_empty() { String::new() } else { format!("{file} of ") };
        HubError::Unreachable { endpoint, what: format!("{of}{}", self.name), reason }
    }

    fn answer(&self, problem: String) -> HubError {
        HubError::Answer { endpoint: self.settings.endpoint.clone(), what: self.name.to_string(), problem }
    }

    /// The model.
    pub fn name(&self) -> &HubName {
        self.name
    }

    /// Whom to tell.
    pub fn watch(&self) -> &Watch {
        self.watch
    }

    /// How long to wait for anything.
    pub fn patience(&self) -> Duration {
        self.settings.patience
    }
}

/// Content must come as it is: sizes and ranges count bytes of the file.
fn client() -> reqwest::ClientBuilder {
    let plain = HeaderMap::from_iter([(ACCEPT_ENCODING, HeaderValue::from_static("identity"))]);
    Client::builder()
        .user_agent(concat!("bertscope/", env!("CARGO_PKG_VERSION")))
        .default_headers(plain)
        .connect_timeout(CONNECT)
}

/// Etags become names of files; they are hashes, in hexadecimal.
fn is_etag(etag: &str) -> bool {
    (16..=128).contains(&etag.len()) && etag.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
}

/// The innermost cause, which says most.
pub fn root(error: &dyn std::error::Error) -> String {
    let mut error = error;
    while let Some(source) = error.source() {
        error = source;
    }
    error.to_string()
}
