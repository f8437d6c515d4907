//! The bundled files are what `bertscope pack` writes.

use std::collections::BTreeMap;
use std::path::Path;

use bertscope::models::bundled;
use bertscope::models::pack::{pack, vocabulary};
use bertscope::testing::checksum;
use half::f16;
use safetensors::{Dtype, SafeTensors};

/// A safetensors file with its tensors in the order in which they are given.
fn safetensors(tensors: &[(&str, &str, Vec<u8>)]) -> Vec<u8> {
    let mut entries = Vec::new();
    let mut data = Vec::new();
    for (name, dtype, bytes) in tensors {
        let width = if *dtype == "F16" {
            2
        } else if *dtype == "F32" {
            4
        } else {
            8
        };
        let (begin, end) = (data.len(), data.len() + bytes.len());
        let length = bytes.len() / width;
        entries.push(format!(r#""{name}":{{"dtype":"{dtype}","shape":[{length}],"data_offsets":[{begin},{end}]}}"#));
        data.extend_from_slice(bytes);
    }
    let mut header = format!("{{{}}}", entries.join(","));
    while !header.len().is_multiple_of(8) {
        header.push(' ');
    }
    [(header.len() as u64).to_le_bytes().as_slice(), header.as_bytes(), &data].concat()
}

fn singles(numbers: &[f32]) -> Vec<u8> {
    numbers.iter().flat_map(|x| x.to_le_bytes()).collect()
}

fn packed(file: &[u8]) -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("model.safetensors"), file).unwrap();
    pack(folder.path()).unwrap()
}

/// Numbers of every tensor by name.
fn halves(file: &[u8]) -> BTreeMap<String, Vec<f16>> {
    let file = SafeTensors::deserialize(file).unwrap();
    let number = |b: &[u8; 2]| f16::from_le_bytes(*b);
    file.iter()
        .map(|(name, view)| {
            assert_eq!(view.dtype(), Dtype::F16, "{name}");
            (name.to_owned(), view.data().as_chunks().0.iter().map(number).collect())
        })
        .collect()
}

/// f32 numbers with what the nearest f16 is: exact ones, ties (to even), the largest and the smallest.
const ROUNDING: [(f32, f32); 9] = [
    (0.5, 0.5),
    (-1.25, -1.25),
    (0.1, 0.099_975_586),
    (1.000_488_3, 1.0),
    (1.001_464_8, 1.001_953_1),
    (65_504.0, 65_504.0),
    (6.0e-8, 5.960_464_5e-8),
    (1e-9, 0.0),
    (-0.0, -0.0),
];

fn published() -> [(&'static str, &'static str, Vec<u8>); 4] {
    [
        ("pooler.dense.weight", "F32", singles(&[1.0, 2.0])),
        ("encoder.layer.0.output.dense.bias", "F32", singles(&ROUNDING.map(|(x, _)| x))),
        ("embeddings.position_ids", "I64", vec![0; 16]),
        ("embeddings.LayerNorm.weight", "F32", singles(&[3.0])),
    ]
}

#[test]
fn packing_rounds_to_the_nearest_half_and_drops_what_bertscore_does_not_use() {
    let packed = halves(&packed(&safetensors(&published())));
    let names: Vec<_> = packed.keys().map(String::as_str).collect();
    assert_eq!(names, ["embeddings.LayerNorm.weight", "encoder.layer.0.output.dense.bias"]);
    let rounded: Vec<_> = packed[names[1]].iter().map(|x| x.to_f32().to_bits()).collect();
    assert_eq!(rounded, ROUNDING.map(|(_, x)| x.to_bits()));
}

#[test]
fn packing_depends_on_the_content_only_and_orders_by_name() {
    let mut tensors = published();
    let once = packed(&safetensors(&tensors));
    assert_eq!(packed(&safetensors(&tensors)), once);
    tensors.reverse();
    assert_eq!(packed(&safetensors(&tensors)), once);
    let header = String::from_utf8_lossy(&once);
    assert!(header.find("embeddings.LayerNorm").unwrap() < header.find("encoder.layer.0").unwrap());
}

#[test]
fn packing_what_was_packed_changes_nothing() {
    let once = packed(&safetensors(&published()));
    assert_eq!(packed(&once), once, "as it is, in f16");
    let widened: Vec<_> = halves(&once)
        .into_iter()
        .map(|(name, numbers)| (name, singles(&numbers.iter().map(|x| x.to_f32()).collect::<Vec<_>>())))
        .collect();
    let widened: Vec<_> = widened.iter().map(|(name, bytes)| (name.as_str(), "F32", bytes.clone())).collect();
    assert_eq!(packed(&safetensors(&widened)), once, "and widened to f32 again");
}

#[test]
fn a_file_that_cannot_be_packed_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let error = pack(folder.path()).unwrap_err().to_string();
    assert!(error.starts_with("cannot read ") && error.contains("model.safetensors"), "{error}");
    std::fs::write(folder.path().join("model.safetensors"), b"no tensors").unwrap();
    let error = pack(folder.path()).unwrap_err().to_string();
    assert!(error.starts_with("the weights cannot be used"), "{error}");
}

fn bundled_files() -> [(&'static str, bytes::Bytes); 5] {
    let files = bundled::files().unwrap();
    [
        ("model.safetensors", bundled::weights()),
        ("config.json", files.config),
        ("tokenizer.json", files.tokenizer.tokenizer_json.unwrap()),
        ("tokenizer_config.json", files.tokenizer.tokenizer_config.unwrap()),
        ("vocab.txt", files.tokenizer.vocab_txt.unwrap()),
    ]
}

#[test]
fn the_bundled_files_have_the_recorded_checksums() {
    let ours = bundled_files().map(|(name, bytes)| format!("{}  {name}", checksum(&bytes)));
    assert_eq!(ours.as_slice(), include_str!("../assets/minilm/SHA256SUMS").lines().collect::<Vec<_>>());
}

#[test]
fn the_bundled_weights_are_a_fixed_point_of_packing() {
    let weights = bundled::weights();
    assert!(packed(&weights) == weights, "the bundled file is not as `bertscope pack` would write it");
    let names: Vec<_> = halves(&weights).into_keys().collect();
    assert_eq!(names.len(), 5 + 6 * 16, "embeddings and six blocks");
    assert!(names.iter().all(|name| !name.contains("pooler") && !name.contains("position_ids")));
}

#[test]
fn the_bundled_vocabulary_is_what_packing_makes_of_tokenizer_json() {
    let files = bundled::files().unwrap().tokenizer;
    let made = vocabulary(&files.tokenizer_json.unwrap()).unwrap().expect("it splits into word pieces");
    assert!(made.as_bytes() == files.vocab_txt.unwrap());
}

#[test]
fn a_vocabulary_is_written_in_order_of_id_and_only_where_lines_can_hold_it() {
    let of = |model: &str| vocabulary(format!("{{\"model\":{model}}}").as_bytes()).unwrap();
    let pieces = |vocab: &str| of(&format!(r#"{{"type":"WordPiece","vocab":{vocab}}}"#));
    assert_eq!(pieces(r###"{"b":1,"##c":2,"[UNK]":0}"###).as_deref(), Some("[UNK]\nb\n##c\n"));
    for unfit in [r#"{"a":0,"b":2}"#, r#"{"a":0,"b":0}"#, r#"{"a":-1}"#, r#"{"a":4294967296}"#, r#"{"a\n":0}"#, "[]"] {
        assert_eq!(pieces(unfit), None, "{unfit}");
    }
    assert_eq!(of(r#"{"type":"BPE","vocab":{"a":0}}"#), None);
    assert!(vocabulary(b"{").unwrap_err().to_string().contains("tokenizer.json"));
}

#[test]
fn the_pack_command_writes_weights_copies_the_rest_and_prints_the_checksums() {
    let (published, output) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let small = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/bert");
    for name in ["config.json", "tokenizer.json", "tokenizer_config.json", "model.safetensors"] {
        std::fs::copy(small.join(name), published.path().join(name)).unwrap();
    }
    let mut command = assert_cmd::Command::new(env!("CARGO_BIN_EXE_bertscope"));
    let done = command.arg("pack").args([published.path(), &output.path().join("new")]).assert().success().stderr("");
    let written = |name: &str| std::fs::read(output.path().join("new").join(name)).unwrap();
    assert_eq!(written("model.safetensors"), pack(published.path()).unwrap());
    for name in ["config.json", "tokenizer.json", "tokenizer_config.json"] {
        assert_eq!(written(name), std::fs::read(small.join(name)).unwrap(), "{name}");
    }
    let mut names: Vec<_> =
        std::fs::read_dir(output.path().join("new")).unwrap().map(|e| e.unwrap().file_name()).collect();
    names.sort();
    let lines = String::from_utf8(done.get_output().stdout.clone()).unwrap();
    let mut printed: Vec<_> = lines.lines().map(|line| line.split_once("  ").unwrap()).collect();
    printed.sort_by_key(|(_, name)| *name);
    assert_eq!(names, printed.iter().map(|(_, name)| *name).collect::<Vec<_>>());
    for (sum, name) in printed {
        assert_eq!(sum, checksum(&written(name)), "{name}");
    }
}

/// The published file is twice as big as the packed one and not in the repository; CONTRIBUTING.md says how to run this.
#[test]
#[ignore = "needs the published model, in the folder that BERTSCOPE_PUBLISHED_MODEL names"]
fn packing_the_published_folder_gives_the_bundled_bytes() {
    let folder = std::env::var_os("BERTSCOPE_PUBLISHED_MODEL").expect("BERTSCOPE_PUBLISHED_MODEL names a folder");
    let folder = Path::new(&folder);
    for (name, ours) in bundled_files() {
        let read = |name: &str| std::fs::read(folder.join(name)).unwrap();
        let published = match name {
            "model.safetensors" => pack(folder).unwrap(),
            "vocab.txt" => vocabulary(&read("tokenizer.json")).unwrap().unwrap().into_bytes(),
            copied => read(copied),
        };
        assert!(published == ours, "{name} is not what packing the published folder gives");
    }
}
