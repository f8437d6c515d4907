//! Resamples: sets of segments drawn at random, and sums over them.
//!
//! Both tests need only sums in which each segment has a multiplicity: how often the bootstrap drew it, or whether
//! approximate randomisation swapped it. The draws equal those of `sacrebleu` with the same seed.

use rayon::prelude::*;
use serde::Serialize;

use crate::column::{BLOCK_SEGMENTS, Column};
use crate::numpy_rng::NumpyRng;

/// The number of resamples and the seed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Resampling {
    /// Resamples of the bootstrap, and trials of the randomisation test.
    pub resamples: usize,
    /// The seed of both.
    pub seed: u64,
}

impl Default for Resampling {
    /// 1,000 resamples, and `sacrebleu`'s seed.
    fn default() -> Self {
        Self { resamples: 1000, seed: 12345 }
    }
}

/// The random draw.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ResamplingMethod {
    /// As many segments as there are, drawn with replacement.
    Bootstrap,
    /// Each segment with probability ½.
    Swaps,
}

/// Resamples that are drawn before they are summed.
const BATCH_RESAMPLES: usize = 32;

impl Resampling {
    /// The sums of every column over every resample, \[resamples\]\[columns\]. Each column has `segments` numbers.
    pub(crate) fn sums(self, draw: ResamplingMethod, columns: &[&Column], segments: usize) -> Vec<Vec<f64>> {
        let mut generator = NumpyRng::new(self.seed);
        let mut flags = NumpyRng::new(self.seed);
        let mut flags = flags.coin_flips();
        let mut fill = |times: &mut [i32]| match draw {
            ResamplingMethod::Bootstrap => {
                times.fill(0);
                for _ in 0..segments {
                    times[generator.below(segments as u32) as usize] += 1;
                }
            }
            ResamplingMethod::Swaps => times.iter_mut().zip(&mut flags).for_each(|(times, flag)| *times = flag.into()),
        };
        let mut sums = Vec::with_capacity(self.resamples);
        let mut batch = vec![vec![0; segments]; BATCH_RESAMPLES.min(self.resamples)];
        let mut next = batch.clone();
        let share = batch.len().div_ceil(rayon::current_num_threads().max(1)).max(1);
        for times in &mut batch {
            fill(times);
        }
        while sums.len() < self.resamples {
            let there = batch.len().min(self.resamples - sums.len());
            let wanted = batch.len().min(self.resamples - sums.len() - there);
            let (of_batch, ()) = rayon::join(
                || {
                    batch[..there]
                        .par_chunks(share)
                        .flat_map_iter(|part| weighted_sums(columns, part))
                        .collect::<Vec<_>>()
                },
                || next[..wanted].iter_mut().for_each(|times| fill(times)),
            );
            sums.extend(of_batch);
            std::mem::swap(&mut batch, &mut next);
        }
        sums
    }
}

/// The sums of every column for a batch of resamples. The outer loop is over blocks of segments, so that a block is read from memory
/// once for the whole batch.
fn weighted_sums(columns: &[&Column], resamples: &[Vec<i32>]) -> Vec<Vec<f64>> {
    let mut sums = vec![vec![0.0; columns.len()]; resamples.len()];
    let segments = resamples.first().map_or(0, Vec::len);
    for first in (0..segments).step_by(BLOCK_SEGMENTS) {
        let block = first..(first + BLOCK_SEGMENTS).min(segments);
        for (times, sums) in resamples.iter().zip(&mut sums) {
            for (column, sum) in columns.iter().zip(sums) {
                *sum += column.sum(first, &times[block.clone()]);
            }
        }
    }
    sums
}
