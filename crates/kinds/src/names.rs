//! Names: capitalised words that the other text lacks.

use std::collections::HashSet;

use crate::item::Item;
use crate::words::Word;
use crate::{DifferenceKind as Kind, WordList};

/// The names of a text that the other text lacks; neighbouring ones are one name.
pub(crate) fn find(
    words: &[Word<'_>],
    others: &[Word<'_>],
    items: &[Item],
    list: &WordList,
) -> Vec<Item> {
    if [words, others]
        .iter()
        .any(|words| !capitals_mean_names(words, list))
    {
        return Vec::new();
    }
    // A word that is a name elsewhere is one where a sentence starts, too.
    let inside = words
        .iter()
        .chain(others)
        .filter(|word| word.has_capital() && !word.starts_sentence);
    let known: HashSet<&str> = inside.map(stem).collect();
    // "EU" and "U.S." stand for names of several words.
    let abbreviated = |word: &Word<'_>| word.text.replace('.', "");
    let spellings = others
        .iter()
        .flat_map(|word| [stem(word).to_owned(), abbreviated(word)]);
    let shared: HashSet<String> = spellings
        .chain(runs(others, list).filter_map(initials))
        .collect();
    let is_free = |word: &Word<'_>| {
        let is_listed = list.has(
            word.text,
            &["number", "unit", "month", "ignored", "article"],
        );
        word.has_capital()
            && !is_listed
            && !items
                .iter()
                .any(|item| item.bytes.contains(&word.bytes.start))
    };
    let mut found: Vec<Item> = Vec::new();
    for run in runs(words, list)
        .filter(|run| initials(run).is_none_or(|initials| !shared.contains(&initials)))
    {
        for (at, word) in run.iter().enumerate() {
            let is_name = !word.starts_sentence
                || word.text.chars().skip(1).any(char::is_uppercase)
                || known.contains(stem(word))
                || run.get(at + 1).is_some_and(is_free);
            let is_shared = shared.contains(stem(word)) || shared.contains(&abbreviated(word));
            match found.last_mut() {
                _ if !is_free(word) || !is_name || is_shared => {}
                Some(name) if at > 0 && name.bytes.end == run[at - 1].bytes.end => {
                    name.bytes.end = word.bytes.end
                }
                _ => found.push(Item::new(Kind::Name, &run[at..=at], Vec::new(), false)),
            }
        }
    }
    found
}

/// In headlines and in capitals throughout, capitals do not mark names; nor do they in another language, which may
/// capitalise every noun. In a text of the list's language, many words are on the list.
fn capitals_mean_names(words: &[Word<'_>], list: &WordList) -> bool {
    let inside = words
        .iter()
        .filter(|word| !word.starts_sentence && word.text.starts_with(char::is_alphabetic));
    let (capitalised, others): (Vec<_>, Vec<_>) = inside.partition(|word| word.has_capital());
    let known = others
        .iter()
        .filter(|word| list.entries.contains_key(&word.lower))
        .count();
    let is_headline = capitalised.len() > 2 && others.iter().all(|word| word.text.len() < 4);
    !is_headline && (others.len() < 4 || 5 * known >= others.len())
}

fn stem<'a>(word: &'a Word<'_>) -> &'a str {
    word.lower.strip_suffix("'s").unwrap_or(&word.lower)
}

/// Neighbouring words with capitals, and other words alone.
fn runs<'a, 'b>(words: &'a [Word<'b>], list: &WordList) -> impl Iterator<Item = &'a [Word<'b>]> {
    let is_part =
        |word: &Word<'_>| word.has_capital() && !list.has(word.text, &["ignored", "article"]);
    words.chunk_by(move |a, b| is_part(a) && is_part(b))
}

fn initials(run: &[Word<'_>]) -> Option<String> {
    (run.len() > 1).then(|| {
        run.iter()
            .filter_map(|word| word.text.chars().next())
            .collect()
    })
}
