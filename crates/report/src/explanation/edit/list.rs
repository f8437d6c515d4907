//! Which words an edit's page lists.

use super::super::page_settings::PageSettings;
use super::row::Row;
use bertscope_analysis::Analysis;
use bertscope_explain::edit::{Cause, TextChange, TokenChange};

/// Number of listed words that drifted. Many have small effects; the rest are summed in one row.
const MAX_DRIFT_ROWS: usize = 8;

/// The words behind the causes, each kind under its heading, largest effect first.
pub(super) fn edit_rows(change: &TextChange, analysis: &Analysis, choices: &PageSettings) -> Vec<Row> {
    let mut rows = Vec::new();
    for (heading, causes, most) in [
        ("Edited words", [Cause::Added, Cause::Removed].as_slice(), usize::MAX),
        ("Flipped matches", &[Cause::NewMatch, Cause::MovedMatch], usize::MAX),
        ("Drifted words", &[Cause::Drift], MAX_DRIFT_ROWS),
    ] {
        let is_listed = |shift: &TokenChange| causes.contains(&shift.cause) && choices.sides.contains(&shift.side);
        let all = (0..change.token_changes.len()).filter(|&i| is_listed(&change.token_changes[i]));
        let mut words: Vec<Vec<usize>> = Vec::new();
        for i in all {
            match words.last_mut() {
                Some(word) if continues_word(change, analysis, word[word.len() - 1], i) => word.push(i),
                _ => words.push(vec![i]),
            }
        }
        if words.is_empty() {
            continue;
        }
        let f1 = |word: &[usize]| word.iter().map(|&i| change.token_changes[i].f1).sum::<f64>();
        words.sort_by(|a, b| f1(b).abs().total_cmp(&f1(a).abs()));
        let hidden = words.split_off(most.min(words.len()));
        rows.extend([Row::Blank, Row::Heading(heading)]);
        for word in words {
            if let [shift] = word[..] {
                rows.push(Row::Shift(shift));
                continue;
            }
            let first = &change.token_changes[word[0]];
            let open = first.new.is_some_and(|token| choices.open.contains(&(first.side, token)));
            rows.push(Row::Word(word.clone()));
            if choices.all_open || open {
                rows.extend(word.into_iter().map(Row::Piece));
            }
        }
        if !hidden.is_empty() {
            rows.push(Row::Rest(hidden.len(), hidden.iter().map(|word| f1(word)).sum()));
        }
    }
    rows
}

/// Whether a shift belongs to the next token of the same added or removed word.
fn continues_word(change: &TextChange, analysis: &Analysis, before: usize, next: usize) -> bool {
    let (before, next) = (&change.token_changes[before], &change.token_changes[next]);
    let follows = |pair: &Analysis, first: Option<usize>, second: Option<usize>| {
        let tokens = &pair.side(next.side).tokenized.tokens;
        first.zip(second).is_some_and(|(first, second)| second == first + 1 && tokens[second].continues_word)
    };
    before.side == next.side
        && before.cause == next.cause
        && match next.cause {
            Cause::Added => follows(analysis, before.new, next.new),
            Cause::Removed => follows(&change.before, before.old, next.old),
            _ => false,
        }
}
