//! The bundled files are what `bertscope pack` writes.

use std::collections::BTreeSet;
use std::path::Path;

use bertscope::encoder::weights::Checkpoint;
use bertscope::models::bundled;
use bertscope::models::pack::{pack, vocabulary};
use bertscope::testing::checksum;
use safetensors::{Dtype, SafeTensors};

type Tensor = (&'static str, &'static str, Vec<usize>, Vec<u8>);

/// A safetensors file with its tensors in the order in which they are given.
fn safetensors(tensors: &[Tensor]) -> Vec<u8> {
    let mut entries = Vec::new();
    let mut data = Vec::new();
    for (name, dtype, shape, bytes) in tensors {
        let (begin, end) = (data.len(), data.len() + bytes.len());
        entries.push(format!(
            r#""{name}":{{"dtype":"{dtype}","shape":{shape:?},"data_offsets":[{begin},{end}]}}"#
        ));
        data.extend_from_slice(bytes);
    }
    let mut header = format!("{{{}}}", entries.join(","));
    while !header.len().is_multiple_of(8) {
        header.push(' ');
    }
    [
        (header.len() as u64).to_le_bytes().as_slice(),
        header.as_bytes(),
        &data,
    ]
    .concat()
}

fn singles(numbers: &[f32]) -> Vec<u8> {
    numbers.iter().flat_map(|x| x.to_le_bytes()).collect()
}

fn packed(file: &[u8]) -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("model.safetensors"), file).unwrap();
    pack(folder.path()).unwrap()
}

fn tensor(file: &[u8], name: &str) -> (Dtype, Vec<usize>, Vec<u8>) {
    let file = SafeTensors::deserialize(file).unwrap();
    let view = file.tensor(name).unwrap();
    (view.dtype(), view.shape().to_vec(), view.data().to_vec())
}

fn names(file: &[u8]) -> BTreeSet<String> {
    SafeTensors::deserialize(file)
        .unwrap()
        .names()
        .into_iter()
        .map(str::to_owned)
        .collect()
}

/// Three rows of 64: numbers of every size, zeros, and a single number among zeros.
fn matrix() -> Vec<f32> {
    let mut numbers: Vec<f32> = (0..64)
        .map(|i| (f32::from(i16::from(i as u8)) - 31.3).powi(3) * 1e-5)
        .collect();
    numbers.extend([0.0; 64]);
    numbers.extend([0.0; 63]);
    numbers.push(-0.1);
    numbers
}

fn published() -> [Tensor; 6] {
    [
        ("pooler.dense.weight", "F32", vec![2], singles(&[1.0, 2.0])),
        (
            "encoder.layer.0.output.dense.weight",
            "F32",
            vec![3, 64],
            singles(&matrix()),
        ),
        (
            "encoder.layer.0.output.dense.bias",
            "F32",
            vec![3],
            singles(&[0.1, -0.0, 1e-9]),
        ),
        (
            "encoder.layer.1.output.dense.weight",
            "F32",
            vec![32, 2],
            singles(&[0.1; 64]),
        ),
        ("embeddings.position_ids", "I64", vec![2], vec![0; 16]),
        ("embeddings.LayerNorm.weight", "F16", vec![1], vec![1, 2]),
    ]
}

#[test]
fn packing_turns_matrices_into_integers_with_a_scale_for_each_block_and_keeps_the_rest() {
    let (published, packed) = (published(), packed(&safetensors(&published())));
    let name = |name: &str| name.to_owned();
    let kept = [
        "encoder.layer.0.output.dense.bias",
        "encoder.layer.1.output.dense.weight",
        "embeddings.LayerNorm.weight",
    ];
    let (weight, scales) = (
        "encoder.layer.0.output.dense.weight",
        "encoder.layer.0.output.dense.weight.scales",
    );
    assert_eq!(
        names(&packed),
        kept.into_iter().chain([weight, scales]).map(name).collect(),
        "no pooler, no position ids"
    );
    for (name, _, shape, bytes) in published
        .into_iter()
        .filter(|(name, ..)| kept.contains(name))
    {
        assert_eq!(
            tensor(&packed, name),
            (
                if bytes.len() == 2 {
                    Dtype::F16
                } else {
                    Dtype::F32
                },
                shape,
                bytes
            ),
            "{name}"
        );
    }
    let (dtype, shape, integers) = tensor(&packed, weight);
    assert_eq!((dtype, shape), (Dtype::I16, vec![3, 64]));
    let (dtype, shape, scales) = tensor(&packed, scales);
    assert_eq!((dtype, shape), (Dtype::F32, vec![3, 2]));
    let scales: Vec<f32> = scales
        .as_chunks()
        .0
        .iter()
        .map(|scale| f32::from_le_bytes(*scale))
        .collect();
    for (i, (bytes, exact)) in integers.as_chunks().0.iter().zip(matrix()).enumerate() {
        let (integer, scale) = (i16::from_le_bytes(*bytes), scales[i / 32]);
        let error = (f32::from(integer) * scale - exact).abs();
        assert!(
            error <= scale * 0.501,
            "number {i}: {integer} × {scale} is not {exact}"
        );
        let largest = matrix()[i / 32 * 32..][..32]
            .iter()
            .fold(0.0, |most: f32, x| most.max(x.abs()));
        assert!(
            scale <= largest / 31_744.0,
            "at least 15 bits of the largest"
        );
    }
    assert_eq!(scales[2].to_bits(), 0, "a block of zeros");
}

#[test]
fn packing_depends_on_the_content_only_and_not_on_the_order() {
    let mut tensors = published();
    let once = packed(&safetensors(&tensors));
    assert_eq!(packed(&safetensors(&tensors)), once);
    tensors.reverse();
    assert_eq!(packed(&safetensors(&tensors)), once);
}

#[test]
fn packing_what_was_packed_changes_nothing() {
    let once = packed(&safetensors(&published()));
    assert_eq!(packed(&once), once);
}

#[test]
fn packed_weights_are_read_as_numbers_from_memory_and_from_a_file() {
    let once = packed(&safetensors(&published()));
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("model.safetensors");
    std::fs::write(&path, &once).unwrap();
    let mut from_file = Checkpoint::default();
    from_file.add_safetensors(&path).unwrap();
    let exact = matrix();
    for checkpoint in [
        Checkpoint::from_safetensors(&once.clone().into()).unwrap(),
        from_file,
    ] {
        let read = checkpoint
            .numbers("encoder.layer.0.output.dense.weight", &[3, 64])
            .unwrap();
        for (block, (read, exact)) in read.chunks(32).zip(exact.chunks(32)).enumerate() {
            let largest = exact.iter().fold(0.0, |most: f32, x| most.max(x.abs()));
            for (read, exact) in read.iter().zip(exact) {
                assert!(
                    (read - exact).abs() <= largest / 60_000.0,
                    "block {block}: {read} is not {exact}"
                );
            }
        }
        assert!(!checkpoint.has("encoder.layer.0.output.dense.weight.scales"));
    }
}

#[test]
fn integers_without_fitting_scales_are_rejected_or_left_out() {
    let file = |scales: Vec<Tensor>| {
        let integers = ("m.weight", "I16", vec![2, 32], vec![0; 128]);
        Checkpoint::from_safetensors(&safetensors(&[vec![integers], scales].concat()).into())
    };
    for (dtype, shape, bytes) in [
        ("F32", vec![1], 4),
        ("F32", vec![3], 12),
        ("F16", vec![4], 8),
    ] {
        let error = file(vec![("m.weight.scales", dtype, shape, vec![0; bytes])])
            .unwrap_err()
            .to_string();
        assert!(
            error.contains(
                "m.weight and m.weight.scales do not match: one f32 for each 32 integers"
            ),
            "{error}"
        );
    }
    assert!(!file(vec![]).unwrap().has("m.weight"));
}

#[test]
fn a_file_that_cannot_be_packed_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let error = pack(folder.path()).unwrap_err().to_string();
    assert!(
        error.starts_with("cannot read ") && error.contains("model.safetensors"),
        "{error}"
    );
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
        (
            "tokenizer_config.json",
            files.tokenizer.tokenizer_config.unwrap(),
        ),
        ("vocab.txt", files.tokenizer.vocab_txt.unwrap()),
    ]
}

#[test]
fn the_bundled_files_have_the_recorded_checksums() {
    let ours = bundled_files().map(|(name, bytes)| format!("{}  {name}", checksum(&bytes)));
    assert_eq!(
        ours.as_slice(),
        include_str!("../assets/minilm/SHA256SUMS")
            .lines()
            .collect::<Vec<_>>()
    );
}

#[test]
fn the_bundled_weights_are_a_fixed_point_of_packing() {
    let weights = bundled::weights();
    assert!(
        packed(&weights) == weights,
        "the bundled file is not as `bertscope pack` would write it"
    );
    let (scales, rest): (Vec<_>, Vec<_>) = names(&weights)
        .into_iter()
        .partition(|name| name.ends_with(".scales"));
    assert_eq!(rest.len(), 5 + 6 * 16, "embeddings and six blocks");
    assert_eq!(scales.len(), 3 + 6 * 6, "for every matrix");
    assert!(
        rest.iter()
            .all(|name| !name.contains("pooler") && !name.contains("position_ids"))
    );
}

#[test]
fn the_bundled_vocabulary_is_what_packing_makes_of_tokenizer_json() {
    let files = bundled::files().unwrap().tokenizer;
    let made = vocabulary(&files.tokenizer_json.unwrap())
        .unwrap()
        .expect("it splits into word pieces");
    assert!(made.as_bytes() == files.vocab_txt.unwrap());
}

#[test]
fn a_vocabulary_is_written_in_order_of_id_and_only_where_lines_can_hold_it() {
    let of = |model: &str| vocabulary(format!("{{\"model\":{model}}}").as_bytes()).unwrap();
    let pieces = |vocab: &str| of(&format!(r#"{{"type":"WordPiece","vocab":{vocab}}}"#));
    assert_eq!(
        pieces(r###"{"b":1,"##c":2,"[UNK]":0}"###).as_deref(),
        Some("[UNK]\nb\n##c\n")
    );
    for unfit in [
        r#"{"a":0,"b":2}"#,
        r#"{"a":0,"b":0}"#,
        r#"{"a":-1}"#,
        r#"{"a":4294967296}"#,
        r#"{"a\n":0}"#,
        "[]",
    ] {
        assert_eq!(pieces(unfit), None, "{unfit}");
    }
    assert_eq!(of(r#"{"type":"BPE","vocab":{"a":0}}"#), None);
    assert!(
        vocabulary(b"{")
            .unwrap_err()
            .to_string()
            .contains("tokenizer.json")
    );
}

#[test]
fn the_pack_command_writes_weights_copies_the_rest_and_prints_the_checksums() {
    let (published, output) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let small = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/bert");
    for name in [
        "config.json",
        "tokenizer.json",
        "tokenizer_config.json",
        "model.safetensors",
    ] {
        std::fs::copy(small.join(name), published.path().join(name)).unwrap();
    }
    let mut command = assert_cmd::Command::new(env!("CARGO_BIN_EXE_bertscope"));
    let done = command
        .arg("pack")
        .args([published.path(), &output.path().join("new")])
        .assert()
        .success()
        .stderr("");
    let written = |name: &str| std::fs::read(output.path().join("new").join(name)).unwrap();
    assert_eq!(
        written("model.safetensors"),
        pack(published.path()).unwrap()
    );
    for name in ["config.json", "tokenizer.json", "tokenizer_config.json"] {
        assert_eq!(
            written(name),
            std::fs::read(small.join(name)).unwrap(),
            "{name}"
        );
    }
    let mut names: Vec<_> = std::fs::read_dir(output.path().join("new"))
        .unwrap()
        .map(|e| e.unwrap().file_name())
        .collect();
    names.sort();
    let lines = String::from_utf8(done.get_output().stdout.clone()).unwrap();
    let mut printed: Vec<_> = lines
        .lines()
        .map(|line| line.split_once("  ").unwrap())
        .collect();
    printed.sort_by_key(|(_, name)| *name);
    assert_eq!(
        names,
        printed.iter().map(|(_, name)| *name).collect::<Vec<_>>()
    );
    for (sum, name) in printed {
        assert_eq!(sum, checksum(&written(name)), "{name}");
    }
}

/// The published file is twice as big as the packed one and not in the repository; CONTRIBUTING.md says how to run this.
#[test]
#[ignore = "needs the published model, in the folder that BERTSCOPE_PUBLISHED_MODEL names"]
fn packing_the_published_folder_gives_the_bundled_bytes() {
    let folder = std::env::var_os("BERTSCOPE_PUBLISHED_MODEL")
        .expect("BERTSCOPE_PUBLISHED_MODEL names a folder");
    let folder = Path::new(&folder);
    for (name, ours) in bundled_files() {
        let read = |name: &str| std::fs::read(folder.join(name)).unwrap();
        let published = match name {
            "model.safetensors" => pack(folder).unwrap(),
            "vocab.txt" => vocabulary(&read("tokenizer.json"))
                .unwrap()
                .unwrap()
                .into_bytes(),
            copied => read(copied),
        };
        assert!(
            published == ours,
            "{name} is not what packing the published folder gives"
        );
    }
}
