//! Token diff of a text before and after an edit: kept, added and removed tokens.

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
        let pieces = |text: &TokenizedText| -> Vec<(u32, bool)> {
            text.tokens
                .iter()
                .map(|token| (token.id, token.continues_word))
                .collect()
        };
        let (old, new) = (pieces(before), pieces(after));
        let mut aligned = Self {
            after: vec![None; old.len()],
            before: vec![None; new.len()],
        };
        for kept in capture_diff_slices(Algorithm::Myers, &old, &new) {
            if let DiffOp::Equal {
                old_index,
                new_index,
                len,
            } = kept
            {
                for i in 0..len {
                    aligned.after[old_index + i] = Some(new_index + i);
                    aligned.before[new_index + i] = Some(old_index + i);
                }
            }
        }
        aligned
    }

    /// Whether no token was added or removed.
    pub fn is_same(&self) -> bool {
        self.after.iter().chain(&self.before).all(Option::is_some)
    }
}
