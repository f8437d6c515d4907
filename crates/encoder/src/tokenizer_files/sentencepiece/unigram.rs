//! The most probable segmentation of a text into pieces (sentencepiece's unigram models).

use super::table::Table;
use crate::tokenizer_files::traced::Glyph;

/// How much less probable an unknown character is than the rarest piece, as a logarithm.
const UNKNOWN_PENALTY: f32 = 10.0;

#[derive(Clone, Copy)]
struct Node {
    score: f32,
    from: usize,
    unknown: bool,
}

/// Splits a normalised text: the start and end of each piece, and whether it is unknown.
///
/// Sums are rounded where sentencepiece rounds them, so that ties are broken in the same way.
pub fn segment(table: &Table, text: &[Glyph]) -> Vec<(usize, usize, bool)> {
    let mut best: Vec<Option<Node>> = vec![None; text.len() + 1];
    best[0] = Some(Node {
        score: 0.0,
        from: 0,
        unknown: false,
    });
    let unknown_score = table.min_score - UNKNOWN_PENALTY;
    let mut entry = String::new();
    for from in 0..text.len() {
        let Some(Node { score: so_far, .. }) = best[from] else {
            continue;
        };
        entry.clear();
        let mut single = false;
        for (i, g) in text[from..].iter().take(table.max_piece_chars).enumerate() {
            entry.push(g.c);
            let Some(found) = table.piece(&entry) else {
                continue;
            };
            let own = if found.user_defined {
                (f64::from(entry.len() as f32 * table.max_score) - 0.1) as f32
            } else {
                found.score
            };
            let candidate = own + so_far;
            improve(&mut best[from + i + 1], candidate, from, false);
            single |= i == 0;
        }
        if !single {
            improve(&mut best[from + 1], unknown_score + so_far, from, true);
        }
    }
    let mut cuts = Vec::new();
    let mut end = text.len();
    while end > 0 {
        let Some(node) = best[end] else { break };
        cuts.push((node.from, end, node.unknown));
        end = node.from;
    }
    cuts.reverse();
    cuts
}

fn improve(node: &mut Option<Node>, score: f32, from: usize, unknown: bool) {
    if node.is_none_or(|known| score > known.score) {
        *node = Some(Node {
            score,
            from,
            unknown,
        });
    }
}
