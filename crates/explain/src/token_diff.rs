//! Token diff of a text before and after an edit: kept, added and removed tokens.

use std::hash::Hash;

use similar::{Algorithm, DiffOp, capture_diff_slices};

use bertscope_encoder::TokenizedText;

/// The tokens of one side before and after an edit, aligned.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TokenDiff {
    /// For each token before, its index after; `None` for removed tokens.
    pub after: Vec<Option<usize>>,
    /// For each token after, its index before; `None` for added tokens.
    pub before: Vec<Option<usize>>,
}

impl TokenDiff {
    /// Computes the diff from a longest common subsequence of tokens.
    pub fn compute(before: &TokenizedText, after: &TokenizedText) -> Self {
        let old = keys(before);
        let new = keys(after);
        let mut diff = Self {
            after: vec![None; old.len()],
            before: vec![None; new.len()],
        };
        for (i, j) in common_subsequence(&old, &new) {
            diff.after[i] = Some(j);
            diff.before[j] = Some(i);
        }
        diff
    }

    /// Whether no token was added or removed.
    pub fn is_same(&self) -> bool {
        self.after.iter().chain(&self.before).all(Option::is_some)
    }
}

/// What makes two tokens the same. A piece that continues a word now, and did not before, was edited, even if it has the
/// same id: `a b` became `ab`.
fn keys(text: &TokenizedText) -> Vec<(u32, bool)> {
    text.tokens
        .iter()
        .map(|token| (token.id, token.continues_word))
        .collect()
}

/// The pairs of indices of a longest common subsequence of two lists, in ascending order.
pub(crate) fn common_subsequence<T: Hash + Ord>(old: &[T], new: &[T]) -> Vec<(usize, usize)> {
    let mut pairs = Vec::new();
    for run in capture_diff_slices(Algorithm::Myers, old, new) {
        if let DiffOp::Equal {
            old_index,
            new_index,
            len,
        } = run
        {
            pairs.extend((0..len).map(|i| (old_index + i, new_index + i)));
        }
    }
    pairs
}
