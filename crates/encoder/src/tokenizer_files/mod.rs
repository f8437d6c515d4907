//! From the files of a tokenizer, in any of the formats that models come with, to one that splits as `bert_score` does.
//!
//! `bert_score` uses the tokenizers that are written in Python ("slow"). They read vocab.txt, vocab.json with merges.txt
//! or a sentencepiece model; tokenizer.json describes other ones, which differ in details. So the former files are used
//! where there are any, and tokenizer.json gives its vocabulary to the same code where there are none. Only a class that
//! has no version in Python is run as tokenizer.json describes it.

mod added;
mod byte_level;
mod class;
mod json;
mod pipeline;
mod sentencepiece;
mod special;
mod traced;
mod vocabulary;
mod wordpiece;

use bytes::Bytes;

use self::class::{Class, Kind};
use self::pipeline::Splitter;
use self::special::Settings;
use self::traced::{Glyph, is_space};
use super::{EncoderError, TokenId};

pub(super) use self::pipeline::{Engine, Pipeline};
pub(super) use self::traced::is_space as is_python_space;

/// Most tokens of a text where neither the files nor the positions of the model limit them. `bert_score` has no limit
/// then; this one, far beyond any sentence, keeps a pasted book from taking all memory (attention grows with the
/// square), and a text that is cut says so.
pub const UNLIMITED: usize = 4096;

/// The files a tokenizer may be made of; `None` for those that a model does not have.
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
    /// The names by which each field's file is found, in order of preference.
    pub const NAMES: [(&'static str, &'static [&'static str]); 8] = [
        ("tokenizer_json", &["tokenizer.json"]),
        ("tokenizer_config", &["tokenizer_config.json"]),
        ("special_tokens_map", &["special_tokens_map.json"]),
        ("added_tokens", &["added_tokens.json"]),
        ("vocab_txt", &["vocab.txt"]),
        ("vocab_json", &["vocab.json"]),
        ("merges_txt", &["merges.txt"]),
        ("sentencepiece", &["spm.model", "spiece.model", "sentencepiece.bpe.model", "tokenizer.model"]),
    ];

    /// Reads what there is. `read` gives `None` for a file that does not exist.
    ///
    /// # Errors
    /// Those of `read`.
    pub fn from_reader<E>(mut read: impl FnMut(&str) -> Result<Option<Bytes>, E>) -> Result<Self, E> {
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
        Self::NAMES.into_iter().flat_map(|(_, names)| names.iter().copied())
    }

    /// Whether a vocabulary is among the files that `has` says there are: without one no tokenizer can be made.
    pub fn are_enough(has: impl Fn(&str) -> bool) -> bool {
        let any = |field: &str| Self::NAMES.iter().any(|(name, files)| *name == field && files.iter().any(|f| has(f)));
        any("tokenizer_json") || any("vocab_txt") || any("vocab_json") && any("merges_txt") || any("sentencepiece")
    }
}

/// A tokenizer and what surrounds a text.
pub(super) struct Made {
    /// What splits.
    pub engine: Engine,
    /// Ids before a text.
    pub begin: Vec<TokenId>,
    /// Ids after it.
    pub end: Vec<TokenId>,
    /// Ids that `bert_score` gives weight 0.
    pub weightless: Vec<TokenId>,
    /// Whether the end mark is left out where the text ends with one of its own.
    pub end_once: bool,
    /// Most tokens, if the files say so.
    pub limit: Option<usize>,
    /// Entries of the vocabulary.
    pub vocabulary: usize,
}

/// Makes a tokenizer.
///
/// # Errors
/// [`EncoderError::Tokenizer`] naming the file that is missing or damaged.
pub(super) fn make(files: &TokenizerFiles, model_type: &str) -> Result<Made, EncoderError> {
    let settings = Settings::read(files)?;
    let stated = settings.text("tokenizer_class");
    let fast = stated.is_some_and(|name| name.ends_with("Fast"));
    let named = stated.and_then(|name| Class::named(name.strip_suffix("Fast").unwrap_or(name)));
    let class = named.or_else(|| Class::of_model(model_type)).or_else(|| json::class(files));
    match (&files.tokenizer_json, class) {
        (Some(json), class) if fast || class.is_none() || stated.is_some() && named.is_none() => {
            json::as_described(json, &settings, class.as_ref())
        }
        (_, Some(class)) => in_python(files, &settings, class),
        (_, None) => Err(EncoderError::Tokenizer(format!(
            "there is no tokenizer.json, and of the class {:?} none can be made without",
            stated.unwrap_or(model_type)
        ))),
    }
}

/// Makes the tokenizer that tokenizer.json describes, whatever class there is in Python.
///
/// # Errors
/// [`EncoderError::Tokenizer`] naming the file that is missing or damaged.
pub(super) fn make_fast(files: &TokenizerFiles, model_type: &str) -> Result<Made, EncoderError> {
    let settings = Settings::read(files)?;
    let stated = settings.text("tokenizer_class").map(|name| name.strip_suffix("Fast").unwrap_or(name));
    let class = stated.and_then(Class::named).or_else(|| Class::of_model(model_type)).or_else(|| json::class(files));
    match &files.tokenizer_json {
        Some(json) => json::fast(json, &settings, class.as_ref()),
        None => Err(EncoderError::Tokenizer("there is no tokenizer.json".into())),
    }
}

/// A tokenizer that does what the class of that name does in Python.
fn in_python(files: &TokenizerFiles, settings: &Settings, class: Class) -> Result<Made, EncoderError> {
    let special = settings.special(Some(&class));
    let unknown = special.role("unk_token").unwrap_or("[UNK]");
    let mut lower = settings.flag("do_lower_case");
    let splitter = match (class.kind, &files.tokenizer_json) {
        (Kind::WordPiece, json) => {
            lower = lower.or(Some(true));
            match (&files.vocab_txt, json) {
                (Some(vocab), _) => {
                    let basic = wordpiece::Basic::read(settings, &special, lower == Some(true));
                    let vocabulary = wordpiece::read(vocab)?;
                    Splitter::WordPiece(wordpiece::WordPiece::new("vocab.txt", vocabulary, unknown, basic)?)
                }
                (None, Some(json)) => {
                    let (splitter, lowers) = json::wordpiece(json, settings, &special, unknown)?;
                    lower = Some(lowers);
                    Splitter::WordPiece(splitter)
                }
                (None, None) => return Err(lacks("vocab.txt", class)),
            }
        }
        (Kind::ByteLevel { .. }, json) => match (&files.vocab_json, &files.merges_txt, json) {
            (Some(vocab), Some(merges), _) => {
                let entries = byte_level::read_vocabulary(vocab)?;
                let merges = byte_level::read_merges(merges)?;
                let splitter = byte_level::ByteLevel::new("merges.txt", entries, merges, special.role("unk_token"))?;
                Splitter::ByteLevel(splitter)
            }
            (_, _, Some(json)) => Splitter::ByteLevel(json::byte_level(json)?),
            _ => return Err(lacks("vocab.json with merges.txt", class)),
        },
        (Kind::Sentence(wrapper), json) => match (&files.sentencepiece, json) {
            (Some(model), _) => Splitter::Sentence(sentencepiece::Sentence::read(model, wrapper, settings, &special)?),
            (None, Some(json)) => Splitter::Sentence(json::unigram(json, wrapper, settings, &special)?),
            (None, None) => return Err(lacks("sentencepiece model", class)),
        },
    };
    Pipeline::make(splitter, class, settings, &special, lower)
}

fn lacks(file: &str, class: Class) -> EncoderError {
    EncoderError::Tokenizer(format!("neither tokenizer.json nor the {file} of a {} is there", class.name))
}

/// A vocabulary entry that stands for a part of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Piece {
    /// Its number.
    pub id: TokenId,
    /// First character of the part.
    pub start: usize,
    /// Character after the last one.
    pub end: usize,
    /// Whether the piece before it belongs to the same word.
    pub continues_word: bool,
}

impl Piece {
    /// An entry for some characters; blanks at their ends are left out, unless there is nothing else.
    fn of(id: TokenId, glyphs: &[Glyph], continues_word: bool) -> Self {
        let blank = |g: &Glyph| g.c == '\u{2581}' || is_space(g.c);
        let first = glyphs.iter().position(|g| !blank(g)).unwrap_or(0);
        let after = glyphs.iter().rposition(|g| !blank(g)).map_or(glyphs.len(), |last| last + 1);
        let glyphs = &glyphs[first.min(after)..after];
        let start = glyphs.iter().map(|g| g.start).min().unwrap_or(0);
        let end = glyphs.iter().map(|g| g.end).max().unwrap_or(start);
        Self { id, start, end, continues_word }
    }
}
