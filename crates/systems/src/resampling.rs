//! Resamples: sets of segments drawn at random, and sums over them.
//!
//! Both tests need only sums in which each segment has a multiplicity: how often the bootstrap drew it, or whether
//! approximate randomisation swapped it. The draws equal those of `sacrebleu` with the same seed.

use rayon::prelude::*;
use serde::Serialize;

use crate::column::{BLOCK_SEGMENTS, WeightedSum};
use crate::defined_segments::SummedColumn;
use crate::numpy_rng::{CoinFlips, NumpyRng};

/// The number of resamples and the seed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Resampling {
    /// Resamples of the bootstrap, and trials of the randomisation test.
    pub resamples: usize,
    /// The seed of both.
    pub seed: u64,
}

impl Resampling {
    /// The default for so many systems: as many resamples as Holm's correction over all pairs of systems needs, so that a
    /// p-value below .05 is possible, if they are affordable; otherwise 1,000.
    pub fn for_systems(systems: usize) -> Self {
        let resamples = Self::for_tests(systems * systems.saturating_sub(1) / 2);
        if resamples > MAX_DEFAULT_RESAMPLES {
            return Self::default();
        }
        Self {
            resamples,
            ..Self::default()
        }
    }

    /// Number of resamples with which one of so many tests can be significant after Holm's correction.
    pub(crate) fn for_tests(tests: usize) -> usize {
        // The smallest corrected p is tests / (resamples + 1), so each 1,000 resamples are enough for 50 tests.
        1000 * tests.div_ceil(50).max(1)
    }
}

/// Maximum number of resamples by default, enough for 32 systems: memory grows with their product with the systems.
const MAX_DEFAULT_RESAMPLES: usize = 10_000;

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
    /// The same, drawn as mt-metrics-eval does.
    RoundedSwaps,
}

/// Maximum number of resamples that are drawn before they are summed, and of the bytes that they need.
const MAX_BATCH_RESAMPLES: usize = 32;
const MAX_BATCH_BYTES: usize = 4 << 20;

/// How often a resample has each segment. A byte is enough: drawing one of more than 255 segments 256 times has a
/// probability below 1e-500.
type Multiplicities = Vec<u8>;

/// Draws one resample after another.
enum Draws {
    Bootstrap(NumpyRng),
    Swaps(CoinFlips),
    RoundedSwaps(NumpyRng),
}

impl Draws {
    fn new(method: ResamplingMethod, seed: u64) -> Self {
        let generator = NumpyRng::new(seed);
        match method {
            ResamplingMethod::Bootstrap => Self::Bootstrap(generator),
            ResamplingMethod::Swaps => Self::Swaps(generator.coin_flips()),
            ResamplingMethod::RoundedSwaps => Self::RoundedSwaps(generator),
        }
    }

    fn fill(&mut self, resamples: &mut [Multiplicities]) {
        for times in resamples {
            match self {
                Self::Bootstrap(generator) => draw_with_replacement(generator, times),
                Self::Swaps(flips) => {
                    for (times, flip) in times.iter_mut().zip(flips) {
                        *times = flip.into();
                    }
                }
                Self::RoundedSwaps(generator) => {
                    for times in times {
                        // What rounds to 1 stays.
                        *times = u8::from(!generator.rounds_to_one());
                    }
                }
            }
        }
    }
}

fn draw_with_replacement(generator: &mut NumpyRng, times: &mut [u8]) {
    times.fill(0);
    for _ in 0..times.len() {
        let segment = generator.below(times.len() as u32) as usize;
        times[segment] = times[segment].saturating_add(1);
    }
}

impl Resampling {
    /// The sums of every column over every resample, \[resamples\]\[columns\]. Each column has `segments` numbers.
    pub(crate) fn sums(
        self,
        method: ResamplingMethod,
        columns: &[SummedColumn<'_>],
        segments: usize,
    ) -> Vec<Vec<f64>> {
        let threads = rayon::current_num_threads().max(1);
        self.batches(method, segments, |batch| {
            let share = batch.len().div_ceil(threads).max(1);
            let parts = batch.par_chunks(share);
            parts
                .flat_map_iter(|part| weighted_sums(columns, part))
                .collect()
        })
    }

    /// What `each` makes of every draw, in their order. It gets how often a draw has each of so many units.
    pub(crate) fn map<T: Send>(
        self,
        method: ResamplingMethod,
        units: usize,
        each: impl Fn(&[u8]) -> T + Sync,
    ) -> Vec<T> {
        self.batches(method, units, |batch| {
            batch.par_iter().map(|times| each(times)).collect()
        })
    }

    /// The results of all draws, of which some are in memory at once.
    fn batches<T: Send>(
        self,
        method: ResamplingMethod,
        units: usize,
        results_of: impl Fn(&[Multiplicities]) -> Vec<T> + Sync,
    ) -> Vec<T> {
        let threads = rayon::current_num_threads().max(1);
        let batch_size = batch_size(units, threads).min(self.resamples);
        let mut draws = Draws::new(method, self.seed);
        let mut batch = vec![vec![0; units]; batch_size];
        let mut next = batch.clone();
        draws.fill(&mut batch);
        let mut results = Vec::with_capacity(self.resamples);
        while results.len() < self.resamples {
            let missing = self.resamples - results.len();
            let count = batch_size.min(missing);
            let next_count = batch_size.min(missing - count);
            // The generator has one sequence of numbers, so it draws on one thread: the next batch while this one is used.
            let (of_batch, ()) = rayon::join(
                || results_of(&batch[..count]),
                || draws.fill(&mut next[..next_count]),
            );
            results.extend(of_batch);
            std::mem::swap(&mut batch, &mut next);
        }
        results
    }
}

/// The number of resamples that are drawn together: within the bytes, but enough for every thread.
fn batch_size(segments: usize, threads: usize) -> usize {
    let affordable = MAX_BATCH_BYTES / segments.max(1);
    affordable.clamp(threads.min(MAX_BATCH_RESAMPLES), MAX_BATCH_RESAMPLES)
}

/// The sum of each column over all segments.
pub(crate) fn totals(columns: &[SummedColumn<'_>], segments: usize) -> Vec<f64> {
    let once = [1; BLOCK_SEGMENTS];
    let mut numbers = vec![0.0; BLOCK_SEGMENTS];
    let mut totals = Vec::with_capacity(columns.len());
    for column in columns {
        let mut sum = WeightedSum::default();
        for (block, first) in (0..segments).step_by(BLOCK_SEGMENTS).enumerate() {
            let numbers = &mut numbers[..BLOCK_SEGMENTS.min(segments - first)];
            column.read_block(block, numbers);
            sum.add(numbers, &once[..numbers.len()]);
        }
        totals.push(sum.total());
    }
    totals
}

/// The sums of every column for a batch of resamples. The outer loops are over blocks of segments and columns, so that a
/// block is read from memory once for the whole batch.
fn weighted_sums(columns: &[SummedColumn<'_>], resamples: &[Multiplicities]) -> Vec<Vec<f64>> {
    let mut sums = vec![vec![0.0; columns.len()]; resamples.len()];
    let segments = resamples.first().map_or(0, Vec::len);
    let mut numbers = vec![0.0; BLOCK_SEGMENTS];
    for (block, first) in (0..segments).step_by(BLOCK_SEGMENTS).enumerate() {
        let numbers = &mut numbers[..BLOCK_SEGMENTS.min(segments - first)];
        for (index, column) in columns.iter().enumerate() {
            column.read_block(block, numbers);
            for (times, sums) in resamples.iter().zip(&mut sums) {
                let mut sum = WeightedSum::default();
                sum.add(numbers, &times[first..first + numbers.len()]);
                sums[index] += sum.total();
            }
        }
    }
    sums
}
