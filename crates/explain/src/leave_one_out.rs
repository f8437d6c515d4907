//! Leave-one-out: deletes a word or token from the text, embeds the text again and scores it.
//!
//! [`super::omission`] leaves the vectors unchanged; the difference between the two is the word's effect on the vectors of
//! the other words.

use std::ops::Range;

use indexmap::IndexMap;

use super::idf::counted_references;
use super::omission::{DeletionState, Omission, Omissions};
use super::question::OnPartial;
use bertscope_analysis::{Analysis, Analyzer, Side, Variant};
use bertscope_encoder::TokenizedText;
use bertscope_metric::DocumentFrequencies;
use bertscope_models::ModelError;

/// Number of tokens embedded between two partial answers: about 50 ms with the bundled model.
const BATCH_TOKENS: usize = 1 << 10;

/// Maximum number of tokens embedded for one answer, under ten seconds with the bundled model: enough for every word and token of
/// two texts of 100 words. In longer texts, only those with the largest effect are embedded.
pub const MAX_TOKENS: usize = 1 << 16;

/// A shortened text to embed, and the omissions that its score fills in.
struct PendingDeletion {
    side: Side,
    text: String,
    /// Upper bound of its tokens.
    token_count: usize,
    targets: Vec<OmissionIndex>,
}

/// Where an omission is: a word, or one of its pieces.
#[derive(Clone, Copy)]
struct OmissionIndex {
    word: usize,
    piece: Option<usize>,
}

impl OmissionIndex {
    fn get_mut(self, all: &mut Omissions) -> &mut Omission {
        let word = &mut all.words[self.word];
        match self.piece {
            Some(piece) => &mut word.pieces[piece],
            None => word,
        }
    }
}

/// Scores the pair without each word and token: first with the vectors unchanged, then, in batches, with each shorter text
/// embedded again. Words come before tokens, the words with the largest effect first; what is beyond [`MAX_TOKENS`] is
/// skipped.
///
/// # Errors
/// [`ModelError`] when the tokenizer or the model rejects a text of the pair.
pub fn compute(
    analyzer: &mut Analyzer,
    analysis: &Analysis,
    on_partial: &mut OnPartial<'_, Omissions>,
) -> Result<(), ModelError> {
    let mut deletions = Deletions::new(analysis)?;
    while on_partial(deletions.all.clone()).is_continue() && deletions.has_more() {
        deletions.embed(analyzer, analysis, BATCH_TOKENS)?;
    }
    Ok(())
}

/// Leave-one-out in batches, for callers that do other work between two batches.
pub struct Deletions {
    all: Omissions,
    /// Texts that are not embedded yet.
    rest: Vec<PendingDeletion>,
    /// Those of [`counted_references`].
    references: Option<DocumentFrequencies>,
}

impl Deletions {
    /// Starts with the scores that need no embedding: with all other vectors unchanged.
    ///
    /// # Errors
    /// None in practice: matches, weights and matrix of an analysis fit each other.
    pub fn new(analysis: &Analysis) -> Result<Self, ModelError> {
        let mut all = Omissions::compute(analysis)?;
        Ok(Self {
            rest: pending_deletions(&mut all, analysis),
            all,
            references: counted_references(analysis).cloned(),
        })
    }

    /// The results so far.
    pub fn partial_result(&self) -> &Omissions {
        &self.all
    }

    /// Whether texts are left to embed.
    pub fn has_more(&self) -> bool {
        !self.rest.is_empty()
    }

    /// Embeds the next texts, at most `tokens` tokens together, and at least one text.
    ///
    /// # Errors
    /// [`ModelError`] when the tokenizer or the model rejects a text of the pair.
    pub fn embed(
        &mut self,
        analyzer: &mut Analyzer,
        analysis: &Analysis,
        tokens: usize,
    ) -> Result<(), ModelError> {
        // At least one, so that a text of more tokens is embedded too.
        let count = count_within(&self.rest, tokens).max(1).min(self.rest.len());
        let batch: Vec<PendingDeletion> = self.rest.drain(..count).collect();
        let variants: Vec<Variant<'_>> = batch
            .iter()
            .map(|deletion| Variant {
                side: deletion.side,
                text: &deletion.text,
            })
            .collect();
        let states = analyzer.analyze_variants(
            analysis,
            &variants,
            self.references.as_ref(),
            |analysis| DeletionState::Scored {
                raw: analysis.raw,
                empty: analysis.has_empty_side(),
            },
        )?;
        for (deletion, state) in batch.iter().zip(states) {
            for target in &deletion.targets {
                target.get_mut(&mut self.all).deletion = state.unwrap_or(DeletionState::Impossible);
            }
        }
        Ok(())
    }
}

/// A text without some of its tokens: without their characters, and without one of the two spaces around them. `None` where
/// the tokens have no characters.
pub fn delete_tokens(text: &TokenizedText, tokens: Range<usize>) -> Option<String> {
    let visible = text
        .tokens
        .get(tokens)?
        .iter()
        .filter(|token| !token.special && token.start < token.end);
    let start = visible.clone().map(|token| token.start).min()?;
    let end = visible.map(|token| token.end).max()?;
    let characters: Vec<char> = text.text.chars().collect();
    let mut start = start.min(characters.len());
    let mut end = end.min(characters.len());
    // Spaces at the ends stay, or the words around them would become one; a token of spaces alone cannot be deleted.
    while start < end && characters[start].is_whitespace() {
        start += 1;
    }
    while start < end && characters[end - 1].is_whitespace() {
        end -= 1;
    }
    if start == end {
        return None;
    }
    let is_first = start == 0;
    let is_last = end == characters.len();
    let follows_space = is_first || characters[start - 1].is_whitespace();
    let precedes_space = is_last || characters[end].is_whitespace();
    if follows_space && precedes_space {
        // A whole word goes with the space after it, the last one with the space before it.
        if is_last {
            start = start.saturating_sub(1);
        } else {
            end += 1;
        }
    }
    Some(
        characters[..start]
            .iter()
            .chain(&characters[end..])
            .collect(),
    )
}

/// The texts to embed, in their order. Omissions that none of them fills in are marked as impossible or skipped.
fn pending_deletions(all: &mut Omissions, analysis: &Analysis) -> Vec<PendingDeletion> {
    // Two words may leave the same text, as in "very very good": it is embedded once.
    let mut by_text: IndexMap<(Side, String), PendingDeletion> = IndexMap::new();
    for target in omissions_by_priority(all) {
        let omission = target.get_mut(all);
        let side = omission.side;
        let whole = &analysis.side(side).tokenized;
        let Some(text) = delete_tokens(whole, omission.tokens.clone()) else {
            omission.deletion = DeletionState::Impossible;
            continue;
        };
        let deletion = by_text
            .entry((side, text.clone()))
            .or_insert(PendingDeletion {
                side,
                text,
                token_count: whole.tokens.len() - omission.tokens.len(),
                targets: Vec::new(),
            });
        deletion.targets.push(target);
    }
    let mut pending: Vec<PendingDeletion> = by_text.into_values().collect();
    for beyond in pending.split_off(count_within(&pending, MAX_TOKENS)) {
        for target in beyond.targets {
            target.get_mut(all).deletion = DeletionState::Skipped;
        }
    }
    pending
}

/// Words first, those with the largest effect with the vectors unchanged before the others, then their pieces in the same
/// order.
fn omissions_by_priority(all: &Omissions) -> Vec<OmissionIndex> {
    let effects: Vec<f64> = all
        .words
        .iter()
        .map(|word| all.change(word.fixed_score).f1.abs())
        .collect();
    let mut words: Vec<usize> = (0..all.words.len()).collect();
    words.sort_by(|&a, &b| effects[b].total_cmp(&effects[a]));
    let mut order: Vec<OmissionIndex> = Vec::new();
    for &word in &words {
        order.push(OmissionIndex { word, piece: None });
    }
    for &word in &words {
        for piece in 0..all.words[word].pieces.len() {
            order.push(OmissionIndex {
                word,
                piece: Some(piece),
            });
        }
    }
    order
}

/// How many of the first texts have at most `tokens` tokens together.
fn count_within(deletions: &[PendingDeletion], tokens: usize) -> usize {
    let mut used = 0;
    for (i, deletion) in deletions.iter().enumerate() {
        used += deletion.token_count;
        if used > tokens {
            return i;
        }
    }
    deletions.len()
}
