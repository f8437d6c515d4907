//! tokenizer.json that makes the tokenizers crate panic or fill the memory, and sentencepiece models that are damaged: one
//! sentence, naming the file.

#![expect(
    clippy::needless_pass_by_value,
    reason = "the parts are written where they are passed, by json!"
)]

use std::path::PathBuf;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use bertscope_encoder::{EncoderError, Program, Tokenizer, TokenizerFiles};
use proptest::prelude::*;
use serde_json::{Value, json};

fn fixture(name: &str, file: &str) -> Vec<u8> {
    let path: PathBuf = [
        env!("CARGO_MANIFEST_DIR"),
        "../../tests/fixtures",
        name,
        file,
    ]
    .iter()
    .collect();
    std::fs::read(path).unwrap()
}

fn published() -> Value {
    serde_json::from_slice(&fixture("bert", "tokenizer.json")).unwrap()
}

/// The published tokenizer.json with some parts replaced.
fn with(parts: Value) -> Value {
    let mut json = published();
    json.as_object_mut()
        .unwrap()
        .extend(parts.as_object().unwrap().clone());
    json
}

fn open(json: &Value) -> Result<Tokenizer, String> {
    let files = TokenizerFiles {
        tokenizer_json: Some(serde_json::to_vec(json).unwrap().into()),
        ..TokenizerFiles::default()
    };
    let sentence = |error| match error {
        EncoderError::Tokenizer(sentence) => sentence,
        other => panic!("{other} is no refusal of the tokenizer"),
    };
    // As the vocabulary of classes of each kind, with the slow steps and with those of transformers 5; then as it is.
    for model_type in [
        "bert",
        "roberta",
        "t5",
        "xlm-roberta",
        "deberta-v2",
        "albert",
    ] {
        let _ = Tokenizer::fast_from_files(&files, model_type, None, Program::Transformers5);
    }
    let _ = Tokenizer::from_files(&files, "bert", None);
    let _ = Tokenizer::from_files(&files, "roberta", None);
    let _ = Tokenizer::from_files(&files, "t5", None);
    let _ = Tokenizer::from_files(&files, "none", None);
    Tokenizer::fast_from_files(&files, "none", None, Program::FastTokenizer).map_err(sentence)
}

fn refusal(parts: Value) -> String {
    let sentence = open(&with(parts.clone())).unwrap_err();
    assert!(
        sentence.starts_with("tokenizer.json: ") && sentence.len() < 400,
        "{sentence}"
    );
    assert_eq!(sentence.lines().count(), 1, "{sentence}");
    sentence
}

fn sequence(kind: &str, step: &Value, times: usize) -> Value {
    json!({"type": "Sequence", kind: vec![step.clone(); times]})
}

fn charsmap(units: &[u32], replacements: &[u8]) -> Value {
    let units: Vec<u8> = units.iter().flat_map(|unit| unit.to_le_bytes()).collect();
    let table = [
        &(units.len() as u32).to_le_bytes()[..],
        &units,
        replacements,
    ]
    .concat();
    json!({"type": "Precompiled", "precompiled_charsmap": STANDARD.encode(table)})
}

fn template(single: Vec<Value>) -> Value {
    json!({"type": "TemplateProcessing", "single": single, "pair": [], "special_tokens": {}})
}

#[test]
fn what_makes_the_library_panic_is_a_sentence_that_names_the_file() {
    let merges = json!({
        "type": "BPE", "vocab": {"a": 0, "b": 1, "ab": 2}, "merges": ["a b"], "continuing_subword_prefix": "################"
    });
    let missing = json!({"SpecialToken": {"id": "[NONE]", "type_id": 0}});
    for parts in [
        json!({"pre_tokenizer": {"type": "FixedLength", "length": 0}}),
        json!({"post_processor": template(vec![missing, json!({"Sequence": {"id": "A", "type_id": 0}})])}),
        json!({"normalizer": {"type": "Precompiled", "precompiled_charsmap": "AAAA"}}),
        json!({"normalizer": {"type": "Precompiled", "precompiled_charsmap": STANDARD.encode(u32::MAX.to_le_bytes())}}),
        json!({"normalizer": {"type": "Precompiled", "precompiled_charsmap": "no base64"}}),
        json!({"normalizer": charsmap(&[0], b"")}),
        json!({"normalizer": charsmap(&[0; 8], b"\xff\xfe")}),
        json!({"model": merges}),
        json!({"normalizer": {"type": "Replace", "pattern": {"Regex": "\\u"}, "content": ""}}),
        json!({"normalizer": {"type": "Replace", "pattern": {"Regex": "("}, "content": ""}}),
    ] {
        refusal(parts);
    }
}

#[test]
fn a_text_on_which_the_library_panics_is_refused_and_others_are_split() {
    // A table that is large enough for "a", with which a tokenizer is tried, and not for "b".
    let tokenizer = open(&with(json!({"normalizer": charsmap(&[0; 0x62], b"")}))).unwrap();
    assert!(tokenizer.tokenize("a").is_ok());
    let sentence = tokenizer.tokenize("b").unwrap_err().to_string();
    assert!(
        sentence.contains("tokenizer.json: the tokenizers library fails on it"),
        "{sentence}"
    );
    assert!(tokenizer.tokenize("a").is_ok());
}

#[test]
fn parts_that_are_not_used_are_not_read() {
    for part in [
        json!({"decoder": {"type": "Replace", "pattern": {"Regex": "\\u"}, "content": ""}}),
        json!({"decoder": {"type": "nothing known"}}),
        json!({"padding": {"strategy": {"Fixed": u64::MAX}, "direction": "Right", "pad_id": 0, "pad_type_id": 0, "pad_token": ""}}),
        json!({"truncation": {"max_length": 0, "strategy": "LongestFirst", "stride": 9}}),
    ] {
        assert_eq!(
            open(&with(part))
                .unwrap()
                .tokenize("the cat")
                .unwrap()
                .text_token_count(),
            2
        );
    }
}

#[test]
fn what_would_fill_the_memory_is_refused_before_the_library_sees_it() {
    let double = json!({"type": "Replace", "pattern": {"String": "a"}, "content": "aa"});
    let bytes = json!({"type": "ByteLevel", "add_prefix_space": false, "trim_offsets": false, "use_regex": false});
    let without_type =
        json!({"add_prefix_space": false, "trim_offsets": false, "use_regex": false});
    let between = json!({"type": "Replace", "pattern": {"Regex": ""}, "content": "aa"});
    let long = charsmap(&[0; 300], &[b'x'; 5000]);
    let mut deep = double.clone();
    for _ in 0..40 {
        deep = sequence("normalizers", &deep, 1);
    }
    let again = json!({"Sequence": {"id": "A", "type_id": 0}});
    let wide = json!({"type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##", "vocab": {"[UNK]": 0},
        "max_input_chars_per_word": 1u64 << 40});
    for parts in [
        json!({"normalizer": sequence("normalizers", &double, 24)}),
        json!({"normalizer": sequence("normalizers", &between, 24)}),
        json!({"normalizer": sequence("normalizers", &bytes, 24)}),
        json!({"normalizer": sequence("normalizers", &json!({"type": "Lowercase"}), 500)}),
        json!({"normalizer": long}),
        json!({"normalizer": deep}),
        json!({"pre_tokenizer": sequence("pretokenizers", &bytes, 24)}),
        json!({"pre_tokenizer": sequence("pretokenizers", &without_type, 24)}),
        json!({"normalizer": {"type": "Replace", "pattern": {"Regex": "a".repeat(1 << 17)}, "content": ""}}),
        json!({"post_processor": template(vec![again; 1000])}),
        json!({"model": wide}),
        json!({"added_tokens": [{"id": 0, "content": "x".repeat(5000), "special": true, "single_word": false,
            "lstrip": false, "rstrip": false, "normalized": false}]}),
    ] {
        refusal(parts);
    }
    let longer = open(&with(
        json!({"normalizer": sequence("normalizers", &double, 6)}),
    ))
    .unwrap();
    assert!(longer.tokenize("a cat").is_ok());
    let sentence = longer
        .tokenize(&"a".repeat(2 << 20))
        .unwrap_err()
        .to_string();
    assert!(
        sentence.contains("too long for the steps of tokenizer.json"),
        "{sentence}"
    );
    assert!(
        open(&with(
            json!({"pre_tokenizer": {"type": "FixedLength", "length": u64::MAX}})
        ))
        .is_ok()
    );
}

#[test]
fn more_added_tokens_than_a_model_has_are_refused_by_file_and_up_to_the_limit_the_longest_one_is_found()
 {
    let named = |count: usize| (0..count).map(|i| format!("<t{i}>"));
    let token = |content: String| json!({"content": content, "special": true});
    let decoder = |count| {
        let tokens: serde_json::Map<_, _> = named(count)
            .enumerate()
            .map(|(i, content)| ((1000 + i).to_string(), token(content)))
            .collect();
        json!({"added_tokens_decoder": tokens})
    };
    let open = |config: Value, added: Option<Value>| {
        let bytes = |value: Value| serde_json::to_vec(&value).unwrap().into();
        let files = TokenizerFiles {
            vocab_txt: Some(fixture("bert", "vocab.txt").into()),
            tokenizer_config: Some(bytes(config)),
            added_tokens: added.map(bytes),
            ..TokenizerFiles::default()
        };
        Tokenizer::from_files(&files, "bert", None)
    };
    let most = 1 << 17;
    let added = json!(
        named(most + 1)
            .zip(1000..)
            .collect::<std::collections::BTreeMap<_, _>>()
    );
    let listed = json!({"additional_special_tokens": named(most + 1).collect::<Vec<_>>()});
    for (file, refused) in [
        ("tokenizer_config.json", open(decoder(most + 1), None)),
        ("tokenizer_config.json", open(listed, None)),
        ("added_tokens.json", open(json!({}), Some(added))),
    ] {
        let sentence = refused.unwrap_err().to_string();
        let expected =
            format!("{file}: it adds 131073 tokens, more than any model has; the limit is 131072");
        assert!(sentence.ends_with(&expected), "{sentence}");
    }
    let tokens = open(decoder(most), None)
        .unwrap()
        .tokenize("a <t7><t77> <t131071> <t131072>")
        .unwrap()
        .tokens;
    let added: Vec<_> = tokens
        .iter()
        .map(|token| token.id)
        .filter(|id| *id >= 1000)
        .collect();
    assert_eq!(added, [1007, 1077, 132_071]);
}

#[test]
fn settings_of_the_wrong_type_are_refused_by_name() {
    for (field, value) in [
        ("do_lower_case", json!("no")),
        ("strip_accents", json!(1)),
        ("tokenizer_class", json!(["BertTokenizer"])),
        ("never_split", json!("abc")),
        ("additional_special_tokens", json!([1])),
        ("unk_token", json!({"text": "[UNK]"})),
        ("cls_token", json!(false)),
        ("extra_ids", json!(-1)),
        ("model_max_length", json!("long")),
    ] {
        let config = serde_json::to_vec(&json!({ field: value })).unwrap();
        let files = TokenizerFiles {
            tokenizer_json: Some(fixture("bert", "tokenizer.json").into()),
            tokenizer_config: Some(config.into()),
            ..TokenizerFiles::default()
        };
        let sentence = Tokenizer::from_files(&files, "bert", None)
            .unwrap_err()
            .to_string();
        assert!(
            sentence.contains("tokenizer_config.json") && sentence.contains(field),
            "{field}: {sentence}"
        );
    }
}

#[test]
fn unknown_characters_by_the_hundred_thousand_are_one_token() {
    for name in ["t5", "xlm_roberta"] {
        let files = TokenizerFiles {
            sentencepiece: Some(fixture(name, file_of(name)).into()),
            ..TokenizerFiles::default()
        };
        let tokenizer = Tokenizer::from_files(&files, &name.replace('_', "-"), None).unwrap();
        // Letter after letter this took a minute; the work is now in proportion to the text.
        let few = tokenizer.tokenize("กขฃ").unwrap();
        let many = tokenizer.tokenize(&"กขฃ".repeat(100_000)).unwrap();
        assert_eq!(many.ids(), few.ids(), "{name}");
        assert!(
            many.tokens.iter().any(|token| token.end == 300_000),
            "{name}"
        );
        let apart = tokenizer.tokenize("ก ขฃ a กข").unwrap();
        assert_eq!(
            apart
                .tokens
                .iter()
                .filter(|token| token.text.contains(['ก', 'ข']))
                .count(),
            3,
            "{name}"
        );
    }
}

#[test]
fn a_piece_of_a_sentencepiece_model_that_is_longer_than_any_models_is_refused() {
    let field = |content: &[u8]| {
        [
            &[
                0x0a,
                content.len() as u8 & 0x7f | 0x80,
                (content.len() >> 7) as u8,
            ],
            content,
        ]
        .concat()
    };
    let piece =
        |text: &str, kind: u8| field(&[&field(text.as_bytes())[..], &[0x18, kind]].concat());
    for (length, fits) in [(256, true), (257, false), (16_000, false)] {
        let pieces = [("<unk>", 2), ("</s>", 3), (&*"a".repeat(length), 1)];
        let model: Vec<u8> = pieces
            .iter()
            .flat_map(|(text, kind)| piece(text, *kind))
            .collect();
        let files = TokenizerFiles {
            sentencepiece: Some(model.into()),
            ..TokenizerFiles::default()
        };
        let opened = Tokenizer::from_files(&files, "t5", None)
            .map(|tokenizer| tokenizer.tokenize("aaa").unwrap());
        assert_eq!(opened.is_ok(), fits, "{length}: {opened:?}");
        if let Err(error) = opened {
            assert!(
                error
                    .to_string()
                    .contains(&format!("the sentencepiece model has a piece of {length}")),
                "{error}"
            );
        }
    }
}

fn file_of(name: &str) -> &'static str {
    if name == "t5" {
        "spiece.model"
    } else {
        "sentencepiece.bpe.model"
    }
}

/// A step of a normalizer or pre-tokenizer, sound or not.
fn step() -> impl Strategy<Value = Value> {
    let text = "[a-c▁ \\\\u(]{0,4}";
    let pattern = prop_oneof![
        text.prop_map(|text| json!({"String": text})),
        "[a-c.*+?()\\\\u{1}|\\[\\]^$]{0,6}".prop_map(|text| json!({"Regex": text})),
    ];
    let number = prop::sample::select(vec![0u64, 1, 2, 5, 1 << 20, u64::MAX]);
    prop_oneof![
        (pattern.clone(), text).prop_map(|(p, c)| json!({"type": "Replace", "pattern": p, "content": c})),
        (
            pattern,
            prop::sample::select(vec!["Removed", "Isolated", "MergedWithPrevious", "MergedWithNext", "Contiguous"])
        )
            .prop_map(|(p, b)| json!({"type": "Split", "pattern": p, "behavior": b, "invert": false})),
        number.prop_map(|length| json!({"type": "FixedLength", "length": length})),
        text.prop_map(|text| json!({"type": "Prepend", "prepend": text})),
        (any::<bool>(), any::<bool>()).prop_map(|(l, r)| json!({"type": "Strip", "strip_left": l, "strip_right": r})),
        prop::collection::vec(prop_oneof![Just(0u32), any::<u32>()], 0..300)
            .prop_map(|units| charsmap(&units, b"a\0bc\0")),
        prop::sample::select(vec![
            "Lowercase",
            "NFC",
            "NFD",
            "NFKC",
            "NFKD",
            "Nmt",
            "StripAccents",
            "Whitespace",
            "WhitespaceSplit",
            "BertPreTokenizer",
            "UnicodeScripts",
            "Nothing",
        ])
        .prop_map(|kind| json!({"type": kind})),
        any::<bool>().prop_map(|flag| {
            json!({"type": "ByteLevel", "add_prefix_space": flag, "trim_offsets": flag, "use_regex": !flag})
        }),
        prop::sample::select(vec!["always", "first", "never"])
            .prop_map(|s| json!({"type": "Metaspace", "replacement": "▁", "prepend_scheme": s, "split": true})),
        any::<bool>().prop_map(|flag| json!({"type": "Digits", "individual_digits": flag})),
        Just(json!({"type": "Punctuation", "behavior": "Isolated"})),
    ]
}

fn model() -> impl Strategy<Value = Value> {
    let piece = "[a-c▁#]{0,3}";
    let vocab = prop::collection::btree_map(piece, prop_oneof![0..9u32, any::<u32>()], 0..9);
    let merge = (piece, piece).prop_map(|(a, b)| format!("{a} {b}"));
    prop_oneof![
        (vocab.clone(), prop::collection::vec(merge, 0..4), prop::option::of("[#a]{0,5}"), prop::option::of(piece))
            .prop_map(|(vocab, merges, prefix, unk)| json!({"type": "BPE", "vocab": vocab, "merges": merges,
                "continuing_subword_prefix": prefix, "unk_token": unk, "dropout": null, "end_of_word_suffix": null,
                "fuse_unk": true, "byte_fallback": true})),
        (vocab.clone(), piece).prop_map(|(vocab, unk)| json!({"type": "WordPiece", "vocab": vocab, "unk_token": unk,
            "continuing_subword_prefix": "##", "max_input_chars_per_word": 100})),
        (vocab, piece).prop_map(|(vocab, unk)| json!({"type": "WordLevel", "vocab": vocab, "unk_token": unk})),
        (prop::collection::vec((piece, any::<f64>()), 0..9), prop::option::of(0..12u64), any::<bool>()).prop_map(
            |(vocab, unk, bytes)| json!({"type": "Unigram", "vocab": vocab, "unk_id": unk, "byte_fallback": bytes})
        ),
    ]
}

proptest! {
    #[test]
    fn no_tokenizer_json_makes_a_panic(
        model in prop::option::of(model()),
        normalizers in prop::collection::vec(step(), 0..4),
        splitters in prop::collection::vec(step(), 0..4),
        template_of in prop::option::of(prop::collection::vec(prop::sample::select(vec![
            json!({"Sequence": {"id": "A", "type_id": 0}}),
            json!({"Sequence": {"id": "B", "type_id": 1}}),
            json!({"SpecialToken": {"id": "[CLS]", "type_id": 0}}),
        ]), 0..4)),
        text in "[a-d \u{e01}İﷺ\u{300}]{0,20}",
        cut in prop::option::of(any::<prop::sample::Index>()),
    ) {
        let mut json = with(json!({
            "normalizer": {"type": "Sequence", "normalizers": normalizers},
            "pre_tokenizer": {"type": "Sequence", "pretokenizers": splitters},
        }));
        if let Some(model) = model {
            json["model"] = model;
        }
        if let Some(single) = template_of {
            json["post_processor"] = template(single);
        }
        if let Ok(tokenizer) = open(&json) {
            let _ = tokenizer.tokenize(&text);
            let _ = tokenizer.for_torchmetrics().tokenize(&text);
        }
        if let Some(cut) = cut {
            let bytes = serde_json::to_vec(&json).unwrap();
            let bytes = bytes[..cut.index(bytes.len())].to_vec();
            let files = TokenizerFiles { tokenizer_json: Some(bytes.into()), ..TokenizerFiles::default() };
            prop_assert!(Tokenizer::fast_from_files(&files, "none", None, Program::FastTokenizer).is_err());
        }
    }

    #[test]
    fn no_sentencepiece_model_makes_a_panic(
        name in prop::sample::select(vec!["t5", "xlm_roberta", "albert", "deberta_v2"]),
        bytes in prop::collection::vec(any::<u8>(), 0..40),
        at in any::<prop::sample::Index>(),
        near_the_end in any::<bool>(),
        cut in prop::option::of(any::<prop::sample::Index>()),
        text in "[a-d \u{e01}①é吃\u{300}]{0,20}",
    ) {
        let file = match name {
            "deberta_v2" => "spm.model",
            "xlm_roberta" => "sentencepiece.bpe.model",
            _ => "spiece.model",
        };
        let mut hurt = fixture(name, file);
        let at = if near_the_end { hurt.len() - 1 - at.index(hurt.len().min(2000)) } else { at.index(hurt.len()) };
        let end = (at + bytes.len()).min(hurt.len());
        hurt.splice(at..end, bytes);
        if let Some(cut) = cut {
            hurt.truncate(cut.index(hurt.len()));
        }
        let files = TokenizerFiles { sentencepiece: Some(hurt.into()), ..TokenizerFiles::default() };
        for kind in ["t5", "xlm-roberta", "camembert", "albert", "deberta-v2"] {
            if let Ok(tokenizer) = Tokenizer::from_files(&files, kind, None) {
                tokenizer.tokenize(&text).unwrap();
            }
        }
    }
}
