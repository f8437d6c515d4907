//! The cell that shows the most, where none is chosen.

use bertscope_analysis::{Analysis, Side};
use bertscope_encoder::Token;

/// The most instructive cell: the closest match of two different words, otherwise of any two words.
pub fn example_cell(analysis: &Analysis) -> (usize, usize) {
    let candidates = &analysis.candidate.tokenized.tokens;
    let references = &analysis.reference.tokenized.tokens;
    let mut example = (0, 0);
    let mut best = None;
    for (c, found) in analysis.matches_of(Side::Candidate).iter().enumerate() {
        let instructive = instructiveness(&candidates[c], &references[found.token]);
        // Of equal ones, the first.
        let rank = Some((instructive, found.similarity));
        if rank > best {
            best = rank;
            example = (c, found.token);
        }
    }
    example
}

/// What makes a match instructive, the most important first.
fn instructiveness(own: &Token, other: &Token) -> [bool; 4] {
    let are_words = is_word(own) && is_word(other);
    let are_whole = !own.continues_word && !other.continues_word;
    let differ = own.text.to_lowercase() != other.text.to_lowercase();
    [!own.special && !other.special, are_words, differ, are_whole]
}

fn is_word(token: &Token) -> bool {
    token.text.chars().any(char::is_alphabetic)
}
