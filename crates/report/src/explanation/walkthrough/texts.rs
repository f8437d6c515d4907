//! The two texts, their words and their tokens.

use std::collections::HashMap;

use unicode_segmentation::UnicodeSegmentation;

use super::step_sheet::{READING_ORDER, StepSheet};
use crate::distinct;
use crate::label;
use crate::number::{pluralized, with_thousands_separators};
use crate::topics::names::{quote_token, side_title};
use bertscope_analysis::Note;

/// Tokens or words that are listed for each text.
const MAX_LISTED: usize = 24;

impl StepSheet<'_> {
    /// What the score is about. Nothing has been computed yet.
    pub fn texts(&mut self) {
        self.introduce(
            "reference ⟷ candidate",
            "The reference says what was meant. How much of that does the candidate say, and what else does it say?",
        );
        self.note(
            "A person would read both and judge. The next steps show what BERTScore does instead.",
        );
        let [reference, candidate] = self.text_of_each();
        if reference == candidate {
            self.warn("Both texts are the same, so every token will match itself.");
        }
        self.warn_of_missing_words();
    }

    fn text_of_each(&self) -> [&str; 2] {
        READING_ORDER.map(|side| &*self.analysis.side(side).tokenized.text)
    }

    /// The words that both texts share: all that a word overlap metric sees.
    pub fn words(&mut self) {
        self.introduce(
            "words of the candidate that are also in the reference",
            "BLEU and ROUGE count words and word sequences that both texts share. They cannot see that two words mean the same thing.",
        );
        self.note(
            "Case and punctuation are ignored here, nearly as in ROUGE; BLEU counts both. A repeated word is shared as often as both texts have it.",
        );
        let [reference, candidate] = self.text_of_each().map(lowercase_words);
        let mut unmatched: HashMap<&String, usize> = HashMap::new();
        for word in &reference {
            *unmatched.entry(word).or_default() += 1;
        }
        let mut shared = Vec::new();
        let mut unshared = Vec::new();
        for word in &candidate {
            match unmatched.get_mut(word) {
                Some(count) if *count > 0 => {
                    *count -= 1;
                    shared.push(word);
                }
                _ => unshared.push(word),
            }
        }
        let has_same_words = unshared.is_empty() && reference.len() == candidate.len();
        if !candidate.is_empty() {
            self.step(format!(
                "Shared: {} of the candidate’s {}",
                with_thousands_separators(shared.len()),
                pluralized(candidate.len(), "word")
            ));
        }
        for (place, words) in [("In both", shared), ("Not shared", unshared)] {
            if !words.is_empty() {
                self.step(format!("{place}: {}", quoted_list(&words)));
            }
        }
        if reference != candidate && has_same_words {
            self.warn("Both texts have the same words, so ROUGE-1, which counts single words, cannot tell them apart.");
        }
        self.warn_of_missing_words();
    }

    pub fn tokens(&mut self) {
        self.introduce(
            "text → tokens",
            "A model reads tokens from a fixed vocabulary. A word that is not in it is split into word pieces, or is unknown.",
        );
        self.note("· marks a word piece that continues a word.");
        let mut special = Vec::new();
        for side in READING_ORDER {
            let tokens = &self.analysis.side(side).tokenized.tokens;
            let shown = tokens.iter().take(MAX_LISTED);
            let labels: Vec<String> = shown
                .map(|own| label::fit(&label::token(own), 24))
                .collect();
            let rest = match tokens.len().saturating_sub(MAX_LISTED) {
                0 => String::new(),
                more => format!(" … and {more} more"),
            };
            let title = side_title(side);
            let count = tokens.len();
            self.step(format!("{title}, {count}: {}{rest}", labels.join(" ")));
            special.extend(tokens.iter().filter(|own| own.special).map(quote_token));
        }
        if !special.is_empty() {
            let names = label::list_names(&distinct(special.into_iter()), 4);
            self.warn(format!(
                "The model adds {names}. Special tokens have zero weight, but can be matched."
            ));
        }
        self.warn_of(|note| {
            matches!(
                note,
                Note::Unknown(_)
                    | Note::HtmlEntities(_)
                    | Note::UnknownLanguage(_)
                    | Note::Truncated { .. }
                    | Note::Windows { .. }
            )
        });
        self.warn_of_missing_words();
    }
}

fn lowercase_words(text: &str) -> Vec<String> {
    text.unicode_words().map(str::to_lowercase).collect()
}

fn quoted_list(words: &[&String]) -> String {
    let names = words
        .iter()
        .map(|word| format!("“{}”", label::fit(word, 24)));
    label::list_names(&names.collect::<Vec<_>>(), MAX_LISTED)
}
