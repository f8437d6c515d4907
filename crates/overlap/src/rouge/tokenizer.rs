//! The tokenizer of ROUGE: runs of lower-case letters a to z and digits are words, everything else separates them.

use crate::word::Word;

/// The words of a text. A text in another script has no words.
pub fn words(text: &str) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::new();
    let mut open = false;
    for (at, c) in text.char_indices() {
        // One character may become several: `İ` is `i` and a dot above, which ends the word.
        for lower in c.to_lowercase() {
            if !lower.is_ascii_alphanumeric() {
                open = false;
                continue;
            }
            let end = at + c.len_utf8();
            match words.last_mut() {
                Some(word) if open => {
                    word.text.push(lower);
                    word.bytes.end = end;
                }
                _ => words.push(Word { text: lower.into(), bytes: at..end }),
            }
            open = true;
        }
    }
    words
}
