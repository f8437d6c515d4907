//! Rotary position embeddings.

use super::panels::LANES;

/// Cosines and sines of a rotary position embedding (Su et al. 2021), \[places\]\[features of a head / 2\].
#[derive(Debug, Clone)]
pub struct RotaryEmbedding {
    /// Cosines.
    pub cos: Vec<f32>,
    /// Sines.
    pub sin: Vec<f32>,
    /// Half the features of a head.
    pub half: usize,
}

impl RotaryEmbedding {
    /// The angles position · theta^(−2i / features) for positions 0 to `places` − 1.
    pub fn new(places: usize, features: usize, theta: f64) -> Self {
        let half = features / 2;
        // In f32, as the published models were run.
        let angles = (0..places).flat_map(|place| {
            (0..half).map(move |i| {
                let frequency = 1.0 / (theta as f32).powf(2.0 * i as f32 / features as f32);
                place as f32 * frequency
            })
        });
        let (sin, cos) = angles.map(f32::sin_cos).unzip();
        Self { cos, sin, half }
    }

    /// Rotates the queries \[`deep`\]\[`length`\]\[32\] and the keys \[`length` / 32\]\[32 · `deep`\]\[32\] of one head.
    #[inline(always)]
    pub fn apply(
        &self,
        query: &mut [[f32; LANES]],
        key: &mut [[f32; LANES]],
        length: usize,
        deep: usize,
    ) {
        for t in 0..length {
            for d in 0..self.half {
                let (cos, sin) = (self.cos[t * self.half + d], self.sin[t * self.half + d]);
                let other = d + self.half;
                let place = |d: usize| (d / LANES * length + t, d % LANES);
                let ((row, lane), (other_row, other_lane)) = (place(d), place(other));
                let (a, b) = (query[row][lane], query[other_row][other_lane]);
                query[row][lane] = a * cos - b * sin;
                query[other_row][other_lane] = b * cos + a * sin;
                let (row, lane) = (t / LANES * deep * LANES, t % LANES);
                let (a, b) = (key[row + d][lane], key[row + other][lane]);
                key[row + d][lane] = a * cos - b * sin;
                key[row + other][lane] = b * cos + a * sin;
            }
        }
    }
}
