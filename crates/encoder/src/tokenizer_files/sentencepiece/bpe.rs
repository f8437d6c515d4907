//! Repeatedly merges the best pair of pieces (sentencepiece's BPE models).

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use super::table::{Segment, Table};
use crate::tokenizer_files::char_index::CharIndex;
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
            let fixed = table.user_defined.prefix_of(text.part(start, length));
            let end = start + fixed.map_or(1, |piece| piece.chars().count());
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
            merger.consider(Some(right - 1), Some(right));
        }
        merger
    }

    /// Puts two neighbours on the agenda if they are a piece together.
    fn consider(&mut self, left: Option<usize>, right: Option<usize>) {
        let (Some(left), Some(right)) = (left, right) else {
            return;
        };
        let Symbol {
            start, is_fixed, ..
        } = self.symbols[left];
        let end = self.symbols[right].end;
        if is_fixed || self.symbols[right].is_fixed {
            return;
        }
        if let Some(piece) = self.table.piece(self.text.part(start, end)) {
            self.agenda.push(MergeCandidate {
                score: piece.score,
                left,
                right,
                size: end - start,
            });
        }
    }

    /// Merges two symbols, unless one of them has changed since they were put on the agenda.
    fn merge(&mut self, candidate: &MergeCandidate) {
        let MergeCandidate { left, right, .. } = *candidate;
        let Symbol {
            start, end: middle, ..
        } = self.symbols[left];
        let Symbol {
            start: right_start,
            end,
            after,
            ..
        } = self.symbols[right];
        let is_empty = start == middle || right_start == end;
        if is_empty || middle != right_start || end - start != candidate.size {
            return;
        }
        self.symbols[left].end = end;
        self.symbols[left].after = after;
        self.symbols[right].start = end;
        if let Some(after) = after {
            self.symbols[after].before = Some(left);
        }
        self.consider(self.symbols[left].before, Some(left));
        self.consider(Some(left), after);
    }
}
