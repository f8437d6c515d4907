//! A hub and its storage, two servers in this process that speak the protocol and misbehave on demand.

use std::collections::{BTreeMap, VecDeque};
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::json;
use sha1::Sha1;
use sha2::{Digest, Sha256};

pub const ID: &str = "tester/small-bert";
pub const FORMER: &str = "small-bert";
pub const COMMIT: &str = "0123456789abcdef0123456789abcdef01234567";

/// How the body of an answer ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// With its last byte.
    Whole,
    /// The connection closes after so many bytes.
    Cut(usize),
    /// Nothing more comes after so many bytes.
    Stall(usize),
    /// An answer without content, with this status.
    Status(u16),
    /// All bytes come, one of them changed.
    Corrupt,
    /// After so many bytes the others come slowly, one by one.
    Trickle(usize),
    /// With its last byte; how many there are is not said before.
    Unstated,
    /// The body comes again and again, of no stated length.
    Endless,
}

/// The requested one.
#[derive(Debug, Clone)]
pub struct Request {
    pub method: String,
    pub path: String,
    pub headers: BTreeMap<String, String>,
}

pub struct Answer {
    status: u16,
    headers: Vec<(&'static str, String)>,
    body: Vec<u8>,
    end: End,
}

/// Answers some requests otherwise than a hub should.
pub type Mischief = Box<dyn Fn(&Request) -> Option<Answer> + Send>;

impl Answer {
    pub fn new(status: u16, headers: &[(&'static str, &str)], body: impl Into<Vec<u8>>) -> Self {
        let headers = headers
            .iter()
            .map(|(name, value)| (*name, (*value).to_owned()))
            .collect();
        Self {
            status,
            headers,
            body: body.into(),
            end: End::Whole,
        }
    }

    pub fn ending(self, end: End) -> Self {
        Self { end, ..self }
    }
}

/// What the hub has and how it behaves.
pub struct Repository {
    pub files: BTreeMap<String, Vec<u8>>,
    /// Ends of the next contents that are sent from the storage; then all are whole.
    pub ends: VecDeque<End>,
    /// Ranges are answered with the whole file.
    pub no_ranges: bool,
    /// The storage is at the hub's own address.
    pub storage_here: bool,
    /// Every question is answered with this status and X-Error-Code.
    pub refuse: Option<(u16, &'static str)>,
    /// Only questions for content are.
    pub refuse_content: Option<(u16, &'static str)>,
    /// What the hub answers otherwise.
    pub mischief: Option<Mischief>,
}

pub struct FakeHub {
    pub endpoint: String,
    pub repository: Arc<Mutex<Repository>>,
    hub: Arc<Mutex<Vec<Request>>>,
    storage: Arc<Mutex<Vec<Request>>>,
}

impl FakeHub {
    pub fn with(files: impl IntoIterator<Item = (String, Vec<u8>)>) -> Self {
        let repository = Arc::new(Mutex::new(Repository {
            files: files.into_iter().collect(),
            ends: VecDeque::new(),
            no_ranges: false,
            storage_here: false,
            refuse: None,
            refuse_content: None,
            mischief: None,
        }));
        let (at_storage, at_hub) = (Arc::clone(&repository), Arc::clone(&repository));
        let (elsewhere, storage) =
            serve(move |request| stored(&mut at_storage.lock().unwrap(), request));
        let (endpoint, hub) = serve(move |request| {
            let mut repository = at_hub.lock().unwrap();
            if repository.storage_here && request.path.len() == 65 {
                return stored(&mut repository, request);
            }
            let answer = repository
                .mischief
                .as_ref()
                .and_then(|mischief| mischief(request));
            answer.unwrap_or_else(|| hub_answer(&repository, request, &elsewhere))
        });
        Self {
            endpoint,
            repository,
            hub,
            storage,
        }
    }

    /// The small BERT of the fixtures, with files around it that no model needs.
    pub fn small_bert() -> Self {
        let needed = [
            "config.json",
            "tokenizer.json",
            "tokenizer_config.json",
            "vocab.txt",
            "model.safetensors",
        ];
        let noise = [
            "README.md",
            "pytorch_model.bin",
            "tf_model.h5",
            "flax_model.msgpack",
            "onnx/model.onnx",
        ];
        let noise = noise.map(|file| (file.to_owned(), b"not needed".to_vec()));
        Self::with(
            needed
                .map(|file| (file.to_owned(), fixture(file)))
                .into_iter()
                .chain(noise),
        )
    }

    pub fn change(&self, change: impl FnOnce(&mut Repository)) {
        change(&mut self.repository.lock().unwrap());
    }

    /// What the hub was asked.
    pub fn asked(&self) -> Vec<Request> {
        self.hub.lock().unwrap().clone()
    }

    /// What the storage was asked.
    pub fn fetched(&self) -> Vec<Request> {
        self.storage.lock().unwrap().clone()
    }

    /// Names of the files of which content was asked for, each once.
    pub fn files_asked(&self) -> Vec<String> {
        let mut files: Vec<String> = self
            .asked()
            .iter()
            .filter(|request| request.method == "GET")
            .filter_map(|request| {
                request
                    .path
                    .split_once(&format!("/resolve/{COMMIT}/"))
                    .map(|(_, file)| file.to_owned())
            })
            .collect();
        files.sort();
        files.dedup();
        files
    }
}

pub fn fixture(file: &str) -> Vec<u8> {
    std::fs::read(format!("{}/{file}", super::FIXTURE)).unwrap()
}

pub fn sha256(content: &[u8]) -> String {
    format!("{:x}", Sha256::digest(content))
}

/// The name of a small file's content, Git's object id.
pub fn small_etag(content: &[u8]) -> String {
    let digest = Sha1::new()
        .chain_update(format!("blob {}\0", content.len()))
        .chain_update(content)
        .finalize();
    format!("{digest:x}")
}

fn is_large(file: &str) -> bool {
    [".safetensors", ".bin", ".h5", ".msgpack", ".onnx", ".model"]
        .iter()
        .any(|end| file.ends_with(end))
}

fn hub_answer(repository: &Repository, request: &Request, storage: &str) -> Answer {
    if let Some((status, code)) = repository.refuse {
        return Answer::new(status, &[("X-Error-Code", code)], "{\"error\":\"no\"}");
    }
    let path = request.path.split('?').next().unwrap();
    for (former, present) in [
        (format!("/api/models/{FORMER}/"), "/api/models/"),
        (format!("/{FORMER}/"), "/"),
    ] {
        if let Some(rest) = path.strip_prefix(&former) {
            return Answer::new(307, &[("Location", &format!("{present}{ID}/{rest}"))], "");
        }
    }
    let not_found = |code| Answer::new(404, &[("X-Error-Code", code)], "{\"error\":\"not found\"}");
    let known = |revision: &str| revision == "main" || revision == COMMIT;
    if let Some(revision) = path.strip_prefix(&format!("/api/models/{ID}/revision/")) {
        if !known(revision) {
            return not_found("RevisionNotFound");
        }
        let siblings: Vec<_> = repository
            .files
            .keys()
            .map(|file| json!({"rfilename": file}))
            .collect();
        return Answer::new(
            200,
            &[],
            json!({"id": ID, "sha": COMMIT, "siblings": siblings}).to_string(),
        );
    }
    if let Some(tree) = path.strip_prefix(&format!("/api/models/{ID}/tree/")) {
        let (revision, folder) = tree
            .split_once('/')
            .map_or((tree, String::new()), |(r, f)| (r, format!("{f}/")));
        let is_there = folder.is_empty()
            || repository
                .files
                .keys()
                .any(|file| file.starts_with(&folder));
        if known(revision) && is_there {
            return Answer::new(
                200,
                &[],
                json!(listing(&repository.files, &folder)).to_string(),
            );
        }
    }
    if let Some((revision, file)) = path
        .strip_prefix(&format!("/{ID}/resolve/"))
        .and_then(|rest| rest.split_once('/'))
    {
        if let Some((status, code)) = repository.refuse_content {
            return Answer::new(status, &[("X-Error-Code", code)], "");
        }
        return match repository.files.get(file) {
            _ if !known(revision) => not_found("RevisionNotFound"),
            None => not_found("EntryNotFound"),
            Some(content) if is_large(file) => {
                let digest = sha256(content);
                let here = format!("http://{}", request.headers["host"]);
                let storage = if repository.storage_here {
                    &*here
                } else {
                    storage
                };
                let headers = [
                    ("X-Repo-Commit", COMMIT),
                    ("X-Linked-Etag", &*format!("\"{digest}\"")),
                    ("X-Xet-Hash", &*digest),
                    ("X-Linked-Size", &content.len().to_string()),
                    ("Location", &format!("{storage}/{digest}")),
                ];
                Answer::new(302, &headers, "")
            }
            Some(_) => Answer::new(
                307,
                &[("Location", &format!("/api/resolve-cache/{file}"))],
                "",
            ),
        };
    }
    match path
        .strip_prefix("/api/resolve-cache/")
        .and_then(|file| repository.files.get(file))
    {
        Some(content) => {
            let etag = format!("\"{}\"", small_etag(content));
            Answer::new(
                200,
                &[("ETag", &etag), ("X-Repo-Commit", COMMIT)],
                content.clone(),
            )
        }
        None => not_found("RepoNotFound"),
    }
}

/// A folder of the repository, as `/api/models/ID/tree/REVISION/FOLDER` lists it.
pub fn listing(files: &BTreeMap<String, Vec<u8>>, folder: &str) -> Vec<serde_json::Value> {
    let is_in_folder = |file: &str| {
        file.strip_prefix(folder)
            .is_some_and(|name| !name.contains('/'))
    };
    let entries = files.iter().filter(|(file, _)| is_in_folder(file)).map(|(file, content)| {
        let (size, oid) = (content.len(), small_etag(content));
        if is_large(file) {
            let lfs = json!({"oid": sha256(content), "size": size, "pointerSize": 134});
            json!({"type": "file", "oid": "f".repeat(40), "size": size, "path": file, "lfs": lfs, "xetHash": oid})
        } else {
            json!({"type": "file", "oid": oid, "size": size, "path": file})
        }
    });
    let folders = [json!({"type": "directory", "oid": "e".repeat(40), "size": 0, "path": "onnx"})];
    entries.chain(folders).collect()
}

fn stored(repository: &mut Repository, request: &Request) -> Answer {
    let Some(content) = repository
        .files
        .values()
        .find(|content| request.path == format!("/{}", sha256(content)))
    else {
        return Answer::new(404, &[], "");
    };
    let mut content = content.clone();
    let end = if request.method == "GET" {
        repository.ends.pop_front().unwrap_or(End::Whole)
    } else {
        End::Whole
    };
    match end {
        End::Status(status) => return Answer::new(status, &[], "<html>an error</html>"),
        End::Corrupt => content[0] ^= 1,
        _ => {}
    }
    let range = request
        .headers
        .get("range")
        .filter(|_| !repository.no_ranges);
    let start = range.map(|range| {
        range
            .strip_prefix("bytes=")
            .unwrap()
            .strip_suffix('-')
            .unwrap()
            .parse()
            .unwrap()
    });
    let mut answer = match start {
        Some(start) if start >= content.len() => Answer::new(416, &[], ""),
        Some(start) => {
            let range = format!("bytes {start}-{}/{}", content.len() - 1, content.len());
            Answer::new(206, &[("Content-Range", &range)], &content[start..])
        }
        None => Answer::new(200, &[], content),
    };
    answer.end = end;
    answer
}

/// Serves for as long as the process lives; gives the address and what is asked.
pub fn serve(
    answer: impl Fn(&Request) -> Answer + Send + Sync + 'static,
) -> (String, Arc<Mutex<Vec<Request>>>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    let log = Arc::new(Mutex::new(Vec::new()));
    let (answer, requests) = (Arc::new(answer), Arc::clone(&log));
    std::thread::spawn(move || {
        for connection in listener.incoming().flatten() {
            let (answer, requests) = (Arc::clone(&answer), Arc::clone(&requests));
            std::thread::spawn(move || {
                let _ = talk(&connection, |request| {
                    requests.lock().unwrap().push(request.clone());
                    answer(request)
                });
            });
        }
    });
    (address, log)
}

/// Answers one request and closes.
fn talk(mut connection: &TcpStream, answer: impl Fn(&Request) -> Answer) -> std::io::Result<()> {
    let mut lines = BufReader::new(connection).lines();
    let first = lines.next().unwrap_or_else(|| Ok(String::new()))?;
    let mut words = first.split(' ');
    let (method, path) = (words.next().unwrap_or(""), words.next().unwrap_or(""));
    let mut request = Request {
        method: method.to_owned(),
        path: path.to_owned(),
        headers: BTreeMap::new(),
    };
    for line in lines {
        let line = line?;
        let Some((name, value)) = line.split_once(": ") else {
            break;
        };
        request
            .headers
            .insert(name.to_lowercase(), value.to_owned());
    }
    if method.is_empty() {
        return Ok(());
    }
    let Answer {
        status,
        headers,
        body,
        end,
    } = answer(&request);
    write!(connection, "HTTP/1.1 {status} so\r\nConnection: close\r\n")?;
    if !matches!(end, End::Endless | End::Unstated) {
        write!(connection, "Content-Length: {}\r\n", body.len())?;
    }
    for (name, value) in headers {
        write!(connection, "{name}: {value}\r\n")?;
    }
    connection.write_all(b"\r\n")?;
    if method == "HEAD" {
        return Ok(());
    }
    match end {
        End::Cut(bytes) => connection.write_all(&body[..bytes.min(body.len())])?,
        End::Stall(bytes) => {
            connection.write_all(&body[..bytes.min(body.len())])?;
            std::thread::sleep(Duration::from_secs(20));
        }
        End::Trickle(bytes) => {
            connection.write_all(&body[..bytes])?;
            for byte in &body[bytes..] {
                std::thread::sleep(Duration::from_millis(200));
                connection.write_all(&[*byte])?;
            }
        }
        End::Endless => loop {
            connection.write_all(&body)?;
        },
        End::Whole | End::Unstated | End::Status(_) | End::Corrupt => {
            connection.write_all(&body)?;
        }
    }
    connection.shutdown(std::net::Shutdown::Both)
}
