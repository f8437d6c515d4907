//! Every family's forward pass at every layer against `bert_score`, in both ways to compute, from the golden token ids:
//! independent of the tokenizers.

use bertscope_metric::Pair;
use std::collections::{BTreeMap, HashSet};

use bertscope_encoder::config::ModelConfig;
use bertscope_encoder::families::{LoadOptions, load};
use bertscope_encoder::weights::Checkpoint;
use bertscope_encoder::{Compute, Encoder, HiddenStates, KeptLayers, Layer, TokenId};
use bertscope_metric::{BERT_SCORE_TOLERANCE, Score, Similarity, Weights as TokenWeights};
use candle_core::Device;
use serde::Deserialize;

pub const FIXTURES: [&str; 14] = [
    "albert",
    "bert",
    "bert_cased_mlm",
    "deberta",
    "deberta_v2",
    "deberta_v2_conv",
    "distilbert",
    "electra",
    "modernbert",
    "mpnet",
    "roberta",
    "t5",
    "t5_gated",
    "xlm_roberta",
];

#[derive(Deserialize)]
struct Golden {
    tokens: BTreeMap<String, Tokens>,
    cases: Vec<Case>,
}

#[derive(Deserialize)]
struct Tokens {
    ids: Vec<TokenId>,
}

#[derive(Deserialize)]
struct Case {
    name: String,
    layer: usize,
    reference: String,
    candidate: String,
    plain: [Option<f64>; 3],
}

fn path(fixture: &str, file: &str) -> std::path::PathBuf {
    [
        env!("CARGO_MANIFEST_DIR"),
        "../../tests/fixtures",
        fixture,
        file,
    ]
    .iter()
    .collect()
}

pub fn encoder(fixture: &str, compute: Compute, last: Option<Layer>) -> Box<dyn Encoder> {
    let config = ModelConfig::parse(&std::fs::read(path(fixture, "config.json")).unwrap()).unwrap();
    let mut weights = Checkpoint::default();
    weights
        .add_safetensors(&path(fixture, "model.safetensors"))
        .unwrap();
    load(
        &config,
        weights,
        &LoadOptions {
            compute,
            last_layer: last,
        },
    )
    .unwrap()
}

fn golden(fixture: &str) -> Golden {
    serde_json::from_str(&std::fs::read_to_string(path(fixture, "golden.json")).unwrap()).unwrap()
}

fn all(encoder: &dyn Encoder, golden: &Golden) -> BTreeMap<String, HiddenStates> {
    let texts: Vec<&[TokenId]> = golden.tokens.values().map(|t| &t.ids[..]).collect();
    let hidden = encoder
        .encode(&texts, KeptLayers::UpTo(Layer(encoder.layer_count())))
        .unwrap();
    golden.tokens.keys().cloned().zip(hidden).collect()
}

/// Every token of a text weighs the same, except special ones. An empty text is begin and end, which weigh nothing; T5 has
/// only an end, which weighs like a word.
fn weights(golden: &Golden, text: &str) -> TokenWeights {
    let some = &golden.tokens["it is freezing today"].ids;
    let around = golden
        .tokens
        .get("")
        .map_or_else(|| vec![some[0], some[some.len() - 1]], |t| t.ids.clone());
    let weightless: HashSet<_> = around.iter().filter(|_| around.len() == 2).collect();
    let ids = golden.tokens[text].ids.iter();
    TokenWeights::uniform_except_special(ids.map(|id| weightless.contains(id)))
}

/// P, R and F1 of a pair at a layer.
fn numbers_at(
    golden: &Golden,
    hidden: &BTreeMap<String, HiddenStates>,
    texts: Pair<&str>,
    layer: usize,
) -> [Option<f64>; 3] {
    let vectors = |text: &str| hidden[text].vectors_at(Layer(layer)).unwrap();
    let similarity =
        Similarity::cosine(vectors(texts.candidate), vectors(texts.reference)).unwrap();
    let weights = Pair {
        reference: &weights(golden, texts.reference),
        candidate: &weights(golden, texts.candidate),
    };
    Score::from_similarity(&similarity, weights)
        .unwrap()
        .numbers()
}

fn differs(ours: &[Option<f64>; 3], theirs: &[Option<f64>; 3]) -> bool {
    ours.iter().zip(theirs).any(|pair| match pair {
        (Some(a), Some(b)) => (a - b).abs() > BERT_SCORE_TOLERANCE,
        (a, b) => a.is_some() != b.is_some(),
    })
}

/// `None` when a number is as it should be, otherwise what is wrong with it.
fn wrong(golden: &Golden, hidden: &BTreeMap<String, HiddenStates>) -> Option<String> {
    golden.cases.iter().find_map(|case| {
        let (candidate, reference) = (&hidden[&case.candidate], &hidden[&case.reference]);
        if candidate.token_count() == 2 || reference.token_count() == 2 {
            return None;
        }
        let texts = Pair {
            reference: &case.reference[..],
            candidate: &case.candidate[..],
        };
        let ours = numbers_at(golden, hidden, texts, case.layer);
        differs(&ours, &case.plain).then(|| {
            format!(
                "{} at layer {}: {ours:?}, bert_score has {:?}",
                case.name, case.layer, case.plain
            )
        })
    })
}

#[test]
fn every_family_at_every_layer_scores_as_bert_score_does_however_it_computes() {
    let mut failures = Vec::new();
    for fixture in FIXTURES {
        let golden = golden(fixture);
        for compute in [Compute::Panels, Compute::Candle(Device::Cpu)] {
            let hidden = all(&*encoder(fixture, compute.clone(), None), &golden);
            failures.extend(
                wrong(&golden, &hidden).map(|why| format!("{fixture} ({compute:?}): {why}")),
            );
        }
    }
    assert!(failures.is_empty(), "{failures:#?}");
}

#[derive(Deserialize)]
struct AllLayersGolden {
    fixtures: BTreeMap<String, Vec<AllLayersCase>>,
}

#[derive(Deserialize)]
struct AllLayersCase {
    reference: String,
    candidate: String,
    rows: Vec<[Option<f64>; 3]>,
}

/// tests/fixtures/all_layers.json has `bert_score`'s scores with `all_layers=True` of the families with a final norm. The
/// other families have the same numbers there as at each layer alone.
#[test]
fn all_layers_together_have_the_final_norm_where_transformers_has_it() {
    let file = std::fs::read_to_string(path("", "all_layers.json")).unwrap();
    let all_layers: AllLayersGolden = serde_json::from_str(&file).unwrap();
    for (fixture, cases) in all_layers.fixtures {
        let golden = golden(&fixture);
        let encoder = encoder(&fixture, Compute::Panels, None);
        let last = Layer(encoder.layer_count());
        let texts: Vec<&[TokenId]> = golden.tokens.values().map(|t| &t.ids[..]).collect();
        let hidden = encoder.encode(&texts, KeptLayers::AllLayers(last)).unwrap();
        let hidden: BTreeMap<String, HiddenStates> =
            golden.tokens.keys().cloned().zip(hidden).collect();
        for case in cases {
            assert_eq!(case.rows.len(), last.0 + 1);
            for (layer, row) in case.rows.iter().enumerate() {
                let texts = Pair {
                    reference: &case.reference[..],
                    candidate: &case.candidate[..],
                };
                let ours = numbers_at(&golden, &hidden, texts, layer);
                assert!(
                    !differs(&ours, row),
                    "{fixture} at layer {layer}: {ours:?}, bert_score has {row:?}"
                );
            }
        }
    }
}

#[test]
fn a_model_that_is_read_up_to_a_layer_gives_the_same_bits_up_to_it_and_says_how_many_it_has() {
    for fixture in FIXTURES {
        let ids = &golden(fixture).tokens["it is freezing today"].ids;
        let (whole, part) = (
            encoder(fixture, Compute::Panels, None),
            encoder(fixture, Compute::Panels, Some(Layer(1))),
        );
        assert_eq!(part.layer_count(), whole.layer_count());
        let [whole, upto, part] = [(&whole, 9), (&whole, 1), (&part, 9)].map(|(e, last)| {
            e.encode(&[ids], KeptLayers::UpTo(Layer(last)))
                .unwrap()
                .remove(0)
        });
        assert_eq!(
            (
                whole.last_layer() > Layer(1),
                upto.last_layer(),
                part.last_layer()
            ),
            (true, Layer(1), Layer(1))
        );
        for layer in [0, 1].map(Layer) {
            assert!(
                whole.vectors_at(layer).unwrap() == upto.vectors_at(layer).unwrap()
                    && whole.vectors_at(layer).unwrap() == part.vectors_at(layer).unwrap(),
                "{fixture} {layer}"
            );
        }
    }
}

#[test]
fn texts_of_every_family_that_share_a_pass_get_the_same_bits_as_alone() {
    for fixture in FIXTURES {
        let golden = golden(fixture);
        let encoder = encoder(fixture, Compute::Panels, None);
        for (text, together) in all(&*encoder, &golden) {
            let alone = encoder
                .encode(
                    &[&golden.tokens[&text].ids],
                    KeptLayers::UpTo(Layer(encoder.layer_count())),
                )
                .unwrap()
                .remove(0);
            assert!(together == alone, "{fixture}: {text:?}");
        }
    }
}

/// The families that add no positions to their embeddings, so that layer 0 is static.
const WITHOUT_POSITIONS: [&str; 6] = [
    "deberta",
    "deberta_v2",
    "deberta_v2_conv",
    "modernbert",
    "t5",
    "t5_gated",
];

#[test]
fn a_static_vector_is_the_same_wherever_the_token_stands_and_layer_0_adds_the_position_if_there_is_one()
 {
    for fixture in FIXTURES {
        let golden = golden(fixture);
        let encoder = encoder(fixture, Compute::Panels, None);
        let ids = &golden.tokens["it is freezing today"].ids;
        let reversed: Vec<TokenId> = ids.iter().rev().copied().collect();
        let [forward, backward] = [ids, &reversed].map(|ids| encoder.static_vectors(ids).unwrap());
        let last = ids.len() - 1;
        assert!(
            (0..=last).all(|i| forward.row(i) == backward.row(last - i)),
            "{fixture}"
        );
        let layer_0 = encoder
            .encode(&[ids], KeptLayers::Only(Layer(0)))
            .unwrap()
            .remove(0)
            .vectors_at(Layer(0))
            .unwrap();
        assert_eq!(
            forward == layer_0,
            WITHOUT_POSITIONS.contains(&fixture),
            "{fixture}"
        );
    }
}

/// Word and token type, normalised in f64 from the tensors of the file: what BERT computes without a position.
#[test]
fn the_static_vectors_of_bert_are_its_normalised_word_embeddings() {
    let mut weights = Checkpoint::default();
    weights
        .add_safetensors(&path("bert", "model.safetensors"))
        .unwrap();
    let weights = weights
        .with_prefix_of("embeddings.word_embeddings.weight")
        .unwrap();
    let encoder = encoder("bert", Compute::Panels, None);
    let width = encoder.hidden_size();
    let words = weights
        .numbers(
            "embeddings.word_embeddings.weight",
            &[encoder.vocabulary_size(), width],
        )
        .unwrap();
    let types = weights
        .numbers("embeddings.token_type_embeddings.weight", &[2, width])
        .unwrap();
    let [scale, shift] = ["weight", "bias"].map(|name| {
        weights
            .vector(&format!("embeddings.LayerNorm.{name}"), width)
            .unwrap()
    });
    let ids: Vec<TokenId> = (0..encoder.vocabulary_size() as TokenId).collect();
    let vectors = encoder.static_vectors(&ids).unwrap();
    for (id, word) in words.chunks_exact(width).enumerate() {
        let sums: Vec<f64> = word
            .iter()
            .zip(&types)
            .map(|(word, kind)| f64::from(*word) + f64::from(*kind))
            .collect();
        let mean = sums.iter().sum::<f64>() / width as f64;
        let deviation =
            (sums.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / width as f64 + 1e-12).sqrt();
        for (i, (x, ours)) in sums.iter().zip(vectors.row(id)).enumerate() {
            let expected = (x - mean) / deviation * f64::from(scale[i]) + f64::from(shift[i]);
            assert!(
                (expected - f64::from(*ours)).abs() < 1e-5,
                "token {id}, number {i}: {ours}, not {expected}"
            );
        }
    }
}
