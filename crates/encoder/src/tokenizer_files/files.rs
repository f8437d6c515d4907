//! The files of a tokenizer and their names.

use bytes::Bytes;

pub const TOKENIZER_JSON: &str = "tokenizer.json";
pub const TOKENIZER_CONFIG: &str = "tokenizer_config.json";
pub const SPECIAL_TOKENS_MAP: &str = "special_tokens_map.json";
pub const ADDED_TOKENS: &str = "added_tokens.json";
pub const VOCAB_TXT: &str = "vocab.txt";
pub const VOCAB_JSON: &str = "vocab.json";
pub const MERGES_TXT: &str = "merges.txt";

/// Names of a sentencepiece model, in order of preference: each class of transformers has its own.
const SENTENCEPIECE: [&str; 4] = [
    "spm.model",
    "spiece.model",
    "sentencepiece.bpe.model",
    "tokenizer.model",
];

/// The files from which a tokenizer can be built; `None` for those that a model does not have.
#[derive(Debug, Clone, Default)]
pub struct TokenizerFiles {
    pub tokenizer_json: Option<Bytes>,
    pub tokenizer_config: Option<Bytes>,
    pub special_tokens_map: Option<Bytes>,
    pub added_tokens: Option<Bytes>,
    pub vocab_txt: Option<Bytes>,
    pub vocab_json: Option<Bytes>,
    pub merges_txt: Option<Bytes>,
    /// The `tokenizer_class` of config.json, for a tokenizer_config.json that states none.
    pub config_class: Option<String>,
    /// The sentencepiece model, whatever its name.
    pub sentencepiece: Option<Bytes>,
}

impl TokenizerFiles {
    /// Reads the existing files. `read` returns `None` for a file that does not exist.
    pub fn from_reader<E>(
        mut read: impl FnMut(&str) -> Result<Option<Bytes>, E>,
    ) -> Result<Self, E> {
        let mut files = Self {
            tokenizer_json: read(TOKENIZER_JSON)?,
            tokenizer_config: read(TOKENIZER_CONFIG)?,
            special_tokens_map: read(SPECIAL_TOKENS_MAP)?,
            added_tokens: read(ADDED_TOKENS)?,
            vocab_txt: read(VOCAB_TXT)?,
            vocab_json: read(VOCAB_JSON)?,
            merges_txt: read(MERGES_TXT)?,
            config_class: None,
            sentencepiece: None,
        };
        for name in SENTENCEPIECE {
            files.sentencepiece = read(name)?;
            if files.sentencepiece.is_some() {
                break;
            }
        }
        Ok(files)
    }

    /// The names of all files that a tokenizer may have.
    pub fn names() -> impl Iterator<Item = &'static str> {
        [
            TOKENIZER_JSON,
            TOKENIZER_CONFIG,
            SPECIAL_TOKENS_MAP,
            ADDED_TOKENS,
            VOCAB_TXT,
            VOCAB_JSON,
            MERGES_TXT,
        ]
        .into_iter()
        .chain(SENTENCEPIECE)
    }

    /// Whether there is a vocabulary among the files for which `has` returns true; without one no tokenizer can be built.
    pub fn has_vocabulary(has: impl Fn(&str) -> bool) -> bool {
        has(TOKENIZER_JSON)
            || has(VOCAB_TXT)
            || has(VOCAB_JSON) && has(MERGES_TXT)
            || SENTENCEPIECE.iter().any(|name| has(name))
    }
}
