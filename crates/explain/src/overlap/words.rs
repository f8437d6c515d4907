//! BLEU's words beside the model's tokens.

use std::ops::Range;

use crate::sides::Sides;
use bertscope_analysis::{Analysis, Side};
use bertscope_encoder::Token;
use bertscope_overlap::{MatchedNgrams, NGram, Word, bleu};

/// A word of BLEU.
#[derive(Debug, Clone, PartialEq)]
pub struct ComparedWord {
    /// The word as BLEU compares it.
    pub text: String,
    /// Its characters in the text.
    pub characters: Range<usize>,
    /// Order of the longest n-gram in which BLEU counts it; `None` if BLEU does not count it.
    pub counted: Option<usize>,
    /// The model's tokens for it; empty if the word was truncated or the tokenizer drops it.
    pub tokens: Range<usize>,
    /// Sum of the weights of these tokens.
    pub weight: f64,
    /// What BERTScore matches it with; `None` if it has no token.
    pub best: Option<BestMatch>,
}

/// The best matches of a word's tokens.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BestMatch {
    /// Mean of their cosines.
    pub similarity: f64,
    /// What they are matched with.
    pub target: MatchTarget,
    /// Whether the word and its match have the same tokens, so that to the model only their context differs.
    pub same_tokens: bool,
}

/// What the tokens of a word are matched with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MatchTarget {
    /// All with one word of the other text, by its index.
    Word(usize),
    /// All with special tokens.
    Special,
    /// With several.
    Several,
}

pub(super) fn compared_words(
    analysis: &Analysis,
    ngrams: &MatchedNgrams,
) -> Sides<Vec<ComparedWord>> {
    let mut all = Sides {
        candidate: words(analysis, Side::Candidate, &ngrams.candidate),
        reference: words(analysis, Side::Reference, &ngrams.reference),
    };
    if !analysis.has_empty_side() {
        let best = Sides::new(|side| {
            let (own, others) = (all.side(side), all.side(side.other()));
            let owners = words_by_token(analysis, side, others);
            own.iter()
                .map(|word| best_match(analysis, side, word, others, &owners))
                .collect::<Vec<_>>()
        });
        for (words, best) in [
            (&mut all.candidate, best.candidate),
            (&mut all.reference, best.reference),
        ] {
            words
                .iter_mut()
                .zip(best)
                .for_each(|(word, best)| word.best = best);
        }
    }
    all
}

fn words(analysis: &Analysis, side: Side, matched: &[NGram]) -> Vec<ComparedWord> {
    let own = analysis.side(side);
    let text = &*own.tokenized.text;
    let found: Vec<Word> = bleu::words(text);
    let mut counted = vec![None; found.len()];
    // In ascending order, so that the longest n-gram wins.
    for NGram {
        order,
        position: place,
        ..
    } in matched
    {
        counted[*place..place + order].fill(Some(*order));
    }
    let mut at = TextPosition::default();
    let mut first = 0;
    let mut out = Vec::with_capacity(found.len());
    for (word, counted) in found.into_iter().zip(counted) {
        let characters = at.character(text, word.bytes.start)..at.character(text, word.bytes.end);
        let tokens = tokens_of_characters(&own.tokenized.tokens, &characters, &mut first);
        let weight = own.weights.as_slice()[tokens.clone()].iter().sum();
        out.push(ComparedWord {
            text: word.text,
            characters,
            counted,
            tokens,
            weight,
            best: None,
        });
    }
    out
}

/// Counts the characters before a byte. The bytes must be requested in ascending order, so that each character is
/// counted once.
#[derive(Default)]
struct TextPosition {
    byte: usize,
    characters: usize,
}

impl TextPosition {
    fn character(&mut self, text: &str, byte: usize) -> usize {
        self.characters += text[self.byte..byte].chars().count();
        self.byte = byte;
        self.characters
    }
}

/// The tokens of a range of characters. The search starts at `first`, because words and tokens are in order.
pub(crate) fn tokens_of_characters(
    all: &[Token],
    characters: &Range<usize>,
    first: &mut usize,
) -> Range<usize> {
    let is_before =
        |token: &Token| token.special || token.end <= characters.start || token.start == token.end;
    while all.get(*first).is_some_and(is_before) {
        *first += 1;
    }
    let within = |token: &&Token| !token.special && token.start < characters.end;
    *first..*first + all[*first..].iter().take_while(within).count()
}

/// The word of each token of the other side.
fn words_by_token(analysis: &Analysis, side: Side, others: &[ComparedWord]) -> Vec<Option<usize>> {
    let mut owners = vec![None; analysis.side(side.other()).tokenized.tokens.len()];
    for (i, word) in others.iter().enumerate() {
        owners[word.tokens.clone()].fill(Some(i));
    }
    owners
}

fn best_match(
    analysis: &Analysis,
    side: Side,
    word: &ComparedWord,
    others: &[ComparedWord],
    owners: &[Option<usize>],
) -> Option<BestMatch> {
    let matches = &analysis.matches_of(side)[word.tokens.clone()];
    let first = matches.first()?;
    let similarity = matches
        .iter()
        .map(|found| f64::from(found.similarity))
        .sum::<f64>()
        / matches.len() as f64;
    let owner = owners[first.token];
    let partner = match owner {
        _ if matches.iter().any(|found| owners[found.token] != owner) => MatchTarget::Several,
        Some(other) => MatchTarget::Word(other),
        None => MatchTarget::Special,
    };
    let ids = |side: Side, tokens: &Range<usize>| -> Vec<_> {
        analysis.side(side).tokenized.tokens[tokens.clone()]
            .iter()
            .map(|token| token.id)
            .collect()
    };
    let same_tokens = match partner {
        MatchTarget::Word(other) => {
            ids(side, &word.tokens) == ids(side.other(), &others[other].tokens)
        }
        MatchTarget::Special | MatchTarget::Several => false,
    };
    Some(BestMatch {
        similarity,
        target: partner,
        same_tokens,
    })
}
