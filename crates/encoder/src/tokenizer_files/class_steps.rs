//! The steps of the tokenizer classes of transformers 5. They replace those of tokenizer.json, of which only the vocabulary,
//! the table of replaced characters, the added and the special tokens are used.

use std::collections::BTreeMap;

use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Value, json};

use super::class::{TokenizerClass, TokenizerKind};
use super::json::{charsmap, invalid_file};
use super::settings::TokenizerSettings;
use crate::Result;

/// The parts of a tokenizer.json that transformers 5 replaces.
struct ClassSteps {
    normalizer: Value,
    pre_tokenizer: Value,
}

/// A tokenizer.json with the normalizer and the pre-tokenizer of its class.
pub fn replace_steps(
    json: &[u8],
    settings: &TokenizerSettings,
    class: TokenizerClass,
) -> Result<Vec<u8>> {
    // Raw parts, so that the scores of the vocabulary stay the same to the last bit.
    let mut parts: BTreeMap<String, Box<RawValue>> =
        serde_json::from_slice(json).map_err(invalid_file)?;
    let described: Value = match parts.get("normalizer") {
        Some(part) => serde_json::from_str(part.get()).map_err(invalid_file)?,
        None => Value::Null,
    };
    let steps = ClassSteps::new(charsmap(&described), settings, class);
    for (name, part) in [
        ("normalizer", steps.normalizer),
        ("pre_tokenizer", steps.pre_tokenizer),
    ] {
        parts.insert(name.to_owned(), to_raw_value(&part).map_err(invalid_file)?);
    }
    serde_json::to_vec(&parts).map_err(invalid_file)
}

impl ClassSteps {
    /// The steps of a class, as its constructor in transformers 5.23 builds them.
    fn new(charsmap: Option<&str>, settings: &TokenizerSettings, class: TokenizerClass) -> Self {
        match class.kind() {
            TokenizerKind::WordPiece => Self {
                normalizer: json!({
                    "type": "BertNormalizer",
                    "clean_text": true,
                    "handle_chinese_chars": settings.tokenize_chinese_chars.unwrap_or(true),
                    "strip_accents": settings.strip_accents,
                    "lowercase": settings.do_lower_case.unwrap_or(true),
                }),
                pre_tokenizer: json!({"type": "BertPreTokenizer"}),
            },
            TokenizerKind::ByteLevel => Self {
                normalizer: Value::Null,
                pre_tokenizer: json!({
                    "type": "ByteLevel",
                    "add_prefix_space": settings.add_prefix_space.unwrap_or(false),
                    "trim_offsets": true,
                }),
            },
            TokenizerKind::SentencePiece if class == TokenizerClass::DebertaV2 => {
                Self::deberta_v2(settings)
            }
            TokenizerKind::SentencePiece => {
                let precompiled = charsmap
                    .map(|table| json!({"type": "Precompiled", "precompiled_charsmap": table}));
                // T5 has no such setting.
                let blank_first =
                    class == TokenizerClass::T5 || settings.add_prefix_space.unwrap_or(true);
                Self {
                    normalizer: match class {
                        TokenizerClass::Albert => albert_normalizer(precompiled, settings),
                        _ => precompiled.unwrap_or_default(),
                    },
                    pre_tokenizer: words_between_spaces(blank_first),
                }
            }
        }
    }

    fn deberta_v2(settings: &TokenizerSettings) -> Self {
        let mut normalizers = Vec::new();
        if settings.do_lower_case == Some(true) {
            normalizers.push(json!({"type": "Lowercase"}));
        }
        normalizers.extend([
            json!({"type": "Replace", "pattern": {"Regex": r"\s{2,}|[\n\r\t]"}, "content": " "}),
            json!({"type": "NFC"}),
            json!({"type": "Strip", "strip_left": false, "strip_right": true}),
        ]);
        let mut splitters = Vec::new();
        if settings.split_by_punct == Some(true) {
            splitters.push(json!({"type": "Punctuation", "behavior": "Isolated"}));
        }
        let blank_first = settings.add_prefix_space.unwrap_or(true);
        splitters.push(metaspace(if blank_first { "always" } else { "first" }));
        Self {
            normalizer: json!({"type": "Sequence", "normalizers": normalizers}),
            pre_tokenizer: json!({"type": "Sequence", "pretokenizers": splitters}),
        }
    }
}

fn albert_normalizer(precompiled: Option<Value>, settings: &TokenizerSettings) -> Value {
    let mut normalizers = vec![straighten_quotes("``"), straighten_quotes("''")];
    if settings.keep_accents != Some(true) {
        normalizers.push(json!({"type": "NFKD"}));
        normalizers.push(json!({"type": "StripAccents"}));
    }
    if settings.do_lower_case != Some(false) {
        normalizers.push(json!({"type": "Lowercase"}));
    }
    normalizers.extend(precompiled);
    json!({"type": "Sequence", "normalizers": normalizers})
}

fn straighten_quotes(quotes: &str) -> Value {
    json!({"type": "Replace", "pattern": {"String": quotes}, "content": "\""})
}

/// Splits at spaces, each of which becomes a ▁ before the next word.
fn words_between_spaces(blank_first: bool) -> Value {
    let words = metaspace(if blank_first { "always" } else { "never" });
    json!({"type": "Sequence", "pretokenizers": [{"type": "WhitespaceSplit"}, words]})
}

fn metaspace(prepend_scheme: &str) -> Value {
    json!({"type": "Metaspace", "replacement": "▁", "prepend_scheme": prepend_scheme, "split": true})
}
