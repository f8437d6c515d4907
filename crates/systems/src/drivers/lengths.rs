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
    /// The means of the logarithm of the ratio and of P − R, the sums of their squared deviations, and that of the
    /// products of both deviations, updated with each pair (Welford 1962): sums of squares would lose digits.
    mean_log_ratio: f64,
    mean_gap: f64,
    log_ratio_squares: f64,
    gap_squares: f64,
    products: f64,
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
        let [Some(precision), Some(recall), Some(f1)] = pair.scores else {
            return;
        };
        // Without tokens there is no ratio, or no logarithm of it.
        if pair.candidate_tokens == 0 || pair.reference_tokens == 0 {
            return;
        }
        let ratio = pair.candidate_tokens as f64 / pair.reference_tokens as f64;
        let gap = precision - recall;
        self.add_point(ratio.ln(), gap);
        let bucket = RATIO_BOUNDS.partition_point(|bound| *bound <= ratio);
        self.buckets[bucket].add(id, gap, f1);
    }

    fn add_point(&mut self, log_ratio: f64, gap: f64) {
        self.pairs += 1;
        let log_ratio_before = log_ratio - self.mean_log_ratio;
        let gap_before = gap - self.mean_gap;
        self.mean_log_ratio += log_ratio_before / self.pairs as f64;
        self.mean_gap += gap_before / self.pairs as f64;
        let gap_after = gap - self.mean_gap;
        self.log_ratio_squares += log_ratio_before * (log_ratio - self.mean_log_ratio);
        self.gap_squares += gap_before * gap_after;
        self.products += log_ratio_before * gap_after;
    }

    pub fn finish(&self) -> LengthEffect {
        let mut mean_ratio = None;
        if self.pairs > 0 {
            mean_ratio = Some(self.mean_log_ratio.exp());
        }
        let mut correlation = None;
        let scale = (self.log_ratio_squares * self.gap_squares).sqrt();
        if scale > 0.0 {
            // Rounding can take the quotient past ±1.
            correlation = Some((self.products / scale).clamp(-1.0, 1.0));
        }
        LengthEffect {
            pairs: self.pairs,
            mean_ratio,
            correlation,
            buckets: self
                .buckets
                .iter()
                .enumerate()
                .filter(|(_, bucket)| bucket.pairs > 0)
                .map(|(index, bucket)| bucket.finish(index))
                .collect(),
        }
    }
}

impl BucketSums {
    fn add(&mut self, id: &str, gap: f64, f1: f64) {
        self.pairs += 1;
        self.gap += gap;
        self.f1 += f1;
        self.segments.add(gap.abs(), || id.to_owned());
    }

    fn finish(&self, index: usize) -> LengthBucket {
        let pairs = self.pairs as f64;
        LengthBucket {
            from: match index {
                0 => 0.0,
                _ => RATIO_BOUNDS[index - 1],
            },
            to: RATIO_BOUNDS.get(index).copied(),
            pairs: self.pairs,
            gap: self.gap / pairs,
            f1: self.f1 / pairs,
            segments: self.segments.items().cloned().collect(),
        }
    }
}
