//! Batches of texts of similar length, for `analysis/embeddings` and, on devices, `families/encode`.

use crate::TokenId;

/// The indices of texts, longest text first: texts of similar length share a batch, and the threads that work last have
/// little left to do. Texts of equal length keep their order.
pub fn longest_first(texts: &[&[TokenId]]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..texts.len()).collect();
    order.sort_by_key(|&text| std::cmp::Reverse(texts[text].len()));
    order
}

/// Divides texts, given by their indices, into batches of at most `max_tokens` tokens. A longer text is a batch of its own.
pub fn batches<'a>(
    texts: &[&[TokenId]],
    order: &'a [usize],
    max_tokens: usize,
) -> Vec<&'a [usize]> {
    let mut batches = Vec::new();
    let mut start = 0;
    let mut tokens = 0;
    for (end, &text) in order.iter().enumerate() {
        tokens += texts[text].len();
        if tokens > max_tokens && end > start {
            batches.push(&order[start..end]);
            start = end;
            tokens = texts[text].len();
        }
    }
    if start < order.len() {
        batches.push(&order[start..]);
    }
    batches
}
