//! Leave-one-out: deletes a word or token from the text, embeds the text again and scores it.
//!
//! [`super::omission`] leaves the vectors unchanged; the difference between the two is the word's effect on the vectors of
//! the other words.

use std::collections::HashMap;
use std::ops::Range;

use super::omission::{DeletionState, Omission, Omissions};
use super::question::OnPartial;
use bertscope_analysis::{Analysis, Analyzer, Idf, Side, Variant};
use bertscope_encoder::TokenizedText;
use bertscope_metric::DocumentFrequencies;
use bertscope_models::ModelError;

/// Tokens embedded between two partial answers: about 50 ms with the bundled model.
const BATCH_TOKENS: usize = 1 << 10;

/// Most tokens embedded for one answer, under ten seconds with the bundled model: enough for every word and token of
/// two texts of 100 words. In longer texts, only those with the largest effect are embedded.
pub const MAX_TOKENS: usize = 1 << 16;

/// A shortened text to embed, and the omissions that its score fills in.
struct PendingDeletion {
    side: Side,
    text: String,
    /// Upper bound of its tokens.
    tokens: usize,
    /// Index of a word, and of its piece unless the whole word is deleted.
    targets: Vec<(usize, Option<usize>)>,
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
    /// Texts that are not embedded yet; the next one is last.
    rest: Vec<PendingDeletion>,
    references: Option<DocumentFrequencies>,
}

impl Deletions {
    /// Starts with the scores that need no embedding: with all other vectors unchanged.
    ///
    /// # Errors
    /// None in practice: matches, weights and matrix of an analysis fit each other.
    pub fn new(analysis: &Analysis) -> Result<Self, ModelError> {
        let mut all = Omissions::compute(analysis)?;
        let mut rest = pending_deletions(&mut all, analysis);
        rest.reverse();
        Ok(Self {
            all,
            rest,
            references: reference_frequencies(analysis),
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
        let count = count_within(self.rest.iter().rev(), tokens)
            .max(1)
            .min(self.rest.len());
        let mut batch = self.rest.split_off(self.rest.len() - count);
        batch.reverse();
        let variants: Vec<_> = batch
            .iter()
            .map(|work| Variant {
                side: work.side,
                text: &work.text,
            })
            .collect();
        let scored = analyzer.analyze_variants(
            analysis,
            &variants,
            self.references.as_ref(),
            |analysis| DeletionState::Scored {
                raw: analysis.raw,
                empty: analysis.has_empty_side(),
            },
        )?;
        for (work, scored) in batch.iter().zip(scored) {
            for &place in &work.targets {
                omission_mut(&mut self.all, place).deletion =
                    scored.unwrap_or(DeletionState::Impossible);
            }
        }
        Ok(())
    }
}

/// A text without some of its tokens: without their characters, and without one of the two spaces around them. `None` where
/// the tokens have no characters.
pub fn delete_tokens(text: &TokenizedText, tokens: Range<usize>) -> Option<String> {
    let tokens = text.tokens.get(tokens)?;
    let spans = || {
        tokens
            .iter()
            .filter(|token| !token.special && token.start < token.end)
    };
    let (start, end) = (
        spans().map(|token| token.start).min()?,
        spans().map(|token| token.end).max()?,
    );
    let characters: Vec<char> = text.text.chars().collect();
    let blank = |i: usize| characters.get(i).is_none_or(|c| c.is_whitespace());
    let (mut start, mut end) = (start.min(characters.len()), end.min(characters.len()));
    while start < end && blank(start) {
        start += 1;
    }
    while start < end && blank(end - 1) {
        end -= 1;
    }
    if start == end {
        return None;
    }
    if (start == 0 || blank(start - 1)) && blank(end) {
        if end < characters.len() {
            end += 1;
        } else {
            start = start.saturating_sub(1);
        }
    }
    Some(
        characters[..start]
            .iter()
            .chain(&characters[end..])
            .collect(),
    )
}

/// The texts to embed. Tokens without characters are marked as impossible.
fn pending_deletions(all: &mut Omissions, analysis: &Analysis) -> Vec<PendingDeletion> {
    let mut places: Vec<(usize, Option<usize>)> =
        (0..all.words.len()).map(|word| (word, None)).collect();
    let weight =
        |(word, _): &(usize, Option<usize>)| all.change(all.words[*word].fixed_score).f1.abs();
    places.sort_by(|a, b| weight(b).total_cmp(&weight(a)));
    let pieces = places
        .iter()
        .flat_map(|&(word, _)| (0..all.words[word].pieces.len()).map(move |p| (word, Some(p))));
    places.extend(pieces.collect::<Vec<_>>());
    let mut work: Vec<PendingDeletion> = Vec::new();
    let mut known: HashMap<(Side, String), usize> = HashMap::new();
    for place in places {
        let omission = omission_mut(all, place);
        let (side, gone) = (omission.side, omission.tokens.len());
        let own = &analysis.side(side).tokenized;
        let Some(text) = delete_tokens(own, omission.tokens.clone()) else {
            omission.deletion = DeletionState::Impossible;
            continue;
        };
        let index = *known.entry((side, text.clone())).or_insert(work.len());
        if index == work.len() {
            work.push(PendingDeletion {
                side,
                text,
                tokens: own.tokens.len() - gone,
                targets: Vec::new(),
            });
        }
        work[index].targets.push(place);
    }
    let beyond = work.split_off(count_within(work.iter(), MAX_TOKENS));
    for place in beyond.into_iter().flat_map(|work| work.targets) {
        omission_mut(all, place).deletion = DeletionState::Skipped;
    }
    work
}

/// How many texts have at most `tokens` tokens together.
fn count_within<'a>(texts: impl Iterator<Item = &'a PendingDeletion>, tokens: usize) -> usize {
    let mut used = 0;
    let fits = |text: &&PendingDeletion| {
        used += text.tokens;
        used <= tokens
    };
    texts.take_while(fits).count()
}

fn omission_mut(all: &mut Omissions, (word, piece): (usize, Option<usize>)) -> &mut Omission {
    let word = &mut all.words[word];
    match piece {
        Some(piece) => &mut word.pieces[piece],
        None => word,
    }
}

/// Document frequencies over the other references of a file, for [`Idf::References`]. An analysis keeps those of its
/// own tokens only; other tokens count as unseen. `None` where the pair's own reference is the only one: then it is
/// counted again for each text.
fn reference_frequencies(analysis: &Analysis) -> Option<DocumentFrequencies> {
    let idf = analysis
        .idf
        .as_ref()
        .filter(|_| analysis.settings.idf == Idf::References)?;
    idf.weights
        .counted()
        .filter(|counted| counted.document_count() > 1)
        .cloned()
}
