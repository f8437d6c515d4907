//! Which scripts the packages can divide into words.

use crate::bleu::Tokenizer;
use crate::word::is_space;

/// What the words of some references look like, together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct ScriptCounts {
    chinese: usize,
    /// Characters of other scripts that write no spaces between words.
    unspaced: usize,
    /// Words between spaces, with their Chinese and unspaced characters left out.
    words: usize,
    /// Of these, the words that have a letter or digit, but none from a to z and 0 to 9.
    words_without_ascii: usize,
}

impl ScriptCounts {
    pub fn count(texts: &[&str]) -> Self {
        let mut counts = Self::default();
        for text in texts {
            for word in text.split(is_space) {
                counts.add_word(word);
            }
        }
        counts
    }

    fn add_word(&mut self, word: &str) {
        let mut has_letter = false;
        let mut has_ascii = false;
        for c in word.chars() {
            if is_chinese(c) {
                self.chinese += 1;
            } else if is_unspaced(c) {
                self.unspaced += 1;
            } else if c.is_alphanumeric() {
                has_letter = true;
                // As ROUGE, which makes texts lower case before it drops the other letters.
                has_ascii |= c.to_lowercase().any(|lower| lower.is_ascii_alphanumeric());
            }
        }
        self.words += usize::from(has_letter);
        self.words_without_ascii += usize::from(has_letter && !has_ascii);
    }

    fn is_mostly_unspaced(self) -> bool {
        self.chinese + self.unspaced > self.words
    }

    /// BLEU's tokenizer for these references; `None` where only a dictionary finds words, as in Japanese and Thai.
    pub fn tokenizer(self) -> Option<Tokenizer> {
        if !self.is_mostly_unspaced() {
            return Some(Tokenizer::Standard);
        }
        // Kana among Chinese characters make a text Japanese.
        if self.unspaced == 0 {
            Some(Tokenizer::Chinese)
        } else {
            None
        }
    }

    /// Whether ROUGE drops most words.
    pub fn is_lost_to_rouge(self) -> bool {
        self.is_mostly_unspaced() || 2 * self.words_without_ascii > self.words
    }
}

fn is_chinese(c: char) -> bool {
    matches!(c, '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

/// Kana without the middle dot, which Chinese texts have in names too; Thai, Lao, Burmese and Khmer.
fn is_unspaced(c: char) -> bool {
    matches!(
        c,
        '\u{3041}'..='\u{30fa}'
            | '\u{30fc}'..='\u{30ff}'
            | '\u{31f0}'..='\u{31ff}'
            | '\u{ff66}'..='\u{ff9d}'
            | '\u{e00}'..='\u{eff}'
            | '\u{1000}'..='\u{109f}'
            | '\u{1780}'..='\u{17ff}'
    )
}
