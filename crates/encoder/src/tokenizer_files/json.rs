//! tokenizer.json: either its vocabulary for this crate's tokenizers, or the whole tokenizer as described.

use std::fmt::Display;

use base64::Engine as _;
use serde_json::Value;
use tokenizers::normalizers::BertNormalizer;
use tokenizers::{ModelWrapper, NormalizerWrapper, PreTokenizerWrapper, Tokenizer};

use super::bounds::{BoundedJson, check_bounds};
use super::byte_level::ByteLevel;
use super::class::{Role, TokenizerClass, TokenizerKind};
use super::engine::{Engine, JsonTokenizer, TokenizerParts};
use super::files::{TOKENIZER_JSON, TokenizerFiles};
use super::sentencepiece::proto::{ModelProto, PieceKind, PieceProto};
use super::sentencepiece::{IdScheme, Model, SentencePiece};
use super::settings::TokenizerSettings;
use super::special::SpecialTokens;
use super::vocabulary::{Vocabulary, id_count};
use super::wordpiece::{BasicTokenizer, WordPiece};
use crate::error::brief_message;
use crate::panic_guard::catch_panic;
use crate::{EncoderError, Result, TokenId};

pub fn invalid_file(problem: impl Display) -> EncoderError {
    EncoderError::Tokenizer(format!("{TOKENIZER_JSON}: {}", brief_message(&problem)))
}

fn other_model(needed: &str) -> EncoderError {
    invalid_file(format!(
        "this model's tokenizer class needs {needed}, but the file describes another tokenizer"
    ))
}

/// Maximum accepted `max_input_chars_per_word` of a `WordPiece`, whose time grows with its square. Models have 100 or 200.
const MAX_WORD_CHARS: usize = 4096;

/// Parses a tokenizer.json within the bounds and builds a value from it. A panic of the tokenizers crate becomes an error.
fn read<T>(json: &[u8], build: impl FnOnce(Tokenizer, &BoundedJson) -> Result<T>) -> Result<T> {
    let bounded = check_bounds(json).map_err(invalid_file)?;
    // What is built runs the crate too, so that it is guarded like the parser.
    catch_panic(TOKENIZER_JSON, || {
        let tokenizer = Tokenizer::from_bytes(&bounded.json).map_err(invalid_file)?;
        match tokenizer.get_model() {
            ModelWrapper::WordPiece(model) if model.max_input_chars_per_word > MAX_WORD_CHARS => {
                Err(invalid_file("its max_input_chars_per_word is too large"))
            }
            _ => build(tokenizer, &bounded),
        }
    })
}

/// The class of a tokenizer.json when no other file states it: only BERT's can be recognised, by its vocabulary.
pub fn class(files: &TokenizerFiles) -> Option<TokenizerClass> {
    let json = files.tokenizer_json.as_ref()?;
    let is_bert = read(json, |tokenizer, _| {
        let has_special_tokens =
            tokenizer.token_to_id("[CLS]").is_some() && tokenizer.token_to_id("[SEP]").is_some();
        Ok(has_special_tokens && matches!(tokenizer.get_model(), ModelWrapper::WordPiece(_)))
    });
    // A damaged file is an error of whatever reads it next.
    match is_bert {
        Ok(true) => Some(TokenizerClass::Bert),
        Ok(false) | Err(_) => None,
    }
}

/// A tokenizer that runs exactly as described, for a class without a slow version.
pub fn build(
    json: &[u8],
    settings: &TokenizerSettings,
    class: Option<TokenizerClass>,
) -> Result<TokenizerParts> {
    read(json, |inner, bounded| {
        build_parts(inner, bounded, settings, class)
    })
}

/// The fast tokenizer of a class: tokenizer.json, with the settings that transformers takes from tokenizer_config.json
/// instead. If that file lacks a setting, the default of the class overrides tokenizer.json.
pub fn build_fast(
    json: &[u8],
    settings: &TokenizerSettings,
    class: Option<TokenizerClass>,
) -> Result<TokenizerParts> {
    read(json, |mut inner, bounded| {
        if let Some(class) = class {
            apply_settings(&mut inner, settings, class)?;
        }
        build_parts(inner, bounded, settings, class)
    })
}

fn apply_settings(
    inner: &mut Tokenizer,
    settings: &TokenizerSettings,
    class: TokenizerClass,
) -> Result<()> {
    match class.kind() {
        TokenizerKind::WordPiece => {
            if let Some(described) = bert_normalizer(inner) {
                let mut chinese = settings.tokenize_chinese_chars.unwrap_or(true);
                // The fast class of MPNet hands on only the other two settings.
                if class == TokenizerClass::MPNet {
                    chinese = described.handle_chinese_chars;
                }
                let normalizer = BertNormalizer::new(
                    described.clean_text,
                    chinese,
                    settings.strip_accents,
                    settings.do_lower_case.unwrap_or(true),
                );
                inner
                    .with_normalizer(Some(normalizer))
                    .map_err(invalid_file)?;
            }
        }
        TokenizerKind::ByteLevel => {
            if let Some(PreTokenizerWrapper::ByteLevel(described)) = inner.get_pre_tokenizer() {
                let blank_first = settings.add_prefix_space.unwrap_or(false);
                let pre_tokenizer = described.add_prefix_space(blank_first);
                inner.with_pre_tokenizer(Some(pre_tokenizer));
            }
        }
        TokenizerKind::SentencePiece => {}
    }
    Ok(())
}

fn bert_normalizer(tokenizer: &Tokenizer) -> Option<&BertNormalizer> {
    match tokenizer.get_normalizer() {
        Some(NormalizerWrapper::BertNormalizer(normalizer)) => Some(normalizer),
        _ => None,
    }
}

fn build_parts(
    inner: Tokenizer,
    bounded: &BoundedJson,
    settings: &TokenizerSettings,
    class: Option<TokenizerClass>,
) -> Result<TokenizerParts> {
    // Only a post-processor knows which special tokens surround a text; a sample shows them.
    let sample = inner.encode("a", true).map_err(invalid_file)?;
    let ids = sample.get_ids();
    let mask = sample.get_special_tokens_mask();
    let before = special_count(mask.iter());
    let after = special_count(mask[before..].iter().rev());
    let special = SpecialTokens::new(settings, class);
    let mut weightless = Vec::new();
    for role in [Role::Cls, Role::Sep] {
        weightless.extend(id_of_role(&inner, &special, role));
    }
    let unknown_id = id_of_role(&inner, &special, Role::Unk)
        .or_else(|| inner.token_to_id("[UNK]"))
        .or_else(|| inner.token_to_id("<unk>"));
    Ok(TokenizerParts {
        prefix_ids: ids[..before].to_vec(),
        suffix_ids: ids[ids.len() - after..].to_vec(),
        weightless,
        unknown_id,
        end_once: false,
        max_tokens: settings.limit()?,
        truncates_start: settings.truncates_start.unwrap_or(bounded.truncates_start),
        vocabulary_size: id_count(inner.get_vocab(false).values()),
        engine: Engine::Json(Box::new(JsonTokenizer {
            inner,
            growth: bounded.growth,
        })),
    })
}

/// The number of special tokens at the start of a mask.
fn special_count<'a>(mask: impl Iterator<Item = &'a u32>) -> usize {
    mask.take_while(|special| **special == 1).count()
}

fn id_of_role(inner: &Tokenizer, special: &SpecialTokens, role: Role) -> Option<TokenId> {
    inner.token_to_id(special.role(role)?)
}

/// The vocabulary of a `WordPiece` tokenizer.
pub fn wordpiece(
    json: &[u8],
    settings: &TokenizerSettings,
    special: &SpecialTokens,
) -> Result<WordPiece> {
    read(json, |tokenizer, _| {
        let ModelWrapper::WordPiece(model) = tokenizer.get_model() else {
            return Err(other_model("WordPiece"));
        };
        let basic = BasicTokenizer::new(settings, special, bert_normalizer(&tokenizer));
        let vocabulary = Vocabulary::from_entries(tokenizers::Model::get_vocab(model));
        WordPiece::new(TOKENIZER_JSON, vocabulary, special, basic)
    })
}

/// The vocabulary and merges of a byte-level tokenizer.
pub fn byte_level(json: &[u8]) -> Result<ByteLevel> {
    read(json, |tokenizer, _| match tokenizer.get_model() {
        ModelWrapper::BPE(model) if has_byte_level_step(&tokenizer) => {
            let size = id_count(model.get_vocab().values());
            Ok(ByteLevel::from_model(TOKENIZER_JSON, model.clone(), size))
        }
        _ => Err(other_model("byte-level BPE")),
    })
}

fn has_byte_level_step(tokenizer: &Tokenizer) -> bool {
    match tokenizer.get_pre_tokenizer() {
        Some(PreTokenizerWrapper::ByteLevel(_)) => true,
        Some(PreTokenizerWrapper::Sequence(sequence)) => sequence
            .as_ref()
            .iter()
            .any(|step| matches!(step, PreTokenizerWrapper::ByteLevel(_))),
        _ => false,
    }
}

/// The vocabulary of a unigram tokenizer, and its table of replaced characters.
pub fn unigram(
    json: &[u8],
    class: TokenizerClass,
    settings: &TokenizerSettings,
    special: &SpecialTokens,
) -> Result<SentencePiece> {
    read(json, |tokenizer, _| {
        let ModelWrapper::Unigram(model) = tokenizer.get_model() else {
            return Err(other_model("Unigram"));
        };
        let normalizer = serde_json::to_value(tokenizer.get_normalizer()).map_err(invalid_file)?;
        let charsmap = base64::engine::general_purpose::STANDARD
            .decode(charsmap(&normalizer).unwrap_or_default())
            .map_err(invalid_file)?;
        let added = tokenizer.get_added_tokens_decoder();
        let unknown = id_of_role(&tokenizer, special, Role::Unk);
        let mut pieces = Vec::new();
        for ((piece, score), id) in model.iter().zip(0..) {
            // The file does not say which kind of piece an entry is.
            let kind = if Some(id) == unknown {
                PieceKind::Unknown
            } else if added.contains_key(&id) {
                PieceKind::Control
            } else if model.byte_fallback() && piece.len() == 6 && piece.starts_with("<0x") {
                PieceKind::Byte
            } else if *score == 0.0 {
                // Learned pieces have log probabilities; user-defined ones have none.
                PieceKind::UserDefined
            } else {
                PieceKind::Normal
            };
            pieces.push(PieceProto {
                piece: piece.clone(),
                score: *score as f32,
                kind,
            });
        }
        let proto = ModelProto {
            pieces,
            byte_fallback: model.byte_fallback(),
            charsmap,
            ..ModelProto::default()
        };
        let model = Model::from_proto(TOKENIZER_JSON, proto)?;
        // The ids of the file are final.
        let ids = IdScheme::Own;
        Ok(SentencePiece::new(model, ids, class, settings, special))
    })
}

/// The table of replaced characters somewhere in a description of normalizers.
pub fn charsmap(value: &Value) -> Option<&str> {
    match value {
        Value::Object(fields) => match fields.get("precompiled_charsmap") {
            Some(Value::String(text)) => Some(text),
            _ => fields.values().find_map(charsmap),
        },
        Value::Array(list) => list.iter().find_map(charsmap),
        _ => None,
    }
}
