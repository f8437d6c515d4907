//! The rows of scores: candidates, and candidates on references.

use super::super::columns::{cell, left, right};
use super::super::page::{Span, Tone};
use crate::number::narrow_score;
use bertscope_explain::TextComparison;
use bertscope_metric::Score;

/// Width of the column with the reference of a candidate's best F1, if there is room.
const REFERENCE: u16 = 5;

/// Columns of the names of texts and words.
fn names_width(width: u16) -> u16 {
    if width < 40 { 4 } else { 10 }
}

/// Above the candidates.
pub(super) fn candidates_heading(comparison: &TextComparison, width: u16) -> Vec<Span> {
    let references = comparison.references.texts.len();
    let title = match (references, width) {
        (1, ..40) => "cand".to_owned(),
        (1, _) => "candidate".to_owned(),
        (_, ..40) => "best".to_owned(),
        (of, _) => format!("best of {of}"),
    };
    let mut spans = heading(&title, width);
    if references > 1 {
        spans.push(right("ref.", REFERENCE, Tone::Accent));
    }
    spans
}

/// The best score of a candidate, and the reference of its F1.
pub(super) fn candidate(comparison: &TextComparison, i: usize, width: u16) -> Vec<Span> {
    let TextComparison {
        candidates,
        references,
        ..
    } = comparison;
    let scores: Vec<Score> = candidates
        .texts
        .iter()
        .map(|compared| compared.score)
        .collect();
    let label = label(candidates.name(i), i == candidates.shown_index(), width);
    let mut spans = numbers(&label, &scores, &candidates.winners(), i, width);
    if references.texts.len() > 1 {
        let [.., f1] = comparison.best_references(i);
        let name = f1
            .first()
            .map_or_else(String::new, |best| references.name(*best));
        spans.push(right(&name, REFERENCE, Tone::Quiet));
    }
    spans
}

/// Above a candidate on each reference.
pub(super) fn references_heading(comparison: &TextComparison, i: usize, width: u16) -> Vec<Span> {
    let candidates = &comparison.candidates;
    let title = match (candidates.texts.len(), width) {
        (1, ..40) => "ref".to_owned(),
        (1, _) => "reference".to_owned(),
        (_, ..40) => format!("{} on", candidates.name(i)),
        _ => format!("{} on ref.", candidates.name(i)),
    };
    heading(&title, width)
}

/// A candidate on a reference.
pub(super) fn pair(comparison: &TextComparison, i: usize, j: usize, width: u16) -> Vec<Span> {
    let TextComparison {
        pairs,
        candidates,
        references,
        ..
    } = comparison;
    let scores: Vec<Score> = pairs[i].iter().map(|pair| pair.score()).collect();
    let label = label(
        references.name(j),
        i == candidates.shown_index() && j == references.shown_index(),
        width,
    );
    numbers(&label, &scores, &comparison.best_references(i), j, width)
}

/// The best of several references, for the one candidate.
pub(super) fn best(comparison: &TextComparison, width: u16) -> Vec<Span> {
    let best = comparison.references.best();
    let mut spans = vec![left("best", names_width(width), Tone::Plain)];
    for number in best.numbers() {
        spans.extend([
            cell(&narrow_score(number), Tone::Strong),
            Span::new(" ", Tone::Plain),
        ]);
    }
    spans
}

/// The name of a text, and, if there is room, whether it is on screen.
fn label(name: String, shown: bool, width: u16) -> String {
    if shown && names_width(width) > 4 {
        name + " here"
    } else {
        name
    }
}

/// The numbers of `scores[i]`; the highest ones have a sign.
fn numbers(
    label: &str,
    scores: &[Score],
    winners: &[Vec<usize>; 3],
    i: usize,
    width: u16,
) -> Vec<Span> {
    let score = scores[i];
    let mut spans = vec![left(label, names_width(width), Tone::Plain)];
    for (number, winners) in score.numbers().into_iter().zip(winners) {
        // If all are equal, there is no winner.
        let wins = winners.contains(&i) && winners.len() < scores.len();
        // A sign next to the number, because not every terminal has colours.
        let mark = if wins { "▴" } else { " " };
        spans.push(cell(
            &narrow_score(number),
            if wins { Tone::Strong } else { Tone::Plain },
        ));
        spans.push(Span::new(mark, Tone::Up));
    }
    spans
}

/// A title and the names of the numbers.
fn heading(title: &str, width: u16) -> Vec<Span> {
    let mut spans = vec![left(title, names_width(width), Tone::Accent)];
    for label in ["P", "R", "F1"] {
        spans.extend([cell(label, Tone::Accent), Span::new(" ", Tone::Accent)]);
    }
    spans
}
