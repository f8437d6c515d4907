//! The files of a tokenizer and their names.

use bytes::Bytes;

/// The files from which a tokenizer can be built; `None` for those that a model does not have.
#[derive(Debug, Clone, Default)]
pub struct TokenizerFiles {
    /// tokenizer.json.
    pub tokenizer_json: Option<Bytes>,
    /// tokenizer_config.json.
    pub tokenizer_config: Option<Bytes>,
    /// special_tokens_map.json.
    pub special_tokens_map: Option<Bytes>,
    /// added_tokens.json.
    pub added_tokens: Option<Bytes>,
    /// vocab.txt.
    pub vocab_txt: Option<Bytes>,
    /// vocab.json.
    pub vocab_json: Option<Bytes>,
    /// merges.txt.
    pub merges_txt: Option<Bytes>,
    /// The sentencepiece model, whatever its name.
    pub sentencepiece: Option<Bytes>,
}

impl TokenizerFiles {
    /// The file names for each field, in order of preference.
    pub const NAMES: [(&'static str, &'static [&'static str]); 8] = [
        ("tokenizer_json", &["tokenizer.json"]),
        ("tokenizer_config", &["tokenizer_config.json"]),
        ("special_tokens_map", &["special_tokens_map.json"]),
        ("added_tokens", &["added_tokens.json"]),
        ("vocab_txt", &["vocab.txt"]),
        ("vocab_json", &["vocab.json"]),
        ("merges_txt", &["merges.txt"]),
        (
            "sentencepiece",
            &[
                "spm.model",
                "spiece.model",
                "sentencepiece.bpe.model",
                "tokenizer.model",
            ],
        ),
    ];

    /// Reads the existing files. `read` returns `None` for a file that does not exist.
    pub fn from_reader<E>(
        mut read: impl FnMut(&str) -> Result<Option<Bytes>, E>,
    ) -> Result<Self, E> {
        let mut files = Self::default();
        let fields = [
            &mut files.tokenizer_json,
            &mut files.tokenizer_config,
            &mut files.special_tokens_map,
            &mut files.added_tokens,
            &mut files.vocab_txt,
            &mut files.vocab_json,
            &mut files.merges_txt,
            &mut files.sentencepiece,
        ];
        for (field, (_, names)) in fields.into_iter().zip(Self::NAMES) {
            for name in names {
                *field = read(name)?;
                if field.is_some() {
                    break;
                }
            }
        }
        Ok(files)
    }

    /// Every name in [`Self::NAMES`].
    pub fn names() -> impl Iterator<Item = &'static str> {
        Self::NAMES
            .into_iter()
            .flat_map(|(_, names)| names.iter().copied())
    }

    /// Whether there is a vocabulary among the files for which `has` returns true; without one no tokenizer can be built.
    pub fn has_vocabulary(has: impl Fn(&str) -> bool) -> bool {
        let any = |field: &str| {
            Self::NAMES
                .iter()
                .any(|(name, files)| *name == field && files.iter().any(|f| has(f)))
        };
        any("tokenizer_json")
            || any("vocab_txt")
            || any("vocab_json") && any("merges_txt")
            || any("sentencepiece")
    }
}
