//! `bertscope` on the command line: the contract that scripts rely on.

mod arguments;
mod bert_score_flags;
mod broken_streams;
mod compare;
mod config;
mod copies;
mod doctor;
mod environments;
mod errors;
mod explain;
mod figures;
mod files;
mod gate;
mod given_weights;
mod hostile;
mod hub;
mod identify;
mod identity;
mod language;
mod lesson;
mod log;
mod matching;
mod models;
mod open;
mod outputs;
mod plot;
mod programs;
mod report;
mod rows_of_tables;
mod score;
mod settings;
mod streams;

use std::path::{Path, PathBuf};

use assert_cmd::Command;
use bertscope::metric::BERT_SCORE_TOLERANCE;
use serde_json::Value;
use tempfile::TempDir;

const REFERENCE: &str = "the weather is cold today";
const CANDIDATE: &str = "it is freezing today";

/// A small random BERT without baseline and document frequencies, quick to load.
const SMALL: &str = "tests/fixtures/bert";

/// The program, started in the repository's root, without a network.
fn bertscope() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bertscope"));
    command
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env("HF_HUB_OFFLINE", "1")
        .env("HF_HOME", "target/no-such-home");
    command
}

/// `bertscope score` with more arguments; it must succeed and say nothing on standard error.
pub fn score(arguments: &[&str]) -> String {
    let done = bertscope()
        .arg("score")
        .args(arguments)
        .assert()
        .success()
        .stderr("");
    String::from_utf8(done.get_output().stdout.clone()).unwrap()
}

/// `bertscope score --json` with more arguments, a value for each line.
fn score_json(arguments: &[&str]) -> Vec<Value> {
    let lines = score(&[arguments, &["--json"]].concat());
    lines
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// A folder for the files of one test.
pub struct Files(TempDir);

impl Files {
    pub fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Writes a file and gives its path as an argument.
    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        let path = self.path(name);
        std::fs::write(&path, content).unwrap();
        path.to_str().unwrap().to_owned()
    }

    /// A copy of the small model's folder, to be damaged.
    fn model(&self, name: &str) -> String {
        let folder = self.path(name);
        std::fs::create_dir(&folder).unwrap();
        for file in [
            "config.json",
            "tokenizer.json",
            "tokenizer_config.json",
            "model.safetensors",
        ] {
            let published = Path::new(env!("CARGO_MANIFEST_DIR")).join(SMALL).join(file);
            std::fs::copy(published, folder.join(file)).unwrap();
        }
        folder.to_str().unwrap().to_owned()
    }
}

/// P, R and F1 of one line or of its `raw` part; `None` is null.
fn numbers(line: &Value) -> [Option<f64>; 3] {
    ["precision", "recall", "f1"].map(|name| {
        let number = &line[name];
        assert!(number.is_number() || number.is_null(), "{name} in {line}");
        number.as_f64()
    })
}

fn assert_near(ours: [Option<f64>; 3], theirs: [Option<f64>; 3]) {
    let near = |(a, b): (&Option<f64>, &Option<f64>)| match (a, b) {
        (Some(a), Some(b)) => (a - b).abs() <= BERT_SCORE_TOLERANCE,
        (a, b) => a == b,
    };
    assert!(
        ours.iter().zip(&theirs).all(near),
        "{ours:?} instead of {theirs:?}"
    );
}

/// What `bert_score` says of a case, one of `plain`, `idf` and `rescaled`.
fn golden(name: &str, layer: usize, way: &str) -> [Option<f64>; 3] {
    let golden = golden_file();
    let is_it = |case: &&Value| case["name"] == name && case["layer"] == layer;
    let case = golden["cases"]
        .as_array()
        .unwrap()
        .iter()
        .find(is_it)
        .expect("such a case");
    [0, 1, 2].map(|i| case[way][i].as_f64())
}

fn golden_file() -> Value {
    serde_json::from_str(include_str!("../data/minilm_golden.json")).unwrap()
}
