//! The lens `use_fast_tokenizer=True`: the tokens of tokenizer.json.

use std::sync::Arc;

use super::answer::NoScore;
use super::score::LensScore;
use bertscope_analysis::pairing::Pairing;
use bertscope_analysis::{Analysis, Analyzer, Idf};
use bertscope_encoder::{EncoderError, FastTokenizer, Layer, TokenizedText, Tokenizer};
use bertscope_models::ModelError;

/// `bert_score` with the tokenizer that tokenizer.json describes.
pub(super) fn score(analyzer: &mut Analyzer, analysis: &Analysis) -> Result<LensScore, NoScore> {
    let model = Arc::clone(analyzer.model());
    let tokenizer = fast_tokenizer(&model.fast_tokenizer)?;
    let (own, other) = retokenize_texts(analysis, |text| tokenizer.tokenize(text))?;
    let remarks = differences(analysis, &own, &other);
    if own.ids() == analysis.candidate.tokenized.ids() && other.ids() == analysis.reference.tokenized.ids() {
        return Ok(LensScore::from_analysis(analysis, remarks));
    }
    outdated_counts(analysis).map_or(Ok(()), Err)?;
    let pairing = retokenize(analyzer, analysis, analysis.layer, own, other)?;
    let other = analyzer.scoring().analyze(pairing, analysis.settings, None)?;
    Ok(LensScore::from_analysis(&other, remarks))
}

/// The pair with the fast tokenizer's tokens; a side with the same tokens is not embedded again.
pub(super) fn retokenize(
    analyzer: &mut Analyzer,
    analysis: &Analysis,
    layer: Layer,
    candidate: TokenizedText,
    reference: TokenizedText,
) -> Result<Pairing, ModelError> {
    let known = analyzer.pairing_at(analysis, layer)?;
    let [mut own, mut other] = known.map_or([None, None], |known| [Some(known.candidate), Some(known.reference)]);
    own = own.filter(|_| candidate.ids() == analysis.candidate.tokenized.ids());
    other = other.filter(|_| reference.ids() == analysis.reference.tokenized.ids());
    let own = own.map_or_else(|| analyzer.embed_tokens(candidate, layer), Ok)?;
    let other = other.map_or_else(|| analyzer.embed_tokens(reference, layer), Ok)?;
    Pairing::compare(layer, &own, &other)
}

pub(super) fn fast_tokenizer(fast: &FastTokenizer) -> Result<&Tokenizer, String> {
    match fast.get() {
        Ok(Some(tokenizer)) => Ok(tokenizer),
        Ok(None) => Err("The model has no tokenizer.json, which defines its fast tokenizer.".to_owned()),
        Err(error) => Err(format!("The fast tokenizer cannot be loaded: {error}")),
    }
}

/// The candidate and the reference in the fast tokenizer's tokens, or why that is impossible.
pub(super) fn retokenize_texts(
    analysis: &Analysis,
    split: impl Fn(&str) -> Result<TokenizedText, EncoderError>,
) -> Result<(TokenizedText, TokenizedText), String> {
    let split =
        |text: &TokenizedText| split(&text.text).map_err(|e| format!("The fast tokenizer cannot tokenize this: {e}"));
    Ok((split(&analysis.candidate.tokenized)?, split(&analysis.reference.tokenized)?))
}

/// Why document frequencies over several references do not apply to the tokens of another tokenizer.
pub(super) fn outdated_counts(analysis: &Analysis) -> Option<String> {
    let idf = analysis.idf.as_ref().filter(|_| analysis.settings.idf == Idf::References)?;
    let references = idf.document_count().filter(|references| *references > 1)?;
    Some(format!("IDF was counted over {references} references with the Python tokenizer, whose tokens differ."))
}

/// The first difference of the two tokenizers on each side, one sentence each; one sentence if they agree.
pub(super) fn differences(analysis: &Analysis, candidate: &TokenizedText, reference: &TokenizedText) -> Vec<String> {
    let side = |name: &str, own: &TokenizedText, other: &TokenizedText| {
        let at = own.tokens.iter().zip(&other.tokens).position(|(a, b)| a.id != b.id);
        let at = at.or((own.tokens.len() != other.tokens.len()).then(|| own.tokens.len().min(other.tokens.len())))?;
        let piece = |text: &TokenizedText| text.tokens.get(at).map_or("nothing", |token| &token.piece).to_owned();
        Some(format!(
            "The {name} has {} tokens there and {} here; token {} is “{}” there, “{}” here.",
            other.tokens.len(),
            own.tokens.len(),
            at + 1,
            piece(other),
            piece(own)
        ))
    };
    let (own, other) = (&analysis.candidate.tokenized, &analysis.reference.tokenized);
    let found: Vec<String> =
        [side("candidate", own, candidate), side("reference", other, reference)].into_iter().flatten().collect();
    if found.is_empty() {
        let (c, r) = (own.tokens.len(), other.tokens.len());
        return vec![format!("The fast tokenizer gives the same {c} and {r} tokens for this pair.")];
    }
    found
}
