//! The effect of length: short candidates lose recall, long ones precision.

use serde::Serialize;

use super::PairDrivers;
use crate::largest::Largest;

/// Lower bounds of the buckets of candidate tokens / reference tokens; the first has none.
const RATIO_BOUNDS: [f64; 6] = [0.5, 0.75, 0.9, 1.1, 1.33, 2.0];

/// Number of segments listed for each bucket.
const MAX_SEGMENTS: usize = 5;

/// P − R of a system against the length ratio of its pairs, candidate tokens / reference tokens.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct LengthEffect {
    /// Pairs in which P, R and the ratio are defined.
    pub pairs: u64,
    /// The geometric mean of the ratio; `None` without pairs.
    pub mean_ratio: Option<f64>,
    /// Pearson correlation of P − R with the logarithm of the ratio; `None` if one of them does not vary.
    pub correlation: Option<f64>,
    /// Pairs by ratio; buckets without pairs are omitted.
    pub buckets: Vec<LengthBucket>,
}

/// Pairs with similar length ratios.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct LengthBucket {
    /// The lower bound, inclusive.
    pub from: f64,
    /// The upper bound, exclusive; `None` for the last bucket.
    pub to: Option<f64>,
    /// Number of its pairs.
    pub pairs: u64,
    /// Mean P − R.
    pub gap: f64,
    /// Mean F1.
    pub f1: f64,
    /// Segments with the largest |P − R|.
    #[serde(rename = "behind")]
    pub segments: Vec<String>,
}

/// Sums over the pairs added so far.
#[derive(Debug, Clone, Default)]
pub(super) struct LengthEffectBuilder {
    pairs: u64,
    /// Means of ln ratio and P − R, and the sums of squared deviations and of their products (Welford 1962).
    means: [f64; 2],
    squares: [f64; 2],
    mixed: f64,
    buckets: [BucketSums; RATIO_BOUNDS.len() + 1],
}

#[derive(Debug, Clone, Default)]
struct BucketSums {
    pairs: u64,
    gap: f64,
    f1: f64,
    /// Ids by |P − R|.
    segments: Largest<String, MAX_SEGMENTS>,
}

impl LengthEffectBuilder {
    pub fn add(&mut self, id: &str, pair: &PairDrivers) {
        let [Some(p), Some(r), Some(f1)] = pair.scores else {
            return;
        };
        if pair.candidate_tokens == 0 || pair.reference_tokens == 0 {
            return;
        }
        let ratio = pair.candidate_tokens as f64 / pair.reference_tokens as f64;
        let point = [ratio.ln(), p - r];
        self.pairs += 1;
        let before = [0, 1].map(|i| point[i] - self.means[i]);
        for i in 0..2 {
            self.means[i] += before[i] / self.pairs as f64;
            self.squares[i] += before[i] * (point[i] - self.means[i]);
        }
        self.mixed += before[0] * (point[1] - self.means[1]);
        let bucket = &mut self.buckets[RATIO_BOUNDS.partition_point(|bound| *bound <= ratio)];
        bucket.pairs += 1;
        bucket.gap += p - r;
        bucket.f1 += f1;
        bucket.segments.add((p - r).abs(), || id.to_owned());
    }

    pub fn finish(&self) -> LengthEffect {
        let scale = (self.squares[0] * self.squares[1]).sqrt();
        let bucket = |(at, bucket): (usize, &BucketSums)| LengthBucket {
            from: at.checked_sub(1).map_or(0.0, |at| RATIO_BOUNDS[at]),
            to: RATIO_BOUNDS.get(at).copied(),
            pairs: bucket.pairs,
            gap: bucket.gap / bucket.pairs as f64,
            f1: bucket.f1 / bucket.pairs as f64,
            segments: bucket.segments.items().cloned().collect(),
        };
        LengthEffect {
            pairs: self.pairs,
            mean_ratio: (self.pairs > 0).then(|| self.means[0].exp()),
            correlation: (scale > 0.0).then(|| (self.mixed / scale).clamp(-1.0, 1.0)),
            buckets: self
                .buckets
                .iter()
                .enumerate()
                .filter(|(_, bucket)| bucket.pairs > 0)
                .map(bucket)
                .collect(),
        }
    }
}
