//! Tokens such as `2-1` and `3/4/20` that have the same numbers in another order in the other text.

use std::ops::Range;

use crate::text::Text;
use crate::words::Word;
use crate::{Difference, DifferenceKind, Differences};

/// Numbers that are joined by separators.
struct JoinedNumbers<'a> {
    bytes: Range<usize>,
    numbers: Vec<&'a str>,
}

impl JoinedNumbers<'_> {
    fn sorted(&self) -> Vec<&str> {
        let mut numbers = self.numbers.clone();
        numbers.sort_unstable();
        numbers
    }

    fn difference(self) -> Difference {
        Difference {
            kind: match self.numbers.len() {
                3 => DifferenceKind::Date,
                _ => DifferenceKind::Number,
            },
            bytes: self.bytes,
            is_repeated: false,
        }
    }
}

/// Adds the tokens whose numbers stand in another order. Each number occurs in both texts, so comparing them one by one finds
/// nothing.
pub fn add(reference: &Text<'_>, candidate: &Text<'_>, found: &mut Differences) {
    let references = joined_numbers(reference);
    let mut candidates = joined_numbers(candidate);
    // A token that both have is not reordered.
    let mut left = Vec::new();
    for token in references {
        match candidates
            .iter()
            .position(|other| other.numbers == token.numbers)
        {
            Some(same) => drop(candidates.remove(same)),
            None => left.push(token),
        }
    }
    for token in left {
        let reordered = candidates
            .iter()
            .position(|other| other.sorted() == token.sorted());
        if let Some(reordered) = reordered {
            found
                .candidate
                .push(candidates.remove(reordered).difference());
            found.reference.push(token.difference());
        }
    }
}

fn joined_numbers<'a>(text: &Text<'a>) -> Vec<JoinedNumbers<'a>> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < text.words.len() {
        let (token, end) = joined_at(&text.words, at);
        // What has a meaning as a date, a time or a fraction was compared by it.
        if token.numbers.len() > 1 && text.date(at).is_none() && text.fraction(at).is_none() {
            found.push(token);
        }
        at = end;
    }
    found
}

/// The joined numbers that start at a word, and the word after them.
fn joined_at<'a>(words: &[Word<'a>], at: usize) -> (JoinedNumbers<'a>, usize) {
    let mut numbers = Vec::new();
    let mut end = at;
    while let Some(word) = words.get(end)
        && is_digits(word)
    {
        numbers.push(word.text);
        end += 1;
        let is_joined = words.get(end..end + 2).is_some_and(|next| {
            is_separator(&next[0]) && next[1].is_attached && is_digits(&next[1])
        });
        if !is_joined {
            break;
        }
        end += 1;
    }
    // Any other word is skipped.
    end = end.max(at + 1);
    let bytes = words[at].bytes.start..words[end - 1].bytes.end;
    (JoinedNumbers { bytes, numbers }, end)
}

fn is_digits(word: &Word<'_>) -> bool {
    word.text.chars().all(|c| c.is_ascii_digit())
}

fn is_separator(word: &Word<'_>) -> bool {
    word.is_attached && matches!(word.text, "/" | "-" | "–" | ":")
}
