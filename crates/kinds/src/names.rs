//! Names: capitalised words that the other text lacks.

use std::collections::HashSet;

use crate::expression::Expression;
use crate::text::Text;
use crate::word_list::Section;
use crate::words::Word;
use crate::{DifferenceKind, WordList};

/// The names of a text that the other text lacks; neighbouring ones are one name. `expressions` are what else the text has.
pub fn find(text: &Text<'_>, other: &Text<'_>, expressions: &[Expression]) -> Vec<Expression> {
    if !capitals_mean_names(text) || !capitals_mean_names(other) {
        return Vec::new();
    }
    let rules = NameRules::new(text, other, expressions);
    let mut found: Vec<Expression> = Vec::new();
    for run in runs(text) {
        if initials(run).is_some_and(|initials| rules.shared.contains(&initials)) {
            continue;
        }
        for (at, word) in run.iter().enumerate() {
            if !rules.is_name(run, at) || rules.is_shared(word) {
                continue;
            }
            match found.last_mut() {
                Some(name) if at > 0 && name.bytes.end == run[at - 1].bytes.end => {
                    name.bytes.end = word.bytes.end;
                }
                _ => found.push(Expression {
                    kind: DifferenceKind::Name,
                    bytes: word.bytes.clone(),
                    meanings: Vec::new(),
                    is_weak: false,
                    is_matched: false,
                }),
            }
        }
    }
    found
}

/// Tells the names of a text from its other words.
struct NameRules<'a> {
    list: &'a WordList,
    expressions: &'a [Expression],
    /// Words that are names within a sentence, of both texts.
    known: HashSet<&'a str>,
    /// The other text's words, abbreviations without their full stops, and initials of names.
    shared: HashSet<String>,
}

impl<'a> NameRules<'a> {
    fn new(text: &'a Text<'_>, other: &'a Text<'_>, expressions: &'a [Expression]) -> Self {
        let mut known = HashSet::new();
        for word in text.words.iter().chain(&other.words) {
            if word.has_capital() && !word.starts_sentence {
                known.insert(stem(word));
            }
        }
        let mut shared = HashSet::new();
        for word in &other.words {
            shared.insert(stem(word).to_owned());
            shared.insert(without_stops(word));
        }
        // "EU" and "U.S." stand for names of several words.
        shared.extend(runs(other).filter_map(initials));
        Self {
            list: text.list,
            expressions,
            known,
            shared,
        }
    }

    fn is_shared(&self, word: &Word<'_>) -> bool {
        self.shared.contains(stem(word)) || self.shared.contains(&without_stops(word))
    }

    /// Whether a word of a run is a name. Where a sentence starts, the capital alone does not say so: a capital inside
    /// does ("McDonald"), a name elsewhere, or a capitalised word that follows.
    fn is_name(&self, run: &[Word<'_>], at: usize) -> bool {
        let word = &run[at];
        if !self.may_be_name(word) {
            return false;
        }
        !word.starts_sentence
            || word.text.chars().skip(1).any(char::is_uppercase)
            || self.known.contains(stem(word))
            || run.get(at + 1).is_some_and(|next| self.may_be_name(next))
    }

    /// Whether a word has a capital, and is neither on the list nor part of an expression.
    fn may_be_name(&self, word: &Word<'_>) -> bool {
        let sections = [
            Section::Number,
            Section::Unit,
            Section::Ignored,
            Section::Article,
        ];
        word.has_capital()
            && !self.list.has(word.text, &sections)
            && !self
                .expressions
                .iter()
                .any(|expression| expression.bytes.contains(&word.bytes.start))
    }
}

/// In headlines and in capitals throughout, capitals do not mark names; nor do they in another language, which may
/// capitalise every noun. In a text of the list's language, many words are on the list.
fn capitals_mean_names(text: &Text<'_>) -> bool {
    let inside = text
        .words
        .iter()
        .filter(|word| !word.starts_sentence && word.text.starts_with(char::is_alphabetic));
    let (capitalised, others): (Vec<_>, Vec<_>) = inside.partition(|word| word.has_capital());
    let listed = others
        .iter()
        .filter(|word| text.list.entries.contains_key(&word.lower))
        .count();
    // Headlines leave short function words in lower case.
    let is_headline = capitalised.len() > 2 && others.iter().all(|word| word.text.len() < 4);
    // A few words say nothing about the language.
    let is_language_of_list = others.len() < 4 || 5 * listed >= others.len();
    !is_headline && is_language_of_list
}

fn stem<'a>(word: &'a Word<'_>) -> &'a str {
    word.lower.strip_suffix("'s").unwrap_or(&word.lower)
}

fn without_stops(word: &Word<'_>) -> String {
    word.text.replace('.', "")
}

/// Neighbouring words with capitals, and other words alone.
fn runs<'a, 'b>(text: &'a Text<'b>) -> impl Iterator<Item = &'a [Word<'b>]> {
    text.words
        .chunk_by(|a, b| is_part_of_run(a, text.list) && is_part_of_run(b, text.list))
}

fn is_part_of_run(word: &Word<'_>, list: &WordList) -> bool {
    word.has_capital() && !list.has(word.text, &[Section::Ignored, Section::Article])
}

/// The initials of a name of several words.
fn initials(run: &[Word<'_>]) -> Option<String> {
    if run.len() < 2 {
        return None;
    }
    Some(
        run.iter()
            .filter_map(|word| word.text.chars().next())
            .collect(),
    )
}
