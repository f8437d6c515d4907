//! The expressions of a text that can differ in kind.

use crate::item::Item;
use crate::words::Word;
use crate::{DifferenceKind as Kind, WordList, dates, quantities};

/// The expressions of a text, except names.
pub(crate) fn items(words: &[Word<'_>], list: &WordList) -> Vec<Item> {
    let mut items: Vec<Item> = Vec::new();
    let mut ignored = 0;
    for at in 0..words.len() {
        ignored = list
            .find(words, at, &["ignored"])
            .filter(|found| found.1 > 1)
            .map_or(ignored, |found| at + found.1);
        if at < ignored {
            continue;
        }
        let listed = |kind: Kind, section: &str| {
            let (entry, length) = list.find(words, at, &[section])?;
            Some(Item::new(
                kind,
                &words[at..at + length],
                entry.meanings.clone(),
                entry.is_weak,
            ))
        };
        // "No, he did not come": an answer denies nothing itself.
        let is_answer =
            words[at].starts_sentence && words.get(at + 1).is_some_and(|next| next.text == ",");
        let negation = listed(Kind::Negation, "negation").filter(|_| !is_answer);
        let date = listed(Kind::Date, "date").or_else(|| dates::find(words, at, list));
        let modal = listed(Kind::Modality, "modality");
        for item in [date, negation, modal]
            .into_iter()
            .flatten()
            .chain(quantities::find(words, at, list))
        {
            // A number in a date is part of it, and so is "May"; "may not" is modal and has a negation.
            let hides = |kind: Kind| kind == item.kind || matches!(kind, Kind::Number | Kind::Date);
            if !items
                .iter()
                .any(|known| known.bytes.contains(&item.bytes.start) && hides(known.kind))
            {
                items.push(item);
            }
        }
    }
    items
}
