//! Folders that are copies of known models.

use std::path::{Path, PathBuf};

use bertscope_models::recognised::{Recognition, cached_name};
use bertscope_models::{BaselineSource, OpenOptions, ProgressMonitor, catalogue, known};
use serde_json::{Value, json};
use tempfile::TempDir;

const COMMIT: &str = "0123456789abcdef0123456789abcdef01234567";

/// The sizes of roberta-large, with further fields.
fn roberta_large(further: &Value) -> Value {
    with(
        json!({"model_type": "roberta", "num_hidden_layers": 24, "hidden_size": 1024, "vocab_size": 50_265}),
        further,
    )
}

fn with(mut config: Value, further: &Value) -> Value {
    for (key, value) in further.as_object().unwrap() {
        config[key] = value.clone();
    }
    config
}

/// What is recognised in a folder of this name with this config.json and possibly a modules.json.
fn recognised_with(name: &str, config: &Value, modules: bool) -> (Option<&'static str>, String) {
    let parent = TempDir::new().unwrap();
    let folder = parent.path().join(name);
    std::fs::create_dir(&folder).unwrap();
    std::fs::write(folder.join("config.json"), config.to_string()).unwrap();
    if modules {
        std::fs::write(folder.join("modules.json"), "[]").unwrap();
    }
    let recognition = Recognition::from_folder(&folder);
    (
        recognition.known.map(|known| known.name),
        recognition.remark.unwrap_or_default(),
    )
}

fn recognised(name: &str, config: &Value) -> (Option<&'static str>, String) {
    recognised_with(name, config, false)
}

#[test]
fn a_copy_is_taken_for_the_model_that_its_config_or_its_folder_names_if_the_sizes_agree() {
    let stated = roberta_large(&json!({"_name_or_path": "FacebookAI/roberta-large"}));
    let taken =
        "is taken for roberta-large by its name and sizes: by default layer 17 and its baseline";
    assert_eq!(
        recognised("copy", &stated),
        (Some("roberta-large"), taken.to_owned())
    );
    // As downloaded: without a name in config.json.
    let downloaded = roberta_large(&json!({"architectures": ["RobertaForMaskedLM"]}));
    assert_eq!(
        recognised("roberta-large", &downloaded).0,
        Some("roberta-large")
    );
    // Published with the head of the task that it was trained for.
    let classifier = json!({
        "model_type": "deberta", "num_hidden_layers": 48, "hidden_size": 1024, "vocab_size": 50_265,
        "architectures": ["DebertaForSequenceClassification"],
    });
    assert_eq!(
        recognised("deberta-xlarge-mnli", &classifier).0,
        Some("microsoft/deberta-xlarge-mnli")
    );
    let multilingual =
        json!({"model_type": "mt5", "num_layers": 8, "d_model": 512, "vocab_size": 250_112});
    assert_eq!(
        recognised("mt5-small", &multilingual).0,
        Some("google/mt5-small")
    );
}

#[test]
fn a_model_whose_sizes_differ_from_those_of_its_name_is_not_taken_for_it() {
    for difference in [
        json!({"vocab_size": 50_266}),
        json!({"vocab_size": null}),
        json!({"hidden_size": 512}),
        json!({"num_hidden_layers": 6}),
        json!({"model_type": "bert"}),
    ] {
        let stated = with(difference, &json!({"_name_or_path": "roberta-large"}));
        assert_eq!(
            recognised("roberta-large", &roberta_large(&stated)),
            (None, String::new()),
            "{stated}"
        );
    }
}

#[test]
fn a_model_that_was_trained_on_is_not_taken_for_the_one_that_it_was_made_from() {
    let tuned = roberta_large(&json!({
        "_name_or_path": "roberta-large", "architectures": ["RobertaForSequenceClassification"],
    }));
    assert_eq!(
        recognised("mine", &tuned),
        (
            None,
            "is made from roberta-large but trained on (config.json names RobertaForSequenceClassification): \
             by default its last layer, without a baseline"
                .to_owned()
        )
    );
    let sentences = roberta_large(&json!({"_name_or_path": "roberta-large"}));
    let (known, remark) = recognised_with("mine", &sentences, true);
    assert_eq!(known, None);
    assert!(remark.contains("it has a modules.json"), "{remark}");
    let unnamed = roberta_large(&json!({}));
    assert_eq!(
        recognised_with("mine", &unnamed, true),
        (None, String::new())
    );
}

#[test]
fn a_folder_that_could_be_several_known_models_says_which() {
    let listed =
        "could be roberta-large or roberta-large-mnli or roberta-large-openai-detector or ";
    let two_names = roberta_large(&json!({"_name_or_path": "roberta-large"}));
    for (folder, config) in [
        ("mine", roberta_large(&json!({}))),
        ("sup-simcse-roberta-large", two_names),
    ] {
        let (known, remark) = recognised(folder, &config);
        assert_eq!(known, None);
        assert!(remark.starts_with(listed), "{remark}");
        assert!(remark.ends_with("its last layer, without a baseline"));
    }
}

#[test]
fn a_known_model_with_sizes_has_all_that_a_copy_needs() {
    let sized = known::all().iter().filter(|known| known.hidden.is_some());
    let mut count = 0;
    for known in sized {
        let is_complete =
            known.vocabulary.is_some() && known.layers.is_some() && known.default_layer.is_some();
        assert!(is_complete, "{}", known.name);
        count += 1;
    }
    assert_eq!(count, 86, "as assets/models/README.md says");
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
