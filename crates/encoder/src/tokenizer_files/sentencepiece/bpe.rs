//! Repeatedly merges the best pair of pieces (sentencepiece's BPE models).

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use super::table::{Segment, Table};
use crate::tokenizer_files::characters::CharIndex;
use crate::tokenizer_files::glyphs::{Glyph, text_of};

/// Two neighbours that are a piece together.
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

/// A stretch of the text that is not split further; it is empty once it was merged into the one before it.
#[derive(Clone, Copy)]
struct Symbol {
    start: usize,
    end: usize,
    /// Whether it is a user-defined piece, which never merges.
    is_fixed: bool,
    /// The symbols beside it that are not empty.
    before: Option<usize>,
    after: Option<usize>,
}

/// A text in symbols, and the pairs that may still be merged.
struct Merger<'a> {
    table: &'a Table,
    text: CharIndex<'a>,
    symbols: Vec<Symbol>,
    agenda: BinaryHeap<MergeCandidate>,
}

/// Splits a normalised text.
pub fn segment(table: &Table, text: &[Glyph]) -> Vec<Segment> {
    let text = text_of(text);
    let mut merger = Merger::new(table, &text);
    while let Some(best) = merger.agenda.pop() {
        merger.merge(&best);
    }
    let mut segments = Vec::new();
    for symbol in &merger.symbols {
        if symbol.start < symbol.end {
            segments.push(Segment {
                start: symbol.start,
                end: symbol.end,
                is_unknown: table
                    .piece(merger.text.part(symbol.start, symbol.end))
                    .is_none(),
            });
        }
    }
    segments
}

impl<'a> Merger<'a> {
    fn new(table: &'a Table, text: &'a str) -> Self {
        let text = CharIndex::new(text);
        let length = text.count();
        let mut symbols: Vec<Symbol> = Vec::with_capacity(length);
        let mut start = 0;
        while start < length {
            let fixed = table.user_defined.longest(text.part(start, length).chars());
            let end = start + fixed.unwrap_or(1);
            let index = symbols.len();
            symbols.push(Symbol {
                start,
                end,
                is_fixed: fixed.is_some(),
                before: index.checked_sub(1),
                after: (end < length).then_some(index + 1),
            });
            start = end;
        }
        let mut merger = Self {
            table,
            text,
            symbols,
            agenda: BinaryHeap::new(),
        };
        for right in 1..merger.symbols.len() {
            merger.consider(right - 1, right);
        }
        merger
    }

    /// Puts two neighbours on the agenda if they are a piece together.
    fn consider(&mut self, left: usize, right: usize) {
        let first = self.symbols[left];
        let second = self.symbols[right];
        if first.is_fixed || second.is_fixed {
            return;
        }
        if let Some(piece) = self.table.piece(self.text.part(first.start, second.end)) {
            self.agenda.push(MergeCandidate {
                score: piece.score,
                left,
                right,
                size: second.end - first.start,
            });
        }
    }

    /// Merges two symbols, unless one of them has changed since they were put on the agenda: such pairs stay there, because
    /// it would take long to find them.
    fn merge(&mut self, candidate: &MergeCandidate) {
        let MergeCandidate { left, right, .. } = *candidate;
        let first = self.symbols[left];
        let second = self.symbols[right];
        let has_empty = first.start == first.end || second.start == second.end;
        let has_same_size = second.end - first.start == candidate.size;
        if has_empty || first.end != second.start || !has_same_size {
            return;
        }
        self.symbols[left].end = second.end;
        self.symbols[left].after = second.after;
        self.symbols[right].start = second.end;
        if let Some(before) = first.before {
            self.consider(before, left);
        }
        if let Some(after) = second.after {
            self.symbols[after].before = Some(left);
            self.consider(left, after);
        }
    }
}
