//! Filters of `bertscope open` that find a word, as a whole word: a filter for "a" does not find "at".

use std::borrow::Cow;

/// The filter for pairs with a whole word in a column.
pub(super) fn word_filter(column: &str, word: &str) -> String {
    format!("{column}~{}", quoted(word))
}

/// Quotes a name or value for a filter, with inner quotes doubled, if it would be split otherwise.
pub fn quoted(text: &str) -> Cow<'_, str> {
    if text.contains(splits_filter) {
        format!("\"{}\"", text.replace('"', "\"\"")).into()
    } else {
        text.into()
    }
}

fn splits_filter(c: char) -> bool {
    c.is_whitespace() || matches!(c, '"' | '=' | ':' | '~' | '<' | '>')
}

/// Whether a text of the same case contains a word as a whole word: no letter or digit is adjacent to the word's own
/// letters or digits. Ideographs count as separate, because tokenizers treat each as a word.
///
/// The script of a report's HTML page implements the same rule.
pub fn has_word(text: &str, word: &str) -> bool {
    if word.is_empty() {
        return false;
    }
    // Not `match_indices`, which finds no occurrences that overlap: of "a.a" in "ba.a.a", only the second is a whole word.
    for (start, _) in text.char_indices() {
        let Some(after) = text[start..].strip_prefix(word) else {
            continue;
        };
        let before = &text[..start];
        if !are_joined(before, word) && !are_joined(word, after) {
            return true;
        }
    }
    false
}

/// Whether the last character of a text and the first of the next belong to the same word.
fn are_joined(left: &str, right: &str) -> bool {
    left.ends_with(joins) && right.starts_with(joins)
}

fn joins(c: char) -> bool {
    c.is_alphanumeric() && !is_ideograph(c)
}

fn is_ideograph(c: char) -> bool {
    matches!(c, '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{323af}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_stands_by_itself_where_no_letter_or_digit_touches_it() {
        for (text, word) in [
            ("a ferry", "a"),
            ("an a.", "a"),
            ("don't", "t"),
            ("at 12:30", "12"),
            ("ba.a.a", "a.a"),
        ] {
            assert!(has_word(text, word), "{word} in {text}");
        }
        for (text, word) in [
            ("at sea", "a"),
            ("café", "caf"),
            ("1234", "12"),
            ("straße", "stra"),
            ("", "a"),
            ("a", ""),
        ] {
            assert!(!has_word(text, word), "{word} in {text}");
        }
        assert!(
            has_word("end.", ".") && has_word("3.5", ".") && has_word("5\" pipe", "\""),
            "punctuation separates words"
        );
        assert!(has_word("黑猫", "猫"), "an ideograph is a separate word");
    }
}
