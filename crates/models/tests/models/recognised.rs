//! Folders that are copies of known models.

use std::path::{Path, PathBuf};

use bertscope_models::recognised::{Recognition, cached_name};
use bertscope_models::{BaselineSource, OpenOptions, ProgressMonitor, catalogue, known};
use serde_json::{Value, json};
use tempfile::TempDir;

const COMMIT: &str = "0123456789abcdef0123456789abcdef01234567";

/// The sizes of roberta-large, with further fields.
fn roberta_large(further: &Value) -> Value {
    let mut config = json!({
        "model_type": "roberta", "num_hidden_layers": 24, "hidden_size": 1024, "vocab_size": 50265,
    });
    for (key, value) in further.as_object().unwrap() {
        config[key] = value.clone();
    }
    config
}

/// What is recognised in a folder of this name with this config.json: the known model and the remark.
fn recognised(name: &str, config: &Value) -> (Option<&'static str>, String) {
    let parent = TempDir::new().unwrap();
    let folder = parent.path().join(name);
    std::fs::create_dir(&folder).unwrap();
    std::fs::write(folder.join("config.json"), config.to_string()).unwrap();
    let recognition = Recognition::from_folder(&folder);
    (
        recognition.known.map(|known| known.name),
        recognition.remark.unwrap_or_default(),
    )
}

#[test]
fn a_copy_is_taken_for_the_model_that_its_config_or_its_name_states_if_the_sizes_agree() {
    let stated = json!({"_name_or_path": "FacebookAI/roberta-large"});
    let (known, remark) = recognised("copy", &roberta_large(&stated));
    assert_eq!(known, Some("roberta-large"));
    assert_eq!(
        remark,
        "is taken for roberta-large (from _name_or_path in config.json): layer 17 and its baseline; choose another layer with --layer"
    );
    let (known, _) = recognised("roberta-large-mnli", &roberta_large(&json!({})));
    assert_eq!(known, Some("roberta-large-mnli"));
    let smaller = json!({"_name_or_path": "roberta-large", "hidden_size": 768});
    assert_eq!(
        recognised("roberta-large", &roberta_large(&smaller)).0,
        None
    );
}

#[test]
fn a_model_that_was_trained_on_or_could_be_several_is_not_taken_for_any_and_says_so() {
    let tuned = json!({
        "_name_or_path": "roberta-large", "architectures": ["RobertaForSequenceClassification"],
    });
    let (known, remark) = recognised("mine", &roberta_large(&tuned));
    assert_eq!(known, None);
    assert!(
        remark.starts_with("is made from roberta-large") && remark.contains("last layer"),
        "{remark}"
    );
    let (known, remark) = recognised("mine", &roberta_large(&json!({})));
    assert_eq!(known, None);
    assert!(
        remark.starts_with("has the sizes of roberta-large or of") && remark.contains("--layer"),
        "{remark}"
    );
    let unlike_any = roberta_large(&json!({"vocab_size": 7}));
    assert_eq!(recognised("mine", &unlike_any), (None, String::new()));
}

fn copy_fixture(to: &Path) {
    let fixture = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures/bert");
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(fixture).unwrap() {
        let entry = entry.unwrap();
        std::fs::copy(entry.path(), to.join(entry.file_name())).unwrap();
    }
}

#[test]
fn a_snapshot_in_a_cache_is_the_model_of_that_name_and_revision() {
    let cache = TempDir::new().unwrap();
    let snapshot: PathBuf = cache
        .path()
        .join("models--FacebookAI--roberta-large/snapshots")
        .join(COMMIT);
    copy_fixture(&snapshot);
    let name = cached_name(&snapshot).unwrap();
    assert_eq!(
        name.to_string(),
        format!("FacebookAI/roberta-large@{COMMIT}")
    );
    let model = bertscope_models::open(
        snapshot.to_str(),
        &OpenOptions::default(),
        &ProgressMonitor::silent(),
    )
    .unwrap();
    assert_eq!(model.name, "FacebookAI/roberta-large");
    assert_eq!(model.revision.as_deref(), Some(COMMIT));
    assert!(model.layer_is_tuned);
    let baseline = model.published_baseline("en").unwrap();
    assert_eq!(baseline.source, BaselineSource::Published);
    assert_eq!(cached_name(cache.path()), None);
}

#[test]
fn the_list_of_models_names_keys_that_are_not_known_and_those_that_are_refused() {
    let folder = TempDir::new().unwrap();
    copy_fixture(folder.path());
    let config = folder.path().join("config.json");
    let mut fields: Value = serde_json::from_slice(&std::fs::read(&config).unwrap()).unwrap();
    let hub = bertscope_models::Hub::from_env();
    let name = folder.path().to_str().unwrap().to_owned();
    for (key, value, is_supported) in [
        ("alibi_starting_size", json!(512), true),
        ("is_decoder", json!(true), false),
    ] {
        fields[key] = value;
        std::fs::write(&config, fields.to_string()).unwrap();
        let listed = catalogue::all(&hub, [&name]);
        let choice = listed.iter().find(|choice| choice.name == name).unwrap();
        assert!(choice.note.contains(key), "{}", choice.note);
        assert_eq!(choice.is_supported, is_supported);
    }
}

#[test]
fn every_row_of_sizes_belongs_to_a_known_model() {
    let sizes = include_str!("../../../../assets/models/sizes.tsv");
    for line in sizes.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [name, hidden, vocabulary] = fields[..] else {
            panic!("{line}");
        };
        let known = known::all().iter().find(|known| known.name == name);
        assert!(known.is_some(), "{line}");
        assert!(hidden.parse::<u64>().is_ok() && vocabulary.parse::<u64>().is_ok());
    }
}
