//! Repeatedly merges the best pair of pieces (sentencepiece's BPE models).

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use super::table::Table;
use crate::tokenizer_files::traced::Glyph;

struct MergeCandidate {
    score: f32,
    left: usize,
    right: usize,
    /// Total characters of both, to recognise an outdated pair.
    size: usize,
}

impl PartialEq for MergeCandidate {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for MergeCandidate {}

impl PartialOrd for MergeCandidate {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for MergeCandidate {
    /// Higher scores first; on a tie, the leftmost.
    fn cmp(&self, other: &Self) -> Ordering {
        self.score
            .total_cmp(&other.score)
            .then_with(|| other.left.cmp(&self.left))
    }
}

/// Splits a normalised text: the start and end of each piece, and whether it is unknown.
pub fn segment(table: &Table, text: &[Glyph]) -> Vec<(usize, usize, bool)> {
    let words: String = text.iter().map(|g| g.c).collect();
    let bytes: Vec<usize> = words
        .char_indices()
        .map(|(byte, _)| byte)
        .chain([words.len()])
        .collect();
    let entry = |from: usize, to: usize| &words[bytes[from]..bytes[to]];
    // Symbol i covers from[i]..to[i] and is gone when these are equal; user-defined pieces never merge.
    let mut symbols: Vec<(usize, usize, bool)> = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let fixed = table.user_defined.prefix_of(&words[bytes[at]..]);
        let size = fixed.map_or(1, |piece| piece.chars().count().max(1));
        symbols.push((at, at + size, fixed.is_some()));
        at += size;
    }
    let mut before: Vec<Option<usize>> = (0..symbols.len()).map(|i| i.checked_sub(1)).collect();
    let mut after: Vec<Option<usize>> = (0..symbols.len())
        .map(|i| Some(i + 1).filter(|n| *n < symbols.len()))
        .collect();
    let mut agenda = BinaryHeap::new();
    let pair = |symbols: &[(usize, usize, bool)], left: Option<usize>, right: Option<usize>| {
        let (left, right) = (left?, right?);
        let ((from, _, fixed), (_, to, other)) = (symbols[left], symbols[right]);
        let found = table.piece(entry(from, to)).filter(|_| !fixed && !other)?;
        Some(MergeCandidate {
            score: found.score,
            left,
            right,
            size: to - from,
        })
    };
    agenda.extend(
        (1..symbols.len()).filter_map(|right| pair(&symbols, Some(right - 1), Some(right))),
    );
    while let Some(MergeCandidate {
        left, right, size, ..
    }) = agenda.pop()
    {
        let ((from, middle, _), (begin, to, _)) = (symbols[left], symbols[right]);
        if from == middle || begin == to || middle != begin || to - from != size {
            continue;
        }
        symbols[left].1 = to;
        symbols[right].1 = begin;
        after[left] = after[right];
        if let Some(next) = after[right] {
            before[next] = Some(left);
        }
        agenda.extend(pair(&symbols, before[left], Some(left)));
        agenda.extend(pair(&symbols, Some(left), after[left]));
    }
    let left = symbols.into_iter().filter(|(from, to, _)| from < to);
    left.map(|(from, to, _)| (from, to, table.piece(entry(from, to)).is_none()))
        .collect()
}
