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

impl WordList {
    /// Whether nothing suggests that the texts are in a language that the list has no words of. A list of the user is taken to
    /// be the right one.
    pub fn seems_to_cover(&self, texts: [&str; 2]) -> bool {
        let is_english = std::ptr::eq(self, &raw const *Self::english());
        if !is_english || texts[0] == texts[1] {
            return true;
        }
        let mut words = 0;
        let mut listed = 0;
        let mut only_english = 0;
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
            }
        }
        // A quoted title may be English in a text of another language; without words that only English has, more of the
        // others are needed.
        12 * only_english >= words || 3 * listed >= words
    }
}
