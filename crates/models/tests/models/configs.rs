//! config.json: a field that is read and is not what it has to be is refused by its name, in every family.

use std::path::{Path, PathBuf};

use bertscope_models::{OpenOptions, ProgressMonitor};
use proptest::prelude::*;
use serde_json::{Map, Value, json};

const SIZES: [&str; 4] = [
    "hidden_size",
    "num_hidden_layers",
    "num_attention_heads",
    "intermediate_size",
];
const BERT: [&str; 4] = [
    "model_type",
    "hidden_act",
    "layer_norm_eps",
    "position_embedding_type",
];
const DEBERTA: [&str; 10] = [
    "hidden_act",
    "layer_norm_eps",
    "relative_attention",
    "pos_att_type",
    "position_biased_input",
    "max_relative_positions",
    "max_position_embeddings",
    "type_vocab_size",
    "embedding_size",
    "attention_head_size",
];

/// Every family by a fixture, with the fields that are read of its config.json.
fn fields() -> Vec<(&'static str, Vec<&'static str>)> {
    vec![
        ("bert", [&SIZES[..], &BERT].concat()),
        ("roberta", [&SIZES[..], &BERT, &["pad_token_id"]].concat()),
        (
            "xlm_roberta",
            [&SIZES[..], &BERT, &["pad_token_id"]].concat(),
        ),
        ("electra", [&SIZES[..], &BERT, &["embedding_size"]].concat()),
        ("mpnet", [&SIZES[..], &BERT[..3]].concat()),
        (
            "albert",
            [
                &SIZES[..],
                &BERT,
                &["embedding_size", "num_hidden_groups", "inner_group_num"],
            ]
            .concat(),
        ),
        (
            "distilbert",
            vec!["dim", "n_layers", "n_heads", "hidden_dim", "activation"],
        ),
        (
            "deberta",
            [&SIZES[..], &DEBERTA, &["talking_head"]].concat(),
        ),
        (
            "deberta_v2",
            [
                &SIZES[..],
                &DEBERTA,
                &["position_buckets", "norm_rel_ebd", "share_att_key"],
            ]
            .concat(),
        ),
        (
            "deberta_v2_conv",
            vec!["conv_kernel_size", "conv_groups", "conv_act"],
        ),
        (
            "t5",
            vec![
                "d_model",
                "num_heads",
                "d_kv",
                "d_ff",
                "num_layers",
                "dense_act_fn",
                "layer_norm_epsilon",
                "relative_attention_num_buckets",
                "relative_attention_max_distance",
            ],
        ),
        (
            "modernbert",
            [
                &SIZES[..],
                &[
                    "hidden_activation",
                    "norm_eps",
                    "attention_bias",
                    "mlp_bias",
                    "norm_bias",
                    "max_position_embeddings",
                ],
                &[
                    "global_rope_theta",
                    "local_rope_theta",
                    "global_attn_every_n_layers",
                    "local_attention",
                ],
            ]
            .concat(),
        ),
    ]
}

fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../tests/fixtures")
        .join(name)
}

fn config(name: &str) -> Map<String, Value> {
    serde_json::from_slice(&std::fs::read(fixture(name).join("config.json")).unwrap()).unwrap()
}

/// Opens a fixture with another config.json.
fn open(name: &str, config: &Map<String, Value>) -> Result<(), String> {
    let folder = tempfile::tempdir().unwrap();
    for entry in std::fs::read_dir(fixture(name)).unwrap() {
        let entry = entry.unwrap();
        if entry.file_type().unwrap().is_file() {
            std::fs::copy(entry.path(), folder.path().join(entry.file_name())).unwrap();
        }
    }
    std::fs::write(
        folder.path().join("config.json"),
        serde_json::to_vec(config).unwrap(),
    )
    .unwrap();
    let model = bertscope_models::open(
        folder.path().to_str(),
        &OpenOptions::default(),
        &ProgressMonitor::silent(),
    );
    let model = model.map_err(|error| error.to_string())?;
    let ids = model.tokenizer.tokenize("the cat").unwrap().ids();
    let states = model.encoder.encode(
        &[&ids],
        bertscope_encoder::KeptLayers::UpTo(model.default_layer),
    );
    states.map(drop).map_err(|error| error.to_string())
}

#[test]
fn a_field_of_the_wrong_type_is_refused_by_its_name_in_every_family() {
    for (name, fields) in fields() {
        let config = config(name);
        open(name, &config).unwrap();
        for field in fields {
            for wrong in [
                json!({"a": 1}),
                json!([1]),
                json!("abc"),
                json!(true),
                json!(-0.5),
            ] {
                // What is right for a field of another kind.
                let right = match &wrong {
                    Value::Bool(_) => [
                        "relative_attention",
                        "position_biased_input",
                        "share_att_key",
                    ]
                    .contains(&field),
                    Value::String(_) => field == "norm_rel_ebd",
                    _ => false,
                };
                let mut hurt = config.clone();
                hurt.insert(field.to_owned(), wrong.clone());
                match open(name, &hurt) {
                    Ok(()) => assert!(right, "{name}: {field} = {wrong} is accepted"),
                    Err(sentence) => {
                        let named = sentence.contains(field)
                            || wrong.is_string() && sentence.contains("abc");
                        assert!(right || named, "{name}: {field} = {wrong}: {sentence}");
                    }
                }
            }
        }
    }
}

#[test]
fn null_is_as_good_as_absent_and_sizes_say_how_large_they_may_be() {
    for (name, field) in [
        ("bert", "hidden_act"),
        ("deberta_v2", "max_relative_positions"),
        ("t5", "feed_forward_proj"),
    ] {
        let mut config = config(name);
        config.insert(field.to_owned(), Value::Null);
        open(name, &config).unwrap();
    }
    for (name, field, absurd) in [
        ("bert", "hidden_size", 1 << 20),
        ("bert", "num_attention_heads", 1 << 10),
        ("t5", "num_heads", 1 << 20),
        ("modernbert", "max_position_embeddings", 1u64 << 40),
    ] {
        let mut config = config(name);
        config.insert(field.to_owned(), absurd.into());
        let sentence = open(name, &config).unwrap_err();
        assert!(sentence.contains(field), "{sentence}");
    }
    let mut wide = config("modernbert");
    wide.extend(
        [
            ("hidden_size", 1 << 16),
            ("num_attention_heads", 1),
            ("max_position_embeddings", 1 << 20),
        ]
        .map(|(field, size): (&str, u64)| (field.to_owned(), size.into())),
    );
    wide.insert("num_hidden_layers".to_owned(), 0.into());
    assert!(open("modernbert", &wide).is_err());
}

proptest! {
    #[test]
    fn no_configuration_makes_a_panic(
        family in any::<prop::sample::Index>(),
        changes in prop::collection::vec(
            (any::<prop::sample::Index>(), prop_oneof![
                any::<i64>().prop_map(Value::from),
                (0..40i64).prop_map(Value::from),
                any::<f64>().prop_map(Value::from),
                any::<bool>().prop_map(Value::from),
                "[a-z|_0-9]{0,8}".prop_map(Value::from),
                prop::sample::select(vec![0u64, 1 << 10, 1 << 16, 1 << 20, u64::MAX]).prop_map(Value::from),
                Just(Value::Null),
                Just(json!(["c2p"])),
                Just(json!([])),
            ]),
            1..4,
        )
    ) {
        let families = fields();
        let (name, fields) = &families[family.index(families.len())];
        let mut config = config(name);
        for (field, value) in changes {
            config.insert((*field.get(fields)).to_owned(), value);
        }
        let _ = open(name, &config);
    }
}
