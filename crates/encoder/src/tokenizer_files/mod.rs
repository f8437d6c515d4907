//! Builds a tokenizer that splits as `bert_score` does, from any of the file formats that models come with.
//!
//! `bert_score` uses the slow tokenizers, which are written in Python. They read vocab.txt, vocab.json with merges.txt
//! or a sentencepiece model. tokenizer.json describes the fast tokenizers, which differ in details. Therefore the former files
//! are preferred; without them, the same code uses the vocabulary of tokenizer.json. Only a class without a
//! slow version runs as described in tokenizer.json.

mod added;
mod bounds;
mod byte_level;
mod class;
mod class_steps;
mod files;
mod json;
mod json_tokenizer;
mod piece;
mod pipeline;
mod sentencepiece;
mod special;
mod traced;
mod vocabulary;
mod wordpiece;

use self::class::{TokenizerClass, TokenizerKind};
use self::pipeline::Splitter;
use self::special::TokenizerConfig;
use crate::{EncoderError, Program, Result};

pub use self::files::TokenizerFiles;
pub(super) use self::piece::Piece;
pub(super) use self::pipeline::{Pipeline, TokenizerParts};
pub(super) use self::traced::is_space as is_python_space;

/// Maximum number of tokens of a text if neither the files nor the position table of the model limit it. `bert_score` has no
/// limit then. This one, far beyond any sentence, keeps a pasted book from exhausting memory (attention grows with the
/// square), and a note says when a text was truncated.
pub const DEFAULT_MAX_TOKENS: usize = 4096;

/// Maximum token limit that a file may state for a model without a position table.
pub const MAX_STATED_TOKENS: usize = 2 * DEFAULT_MAX_TOKENS;

/// Maximum number of tokens of a text in windows: about 40 pages. The similarity matrix of two such texts has 1 GB.
pub const MAX_WINDOWED_TOKENS: usize = 4 * DEFAULT_MAX_TOKENS;

/// Builds a tokenizer. The error names the file that is missing or damaged.
pub(super) fn build_tokenizer(files: &TokenizerFiles, model_type: &str) -> Result<TokenizerParts> {
    let settings = TokenizerConfig::read(files)?;
    let stated = settings.text("tokenizer_class");
    let fast = stated.is_some_and(|name| name.ends_with("Fast"));
    let named = stated_class(&settings);
    let class = named
        .or_else(|| TokenizerClass::for_model_type(model_type))
        .or_else(|| json::class(files));
    match (&files.tokenizer_json, class) {
        (Some(json), class) if fast || class.is_none() || stated.is_some() && named.is_none() => {
            json::build(json, &settings, class.as_ref())
        }
        (_, Some(class)) => build_class(files, &settings, class),
        (_, None) => Err(EncoderError::Tokenizer(format!(
            "there is no tokenizer.json, and a tokenizer of class {:?} cannot be loaded without it",
            stated.unwrap_or(model_type)
        ))),
    }
}

/// Builds the fast tokenizer that a program gets from transformers: in version 4 that of tokenizer.json, even if its class
/// has a slow version; in version 5 the vocabulary of tokenizer.json with the steps of its class, if transformers knows it.
/// The error names the file that is missing or damaged.
pub(super) fn build_fast(
    files: &TokenizerFiles,
    model_type: &str,
    program: Program,
) -> Result<TokenizerParts> {
    let settings = TokenizerConfig::read(files)?;
    let missing = || EncoderError::Tokenizer("there is no tokenizer.json".into());
    let (json, of_model) = (
        files.tokenizer_json.as_ref().ok_or_else(missing)?,
        TokenizerClass::for_model_type(model_type),
    );
    if program == Program::Transformers5 {
        let class = if settings.text("tokenizer_class").is_some() {
            stated_class(&settings)
        } else {
            of_model
        };
        let Some(class) = class else {
            return json::build(json, &settings, None);
        };
        return json::build(
            &class_steps::replace_steps(json, &settings, class)?,
            &settings,
            Some(&class),
        );
    }
    let class = stated_class(&settings)
        .or(of_model)
        .or_else(|| json::class(files));
    json::build_fast(json, &settings, class.as_ref())
}

fn stated_class(settings: &TokenizerConfig) -> Option<TokenizerClass> {
    let stated = settings.text("tokenizer_class")?;
    TokenizerClass::from_name(stated.strip_suffix("Fast").unwrap_or(stated))
}

/// A tokenizer that reproduces the slow tokenizer of a class.
fn build_class(
    files: &TokenizerFiles,
    settings: &TokenizerConfig,
    class: TokenizerClass,
) -> Result<TokenizerParts> {
    let special = settings.special(Some(&class));
    let unknown = special.role("unk_token").unwrap_or("[UNK]");
    let mut lower = settings.flag("do_lower_case");
    let splitter = match (class.kind, &files.tokenizer_json) {
        (TokenizerKind::WordPiece, json) => {
            lower = lower.or(Some(true));
            match (&files.vocab_txt, json) {
                (Some(vocab), _) => {
                    let basic =
                        wordpiece::BasicTokenizer::read(settings, &special, lower == Some(true));
                    let vocabulary = wordpiece::read(vocab)?;
                    Splitter::WordPiece(wordpiece::WordPiece::new(
                        "vocab.txt",
                        vocabulary,
                        unknown,
                        basic,
                    )?)
                }
                (None, Some(json)) => {
                    let (splitter, lowers) = json::wordpiece(json, settings, &special, unknown)?;
                    lower = Some(lowers);
                    Splitter::WordPiece(splitter)
                }
                (None, None) => return Err(missing_file_error("vocab.txt", class)),
            }
        }
        (TokenizerKind::ByteLevel { .. }, json) => {
            match (&files.vocab_json, &files.merges_txt, json) {
                (Some(vocab), Some(merges), _) => {
                    let entries = byte_level::read_vocabulary(vocab)?;
                    let merges = byte_level::read_merges(merges)?;
                    let splitter = byte_level::ByteLevel::new(
                        "merges.txt",
                        entries,
                        merges,
                        special.role("unk_token"),
                    )?;
                    Splitter::ByteLevel(splitter)
                }
                (_, _, Some(json)) => Splitter::ByteLevel(json::byte_level(json)?),
                _ => return Err(missing_file_error("vocab.json with merges.txt", class)),
            }
        }
        (TokenizerKind::SentencePiece(wrapper), json) => match (&files.sentencepiece, json) {
            (Some(model), _) => Splitter::SentencePiece(sentencepiece::SentencePiece::read(
                model, wrapper, settings, &special,
            )?),
            (None, Some(json)) => {
                Splitter::SentencePiece(json::unigram(json, wrapper, settings, &special)?)
            }
            (None, None) => return Err(missing_file_error("sentencepiece model", class)),
        },
    };
    Pipeline::build(splitter, class, settings, &special, lower)
}

fn missing_file_error(file: &str, class: TokenizerClass) -> EncoderError {
    EncoderError::Tokenizer(format!(
        "found neither tokenizer.json nor the {file} of a {}",
        class.name
    ))
}
