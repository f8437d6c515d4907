//! Models of the hub, against a hub and a storage in this process: what is asked for, what is kept, what is said.

mod failures;
mod hostile;
mod names;
mod resume;
mod server;

use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use bertscope_encoder::{HiddenStates, KeptLayers};
use bertscope_models::hub::HubSettings;
use bertscope_models::{
    self as models, Hub, HubName, Model, OpenOptions, Pooling, Progress, ProgressMonitor,
    SentencePooling,
};
use tempfile::TempDir;

use super::{FIXTURE, SMALL};
use server::{COMMIT, FORMER, FakeHub, ID, fixture, sha256, small_etag};

/// A cache of its own for each test.
struct TestHub {
    server: FakeHub,
    cache: TempDir,
}

impl TestHub {
    fn new(server: FakeHub) -> Self {
        Self {
            server,
            cache: tempfile::tempdir().unwrap(),
        }
    }

    fn settings(&self) -> HubSettings {
        HubSettings {
            endpoint: self.server.endpoint.clone(),
            cache: self.cache.path().to_owned(),
            token: None,
            offline: false,
            timeout: Duration::from_secs(10),
        }
    }

    fn hub(&self) -> Hub {
        Hub::new(self.settings())
    }

    fn offline(&self) -> Hub {
        Hub::new(HubSettings {
            offline: true,
            ..self.settings()
        })
    }

    /// Fetches the model, which must not work, and gives the sentence that says why.
    fn refusal(&self) -> String {
        self.hub()
            .fetch(&name(ID), &ProgressMonitor::silent())
            .expect_err("it was fetched")
            .to_string()
    }

    fn repo(&self) -> std::path::PathBuf {
        self.cache.path().join("models--tester--small-bert")
    }

    fn part(&self) -> std::path::PathBuf {
        self.repo()
            .join("blobs")
            .join(format!("{}.incomplete", sha256(&weights())))
    }
}

fn weights() -> Vec<u8> {
    fixture("model.safetensors")
}

fn name(typed: &str) -> HubName {
    typed.parse().unwrap()
}

/// The hidden states of a sentence at every layer that the score may need.
fn states(model: &Model) -> HiddenStates {
    let ids = model
        .tokenizer
        .tokenize("the weather is cold today")
        .unwrap()
        .ids();
    model
        .encoder
        .encode(&[&ids], KeptLayers::UpTo(model.default_layer))
        .unwrap()
        .remove(0)
}

/// Asserts that a model is the one in the folder of the fixture.
fn assert_is_the_fixture(model: &Model) {
    assert!(
        states(model) == states(&SMALL),
        "{} computes other hidden states than its folder",
        model.name
    );
}

#[test]
fn a_model_is_downloaded_once_and_computes_what_its_folder_does() {
    let setting = TestHub::new(FakeHub::small_bert());
    let open = |hub: &Hub| {
        models::open_with(
            Some(ID),
            hub,
            &OpenOptions::default(),
            &ProgressMonitor::silent(),
        )
        .unwrap()
    };
    let model = open(&setting.hub());
    assert_eq!((&*model.name, &*model.origin), (ID, "hub"));
    assert_is_the_fixture(&model);

    let asked = setting.server.asked().len();
    assert_is_the_fixture(&open(&setting.hub()));
    assert_is_the_fixture(&open(&setting.offline()));
    assert_eq!(
        setting.server.asked().len(),
        asked,
        "a model of the cache needs no question"
    );
}

#[test]
fn only_the_needed_files_are_asked_for() {
    let setting = TestHub::new(FakeHub::small_bert());
    setting
        .hub()
        .fetch(&name(ID), &ProgressMonitor::silent())
        .unwrap();
    let needed = [
        "config.json",
        "model.safetensors",
        "tokenizer.json",
        "tokenizer_config.json",
        "vocab.txt",
    ];
    assert_eq!(setting.server.files_asked(), needed);
    assert_eq!(setting.server.fetched().len(), 1);
}

#[test]
fn the_files_of_a_sentence_vector_are_fetched_with_a_model_that_has_them() {
    let setting = TestHub::new(FakeHub::small_bert());
    let files = [
        (
            "modules.json",
            r#"[{"path":"","type":"m.Transformer"},{"path":"1_Pooling","type":"m.Pooling"}]"#,
        ),
        ("sentence_bert_config.json", r#"{"max_seq_length":32}"#),
        (
            "1_Pooling/config.json",
            r#"{"pooling_mode_cls_token":true,"pooling_mode_mean_tokens":false}"#,
        ),
        ("1_Pooling/other.json", "{}"),
    ];
    let files = files.map(|(file, content)| (file.to_owned(), content.as_bytes().to_vec()));
    setting
        .server
        .change(|repository| repository.files.extend(files));
    for hub in [setting.hub(), setting.offline()] {
        let model = models::open_with(
            Some(ID),
            &hub,
            &OpenOptions::default(),
            &ProgressMonitor::silent(),
        )
        .unwrap();
        let expected = SentencePooling {
            pooling: Ok(Pooling::Cls),
            is_stated: true,
            max_tokens: Some(32),
        };
        assert_eq!(model.sentence_pooling, expected);
    }
    assert!(
        !setting
            .server
            .files_asked()
            .contains(&"1_Pooling/other.json".to_owned())
    );
    // A repository that names a folder it lacks can be scored all the same.
    let setting = TestHub::new(FakeHub::small_bert());
    let modules = br#"[{"path":"2_Pooling","type":"m.Pooling"}]"#.to_vec();
    setting
        .server
        .change(|repository| drop(repository.files.insert("modules.json".to_owned(), modules)));
    let model = models::open_with(
        Some(ID),
        &setting.hub(),
        &OpenOptions::default(),
        &ProgressMonitor::silent(),
    );
    let why = model.unwrap().sentence_pooling.pooling.unwrap_err();
    assert!(why.contains("no 2_Pooling/config.json"), "{why}");
}

#[test]
fn the_cache_is_laid_out_as_python_lays_it_out() {
    let setting = TestHub::new(FakeHub::small_bert());
    let folder = setting
        .hub()
        .fetch(&name(ID), &ProgressMonitor::silent())
        .unwrap();
    assert_eq!(folder, setting.repo().join("snapshots").join(COMMIT));
    assert_eq!(
        std::fs::read_to_string(setting.repo().join("refs/main")).unwrap(),
        COMMIT
    );
    let blobs = setting.repo().join("blobs");
    assert_eq!(
        std::fs::read(blobs.join(sha256(&weights()))).unwrap(),
        weights()
    );
    assert_eq!(
        std::fs::read(blobs.join(small_etag(&fixture("vocab.txt")))).unwrap(),
        fixture("vocab.txt")
    );
    if cfg!(unix) {
        let link = std::fs::read_link(folder.join("model.safetensors")).unwrap();
        assert_eq!(link, Path::new("../../blobs").join(sha256(&weights())));
    }
    assert!(!setting.part().exists());
}

#[cfg(unix)]
#[test]
fn what_python_downloaded_is_found_without_a_network() {
    let setting = TestHub::new(FakeHub::with([]));
    python_cache(&setting.repo());
    for hub in [setting.hub(), setting.offline()] {
        assert_eq!(
            hub.cached(&name(ID)),
            Some(setting.repo().join("snapshots").join(COMMIT))
        );
        let model = models::open_with(
            Some(ID),
            &hub,
            &OpenOptions::default(),
            &ProgressMonitor::silent(),
        )
        .unwrap();
        assert_is_the_fixture(&model);
        let pinned = format!("{ID}@{COMMIT}");
        let model = models::open_with(
            Some(&pinned),
            &hub,
            &OpenOptions::default(),
            &ProgressMonitor::silent(),
        )
        .unwrap();
        assert_eq!((&*model.name, model.origin), (ID, format!("hub@{COMMIT}")));
    }
    assert!(setting.server.asked().is_empty());

    let listed = setting.hub().list();
    assert_eq!(listed.len(), 1);
    assert_eq!(
        (listed[0].name.to_string(), &*listed[0].commit),
        (ID.to_owned(), COMMIT)
    );
    assert!(listed[0].bytes > weights().len() as u64);
    std::fs::remove_file(setting.repo().join("blobs").join(sha256(&weights()))).unwrap();
    assert_eq!(
        (setting.hub().list(), setting.hub().cached(&name(ID))),
        (vec![], None)
    );
}

/// What `huggingface_hub` leaves behind: content under its etag, relative links, the branch's commit.
#[cfg(unix)]
fn python_cache(repo: &Path) {
    let snapshot = repo.join("snapshots").join(COMMIT);
    for folder in [&snapshot, &repo.join("blobs"), &repo.join("refs")] {
        std::fs::create_dir_all(folder).unwrap();
    }
    std::fs::write(repo.join("refs/main"), COMMIT).unwrap();
    for file in [
        "config.json",
        "tokenizer.json",
        "tokenizer_config.json",
        "vocab.txt",
        "model.safetensors",
    ] {
        let content = fixture(file);
        let etag = if file == "model.safetensors" {
            sha256(&content)
        } else {
            small_etag(&content)
        };
        std::fs::write(repo.join("blobs").join(&etag), content).unwrap();
        std::os::unix::fs::symlink(Path::new("../../blobs").join(etag), snapshot.join(file))
            .unwrap();
    }
}

#[test]
fn a_branch_that_is_named_is_looked_up_and_the_cache_serves_when_the_hub_is_away() {
    let setting = TestHub::new(FakeHub::small_bert());
    let folder = setting
        .hub()
        .fetch(&name(ID), &ProgressMonitor::silent())
        .unwrap();
    let asked = setting.server.asked().len();
    let main = name(&format!("{ID}@main"));
    assert_eq!(
        setting
            .hub()
            .fetch(&main, &ProgressMonitor::silent())
            .unwrap(),
        folder
    );
    assert_eq!(setting.server.asked().len(), asked + 1);
    let away = Hub::new(HubSettings {
        endpoint: "http://127.0.0.1:1".into(),
        ..setting.settings()
    });
    assert_eq!(
        away.fetch(&main, &ProgressMonitor::silent()).unwrap(),
        folder
    );
}

#[test]
fn a_former_name_is_followed_to_the_present_one() {
    let setting = TestHub::new(FakeHub::small_bert());
    let model = models::open_with(
        Some(FORMER),
        &setting.hub(),
        &OpenOptions::default(),
        &ProgressMonitor::silent(),
    )
    .unwrap();
    assert_eq!(model.name, FORMER);
    assert_is_the_fixture(&model);
    assert!(setting.offline().cached(&name(FORMER)).is_some());
}

#[test]
fn a_hub_that_is_its_own_storage_works_too() {
    let setting = TestHub::new(FakeHub::small_bert());
    setting
        .server
        .change(|repository| repository.storage_here = true);
    setting
        .hub()
        .fetch(&name(ID), &ProgressMonitor::silent())
        .unwrap();
    assert!(
        setting
            .repo()
            .join("blobs")
            .join(sha256(&weights()))
            .is_file()
    );
}

#[test]
fn only_the_shards_that_the_index_lists_are_fetched() {
    let index = br#"{"weight_map":{"a":"model-1-of-2.safetensors","b":"model-2-of-2.safetensors","c":"model-1-of-2.safetensors"}}"#;
    let files = [
        ("config.json", fixture("config.json")),
        ("spiece.model", b"pieces".to_vec()),
        ("model.safetensors.index.json", index.to_vec()),
        ("model-1-of-2.safetensors", b"one".to_vec()),
        ("model-2-of-2.safetensors", b"two".to_vec()),
        ("model-9-of-9.safetensors", b"of an older version".to_vec()),
        ("pytorch_model.bin", b"pickle".to_vec()),
    ];
    let setting = TestHub::new(FakeHub::with(
        files.map(|(file, content)| (file.to_owned(), content)),
    ));
    let watch = Recorder::new();
    let folder = setting.hub().fetch(&name(ID), &watch.watch).unwrap();
    let shards = [
        "model-1-of-2.safetensors",
        "model-2-of-2.safetensors",
        "model.safetensors.index.json",
    ];
    assert_eq!(
        setting.server.files_asked(),
        [&["config.json"][..], &shards, &["spiece.model"]].concat()
    );
    assert_eq!(
        std::fs::read(folder.join("model-2-of-2.safetensors")).unwrap(),
        b"two"
    );
    let last = watch.last();
    assert!(
        matches!(
            last,
            Progress::Downloading {
                number: 4,
                files: 4,
                done: 3,
                total: 3,
                ..
            }
        ),
        "{last:?}"
    );
    assert!(setting.offline().cached(&name(ID)).is_some());

    let blob = setting.repo().join("blobs").join(sha256(b"two"));
    std::fs::remove_file(blob).unwrap();
    let sentence = setting
        .offline()
        .fetch(&name(ID), &ProgressMonitor::silent())
        .unwrap_err()
        .to_string();
    assert!(
        sentence.contains("model-2-of-2.safetensors is missing"),
        "{sentence}"
    );
}

#[test]
fn a_pickle_is_fetched_where_there_are_no_safetensors() {
    let server = FakeHub::small_bert();
    server.change(|repository| drop(repository.files.remove("model.safetensors")));
    let setting = TestHub::new(server);
    let folder = setting
        .hub()
        .fetch(&name(ID), &ProgressMonitor::silent())
        .unwrap();
    assert!(folder.join("pytorch_model.bin").is_file());
    assert!(
        setting
            .server
            .files_asked()
            .contains(&"pytorch_model.bin".to_owned())
    );
}

#[test]
fn the_token_goes_to_the_hub_and_not_to_the_storage() {
    let setting = TestHub::new(FakeHub::small_bert());
    let hub = Hub::new(HubSettings {
        token: Some("hf_secret".into()),
        ..setting.settings()
    });
    hub.fetch(&name(ID), &ProgressMonitor::silent()).unwrap();
    for request in setting.server.asked() {
        let sent = request.headers.get("authorization").map(String::as_str);
        assert_eq!(
            sent,
            Some("Bearer hf_secret"),
            "{} {}",
            request.method,
            request.path
        );
    }
    assert!(
        setting
            .server
            .fetched()
            .iter()
            .all(|request| !request.headers.contains_key("authorization"))
    );
    assert!(!format!("{hub:?}").contains("secret"));
}

#[test]
fn progress_counts_files_and_bytes() {
    let setting = TestHub::new(FakeHub::small_bert());
    let watch = Recorder::new();
    setting.hub().fetch(&name(ID), &watch.watch).unwrap();
    let reports = watch.all();
    assert_eq!(reports[0], Progress::Connecting);
    let size = weights().len() as u64;
    let end = Progress::Downloading {
        file: "model.safetensors".into(),
        number: 5,
        files: 5,
        done: size,
        total: size,
    };
    assert_eq!(watch.last(), end);
    assert!(reports.len() < 30, "{} reports", reports.len());
}

/// A watch that keeps what is reported.
struct Recorder {
    watch: ProgressMonitor,
    reports: Arc<Mutex<Vec<Progress>>>,
}

impl Recorder {
    fn new() -> Self {
        let reports = Arc::new(Mutex::new(Vec::new()));
        let keep = Arc::clone(&reports);
        Self {
            watch: ProgressMonitor::new(move |progress| keep.lock().unwrap().push(progress)),
            reports,
        }
    }

    fn all(&self) -> Vec<Progress> {
        self.reports.lock().unwrap().clone()
    }

    fn last(&self) -> Progress {
        self.all().pop().unwrap()
    }
}
