//! The kernel's forward pass against that of candle-transformers.

use bertscope_encoder::config::ModelConfig;
use bertscope_encoder::families::{LoadOptions, load};
use bertscope_encoder::weights::Checkpoint;
use bertscope_encoder::{Compute, Encoder, EncoderError, HiddenStates, KeptLayers, Layer, TokenId};
use bytes::Bytes;
use candle_core::{DType, Device, Tensor};
use candle_nn::VarBuilder;
use candle_transformers::models::bert::BertModel;
use safetensors::SafeTensors;

use super::FIXTURE;

/// Largest difference of a number of a hidden state. Layer norm keeps these numbers in the order of 1 at every layer; what
/// was seen is 1.5e-5 with AVX-512, and other processors add up in another order.
const TOLERANCE: f32 = 5e-5;

const ALL: KeptLayers = KeptLayers::UpTo(Layer(usize::MAX));

/// Around the sizes of the kernel's panels and tiles, besides the smallest and a usual one.
const LENGTHS: [usize; 11] = [1, 2, 7, 15, 16, 17, 31, 32, 33, 65, 100];

struct EncoderPair {
    ours: Box<dyn Encoder>,
    theirs: Box<dyn Encoder>,
    vocabulary: usize,
}

fn pair(config: &[u8], weights: &bytes::Bytes) -> EncoderPair {
    let weights = Checkpoint::from_safetensors(weights).unwrap();
    let config = ModelConfig::parse(config).unwrap();
    let open = |compute| {
        load(
            &config,
            weights.clone(),
            &LoadOptions {
                compute,
                last_layer: None,
            },
        )
        .unwrap()
    };
    let (ours, theirs) = (open(Compute::Panels), open(Compute::Candle(Device::Cpu)));
    EncoderPair {
        vocabulary: ours.vocabulary_size(),
        ours,
        theirs,
    }
}

fn bundled_pair() -> EncoderPair {
    pair(
        bertscope_minilm::CONFIG,
        &Bytes::from_static(bertscope_minilm::WEIGHTS),
    )
}

fn small_pair() -> EncoderPair {
    let read = |name| std::fs::read(format!("{FIXTURE}/{name}")).unwrap();
    pair(&read("config.json"), &read("model.safetensors").into())
}

impl EncoderPair {
    /// Ids all over the vocabulary, other ones for every length.
    fn ids(&self, length: usize) -> Vec<TokenId> {
        (0..length)
            .map(|i| ((i * 7919 + length * 104_729 + 13) % self.vocabulary) as TokenId)
            .collect()
    }

    fn assert_equal_at_every_layer(&self) {
        assert_eq!(self.ours.layer_count(), self.theirs.layer_count());
        assert_eq!(self.ours.max_tokens(), self.theirs.max_tokens());
        for length in LENGTHS.into_iter().chain(self.ours.max_tokens()) {
            let ids = self.ids(length);
            let [ours, theirs] = [&self.ours, &self.theirs].map(|e| encode_one(&**e, &ids));
            assert_eq!(ours.last_layer(), Layer(self.ours.layer_count()));
            for layer in 0..=self.ours.layer_count() {
                let difference = largest_difference(&ours, &theirs, Layer(layer));
                assert!(
                    difference <= TOLERANCE,
                    "{length} tokens differ by {difference} at layer {layer}"
                );
            }
        }
    }
}

fn encode_one(encoder: &dyn Encoder, ids: &[TokenId]) -> HiddenStates {
    encoder.encode(&[ids], ALL).unwrap().remove(0)
}

fn largest_difference(a: &HiddenStates, b: &HiddenStates, layer: Layer) -> f32 {
    let (a, b) = (a.vectors_at(layer).unwrap(), b.vectors_at(layer).unwrap());
    assert_eq!((a.count(), a.dimension()), (b.count(), b.dimension()));
    let rows = (0..a.count()).flat_map(|i| a.row(i).iter().zip(b.row(i)));
    rows.map(|(a, b)| (a - b).abs()).fold(0.0, f32::max)
}

#[test]
fn the_bundled_model_equals_candle_transformers_at_every_layer_and_length() {
    bundled_pair().assert_equal_at_every_layer();
}

#[test]
fn a_small_random_model_equals_candle_transformers_at_every_layer_and_length() {
    small_pair().assert_equal_at_every_layer();
}

#[test]
fn the_last_layer_of_the_bundled_model_equals_that_of_candle_transformers_own_reading_of_the_files()
{
    let config = serde_json::from_slice(bertscope_minilm::CONFIG).unwrap();
    let file = SafeTensors::deserialize(bertscope_minilm::WEIGHTS).unwrap();
    let numbers = |bytes: &[u8]| {
        bytes
            .as_chunks()
            .0
            .iter()
            .map(|x| f32::from_le_bytes(*x))
            .collect::<Vec<f32>>()
    };
    let tensors = file.iter().map(|(name, view)| {
        let numbers = match file.tensor(&format!("{name}.scales")) {
            Err(_) => numbers(view.data()),
            Ok(scales) => {
                let integers = view
                    .data()
                    .as_chunks()
                    .0
                    .iter()
                    .map(|x| f32::from(i16::from_le_bytes(*x)));
                let scales = numbers(scales.data());
                integers
                    .enumerate()
                    .map(|(i, integer)| integer * scales[i / 32])
                    .collect()
            }
        };
        (
            name.to_owned(),
            Tensor::from_vec(numbers, view.shape(), &Device::Cpu).unwrap(),
        )
    });
    let builder = VarBuilder::from_tensors(tensors.collect(), DType::F32, &Device::Cpu);
    let whole = BertModel::load(builder, &config).unwrap();
    let pair = bundled_pair();
    for length in LENGTHS {
        let ids = pair.ids(length);
        let input = Tensor::new(&ids[..], &Device::Cpu)
            .unwrap()
            .unsqueeze(0)
            .unwrap();
        let theirs = whole
            .forward(&input, &input.zeros_like().unwrap(), None)
            .unwrap();
        let theirs = theirs.flatten_all().unwrap().to_vec1().unwrap();
        let theirs = HiddenStates::new(
            KeptLayers::Only(Layer(6)),
            vec![theirs],
            length,
            pair.ours.hidden_size(),
        );
        let difference = largest_difference(&encode_one(&*pair.ours, &ids), &theirs, Layer(6));
        assert!(
            difference <= TOLERANCE,
            "{length} tokens differ by {difference}"
        );
    }
}

#[test]
fn texts_that_share_a_pass_get_the_same_bits_as_alone() {
    for pair in [small_pair(), bundled_pair()] {
        let texts: Vec<_> = [7, 1, 0, 33, 32, 7, 2, 0, 100]
            .into_iter()
            .map(|length| pair.ids(length))
            .collect();
        let together = pair
            .ours
            .encode(&texts.iter().map(Vec::as_slice).collect::<Vec<_>>(), ALL)
            .unwrap();
        assert_eq!(together.len(), texts.len());
        for (ids, hidden) in texts.iter().zip(together) {
            assert_eq!(hidden.token_count(), ids.len());
            assert!(
                hidden == encode_one(&*pair.ours, ids),
                "{} tokens",
                ids.len()
            );
        }
    }
}

#[test]
fn nothing_in_gives_nothing_out() {
    let EncoderPair { ours, theirs, .. } = small_pair();
    for encoder in [&ours, &theirs] {
        assert_eq!(encoder.encode(&[], ALL).unwrap(), []);
        for empty in encoder.encode(&[&[], &[]], ALL).unwrap() {
            assert_eq!((empty.token_count(), empty.last_layer()), (0, Layer(4)));
            assert_eq!(empty.vectors_at(Layer(2)).unwrap().count(), 0);
        }
    }
}

#[test]
fn more_tokens_than_positions_are_refused_with_both_numbers() {
    let pair = small_pair();
    let (fitting, long) = (pair.ids(128), pair.ids(129));
    for encoder in [&pair.ours, &pair.theirs] {
        for texts in [vec![long.as_slice()], vec![&fitting, &long]] {
            let error = encoder.encode(&texts, ALL).unwrap_err();
            assert!(
                matches!(
                    error,
                    EncoderError::TooLong {
                        found: 129,
                        max_tokens: 128
                    }
                ),
                "{error}"
            );
        }
    }
}

#[test]
fn an_id_outside_the_vocabulary_is_refused_with_its_number() {
    let pair = small_pair();
    assert!(pair.ours.encode(&[&[599]], ALL).is_ok());
    for id in [600, TokenId::MAX] {
        for encoder in [&pair.ours, &pair.theirs] {
            let error = encoder.encode(&[&[2, id, 3]], ALL).unwrap_err();
            assert!(
                matches!(error, EncoderError::UnknownId { id: found, vocabulary: 600 } if found == id),
                "{error}"
            );
        }
    }
}

#[test]
fn an_activation_function_that_candle_transformers_lacks_is_refused_by_name_and_runs_in_the_kernel()
{
    let config = std::fs::read_to_string(format!("{FIXTURE}/config.json")).unwrap();
    let config = ModelConfig::parse(config.replace("\"gelu\"", "\"silu\"").as_bytes()).unwrap();
    let weights = std::fs::read(format!("{FIXTURE}/model.safetensors"))
        .unwrap()
        .into();
    let open = |compute| {
        load(
            &config,
            Checkpoint::from_safetensors(&weights).unwrap(),
            &LoadOptions {
                compute,
                last_layer: None,
            },
        )
    };
    assert!(open(Compute::Panels).is_ok());
    let error = open(Compute::Candle(Device::Cpu)).err().unwrap();
    assert!(
        error.to_string().contains("no activation function Silu"),
        "{error}"
    );
}

#[test]
fn a_model_whose_weights_do_not_fit_its_configuration_is_refused() {
    let published = String::from_utf8(bertscope_minilm::CONFIG.to_vec()).unwrap();
    let refusal = |config: &str| {
        let weights =
            Checkpoint::from_safetensors(&Bytes::from_static(bertscope_minilm::WEIGHTS)).unwrap();
        let loading = LoadOptions {
            compute: Compute::Panels,
            last_layer: None,
        };
        load(
            &ModelConfig::parse(config.as_bytes()).unwrap(),
            weights,
            &loading,
        )
        .err()
        .unwrap()
        .to_string()
    };
    let error = refusal(&published.replace("\"num_hidden_layers\": 6", "\"num_hidden_layers\": 7"));
    assert!(error.contains("encoder.layer.6."), "{error}");
    let error =
        refusal(&published.replace("\"intermediate_size\": 1536", "\"intermediate_size\": 1024"));
    assert!(
        error.contains("[1536, 384] instead of [1024, 384]"),
        "{error}"
    );
}
