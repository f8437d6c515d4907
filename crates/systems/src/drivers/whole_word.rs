//! Whole-word search, so that a filter for "a" does not find "at".

/// Whether a text of the same case contains a word as a whole word: no letter or digit is adjacent to the word's own
/// letters or digits. Ideographs count as separate, because tokenizers treat each as a word.
///
/// The script of a report's HTML page implements the same rule.
pub fn has_word(text: &str, word: &str) -> bool {
    let joined = |left: Option<char>, right: Option<char>| {
        left.zip(right).is_some_and(|(l, r)| joins(l) && joins(r))
    };
    let stands_at = |at: usize| {
        let after = &text[at + word.len()..];
        !joined(text[..at].chars().next_back(), word.chars().next())
            && !joined(word.chars().next_back(), after.chars().next())
    };
    !word.is_empty()
        && text
            .char_indices()
            .any(|(at, _)| text[at..].starts_with(word) && stands_at(at))
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
