//! The cosine of the two sentence vectors, as sentence-transformers computes it, and what each pair of tokens adds to it.
//!
//! With mean pooling, a sentence vector has the direction of the sum of the last layer's hidden states: u = Σ xᵢ, v = Σ yⱼ. So
//! the cosine is a sum over all pairs of tokens, Σᵢⱼ xᵢ·yⱼ ÷ (|u|·|v|). Other poolings are not sums.

use std::ops::Range;
use std::sync::Arc;

use serde::{Serialize, Serializer};

use crate::sides::Sides;
use crate::words::{token_indices, word_ranges, word_text};
use bertscope_analysis::{Analysis, Analyzer, Side};
use bertscope_encoder::{Layer, TokenizedText};
use bertscope_metric::{MetricError, Similarity, Vectors};
use bertscope_models::{ModelError, Pooling, SentencePooling};

/// Maximum number of pairs of tokens that are listed.
const MAX_PAIRS: usize = 8;

/// The sentence vectors of a pair.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct SentenceVectors {
    /// How the model pools.
    pub pooling: SentencePooling,
    /// The layer whose hidden states are pooled: the last.
    pub layer: Layer,
    /// Both texts with the tokens of sentence-transformers. They differ from those of the score for a few tokenizers.
    pub texts: Sides<Arc<TokenizedText>>,
    /// Their cosine; `None` if a vector is zero, or not computed here.
    pub cosine: Option<f64>,
    /// What the tokens add to it; `None` if it is not a sum over them.
    pub contributions: Option<Contributions>,
}

/// The cosine as a sum over pairs of tokens.
#[derive(Debug, Clone, PartialEq)]
pub struct Contributions {
    /// The sum over pairs of tokens of which at least one is special.
    pub special: f64,
    /// The words of both texts, highest contribution first.
    pub words: Sides<Vec<WordContribution>>,
    /// What each pair of tokens adds, times the number of pairs, candidate × reference: their mean is the cosine.
    pub cells: Arc<Similarity>,
    /// The pairs that add most, candidate and reference.
    pub largest: Vec<(usize, usize)>,
}

/// What a word adds to the cosine.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct WordContribution {
    /// The word.
    pub word: String,
    /// Its tokens.
    #[serde(serialize_with = "token_indices")]
    pub tokens: Range<usize>,
    /// The sum over its pairs with all tokens of the other text.
    pub contribution: f64,
    /// The cosine without its hidden states, all others unchanged; `None` if nothing is left.
    pub without: Option<f64>,
}

impl SentenceVectors {
    /// The sentence vectors of a pair.
    ///
    /// # Errors
    /// [`ModelError`] when the model rejects a text.
    pub fn compute(analyzer: &mut Analyzer, analysis: &Analysis) -> Result<Self, ModelError> {
        let embedded = analyzer.last_hidden_states(analysis)?;
        let pooling = analyzer.model().sentence_pooling.clone();
        let layer = embedded.candidate.hidden.last_layer();
        let candidate = embedded.candidate.hidden.vectors_at(layer)?;
        let reference = embedded.reference.hidden.vectors_at(layer)?;
        let texts = Sides {
            candidate: Arc::clone(&embedded.candidate.tokenized),
            reference: Arc::clone(&embedded.reference.tokenized),
        };
        let cosine = match pooling.pooling {
            Ok(pooling) => cosine(&pool(&candidate, pooling), &pool(&reference, pooling)),
            Err(_) => None,
        };
        let contributions = match cosine {
            Some(cosine) if pooling.pooling == Ok(Pooling::Mean) => {
                let candidate = SummedText::new(&texts.candidate, &candidate);
                let reference = SummedText::new(&texts.reference, &reference);
                Some(Contributions::compute(&candidate, &reference, cosine)?)
            }
            _ => None,
        };
        Ok(Self {
            pooling,
            layer,
            texts,
            cosine,
            contributions,
        })
    }

    /// Whether the tokens are those of the score, so that both can be shown side by side.
    pub fn has_tokens_of(&self, analysis: &Analysis) -> bool {
        Side::BOTH
            .iter()
            .all(|&side| *self.texts.side(side) == analysis.side(side).tokenized)
    }
}

/// A text and the sum of its hidden states.
struct SummedText<'a> {
    text: &'a TokenizedText,
    vectors: &'a Vectors,
    sum: Vec<f64>,
}

impl<'a> SummedText<'a> {
    fn new(text: &'a TokenizedText, vectors: &'a Vectors) -> Self {
        Self {
            text,
            vectors,
            sum: sum(vectors, 0..vectors.count()),
        }
    }

    /// The sum of the hidden states of tokens that are not special.
    fn sum_without_special(&self) -> Vec<f64> {
        let tokens = &self.text.tokens;
        sum(
            self.vectors,
            (0..tokens.len()).filter(|&i| !tokens[i].special),
        )
    }

    /// What each word adds to the cosine, highest first; `scale` is 1 ÷ (|u|·|v|).
    fn words(&self, other: &[f64], scale: f64) -> Vec<WordContribution> {
        let mut words = Vec::new();
        for tokens in word_ranges(self.text) {
            let part = sum(self.vectors, tokens.clone());
            let rest: Vec<f64> = self
                .sum
                .iter()
                .zip(&part)
                .map(|(all, part)| all - part)
                .collect();
            words.push(WordContribution {
                word: word_text(&self.text.tokens[tokens.clone()]),
                contribution: dot(&part, other) * scale,
                without: cosine(&rest, other),
                tokens,
            });
        }
        words.sort_by(|a, b| b.contribution.total_cmp(&a.contribution));
        words
    }
}

impl Contributions {
    fn compute(
        candidate: &SummedText<'_>,
        reference: &SummedText<'_>,
        cosine: f64,
    ) -> Result<Self, MetricError> {
        let u = &candidate.sum;
        let v = &reference.sum;
        let scale = 1.0 / (dot(u, u) * dot(v, v)).sqrt();
        let of_words = dot(
            &candidate.sum_without_special(),
            &reference.sum_without_special(),
        ) * scale;
        let rows = candidate.vectors.count();
        let columns = reference.vectors.count();
        let products = Similarity::dot(candidate.vectors, reference.vectors)?;
        let mut pairs: Vec<(usize, usize)> = Vec::new();
        let mut values: Vec<f64> = Vec::new();
        for row in 0..rows {
            for column in 0..columns {
                pairs.push((row, column));
                let product = f64::from(products.get(row, column));
                values.push(product * scale * (rows * columns) as f64);
            }
        }
        pairs.sort_by(|a, b| {
            let [a, b] = [a, b].map(|(row, column)| values[row * columns + column]);
            b.total_cmp(&a)
        });
        pairs.truncate(MAX_PAIRS);
        // Pairs that lower the cosine are not among those that add most.
        pairs.retain(|(row, column)| values[row * columns + column] > 0.0);
        let cells = values.iter().map(|value| *value as f32).collect();
        Ok(Self {
            special: cosine - of_words,
            words: Sides {
                candidate: candidate.words(v, scale),
                reference: reference.words(u, scale),
            },
            cells: Arc::new(Similarity::new(cells, rows, columns)?),
            largest: pairs,
        })
    }

    /// What a pair of tokens adds to the cosine.
    pub fn pair(&self, candidate: usize, reference: usize) -> f64 {
        f64::from(self.cells.get(candidate, reference)) / self.pair_count() as f64
    }

    /// The number of pairs of tokens.
    pub fn pair_count(&self) -> usize {
        self.cells.candidate_tokens() * self.cells.reference_tokens()
    }

    /// What each pair of tokens adds to the cosine, candidate × reference.
    fn matrix(&self) -> Vec<Vec<f64>> {
        (0..self.cells.candidate_tokens())
            .map(|row| {
                (0..self.cells.reference_tokens())
                    .map(|column| self.pair(row, column))
                    .collect()
            })
            .collect()
    }
}

/// A vector with the direction of the sentence vector.
fn pool(vectors: &Vectors, pooling: Pooling) -> Vec<f64> {
    match pooling {
        Pooling::Mean => sum(vectors, 0..vectors.count()),
        Pooling::Cls => sum(vectors, 0..vectors.count().min(1)),
        Pooling::Max => (0..vectors.dimension())
            .map(|dimension| f64::from(maximum(vectors, dimension)))
            .collect(),
    }
}

fn maximum(vectors: &Vectors, dimension: usize) -> f32 {
    (0..vectors.count())
        .map(|i| vectors.row(i)[dimension])
        .fold(f32::NEG_INFINITY, f32::max)
}

fn sum(vectors: &Vectors, tokens: impl Iterator<Item = usize>) -> Vec<f64> {
    let mut sums = vec![0.0; vectors.dimension()];
    for token in tokens {
        for (sum, x) in sums.iter_mut().zip(vectors.row(token)) {
            *sum += f64::from(*x);
        }
    }
    sums
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// `None` if a vector is zero.
fn cosine(a: &[f64], b: &[f64]) -> Option<f64> {
    let cosine = dot(a, b) / (dot(a, a) * dot(b, b)).sqrt();
    if cosine.is_finite() {
        Some(cosine)
    } else {
        None
    }
}

#[derive(Serialize)]
struct SentenceVectorsJson<'a> {
    pooling: Option<Pooling>,
    /// Why the cosine is not computed.
    reason: Option<&'a str>,
    layer: Layer,
    cosine: Option<f64>,
    special: Option<f64>,
    words: Option<&'a Sides<Vec<WordContribution>>>,
    /// Candidate × reference.
    contributions: Option<Vec<Vec<f64>>>,
}

impl Serialize for SentenceVectors {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let contributions = self.contributions.as_ref();
        let json = SentenceVectorsJson {
            pooling: self.pooling.pooling.as_ref().ok().copied(),
            reason: self.pooling.pooling.as_ref().err().map(String::as_str),
            layer: self.layer,
            cosine: self.cosine,
            special: contributions.map(|sum| sum.special),
            words: contributions.map(|sum| &sum.words),
            contributions: contributions.map(Contributions::matrix),
        };
        json.serialize(to)
    }
}
