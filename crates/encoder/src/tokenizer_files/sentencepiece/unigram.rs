//! The most probable segmentation of a text into pieces (sentencepiece's unigram models).

use super::table::{Segment, Table};
use crate::tokenizer_files::glyphs::Glyph;

/// How much less probable an unknown character is than the rarest piece, as a logarithm.
const UNKNOWN_PENALTY: f32 = 10.0;

/// The best way to reach a position of the text: its score, and its last piece.
#[derive(Clone, Copy)]
struct Node {
    score: f32,
    from: usize,
    is_unknown: bool,
}

/// Splits a normalised text.
///
/// Sums are rounded where sentencepiece rounds them, so that ties are broken in the same way.
pub fn segment(table: &Table, text: &[Glyph]) -> Vec<Segment> {
    let mut best: Vec<Option<Node>> = vec![None; text.len() + 1];
    best[0] = Some(Node {
        score: 0.0,
        from: 0,
        is_unknown: false,
    });
    let unknown_score = table.min_score - UNKNOWN_PENALTY;
    let mut entry = String::new();
    for from in 0..text.len() {
        let Some(Node { score, .. }) = best[from] else {
            continue;
        };
        entry.clear();
        let mut has_single = false;
        for (i, glyph) in text[from..].iter().take(table.max_piece_chars).enumerate() {
            entry.push(glyph.c);
            let Some(piece) = table.piece(&entry) else {
                continue;
            };
            let piece_score = if piece.user_defined {
                // Above every other segmentation of these characters; sentencepiece computes it in f64.
                (f64::from(entry.len() as f32 * table.max_score) - 0.1) as f32
            } else {
                piece.score
            };
            let node = Node {
                score: piece_score + score,
                from,
                is_unknown: false,
            };
            improve(&mut best[from + i + 1], node);
            has_single |= i == 0;
        }
        // An unknown character competes with longer pieces that start with it, but not with itself.
        if !has_single {
            let node = Node {
                score: unknown_score + score,
                from,
                is_unknown: true,
            };
            improve(&mut best[from + 1], node);
        }
    }
    path_to_end(&best)
}

/// Of two ways with the same score, the first one stays, as in sentencepiece.
fn improve(best: &mut Option<Node>, node: Node) {
    if best.is_none_or(|known| node.score > known.score) {
        *best = Some(node);
    }
}

/// The pieces of the best way to the end of the text.
fn path_to_end(best: &[Option<Node>]) -> Vec<Segment> {
    let mut segments = Vec::new();
    let mut end = best.len() - 1;
    while end > 0 {
        let Some(node) = best[end] else { break };
        segments.push(Segment {
            start: node.from,
            end,
            is_unknown: node.is_unknown,
        });
        end = node.from;
    }
    segments.reverse();
    segments
}
