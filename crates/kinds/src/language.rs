//! Whether two texts seem to be in the language of the English list.

use crate::WordList;
use crate::word_list::Section;
use crate::words::Text;

/// Words of the English list that are also words of neighbouring languages, such as German "in" and Spanish "no".
const SHARED: [&str; 33] = [
    "a", "an", "am", "all", "any", "as", "at", "do", "dr", "for", "had", "her", "i", "in", "is",
    "no", "of", "on", "once", "one", "or", "over", "per", "six", "so", "some", "st", "these", "to",
    "under", "was", "we", "will",
];

/// What a text is made of that numbers and units, which languages share, say nothing about.
const FUNCTION_WORDS: [Section; 5] = [
    Section::Article,
    Section::Ignored,
    Section::Modality,
    Section::Negation,
    Section::Number,
];

/// Frequent words of other languages with Latin letters that are no English words, and in few English names.
const OF_OTHER_LANGUAGES: [&str; 32] = [
    "auf", "che", "das", "di", "ein", "eine", "een", "ella", "er", "est", "het", "ikke", "il",
    "inte", "ist", "jest", "les", "mit", "nicht", "nie", "niet", "não", "och", "og", "pas", "que",
    "se", "uma", "un", "una", "und", "une",
];

/// Of so few words, none need be one that only English has: headlines do without them.
const MAX_UNCLEAR_WORDS: usize = 40;

/// Whether a word list is in the language of two texts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Coverage {
    /// Nothing suggests that the list has no words of their language.
    Covered,
    /// They are too short to tell.
    Unclear,
    /// They seem to be in another language.
    OtherLanguage,
}

impl WordList {
    /// Whether the list is in the language of the texts. A list of the user is taken to be the right one.
    pub fn coverage(&self, texts: [&str; 2]) -> Coverage {
        let is_english = std::ptr::eq(self, &raw const *Self::english());
        if !is_english || texts[0] == texts[1] {
            return Coverage::Covered;
        }
        let mut words = 0;
        let mut listed = 0;
        let mut only_english = 0;
        let mut other = 0;
        for text in texts {
            for word in Text::new(text, self).words {
                if !word.text.contains(char::is_alphabetic) || word.starts_with_digit() {
                    continue;
                }
                words += 1;
                if self.has(&word.lower, &FUNCTION_WORDS) {
                    listed += 1;
                    only_english += usize::from(!SHARED.contains(&&*word.lower));
                }
                let is_other = OF_OTHER_LANGUAGES.contains(&&*word.lower);
                other += usize::from(is_other || !has_latin_letters(&word.lower));
            }
        }
        // A quoted title may be English in a text of another language; without words that only English has, more of the
        // others are needed.
        if 12 * only_english >= words || 3 * listed >= words {
            Coverage::Covered
        } else if other == 0 && words <= MAX_UNCLEAR_WORDS {
            Coverage::Unclear
        } else {
            Coverage::OtherLanguage
        }
    }
}

/// Whether a word has any letter of English, as “café” has.
fn has_latin_letters(word: &str) -> bool {
    word.contains(|c: char| c.is_ascii_alphabetic())
}
