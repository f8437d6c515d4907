//! Texts whose words the model splits into many pieces: it was hardly trained on their language, although no token is unknown.
//!
//! The limits were measured on sentences of STS-B, WMT17 and WikiText-2, and on the messages of programs in 25 languages, with
//! the tokenizers of the bundled model and of roberta-base. Of English pairs .1 % get the note (.8 % of machine translations,
//! which leave foreign words), of Greek, Russian, Arabic, Finnish, Turkish and Polish ones 98 % or more, of German ones 80 %, of
//! Spanish ones half, of French ones a third: a language that shares many words with English hardly shows in pieces.

use std::ops::{Range, RangeInclusive};

use crate::unknown_tokens::is_chinese;
use bertscope_encoder::TokenizedText;

/// Pieces of a word from which the note is given; English words have 1.1.
const MIN_PIECES: f64 = 2.0;

/// Letters of a piece up to which it is given. Technical terms have longer pieces.
const MAX_LETTERS: f64 = 3.0;

/// Fewer words say nothing.
const MIN_WORDS: u32 = 3;

/// Sizes of vocabularies of one language. Smaller ones split the words of every language, into letters or bytes; larger ones
/// are of many languages, all of which they split more than a vocabulary of one language does.
const SINGLE_LANGUAGE_VOCABULARY: RangeInclusive<usize> = 20_000..=100_000;

/// How finely the model splits the words of some texts.
#[derive(Default)]
struct WordPieces {
    words: u32,
    letters: u32,
    pieces: u32,
}

/// The note on a pair whose words are split into many pieces; `None` if neither text's are.
pub fn note(
    candidate: &TokenizedText,
    reference: &TokenizedText,
    vocabulary_size: usize,
) -> Option<String> {
    if !SINGLE_LANGUAGE_VOCABULARY.contains(&vocabulary_size) {
        return None;
    }
    let candidate = WordPieces::count(candidate);
    let reference = WordPieces::count(reference);
    let (words, pieces) = match (candidate.are_many(), reference.are_many()) {
        (true, true) => ("these words", candidate.and(&reference).for_each_word()),
        (true, false) => ("the candidate’s words", candidate.for_each_word()),
        (false, true) => ("the reference’s words", reference.for_each_word()),
        (false, false) => return None,
    };
    Some(format!(
        "The model splits {words} into {pieces:.1} pieces each: it hardly knows this language, or such words, and even \
         unrelated texts may score high."
    ))
}

impl WordPieces {
    fn count(text: &TokenizedText) -> Self {
        let mut counted = Self::default();
        let mut tokens = text.tokens.iter().filter(|token| !token.special).peekable();
        for word in comparable_words(&text.text) {
            while tokens.next_if(|token| token.end <= word.start).is_some() {}
            let mut pieces = 0;
            let mut is_unknown = false;
            while let Some(token) = tokens.next_if(|token| token.start < word.end) {
                pieces += 1;
                is_unknown |= token.unknown;
            }
            // Beyond the model's limit there are no pieces, and on unknown words there is a note of its own.
            if pieces > 0 && !is_unknown {
                counted.words += 1;
                counted.letters += u32::try_from(word.len()).unwrap_or(u32::MAX);
                counted.pieces += pieces;
            }
        }
        counted
    }

    fn and(&self, other: &Self) -> Self {
        Self {
            words: self.words + other.words,
            letters: self.letters + other.letters,
            pieces: self.pieces + other.pieces,
        }
    }

    fn for_each_word(&self) -> f64 {
        f64::from(self.pieces) / f64::from(self.words)
    }

    fn are_many(&self) -> bool {
        self.words >= MIN_WORDS
            && self.for_each_word() >= MIN_PIECES
            && f64::from(self.letters) < MAX_LETTERS * f64::from(self.pieces)
    }
}

/// The characters of each word that tells the language: without names, numbers, code and web addresses, which are split in
/// every language, and in a script that separates words by spaces.
fn comparable_words(text: &str) -> Vec<Range<usize>> {
    let mut words = Vec::new();
    let mut start = 0;
    for chunk in text.split(char::is_whitespace) {
        let length = chunk.chars().count();
        let word = chunk.trim_matches(is_punctuation);
        if !word.is_empty() && word.chars().all(is_comparable) {
            let before = chunk.chars().take_while(|c| is_punctuation(*c)).count();
            words.push(start + before..start + before + word.chars().count());
        }
        start += length + 1;
    }
    words
}

fn is_punctuation(c: char) -> bool {
    c.is_ascii_punctuation() || "“”„‘’‚«»‹›…–—¿¡،؛؟".contains(c)
}

fn is_comparable(c: char) -> bool {
    !is_without_spaces(c) && !c.is_uppercase() && (c.is_ascii_lowercase() || !c.is_ascii())
}

/// Whether a letter is of a script that writes words without spaces: Thai, Lao, Tibetan, Burmese, Khmer, Chinese, Japanese.
fn is_without_spaces(c: char) -> bool {
    is_chinese(c) || matches!(u32::from(c), 0xe00..=0x109f | 0x1780..=0x17ff | 0x2e80..=0x30ff)
}
