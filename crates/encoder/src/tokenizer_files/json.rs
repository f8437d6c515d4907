//! tokenizer.json: either its vocabulary for this crate's tokenizers, or the whole tokenizer as described.

use base64::Engine as _;
use serde_json::Value;
use tokenizers::normalizers::BertNormalizer;
use tokenizers::{ModelWrapper, NormalizerWrapper, PreTokenizerWrapper, Tokenizer};

use super::bounds::{BoundedJson, check_bounds};
use super::byte_level::ByteLevel;
use super::class::{TokenizerClass, TokenizerKind, Wrapper};
use super::files::TokenizerFiles;
use super::json_tokenizer::JsonTokenizer;
use super::pipeline::TokenizerParts;
use super::sentencepiece::SentencePiece;
use super::sentencepiece::proto::PieceKind;
use super::special::{SpecialTokens, TokenizerConfig};
use super::vocabulary::Vocabulary;
use super::wordpiece::{BasicTokenizer, WordPiece};
use crate::error::brief_message;
use crate::panic_guard::catch_panic;
use crate::{EncoderError, Result};

pub(super) fn invalid_file(e: impl std::fmt::Display) -> EncoderError {
    EncoderError::Tokenizer(format!("tokenizer.json: {}", brief_message(&e)))
}

fn other_model(needed: &str) -> EncoderError {
    invalid_file(format!(
        "this model's tokenizer class needs {needed}, but the file describes another tokenizer"
    ))
}

/// Maximum accepted `max_input_chars_per_word` of a `WordPiece`, whose time grows with its square. Models have 100 or 200.
const MAX_WORD_CHARS: usize = 4096;

/// Parses a tokenizer.json within the bounds and builds a value from it and its growth factor. A panic of
/// the tokenizers crate becomes an error.
fn read<T>(json: &[u8], make: impl FnOnce(Tokenizer, usize) -> Result<T>) -> Result<T> {
    let BoundedJson { json, growth } = check_bounds(json).map_err(invalid_file)?;
    catch_panic("tokenizer.json", || {
        let tokenizer = Tokenizer::from_bytes(json).map_err(invalid_file)?;
        match tokenizer.get_model() {
            ModelWrapper::WordPiece(model) if model.max_input_chars_per_word > MAX_WORD_CHARS => {
                Err(invalid_file("its max_input_chars_per_word is too large"))
            }
            _ => make(tokenizer, growth),
        }
    })
}

/// The class of a tokenizer.json when no other file states it: only BERT's can be recognised, by its vocabulary.
pub fn class(files: &TokenizerFiles) -> Option<TokenizerClass> {
    let bert = read(files.tokenizer_json.as_ref()?, |tokenizer, _| {
        let has_marks = ["[CLS]", "[SEP]"]
            .into_iter()
            .all(|mark| tokenizer.token_to_id(mark).is_some());
        Ok(matches!(tokenizer.get_model(), ModelWrapper::WordPiece(_)) && has_marks)
    });
    bert.ok()?
        .then(|| TokenizerClass::from_name("BertTokenizer"))
        .flatten()
}

/// A tokenizer that runs exactly as described, for a class without a slow version.
pub fn build(
    json: &[u8],
    settings: &TokenizerConfig,
    class: Option<&TokenizerClass>,
) -> Result<TokenizerParts> {
    read(json, |inner, growth| {
        build_parts(inner, growth, settings, class)
    })
}

/// The fast tokenizer of a class: tokenizer.json, with the settings that transformers takes from tokenizer_config.json
/// instead. If that file lacks a setting, the default of the class overrides tokenizer.json.
pub fn build_fast(
    json: &[u8],
    settings: &TokenizerConfig,
    class: Option<&TokenizerClass>,
) -> Result<TokenizerParts> {
    read(json, |mut inner, growth| {
        apply_config(&mut inner, settings, class)?;
        build_parts(inner, growth, settings, class)
    })
}

fn apply_config(
    inner: &mut Tokenizer,
    settings: &TokenizerConfig,
    class: Option<&TokenizerClass>,
) -> Result<()> {
    match class.map(|class| class.kind) {
        Some(TokenizerKind::WordPiece) => {
            if let Some(NormalizerWrapper::BertNormalizer(described)) = inner.get_normalizer() {
                let chinese = match class {
                    Some(class) if class.name == "MPNetTokenizer" => described.handle_chinese_chars,
                    _ => settings.flag("tokenize_chinese_chars").unwrap_or(true),
                };
                let (accents, lower) = (
                    settings.flag("strip_accents"),
                    settings.flag("do_lower_case").unwrap_or(true),
                );
                let ruled = BertNormalizer::new(described.clean_text, chinese, accents, lower);
                inner.with_normalizer(Some(ruled)).map_err(invalid_file)?;
            }
        }
        Some(TokenizerKind::ByteLevel { .. }) => {
            if let Some(PreTokenizerWrapper::ByteLevel(described)) = inner.get_pre_tokenizer() {
                let blank = settings.flag("add_prefix_space").unwrap_or(false);
                let ruled = described.add_prefix_space(blank);
                inner.with_pre_tokenizer(Some(ruled));
            }
        }
        _ => {}
    }
    Ok(())
}

fn build_parts(
    inner: Tokenizer,
    growth: usize,
    settings: &TokenizerConfig,
    class: Option<&TokenizerClass>,
) -> Result<TokenizerParts> {
    let sample = inner.encode("a", true).map_err(invalid_file)?;
    let mask = sample.get_special_tokens_mask();
    let before = mask.iter().take_while(|special| **special == 1).count();
    let after = mask[before..]
        .iter()
        .rev()
        .take_while(|special| **special == 1)
        .count();
    let special = settings.special(class);
    let id = |role: &str| {
        special
            .role(role)
            .and_then(|content| inner.token_to_id(content))
    };
    let ids = sample.get_ids();
    Ok(TokenizerParts {
        prefix_ids: ids[..before].to_vec(),
        suffix_ids: ids[ids.len() - after..].to_vec(),
        weightless: ["cls_token", "sep_token"]
            .into_iter()
            .filter_map(id)
            .collect(),
        unknown_id: id("unk_token").or_else(|| {
            ["[UNK]", "<unk>"]
                .iter()
                .find_map(|piece| inner.token_to_id(piece))
        }),
        end_once: false,
        max_tokens: settings.limit()?,
        vocabulary_size: inner
            .get_vocab(false)
            .values()
            .max()
            .map_or(0, |id| *id as usize + 1),
        engine: Box::new(JsonTokenizer { inner, growth }),
    })
}

/// The vocabulary of a `WordPiece` tokenizer, and whether text is lower-cased.
pub fn wordpiece(
    json: &[u8],
    settings: &TokenizerConfig,
    special: &SpecialTokens,
    unknown: &str,
) -> Result<(WordPiece, bool)> {
    read(json, |tokenizer, _| {
        let ModelWrapper::WordPiece(model) = tokenizer.get_model() else {
            return Err(other_model("WordPiece"));
        };
        let bert = match tokenizer.get_normalizer() {
            Some(NormalizerWrapper::BertNormalizer(bert)) => Some(bert),
            _ => None,
        };
        let lower = settings
            .flag("do_lower_case")
            .or(bert.map(|b| b.lowercase))
            .unwrap_or(true);
        let mut basic = BasicTokenizer::read(settings, special, lower);
        if let Some(bert) = bert {
            basic.strip_accents = settings
                .flag("strip_accents")
                .or(bert.strip_accents)
                .unwrap_or(lower);
            basic.chinese = settings
                .flag("tokenize_chinese_chars")
                .unwrap_or(bert.handle_chinese_chars);
        }
        let vocabulary = Vocabulary::from_entries(tokenizers::Model::get_vocab(model));
        Ok((
            WordPiece::new("tokenizer.json", vocabulary, unknown, basic)?,
            lower,
        ))
    })
}

/// The vocabulary and merges of a byte-level tokenizer.
pub fn byte_level(json: &[u8]) -> Result<ByteLevel> {
    read(json, |tokenizer, _| {
        let bytes = match tokenizer.get_pre_tokenizer() {
            Some(PreTokenizerWrapper::ByteLevel(_)) => true,
            Some(PreTokenizerWrapper::Sequence(sequence)) => sequence
                .as_ref()
                .iter()
                .any(|part| matches!(part, PreTokenizerWrapper::ByteLevel(_))),
            _ => false,
        };
        match tokenizer.get_model() {
            ModelWrapper::BPE(model) if bytes => {
                let size = model
                    .get_vocab()
                    .values()
                    .max()
                    .map_or(0, |id| *id as usize + 1);
                Ok(ByteLevel::from_model("tokenizer.json", model.clone(), size))
            }
            _ => Err(other_model("byte-level BPE")),
        }
    })
}

/// The vocabulary of a unigram tokenizer, and its table of replaced characters.
pub fn unigram(
    json: &[u8],
    wrapper: Wrapper,
    settings: &TokenizerConfig,
    special: &SpecialTokens,
) -> Result<SentencePiece> {
    read(json, |tokenizer, _| {
        let ModelWrapper::Unigram(model) = tokenizer.get_model() else {
            return Err(other_model("Unigram"));
        };
        let described = serde_json::to_value(tokenizer.get_normalizer()).map_err(invalid_file)?;
        let charsmap = match charsmap(&described) {
            Some(text) => base64::engine::general_purpose::STANDARD
                .decode(text)
                .map_err(invalid_file)?,
            None => Vec::new(),
        };
        let added = tokenizer.get_added_tokens_decoder();
        let unknown = special
            .role("unk_token")
            .and_then(|content| tokenizer.token_to_id(content));
        let entries = model.iter().enumerate().map(|(id, (piece, score))| {
            let kind = if Some(id as u32) == unknown {
                PieceKind::Unknown
            } else if added.contains_key(&(id as u32)) {
                PieceKind::Control
            } else if model.byte_fallback() && piece.len() == 6 && piece.starts_with("<0x") {
                PieceKind::Byte
            } else if *score == 0.0 {
                // Learned pieces have log probabilities; user-defined ones have none.
                PieceKind::UserDefined
            } else {
                PieceKind::Normal
            };
            (piece.clone(), *score as f32, kind)
        });
        SentencePiece::from_unigram(
            entries,
            &charsmap,
            model.byte_fallback(),
            wrapper,
            settings,
            special,
        )
    })
}

/// The table of replaced characters somewhere in a description of normalizers.
pub(super) fn charsmap(value: &Value) -> Option<&str> {
    match value {
        Value::Object(fields) => match fields.get("precompiled_charsmap") {
            Some(Value::String(text)) => Some(text),
            _ => fields.values().find_map(charsmap),
        },
        Value::Array(list) => list.iter().find_map(charsmap),
        _ => None,
    }
}
