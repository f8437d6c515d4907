//! English function words: articles, pronouns, prepositions, conjunctions, auxiliaries, particles, and the parts into which
//! tokenizers split "don't" and "we'll".
//!
//! The list is our own. Words of other languages count as content words.

use std::collections::HashSet;
use std::sync::LazyLock;

static WORDS: LazyLock<HashSet<&str>> = LazyLock::new(|| {
    include_str!("function_words.txt")
        .split_whitespace()
        .collect()
});

/// Whether a lower-case word is a function word.
pub fn is_function_word(word: &str) -> bool {
    WORDS.contains(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_of_the_list_is_a_function_word() {
        assert_eq!(WORDS.len(), 168);
        assert!(
            ["a", "whom", "yourselves"]
                .into_iter()
                .all(is_function_word)
                && !is_function_word("ferry")
        );
    }
}
