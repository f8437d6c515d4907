//! The steps of the tokenizer classes of transformers 5. They replace those of tokenizer.json, of which only the vocabulary,
//! the table of replaced characters, the added and the special tokens are used.

use std::collections::BTreeMap;

use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Value, json};

use super::class::{TokenizerClass, TokenizerKind, Wrapper};
use super::json::{charsmap, invalid_file};
use super::special::TokenizerConfig;
use crate::Result;

/// A tokenizer.json with the normalizer and the pre-tokenizer of its class.
pub fn replace_steps(
    json: &[u8],
    settings: &TokenizerConfig,
    class: TokenizerClass,
) -> Result<Vec<u8>> {
    // Raw parts, so that the scores of the vocabulary stay the same to the last bit.
    let mut parts: BTreeMap<String, Box<RawValue>> =
        serde_json::from_slice(json).map_err(invalid_file)?;
    let described = parts
        .get("normalizer")
        .map_or(Ok(Value::Null), |part| serde_json::from_str(part.get()));
    let described = described.map_err(invalid_file)?;
    let (normalizer, pre_tokenizer) = steps(charsmap(&described), settings, class);
    for (name, steps) in [("normalizer", normalizer), ("pre_tokenizer", pre_tokenizer)] {
        parts.insert(name.to_owned(), to_raw_value(&steps).map_err(invalid_file)?);
    }
    serde_json::to_vec(&parts).map_err(invalid_file)
}

/// The normalizer and the pre-tokenizer of a class, as its constructor in transformers 5.23 builds them.
fn steps(
    charsmap: Option<&str>,
    settings: &TokenizerConfig,
    class: TokenizerClass,
) -> (Value, Value) {
    let flag = |name, default| settings.flag(name).unwrap_or(default);
    let precompiled =
        charsmap.map(|table| json!({"type": "Precompiled", "precompiled_charsmap": table}));
    let words = |prefix: bool, otherwise: &str| {
        let scheme = if prefix { "always" } else { otherwise };
        json!({"type": "Metaspace", "replacement": "▁", "prepend_scheme": scheme, "split": true})
    };
    let words_between_spaces = |prefix: bool| json!({"type": "Sequence", "pretokenizers": [{"type": "WhitespaceSplit"}, words(prefix, "never")]});
    match class.kind {
        TokenizerKind::WordPiece => (
            json!({
                "type": "BertNormalizer",
                "clean_text": true,
                "handle_chinese_chars": flag("tokenize_chinese_chars", true),
                "strip_accents": settings.flag("strip_accents"),
                "lowercase": flag("do_lower_case", true),
            }),
            json!({"type": "BertPreTokenizer"}),
        ),
        TokenizerKind::ByteLevel { .. } => {
            let blank = flag("add_prefix_space", false);
            (
                Value::Null,
                json!({"type": "ByteLevel", "add_prefix_space": blank, "trim_offsets": true}),
            )
        }
        TokenizerKind::SentencePiece(Wrapper::DebertaV2) => {
            let blanks = json!({"type": "Replace", "pattern": {"Regex": r"\s{2,}|[\n\r\t]"}, "content": " "});
            let strip = json!({"type": "Strip", "strip_left": false, "strip_right": true});
            let mut normalizers = vec![blanks, json!({"type": "NFC"}), strip];
            let mut splitters = vec![words(flag("add_prefix_space", true), "first")];
            if flag("do_lower_case", false) {
                normalizers.insert(0, json!({"type": "Lowercase"}));
            }
            if flag("split_by_punct", false) {
                splitters.insert(0, json!({"type": "Punctuation", "behavior": "Isolated"}));
            }
            (
                json!({"type": "Sequence", "normalizers": normalizers}),
                json!({"type": "Sequence", "pretokenizers": splitters}),
            )
        }
        TokenizerKind::SentencePiece(Wrapper::Albert) => {
            let quote =
                |from| json!({"type": "Replace", "pattern": {"String": from}, "content": "\""});
            let mut normalizers = vec![quote("``"), quote("''")];
            if !flag("keep_accents", false) {
                normalizers.extend([json!({"type": "NFKD"}), json!({"type": "StripAccents"})]);
            }
            normalizers.extend(flag("do_lower_case", true).then(|| json!({"type": "Lowercase"})));
            normalizers.extend(precompiled);
            let normalizer = json!({"type": "Sequence", "normalizers": normalizers});
            (
                normalizer,
                words_between_spaces(flag("add_prefix_space", true)),
            )
        }
        TokenizerKind::SentencePiece(wrapper) => {
            // T5 has no such setting.
            let prefix = wrapper == Wrapper::T5 || flag("add_prefix_space", true);
            (
                precompiled.unwrap_or_default(),
                words_between_spaces(prefix),
            )
        }
    }
}
