//! Builds a tokenizer that splits as `bert_score` does, from any of the file formats that models come with.
//!
//! `bert_score` uses the slow tokenizers, which are written in Python. They read vocab.txt, vocab.json with merges.txt
//! or a sentencepiece model. tokenizer.json describes the fast tokenizers, which differ in details. Therefore the former files
//! are preferred; without them, the same code uses the vocabulary of tokenizer.json. Only a class without a
//! slow version runs as described in tokenizer.json.

mod added;
mod added_ids;
mod bounds;
mod byte_level;
mod characters;
mod class;
mod class_builder;
mod class_steps;
mod engine;
mod files;
mod glyphs;
mod json;
mod piece;
mod pipeline;
mod prefix_tree;
mod sentencepiece;
mod settings;
mod special;
mod splitter;
mod vocabulary;
mod wordpiece;

use self::class::TokenizerClass;
use self::class_builder::ClassBuilder;
use self::settings::TokenizerSettings;
use crate::error::truncate;
use crate::{EncoderError, Program, Result};

pub use self::characters::{CharIndex, is_space as is_python_space};
pub use self::engine::TokenizerParts;
pub use self::files::TokenizerFiles;
pub use self::piece::Piece;

/// Maximum number of tokens of a text if neither the files nor the position table of the model limit it. `bert_score` has no
/// limit then. This one, far beyond any sentence, keeps a pasted book from exhausting memory (attention grows with the
/// square), and a note says when a text was truncated.
pub const DEFAULT_MAX_TOKENS: usize = 4096;

/// Maximum token limit that a file may state for a model without a position table.
pub const MAX_STATED_TOKENS: usize = 2 * DEFAULT_MAX_TOKENS;

/// Maximum number of tokens of a text in windows: about 40 pages. The similarity matrix of two such texts has 1 GB.
pub const MAX_WINDOWED_TOKENS: usize = 4 * DEFAULT_MAX_TOKENS;

/// Builds a tokenizer. The error names the file that is missing or damaged.
pub fn build_tokenizer(files: &TokenizerFiles, model_type: &str) -> Result<TokenizerParts> {
    let settings = TokenizerSettings::read(files)?;
    let stated = settings.tokenizer_class.as_deref();
    let named = stated.and_then(TokenizerClass::from_name);
    let class = named
        .or_else(|| TokenizerClass::for_model_type(model_type))
        .or_else(|| json::class(files));
    check_class(stated)?;
    let is_fast = stated.is_some_and(|name| name.ends_with("Fast"));
    if let Some(json) = &files.tokenizer_json
        && (is_fast || class.is_none())
    {
        return build_described(json, &settings, class);
    }
    match class {
        Some(class) => ClassBuilder::new(class, files, &settings).build(),
        None => Err(EncoderError::Tokenizer(format!(
            "there is no tokenizer.json, and a tokenizer of class {:?} cannot be loaded without it",
            stated.unwrap_or(model_type)
        ))),
    }
}

/// Fails for a tokenizer class that neither this crate implements nor tokenizer.json describes.
fn check_class(stated: Option<&str>) -> Result<()> {
    let Some(name) = stated else {
        return Ok(());
    };
    let is_described = name
        .strip_suffix("TokenizerFast")
        .is_some_and(|name| class::DESCRIBED.split(' ').any(|known| known == name));
    if is_described || TokenizerClass::from_name(name).is_some() {
        return Ok(());
    }
    Err(EncoderError::Tokenizer(format!(
        "the tokenizer class {} is not supported",
        truncate(format!("{name:?}"), 60)
    )))
}

/// Builds the fast tokenizer of version 4: tokenizer.json, with the settings of its class where that is stated, or where
/// none is and the model has one.
fn build_described(
    json: &[u8],
    settings: &TokenizerSettings,
    class: Option<TokenizerClass>,
) -> Result<TokenizerParts> {
    match settings.tokenizer_class.as_deref() {
        Some(stated) if TokenizerClass::from_name(stated).is_none() => {
            json::build(json, settings, class)
        }
        _ => json::build_fast(json, settings, class),
    }
}

/// Builds the fast tokenizer that a program gets from transformers: in version 4 that of tokenizer.json, even if its class
/// has a slow version; in version 5 the vocabulary of tokenizer.json with the steps of its class, if transformers knows it.
/// The error names the file that is missing or damaged.
pub fn build_fast(
    files: &TokenizerFiles,
    model_type: &str,
    program: Program,
) -> Result<TokenizerParts> {
    let settings = TokenizerSettings::read(files)?;
    let Some(json) = &files.tokenizer_json else {
        return Err(EncoderError::Tokenizer(
            "there is no tokenizer.json".to_owned(),
        ));
    };
    let stated = settings.tokenizer_class.as_deref();
    let named = stated.and_then(TokenizerClass::from_name);
    let of_model = TokenizerClass::for_model_type(model_type);
    if program != Program::Transformers5 {
        check_class(stated)?;
        let class = named.or(of_model).or_else(|| json::class(files));
        return build_described(json, &settings, class);
    }
    // Version 5 runs a stated class that it does not know as tokenizer.json describes it, whatever the model.
    let class = if stated.is_some() { named } else { of_model };
    match class {
        Some(class) => {
            let json = class_steps::replace_steps(json, &settings, class)?;
            json::build(&json, &settings, Some(class))
        }
        None => json::build(json, &settings, None),
    }
}
