//! The word that costs the most, in a sentence for a line of the screen.

use unicode_width::UnicodeWidthStr;

use crate::label::{fit, list_names};
use crate::number::{narrow_score, percent, short, three_places};
use crate::topics::ledger::{MIN_COST, NO_COST};
use bertscope_analysis::{Analysis, Side};
use bertscope_explain::ledger::{Ledger, SideLedger, WordEntry};
use bertscope_printable::printable;

/// Number of matches that the sentence names.
const MAX_MATCHES: usize = 3;

/// The side and the first token of the word that [`costliest_word`] names; `None` if no word costs anything.
pub fn costliest_token(analysis: &Analysis, sides: &[Side]) -> Option<(Side, usize)> {
    let ledger = Ledger::compute(analysis);
    costliest(&ledger, sides).map(|(own, word)| (own.side, word.tokens.start))
}

fn costliest<'a>(ledger: &'a Ledger, sides: &[Side]) -> Option<(&'a SideLedger, &'a WordEntry)> {
    // Of two equal costs the last is chosen. It is the candidate's, because the candidate is the text that can be changed.
    let sides = sides.iter().rev().map(|side| ledger.side(*side));
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
        // A mean that is undefined must not look like one that is 1.
        None if sides.iter().all(|side| ledger.side(*side).score.is_none()) => {
            vec!["No word has weight.".to_owned()]
        }
        None => vec![NO_COST.to_owned()],
    };
    sentences
        .into_iter()
        .find(|sentence| sentence.width() <= width.into())
}

/// What a word costs, from the longest sentence to the shortest.
fn cost_sentences(own: &SideLedger, word: &WordEntry) -> Vec<String> {
    let costly = quoted(&word.word);
    let cost = narrow_score(Some(word.cost));
    let mean = own.side.mean_name();
    let symbol = own.side.mean_symbol();
    let matches: Vec<String> = word.matches.iter().map(|text| quoted(text)).collect();
    let found = list_names(&matches, MAX_MATCHES);
    // A word's share is w·s / Σw; the sentences have its similarity s, the mean over its tokens.
    let mean_similarity = word.share * own.weight_sum / word.weight;
    let similarity = if word.tokens.len() == 1 {
        short(mean_similarity as f32)
    } else {
        format!("mean {}", short(mean_similarity as f32))
    };
    vec![
        full_sentence(own, word, &found, mean_similarity),
        format!("{costly} costs the most, {cost} of {mean}: it matches {found} ({similarity})."),
        format!("{costly} → {found} ({similarity}) costs the most, {cost} of {mean}."),
        format!("{costly} → {found} costs the most, {cost} of {symbol}."),
        format!("{costly} costs the most, {cost} of {mean}."),
        format!("{costly} costs the most, {cost} of {symbol}."),
    ]
}

/// The sentence from which a reader can compute the cost: its share of the weights × (1 − its similarity).
fn full_sentence(own: &SideLedger, word: &WordEntry, found: &str, similarity: f64) -> String {
    let costly = quoted(&word.word);
    let other = own.side.other().name();
    let mean = own.side.mean_name();
    let weight = percent(word.weight / own.weight_sum, 0);
    let similarity = three_places(similarity);
    let cost = narrow_score(Some(word.cost));
    let matched = match word.tokens.len() {
        1 => format!(
            "it counts for {weight} of {mean} and matches {found} in the {other} with a similarity"
        ),
        pieces => format!(
            "the model splits it into {pieces} pieces. They count for {weight} of {mean} and match {found} in the {other} \
             with a mean similarity"
        ),
    };
    format!(
        "{costly} costs the most: {matched} of {similarity} instead of 1. This takes {cost} off {mean}."
    )
}

fn quoted(text: &str) -> String {
    format!("“{}”", fit(&printable(text), 16))
}
