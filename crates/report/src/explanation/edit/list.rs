//! Which words an edit's page lists.

use super::super::page::{Row, RowForm, Tone};
use super::super::page_settings::PageSettings;
use super::words::WordRows;
use crate::number::narrow_change;
use bertscope_analysis::Analysis;
use bertscope_explain::edit::{Cause, TextChange, TokenChange};

/// Number of listed words that drifted. Many have small effects; the rest are summed in one row.
const MAX_DRIFT_ROWS: usize = 8;

/// The words behind the causes, each kind under its heading, largest effect first.
pub(super) fn add_rows<'a>(
    rows: &mut Vec<Row<'a>>,
    change: &'a TextChange,
    analysis: &'a Analysis,
    choices: &PageSettings,
) {
    let line = WordRows { change, analysis };
    for (heading, causes, most) in [
        (
            "Edited words",
            [Cause::Added, Cause::Removed].as_slice(),
            usize::MAX,
        ),
        (
            "Flipped matches",
            &[Cause::NewMatch, Cause::MovedMatch],
            usize::MAX,
        ),
        ("Drifted words", &[Cause::Drift], MAX_DRIFT_ROWS),
    ] {
        let is_listed = |shift: &&TokenChange| {
            causes.contains(&shift.cause) && choices.sides.contains(&shift.side)
        };
        let mut words: Vec<Vec<&TokenChange>> = Vec::new();
        for shift in change.token_changes.iter().filter(is_listed) {
            match words.last_mut() {
                Some(word) if continues_word(change, analysis, word[word.len() - 1], shift) => {
                    word.push(shift);
                }
                _ => words.push(vec![shift]),
            }
        }
        if words.is_empty() {
            continue;
        }
        let f1 = |word: &[&TokenChange]| word.iter().map(|shift| shift.f1).sum::<f64>();
        words.sort_by(|a, b| f1(b).abs().total_cmp(&f1(a).abs()));
        let hidden = words.split_off(most.min(words.len()));
        rows.extend([
            Row::blank(),
            Row::heading(heading).with_form(RowForm::Heading(&["word", "ΔF1", "matches"])),
        ]);
        for word in words {
            if let [shift] = word[..] {
                rows.push(line.token_row(shift, ""));
                continue;
            }
            rows.push(line.word_row(&word));
            if choices.all_open
                || word[0]
                    .new
                    .is_some_and(|token| choices.open.contains(&(word[0].side, token)))
            {
                rows.extend(word.into_iter().map(|shift| line.token_row(shift, "  ")));
            }
        }
        if !hidden.is_empty() {
            let sum = hidden.iter().map(|word| f1(word)).sum();
            rows.push(Row::text(
                format!(
                    "{} more, together {}",
                    hidden.len(),
                    narrow_change(Some(sum))
                ),
                Tone::Quiet,
            ));
        }
    }
}

/// Whether a shift belongs to the next token of the same added or removed word.
fn continues_word(
    change: &TextChange,
    analysis: &Analysis,
    before: &TokenChange,
    next: &TokenChange,
) -> bool {
    let follows = |pair: &Analysis, first: Option<usize>, second: Option<usize>| {
        let tokens = &pair.side(next.side).tokenized.tokens;
        first
            .zip(second)
            .is_some_and(|(first, second)| second == first + 1 && tokens[second].continues_word)
    };
    before.side == next.side
        && before.cause == next.cause
        && match next.cause {
            Cause::Added => follows(analysis, before.new, next.new),
            Cause::Removed => follows(&change.before, before.old, next.old),
            _ => false,
        }
}
