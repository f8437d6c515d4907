//! Resamples: sets of segments drawn at random, and sums over them.
//!
//! Both tests need only sums in which each segment has a multiplicity: how often the bootstrap drew it, or whether
//! approximate randomisation swapped it. The draws equal those of `sacrebleu` with the same seed.

use rayon::prelude::*;
use serde::Serialize;

use crate::column::{BLOCK_SEGMENTS, WeightedSum};
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
        Self {
            resamples: 1000,
            seed: 12345,
        }
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

/// Maximum number of resamples that are drawn before they are summed, and of the bytes that they need.
const BATCH_RESAMPLES: usize = 32;
const BATCH_BYTES: usize = 4 << 20;

/// The numbers that are summed: writes those of a block of segments.
pub(crate) type ReadBlock<'a> = Box<dyn Fn(usize, &mut [f64]) + Sync + 'a>;

impl Resampling {
    /// The sums of every column over every resample, \[resamples\]\[columns\]. Each column has `segments` numbers.
    pub(crate) fn sums(
        self,
        draw: ResamplingMethod,
        columns: &[ReadBlock<'_>],
        segments: usize,
    ) -> Vec<Vec<f64>> {
        let mut generator = NumpyRng::new(self.seed);
        let mut flags = NumpyRng::new(self.seed);
        let mut flags = flags.coin_flips();
        let mut fill = |times: &mut [u8]| match draw {
            ResamplingMethod::Bootstrap => {
                times.fill(0);
                for _ in 0..segments {
                    let times = &mut times[generator.below(segments as u32) as usize];
                    // Drawing one of more than 255 segments 256 times has a probability below 1e-500.
                    *times = times.saturating_add(1);
                }
            }
            ResamplingMethod::Swaps => times
                .iter_mut()
                .zip(&mut flags)
                .for_each(|(times, flag)| *times = flag.into()),
        };
        let mut sums = Vec::with_capacity(self.resamples);
        let threads = rayon::current_num_threads().max(1);
        let batch =
            (BATCH_BYTES / segments.max(1)).clamp(threads.min(BATCH_RESAMPLES), BATCH_RESAMPLES);
        let mut batch = vec![vec![0; segments]; batch.min(self.resamples)];
        let mut next = batch.clone();
        let share = batch.len().div_ceil(threads).max(1);
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

/// The sum of each column over all segments.
pub(crate) fn totals(columns: &[ReadBlock<'_>], segments: usize) -> Vec<f64> {
    let mut numbers = vec![0.0; BLOCK_SEGMENTS];
    let total = |column: &ReadBlock<'_>| {
        let mut sum = WeightedSum::default();
        for (block, first) in (0..segments).step_by(BLOCK_SEGMENTS).enumerate() {
            let numbers = &mut numbers[..BLOCK_SEGMENTS.min(segments - first)];
            column(block, numbers);
            sum.add(numbers, &[1; BLOCK_SEGMENTS][..numbers.len()]);
        }
        sum.total()
    };
    columns.iter().map(total).collect()
}

/// The sums of every column for a batch of resamples. The outer loops are over blocks of segments and columns, so that a
/// block is read from memory once for the whole batch.
fn weighted_sums(columns: &[ReadBlock<'_>], resamples: &[Vec<u8>]) -> Vec<Vec<f64>> {
    let mut sums = vec![vec![0.0; columns.len()]; resamples.len()];
    let segments = resamples.first().map_or(0, Vec::len);
    let mut numbers = vec![0.0; BLOCK_SEGMENTS];
    for (block, first) in (0..segments).step_by(BLOCK_SEGMENTS).enumerate() {
        let numbers = &mut numbers[..BLOCK_SEGMENTS.min(segments - first)];
        for (at, column) in columns.iter().enumerate() {
            column(block, numbers);
            for (times, sums) in resamples.iter().zip(&mut sums) {
                let mut sum = WeightedSum::default();
                sum.add(numbers, &times[first..first + numbers.len()]);
                sums[at] += sum.total();
            }
        }
    }
    sums
}
