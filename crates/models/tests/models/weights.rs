//! Weights as they are found: in shards, in half precision, in a pickle, damaged.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use bertscope_encoder::{KeptLayers, Layer};
use bertscope_models::{LoadDepth, Model, ModelError, OpenOptions, Progress, ProgressMonitor};
use half::{bf16, f16};
use proptest::prelude::*;
use safetensors::tensor::TensorView;
use safetensors::{Dtype, SafeTensors};
use tempfile::TempDir;

/// A copy of a fixture without its weights.
struct Folder(TempDir);

impl Folder {
    fn from_fixture(fixture: &str) -> Self {
        let folder = TempDir::new().unwrap();
        for entry in std::fs::read_dir(fixtures().join(fixture)).unwrap() {
            let name = entry.unwrap().file_name();
            if name != "model.safetensors" && name != "golden.json" {
                std::fs::copy(
                    fixtures().join(fixture).join(&name),
                    folder.path().join(&name),
                )
                .unwrap();
            }
        }
        Self(folder)
    }

    fn with(self, name: &str, content: impl AsRef<[u8]>) -> Self {
        std::fs::write(self.0.path().join(name), content).unwrap();
        self
    }

    fn open(&self) -> Result<Model, ModelError> {
        bertscope_models::open(
            Some(self.0.path().to_str().unwrap()),
            &OpenOptions::default(),
            &ProgressMonitor::silent(),
        )
    }

    fn refusal(&self) -> String {
        let sentence = self.open().unwrap_err().to_string();
        assert_eq!(sentence.lines().count(), 1, "{sentence}");
        sentence
    }
}

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures")
}

fn published(fixture: &str) -> Vec<u8> {
    std::fs::read(fixtures().join(fixture).join("model.safetensors")).unwrap()
}

/// The last hidden states of a sentence.
fn hidden(model: &Model) -> Vec<f32> {
    let ids = model
        .tokenizer
        .tokenize("the cat sat on the mat")
        .unwrap()
        .ids();
    let states = model
        .encoder
        .encode(&[&ids], KeptLayers::UpTo(Layer(9)))
        .unwrap()
        .remove(0);
    let vectors = states.vectors_at(states.last_layer()).unwrap();
    (0..vectors.count())
        .flat_map(|i| vectors.row(i).to_vec())
        .collect()
}

fn difference(a: &[f32], b: &[f32]) -> f32 {
    assert_eq!(a.len(), b.len());
    a.iter()
        .zip(b)
        .map(|(a, b)| (a - b).abs())
        .fold(0.0, f32::max)
}

type Tensors = Vec<(String, Dtype, Vec<usize>, Vec<u8>)>;

fn tensors(file: &[u8]) -> Tensors {
    let tensors = SafeTensors::deserialize(file).unwrap();
    let mut all: Tensors = tensors
        .iter()
        .map(|(name, t)| {
            (
                name.to_owned(),
                t.dtype(),
                t.shape().to_vec(),
                t.data().to_vec(),
            )
        })
        .collect();
    all.sort();
    all
}

fn file(tensors: &[(String, Dtype, Vec<usize>, Vec<u8>)]) -> Vec<u8> {
    let views = tensors.iter().map(|(name, kind, shape, data)| {
        (name, TensorView::new(*kind, shape.clone(), data).unwrap())
    });
    safetensors::serialize(views, None).unwrap()
}

/// A file whose numbers were rounded to two bytes each.
fn rounded(file_of: &[u8], kind: Dtype, round: fn(f32) -> [u8; 2]) -> Vec<u8> {
    let halves = |data: &[u8]| {
        data.as_chunks()
            .0
            .iter()
            .flat_map(|b| round(f32::from_le_bytes(*b)))
            .collect()
    };
    let all: Tensors = tensors(file_of)
        .into_iter()
        .map(|(name, _, shape, data)| (name, kind, shape, halves(&data)))
        .collect();
    file(&all)
}

#[test]
fn shards_with_a_list_give_the_same_bits_as_one_file() {
    for fixture in ["bert", "deberta_v2_conv", "t5_gated", "modernbert"] {
        let one = Folder::from_fixture(fixture)
            .with("model.safetensors", published(fixture))
            .open()
            .unwrap();
        let all = tensors(&published(fixture));
        let (first, second) = all.split_at(all.len() / 3);
        let place = |part: &Tensors, name: &str| {
            part.iter()
                .map(|t| (t.0.clone(), name.to_owned()))
                .collect::<Vec<_>>()
        };
        let (a, b) = (
            "model-00001-of-00002.safetensors",
            "model-00002-of-00002.safetensors",
        );
        let map: HashMap<_, _> = place(&first.to_vec(), a)
            .into_iter()
            .chain(place(&second.to_vec(), b))
            .collect();
        let list = serde_json::json!({ "metadata": {}, "weight_map": map }).to_string();
        let folder = Folder::from_fixture(fixture)
            .with(a, file(first))
            .with(b, file(second));
        let folder = folder.with("model.safetensors.index.json", list);
        assert!(hidden(&folder.open().unwrap()) == hidden(&one), "{fixture}");
    }
}

#[test]
fn half_precision_of_either_kind_is_read_for_what_it_is() {
    for fixture in ["bert", "roberta", "deberta", "t5_gated"] {
        let exact = published(fixture);
        let one = hidden(
            &Folder::from_fixture(fixture)
                .with("model.safetensors", &exact)
                .open()
                .unwrap(),
        );
        for (kind, round, tolerance) in [
            (
                Dtype::F16,
                (|x| f16::from_f32(x).to_le_bytes()) as fn(f32) -> [u8; 2],
                0.05,
            ),
            (Dtype::BF16, |x| bf16::from_f32(x).to_le_bytes(), 0.4),
        ] {
            let folder = Folder::from_fixture(fixture)
                .with("model.safetensors", rounded(&exact, kind, round));
            let ours = hidden(&folder.open().unwrap());
            let far = difference(&ours, &one);
            assert!(far > 0.0 && far < tolerance, "{fixture} {kind:?}: {far}");
        }
    }
}

#[test]
fn a_pickle_of_plain_tensors_old_or_new_gives_the_same_bits_as_safetensors() {
    let read = |name: &str| std::fs::read(fixtures().join("pickles").join(name)).unwrap();
    let one = Folder::from_fixture("bert_cased_mlm")
        .with("model.safetensors", published("bert_cased_mlm"))
        .open()
        .unwrap();
    let pickled = Folder::from_fixture("bert_cased_mlm")
        .with("pytorch_model.bin", read("pytorch_model.bin"))
        .open()
        .unwrap();
    assert!(hidden(&pickled) == hidden(&one));
    let legacy = Folder::from_fixture("bert_cased_mlm")
        .with("pytorch_model.bin", read("legacy.bin"))
        .open()
        .unwrap();
    assert!(hidden(&legacy) == hidden(&one));
    let half = Folder::from_fixture("bert_cased_mlm")
        .with("pytorch_model.bin", read("half.bin"))
        .open()
        .unwrap();
    let far = difference(&hidden(&half), &hidden(&one));
    assert!(far > 0.0 && far < 0.4, "{far}");
}

#[test]
fn a_file_that_is_no_archive_of_plain_tensors_is_named_with_what_it_is() {
    let read = |name: &str| std::fs::read(fixtures().join("pickles").join(name)).unwrap();
    let (good, legacy) = (read("pytorch_model.bin"), read("legacy.bin"));
    for (content, problem) in [
        (read("module.bin"), "plain tensors"),
        (read("legacy_module.bin"), "plain tensors"),
        (b"not a pickle".to_vec(), "not a PyTorch file of tensors"),
        (Vec::new(), "not a PyTorch file of tensors"),
        (
            good[..good.len() / 2].to_vec(),
            "not a PyTorch file of tensors",
        ),
        (
            legacy[..legacy.len() - 1].to_vec(),
            "its tensor data is cut off",
        ),
        (legacy[..40].to_vec(), "plain tensors"),
    ] {
        let refusal = Folder::from_fixture("bert_cased_mlm")
            .with("pytorch_model.bin", content)
            .refusal();
        assert!(
            refusal.contains("pytorch_model.bin cannot be used") && refusal.contains(problem),
            "{refusal}"
        );
    }
}

#[test]
fn damaged_safetensors_are_named_with_the_damage() {
    let good = published("bert");
    let mut huge = good.clone();
    huge[..8].copy_from_slice(&u64::MAX.to_le_bytes());
    let mut letters = good.clone();
    letters[8..20].fill(b'x');
    for (content, problem) in [
        (good[..5].to_vec(), "too short"),
        (good[..500].to_vec(), "header is longer than the file"),
        (good[..good.len() - 4].to_vec(), "it ends before its tensor"),
        (huge, "header is longer than the file"),
        (letters, "its header"),
        (
            b"<html>404</html>".to_vec(),
            "header is longer than the file",
        ),
    ] {
        let refusal = Folder::from_fixture("bert")
            .with("model.safetensors", content)
            .refusal();
        assert!(
            refusal.contains("model.safetensors cannot be used") && refusal.contains(problem),
            "{refusal}"
        );
    }
}

#[test]
fn weights_that_are_no_numbers_are_blamed_for_hidden_states_that_are_none() {
    let mut all = tensors(&published("bert"));
    let norm = all
        .iter_mut()
        .find(|t| t.0.ends_with("layer.1.output.LayerNorm.weight"))
        .unwrap();
    norm.3 = f32::NAN.to_le_bytes().repeat(norm.3.len() / 4);
    let model = Folder::from_fixture("bert")
        .with("model.safetensors", file(&all))
        .open()
        .unwrap();
    let ids = model.tokenizer.tokenize("the cat").unwrap().ids();
    let states = model
        .encoder
        .encode(&[&ids], KeptLayers::UpTo(Layer(4)))
        .unwrap()
        .remove(0);
    assert!(states.vectors_at(Layer(1)).is_ok());
    let sentence = states.vectors_at(Layer(2)).unwrap_err().to_string();
    assert!(
        sentence.contains("the weights contain NaN") && sentence.contains("layer 2"),
        "{sentence}"
    );
}

#[cfg(unix)]
#[test]
fn a_file_of_holes_with_tables_of_terabytes_is_refused_before_anything_is_allocated() {
    for (tensor, shape) in [
        ("word_embeddings.weight", [1u64 << 33, 32]),
        ("position_embeddings.weight", [1 << 36, 32]),
    ] {
        let (mut at, mut header) = (0, serde_json::Map::new());
        for (name, _, published, _) in tensors(&published("bert")) {
            let published: Vec<u64> = published.iter().map(|n| *n as u64).collect();
            let shape = if name.ends_with(tensor) {
                shape.to_vec()
            } else {
                published
            };
            let end = at + 4 * shape.iter().product::<u64>();
            header.insert(
                name,
                serde_json::json!({"dtype": "F32", "shape": shape, "data_offsets": [at, end]}),
            );
            at = end;
        }
        let header = serde_json::to_vec(&header).unwrap();
        let begin = [&(header.len() as u64).to_le_bytes()[..], &header].concat();
        let size = begin.len() as u64 + at;
        let folder = Folder::from_fixture("bert").with("model.safetensors", begin);
        let path = folder.0.path().join("model.safetensors");
        std::fs::File::options()
            .write(true)
            .open(path)
            .unwrap()
            .set_len(size)
            .unwrap();
        let refusal = folder.refusal();
        assert!(
            refusal.contains(tensor) && refusal.contains("the limit is 16 GB"),
            "{refusal}"
        );
    }
}

proptest! {
    #[test]
    fn no_header_makes_a_panic(
        names in prop::collection::vec(prop::sample::select(vec![
            "embeddings.word_embeddings.weight",
            "embeddings.position_embeddings.weight",
            "embeddings.LayerNorm.weight",
            "__metadata__",
        ]), 0..4),
        numbers in prop::collection::vec(prop::sample::select(vec![0u64, 1, 4, 32, 128, 600, 1 << 32, 1 << 62, u64::MAX]), 20),
        kind in prop::sample::select(vec!["F32", "BF16", "I64", "F4", "F8_E8M0", "X"]),
        length in prop::option::of(any::<u64>()),
        at in any::<prop::sample::Index>(),
        byte in prop::option::of(any::<u8>()),
    ) {
        let mut numbers = numbers.into_iter().cycle();
        let mut next = || numbers.next().unwrap();
        let tensors: serde_json::Map<_, _> = names
            .into_iter()
            .map(|name| {
                let (shape, offsets) = ([next(), next()], [next(), next()]);
                (name.to_owned(), serde_json::json!({"dtype": kind, "shape": shape, "data_offsets": offsets}))
            })
            .collect();
        let mut header = serde_json::to_vec(&tensors).unwrap();
        let at = at.index(header.len());
        header[at] = byte.unwrap_or(header[at]);
        let length = length.unwrap_or(header.len() as u64);
        let file = [&length.to_le_bytes()[..], &header, &[0; 64]].concat();
        let _ = bertscope_encoder::weights::Checkpoint::from_safetensors(&file.clone().into());
        prop_assert!(Folder::from_fixture("bert").with("model.safetensors", file).open().is_err());
    }
}

#[test]
fn a_tensor_that_is_missing_or_of_another_shape_is_named() {
    let all = tensors(&published("bert"));
    let without = |part: &str| {
        all.iter()
            .filter(|t| !t.0.contains(part))
            .cloned()
            .collect::<Tensors>()
    };
    for name in [
        "encoder.layer.2.output.dense.weight",
        "embeddings.LayerNorm.bias",
        "embeddings.position_embeddings.weight",
    ] {
        let refusal = Folder::from_fixture("bert")
            .with("model.safetensors", file(&without(name)))
            .refusal();
        assert!(
            refusal.contains(&format!("no tensor {name:?}")),
            "{refusal}"
        );
    }
    let mut reshaped = all.clone();
    let query = reshaped
        .iter_mut()
        .find(|t| t.0.ends_with("layer.1.attention.self.query.weight"))
        .unwrap();
    query.2 = vec![16, 64];
    let refusal = Folder::from_fixture("bert")
        .with("model.safetensors", file(&reshaped))
        .refusal();
    assert!(
        refusal.contains("query.weight has the shape [16, 64] instead of [32, 32]"),
        "{refusal}"
    );
}

#[test]
fn a_list_of_shards_that_names_nothing_or_something_outside_is_refused() {
    let list = |file: &str| serde_json::json!({ "weight_map": { "a": file } }).to_string();
    for (content, problem) in [
        (list("missing.safetensors"), "has no missing.safetensors"),
        (
            list("../secret.safetensors"),
            "\"../secret.safetensors\" is not the name of a shard",
        ),
        (
            list("/etc/passwd"),
            "\"/etc/passwd\" is not the name of a shard",
        ),
        (
            "{}".to_owned(),
            "model.safetensors.index.json cannot be used: missing field `weight_map`",
        ),
    ] {
        let refusal = Folder::from_fixture("bert")
            .with("model.safetensors.index.json", content)
            .refusal();
        assert!(refusal.contains(problem), "{refusal}");
    }
}

#[test]
fn a_configuration_with_absurd_sizes_is_refused_before_anything_is_made() {
    let config = std::fs::read_to_string(fixtures().join("bert/config.json")).unwrap();
    for (from, to, problem) in [
        (
            "\"hidden_size\": 32",
            "\"hidden_size\": 99999999999",
            "\"hidden_size\" is 99999999999",
        ),
        (
            "\"hidden_size\": 32",
            "\"hidden_size\": -32",
            "\"hidden_size\" is -32",
        ),
        (
            "\"hidden_size\": 32",
            "\"hidden_size\": \"wide\"",
            "\"hidden_size\" is \"wide\"",
        ),
        (
            "\"hidden_size\": 32",
            "\"hidden_sise\": 32",
            "no \"hidden_size\"",
        ),
        (
            "\"num_hidden_layers\": 4",
            "\"num_hidden_layers\": 4000000000",
            "expected a number of layers",
        ),
        (
            "\"num_attention_heads\": 4",
            "\"num_attention_heads\": 0",
            "\"num_attention_heads\" is 0",
        ),
        (
            "\"num_attention_heads\": 4",
            "\"num_attention_heads\": 5",
            "5 attention heads",
        ),
        (
            "\"hidden_act\": \"gelu\"",
            "\"hidden_act\": \"sine\"",
            "activation function \"sine\"",
        ),
        (
            "\"model_type\": \"bert\"",
            "\"model_type\": \"gpt2\"",
            "architecture \"gpt2\" is not supported (supported: bert, roberta,",
        ),
        ("\"vocab_size\"", "vocab_size", "config.json cannot be used"),
    ] {
        assert!(config.contains(from), "{from}");
        let folder = Folder::from_fixture("bert").with("model.safetensors", published("bert"));
        let refusal = folder
            .with("config.json", config.replace(from, to))
            .refusal();
        assert!(refusal.contains(problem), "{refusal}");
    }
}

#[test]
fn a_tokenizer_with_more_tokens_than_embeddings_is_refused_with_both_numbers() {
    let mut all = tensors(&published("bert"));
    let words = all
        .iter_mut()
        .find(|t| t.0.ends_with("word_embeddings.weight"))
        .unwrap();
    words.2[0] = 500;
    words.3.truncate(500 * 32 * 4);
    let refusal = Folder::from_fixture("bert")
        .with("model.safetensors", file(&all))
        .refusal();
    assert!(
        refusal.contains("tokenizer has 600 tokens but the weights have embeddings for 500"),
        "{refusal}"
    );
}

#[test]
fn reading_is_reported_to_the_end_and_can_be_cancelled_at_every_tensor() {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU64, Ordering};
    let folder = Folder::from_fixture("bert").with("model.safetensors", published("bert"));
    let path = folder.0.path().to_str().unwrap();
    let (seen, reports) = (Arc::new(AtomicU64::new(0)), Arc::new(AtomicU64::new(0)));
    let (far, count) = (Arc::clone(&seen), Arc::clone(&reports));
    let watch = ProgressMonitor::new(move |progress| {
        let Progress::Reading { done, total } = progress else {
            return;
        };
        assert!(done <= total && done >= far.load(Ordering::Relaxed));
        far.store(done, Ordering::Relaxed);
        count.fetch_add(1, Ordering::Relaxed);
    });
    bertscope_models::open(Some(path), &OpenOptions::default(), &watch).unwrap();
    let bytes: usize = tensors(&published("bert")).iter().map(|t| t.3.len()).sum();
    assert_eq!(seen.load(Ordering::Relaxed), bytes as u64);
    let all = reports.load(Ordering::Relaxed);

    let count = Arc::new(AtomicU64::new(0));
    let (mine, slot) = (
        Arc::clone(&count),
        Arc::new(std::sync::OnceLock::<ProgressMonitor>::new()),
    );
    let inner = Arc::clone(&slot);
    let watch = ProgressMonitor::new(move |_| {
        if mine.fetch_add(1, Ordering::Relaxed) == 4 {
            inner.get().unwrap().cancel();
        }
    });
    assert!(slot.set(watch.clone()).is_ok());
    let options = OpenOptions {
        depth: LoadDepth::All,
        ..OpenOptions::default()
    };
    assert!(matches!(
        bertscope_models::open(Some(path), &options, &watch),
        Err(ModelError::Cancelled)
    ));
    assert!(
        count.load(Ordering::Relaxed) == 5 && all > 60,
        "{count:?} of {all}"
    );
}
