//! Scores every text of one list with every text of another. Each text is embedded once, and the similarities are products
//! of large matrices, whose numbers are dropped as soon as the best of each token is known.

use std::ops::Range;
use std::sync::Arc;

use crate::embeddings::{EmbeddedText, EmbeddingOutcome, ProgramText};
use crate::empty::with_convention;
use crate::pairing::{Pairing, is_first_or_last};
use crate::score_pair::weight_tokens;
use crate::scoring::ScoringContext;
use crate::{Analysis, Analyzer, Program, Settings};
use bertscope_encoder::{Layer, ProductColumns, ProductRows, Products, map_single_threaded};
use bertscope_metric::{BaselineRow, DocumentFrequencies, Pair, Score, Weights};
use bertscope_models::ModelError;

/// Tokens of a product: with MiniLM, its numbers and those of its rows take about half of an L2 cache each.
const MAX_ROWS: usize = 256;
const MAX_COLUMNS: usize = 512;

/// A text of a list, ready to be scored with any other.
pub struct ListedText {
    embedded: Arc<EmbeddedText>,
    weights: Weights,
}

impl ListedText {
    /// Whether its end is missing, because the model takes no more tokens.
    pub fn is_truncated(&self) -> bool {
        self.embedded.tokenized.truncated.is_some()
    }
}

/// Several texts, and their vectors one after the other, scaled to length 1.
struct StackedVectors<'a> {
    texts: &'a [ListedText],
    numbers: Vec<f32>,
    dimension: usize,
    /// The vectors of each text.
    ranges: Vec<Range<usize>>,
}

impl Analyzer {
    /// Embeds texts that are scored with many others under `settings`; an error is a sentence. `references` as in
    /// [`Self::analyze_with_frequencies`].
    pub fn list_texts(
        &mut self,
        texts: &[&str],
        settings: Settings,
        references: Option<&DocumentFrequencies>,
    ) -> Vec<Result<ListedText, String>> {
        let conventions = settings.conventions;
        let program_texts: Vec<ProgramText<&str>> =
            texts.iter().map(|text| (conventions, *text)).collect();
        let embedded = self.embeddings.get_each(&program_texts);
        let mut listed = Vec::with_capacity(texts.len());
        for (text, embedded) in texts.iter().zip(embedded) {
            listed.push(self.listed(text, embedded, settings, references));
        }
        listed
    }

    fn listed(
        &self,
        text: &str,
        embedded: EmbeddingOutcome,
        settings: Settings,
        references: Option<&DocumentFrequencies>,
    ) -> Result<ListedText, String> {
        let texts = Pair {
            reference: text,
            candidate: text,
        };
        // A text that its program refuses may be too long for the model.
        if let Some(reason) = self.model().refusal(settings.conventions, texts) {
            return Err(reason);
        }
        let embedded = embedded.map_err(|error| error.to_string())?;
        let tokenized = &*embedded.tokenized;
        let tokens = Pair {
            reference: tokenized,
            candidate: tokenized,
        };
        let idf = self.scoring.idf_source(settings.idf, tokens, references);
        let idf = idf.as_ref().map(|source| &source.weights);
        let weights = weight_tokens(tokenized, idf, settings.conventions.program);
        Ok(ListedText {
            weights: weights.map_err(|error| error.to_string())?,
            embedded,
        })
    }

    /// F1 of each candidate with each reference, \[candidates\]\[references\], within 1e-6 of [`Self::analyze_listed`]: the
    /// products are summed in another order.
    ///
    /// # Errors
    /// [`ModelError::Encoder`] when a hidden state is not finite, or there is not enough memory.
    pub fn f1_of_all(
        &self,
        candidates: &[ListedText],
        references: &[ListedText],
        settings: Settings,
    ) -> Result<Vec<Vec<f64>>, ModelError> {
        let groups = parts(candidates, MAX_ROWS)
            .into_iter()
            .map(|texts| StackedVectors::new(texts, settings, 1))
            .collect::<Result<Vec<_>, _>>()?;
        let scoring = &self.scoring;
        let blocks = parts(references, MAX_COLUMNS);
        let scored = map_single_threaded(&blocks, |block| {
            f1_of_block(&groups, block, scoring, settings)
        });
        let mut rows = vec![Vec::with_capacity(references.len()); candidates.len()];
        for block in scored {
            for (row, numbers) in rows.iter_mut().zip(block?) {
                row.extend(numbers);
            }
        }
        Ok(rows)
    }

    /// The analysis of a pair of listed texts, the same as [`Self::analyze_with_frequencies`].
    ///
    /// # Errors
    /// As [`Self::analyze`].
    pub fn analyze_listed(
        &self,
        candidate: &ListedText,
        reference: &ListedText,
        settings: Settings,
        references: Option<&DocumentFrequencies>,
    ) -> Result<Analysis, ModelError> {
        let pairing = Pairing::compare(settings.layer, &candidate.embedded, &reference.embedded)?;
        self.scoring.analyze(pairing, settings, references)
    }
}

/// F1 of each candidate of the groups with the references of a block.
fn f1_of_block(
    groups: &[StackedVectors<'_>],
    block: &[ListedText],
    scoring: &ScoringContext,
    settings: Settings,
) -> Result<Vec<Vec<f64>>, ModelError> {
    let stacked = StackedVectors::new(block, settings, Products::STEP)?;
    let columns = ProductColumns::pack(&stacked.numbers, stacked.dimension)?;
    let baseline = match scoring.baseline(settings.layer) {
        Some(baseline) if settings.rescale => Some(baseline.row),
        _ => None,
    };
    let mut f1_of_candidates = Vec::new();
    for group in groups {
        let rows = ProductRows::new(&group.numbers, group.dimension);
        let products = columns.products(&rows);
        for (candidate, rows) in group.texts.iter().zip(&group.ranges) {
            let mut numbers = Vec::with_capacity(block.len());
            for (reference, columns) in block.iter().zip(&stacked.ranges) {
                let best = Pair {
                    candidate: products.best_of_rows(rows.clone(), columns.clone()),
                    reference: products.best_of_columns(rows.clone(), columns.clone()),
                };
                let score = score_of(candidate, reference, best, settings)?;
                numbers.push(match &baseline {
                    Some(row) => BaselineRow::rescale(score.f1, row.f1),
                    None => score.f1,
                });
            }
            f1_of_candidates.push(numbers);
        }
    }
    Ok(f1_of_candidates)
}

/// The score before rescaling, from the best similarity of each token.
fn score_of(
    candidate: &ListedText,
    reference: &ListedText,
    best: Pair<Vec<f32>>,
    settings: Settings,
) -> Result<Score, ModelError> {
    let weights = Pair {
        candidate: &candidate.weights,
        reference: &reference.weights,
    };
    let mut of_reference = best.reference;
    // The columns that fill the last step are those of no token.
    of_reference.truncate(weights.reference.len());
    let similarities = Pair {
        candidate: best.candidate.into_iter().map(f64::from),
        reference: of_reference.into_iter().map(f64::from),
    };
    let score = Score::from_best_similarities(similarities, weights)?;
    let texts = Pair {
        candidate: &*candidate.embedded.tokenized,
        reference: &*reference.embedded.tokenized,
    };
    Ok(with_convention(score, texts, settings.conventions.program))
}

/// The texts in parts of at most this many tokens, or of one text.
fn parts(texts: &[ListedText], max_tokens: usize) -> Vec<&[ListedText]> {
    let mut parts = Vec::new();
    let mut rest = texts;
    while !rest.is_empty() {
        let (part, others) = rest.split_at(part_length(rest, max_tokens));
        parts.push(part);
        rest = others;
    }
    parts
}

/// How many of the first texts have at most this many tokens together; at least one.
fn part_length(texts: &[ListedText], max_tokens: usize) -> usize {
    let mut tokens = 0;
    for (count, text) in texts.iter().enumerate() {
        tokens += text.weights.len();
        if tokens > max_tokens {
            return count.max(1);
        }
    }
    texts.len()
}

impl<'a> StackedVectors<'a> {
    /// The vectors of these texts. Each text is filled up to a multiple of `step` by repeating its last vector, which
    /// changes no maximum.
    fn new(texts: &'a [ListedText], settings: Settings, step: usize) -> Result<Self, ModelError> {
        let mut stacked = Self {
            texts,
            numbers: Vec::new(),
            dimension: 0,
            ranges: Vec::with_capacity(texts.len()),
        };
        let mut start = 0;
        for text in texts {
            let end = start + text.weights.len().next_multiple_of(step);
            stacked.push(text, settings.layer, end - start)?;
            stacked.ranges.push(start..end);
            start = end;
        }
        Ok(stacked)
    }

    fn push(&mut self, text: &ListedText, layer: Layer, rows: usize) -> Result<(), ModelError> {
        let vectors = text.embedded.hidden.vectors_at(layer)?.normalised();
        self.dimension = vectors.dimension();
        let last = vectors.count().saturating_sub(1);
        for row in 0..rows {
            let token = row.min(last);
            let is_zero = text.embedded.conventions.program == Program::TorchMetrics
                && is_first_or_last(token, vectors.count());
            if is_zero {
                // As in `pairing::similarity`.
                self.numbers
                    .resize(self.numbers.len() + self.dimension, 0.0);
            } else {
                self.numbers.extend_from_slice(vectors.row(token));
            }
        }
        Ok(())
    }
}
