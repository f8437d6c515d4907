//! What the hub refuses and what does not fit: a sentence that names the model, the cause and the way out.

use std::time::Duration;

use bertscope_models::hub::HubSettings;
use bertscope_models::{Hub, ProgressMonitor};

use super::server::{End, FakeHub, ID, fixture};
use super::{TestHub, name};

/// Asserts that the sentence names the model and has each of these words.
fn assert_says(sentence: &str, words: &[&str]) {
    for word in [&[ID][..], words].concat() {
        assert!(sentence.contains(word), "no {word:?} in: {sentence}");
    }
    assert!(!sentence.contains('\n'), "{sentence}");
}

#[test]
fn what_the_hub_refuses_is_said_with_the_way_out() {
    let no_such = &["there is no model", "folder", "spelling", "HF_TOKEN"][..];
    let gated = &[
        "gated",
        "accept its terms",
        "HF_TOKEN",
        "/tester/small-bert",
    ][..];
    for (status, code, words) in [
        (404, "RepoNotFound", no_such),
        (401, "RepoNotFound", no_such),
        (401, "", no_such),
        (401, "GatedRepo", gated),
        (403, "GatedRepo", gated),
        (403, "", &["refused", "403", "HF_TOKEN"][..]),
        (500, "", &["failed with status 500", "try again later"][..]),
        (418, "", &["unexpected response", "418"][..]),
    ] {
        let setting = TestHub::new(FakeHub::small_bert());
        setting
            .server
            .change(|repository| repository.refuse = Some((status, code)));
        assert_says(&setting.refusal(), words);
        let setting = TestHub::new(FakeHub::small_bert());
        setting
            .server
            .change(|repository| repository.refuse_content = Some((status, code)));
        assert_says(&setting.refusal(), words);
        assert!(!setting.repo().join("refs").exists() && setting.hub().list().is_empty());
    }
}

#[test]
fn too_many_questions_are_said_to_be_too_many() {
    let setting = TestHub::new(FakeHub::small_bert());
    setting
        .server
        .change(|repository| repository.refuse = Some((429, "")));
    let sentence = setting.refusal();
    assert!(
        sentence.contains("too many requests") && sentence.contains("HF_TOKEN"),
        "{sentence}"
    );
}

#[test]
fn an_unknown_revision_is_named() {
    let setting = TestHub::new(FakeHub::small_bert());
    let error = setting
        .hub()
        .fetch(&name("tester/small-bert@v9"), &ProgressMonitor::silent())
        .unwrap_err();
    assert_says(
        &error.to_string(),
        &["no revision \"v9\"", "branch", "commit"],
    );
}

#[test]
fn offline_says_what_is_missing() {
    let setting = TestHub::new(FakeHub::small_bert());
    let offline = || {
        setting
            .offline()
            .fetch(&name(ID), &ProgressMonitor::silent())
            .unwrap_err()
            .to_string()
    };
    assert_says(
        &offline(),
        &["not in the cache", "no files of it", "HF_HUB_OFFLINE"],
    );
    setting
        .hub()
        .fetch(&name(ID), &ProgressMonitor::silent())
        .unwrap();
    std::fs::remove_file(setting.repo().join("refs/main")).unwrap();
    assert_says(&offline(), &["revision main is missing"]);
    assert!(
        setting
            .hub()
            .fetch(&name(ID), &ProgressMonitor::silent())
            .is_ok()
    );
    let snapshot = setting.repo().join("snapshots").join(super::COMMIT);
    std::fs::remove_file(snapshot.join("model.safetensors")).unwrap();
    assert_says(&offline(), &["its weights are missing"]);
    std::fs::remove_file(snapshot.join("config.json")).unwrap();
    setting
        .hub()
        .fetch(&name(ID), &ProgressMonitor::silent())
        .unwrap();
    assert_eq!(
        setting.server.fetched().len(),
        1,
        "content that is in the cache is only linked"
    );
}

#[test]
fn a_hub_out_of_reach_is_named() {
    let setting = TestHub::new(FakeHub::small_bert());
    for (endpoint, words) in [
        (
            "http://127.0.0.1:1",
            ["cannot reach http://127.0.0.1:1", "check the network"],
        ),
        (
            "huggingface",
            [
                "\"huggingface\" is not valid",
                "correct or unset HF_ENDPOINT",
            ],
        ),
        (
            "ftp://hub",
            ["must start with https://", "correct or unset HF_ENDPOINT"],
        ),
    ] {
        let hub = Hub::new(HubSettings {
            endpoint: endpoint.into(),
            ..setting.settings()
        });
        let sentence = hub
            .fetch(&name(ID), &ProgressMonitor::silent())
            .unwrap_err()
            .to_string();
        for word in words {
            assert!(sentence.contains(word), "no {word:?} in: {sentence}");
        }
    }
}

#[test]
fn something_else_than_a_hub_is_not_understood() {
    let (server, other) = (FakeHub::small_bert(), FakeHub::small_bert());
    let storage = other.endpoint.clone();
    let setting = TestHub::new(server);
    let hub = Hub::new(HubSettings {
        endpoint: format!("{storage}/elsewhere"),
        ..setting.settings()
    });
    let sentence = hub
        .fetch(&name(ID), &ProgressMonitor::silent())
        .unwrap_err()
        .to_string();
    assert_says(&sentence, &["there is no model", "/elsewhere"]);
}

#[test]
fn a_repository_without_what_a_model_needs_is_refused() {
    let cases = [
        ("config.json", "it has no config.json"),
        (
            "weights",
            "no model.safetensors or pytorch_model.bin; tf_model.h5 is for another framework",
        ),
        (
            "tokenizer",
            "no tokenizer.json, vocab.txt, vocab.json with merges.txt, or a sentencepiece model",
        ),
    ];
    for (missing, words) in cases {
        let server = FakeHub::small_bert();
        server.change(|repository| {
            repository.files.retain(|file, _| match missing {
                "weights" => !matches!(&**file, "model.safetensors" | "pytorch_model.bin"),
                "tokenizer" => !matches!(&**file, "tokenizer.json" | "vocab.txt"),
                _ => file != missing,
            });
        });
        let setting = TestHub::new(server);
        assert_says(&setting.refusal(), &[words, "choose another"]);
        assert!(setting.server.files_asked().is_empty());
    }
}

#[test]
fn an_index_that_makes_no_sense_is_refused() {
    for (index, words) in [
        ("{", "EOF"),
        (
            r#"{"weight_map":{"a":"../../x.safetensors"}}"#,
            "not the name of a shard",
        ),
        (
            r#"{"weight_map":{"a":"gone.safetensors"}}"#,
            "its shard gone.safetensors is missing",
        ),
    ] {
        let server = FakeHub::small_bert();
        server.change(|repository| {
            repository.files.remove("model.safetensors");
            repository
                .files
                .insert("model.safetensors.index.json".into(), index.into());
        });
        assert_says(
            &TestHub::new(server).refusal(),
            &["model.safetensors.index.json", words],
        );
    }
}

#[test]
fn damaged_content_is_thrown_away() {
    let setting = TestHub::new(FakeHub::small_bert());
    setting
        .server
        .change(|repository| repository.ends.push_back(End::Corrupt));
    assert_says(
        &setting.refusal(),
        &["model.safetensors", "is damaged", "SHA-256", "deleted"],
    );
    assert!(!setting.part().exists());
    setting
        .hub()
        .fetch(&name(ID), &ProgressMonitor::silent())
        .unwrap();
}

#[test]
fn a_page_of_an_error_never_becomes_content() {
    let setting = TestHub::new(FakeHub::small_bert());
    setting
        .server
        .change(|repository| repository.ends.extend([End::Status(503); 4]));
    assert_says(&setting.refusal(), &["status 503", "model.safetensors"]);
    assert!(!setting.part().exists());
    setting
        .server
        .change(|repository| repository.ends.extend([End::Status(503), End::Whole]));
    setting
        .hub()
        .fetch(&name(ID), &ProgressMonitor::silent())
        .unwrap();
}

#[test]
fn a_cache_that_cannot_be_written_is_named() {
    let setting = TestHub::new(FakeHub::small_bert());
    let file = setting.cache.path().join("file");
    std::fs::write(&file, fixture("config.json")).unwrap();
    let cache = file.join("hub");
    let hub = Hub::new(HubSettings {
        cache: cache.clone(),
        ..setting.settings()
    });
    let sentence = hub
        .fetch(&name(ID), &ProgressMonitor::silent())
        .unwrap_err()
        .to_string();
    for words in [
        "cannot write to the cache",
        cache.to_str().unwrap(),
        "HF_HOME",
    ] {
        assert!(sentence.contains(words), "{sentence}");
    }
    assert!(setting.server.files_asked().is_empty());
}

#[test]
fn an_answer_that_does_not_come_is_given_up() {
    // Accepts connections and says nothing.
    let silent = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let endpoint = format!("http://{}", silent.local_addr().unwrap());
    let setting = TestHub::new(FakeHub::small_bert());
    let hub = Hub::new(HubSettings {
        endpoint,
        timeout: Duration::from_millis(700),
        ..setting.settings()
    });
    let sentence = hub
        .fetch(&name(ID), &ProgressMonitor::silent())
        .unwrap_err()
        .to_string();
    assert_says(&sentence, &["cannot reach", "no response within 0.7 s"]);
}
