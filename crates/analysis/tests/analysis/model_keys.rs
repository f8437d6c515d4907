//! Settings in a model's files: bert_score's numbers, or a refusal that names the setting; never other numbers.

use std::path::Path;

use bertscope_analysis::{Analyzer, Settings};
use bertscope_encoder::{Layer, Program};
use bertscope_metric::{BERT_SCORE_TOLERANCE, Pair};
use bertscope_models::{Model, ModelError, OpenOptions, ProgressMonitor};
use serde_json::{Map, Value, json};
use tempfile::TempDir;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests");

/// What `tests/data/make_model_keys.py` scores but this program refuses.
const REFUSED: &str = "is_decoder";

/// A fixture with some keys of one file changed; null removes a key.
fn folder(fixture: &str, file: &str, changes: &Map<String, Value>) -> TempDir {
    let folder = TempDir::new().unwrap();
    for entry in std::fs::read_dir(Path::new(ROOT).join("fixtures").join(fixture)).unwrap() {
        let entry = entry.unwrap();
        std::fs::copy(entry.path(), folder.path().join(entry.file_name())).unwrap();
    }
    let path = folder.path().join(file);
    let mut fields: Map<String, Value> =
        serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
    for (key, value) in changes {
        fields.remove(key);
        if !value.is_null() {
            fields.insert(key.clone(), value.clone());
        }
    }
    std::fs::write(path, serde_json::to_vec(&fields).unwrap()).unwrap();
    folder
}

fn open(folder: &TempDir) -> Result<Model, ModelError> {
    bertscope_models::open(
        folder.path().to_str(),
        &OpenOptions::default(),
        &ProgressMonitor::silent(),
    )
}

fn refusal(fixture: &str, file: &str, changes: &Value) -> String {
    let folder = folder(fixture, file, changes.as_object().unwrap());
    open(&folder).unwrap_err().to_string()
}

#[test]
fn settings_give_the_scores_of_bert_score_or_are_refused_by_name() {
    let golden = std::fs::read(Path::new(ROOT).join("data/model_keys_golden.json")).unwrap();
    let golden: Value = serde_json::from_slice(&golden).unwrap();
    for case in golden["cases"].as_array().unwrap() {
        let changes = case["changes"].as_object().unwrap();
        let file = case["file"].as_str().unwrap();
        let folder = folder(case["fixture"].as_str().unwrap(), file, changes);
        // DistilBERT can be no decoder, so that the key has no effect there.
        if changes.contains_key(REFUSED) && case["fixture"] != "distilbert" {
            let sentence = open(&folder).unwrap_err().to_string();
            assert!(
                sentence.contains(REFUSED) && sentence.contains(file),
                "{sentence}"
            );
            continue;
        }
        let mut analyzer = Analyzer::new(open(&folder).unwrap().into());
        let pairs = golden["pairs"].as_array().unwrap().iter();
        for (pair, expected) in pairs.zip(case["f1"].as_array().unwrap()) {
            let texts = Pair {
                reference: pair[0].as_str().unwrap(),
                candidate: pair[1].as_str().unwrap(),
            };
            let mut settings = Settings::plain(Layer(2));
            if file == "tokenizer.json" {
                settings.conventions = Program::FastTokenizer.into();
            }
            let f1 = analyzer.analyze(texts, settings).unwrap().score().f1;
            let difference = (f1 - expected.as_f64().unwrap()).abs();
            assert!(difference < BERT_SCORE_TOLERANCE, "{case}: F1 is {f1}");
        }
    }
}

#[test]
fn a_text_that_loses_its_start_says_so() {
    let changes = json!({"truncation_side": "left", "model_max_length": 8});
    let folder = folder(
        "bert",
        "tokenizer_config.json",
        changes.as_object().unwrap(),
    );
    let mut analyzer = Analyzer::new(open(&folder).unwrap().into());
    let texts = Pair {
        reference: " é old house stands near the water.",
        candidate: "The old house is near the water",
    };
    let analysis = analyzer.analyze(texts, Settings::plain(Layer(2))).unwrap();
    let [_, first, ..] = &analysis.reference.tokenized.tokens[..] else {
        panic!("a text has tokens");
    };
    let cut = analysis.reference.tokenized.truncated.unwrap();
    assert_eq!((cut.kept, cut.unseen()), (8, 0..first.start));
    assert_eq!(analysis.reference.tokenized.tokens.len(), 8);
    let note = format!(
        "The reference was truncated to 8 of its {} tokens; the model does not see its beginning, up to character {}.",
        cut.total, first.start
    );
    assert_eq!(analysis.notes[0].to_string(), note);
}

#[test]
fn what_is_not_implemented_is_refused_with_its_file_and_value() {
    let tokenizer = "tokenizer_config.json";
    for class in [
        "KoBertTokenizer",
        "BertJapaneseTokenizer",
        "PhobertTokenizer",
        "KoBertTokenizerFast",
    ] {
        let changes = json!({ "tokenizer_class": class });
        assert!(refusal("bert", tokenizer, &changes).contains(class));
    }
    // config.json counts where tokenizer_config.json names no class.
    let unnamed = folder(
        "bert",
        tokenizer,
        json!({ "tokenizer_class": null }).as_object().unwrap(),
    );
    let config = Path::new(ROOT).join("fixtures/bert/config.json");
    let mut fields: Value = serde_json::from_slice(&std::fs::read(config).unwrap()).unwrap();
    fields["tokenizer_class"] = "BertJapaneseTokenizer".into();
    std::fs::write(unnamed.path().join("config.json"), fields.to_string()).unwrap();
    let sentence = open(&unnamed).unwrap_err().to_string();
    assert!(sentence.contains("BertJapaneseTokenizer"), "{sentence}");
    for (fixture, file, changes) in [
        ("bert", tokenizer, json!({"split_special_tokens": true})),
        ("bert", tokenizer, json!({"truncation_side": "middle"})),
        (
            "t5",
            tokenizer,
            json!({"sp_model_kwargs": {"enable_sampling": true}}),
        ),
        ("bert", "config.json", json!({"pruned_heads": {"0": [1]}})),
        (
            "roberta",
            "config.json",
            json!({"position_embedding_type": "relative_key"}),
        ),
        ("albert", "config.json", json!({"num_hidden_groups": 2})),
        ("t5", "config.json", json!({"hidden_size": 64})),
        (
            "modernbert",
            "config.json",
            json!({"rope_parameters": {"full_attention": {}}}),
        ),
    ] {
        let key = changes.as_object().unwrap().keys().next().unwrap();
        let sentence = refusal(fixture, file, &changes);
        assert!(
            sentence.contains(key) && sentence.contains(file),
            "{sentence}"
        );
    }
}
