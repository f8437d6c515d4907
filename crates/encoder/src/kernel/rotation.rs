//! Rotary position embeddings.

use super::panels::{LANES, Row};

/// Cosines and sines of a rotary position embedding (Su et al. 2021), \[places\]\[features of a head / 2\].
#[derive(Debug, Clone)]
pub struct RotaryEmbedding {
    pub cos: Vec<f32>,
    pub sin: Vec<f32>,
    /// Half the features of a head.
    pub half: usize,
}

impl RotaryEmbedding {
    /// The angles position · theta^(−2i / features) for positions 0 to `places` − 1.
    pub fn new(places: usize, features: usize, theta: f64) -> Self {
        let half = features / 2;
        let mut cos = Vec::with_capacity(places * half);
        let mut sin = Vec::with_capacity(places * half);
        for place in 0..places {
            for i in 0..half {
                // In f32, as the published models were run.
                let frequency = 1.0 / (theta as f32).powf(2.0 * i as f32 / features as f32);
                let angle = place as f32 * frequency;
                sin.push(angle.sin());
                cos.push(angle.cos());
            }
        }
        Self { cos, sin, half }
    }

    /// Rotates the queries \[`deep`\]\[`length`\]\[32\] and the keys \[`length` / 32\]\[32 · `deep`\]\[32\] of one head.
    #[inline(always)]
    pub fn apply(&self, query: &mut [Row], key: &mut [Row], length: usize, deep: usize) {
        for t in 0..length {
            // A feature is a column of the queries, but a row of the keys.
            let key = &mut key[t / LANES * deep * LANES..];
            for d in 0..self.half {
                let other = d + self.half;
                let angle = t * self.half + d;
                let cos = self.cos[angle];
                let sin = self.sin[angle];

                let row = d / LANES * length + t;
                let other_row = other / LANES * length + t;
                let a = query[row][d % LANES];
                let b = query[other_row][other % LANES];
                query[row][d % LANES] = a * cos - b * sin;
                query[other_row][other % LANES] = b * cos + a * sin;

                let a = key[d][t % LANES];
                let b = key[other][t % LANES];
                key[d][t % LANES] = a * cos - b * sin;
                key[other][t % LANES] = b * cos + a * sin;
            }
        }
    }
}
