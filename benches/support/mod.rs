//! The measured encoders, shared by `benches/forward.rs` and `benches/programs/forward.rs`.

use std::borrow::Cow;
use std::sync::LazyLock;

use bertscope::encoder::config::ModelConfig;
use bertscope::encoder::families::{self, LoadOptions};
use bertscope::encoder::weights::Checkpoint;
use bertscope::encoder::{Compute, Encoder, KeptLayers, Layer, TokenId};
use bertscope::models::bundled;
use bytes::Bytes;
use candle_core::Device;
use candle_transformers::models::bert::Config;
use safetensors::{Dtype, View};

/// The implementation of the forward pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Implementation {
    /// The crate's own kernel.
    Ours,
    /// candle-transformers' blocks with their weights laid out K-major, as `--device candle` runs them.
    Candle,
}

/// The size of the model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Size {
    /// The bundled model: 6 layers, hidden size 384, 16-bit integers with scales in memory.
    MiniLm,
    /// The same numbers in single precision, as the model's published folder has them.
    MiniLmF32,
    /// As many layers of roberta-large as `bert_score` runs: 17, hidden size 1024, single precision, random weights.
    Large,
}

/// The encoder, loaded once, on first use.
pub fn encoder(whose: Implementation, size: Size) -> &'static dyn Encoder {
    static OURS_MINILM: LazyLock<Box<dyn Encoder>> =
        LazyLock::new(|| load(Size::MiniLm, Compute::Panels));
    static OURS_MINILM_F32: LazyLock<Box<dyn Encoder>> =
        LazyLock::new(|| load(Size::MiniLmF32, Compute::Panels));
    static OURS_LARGE: LazyLock<Box<dyn Encoder>> =
        LazyLock::new(|| load(Size::Large, Compute::Panels));
    static CANDLE_MINILM: LazyLock<Box<dyn Encoder>> =
        LazyLock::new(|| load(Size::MiniLm, Compute::Candle(Device::Cpu)));
    static CANDLE_LARGE: LazyLock<Box<dyn Encoder>> =
        LazyLock::new(|| load(Size::Large, Compute::Candle(Device::Cpu)));
    match (whose, size) {
        (Implementation::Ours, Size::MiniLm) => &**OURS_MINILM,
        (Implementation::Ours, Size::MiniLmF32) => &**OURS_MINILM_F32,
        (Implementation::Ours, Size::Large) => &**OURS_LARGE,
        // candle's devices widen the bundled weights when they load them.
        (Implementation::Candle, Size::MiniLm | Size::MiniLmF32) => &**CANDLE_MINILM,
        (Implementation::Candle, Size::Large) => &**CANDLE_LARGE,
    }
}

/// Texts with that many tokens each. The choice of tokens does not affect the time.
pub fn texts(count: usize, tokens: usize) -> Vec<Vec<TokenId>> {
    vec![(10..).take(tokens).collect(); count]
}

/// One forward pass over all texts.
///
/// # Panics
/// If the texts cannot be encoded.
pub fn pass(encoder: &dyn Encoder, texts: &[Vec<TokenId>]) {
    let texts: Vec<&[TokenId]> = texts.iter().map(Vec::as_slice).collect();
    std::hint::black_box(
        encoder
            .encode(
                std::hint::black_box(&texts),
                KeptLayers::UpTo(Layer(usize::MAX)),
            )
            .expect("the texts fit the model"),
    );
}

fn load(size: Size, compute: Compute) -> Box<dyn Encoder> {
    let (bytes, config) = match size {
        Size::MiniLm => (
            bundled::weights(),
            bundled::files().expect("the bundled files").config,
        ),
        Size::MiniLmF32 => {
            let config = bundled::files().expect("the bundled files").config;
            (bundled_weights_in_f32(&config), config)
        }
        Size::Large => {
            let config = serde_json::from_str(LARGE).expect("a BERT configuration");
            (random_weights(&config), LARGE.into())
        }
    };
    let weights = Checkpoint::from_safetensors(&bytes).expect("a safetensors file");
    let config = ModelConfig::parse(&config).expect("a config.json");
    families::load(
        &config,
        weights,
        &LoadOptions {
            compute,
            last_layer: None,
        },
    )
    .expect("weights and configuration belong together")
}

/// A small vocabulary, because a table that is read row by row costs memory but no time.
const LARGE: &str = r#"{
    "model_type": "bert", "vocab_size": 1000, "hidden_size": 1024, "num_hidden_layers": 17, "num_attention_heads": 16,
    "intermediate_size": 4096, "hidden_act": "gelu", "hidden_dropout_prob": 0.1, "max_position_embeddings": 512,
    "type_vocab_size": 1, "initializer_range": 0.02, "layer_norm_eps": 1e-12, "pad_token_id": 0
}"#;

/// A safetensors file of that shape, distributed as BERT is initialised (uniform instead of normal).
fn random_weights(config: &Config) -> Bytes {
    let mut tensors: Vec<(String, Random)> = Vec::new();
    for (seed, tensor) in bert_tensors(config).into_iter().enumerate() {
        let random = Random {
            shape: tensor.shape,
            mean: tensor.mean,
            seed: seed as u64,
        };
        tensors.push((tensor.name, random));
    }
    safetensors::serialize(tensors, None)
        .expect("tensors of known shapes")
        .into()
}

/// The bundled weights as a safetensors file in single precision.
fn bundled_weights_in_f32(config: &[u8]) -> Bytes {
    let config: Config = serde_json::from_slice(config).expect("a BERT configuration");
    let packed =
        Checkpoint::from_safetensors(&bundled::weights()).expect("the bundled safetensors file");
    let mut tensors: Vec<(String, Numbers)> = Vec::new();
    for BertTensor { name, shape, .. } in bert_tensors(&config) {
        let numbers = packed.numbers(&name, &shape).expect("a tensor of BERT");
        tensors.push((name, Numbers { shape, numbers }));
    }
    safetensors::serialize(tensors, None)
        .expect("tensors of known shapes")
        .into()
}

/// A tensor of a BERT checkpoint.
struct BertTensor {
    name: String,
    shape: Vec<usize>,
    /// The mean of its numbers in a new model.
    mean: f32,
}

/// Every tensor that a BERT without pooler has.
fn bert_tensors(config: &Config) -> Vec<BertTensor> {
    let width = config.hidden_size;
    let inner = config.intermediate_size;
    let mut tensors = Vec::new();
    for (name, entries) in [
        ("word", config.vocab_size),
        ("position", config.max_position_embeddings),
        ("token_type", config.type_vocab_size),
    ] {
        tensors.push(BertTensor {
            name: format!("embeddings.{name}_embeddings.weight"),
            shape: vec![entries, width],
            mean: 0.0,
        });
    }
    let mut norms = vec!["embeddings.LayerNorm".to_owned()];
    for i in 0..config.num_hidden_layers {
        let layer = format!("encoder.layer.{i}");
        for (name, outputs, inputs) in [
            ("attention.self.query", width, width),
            ("attention.self.key", width, width),
            ("attention.self.value", width, width),
            ("attention.output.dense", width, width),
            ("intermediate.dense", inner, width),
            ("output.dense", width, inner),
        ] {
            tensors.push(BertTensor {
                name: format!("{layer}.{name}.weight"),
                shape: vec![outputs, inputs],
                mean: 0.0,
            });
            tensors.push(BertTensor {
                name: format!("{layer}.{name}.bias"),
                shape: vec![outputs],
                mean: 0.0,
            });
        }
        norms.push(format!("{layer}.attention.output.LayerNorm"));
        norms.push(format!("{layer}.output.LayerNorm"));
    }
    for norm in norms {
        for (part, mean) in [("weight", 1.0), ("bias", 0.0)] {
            tensors.push(BertTensor {
                name: format!("{norm}.{part}"),
                shape: vec![width],
                mean,
            });
        }
    }
    tensors
}

/// A tensor in single precision.
struct Numbers {
    shape: Vec<usize>,
    numbers: Vec<f32>,
}

impl View for Numbers {
    fn dtype(&self) -> Dtype {
        Dtype::F32
    }

    fn shape(&self) -> &[usize] {
        &self.shape
    }

    fn data(&self) -> Cow<'_, [u8]> {
        let bytes = self.numbers.iter().flat_map(|number| number.to_le_bytes());
        Cow::Owned(bytes.collect())
    }

    fn data_len(&self) -> usize {
        self.numbers.len() * size_of::<f32>()
    }
}

/// A tensor whose numbers are generated when they are written, so that 850 MB exist only once.
struct Random {
    shape: Vec<usize>,
    mean: f32,
    seed: u64,
}

impl View for Random {
    fn dtype(&self) -> Dtype {
        Dtype::F32
    }

    fn shape(&self) -> &[usize] {
        &self.shape
    }

    fn data(&self) -> Cow<'_, [u8]> {
        // Multiplying by an odd constant is random enough for meaningless weights.
        const STEP: u64 = 0x9e37_79b9_7f4a_7c15;
        const DEVIATION: f32 = 0.02;
        let half_width = DEVIATION * 3.0f32.sqrt();
        let number = |i: u64| {
            let bits = (i + (self.seed << 32)).wrapping_mul(STEP);
            let unit = ((bits ^ (bits >> 29)).wrapping_mul(STEP) >> 40) as f32 / 16_777_216.0;
            self.mean + half_width * (2.0 * unit - 1.0)
        };
        let count: usize = self.shape.iter().product();
        Cow::Owned(
            (0..count as u64)
                .flat_map(|i| number(i).to_le_bytes())
                .collect(),
        )
    }

    fn data_len(&self) -> usize {
        self.shape.iter().product::<usize>() * size_of::<f32>()
    }
}
