//! The steps of the tokenizer classes of transformers 5. They replace those of tokenizer.json, of which only the vocabulary,
//! the table of replaced characters, the added and the special tokens are used.

use std::collections::BTreeMap;

use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Value, json};

use super::class::{TokenizerClass, TokenizerKind, Wrapper};
use super::json::{charsmap, invalid_file};
use super::special::TokenizerConfig;
use crate::error::Result;

/// A tokenizer.json with the normalizer and the pre-tokenizer of its class.
pub fn replace_steps(json: &[u8], settings: &TokenizerConfig, class: TokenizerClass) -> Result<Vec<u8>> {
    // Raw parts, so that the scores of the vocabulary stay the same to the last bit.
    let mut parts: BTreeMap<String, Box<RawValue>> = serde_json::from_slice(json).map_err(invalid_file)?;
    let described = parts.get("normalizer").map_or(Ok(Value::Null), |part| serde_json::from_str(part.get()));
    let described = described.map_err(invalid_file)?;
    let (normalizer, pre_tokenizer) = steps(charsmap(&described), settings, class);
    for (name, steps) in [("normalizer", normalizer), ("pre_tokenizer", pre_tokenizer)] {
        parts.insert(name.to_owned(), to_raw_value(&steps).map_err(invalid_file)?);
    }
    serde_json::to_vec(&parts).map_err(invalid_file)
}

/// The normalizer and the pre-tokenizer of a class, as its constructor in transformers 5.23 builds them.
fn steps(charsmap: Option<&str>, settings: &TokenizerConfig, class: TokenizerClass) -> (Value, Value) {
    let flag = |name, default| settings.flag(name).unwrap_or(default);
    let sequence = |kind: &str, steps: Vec<Value>| json!({"type": "Sequence", kind: steps});
    let replace = |pattern: Value, content: &str| json!({"type": "Replace", "pattern": pattern, "content": content});
    let precompiled = charsmap.map(|table| json!({"type": "Precompiled", "precompiled_charsmap": table}));
    let words = |prefix: bool, otherwise: &str| {
        let scheme = if prefix { "always" } else { otherwise };
        json!({"type": "Metaspace", "replacement": "▁", "prepend_scheme": scheme, "split": true})
    };
    let split_at_spaces = |last: Value| sequence("pretokenizers", vec![json!({"type": "WhitespaceSplit"}), last]);
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
                json!({"type": "ByteLevel", "add_prefix_space": blank, "trim_offsets": true, "use_regex": true}),
            )
        }
        TokenizerKind::SentencePiece(Wrapper::DebertaV2) => {
            let lower = flag("do_lower_case", false).then(|| json!({"type": "Lowercase"}));
            let blanks = replace(json!({"Regex": r"\s{2,}|[\n\r\t]"}), " ");
            let strip = json!({"type": "Strip", "strip_left": false, "strip_right": true});
            let punctuation = json!({"type": "Punctuation", "behavior": "Isolated"});
            let punctuation = flag("split_by_punct", false).then_some(punctuation);
            (
                sequence("normalizers", lower.into_iter().chain([blanks, json!({"type": "NFC"}), strip]).collect()),
                sequence("pretokenizers", punctuation.into_iter().chain([words(flag("add_prefix_space", true), "first")]).collect()),
            )
        }
        TokenizerKind::SentencePiece(Wrapper::Albert) => {
            let mut steps = vec![replace(json!({"String": "``"}), "\""), replace(json!({"String": "''"}), "\"")];
            if !flag("keep_accents", false) {
                steps.extend([json!({"type": "NFKD"}), json!({"type": "StripAccents"})]);
            }
            steps.extend(flag("do_lower_case", true).then(|| json!({"type": "Lowercase"})));
            steps.extend(precompiled);
            (sequence("normalizers", steps), split_at_spaces(words(flag("add_prefix_space", true), "never")))
        }
        TokenizerKind::SentencePiece(Wrapper::T5) => {
            (precompiled.unwrap_or_default(), split_at_spaces(words(true, "never")))
        }
        TokenizerKind::SentencePiece(Wrapper::XlmRoberta | Wrapper::Camembert) => {
            (precompiled.unwrap_or_default(), split_at_spaces(words(flag("add_prefix_space", true), "never")))
        }
    }
}
