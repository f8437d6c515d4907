//! The rows of the difference of two means: both values, and the contribution of each word.

use super::super::columns::{cell, delta, fit_spans, name, tone, value};
use super::super::page::{Span, Target, Tone};
use super::MeanAt;
use crate::label::align_right;
use crate::number::short;
use bertscope_explain::compare::{RankedText, TextDifference, TextRanking};
use bertscope_explain::mean_difference::{MeanDifference, WordDifference};
use bertscope_explain::words::word_text;

/// Width of a panel with room for four decimals.
const MIN_PRECISE_WIDTH: u16 = 40;

/// The two compared texts of a mean, and the mean.
pub(super) fn mean_at(ranking: &TextRanking, at: MeanAt) -> ([&RankedText; 2], &MeanDifference) {
    let TextDifference { texts, means } = &ranking.differences[at.difference];
    (texts.map(|i| &ranking.texts[i]), &means[at.mean])
}

/// The names of the two.
pub(super) fn names_at(ranking: &TextRanking, at: MeanAt) -> [String; 2] {
    ranking.differences[at.difference].texts.map(|i| ranking.name(i))
}

/// The word, from a text that contains it.
pub(super) fn word_name([first, second]: [&RankedText; 2], mean: &MeanDifference, word: &WordDifference) -> String {
    let of = |compared: &RankedText, i: usize| {
        let share = word.words[i].as_ref()?;
        let tokens = &compared.analysis.side(mean.side).tokenized.tokens;
        Some(word_text(&tokens[share.tokens.clone()]))
    };
    of(first, 0).or_else(|| of(second, 1)).unwrap_or_default()
}

/// `recall        A     B  A − B`.
pub(super) fn heading(ranking: &TextRanking, of: MeanAt, width: u16) -> Vec<Span> {
    let (_, mean) = mean_at(ranking, of);
    let [first, second] = names_at(ranking, of);
    let title = if width < MIN_PRECISE_WIDTH { mean.side.mean_symbol() } else { mean.side.mean_name() };
    let gap = cell(&format!("{first} − {second}"), Tone::Accent);
    let columns = [first, second].map(|name| number(&name, Tone::Accent, width));
    fit_spans([vec![name(title, names_width(width), Tone::Accent)], columns.into(), vec![gap]].concat(), width)
}

/// The two means and their difference.
pub(super) fn total(ranking: &TextRanking, of: MeanAt, width: u16) -> Vec<Span> {
    let (_, mean) = mean_at(ranking, of);
    let [first, second] = mean.means.map(|x| number(&difference_text(x, width), Tone::Strong, width));
    let change = mean.total();
    let gap = cell(&delta(change), change.map_or(Tone::Quiet, tone));
    fit_spans(vec![name("all words", names_width(width), Tone::Plain), first, second, gap], width)
}

/// The word’s similarity in each text, and its contribution to the difference.
pub(super) fn word(ranking: &TextRanking, of: MeanAt, i: usize, width: u16) -> Vec<Span> {
    let (compared_texts, mean) = mean_at(ranking, of);
    let word = &mean.words[i];
    let similarity = |i: usize| {
        let share = word.words[i].as_ref();
        let shown = share.map(|share| f64::from(compared_texts[i].analysis.scaled_similarity(share.similarity as f32)));
        number(&difference_text(shown, width), Tone::Quiet, width)
    };
    let label = name(&word_name(compared_texts, mean, word), names_width(width), Tone::Plain);
    let gap = cell(&delta(Some(word.contribution)), tone(word.contribution));
    fit_spans(vec![label, similarity(0), similarity(1), gap], width)
}

/// The word in the text on screen, if it contains the word.
pub(super) fn target(ranking: &TextRanking, of: MeanAt, i: usize) -> Target {
    let (compared_texts, mean) = mean_at(ranking, of);
    let shown = compared_texts.iter().position(|compared| compared.kept.is_none());
    let share = shown.and_then(|shown| mean.words[i].words[shown].as_ref());
    share.map_or(Target::Row, |share| Target::Token(mean.side, share.tokens.start))
}

fn names_width(width: u16) -> u16 {
    (width / 3).clamp(8, 18)
}

/// A number with four decimals, or two in a narrow panel, so that two texts and their difference fit on a row.
fn difference_text(x: Option<f64>, width: u16) -> String {
    match x {
        Some(x) if width < MIN_PRECISE_WIDTH => short(x as f32),
        x => value(x),
    }
}

/// A number, or the name of a text above it, in its column.
fn number(text: &str, tone: Tone, width: u16) -> Span {
    if width < MIN_PRECISE_WIDTH { Span::new(align_right(text, 5), tone) } else { cell(text, tone) }
}
