//! Batches of texts of similar length, for `analysis/embeddings` and, on devices, `families/encode`.

use crate::TokenId;

/// The indices of texts, longest text first: texts of similar length share a batch, and the threads that work last have
/// little left to do. Texts of equal length keep their order.
pub fn longest_first(texts: &[&[TokenId]]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..texts.len()).collect();
    order.sort_by_key(|&text| std::cmp::Reverse(texts[text].len()));
    order
}

/// Divides texts, given by their indices, into batches of at most `most` tokens. A longer text is a batch of its own.
pub fn batches<'a>(texts: &[&[TokenId]], order: &'a [usize], most: usize) -> Vec<&'a [usize]> {
    let (mut batches, mut rest) = (Vec::new(), order);
    while !rest.is_empty() {
        let mut tokens = 0;
        let fits = |text: &&usize| {
            tokens += texts[**text].len();
            tokens <= most
        };
        let (batch, others) = rest.split_at(rest.iter().take_while(fits).count().max(1));
        batches.push(batch);
        rest = others;
    }
    batches
}
