//! Names: capitalised words that the other text lacks.

use std::collections::HashSet;

use crate::DifferenceKind as Kind;
use crate::WordList;
use crate::expressions::Item;
use crate::words::Word;

type Side<'a, 'b> = (&'a [Word<'b>], &'a mut Vec<Item>);

/// Adds the names of both texts to their expressions.
pub(crate) fn add(sides: [(&Vec<Word<'_>>, &mut Vec<Item>); 2], list: &WordList) {
    let [(a, items_of_a), (b, items_of_b)] = sides;
    if [a, b].into_iter().any(|words| !capitals_mean_names(words, list)) {
        return;
    }
    // A word that is a name elsewhere is one where a sentence starts, too.
    let known: HashSet<&str> = a
        .iter()
        .chain(b)
        .filter(|word| word.is_capitalised() && !word.starts_sentence)
        .map(|word| stem(&word.lower))
        .collect();
    for (words, items, others) in
        [(a, items_of_a, b), (b, items_of_b, a)] as [(&[Word<'_>], &mut Vec<Item>, &[Word<'_>]); 2]
    {
        let found = names((words, items), others, &known, list);
        items.extend(found);
    }
}

/// In headlines and in capitals throughout, capitals do not mark names; nor do they in another language, which may
/// capitalise every noun. In a text of the list's language, many words are on the list.
fn capitals_mean_names(words: &[Word<'_>], list: &WordList) -> bool {
    let inside = words.iter().filter(|word| !word.starts_sentence && word.text.starts_with(char::is_alphabetic));
    let (capitalised, others): (Vec<_>, Vec<_>) = inside.partition(|word| word.is_capitalised());
    let known = others.iter().filter(|word| list.knows(&word.lower)).count();
    let is_headline = capitalised.len() > 2 && others.iter().all(|word| word.text.len() < 4);
    !is_headline && (others.len() < 4 || 5 * known >= others.len())
}

fn stem(word: &str) -> &str {
    word.strip_suffix("'s").unwrap_or(word)
}

/// The names of a text that the other text lacks; neighbouring ones are one name.
fn names((words, items): Side<'_, '_>, others: &[Word<'_>], known: &HashSet<&str>, list: &WordList) -> Vec<Item> {
    let taken = |word: &Word<'_>| items.iter().any(|item| item.bytes.contains(&word.bytes.start));
    let is_name = |at: usize| {
        let word = &words[at];
        let is_marked = word.text.chars().skip(1).any(char::is_uppercase);
        (word.is_capitalised() || is_marked)
            && word.text.contains(char::is_alphabetic)
            && !(taken(word) || list.is_function_word(&word.lower))
            && list.find(words, at, &["number", "unit", "month"]).is_none()
            && (!word.starts_sentence
                || is_marked
                || known.contains(stem(&word.lower))
                || words.get(at + 1).is_some_and(|next| next.is_capitalised() && !taken(next)))
    };
    let lacks = |at: usize| {
        let word = stem(&words[at].lower);
        !others.iter().any(|other| stem(&other.lower) == word) && !is_abbreviated(words[at].text, others)
    };
    let mut found: Vec<Item> = Vec::new();
    let mut last = None;
    for at in (0..words.len()).filter(|&at| is_name(at) && lacks(at)) {
        if spelled_out(words, at, others) {
            continue;
        }
        let meaning = format!("name {}", stem(&words[at].lower));
        let item = Item::new(Kind::Name, &words[at..=at], vec![meaning]);
        match found.last_mut() {
            Some(name) if last == at.checked_sub(1) => name.bytes.end = item.bytes.end,
            _ => found.push(item),
        }
        last = Some(at);
    }
    found
}

/// Whether an abbreviation in capitals has the initials of capitalised words in the other text: "EU", "U.S".
fn is_abbreviated(word: &str, others: &[Word<'_>]) -> bool {
    let letters: Vec<char> = word.chars().filter(|c| *c != '.').collect();
    letters.len() > 1
        && letters.iter().all(|c| c.is_uppercase())
        && others
            .windows(letters.len())
            .any(|words| words.iter().zip(&letters).all(|(word, c)| word.text.starts_with(*c) && word.text.len() > 1))
}

/// Whether a capitalised word is part of a name that the other text abbreviates.
fn spelled_out(words: &[Word<'_>], at: usize, others: &[Word<'_>]) -> bool {
    let start = (0..=at).rev().take_while(|&i| words[i].is_capitalised()).last().unwrap_or(at);
    let run = words[start..].iter().take_while(|word| word.is_capitalised()).count();
    let run = &words[start..start + run];
    others.iter().any(|other| is_abbreviated(other.text, run))
}
