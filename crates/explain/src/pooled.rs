//! The cosine of the two sentence vectors, as sentence-transformers computes it, and what each pair of tokens adds to it.
//!
//! With mean pooling, a sentence vector has the direction of the sum of the last layer's hidden states: u = Σ xᵢ, v = Σ yⱼ. So
//! the cosine is a sum over all pairs of tokens, Σᵢⱼ xᵢ·yⱼ ÷ (|u|·|v|). Other poolings are not sums.

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

/// Number of pairs of tokens that are listed.
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
    #[serde(serialize_with = "indices")]
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
        let layer = embedded.candidate.hidden.last_layer();
        let pooling = analyzer.model().sentence_pooling.clone();
        let texts = Sides::new(|side| {
            Arc::clone(
                &side
                    .pick(&embedded.reference, &embedded.candidate)
                    .tokenized,
            )
        });
        let [x, y] =
            [&embedded.candidate, &embedded.reference].map(|text| text.hidden.vectors_at(layer));
        let (x, y) = (x?, y?);
        let pooled = |pooling: &Pooling| cosine(&pool(&x, *pooling), &pool(&y, *pooling));
        let cosine = pooling.pooling.as_ref().ok().and_then(pooled);
        let total = cosine.filter(|_| pooling.pooling == Ok(Pooling::Mean));
        let contributions = total
            .map(|total| Contributions::compute(&texts, [&x, &y], total))
            .transpose()?;
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
        [Side::Candidate, Side::Reference]
            .iter()
            .all(|&side| *self.texts.side(side) == analysis.side(side).tokenized)
    }
}

impl Contributions {
    fn compute(
        texts: &Sides<Arc<TokenizedText>>,
        [x, y]: [&Vectors; 2],
        total: f64,
    ) -> Result<Self, MetricError> {
        let (u, v) = (pool(x, Pooling::Mean), pool(y, Pooling::Mean));
        let scale = 1.0 / (dot(&u, &u) * dot(&v, &v)).sqrt();
        let words = Sides::new(|side| {
            let (vectors, own, other) = side.pick((y, &v, &u), (x, &u, &v));
            let word = |tokens: Range<usize>| {
                let part = sum(vectors, tokens.clone());
                let rest: Vec<f64> = own
                    .iter()
                    .zip(&part)
                    .map(|(all, part)| all - part)
                    .collect();
                WordContribution {
                    word: word_text(&texts.side(side).tokens[tokens.clone()]),
                    contribution: dot(&part, other) * scale,
                    without: cosine(&rest, other),
                    tokens,
                }
            };
            let mut words: Vec<_> = word_ranges(texts.side(side))
                .into_iter()
                .map(word)
                .collect();
            words.sort_by(|a, b| b.contribution.total_cmp(&a.contribution));
            words
        });
        let of_text = |text: &TokenizedText, vectors| {
            sum(
                vectors,
                (0..text.tokens.len()).filter(|&i| !text.tokens[i].special),
            )
        };
        let special =
            total - dot(&of_text(&texts.candidate, x), &of_text(&texts.reference, y)) * scale;
        let (rows, columns) = (x.count(), y.count());
        let products = Similarity::dot(x, y)?;
        let mut largest: Vec<_> = (0..rows)
            .flat_map(|c| (0..columns).map(move |r| (c, r)))
            .collect();
        let cell = |&(c, r): &(usize, usize)| {
            f64::from(products.get(c, r)) * scale * (rows * columns) as f64
        };
        let cells = Similarity::new(
            largest.iter().map(|pair| cell(pair) as f32).collect(),
            rows,
            columns,
        )?;
        largest.sort_by(|a, b| cell(b).total_cmp(&cell(a)));
        largest.truncate(MAX_PAIRS);
        largest.retain(|pair| cell(pair) > 0.0);
        Ok(Self {
            special,
            words,
            cells: Arc::new(cells),
            largest,
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
}

/// A vector with the direction of the sentence vector.
fn pool(vectors: &Vectors, pooling: Pooling) -> Vec<f64> {
    let largest = |d: usize| {
        (0..vectors.count())
            .map(|i| vectors.row(i)[d])
            .fold(f32::NEG_INFINITY, f32::max)
    };
    match pooling {
        Pooling::Mean => sum(vectors, 0..vectors.count()),
        Pooling::Cls => sum(vectors, 0..vectors.count().min(1)),
        Pooling::Max => (0..vectors.dimension())
            .map(|d| f64::from(largest(d)))
            .collect(),
    }
}

fn sum(vectors: &Vectors, tokens: impl Iterator<Item = usize>) -> Vec<f64> {
    let mut sum = vec![0.0; vectors.dimension()];
    tokens.for_each(|i| {
        sum.iter_mut()
            .zip(vectors.row(i))
            .for_each(|(sum, x)| *sum += f64::from(*x))
    });
    sum
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn cosine(a: &[f64], b: &[f64]) -> Option<f64> {
    Some(dot(a, b) / (dot(a, a) * dot(b, b)).sqrt()).filter(|cosine| cosine.is_finite())
}

as_object!(SentenceVectors, this => {
    "pooling": this.pooling.pooling.as_ref().ok(),
    "reason": this.pooling.pooling.as_ref().err(),
    "layer": this.layer,
    "cosine": this.cosine,
    "special": this.contributions.as_ref().map(|sum| sum.special),
    "words": this.contributions.as_ref().map(|sum| &sum.words),
    "contributions": this.contributions.as_ref().map(|sum| {
        let row = |c| (0..sum.cells.reference_tokens()).map(|r| sum.pair(c, r)).collect::<Vec<_>>();
        (0..sum.cells.candidate_tokens()).map(row).collect::<Vec<_>>()
    }),
});
