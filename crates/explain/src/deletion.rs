//! What if a token or a word were deleted? Its characters go, and the text is embedded again.
//!
//! The difference to [`super::omission`], where the vectors stay, is what the word does to the vectors of the others: its
//! effect on the context.

use std::collections::HashMap;
use std::ops::{ControlFlow, Range};

use super::ledger::by_convention;
use super::omission::{Deleted, Omission, Omissions};
use super::{Explanation, Tell};
use bertscope_analysis::{Analysis, Analyzer, Idf, Side, Variant};
use bertscope_encoder::TokenizedText;
use bertscope_metric::DocumentFrequencies;
use bertscope_models::ModelError;

/// Tokens that are embedded before somebody is asked whether to go on: some 50 ms of the bundled model.
const BATCH: usize = 1 << 10;

/// A text that lacks something, and for whom it is embedded.
struct Work {
    side: Side,
    text: String,
    /// Most tokens that it can have.
    tokens: usize,
    /// Index of a word, and of its piece unless the whole word is deleted.
    places: Vec<(usize, Option<usize>)>,
}

/// Tells what the fixed vectors say, and then, batch by batch, what the texts without each word say: words first, the
/// weightiest before the others, then pieces.
///
/// # Errors
/// [`ModelError`] when the tokenizer or the model refuses a text of the pair.
pub fn tell(analyzer: &mut Analyzer, analysis: &Analysis, tell: &mut Tell<'_>) -> Result<ControlFlow<()>, ModelError> {
    let mut all = Omissions::of(analysis)?;
    let work = plan(&mut all, analysis);
    if tell(Explanation::Drop(all.clone())).is_break() {
        return Ok(ControlFlow::Break(()));
    }
    let references = among(analysis);
    let mut rest = &work[..];
    while !rest.is_empty() {
        let mut tokens = 0;
        let fits = |work: &&Work| {
            tokens += work.tokens;
            tokens <= BATCH
        };
        let (batch, later) = rest.split_at(rest.iter().take_while(fits).count().max(1));
        rest = later;
        let variants: Vec<_> = batch.iter().map(|work| Variant { side: work.side, text: &work.text }).collect();
        let scored = analyzer.analyze_variants(analysis, &variants, references.as_ref(), |analysis| {
            Deleted::Scored { raw: analysis.raw, empty: by_convention(analysis) }
        })?;
        for (work, scored) in batch.iter().zip(scored) {
            for &place in &work.places {
                at(&mut all, place).deleted = scored.unwrap_or(Deleted::Impossible);
            }
        }
        if tell(Explanation::Drop(all.clone())).is_break() {
            return Ok(ControlFlow::Break(()));
        }
    }
    Ok(ControlFlow::Continue(()))
}

/// A text without some of its tokens: without their characters, and without one of two blanks around them. `None` where
/// they stand for no characters.
#[must_use]
pub fn deleted(text: &TokenizedText, tokens: Range<usize>) -> Option<String> {
    let tokens = text.tokens.get(tokens)?;
    let spans = || tokens.iter().filter(|token| !token.special && token.start < token.end);
    let (start, end) = (spans().map(|token| token.start).min()?, spans().map(|token| token.end).max()?);
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
    Some(characters[..start].iter().chain(&characters[end..]).collect())
}

/// Which texts to embed. Whatever has no characters is marked as impossible.
fn plan(all: &mut Omissions, analysis: &Analysis) -> Vec<Work> {
    let mut places: Vec<(usize, Option<usize>)> = (0..all.words.len()).map(|word| (word, None)).collect();
    let weight = |(word, _): &(usize, Option<usize>)| all.change(all.words[*word].fixed).f1.abs();
    places.sort_by(|a, b| weight(b).total_cmp(&weight(a)));
    let pieces = places.iter().flat_map(|&(word, _)| (0..all.words[word].pieces.len()).map(move |p| (word, Some(p))));
    places.extend(pieces.collect::<Vec<_>>());
    let mut work: Vec<Work> = Vec::new();
    let mut known: HashMap<(Side, String), usize> = HashMap::new();
    for place in places {
        let omission = at(all, place);
        let (side, gone) = (omission.side, omission.tokens.len());
        let own = &analysis.side(side).tokenized;
        let Some(text) = deleted(own, omission.tokens.clone()) else {
            omission.deleted = Deleted::Impossible;
            continue;
        };
        let index = *known.entry((side, text.clone())).or_insert(work.len());
        if index == work.len() {
            work.push(Work { side, text, tokens: own.tokens.len() - gone, places: Vec::new() });
        }
        work[index].places.push(place);
    }
    work
}

fn at(all: &mut Omissions, (word, piece): (usize, Option<usize>)) -> &mut Omission {
    let word = &mut all.words[word];
    match piece {
        Some(piece) => &mut word.pieces[piece],
        None => word,
    }
}

/// What [`Idf::References`] stands for beyond the pair's own reference, which is counted anew for each text. What a pair
/// scored among other references keeps of their counts are those of its own tokens; others count as unseen.
fn among(analysis: &Analysis) -> Option<DocumentFrequencies> {
    let idf = analysis.idf.as_ref().filter(|_| analysis.settings.idf == Idf::References)?;
    (idf.documents > 1).then(|| idf.frequencies.clone())
}
