//! Folders that are copies of known models give the numbers that the names give.

use std::path::{Path, PathBuf};

use safetensors::tensor::TensorView;
use safetensors::{Dtype, SafeTensors};
use serde_json::{Value, json};

use super::{CANDIDATE, Files, REFERENCE, assert_near, bertscope, numbers};

const FIXTURE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/albert");
const COMMIT: &str = "0123456789abcdef0123456789abcdef01234567";

/// Row 9 of `rescale_baseline/en/albert-base-v2.tsv` of bert-score 0.3.13, whose layer for this model is 9.
const BASELINE: [f64; 3] = [0.561_697_36, 0.561_741_35, 0.560_312_75];

/// Writes a model with the sizes of albert-base-v2 and numbers without meaning.
fn write_albert_base(folder: &Path) {
    std::fs::create_dir_all(folder).unwrap();
    for file in [
        "special_tokens_map.json",
        "spiece.model",
        "tokenizer_config.json",
    ] {
        std::fs::copy(Path::new(FIXTURE).join(file), folder.join(file)).unwrap();
    }
    let config = std::fs::read(Path::new(FIXTURE).join("config.json")).unwrap();
    let mut config: Value = serde_json::from_slice(&config).unwrap();
    for (key, value) in [
        ("vocab_size", 30_000),
        ("embedding_size", 128),
        ("hidden_size", 768),
        ("intermediate_size", 3072),
        ("num_hidden_layers", 12),
        ("num_attention_heads", 12),
    ] {
        config[key] = json!(value);
    }
    std::fs::write(folder.join("config.json"), config.to_string()).unwrap();
    write_weights(&folder.join("model.safetensors"));
}

fn write_weights(path: &Path) {
    let small = std::fs::read(Path::new(FIXTURE).join("model.safetensors")).unwrap();
    let small = SafeTensors::deserialize(&small).unwrap();
    let mut tensors = Vec::new();
    let mut seed = 1_u32;
    for (name, tensor) in small.tensors() {
        let shape: Vec<usize> = tensor.shape().iter().map(|size| enlarged(*size)).collect();
        let count: usize = shape.iter().product();
        let mut bytes = Vec::with_capacity(4 * count);
        for _ in 0..count {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let number = (f64::from(seed) / f64::from(u32::MAX) - 0.5) / 5.0;
            bytes.extend((number as f32).to_le_bytes());
        }
        tensors.push((name, shape, bytes));
    }
    let views = tensors.iter().map(|(name, shape, bytes)| {
        let view = TensorView::new(Dtype::F32, shape.clone(), bytes).unwrap();
        (name, view)
    });
    safetensors::serialize_to_file(views, None, path).unwrap();
}

/// The size of albert-base-v2 in place of the fixture's.
fn enlarged(size: usize) -> usize {
    match size {
        16 => 128,
        32 => 768,
        64 => 3072,
        272 => 30_000,
        other => other,
    }
}

fn scored(files: &Files, model: &str, options: &[&str]) -> (Value, String) {
    let done = bertscope()
        .current_dir(files.path(""))
        .env("HF_HOME", files.path("home"))
        .args(["score", "-r", REFERENCE, "-c", CANDIDATE, "--json"])
        .args(["--model", model])
        .args(options)
        .assert()
        .success();
    let output = done.get_output();
    let message = String::from_utf8(output.stderr.clone()).unwrap();
    (serde_json::from_slice(&output.stdout).unwrap(), message)
}

#[test]
fn a_copy_gives_the_rescaled_scores_of_the_name_and_says_for_which_model_it_is_taken() {
    let files = Files::new();
    let snapshot: PathBuf = files.path("home/hub/models--albert--albert-base-v2/snapshots");
    let snapshot = snapshot.join(COMMIT);
    write_albert_base(&snapshot);
    let copy = files.path("copies/albert-base-v2");
    std::fs::create_dir_all(&copy).unwrap();
    for file in std::fs::read_dir(&snapshot).unwrap() {
        let file = file.unwrap();
        std::fs::hard_link(file.path(), copy.join(file.file_name())).unwrap();
    }

    let name = format!("albert/albert-base-v2@{COMMIT}");
    let (by_name, message) = scored(&files, &name, &["--rescale"]);
    assert_eq!(message, "");
    let (by_folder, message) = scored(&files, "./copies/albert-base-v2", &["--rescale"]);
    assert_eq!(
        message,
        "bertscope: ./copies/albert-base-v2 is taken for albert-base-v2 by its name and sizes: by default layer 9 and its \
         baseline; choose another layer with --layer\n"
    );
    let (by_snapshot, message) = scored(&files, snapshot.to_str().unwrap(), &["--rescale"]);
    assert_eq!(message, "");

    let raw = numbers(&by_name["raw"]);
    let rescaled = [0, 1, 2].map(|i| raw[i].map(|x| (x - BASELINE[i]) / (1.0 - BASELINE[i])));
    for line in [&by_name, &by_folder, &by_snapshot] {
        assert_eq!(numbers(&line["raw"]), raw);
        assert_near(numbers(line), rescaled);
    }
    assert_eq!(by_snapshot["signature"], by_name["signature"]);
    let signature = by_folder["signature"].as_str().unwrap();
    assert!(
        signature.contains("_L9_") && signature.ends_with("-custom-rescaled"),
        "{signature}"
    );

    // Beside a chosen layer, only the baseline of the known model is its own.
    let (chosen, message) = scored(
        &files,
        "./copies/albert-base-v2",
        &["--rescale", "--layer", "5"],
    );
    assert!(chosen["signature"].as_str().unwrap().contains("_L5_"));
    assert!(!message.contains("--layer"), "{message}");
}
