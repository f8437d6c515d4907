//! `torchmetrics.functional.text.bert_score`, as version 1.9.0 computes it for one pair.
//!
//! It runs the fast tokenizer on the text as it is, compares the last layer unless `num_layers` is given, and zeroes the
//! vectors of the first and the last token of a text: they have no weight, and their similarities are 0. It has no
//! convention for empty texts, whose mean is 0/0.

use std::sync::Arc;

use super::answer::NoScore;
use super::fast_tokenizer::{differences, fast_tokenizer, outdated_counts, retokenize, retokenize_texts};
use super::score::LensScore;
use bertscope_analysis::{Analysis, Analyzer, Idf};
use bertscope_encoder::{Layer, TokenizedText};
use bertscope_metric::{DocumentFrequencies, Similarity, TokenWeights, Weights};
use bertscope_models::ModelError;

/// The score of torchmetrics for a pair.
pub(super) fn score(analyzer: &mut Analyzer, analysis: &Analysis) -> Result<LensScore, NoScore> {
    let model = Arc::clone(analyzer.model());
    unsupported_reason(&model.family).map_or(Ok(()), |why| Err(why.to_owned()))?;
    let tokenizer = fast_tokenizer(&model.fast_tokenizer)?;
    let (own, other) = retokenize_texts(analysis, |text| tokenizer.tokenize_untruncated(text))?;
    let most = own.tokens.len().max(other.tokens.len());
    let cut = own.truncated.is_some() || other.truncated.is_some();
    if let Some(positions) = model.encoder.max_tokens().filter(|positions| cut || *positions < most) {
        return Err(NoScore::Unavailable(format!(
            "torchmetrics stops with an error: it does not truncate a text of {most} tokens unless truncation=True, and the \
             model has positions for {positions}."
        )));
    }
    if cut {
        return Err(NoScore::Unavailable(
            "torchmetrics would not truncate a text that bertscope has to truncate.".to_owned(),
        ));
    }
    let same = own.ids() == analysis.candidate.tokenized.ids() && other.ids() == analysis.reference.tokenized.ids();
    outdated_counts(analysis).filter(|_| !same).map_or(Ok(()), Err)?;
    let last = Layer(model.encoder.layer_count());
    let remarks = differences(analysis, &own, &other);
    let pairing = analyzer.pairing_at(analysis, last)?.ok_or_else(|| NoScore::not_loaded(last))?;
    let pairing = if same { pairing } else { retokenize(analyzer, analysis, last, own, other)? };
    let (own, other) = (&pairing.candidate.tokenized, &pairing.reference.tokenized);
    let similarity = mask_special_tokens(&pairing.similarity)?;
    let counted = TokenWeights::Counted(DocumentFrequencies::count([other.ids()]));
    let table = match (analysis.settings.idf, &analysis.idf) {
        (Idf::Off, _) | (_, None) => None,
        (Idf::Table, Some(_)) => analyzer.scoring().table().map(|table| &table.weights),
        (Idf::References, Some(idf)) if idf.document_count() > Some(1) => Some(&idf.weights),
        (Idf::References, Some(_)) => Some(&counted),
    };
    let weights = [weight_tokens(own, table)?, weight_tokens(other, table)?];
    let baseline = analyzer.scoring().baselines.as_ref().filter(|_| analysis.rescaling().is_some());
    let baseline = baseline.and_then(|table| table.row(last));
    let mut score = LensScore::from_matrix(&similarity, [&weights[0], &weights[1]], last, baseline)?;
    score.notes = remarks;
    score.notes.push(format!(
        "Layer {last}, its default. The first and last of the {} and {} tokens have no weight and match nothing.",
        own.tokens.len(),
        other.tokens.len()
    ));
    if score.raw.precision.is_none() || score.raw.recall.is_none() {
        score.notes.push("A mean without weight is nan there, and F1 is then 0.".to_owned());
    }
    Ok(score)
}

/// Why torchmetrics cannot score with a model family.
fn unsupported_reason(family: &str) -> Option<&'static str> {
    match family {
        "t5" | "mt5" => {
            Some("torchmetrics stops with an error: it runs all of T5, and the decoder needs an input too.")
        }
        "modernbert" => Some(
            "torchmetrics uses ModernBERT’s last hidden states before the final norm, which bertscope does not keep.",
        ),
        _ => None,
    }
}

/// The matrix with 0 in the rows and columns of the first and last token.
fn mask_special_tokens(similarity: &Similarity) -> Result<Similarity, ModelError> {
    let (rows, columns) = (similarity.candidate_tokens(), similarity.reference_tokens());
    let outside = |i: usize, count: usize| i == 0 || i + 1 == count;
    let cell = |c: usize, r: usize| {
        if outside(c, rows) || outside(r, columns) { 0.0 } else { similarity.get(c, r) }
    };
    let values = (0..rows).flat_map(|c| (0..columns).map(move |r| cell(c, r))).collect();
    Ok(Similarity::new(values, rows, columns)?)
}

/// 1 or the IDF for every token, 0 for the first and the last.
fn weight_tokens(text: &TokenizedText, table: Option<&TokenWeights>) -> Result<Weights, ModelError> {
    let last = text.tokens.len().saturating_sub(1);
    let weight = |(i, token): (usize, &bertscope_encoder::Token)| match table {
        _ if i == 0 || i == last => Ok(0.0),
        Some(table) => table.weight(token.id),
        None => Ok(1.0),
    };
    Ok(Weights::new(text.tokens.iter().enumerate().map(weight).collect::<Result<_, _>>()?)?)
}
