//! Sums and counts of the scores so far.

use super::batch::{Batch, LayerScores};
use bertscope_models::distribution::{Population, ScoreHistogram};

/// What the results are computed from.
#[derive(Debug, Clone, PartialEq)]
pub struct Sums {
    /// Σ P, Σ R and Σ F1 of each layer over the random pairs, without IDF, added pair by pair.
    pub layers: Vec<[f64; 3]>,
    /// The random pairs, then the bands of judged pairs and the random pairs by length.
    pub populations: Vec<PopulationCounts>,
}

/// The counted scores of a population.
#[derive(Debug, Clone, PartialEq)]
pub struct PopulationCounts {
    pub population: Population,
    pub pairs: u64,
    /// \[layers\]\[P, R, F1\].
    pub unweighted: Vec<[ScoreHistogram; 3]>,
    /// With IDF.
    pub weighted: Vec<[ScoreHistogram; 3]>,
}

impl Sums {
    /// No scores yet.
    pub fn zero(layers: usize, bands: &[Population], lengths: &[Population]) -> Self {
        let populations = [&[Population::Random], bands, lengths].concat();
        Self {
            layers: vec![[0.0; 3]; layers],
            populations: populations
                .into_iter()
                .map(|population| PopulationCounts::zero(population, layers))
                .collect(),
        }
    }

    /// Random pairs so far.
    pub fn random_pairs(&self) -> u64 {
        self.populations[0].pairs
    }

    /// All pairs so far.
    pub fn pairs(&self) -> u64 {
        self.populations.iter().map(|counts| counts.pairs).sum()
    }

    /// Adds the scores of a batch, \[pairs × layers\].
    pub fn add(&mut self, batch: &Batch, scores: &[LayerScores]) {
        for (pair, layers) in batch
            .pairs()
            .iter()
            .zip(scores.chunks_exact(self.layers.len()))
        {
            if pair.population == 0 {
                for (sums, scores) in self.layers.iter_mut().zip(layers) {
                    for (sum, score) in sums.iter_mut().zip(scores.unweighted) {
                        *sum += score;
                    }
                }
            }
            self.populations[pair.population].add(layers);
        }
    }
}

impl PopulationCounts {
    fn zero(population: Population, layers: usize) -> Self {
        Self {
            population,
            pairs: 0,
            unweighted: vec![Default::default(); layers],
            weighted: vec![Default::default(); layers],
        }
    }

    fn add(&mut self, layers: &[LayerScores]) {
        self.pairs += 1;
        for (layer, scores) in layers.iter().enumerate() {
            count(&mut self.unweighted[layer], scores.unweighted);
            if let Some(weighted) = scores.weighted {
                count(&mut self.weighted[layer], weighted);
            }
        }
    }
}

fn count(histograms: &mut [ScoreHistogram; 3], scores: [f64; 3]) {
    for (histogram, score) in histograms.iter_mut().zip(scores) {
        histogram.add(score);
    }
}
