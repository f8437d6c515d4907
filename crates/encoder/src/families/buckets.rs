//! Buckets of relative positions: short distances have one bucket each, long ones share buckets.

use crate::weights::Table;

/// The mapping of distances to buckets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Buckets {
    /// Number of buckets, half of them for each direction.
    pub count: usize,
    /// All distances beyond this one share the last bucket.
    pub max_distance: usize,
}

impl Buckets {
    /// The bucket of the distance `key − query`; each direction has its own buckets (Raffel et al. 2020; MPNet's are the same).
    pub fn bidirectional(&self, distance: i64) -> usize {
        let half = self.count / 2;
        let near = half / 2;
        let far = distance.unsigned_abs() as usize;
        let bucket = if far < near {
            far
        } else {
            // In f32 and in PyTorch's order of operations: other rounding would give another bucket.
            let ratio = (far as f32 / near as f32).ln()
                / (self.max_distance as f64 / near as f64).ln() as f32;
            (near + (ratio * (half - near) as f32) as usize).min(half.saturating_sub(1))
        };
        bucket + if distance > 0 { half } else { 0 }
    }

    /// \[heads\]\[queries\]\[keys\] for a text of n tokens, from a table \[buckets, heads\].
    pub fn bias(&self, n: usize, table: &Table) -> Vec<f32> {
        let heads = table.width;
        let mut bias = vec![0.0; heads * n * n];
        for distance in 1 - n as i64..n as i64 {
            let row = table
                .row(self.bidirectional(distance))
                .unwrap_or_else(|| vec![0.0; heads]);
            for query in 0..n {
                let key = query as i64 + distance;
                if (0..n as i64).contains(&key) {
                    for (head, value) in row.iter().enumerate() {
                        bias[(head * n + query) * n + key as usize] = *value;
                    }
                }
            }
        }
        bias
    }
}

/// DeBERTa's signed bucket of the distance `query − key`: the distance itself up to half of `buckets`, then on a
/// logarithmic scale up to `farthest` (He et al. 2021). Without buckets (0) always the distance itself.
pub fn signed_log_bucket(distance: i64, buckets: usize, farthest: usize) -> i64 {
    let middle = (buckets / 2) as i64;
    if buckets == 0 || distance.abs() <= middle {
        return distance;
    }
    // In f32 throughout, like PyTorch: other rounding would give another bucket.
    let mid = middle as f32;
    let scale = ((farthest as f64 - 1.0) / f64::from(mid)) as f32;
    let position = ((distance.unsigned_abs() as f32 / mid).ln() / scale.ln() * (mid - 1.0)).ceil();
    distance.signum() * (position + mid) as i64
}
