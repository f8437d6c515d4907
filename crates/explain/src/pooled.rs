//! The cosine of the two sentence vectors, as sentence-transformers computes it, and what each pair of tokens adds to it.
//!
//! A sentence vector u = Σ aᵢ·xᵢ is a weighted sum of the hidden states of the last layer; v = Σ bⱼ·yⱼ likewise. So the cosine
//! is a sum over all pairs of tokens: Σᵢⱼ aᵢ·bⱼ·(xᵢ·yⱼ) ÷ (|u|·|v|). Max pooling is not a sum of vectors.

use std::ops::Range;
use std::sync::Arc;

use serde::Serialize;

use crate::json::{as_object, indices};
use crate::sides::Sides;
use crate::words::{word_ranges, word_text};
use bertscope_analysis::{Analysis, Analyzer, Side};
use bertscope_encoder::{Layer, TokenizedText};
use bertscope_metric::{MetricError, Similarity, Vectors};
use bertscope_models::{ModelError, Pooling, SentencePooling};

/// Number of pairs of tokens that are listed: those that add most, and those that take most away.
const MAX_PAIRS: usize = 8;
const MAX_NEGATIVE_PAIRS: usize = 4;

/// The sentence vectors of a pair.
#[derive(Debug, Clone, PartialEq)]
pub struct SentenceVectors {
    /// How the model pools.
    pub pooling: SentencePooling,
    /// The layer whose hidden states are pooled: the last.
    pub layer: Layer,
    /// Both texts with the tokens of sentence-transformers. They differ from those of the score for a few tokenizers.
    pub texts: Sides<Arc<TokenizedText>>,
    /// Their vectors; `None` if the model pools in a way that is not computed here.
    pub vectors: Option<PooledPair>,
}

/// Two sentence vectors compared.
#[derive(Debug, Clone, PartialEq)]
pub struct PooledPair {
    /// Their cosine; `None` if one of them is zero.
    pub cosine: Option<f64>,
    /// Their norms |u| and |v|.
    pub norms: Sides<f64>,
    /// What the tokens add to the cosine; `None` if it is not a sum over them.
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
    /// The pairs that add most, candidate and reference, then those that take most away.
    pub largest: Vec<(usize, usize)>,
}

/// What a word adds to the cosine.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct WordContribution {
    /// The word.
    pub word: String,
    /// Its tokens.
    #[serde(serialize_with = "indices")]
    pub tokens: Range<usize>,
    /// The sum over its pairs with all tokens of the other text.
    pub contribution: f64,
    /// The cosine without its vectors in the sum, all others unchanged; `None` if nothing is left.
    pub without: Option<f64>,
}

impl SentenceVectors {
    /// The sentence vectors of a pair.
    ///
    /// # Errors
    /// [`ModelError`] when the model rejects a text.
    pub fn compute(analyzer: &mut Analyzer, analysis: &Analysis) -> Result<Self, ModelError> {
        let embedded = analyzer.last_hidden_states(analysis)?;
        let layer = embedded.candidate.hidden.last_layer();
        let pooling = analyzer.model().sentence_pooling.clone();
        let texts = Sides::new(|side| Arc::clone(&side.pick(&embedded.reference, &embedded.candidate).tokenized));
        let vectors = match pooling.pooling {
            Ok(pooling) => {
                let [candidate, reference] =
                    [&embedded.candidate, &embedded.reference].map(|text| text.hidden.vectors_at(layer));
                Some(PooledPair::compute(pooling, &texts, [&candidate?, &reference?])?)
            }
            Err(_) => None,
        };
        Ok(Self { pooling, layer, texts, vectors })
    }

    /// Whether the tokens are those of the score, so that both can be shown side by side.
    #[must_use]
    pub fn has_tokens_of(&self, analysis: &Analysis) -> bool {
        [Side::Candidate, Side::Reference].iter().all(|&side| *self.texts.side(side) == analysis.side(side).tokenized)
    }

    /// What the tokens add to the cosine, if it is a sum over them.
    #[must_use]
    pub fn contributions(&self) -> Option<&Contributions> {
        self.vectors.as_ref()?.contributions.as_ref()
    }
}

impl PooledPair {
    fn compute(
        pooling: Pooling,
        texts: &Sides<Arc<TokenizedText>>,
        vectors: [&Vectors; 2],
    ) -> Result<Self, MetricError> {
        let weights = vectors.map(|all| token_weights(pooling, all.count()));
        let [u, v] = match &weights {
            [Some(a), Some(b)] => [weighted_sum(vectors[0], a, |_| true), weighted_sum(vectors[1], b, |_| true)],
            _ => vectors.map(maximum),
        };
        let norms = Sides { candidate: dot(&u, &u).sqrt(), reference: dot(&v, &v).sqrt() };
        let scale = 1.0 / (norms.candidate * norms.reference);
        let cosine = Some(dot(&u, &v) * scale).filter(|cosine| cosine.is_finite());
        let contributions = match (weights, cosine) {
            ([Some(a), Some(b)], Some(cosine)) => {
                let words = [
                    (Side::Candidate, vectors[0], &a, [&u, &v], norms.reference),
                    (Side::Reference, vectors[1], &b, [&v, &u], norms.candidate),
                ]
                .map(|(side, vectors, weights, [own, other], norm)| {
                    let word = |tokens: Range<usize>| {
                        let part = weighted_sum(vectors, weights, |i| tokens.contains(&i));
                        let rest: Vec<f64> = own.iter().zip(&part).map(|(all, part)| all - part).collect();
                        let length = dot(&rest, &rest).sqrt();
                        WordContribution {
                            word: word_text(&texts.side(side).tokens[tokens.clone()]),
                            contribution: dot(&part, other) * scale,
                            // What rounding leaves of a sum of nothing has no direction.
                            without: (length * norm * scale > 1e-9).then(|| dot(&rest, other) / (length * norm)),
                            tokens,
                        }
                    };
                    let mut words: Vec<_> = word_ranges(texts.side(side)).into_iter().map(word).collect();
                    words.sort_by(|a, b| b.contribution.total_cmp(&a.contribution));
                    words
                });
                let of_text = |side: Side, vectors: &Vectors, weights: &[f64]| {
                    weighted_sum(vectors, weights, |i| !texts.side(side).tokens[i].special)
                };
                let own = [of_text(Side::Candidate, vectors[0], &a), of_text(Side::Reference, vectors[1], &b)];
                let [candidate, reference] = words;
                let cells = cells(vectors, [&a, &b], scale)?;
                Some(Contributions {
                    special: cosine - dot(&own[0], &own[1]) * scale,
                    words: Sides { candidate, reference },
                    largest: largest(&cells),
                    cells: Arc::new(cells),
                })
            }
            _ => None,
        };
        Ok(Self { cosine, norms, contributions })
    }
}

/// The weight of each token in the sentence vector; `None` if that is not a sum.
fn token_weights(pooling: Pooling, count: usize) -> Option<Vec<f64>> {
    let weight: fn(f64, f64) -> f64 = match pooling {
        Pooling::Mean => |_, n| 1.0 / n,
        Pooling::WeightedMean => |i, n| (i + 1.0) / (n * (n + 1.0) / 2.0),
        Pooling::Cls => |i, _| f64::from(i == 0.0),
        Pooling::LastToken => |i, n| f64::from(i + 1.0 == n),
        Pooling::Max => return None,
    };
    Some((0..count).map(|i| weight(i as f64, count as f64)).collect())
}

fn weighted_sum(vectors: &Vectors, weights: &[f64], counts: impl Fn(usize) -> bool) -> Vec<f64> {
    let mut sum = vec![0.0; vectors.dimension()];
    for (i, weight) in weights.iter().enumerate().filter(|(i, _)| counts(*i)) {
        sum.iter_mut().zip(vectors.row(i)).for_each(|(sum, x)| *sum += weight * f64::from(*x));
    }
    sum
}

/// The largest number of each dimension.
fn maximum(vectors: &Vectors) -> Vec<f64> {
    let largest = |d: usize| (0..vectors.count()).map(|i| vectors.row(i)[d]).fold(f32::NEG_INFINITY, f32::max);
    (0..vectors.dimension()).map(|d| f64::from(largest(d))).collect()
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn cells(vectors: [&Vectors; 2], weights: [&[f64]; 2], scale: f64) -> Result<Similarity, MetricError> {
    let products = Similarity::dot(vectors[0], vectors[1])?;
    let [rows, columns] = weights.map(<[f64]>::len);
    let scale = scale * (rows * columns) as f64;
    let cell = |c: usize, r: usize| f64::from(products.get(c, r)) * weights[0][c] * weights[1][r] * scale;
    let values = (0..rows).flat_map(|c| (0..columns).map(move |r| cell(c, r) as f32)).collect();
    Similarity::new(values, rows, columns)
}

/// The largest cells, and the lowest ones below 0.
fn largest(cells: &Similarity) -> Vec<(usize, usize)> {
    let columns = 0..cells.reference_tokens();
    let pairs = (0..cells.candidate_tokens()).flat_map(|c| columns.clone().map(move |r| (cells.get(c, r), (c, r))));
    let mut pairs: Vec<_> = pairs.filter(|(x, _)| *x != 0.0).collect();
    pairs.sort_by(|a, b| b.0.total_cmp(&a.0));
    let least = pairs.len().saturating_sub(MAX_NEGATIVE_PAIRS).max(MAX_PAIRS);
    let is_listed = |(i, (x, _)): &(usize, &(f32, _))| *i < MAX_PAIRS && *x > 0.0 || *i >= least && *x < 0.0;
    pairs.iter().enumerate().filter(is_listed).map(|(_, (_, at))| *at).collect()
}

impl Contributions {
    /// What a pair of tokens adds to the cosine.
    #[must_use]
    pub fn pair(&self, candidate: usize, reference: usize) -> f64 {
        f64::from(self.cells.get(candidate, reference)) / self.pair_count() as f64
    }

    /// The number of pairs of tokens.
    #[must_use]
    pub fn pair_count(&self) -> usize {
        self.cells.candidate_tokens() * self.cells.reference_tokens()
    }
}

as_object!(SentenceVectors, this => {
    "pooling": this.pooling.pooling.as_ref().ok(),
    "reason": this.pooling.pooling.as_ref().err(),
    "layer": this.layer,
    "cosine": this.vectors.as_ref().and_then(|pair| pair.cosine),
    "special": this.contributions().map(|sum| sum.special),
    "words": this.contributions().map(|sum| &sum.words),
    "contributions": this.contributions().map(|sum| {
        let row = |c| (0..sum.cells.reference_tokens()).map(|r| sum.pair(c, r)).collect::<Vec<_>>();
        (0..sum.cells.candidate_tokens()).map(row).collect::<Vec<_>>()
    }),
});
