//! The program with the variables that Python packages read.

use assert_cmd::Command;

use super::Setting;
use super::server::{FakeHub, ID};

fn score(model: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bertscope"));
    command.current_dir(env!("CARGO_MANIFEST_DIR")).env("NO_PROXY", "127.0.0.1");
    for variable in
        ["HF_HUB_CACHE", "HUGGINGFACE_HUB_CACHE", "HF_TOKEN", "HF_TOKEN_PATH", "HF_HUB_OFFLINE", "TRANSFORMERS_OFFLINE"]
    {
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
    let setting = Setting::new(FakeHub::small_bert());
    let home = setting.cache.path();
    let with_hub = || {
        let mut command = score(ID);
        command.env("HF_ENDPOINT", format!("{}/", setting.server.endpoint)).env("HF_HOME", home);
        command
    };
    let first = line(with_hub().env("HF_TOKEN", "hf_secret"));
    let folder = line(&mut score("tests/fixtures/bert"));
    assert_eq!(first["raw"], folder["raw"]);
    assert!(first["signature"].as_str().unwrap().starts_with(&format!("{ID}_L")), "{first}");
    assert!(home.join("hub/models--tester--small-bert/refs/main").is_file());
    let asked = setting.server.asked();
    assert!(asked.iter().all(|request| request.headers["authorization"] == "Bearer hf_secret"));

    assert_eq!(line(with_hub().env("HF_HUB_OFFLINE", "1")), first);
    assert_eq!(line(score(ID).env("HF_HUB_CACHE", home.join("hub")).env("HF_HUB_OFFLINE", "YES")), first);
    assert_eq!(setting.server.asked().len(), asked.len());
}

#[test]
fn the_token_file_is_read() {
    let setting = Setting::new(FakeHub::small_bert());
    let home = setting.cache.path();
    std::fs::write(home.join("token"), "hf_from_file\n").unwrap();
    let mut command = score(ID);
    line(command.env("HF_ENDPOINT", &setting.server.endpoint).env("HF_HOME", home));
    assert!(setting.server.asked().iter().all(|request| request.headers["authorization"] == "Bearer hf_from_file"));
}

#[test]
fn a_model_that_is_not_there_is_bad_input() {
    let setting = Setting::new(FakeHub::small_bert());
    let cases =
        [("tester/no-such", "there is no model tester/no-such"), ("tester/small-bert@v9", "no revision \"v9\"")];
    for (model, words) in cases {
        let mut command = score(model);
        command.env("HF_ENDPOINT", &setting.server.endpoint).env("HF_HOME", setting.cache.path());
        let done = command.assert().code(2).stdout("");
        let sentence = String::from_utf8(done.get_output().stderr.clone()).unwrap();
        assert!(sentence.contains(words) && sentence.lines().count() == 1, "{sentence}");
    }
}
