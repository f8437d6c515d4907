//! Models of the hub, with the variables that Python packages read. The hub is the one that the tests of the models crate
//! serve.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

use assert_cmd::Command;
use tempfile::TempDir;

use server::{FakeHub, ID};

#[allow(dead_code)] // Much of it is for the tests of the models crate only.
#[path = "../../crates/models/tests/models/hub/server.rs"]
mod server;

/// The model that the hub has.
const FIXTURE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/bert");

/// A hub, and a cache for one test.
struct TestHub {
    server: FakeHub,
    cache: TempDir,
}

impl TestHub {
    fn new() -> Self {
        Self {
            server: FakeHub::small_bert(),
            cache: tempfile::tempdir().unwrap(),
        }
    }
}

fn score(model: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bertscope"));
    command
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env("NO_PROXY", "127.0.0.1");
    for variable in [
        "HF_HUB_CACHE",
        "HUGGINGFACE_HUB_CACHE",
        "HF_TOKEN",
        "HF_TOKEN_PATH",
        "HF_HUB_OFFLINE",
        "TRANSFORMERS_OFFLINE",
    ] {
        command.env_remove(variable);
    }
    command.args([
        "score",
        "-r",
        "the weather is cold today",
        "-c",
        "it is freezing today",
        "--json",
        "--model",
        model,
    ]);
    command
}

fn line(command: &mut Command) -> serde_json::Value {
    let done = command.assert().success().stderr("");
    serde_json::from_slice(&done.get_output().stdout).unwrap()
}

#[test]
fn score_downloads_a_model_silently_and_then_works_offline() {
    let setting = TestHub::new();
    let home = setting.cache.path();
    let with_hub = || {
        let mut command = score(ID);
        command
            .env("HF_ENDPOINT", format!("{}/", setting.server.endpoint))
            .env("HF_HOME", home);
        command
    };
    let first = line(with_hub().env("HF_TOKEN", "hf_secret"));
    let folder = line(&mut score("tests/fixtures/bert"));
    assert_eq!(first["raw"], folder["raw"]);
    assert!(
        first["signature"]
            .as_str()
            .unwrap()
            .starts_with(&format!("{ID}_L")),
        "{first}"
    );
    assert!(
        home.join("hub/models--tester--small-bert/refs/main")
            .is_file()
    );
    let asked = setting.server.asked();
    assert!(
        asked
            .iter()
            .all(|request| request.headers["authorization"] == "Bearer hf_secret")
    );

    assert_eq!(line(with_hub().env("HF_HUB_OFFLINE", "1")), first);
    assert_eq!(
        line(
            score(ID)
                .env("HF_HUB_CACHE", home.join("hub"))
                .env("HF_HUB_OFFLINE", "YES")
        ),
        first
    );
    assert_eq!(setting.server.asked().len(), asked.len());
}

#[test]
fn the_token_file_is_read() {
    let setting = TestHub::new();
    let home = setting.cache.path();
    std::fs::write(home.join("token"), "hf_from_file\n").unwrap();
    let mut command = score(ID);
    line(
        command
            .env("HF_ENDPOINT", &setting.server.endpoint)
            .env("HF_HOME", home),
    );
    assert!(
        setting
            .server
            .asked()
            .iter()
            .all(|request| request.headers["authorization"] == "Bearer hf_from_file")
    );
}

#[test]
fn a_model_that_is_not_there_is_bad_input() {
    let setting = TestHub::new();
    let cases = [
        ("tester/no-such", "there is no model tester/no-such"),
        ("tester/small-bert@v9", "no revision \"v9\""),
    ];
    for (model, words) in cases {
        let mut command = score(model);
        command
            .env("HF_ENDPOINT", &setting.server.endpoint)
            .env("HF_HOME", setting.cache.path());
        let done = command.assert().code(2).stdout("");
        let sentence = String::from_utf8(done.get_output().stderr.clone()).unwrap();
        assert!(
            sentence.contains(words) && sentence.lines().count() == 1,
            "{sentence}"
        );
    }
}

/// A proxy that connects everything to the hub; gives its address and what it was asked for.
fn proxy(hub: &str) -> (String, Arc<Mutex<Vec<String>>>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    let (hub, log) = (
        hub.strip_prefix("http://").unwrap().to_owned(),
        Arc::new(Mutex::new(Vec::new())),
    );
    let asked = Arc::clone(&log);
    std::thread::spawn(move || {
        for client in listener.incoming().flatten() {
            let mut lines = BufReader::new(client.try_clone().unwrap())
                .lines()
                .map_while(Result::ok);
            asked.lock().unwrap().push(lines.next().unwrap());
            assert!(lines.any(|line| line.is_empty()));
            (&client)
                .write_all(b"HTTP/1.1 200 connected\r\n\r\n")
                .unwrap();
            let server = TcpStream::connect(&hub).unwrap();
            let (mut up, mut down) = (
                (client.try_clone().unwrap(), server.try_clone().unwrap()),
                (server, client),
            );
            std::thread::spawn(move || std::io::copy(&mut up.0, &mut up.1));
            std::thread::spawn(move || {
                let _ = std::io::copy(&mut down.0, &mut down.1);
                down.1.shutdown(std::net::Shutdown::Both)
            });
        }
    });
    (address, log)
}

#[test]
fn a_proxy_of_the_environment_is_used_except_for_exempt_hosts() {
    let setting = TestHub::new();
    let (proxy, asked) = proxy(&setting.server.endpoint);
    let through = |endpoint: &str, exempt: &str| {
        let mut command = score(ID);
        command
            .env("HF_ENDPOINT", endpoint)
            .env("HF_HOME", setting.cache.path())
            .env("HTTP_PROXY", &proxy);
        command.env("NO_PROXY", exempt).env("HF_TOKEN", "hf_secret");
        command
    };
    line(&mut through(&setting.server.endpoint, "127.0.0.1"));
    assert!(asked.lock().unwrap().is_empty());
    std::fs::remove_dir_all(setting.cache.path().join("hub")).unwrap();
    // A host that only the proxy knows. The storage is another server and goes through it as well.
    setting
        .server
        .change(|repository| repository.storage_here = true);
    line(&mut through("http://hub.invalid:8080", "localhost"));
    let asked = asked.lock().unwrap();
    assert!(
        asked.len() >= 3
            && asked
                .iter()
                .all(|line| line == "CONNECT hub.invalid:8080 HTTP/1.1"),
        "{asked:?}"
    );
    assert!(
        setting
            .server
            .asked()
            .iter()
            .all(|request| request.headers["authorization"] == "Bearer hf_secret")
    );
}
