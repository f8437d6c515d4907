//! tokenizer.json: its vocabulary for the code of this crate, or the whole of it as it is.

use base64::Engine as _;
use serde_json::Value;
use tokenizers::normalizers::BertNormalizer;
use tokenizers::{ModelWrapper, NormalizerWrapper, PreTokenizerWrapper, Tokenizer};

use super::byte_level::ByteLevel;
use super::class::{Class, Kind, Wrapper};
use super::files::TokenizerFiles;
use super::pipeline::{Engine, TokenizerParts};
use super::sentencepiece::Sentence;
use super::sentencepiece::proto::PieceKind;
use super::special::{Settings, Special};
use super::vocabulary::Vocabulary;
use super::wordpiece::{Basic, WordPiece};
use crate::EncoderError;

fn wrong(e: impl std::fmt::Display) -> EncoderError {
    EncoderError::Tokenizer(format!("tokenizer.json: {e}"))
}

fn parse(json: &[u8]) -> Result<Tokenizer, EncoderError> {
    Tokenizer::from_bytes(json).map_err(wrong)
}

/// The class that a tokenizer.json is of when nothing else says: only BERT's can be recognised by its vocabulary.
pub fn class(files: &TokenizerFiles) -> Option<Class> {
    let tokenizer = parse(files.tokenizer_json.as_ref()?).ok()?;
    let bert = matches!(tokenizer.get_model(), ModelWrapper::WordPiece(_))
        && ["[CLS]", "[SEP]"].into_iter().all(|mark| tokenizer.token_to_id(mark).is_some());
    bert.then(|| Class::named("BertTokenizer")).flatten()
}

/// A tokenizer that is run just as it is described; of a class without a version in Python.
pub fn as_described(json: &[u8], settings: &Settings, class: Option<&Class>) -> Result<TokenizerParts, EncoderError> {
    run(parse(json)?, settings, class)
}

/// The fast tokenizer of a class: tokenizer.json, of which transformers overrules what tokenizer_config.json says too. Where
/// that says nothing, the default of the class goes before what tokenizer.json has.
pub fn fast(json: &[u8], settings: &Settings, class: Option<&Class>) -> Result<TokenizerParts, EncoderError> {
    let mut inner = parse(json)?;
    match class.map(|class| class.kind) {
        Some(Kind::WordPiece) => {
            if let Some(NormalizerWrapper::BertNormalizer(described)) = inner.get_normalizer() {
                let chinese = match class {
                    Some(class) if class.name == "MPNetTokenizer" => described.handle_chinese_chars,
                    _ => settings.flag("tokenize_chinese_chars").unwrap_or(true),
                };
                let (accents, lower) = (settings.flag("strip_accents"), settings.flag("do_lower_case").unwrap_or(true));
                let ruled = BertNormalizer::new(described.clean_text, chinese, accents, lower);
                inner.with_normalizer(Some(ruled)).map_err(wrong)?;
            }
        }
        Some(Kind::ByteLevel { .. }) => {
            if let Some(PreTokenizerWrapper::ByteLevel(described)) = inner.get_pre_tokenizer() {
                let blank = settings.flag("add_prefix_space").unwrap_or(false);
                let ruled = described.add_prefix_space(blank);
                inner.with_pre_tokenizer(Some(ruled));
            }
        }
        _ => {}
    }
    run(inner, settings, class)
}

fn run(mut inner: Tokenizer, settings: &Settings, class: Option<&Class>) -> Result<TokenizerParts, EncoderError> {
    inner.with_padding(None);
    inner.with_truncation(None).map_err(wrong)?;
    let sample = inner.encode("a", true).map_err(wrong)?;
    let mask = sample.get_special_tokens_mask();
    let before = mask.iter().take_while(|special| **special == 1).count();
    let after = mask[before..].iter().rev().take_while(|special| **special == 1).count();
    let special = settings.special(class);
    let id = |role: &str| special.role(role).and_then(|content| inner.token_to_id(content));
    let ids = sample.get_ids();
    Ok(TokenizerParts {
        begin: ids[..before].to_vec(),
        end: ids[ids.len() - after..].to_vec(),
        weightless: ["cls_token", "sep_token"].into_iter().filter_map(id).collect(),
        end_once: false,
        limit: settings.limit()?,
        vocabulary: inner.get_vocab(false).values().max().map_or(0, |id| *id as usize + 1),
        engine: Engine::Described(Box::new(inner)),
    })
}

/// The vocabulary of a `WordPiece` tokenizer, and whether text is lower-cased.
pub fn wordpiece(
    json: &[u8],
    settings: &Settings,
    special: &Special,
    unknown: &str,
) -> Result<(WordPiece, bool), EncoderError> {
    let tokenizer = parse(json)?;
    let ModelWrapper::WordPiece(model) = tokenizer.get_model() else {
        return Err(wrong("the class of this model splits into word pieces, the file does not"));
    };
    let bert = match tokenizer.get_normalizer() {
        Some(NormalizerWrapper::BertNormalizer(bert)) => Some(bert),
        _ => None,
    };
    let lower = settings.flag("do_lower_case").or(bert.map(|b| b.lowercase)).unwrap_or(true);
    let mut basic = Basic::read(settings, special, lower);
    if let Some(bert) = bert {
        basic.strip_accents = settings.flag("strip_accents").or(bert.strip_accents).unwrap_or(lower);
        basic.chinese = settings.flag("tokenize_chinese_chars").unwrap_or(bert.handle_chinese_chars);
    }
    let vocabulary = Vocabulary::of_entries(tokenizers::Model::get_vocab(model));
    Ok((WordPiece::new("tokenizer.json", vocabulary, unknown, basic)?, lower))
}

/// The vocabulary and merges of a byte-level tokenizer.
pub fn byte_level(json: &[u8]) -> Result<ByteLevel, EncoderError> {
    let tokenizer = parse(json)?;
    let bytes = match tokenizer.get_pre_tokenizer() {
        Some(PreTokenizerWrapper::ByteLevel(_)) => true,
        Some(PreTokenizerWrapper::Sequence(sequence)) => {
            sequence.as_ref().iter().any(|part| matches!(part, PreTokenizerWrapper::ByteLevel(_)))
        }
        _ => false,
    };
    match tokenizer.get_model() {
        ModelWrapper::BPE(model) if bytes => {
            let size = model.get_vocab().values().max().map_or(0, |id| *id as usize + 1);
            Ok(ByteLevel::of_model(model.clone(), size))
        }
        _ => Err(wrong("the class of this model merges bytes, the file does not")),
    }
}

/// The vocabulary of a unigram tokenizer, and its table of replaced characters.
pub fn unigram(
    json: &[u8],
    wrapper: Wrapper,
    settings: &Settings,
    special: &Special,
) -> Result<Sentence, EncoderError> {
    let tokenizer = parse(json)?;
    let ModelWrapper::Unigram(model) = tokenizer.get_model() else {
        return Err(wrong("the class of this model splits by a sentencepiece unigram, the file does not"));
    };
    let described = serde_json::to_value(tokenizer.get_normalizer()).map_err(wrong)?;
    let charsmap = match charsmap(&described) {
        Some(text) => base64::engine::general_purpose::STANDARD.decode(text).map_err(wrong)?,
        None => Vec::new(),
    };
    let added = tokenizer.get_added_tokens_decoder();
    let unknown = special.role("unk_token").and_then(|content| tokenizer.token_to_id(content));
    let entries = model.iter().enumerate().map(|(id, (piece, score))| {
        let kind = if Some(id as u32) == unknown {
            PieceKind::Unknown
        } else if added.contains_key(&(id as u32)) {
            PieceKind::Control
        } else if model.byte_fallback() && piece.len() == 6 && piece.starts_with("<0x") {
            PieceKind::Byte
        } else if *score == 0.0 {
            // Pieces that were learned have logarithms of probabilities; those that were asked for have none.
            PieceKind::UserDefined
        } else {
            PieceKind::Normal
        };
        (piece.clone(), *score as f32, kind)
    });
    Sentence::of_unigram(entries, &charsmap, model.byte_fallback(), wrapper, settings, special)
}

/// The table of replaced characters somewhere in a description of normalizers.
fn charsmap(value: &Value) -> Option<&str> {
    match value {
        Value::Object(fields) => match fields.get("precompiled_charsmap") {
            Some(Value::String(text)) => Some(text),
            _ => fields.values().find_map(charsmap),
        },
        Value::Array(list) => list.iter().find_map(charsmap),
        _ => None,
    }
}
