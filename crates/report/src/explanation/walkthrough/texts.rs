//! From texts to the matrix.

use super::super::columns::figure;
use super::part::Part;
use super::phrases::{by_convention, listed, name, quoted, rough};
use crate::label;
use crate::number::count;
use bertscope_analysis::{Analysis, Cosine, Note, Side};
use bertscope_printable::printable;

use Part::{Figure, Formula, Strip, Watch, Words};

/// Tokens that are listed for each text.
const LISTED: usize = 24;

const SIDES: [Side; 2] = [Side::Reference, Side::Candidate];

fn title(side: Side) -> &'static str {
    match side {
        Side::Reference => "Reference",
        Side::Candidate => "Candidate",
    }
}

pub(super) fn texts(analysis: &Analysis) -> Vec<Part> {
    let mut parts = vec![
        Formula("score(candidate, reference) → P, R, F1".into()),
        Words("The reference says what was meant. The candidate is judged by it.".into()),
        Words("They need not share a word: what is compared is what a language model makes of them.".into()),
    ];
    for side in SIDES {
        let characters = analysis.side(side).tokenized.text.chars().count() as u64;
        let s = if characters == 1 { "" } else { "s" };
        parts.push(Figure(format!("{}: {} character{s}", title(side), count(characters))));
    }
    if analysis.candidate.tokenized.text == analysis.reference.tokenized.text {
        parts.push(Watch("Both texts are the same, so every piece will find itself.".into()));
    }
    parts.extend(by_convention(analysis));
    parts
}

pub(super) fn pieces(analysis: &Analysis) -> Vec<Part> {
    let mut parts = vec![
        Formula("text → pieces".into()),
        Words(
            "The model has a fixed list of pieces, called tokens. It cuts a word that is not on the list; · marks a \
             piece that continues a word."
                .into(),
        ),
    ];
    for side in SIDES {
        let tokens = &analysis.side(side).tokenized.tokens;
        let shown: Vec<String> = tokens.iter().take(LISTED).map(|t| label::fit(&label::token(t), 24)).collect();
        let rest =
            if tokens.len() > LISTED { format!(" … and {} more", tokens.len() - LISTED) } else { String::new() };
        parts.push(Figure(format!("{}, {}: {}{rest}", title(side), tokens.len(), shown.join(" "))));
    }
    let mut special: Vec<String> = Vec::new();
    for token in SIDES.iter().flat_map(|side| &analysis.side(*side).tokenized.tokens).filter(|t| t.special) {
        let text = quoted(token);
        if !special.contains(&text) {
            special.push(text);
        }
    }
    if !special.is_empty() {
        let they = if special.len() == 1 { "It has zero weight, but" } else { "They have zero weight, but" };
        parts.push(Watch(format!("The model adds {}. {they} can be matched.", listed(&special, 4))));
    }
    let mut unknown: Vec<String> = Vec::new();
    for token in SIDES.iter().flat_map(|side| &analysis.side(*side).tokenized.tokens).filter(|t| t.is_unknown()) {
        let text = format!("“{}”", printable(&token.text));
        if !unknown.contains(&text) {
            unknown.push(text);
        }
    }
    if let [_, _, ..] = &unknown[..] {
        let names = listed(&unknown, 4);
        parts.push(Watch(format!("{names} are not on the list: all of them are one and the same piece.")));
    }
    let cut = |note: &&Note| matches!(note, Note::Truncated { .. });
    parts.extend(analysis.notes.iter().filter(cut).map(|note| Watch(note.to_string())));
    parts.extend(by_convention(analysis));
    parts
}

pub(super) fn vectors(analysis: &Analysis, c: usize, r: usize, cosine: Option<&Cosine>) -> Vec<Part> {
    let numbers = cosine.map_or_else(String::new, |cosine| format!("{} ", cosine.width));
    let mut parts = vec![
        Formula(format!("piece → {numbers}numbers")),
        Words(format!(
            "The model turns each piece into a vector, a list of numbers, which depends on the whole text. At layer \
             {}:",
            analysis.layer
        )),
    ];
    if let Some(cosine) = cosine {
        let [a, b] = cosine.first();
        let all = || a.iter().chain(b).copied().filter(|x| x.is_finite());
        let (low, high) = (all().fold(f32::INFINITY, f32::min), all().fold(f32::NEG_INFINITY, f32::max));
        let height = |x: &f32| if high > low { ((x - low) / (high - low)).clamp(0.0, 1.0) } else { 0.5 };
        for (side, i, vector) in [(Side::Candidate, c, a), (Side::Reference, r, b)] {
            parts.push(Strip { label: name(analysis, side, i), heights: vector.iter().map(height).collect() });
        }
        if low <= high {
            parts.push(Figure(format!(
                "The first {} of {} numbers, from {} to {}.",
                a.len(),
                cosine.width,
                rough(f64::from(low)),
                rough(f64::from(high))
            )));
        }
    }
    parts.extend(same_piece(analysis, c, r));
    parts
}

/// A token that both texts have, with different vectors.
fn same_piece(analysis: &Analysis, c: usize, r: usize) -> Option<Part> {
    let a = analysis.candidate.tokenized.tokens.get(c)?;
    let b = analysis.reference.tokenized.tokens.get(r)?;
    let differs = a.id == b.id && analysis.similarity.get(c, r) < 0.999;
    differs.then(|| Watch(format!("{} is the same piece in both texts, but the words around it differ.", quoted(a))))
}

pub(super) fn cosine(analysis: &Analysis, c: usize, r: usize, cosine: Option<&Cosine>) -> Vec<Part> {
    let mut parts = vec![
        Formula("cos(a, b) = a·b ÷ (|a| × |b|)".into()),
        Words("How closely two vectors point in the same direction: 1 is the same direction, 0 is unrelated.".into()),
    ];
    if c >= analysis.similarity.candidates() || r >= analysis.similarity.references() {
        return parts;
    }
    let value = figure(Some(f64::from(analysis.similarity.get(c, r))));
    parts.push(Figure(format!(
        "a = {}, b = {}",
        name(analysis, Side::Candidate, c),
        name(analysis, Side::Reference, r)
    )));
    match cosine {
        Some(cosine) => {
            let [a, b] = cosine.first();
            let products: Vec<String> = a
                .iter()
                .zip(b)
                .take(2)
                .map(|(a, b)| format!("{} × {}", rough(f64::from(*a)), rough(f64::from(*b))))
                .collect();
            let more = cosine.width.saturating_sub(products.len());
            let more = if more > 0 { format!(" + … {more} more") } else { String::new() };
            let [la, lb] = cosine.lengths.map(|x| figure(Some(x)));
            let dot = figure(Some(cosine.dot));
            parts.push(Figure(format!("a·b = {}{more} = {dot}", products.join(" + "))));
            parts.push(Figure(format!("|a| = √(a·a) = {la}, |b| = {lb}")));
            parts.push(Figure(format!("cos = {dot} ÷ ({la} × {lb}) = {value}")));
        }
        None => parts.push(Figure(format!("cos = {value}"))),
    }
    parts.push(Words("Move the crosshair to work out another cell.".into()));
    parts
}

pub(super) fn matrix(analysis: &Analysis) -> Vec<Part> {
    let similarity = &analysis.similarity;
    let (rows, columns) = (similarity.candidates(), similarity.references());
    let mut parts = vec![
        Formula("cell = cos(piece of the row, piece of the column)".into()),
        Words("Each piece of the candidate is compared with each piece of the reference.".into()),
        Figure(format!("{rows} rows × {columns} columns = {} cosines", count((rows * columns) as u64))),
    ];
    let mut all: Vec<(f32, usize, usize)> =
        (0..rows).flat_map(|c| similarity.row(c).iter().enumerate().map(move |(r, value)| (*value, c, r))).collect();
    let by_value = |a: &(f32, usize, usize), b: &(f32, usize, usize)| a.0.total_cmp(&b.0);
    let ends = [("Highest", all.iter().copied().max_by(by_value)), ("Lowest", all.iter().copied().min_by(by_value))];
    for (what, found) in ends {
        if let Some((value, c, r)) = found {
            let (c, r) = (name(analysis, Side::Candidate, c), name(analysis, Side::Reference, r));
            parts.push(Figure(format!("{what}: {c} × {r} {}", rough(f64::from(value)))));
        }
    }
    if !all.is_empty() {
        let middle = all.len() / 2;
        let median = f64::from(all.select_nth_unstable_by(middle, by_value).1.0);
        if median >= 0.1 {
            parts.push(Watch(format!(
                "Half of the cells reach {} or more: pieces that have little in common are not at 0.",
                rough(median)
            )));
        }
    }
    parts
}
