//! The word that costs the most, in a sentence for a line of the screen.

use unicode_width::UnicodeWidthStr;

use crate::label::fit;
use crate::number::{narrow_change, short};
use bertscope_analysis::{Analysis, Side};
use bertscope_explain::ledger::{Ledger, SideLedger, WordEntry};
use bertscope_printable::printable;

/// A smaller cost is 0 with four decimals.
const MIN_COST: f64 = 0.000_05;

const NOTHING_LOST: &str = "Nothing lost: every match is 1.00.";

/// The side and the first token of the word that [`costliest_word`] names; `None` if no word costs anything.
pub fn costliest_token(analysis: &Analysis, sides: &[Side]) -> Option<(Side, usize)> {
    let ledger = Ledger::compute(analysis);
    costliest(&ledger, sides).map(|(own, word)| (own.side, word.tokens.start))
}

fn costliest<'a>(ledger: &'a Ledger, sides: &[Side]) -> Option<(&'a SideLedger, &'a WordEntry)> {
    let sides = sides.iter().map(|side| ledger.side(*side));
    let first = sides.filter_map(|of| Some((of, of.words.first()?)));
    first
        .filter(|(_, word)| word.cost >= MIN_COST)
        .max_by(|(_, a), (_, b)| a.cost.total_cmp(&b.cost))
}

/// The word that costs the most and its match, in a sentence of at most `width` columns; `None` if there is no such word
/// or no room.
pub fn costliest_word(analysis: &Analysis, sides: &[Side], width: u16) -> Option<String> {
    let ledger = Ledger::compute(analysis);
    let sentences = match costliest(&ledger, sides) {
        Some((own, word)) => cost_sentences(own, word),
        None if sides.iter().all(|side| ledger.side(*side).words.is_empty()) => return None,
        None => vec![NOTHING_LOST.to_owned()],
    };
    sentences
        .into_iter()
        .find(|sentence| sentence.width() <= width.into())
}

/// What a word costs, from the longest sentence to the shortest.
fn cost_sentences(own: &SideLedger, word: &WordEntry) -> Vec<String> {
    let costly = quoted(&word.word);
    let change = narrow_change(Some(word.cost));
    let cost = change.trim_start_matches('+');
    let mean = own.side.mean_name();
    let symbol = own.side.mean_symbol();
    let matches: Vec<String> = word.matches.iter().map(|text| quoted(text)).collect();
    let found = matches.join(" and ");
    let similarity = short((word.share * own.weight_sum / word.weight) as f32);
    vec![
        format!("{costly} costs the most, {cost} of {mean}: it matches {found} ({similarity})."),
        format!("{costly} → {found} ({similarity}) costs the most, {cost} of {mean}."),
        format!("{costly} → {found} costs the most, {cost} of {symbol}."),
        format!("{costly} costs the most, {cost} of {mean}."),
        format!("{costly} costs the most, {cost} of {symbol}."),
    ]
}

fn quoted(text: &str) -> String {
    format!("“{}”", fit(&printable(text), 16))
}
